"""Envelopes: pass a light card to the left, all at once; a die says who may peek at a dark card; highest sum wins."""

from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from herzdame.kernel.chance import Chance, below, shuffle
from herzdame.kernel.compile import compiled
from herzdame.kernel.seats import EVERYBODY, NOBODY
from herzdame.kernel.table import Table, bar, bit, kind, layout, move, own_kinds, show, swap

SEATS = 3
LIGHT, DARK = 6, 3
BOX = np.array([0] + [1] * (LIGHT + DARK))
BACKS = np.array([0] + [0] * LIGHT + [1] * DARK, np.int8)
KINDS = own_kinds(LIGHT + DARK)
HAND = 0  # three slots for each seat: two light, one dark
PASSED = 3 * SEATS  # one for each seat
REST = PASSED + SEATS  # a place for every card
HANDS = np.array([0] * REST + [1] * (LIGHT + DARK), np.int8)  # the rest is a heap without an order
PASS_LOW, PASS_HIGH, PEEK, DECLINE = range(4)
ACTIONS = [PASS_LOW, PASS_HIGH, PEEK, DECLINE]
DEALING, PASSING, ROLLING, PEEKING = range(4)


class Envelopes(Table):
    dice: Annotated[int, np.int8]
    lead: Annotated[int, np.int8]
    rank: Annotated[NDArray[np.int8], np.int8, SEATS]
    phase: Annotated[int, np.int8]
    die: Annotated[int, np.int8]


TABLE = layout(Envelopes, slots=REST + LIGHT + DARK, kinds=LIGHT + DARK)


@compiled
def chance(s: Envelopes, rng: Chance) -> None:
    if s.phase == DEALING:
        deal(s, rng)
    else:
        s.die = 1 + below(6 if s.dice else 3, rng)
        s.phase = PEEKING
        s.acting = bit(s.lead if s.lead != NOBODY else (s.die - 1) % s.seats)


@compiled
def deal(s: Envelopes, rng: Chance) -> None:
    for card in range(1, LIGHT + DARK + 1):
        s.card[REST + card - 1] = card
    shuffle(s.card, REST, REST + LIGHT, rng)
    shuffle(s.card, REST + LIGHT, REST + LIGHT + DARK, rng)
    for seat in range(s.seats):
        for at in range(3):
            taken = REST + 2 * seat + at if at < 2 else REST + LIGHT + seat
            move(s, taken, HAND + 3 * seat + at)
            show(s, HAND + 3 * seat + at, seat)
    s.phase = PASSING
    s.acting = bit(s.seats) - 1


@compiled
def legal(s: Envelopes, seat: int, out: NDArray[Any]) -> int:
    first = PASS_LOW if s.phase == PASSING else PEEK
    out[0], out[1] = first, first + 1
    return 2


@compiled
def apply(s: Envelopes, seat: int, action: int) -> None:
    s.acting &= 255 ^ bit(seat)
    if s.phase == PASSING:
        choose(s, seat, action == PASS_HIGH)
        if s.acting == 0:
            hand_over(s)
        return
    left = (seat + 1) % s.seats
    if action == PEEK:
        show(s, HAND + 3 * left + 2, seat)
    end(s)


@compiled
def choose(s: Envelopes, seat: int, high: bool) -> None:
    """The chosen card waits in the seat's own envelope; the hand is packed."""
    mine = HAND + 3 * seat
    if (s.card[mine] > s.card[mine + 1]) == high:
        swap(s, mine, mine + 1)
    move(s, mine + 1, PASSED + seat)


@compiled
def hand_over(s: Envelopes) -> None:
    for seat in range(s.seats):
        left = (seat + 1) % s.seats
        move(s, PASSED + seat, HAND + 3 * left + 1)
        show(s, HAND + 3 * left + 1, left)
    s.phase = ROLLING


@compiled
def end(s: Envelopes) -> None:
    """Whoever has the highest card of all says so: everybody knows that nobody else has it."""
    for seat in range(s.seats):
        for at in range(2):
            slot = HAND + 3 * seat + at
            if s.card[slot] == LIGHT:
                show(s, slot, EVERYBODY)
            else:
                bar(s, slot, kind(LIGHT))
    s.over = 1


@compiled
def score(s: Envelopes, out: NDArray[np.float64]) -> None:
    best = 0
    for seat in range(s.seats):
        total = 0
        for at in range(3):
            total += s.card[HAND + 3 * seat + at]
        out[seat] = total
        best = max(best, total)
    winners = 0
    for seat in range(s.seats):
        out[seat] = 1.0 if out[seat] == best else 0.0
        winners += out[seat] == 1.0
    for seat in range(s.seats):
        out[seat] /= winners


@compiled
def census(s: Envelopes, counts: NDArray[Any]) -> None:
    for slot in range(s.card.size):
        counts[s.card[slot]] += s.card[slot] != 0
