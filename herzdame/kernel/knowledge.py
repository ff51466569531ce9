"""What a seat may see, and the worlds it must think possible.  Written once, for every game.

These two functions decide what leaves the table: nothing else does.
"""

from typing import Any

from numpy.typing import NDArray

from .chance import Chance, below
from .compile import compiled, compiled_apart
from .table import Table, bit, sees, swap
from .verbs import back, hand_of, kind_of

FACE_DOWN = -1  # and lower, one number for each back: what a view shows of an unseen card


@compiled_apart
def view(s: Table, seat: int) -> None:
    """Turn face down whatever the seat has not been shown, and blank what others know in secret."""
    for slot in range(s.card.size):
        s.card[slot] = face(s, slot, seat)
        overlook(s, slot, seat)
    tidy(s, seat)


@compiled
def face(s: Table, slot: int, seat: int) -> int:
    """What the seat sees lying there: the card, or which back it has."""
    card = s.card[slot]
    return card if card <= 0 or sees(s, slot, seat) else FACE_DOWN - back(s, card)


@compiled_apart
def hidden(s: Table, seat: int) -> int:
    """How many cards the seat has not been shown."""
    cards = 0
    for slot in range(s.card.size):
        cards += s.card[slot] != 0 and not sees(s, slot, seat)
    return cards


@compiled_apart
def redeal(s: Table, seat: int, rng: Chance, room: NDArray[Any]) -> None:
    """Deal anew, within each kind of back, whatever the seat has not been shown.

    Every arrangement that the open knowledge (`barred`) allows is equally likely.  The outcome
    depends on what the seat may see and on `rng` alone, so that a redealt table can be given away
    and redealt again.  `room` is scratch space for two numbers a slot.
    """
    unseen = 0
    for slot in range(s.card.size):
        overlook(s, slot, seat)
        unseen += s.card[slot] != 0 and not sees(s, slot, seat)
    tidy(s, seat)
    kind_of_back = 0
    while unseen:
        free, bound = gather(s, seat, kind_of_back, room)
        sort(s, room, free + bound)
        while not deal_bound(s, room, free, bound, rng):
            pass
        for last in range(free - 1, 0, -1):
            exchange(s, room[last], room[below(last + 1, rng)])
        unseen -= free + bound
        kind_of_back += 1


@compiled
def overlook(s: Table, slot: int, seat: int) -> None:
    """Who has seen a card is hidden, too, unless everybody knows it."""
    s.shown[slot] = s.witnessed[slot] | (s.shown[slot] & bit(seat))


@compiled_apart
def tidy(s: Table, seat: int) -> None:
    """Sort every hand without an order by what the seat sees, so that no place in it tells which card came when."""
    for slot in range(1, s.card.size):
        to = slot
        while to and hand_of(s, to) and hand_of(s, to) == hand_of(s, to - 1) and is_before(s, to, to - 1, seat):
            swap(s, to, to - 1)
            to -= 1


@compiled
def is_before(s: Table, a: int, b: int, seat: int) -> bool:
    """Does what the seat sees at `a` belong before what it sees at `b`?  Empty slots come last."""
    if s.card[a] == 0 or s.card[b] == 0:
        return bool(s.card[a] != 0)
    mine, theirs = face(s, a, seat), face(s, b, seat)
    if mine != theirs:
        return mine < theirs
    if s.shown[a] != s.shown[b]:
        return bool(s.shown[a] < s.shown[b])
    if s.witnessed[a] != s.witnessed[b]:
        return bool(s.witnessed[a] < s.witnessed[b])
    return bool(s.barred[a] < s.barred[b])


@compiled_apart
def gather(s: Table, seat: int, kind_of_back: int, room: NDArray[Any]) -> tuple[int, int]:
    """Write into `room` the slots of unseen cards with this back: the unrestricted first, then the bound ones."""
    free = bound = 0
    for slot in range(s.card.size):
        if s.card[slot] and not sees(s, slot, seat) and back(s, s.card[slot]) == kind_of_back:
            if s.barred[slot]:
                room[s.card.size + bound] = slot
                bound += 1
            else:
                room[free] = slot
                free += 1
    for at in range(bound):
        room[free + at] = room[s.card.size + at]
    return free, bound


@compiled
def sort(s: Table, room: NDArray[Any], n: int) -> None:
    """Forget where the cards lay."""
    for at in range(1, n):
        to = at
        while to and s.card[room[to - 1]] > s.card[room[to]]:
            exchange(s, room[to - 1], room[to])
            to -= 1


@compiled_apart
def deal_bound(s: Table, room: NDArray[Any], free: int, bound: int, rng: Chance) -> bool:
    """Give every bound slot a card it may hold; False, where the try must be repeated to be fair.

    A slot picks among the `left` lawful cards that earlier picks have left over, though a fair
    arrangement knows nothing of an order of picking.  Keeping a pick with a chance of `left` in
    `most`, a number that no pick changes, makes every arrangement equally likely again.  The nearer
    `most` is to what can be left, the fewer tries: where slots know alike, not one is lost.
    """
    for at in range(free + bound - 1, free - 1, -1):
        most = lawful(s, room, free + bound, room[at]) - narrower(s, room, at, free + bound)
        left = lawful(s, room, at + 1, room[at])
        if left <= below(most, rng):
            return False
        exchange(s, room[at], room[nth_lawful(s, room, room[at], below(left, rng))])
    return True


@compiled
def nth_lawful(s: Table, room: NDArray[Any], slot: int, n: int) -> int:
    """Where the gathered card stands that is the n-th, counted from 0, of those that may lie in this slot."""
    at = 0
    while n or not may_hold(s, slot, s.card[room[at]]):
        n -= may_hold(s, slot, s.card[room[at]])
        at += 1
    return at


@compiled_apart
def lawful(s: Table, room: NDArray[Any], n: int, slot: int) -> int:
    """How many of the first `n` gathered cards may lie in this slot."""
    number = 0
    for at in range(n):
        number += may_hold(s, slot, s.card[room[at]])
    return number


@compiled
def narrower(s: Table, room: NDArray[Any], at: int, n: int) -> int:
    """How many slots that picked before this one took, whatever they took, a card that is lawful here."""
    number = 0
    for earlier in range(at + 1, n):
        number += s.barred[room[at]] & ~s.barred[room[earlier]] == 0
    return number


@compiled
def may_hold(s: Table, slot: int, card: int) -> bool:
    """Does open knowledge allow this card here?"""
    return not s.barred[slot] & kind_of(s, card)


@compiled
def exchange(s: Table, a: int, b: int) -> None:
    """Two unseen cards change places; what is known of the places stays."""
    s.card[a], s.card[b] = s.card[b], s.card[a]
