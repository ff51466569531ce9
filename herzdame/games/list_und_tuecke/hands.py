"""What a hand gives away, and what it does not (LT.7, LT.16-18).

Everybody sees the backs of a hand.  Cards with the same back that may have been the one that left are alike from then
on: what all know of each must hold for every one of them.  Places in a hand tell nothing (`HANDS` in `court.py`).
"""

from herzdame.kernel.compile import compiled, compiled_apart
from herzdame.kernel.seats import EVERYBODY
from herzdame.kernel.table import ALL, bar, bit, forget, kind, show
from herzdame.kernel.table import move as move_here

from .court import BACKS, EVERY_KIND, HAND, NONE, SLOTS, Kingdom, wide


@compiled_apart
def move(s: Kingdom, a: int, b: int) -> None:
    """The kernel's, compiled once for all of this game's many moves."""
    move_here(s, a, b)


@compiled
def back_at(s: Kingdom, slot: int) -> int:
    """The back of the card that lies here, of a view, too, where it lies face down."""
    card = wide(s.card[slot])
    return wide(BACKS[card]) if card > NONE else -1 - card


@compiled_apart
def with_back(s: Kingdom, seat: int, back: int) -> int:
    """How many cards with this back the seat holds."""
    number = 0
    for slot in range(HAND + 4 * seat, HAND + 4 * seat + s.held[seat]):
        number += back_at(s, slot) == back
    return number


@compiled_apart
def hand_cards(s: Kingdom, seat: int) -> int:
    """The cards in a hand as a mask, a bit for each card's number; it is looked at by its holder."""
    mask = 0
    for slot in range(HAND + 4 * seat, HAND + 4 * seat + s.held[seat]):
        mask |= bit(s.card[slot])
    return mask


@compiled_apart
def slot_of(s: Kingdom, seat: int, card: int) -> int:
    """Where in the hand the card is; the hand's end where it is not."""
    slot = HAND + 4 * seat
    end = slot + s.held[seat]
    while slot < end and s.card[slot] != card:
        slot += 1
    return slot


@compiled_apart
def receive(s: Kingdom, seat: int, slot: int) -> None:
    """The card from this slot comes into the hand; who knew it still does."""
    to = HAND + 4 * seat + s.held[seat]
    move(s, slot, to)
    show(s, to, seat)
    s.held[seat] += 1


@compiled_apart
def come_to_light(s: Kingdom, seat: int, slot: int) -> None:
    """LT.7: this card of a hand is about to be seen by all; it may have been any that nobody could rule out.

    So nobody can tell any longer which of them somebody knew.
    """
    card = s.card[slot]
    if s.shown[slot] & ALL:
        return
    alike, barred = 255, EVERY_KIND
    for other in range(HAND + 4 * seat, HAND + 4 * seat + s.held[seat]):
        if may_be(s, other, card):
            alike &= int(s.witnessed[other])
            barred &= int(s.barred[other])
    for other in range(HAND + 4 * seat, HAND + 4 * seat + s.held[seat]):
        if may_be(s, other, card):
            s.witnessed[other] = alike
            s.barred[other] = barred


@compiled
def may_be(s: Kingdom, slot: int, card: int) -> bool:
    """As far as everybody can tell, may this be that card?"""
    return is_hidden(s, slot, BACKS[card]) and not s.barred[slot] & kind(card)


@compiled_apart
def show_hand(s: Kingdom, seat: int, to: int) -> None:
    """LT.17: somebody sees a hand: which cards it holds, and not who knew which, or when they came."""
    for slot in range(HAND + 4 * seat, HAND + 4 * seat + s.held[seat]):
        come_to_light(s, seat, slot)
    for slot in range(HAND + 4 * seat, HAND + 4 * seat + s.held[seat]):
        show(s, slot, to)


@compiled
def is_hidden(s: Kingdom, slot: int, back: int) -> bool:
    """Is this a card with that back which was not shown to all?"""
    return BACKS[s.card[slot]] == back and not s.shown[slot] & ALL


@compiled_apart
def slip_out(s: Kingdom, seat: int, slot: int, to: int) -> None:
    """A card leaves the hand face down: only its player can tell which one of those with its back."""
    back, end = wide(BACKS[s.card[slot]]), HAND + 4 * seat + s.held[seat]
    if with_back(s, seat, back) == 1:
        move(s, slot, to)
        close_gap(s, seat, slot)
        return
    barred = EVERY_KIND
    for other in range(HAND + 4 * seat, end):
        if BACKS[s.card[other]] == back:
            if s.shown[other] & ALL:
                confine(s, seat, s.card[other])
                barred &= ~kind(s.card[other])
            else:
                barred &= int(s.barred[other])
    for other in range(HAND + 4 * seat, end):
        if BACKS[s.card[other]] == back:
            forget(s, other)
            show(s, other, seat)
            s.barred[other] = barred
    move(s, slot, to)
    close_gap(s, seat, slot)


@compiled_apart
def confine(s: Kingdom, seat: int, card: int) -> None:
    """Everybody has seen the card in this hand: wherever it goes from there, it is nowhere else."""
    for slot in range(SLOTS):
        elsewhere = slot < HAND + 4 * seat or slot >= HAND + 4 * (seat + 1)
        if elsewhere and s.card[slot] != NONE and BACKS[s.card[slot]] == BACKS[card]:
            bar(s, slot, kind(card))


@compiled_apart
def close_gap(s: Kingdom, seat: int, gap: int) -> None:
    """The cards behind an empty slot of the hand move up."""
    s.held[seat] -= 1
    for slot in range(gap, HAND + 4 * seat + s.held[seat]):
        move(s, slot + 1, slot)


@compiled
def turn_up(s: Kingdom, seat: int, slot: int) -> None:
    """LT.18: a card of a hand is shown to all."""
    come_to_light(s, seat, slot)
    show(s, slot, EVERYBODY)


@compiled
def shown_slot(s: Kingdom, seat: int) -> int:
    """LT.18: where in the hand the card is that was shown to all."""
    slot = HAND + 4 * seat
    while not s.shown[slot] & ALL:
        slot += 1
    return slot


@compiled_apart
def rule_out(s: Kingdom, seat: int, card: int) -> None:
    """LT.18: everybody heard that nobody but this seat can hold the card."""
    for other in range(wide(s.seats)):
        for slot in range(HAND + 4 * other, HAND + 4 * other + s.held[other]):
            if other != seat and BACKS[s.card[slot]] == BACKS[card]:
                bar(s, slot, kind(card))


@compiled_apart
def holders(s: Kingdom, but: int, back: int) -> int:
    """The mask of the seats, but for one, that hold a card with this back."""
    found = 0
    for seat in range(wide(s.seats)):
        if seat != but and with_back(s, seat, back):
            found |= bit(seat)
    return found
