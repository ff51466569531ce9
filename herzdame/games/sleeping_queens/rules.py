"""Sleeping Queens, in the order of the rulebook: the deal, a turn, the answers, the queens, the ends.

What the box holds and what lies where stands in `court.py`, what is in the hands in `hands.py`.  Clause numbers
(`SQ.14`) are those of the rulebook pages beside this file, which also mark what is our ruling or house value.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from herzdame.kernel.chance import Chance, below, shuffle
from herzdame.kernel.compile import compiled, compiled_apart
from herzdame.kernel.seats import EVERYBODY, NOBODY
from herzdame.kernel.table import bar, bit, clear, first_of, show

from . import RED, SHUFFLES
from .court import ACTIONS as ACTIONS
from .court import (
    AIMING,
    ANSWERING,
    CAT,
    DEALING,
    DECLINE,
    DEED,
    DEFEND,
    DISCARD,
    DOG,
    DRAGON,
    ENOUGH_POINTS,
    ENOUGH_QUEENS,
    FIRST,
    FIRST_QUEEN,
    HAND,
    HAND_SIZE,
    JESTER,
    KINDS,
    KING,
    KNIGHT,
    LAID,
    LET,
    LULL,
    MAY_WAKE,
    NONE,
    NUMBER,
    NUMBER_KIND,
    OBJECT,
    PLACE,
    PLACES,
    PLAY,
    POINTS,
    POTION,
    RED_CARDS,
    REFILLING,
    REVEALING,
    ROB,
    ROSE,
    TURN,
    USELESS,
    WAKE,
    WAKES,
    WAKES_MORE,
    WAND,
    Palace,
)
from .court import BACKS as BACKS
from .court import BOX as BOX
from .court import TABLE as TABLE
from .hands import discard, draw, first_slot, has, lay, number_discards

# How a match can end.
RUNNING, QUEENS_REACHED, POINTS_REACHED, ALL_AWAKE, NO_END = range(5)


# --- The deal ------------------------------------------------------------------------------------


@compiled
def chance(s: Palace, rng: Chance) -> None:
    """SQ.3: draw the dealer, where nobody was named to begin; deal.  SQ.11: shuffle, and go on where cards ran out."""
    if s.phase != DEALING:
        renew(s, rng)
        go_on(s)
    elif s.first == NOBODY:
        s.first = (below(s.seats, rng) + 1) % s.seats
    else:
        deal(s, rng)


@compiled
def deal(s: Palace, rng: Chance) -> None:
    """SQ.3: the queens go shuffled to their places, five cards to everybody, the rest is the draw pile."""
    for at in range(PLACES):
        s.card[PLACE + at] = FIRST_QUEEN + at
    shuffle(s.card, PLACE, PLACE + PLACES, rng)
    s.asleep = bit(PLACES) - 1
    for at in range(RED):
        s.card[HAND + at] = RED_CARDS[at]
    shuffle(s.card, HAND, HAND + RED, rng)
    for seat in range(s.seats):
        s.held[seat] = HAND_SIZE
        for at in range(HAND_SIZE):
            show(s, first_slot(seat) + at, seat)
    s.draw_pile = RED - HAND_SIZE * s.seats
    begin_turn(s, s.first)


# --- A turn --------------------------------------------------------------------------------------


@compiled
def legal(s: Palace, seat: int, out: NDArray[Any]) -> int:
    """What can be done where the match stands."""
    if s.phase == TURN:
        return turns(s, seat, out)
    if s.phase == AIMING:
        return victims(s, seat, out)
    if s.phase == ANSWERING:
        return answers(s, seat, out)
    n = 0
    for place in range(PLACES):
        if s.asleep >> place & 1:
            out[n] = FIRST[WAKE] + place
            n += 1
    if s.phase == MAY_WAKE:  # SQ.6
        out[n] = FIRST[DECLINE]
        n += 1
    return n


@compiled_apart
def turns(s: Palace, seat: int, out: NDArray[Any]) -> int:
    """SQ.19: one of these, with a card whose effect can happen; SQ.10: else any card is discarded."""
    held = n = 0
    for at in range(HAND_SIZE):
        held |= KINDS[s.card[first_slot(seat) + at]]
    playable = held & (KINDS[KING] | KINDS[JESTER])
    playable |= held & useful_weapons(s, seat)
    for card in (KING, JESTER, KNIGHT, POTION):
        if playable & KINDS[card]:
            out[n] = FIRST[PLAY] + card - KING
            n += 1
    if held & NUMBER_KIND:
        n = number_discards(s, seat, out, n)
    if n == 0:
        for card in range(KNIGHT, WAND + 1):
            if held & KINDS[card]:
                out[n] = FIRST[USELESS] + card - KNIGHT
                n += 1
    return n


@compiled_apart
def apply(s: Palace, seat: int, action: int) -> None:
    """Carry out one action, and whatever follows from it without anybody's choice."""
    deed, what = DEED[action], int(OBJECT[action])
    if deed == PLAY:
        play(s, seat, what)
    elif deed == DISCARD:
        for at in range(HAND_SIZE):
            if LAID[action, at] != NONE:
                lay(s, seat, LAID[action, at])  # SQ.7
        s.phase = REFILLING
    elif deed == USELESS:
        discard_useless(s, seat, what)
    elif deed == WAKE:
        wake(s, seat, what)
    elif deed == ROB or deed == LULL:
        attack(s, what)
    elif deed == DEFEND:
        lay(s, seat, what)  # SQ.12: the queen stays
        s.phase = REFILLING
    elif deed == LET:
        yield_queen(s, seat)
    else:
        s.phase = REFILLING
    go_on(s)


