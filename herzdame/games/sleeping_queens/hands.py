"""What is in the hands of Sleeping Queens: drawing, laying, and what others can tell from it.

Cards are known to their owner alone, or to all where a jester turned them up.  Of the others it may be known
what they are not, since somebody could play none of them (SQ.10); what is known so of two cards of a hand is never
at odds: one always rules out all that the other does, and perhaps more.
"""

from typing import Any

from numpy.typing import NDArray

from herzdame.kernel.compile import compiled, compiled_apart
from herzdame.kernel.knowledge import exchange
from herzdame.kernel.seats import EVERYBODY
from herzdame.kernel.table import clear, move, show

from .court import BEGIN, HAND, HAND_SIZE, KINDS, POSSIBLE, RANK, WAND, Palace


@compiled
def first_slot(seat: int) -> int:
    """Where a seat's hand begins."""
    return HAND + HAND_SIZE * seat


@compiled
def has(s: Palace, seat: int, card: int) -> bool:
    """Does the seat hold such a card?"""
    found = 0
    for slot in range(first_slot(seat), first_slot(seat) + s.held[seat]):
        found += s.card[slot] == card
    return found > 0


@compiled
def draw(s: Palace, seat: int) -> int:
    """The top card of the draw pile goes into the hand, unseen by others; there is one.  Says where it is now."""
    s.draw_pile -= 1
    slot = first_slot(seat) + s.held[seat]
    move(s, first_slot(s.seats) + s.draw_pile, slot)
    show(s, slot, seat)
    s.held[seat] += 1
    return int(slot)


@compiled
def discard(s: Palace, card: int) -> None:
    """A card goes openly onto the discard pile."""
    s.pile[s.discarded] = card
    s.discarded += 1


@compiled_apart
def lay(s: Palace, seat: int, card: int) -> None:
    """The card leaves the hand for the discard pile; what can be known of the others stays known.

    Nobody can tell which of two equal cards was laid.  Where one of them was known to all, it may be the one that is
    gone (SQ.5).  Else the card comes, for all that others can tell, from the place in the hand of which most is known.
    """
    begin, end = first_slot(seat), first_slot(seat) + s.held[seat]
    real = told = -1
    for slot in range(begin, end):
        if s.shown[slot] >> EVERYBODY & 1:
            if s.card[slot] == card:
                real = told = slot
                break
            continue
        if s.card[slot] == card:
            real = slot
        if not s.barred[slot] & KINDS[card] and (told < 0 or s.barred[slot] > s.barred[told]):
            told = slot
    if real != told:
        exchange(s, real, told)
    discard(s, card)
    s.held[seat] -= 1
    if told == end - 1:
        clear(s, told)
    else:
        move(s, end - 1, told)


@compiled_apart
def number_discards(s: Palace, seat: int, out: NDArray[Any], n: int) -> int:
    """SQ.7: append to `out` the discards that the numbers in this hand of five allow; returns how many it holds."""
    begin = n
    for at in range(HAND_SIZE):
        number = max(0, s.card[first_slot(seat) + at] - WAND)
        to = begin + at
        while to > begin and out[to - 1] > number:
            out[to] = out[to - 1]
            to -= 1
        out[to] = number
    place = 0
    for at in range(HAND_SIZE):
        place += RANK[at, out[begin + at]]
    for at in range(BEGIN[place], BEGIN[place + 1]):
        out[n] = POSSIBLE[at]
        n += 1
    return n
