"""Rules of thumb for Mit List und Tücke: what one choice is worth in points, judged by what the seat can see."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from herzdame.games.list_und_tuecke import CHAPTERS, COLOURS, ROUNDS
from herzdame.kernel.compile import compiled, compiled_apart
from herzdame.kernel.seats import NOBODY

from . import choices, court
from .chapter import left_of
from .characters import threatener
from .court import BACKS, CRESTS, DEED, LAST, NONE, SCHEMER, VICTIMS, Kingdom, open_top, place, rank_of, turn_card, wide
from .hands import back_at, shown_slot

TAKEN = 2.0  # tokens of a colour that go in a chapter
SURVIVES = 0.6  # how often a card with crests does
RIVAL = 0.5  # what a point lost by one rival is worth
COVERED = 0.35  # how much less a top card is in danger that can be covered in the next round
WASTED = 0.4  # a murderer without a victim who may still come
LATER = 0.3  # each round that the executioner waits
SIGHT = 0.2  # a look at cards
FIRST = 0.1  # the start-player card
GUESS = 1.5  # a card given to a partner who returns any
# What a card is good for beside its crests, by rank.
GOOD_FOR = np.array([0, 0.6, 1.5, 0.6, 0.3, 1, 1, 1, 0.5, 0.3, 0.3, 0.3, 1.2, 1.5, 0.4, 0.6, 0.6, 1.2, 0, 0, 0.8])
KILLER = np.array(
    [NONE]
    + [
        next((one for one in range(1, LAST + 1) if DEED[one] == court.STRIKE and VICTIMS[one] >> card & 1), NONE)
        for card in range(1, LAST + 1)
    ]
)


@compiled_apart
def worth(s: Kingdom, seat: int, action: int) -> float:
    """How good this answer is; `s` is the seat's view."""
    verb, what = choices.VERB[action], choices.OBJECT[action]
    if verb == choices.PLAY:
        return play(s, seat, what)
    if verb == choices.PASS or verb == choices.RETURN:
        return -use(s, what)
    if verb == choices.STRIKE:
        return strike(s, owner(s, what))
    if verb == choices.HEAL:
        return crests(s, what)
    if verb == choices.NAME:
        return name(s, seat, what)
    if verb == choices.TAKE or verb == choices.BLESS:
        return token(s, seat, what, verb == choices.TAKE)
    return sights_and_swaps(s, seat, verb, what)