@compiled
def play(s: Palace, seat: int, card: int) -> None:
    """SQ.4: a king wakes a queen.  SQ.5: a jester turns up a card.  SQ.8, SQ.9: a knight or potion is aimed at one."""
    lay(s, seat, card)
    if card == KING:
        s.phase = WAKES
    elif card == JESTER:
        s.phase = REVEALING
    else:
        s.phase = AIMING
        s.weapon = card


@compiled
def go_on(s: Palace) -> None:
    """What follows without a choice: the last sleeper, the only victim, a card turned up, cards drawn."""
    if (s.phase == WAKES or s.phase == WAKES_MORE) and s.asleep & (int(s.asleep) - 1) == 0:
        wake(s, first_of(s.acting), first_of(s.asleep))
    if s.phase == AIMING:
        possible = within_reach(s, s.turn, s.weapon)
        if possible & (possible - 1) == 0:
            attack(s, FIRST_QUEEN + first_of(possible))
    if s.over:
        s.acting = 0
        return
    if s.phase == REVEALING:
        reveal(s)
    if s.phase == REFILLING:
        refill(s)


@compiled
def reveal(s: Palace) -> None:
    """SQ.5: a special card goes openly into the hand, and the turn goes on.  SQ.6: a number is counted."""
    if s.draw_pile == 0:
        wait_for_cards(s)
        return
    slot = draw(s, s.turn)
    card = int(s.card[slot])
    if card <= WAND:
        show(s, slot, EVERYBODY)
        let_play(s)
        return
    clear(s, slot)
    s.held[s.turn] -= 1
    discard(s, card)
    s.acting = bit((s.turn + card - WAND - 1) % s.seats)  # whoever begins to count is 1
    s.phase = MAY_WAKE


@compiled
def discard_useless(s: Palace, seat: int, card: int) -> None:
    """SQ.10: nothing could be played, as everybody can tell now of the cards that stay."""
    lay(s, seat, card)
    playable = NUMBER_KIND | KINDS[KING] | KINDS[JESTER] | useful_weapons(s, seat)
    for at in range(HAND_SIZE - 1):
        bar(s, first_slot(seat) + at, playable)
    s.phase = REFILLING


@compiled
def refill(s: Palace) -> None:
    """SQ.11: whoever has less than five cards draws, the seat on turn first (SQ.12); then the next one plays."""
    for after in range(s.seats):
        seat = (s.turn + after) % s.seats
        while s.held[seat] < HAND_SIZE:
            if s.draw_pile == 0:
                wait_for_cards(s)
                return
            draw(s, seat)
    begin_turn(s, (s.turn + 1) % s.seats)


@compiled
def begin_turn(s: Palace, seat: int) -> None:
    """SQ.19: it is this seat's turn."""
    s.rounds += seat == s.first
    s.turn = seat
    let_play(s)


@compiled
def let_play(s: Palace) -> None:
    """SQ.19: whose turn it is does one thing; after a jester (SQ.5), one more."""
    s.weapon = s.aim = NONE
    s.phase = TURN
    s.acting = bit(s.turn)


@compiled
def wait_for_cards(s: Palace) -> None:
    """SQ.11: the draw pile is empty, and chance is due.  SQ.17: or enough is enough."""
    s.acting = 0
    if s.shuffles == SHUFFLES:
        s.over = NO_END


@compiled
def renew(s: Palace, rng: Chance) -> None:
    """SQ.11: the discard pile is shuffled and becomes the draw pile."""
    bottom = first_slot(s.seats)
    for at in range(s.discarded):
        s.card[bottom + at] = s.pile[at]
        s.pile[at] = NONE
    shuffle(s.card, bottom, bottom + s.discarded, rng)
    s.draw_pile = s.discarded
    s.discarded = 0
    s.shuffles += 1


# --- Knights and potions, dragons and wands ------------------------------------------------------


@compiled
def within_reach(s: Palace, seat: int, weapon: int) -> int:
    """SQ.8, SQ.9: the queens of others, as a mask; SQ.15: but no knight brings the cat and the dog together."""
    queens = 0
    for other in range(s.seats):
        if other != seat:
            queens |= int(s.court[other])
    if weapon == KNIGHT:
        if s.court[seat] & CAT:
            queens &= ~DOG
        if s.court[seat] & DOG:
            queens &= ~CAT
    return queens


