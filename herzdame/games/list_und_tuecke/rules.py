"""Mit List und Tücke, published in English as Brutal Kingdom.

Read `court.py` first: the twenty characters in one table (LT.1), and what a table holds; then on from here:

    rules.py       the deal, passing on, a card is played (LT.2-7, LT.22), who has won (LT.24)
    characters.py  what the cards do (LT.9): murderers (LT.10, LT.11, LT.13), threats (LT.12), the schemer (LT.15),
                   courtesan, druid, knight and monk (LT.16, LT.17), the inquisitor (LT.18, LT.19)
    hands.py       who knows which hand card, whatever moves
    chapter.py     how rounds and chapters end (LT.8, LT.20, LT.21), and what everything is worth (LT.23)
    choices.py     what can be asked, and every answer

Clause numbers are those of the rulebook pages beside this file, which also mark rulings and house values.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from herzdame.games.list_und_tuecke import COLOURS
from herzdame.kernel.chance import Chance, below, shuffle
from herzdame.kernel.compile import compiled, compiled_apart
from herzdame.kernel.seats import NOBODY
from herzdame.kernel.table import bit, clear, show

from . import choices, court
from .chapter import begin_turn, go_on, leaders
from .characters import answers, do, eliminate, instruct, swap_on, threatener
from .court import (
    BACKS,
    BLACK_KNIGHT,
    DARK,
    HAND,
    LAST,
    LIGHT,
    MIDDLE,
    NONE,
    OFFERED,
    OPTIONAL,
    UNCHOSEN,
    Kingdom,
    lowest_rank,
    place,
    turn_card,
    wide,
)
from .hands import close_gap, come_to_light, receive, slip_out, slot_of

BOX, KINDS, HANDS = court.BOX, court.KINDS, court.HANDS
TABLE, ACTIONS = court.TABLE, choices.ACTIONS

# --- Set-up and deal --------------------------------------------------------------------------------


@compiled_apart
def chance(s: Kingdom, rng: Chance) -> None:
    """Draw who begins, where nobody was named (LT.3); else deal the light cards of a chapter, or its dark ones."""
    if s.chapter == 0:
        set_up(s)
    if s.first == NOBODY:
        s.first = below(s.seats, rng)
    elif s.phase == choices.DEALING_LIGHT:
        begin_chapter(s)
        deal(s, wide(LIGHT), rng)
    else:
        deal(s, wide(DARK), rng)


@compiled
def set_up(s: Kingdom) -> None:
    """LT.1, LT.2: the tokens of the supply."""
    s.eliminations = court.ELIMINATIONS
    for colour in range(len(COLOURS)):
        s.supply[colour] = court.TOKENS[s.seats]


@compiled
def begin_chapter(s: Kingdom) -> None:
    """LT.4: there are four of them.  LT.22: all cards come back."""
    s.chapter += 1
    s.turns = s.down = s.collected = 0
    s.named, s.rank = NONE, UNCHOSEN
    for slot in range(court.SLOTS):
        clear(s, slot)
    for seat in range(wide(s.seats)):
        s.held[seat] = s.height[seat] = 0
    clear_piles(s)


@compiled
def clear_piles(s: Kingdom) -> None:
    for at in range(s.pile.size):
        s.pile[at] = NONE


@compiled_apart
def deal(s: Kingdom, back: int, rng: Chance) -> None:
    """LT.5, LT.6: two cards with this back to everybody, two into the middle.  LT.2: any more are set aside unseen."""
    cards = at = 0
    for card in range(lowest_rank(s), LAST + 1):
        if BACKS[card] == back:
            s.pile[cards] = card  # no pile yet, and room to shuffle
            cards += 1
    shuffle(s.pile, 0, cards, rng)
    for seat in range(wide(s.seats)):
        for _ in range(2):
            slot = HAND + 4 * seat + s.held[seat]
            s.card[slot] = s.pile[at]
            show(s, slot, seat)
            s.held[seat] += 1
            at += 1
    for to in range(cards - at):
        s.card[(MIDDLE if to < 2 else court.ASIDE - 2) + 2 * back + to] = s.pile[at + to]
    clear_piles(s)
    s.phase = choices.PASSING_LIGHT if back == LIGHT else choices.PASSING_DARK
    s.acting = bit(s.seats) - 1


@compiled
def pass_on(s: Kingdom, seat: int, card: int) -> None:
    """LT.5, LT.6: one of the two waits face down until everybody has chosen."""
    slip_out(s, seat, slot_of(s, seat, card), OFFERED + seat)
    s.acting &= 255 ^ bit(seat)
    if s.acting == 0:
        hand_over(s)


@compiled
def hand_over(s: Kingdom) -> None:
    """LT.5: light cards go to the left.  LT.6: dark ones to the right; then the chapter begins."""
    light = s.phase == choices.PASSING_LIGHT
    for seat in range(wide(s.seats)):
        receive(s, (seat + (1 if light else s.seats - 1)) % s.seats, OFFERED + seat)
    if light:
        s.phase = choices.DEALING_DARK
    else:
        begin_turn(s, wide(s.first))  # LT.7


# --- A card is played -------------------------------------------------------------------------------


@compiled_apart
def legal(s: Kingdom, seat: int, out: NDArray[Any]) -> int:
    """Everything that can be answered now.  LT.9: where the card says "may", also nothing."""
    options = answers(s, seat)
    first = choices.DO[choices.VERBS[s.phase]]
    n = what = 0
    while options >> what:
        if options >> what & 1:
            out[n] = first + what
            n += 1
        what += 1
    if choices.FREE[s.phase] and OPTIONAL[asking_card(s)]:
        out[n] = choices.DO[choices.DECLINE]
        n += 1
    return n


@compiled
def asking_card(s: Kingdom) -> int:
    """Whose instruction is carried out."""
    return BLACK_KNIGHT if s.phase == choices.COLLECTING else turn_card(s)


@compiled_apart
def apply(s: Kingdom, seat: int, action: int) -> None:
    """Carry out an answer, and then what follows from it."""
    verb, what = choices.VERB[action], choices.OBJECT[action]
    if verb == choices.PLAY:
        verb, what = play(s, seat, what)
    if verb == choices.PASS:
        pass_on(s, seat, what)
    elif verb != choices.PLAY:  # else the card has asked something, or there is nothing more to do
        if s.phase == choices.OFFERING or s.phase == choices.CHOOSING_PARTNER or s.phase == choices.RETURNING:
            swap_on(s, seat, verb, what)
        else:
            do(s, seat, verb, what)
    if s.phase == choices.DONE:
        go_on(s)


@compiled_apart
def play(s: Kingdom, seat: int, card: int) -> tuple[int, int]:
    """LT.7: a card goes onto the pile.  LT.12: under a threat it is eliminated; else LT.9: its instruction follows.

    Returns an answer that is given already, because everybody can see that it is the only one.
    """
    slot = slot_of(s, seat, card)
    come_to_light(s, seat, slot)
    clear(s, slot)
    close_gap(s, seat, slot)
    s.pile[place(seat, s.height[seat])] = card
    s.height[seat] += 1
    threat = threatener(s, seat, card)
    if threat != NOBODY:
        eliminate(s, threat, seat)
        s.phase = choices.DONE
        return choices.PLAY, card
    return instruct(s, seat, card)


# --- The end of the match ---------------------------------------------------------------------------


@compiled
def score(s: Kingdom, out: NDArray[np.float64]) -> None:
    """LT.24: most points; of those tied, the first from the holder of the start-player card, clockwise."""
    best = leaders(s)
    winner = s.first
    while not best >> winner & 1:
        winner = (winner + 1) % s.seats
    for seat in range(wide(s.seats)):
        out[seat] = 1.0 if seat == winner else 0.0


@compiled
def census(s: Kingdom, counts: NDArray[Any]) -> None:
    """LT.1, LT.2: where the cards are; those not dealt are in the box."""
    for slot in range(court.SLOTS):
        counts[s.card[slot]] += s.card[slot] != NONE
    for at in range(s.pile.size):
        counts[s.pile[at]] += s.pile[at] != NONE
    if s.chapter:
        for card in range(1, LAST + 1):
            dark_to_come = BACKS[card] == DARK and (s.phase == choices.PASSING_LIGHT or s.phase == choices.DEALING_DARK)
            counts[card] += card < lowest_rank(s) or dark_to_come