@compiled_apart
def sights_and_swaps(s: Kingdom, seat: int, verb: int, what: int) -> float:
    """What brings knowledge or other cards."""
    if verb == choices.OFFER:
        return swap(s, seat, what)
    if verb == choices.MIDDLE:
        known = wide(s.card[court.MIDDLE + what])
        return use(s, known) if known > NONE else average(s, what // 2)
    if verb == choices.LOOK or verb == choices.GAZE:
        return SIGHT
    if verb == choices.RANK and what:
        return FIRST
    return 0.0


# --- What things are worth -----------------------------------------------------------------------


@compiled
def price(s: Kingdom, colour: int) -> float:
    """What a token of this colour will probably be worth in the end."""
    return max(0.5, left_of(s, colour) - TAKEN * (CHAPTERS - s.chapter))


@compiled_apart
def crests(s: Kingdom, card: int) -> float:
    """What the card brings if it survives."""
    points = 0.0
    for colour in range(len(COLOURS)):
        points += CRESTS[card, colour] * price(s, colour)
    return points


@compiled
def use(s: Kingdom, card: int) -> float:
    """What the card is worth in hand."""
    return GOOD_FOR[card] + SURVIVES * crests(s, card)  # type: ignore[no-any-return]


@compiled_apart
def pile(s: Kingdom, seat: int) -> float:
    """What the open cards of a pile bring."""
    points = 0.0
    for at in range(place(seat, 0), place(seat, s.height[seat])):
        if not s.down >> at & 1:
            points += crests(s, wide(s.pile[at]))
    return points


@compiled
def strike(s: Kingdom, victim: int) -> float:
    """An elimination: a point, and what the rival loses."""
    return 1.0 + RIVAL * pile(s, victim)


@compiled
def owner(s: Kingdom, card: int) -> int:
    """On whose pile the card lies on top."""
    seat = 0
    while open_top(s, seat) != card:
        seat += 1
    return seat


# --- Playing a card ------------------------------------------------------------------------------


@compiled_apart
def play(s: Kingdom, seat: int, card: int) -> float:
    """What the card brings now, less what it puts at risk until it can be covered."""
    stake = pile(s, seat) + crests(s, card)
    if threatener(s, seat, card) != NOBODY:
        return -1.0 - stake
    return deed(s, seat, card) - danger(s, seat, card) * (stake + 1.0)


@compiled_apart
def deed(s: Kingdom, seat: int, card: int) -> float:
    """What the instruction brings."""
    best = hopes = 0.0
    highest, whose = court.SCHEMER, seat
    for other in range(wide(s.seats)):
        top = open_top(s, other)
        if other != seat and top != NONE:
            if VICTIMS[card] >> top & 1 and DEED[card] == court.STRIKE:
                best = max(best, strike(s, other))
            if rank_of(s, top) > highest:
                highest, whose = rank_of(s, top), other
    if DEED[card] == court.STRIKE and best == 0.0:
        for victim in range(1, LAST + 1):
            if VICTIMS[card] >> victim & 1:
                hopes += at_large(s, seat, victim)
        return -WASTED * hopes
    if card == SCHEMER and whose != seat:
        return (1.0 + RIVAL) * crests(s, open_top(s, whose))
    return LATER * (s.turns // s.seats) if DEED[card] == court.SENTENCE else best


@compiled_apart
def danger(s: Kingdom, seat: int, card: int) -> float:
    """How likely a murderer comes before the card is covered."""
    killer = KILLER[card]
    if killer == NONE:
        return 0.0
    to_come = (s.seats - 1 - s.turns % s.seats) / (s.seats - 1)
    rounds_left = ROUNDS - s.turns // s.seats
    exposure = to_come / rounds_left + (COVERED if rounds_left > 1 else 0.0)
    return min(1.0, exposure) * at_large(s, seat, killer)


@compiled_apart
def at_large(s: Kingdom, seat: int, card: int) -> float:
    """How likely a rival holds the card."""
    for at in range(s.pile.size):
        if s.pile[at] == card:
            return 0.0
    hidden = elsewhere = 0
    for slot in range(court.SLOTS):
        in_hand = slot < court.MIDDLE
        if s.card[slot] == card:
            return 1.0 if in_hand and slot // 4 != seat else 0.0
        if s.card[slot] < NONE and back_at(s, slot) == BACKS[card]:
            if in_hand and not s.barred[slot] >> (card - 1) & 1:
                hidden += 1
            else:
                elsewhere += 1
    return hidden / (hidden + elsewhere) if hidden else 0.0


# --- Naming, tokens, swaps -----------------------------------------------------------------------


@compiled
def name(s: Kingdom, seat: int, card: int) -> float:
    """The executioner wants the most harm, the inquisitor the best card."""
    gain = use(s, card) if turn_card(s) == court.INQUISITOR else 1.0 + RIVAL * crests(s, card)
    return at_large(s, seat, card) * gain


@compiled
def token(s: Kingdom, seat: int, colour: int, mine: bool) -> float:  # noqa: FBT001 - compiled code has no keywords
    """A token more for me, which makes all others of its colour cheaper; or one kept for its colour's holders."""
    held = others = 0.0
    for other in range(wide(s.seats)):
        number = s.tokens[len(COLOURS) * other + colour]
        if other == seat:
            held = number
        else:
            others += number / (s.seats - 1)
    return price(s, colour) - 1.0 - held + others if mine else held - others


@compiled
def swap(s: Kingdom, seat: int, card: int) -> float:
    """What comes for the card, less what goes."""
    played = turn_card(s)
    if played == court.INQUISITOR:
        return use(s, wide(s.card[shown_slot(s, wide(s.partner))])) - use(s, card)
    if DEED[played] == court.TRADE:
        return GUESS - use(s, card)
    return average(s, wide(BACKS[card])) - use(s, card)


@compiled_apart
def average(s: Kingdom, back: int) -> float:
    """What an unseen card with this back is worth in hand."""
    points, number = 0.0, 0
    for card in range(court.lowest_rank(s), LAST + 1):
        if BACKS[card] == back and not is_seen(s, card):
            points += use(s, card)
            number += 1
    return points / number if number else 0.0


@compiled
def is_seen(s: Kingdom, card: int) -> bool:
    """Does the view show the card somewhere?"""
    found = False
    for slot in range(court.SLOTS):
        found |= s.card[slot] == card
    for at in range(s.pile.size):
        found |= s.pile[at] == card
    return found


# --- Between two chapters ------------------------------------------------------------------------

SPREAD = 6.0  # points that a chapter is good for


@compiled_apart
def outlook(s: Kingdom, out: NDArray[np.float64]) -> bool:
    """Between two chapters: the chances of each seat, by what its tokens will probably be worth."""
    if s.acting or s.over or s.chapter == 0 or s.phase != choices.DEALING_LIGHT:
        return False
    scale = SPREAD * np.sqrt(CHAPTERS - s.chapter)
    total = 0.0
    for seat in range(wide(s.seats)):
        points: Any = s.points[seat]
        for colour in range(len(COLOURS)):
            points += s.tokens[len(COLOURS) * seat + colour] * price(s, colour)
        out[seat] = np.exp(points / scale)
        total += out[seat]
    for seat in range(wide(s.seats)):
        out[seat] /= total
    return True