@compiled
def useful_weapons(s: Palace, seat: int) -> int:
    """Knight and potion as kinds, if there is a queen to use them on."""
    kinds = 0
    for weapon in (KNIGHT, POTION):
        if within_reach(s, seat, weapon):
            kinds |= KINDS[weapon]
    return kinds


@compiled
def victims(s: Palace, seat: int, out: NDArray[Any]) -> int:
    """Which queens the card that was played can be aimed at."""
    possible, n = within_reach(s, seat, s.weapon), 0
    first = FIRST[ROB] if s.weapon == KNIGHT else FIRST[LULL]
    for queen in range(PLACES):
        if possible >> queen & 1:
            out[n] = first + queen
            n += 1
    return n


@compiled
def attack(s: Palace, queen: int) -> None:
    """SQ.13: her owner is asked, with or without a defence in hand."""
    s.aim = queen
    s.phase = ANSWERING
    s.acting = bit(owner(s, queen))


@compiled
def answers(s: Palace, seat: int, out: NDArray[Any]) -> int:
    """SQ.12: a dragon against a knight, a wand against a potion, if there is one; SQ.13: or let it happen."""
    n = 0
    defence = DRAGON if s.weapon == KNIGHT else WAND
    if has(s, seat, defence):
        out[n] = FIRST[DEFEND] + defence - DRAGON
        n += 1
    out[n] = FIRST[LET]
    return n + 1


@compiled
def yield_queen(s: Palace, seat: int) -> None:
    """SQ.8: the queen changes sides.  SQ.9: or goes back to sleep where she came from."""
    queen = bit(s.aim - FIRST_QUEEN)
    s.court[seat] = int(s.court[seat]) & ~queen
    s.phase = REFILLING
    if s.weapon == KNIGHT:
        s.court[s.turn] = int(s.court[s.turn]) | queen
        see_who_won(s, s.turn)
        return
    for place in range(PLACES):
        if s.card[PLACE + place] == s.aim:
            s.asleep = int(s.asleep) | bit(place)


# --- Waking --------------------------------------------------------------------------------------


@compiled_apart
def wake(s: Palace, seat: int, place: int) -> None:
    """SQ.4, SQ.6: a queen is turned up and lies awake before the seat.  SQ.14: the rose wakes one more.

    SQ.15: cat and dog do not stay together; the one woken last goes back, and the turn is over.
    """
    show(s, PLACE + place, EVERYBODY)
    queen = bit(s.card[PLACE + place] - FIRST_QUEEN)
    court = int(s.court[seat]) | queen
    s.phase = REFILLING
    if queen & (CAT | DOG) and court & CAT and court & DOG:
        return
    s.court[seat] = court
    s.asleep = int(s.asleep) & ~bit(place)
    see_who_won(s, seat)
    if queen == ROSE and not s.over:
        s.phase = WAKES_MORE
        s.acting = bit(seat)


# --- Ends ----------------------------------------------------------------------------------------


@compiled
def see_who_won(s: Palace, seat: int) -> None:
    """SQ.16: at once, with enough queens or points.  SQ.17: else when nobody sleeps any more."""
    if NUMBER[s.court[seat]] >= ENOUGH_QUEENS[s.seats]:
        s.over = QUEENS_REACHED
    elif POINTS[s.court[seat]] >= ENOUGH_POINTS[s.seats]:
        s.over = POINTS_REACHED
    elif s.asleep == 0:
        s.over = ALL_AWAKE


@compiled
def score(s: Palace, out: NDArray[np.float64]) -> None:
    """SQ.16: the one who reached the goal; SQ.17: whoever has most points, shared if several.

    SQ.18: of all that was played, only the queens who lie there now count.
    """
    most, winners = -1, 0
    for seat in range(s.seats):
        points = POINTS[s.court[seat]]
        if s.over == QUEENS_REACHED:
            points = NUMBER[s.court[seat]] >= ENOUGH_QUEENS[s.seats]
        if points > most:
            most, winners = points, 0
        winners += points == most
        out[seat] = points
    for seat in range(s.seats):
        out[seat] = (out[seat] == most) / winners


@compiled
def census(s: Palace, counts: NDArray[Any]) -> None:
    """SQ.1, SQ.2: where the 79 cards are."""
    for slot in range(s.card.size):
        counts[s.card[slot]] += s.card[slot] != NONE
    for at in range(s.discarded):
        counts[s.pile[at]] += 1


# --- Words used above ----------------------------------------------------------------------------


@compiled
def owner(s: Palace, queen: int) -> int:
    """Before whom an awake queen lies."""
    seat = 0
    while not s.court[seat] >> (queen - FIRST_QUEEN) & 1:
        seat += 1
    return seat
