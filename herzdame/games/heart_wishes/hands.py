"""The table of Heart wishes, and its cards: hands, draw pile, discard pile, and what lies before the players."""

from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from herzdame.games.heart_wishes import HAND_SIZES, SEATS, WISHES_A_STONE
from herzdame.games.heart_wishes.track import COLOURS, FIELDS
from herzdame.kernel.chance import Chance, shuffle
from herzdame.kernel.compile import compiled, compiled_apart
from herzdame.kernel.seats import EVERYBODY, NOBODY
from herzdame.kernel.table import Table, bar, bit, clear, forget, kind, layout, move, own_kinds, show

# --- The cards (HW.2) ----------------------------------------------------------------------------
#
# The wish for field f is card f + 1.  Knots are no cards of the box: see `decide` below.

TRACK = len(FIELDS)
ROUND = len(COLOURS)  # so many fields on, the same colour comes again
KNOT = TRACK + 1
KNOTS_A_SEAT = 4
BOX = np.array([0] + [1] * TRACK + [KNOTS_A_SEAT * SEATS])
BACKS = np.array([0] * KNOT + [1], np.int8)
KINDS = own_kinds(KNOT)
EVERY_WISH = (1 << TRACK) - 1

# --- The table -----------------------------------------------------------------------------------
#
#     slot   ... 6 7 8 9 10   11 12 13 14 15     16 17 18 ...      42 43 44 45   46 ...
#                starter's    the next one's     the draw pile     seat 0 ties   seat 1 ...
#
# Hands lie against the draw pile, the starter's first: so a shuffled pile is dealt where it lies.
# A hand is packed, and in the order in which its cards were drawn.

HAND_SIZE = np.array([HAND_SIZES.get(seats, 0) for seats in range(SEATS + 1)], np.int8)
DEALT = [seats * size for seats, size in HAND_SIZES.items()]
PILE = max(DEALT)
AT_ONCE = 3  # wishes that a seat can lay down in one turn
KNOTS = PILE + TRACK - min(seats * (size - AT_ONCE) for seats, size in HAND_SIZES.items())
SLOTS = KNOTS + KNOTS_A_SEAT * SEATS
BEFORE = 2 * WISHES_A_STONE - 1  # the most wishes that can lie before a seat

# What a wish can be for, seen from the figure.
HERE, BEHIND, AHEAD, DONE = range(KNOTS_A_SEAT)
STEP_TO = np.array([0, TRACK - 1, 1], np.int8)


class Hearts(Table):
    """One match of Heart wishes."""

    stones: Annotated[int, np.int8]  # in the whole match
    children: Annotated[int, np.int8]
    open_hands: Annotated[int, np.int8]
    figure: Annotated[int, np.int8]  # its field; NOBODY while chance has to say
    first: Annotated[int, np.int8]  # who begins; NOBODY: the youngest
    age: Annotated[NDArray[np.int8], np.int8, SEATS]  # 0 is the youngest seat
    phase: Annotated[int, np.int8]
    turn: Annotated[int, np.int8]  # whose turn it is
    turns: Annotated[int, np.int16]  # the turns so far, this one included
    dice: Annotated[NDArray[np.int8], np.int8, 2]  # as they lie: 1 to 5 a colour, then white; 0 nothing
    pips: Annotated[int, np.int8]  # as the pip die lies, or 0
    blood: Annotated[NDArray[np.int8], np.int8, SEATS]
    supply: Annotated[int, np.int8]  # of heart-blood
    small_heart: Annotated[int, np.int8]  # the stones on it
    won: Annotated[NDArray[np.int8], np.int8, SEATS]  # stones, bundles included
    bundled: Annotated[int, np.uint8]  # a bit for every seat with three wishes that count as a stone (HW.17)
    held: Annotated[NDArray[np.int8], np.int8, SEATS]  # how many cards in each hand
    lain: Annotated[NDArray[np.int8], np.int8, SEATS]  # how many wishes lie before each seat
    front: Annotated[NDArray[np.int8], np.int8, BEFORE * SEATS]  # and which, the oldest first
    discard: Annotated[int, np.uint32]  # a bit for every wish on the discard pile
    fulfilled: Annotated[int, np.uint32]  # a bit for every wish on it or before a seat
    top: Annotated[int, np.int8]  # the slot of the next card to draw
    pile: Annotated[int, np.int8]  # how many there are to draw
    shuffles: Annotated[int, np.int8]  # how often the discard pile became the draw pile
    since: Annotated[NDArray[np.int8], np.int8, PILE]  # by slot of a hand: how often when the card was drawn


TABLE = layout(Hearts, slots=SLOTS, kinds=KNOT)


# --- Dealing and drawing -------------------------------------------------------------------------


@compiled_apart
def deal_cards(s: Hearts, rng: Chance) -> None:
    """HW.3: the wishes are shuffled and dealt, the starter first, the whole hand in one go."""
    size = HAND_SIZE[s.seats]
    start = PILE - s.seats * size
    for at in range(TRACK):
        s.card[start + at] = at + 1
    shuffle(s.card, start, start + TRACK, rng)
    for slot in range(KNOTS, SLOTS):
        s.card[slot] = KNOT
    for seat in range(s.seats):
        for at in range(size):
            look(s, seat, hand(s, seat) + at)
        s.held[seat] = size
    s.top = PILE
    s.pile = TRACK - s.seats * size


@compiled_apart
def refill(s: Hearts) -> bool:
    """HW.13: clockwise from the player on turn, each the whole hand in one go; False where the pile ran out."""
    for after in range(s.seats):
        seat = (s.turn + after) % s.seats
        while s.held[seat] < HAND_SIZE[s.seats]:
            draw(s, seat)
            if s.pile == 0:
                return False
    return True


@compiled
def draw(s: Hearts, seat: int) -> None:
    """The top card goes into the hand; there is one."""
    slot = hand(s, seat) + s.held[seat]
    move(s, s.top, slot)
    look(s, seat, slot)
    s.since[slot] = s.shuffles
    s.held[seat] += 1
    s.top += 1
    s.pile -= 1


@compiled
def look(s: Hearts, seat: int, slot: int) -> None:
    """A card in hand is for its holder's eyes.  HW.19: with open hands, for everybody's."""
    show(s, slot, EVERYBODY if s.open_hands else seat)


@compiled_apart
def reshuffle(s: Hearts, rng: Chance) -> None:
    """HW.15: the discard pile is shuffled and becomes the draw pile.

    Everybody knows its cards: none of them is in a hand, and in the pile there are no others.
    """
    back = int(s.discard)
    for slot in range(PILE):
        if s.card[slot]:
            bar(s, slot, back)
    s.top = PILE
    s.pile = 0
    for at in range(TRACK):
        if back >> at & 1:
            s.card[PILE + s.pile] = at + 1
            bar(s, PILE + s.pile, EVERY_WISH ^ back)
            s.pile += 1
    shuffle(s.card, PILE, PILE + s.pile, rng)
    s.fulfilled = int(s.fulfilled) ^ back
    s.discard = 0
    s.shuffles += 1


# --- Deciding in secret --------------------------------------------------------------------------
#
# Nobody may see what somebody is about to lay down, nor how many wishes, until all have decided.  So the wishes
# stay in the hand, and the player ties knots in a handkerchief: one for each of the three fields whose wish is not to
# be laid, and one as a sign of having decided.  A tied knot is seen by that player alone.


@compiled
def fitting(s: Hearts, seat: int) -> int:
    """Which wishes within reach of the figure the seat holds: a bit each for HERE, BEHIND and AHEAD."""
    mask = 0
    start = hand(s, seat)
    for slot in range(start, start + s.held[seat]):
        way = (s.card[slot] - 1 - s.figure) % TRACK
        if way == 0:
            mask |= bit(HERE)
        elif way == 1:
            mask |= bit(AHEAD)
        elif way == TRACK - 1:
            mask |= bit(BEHIND)
    return mask


@compiled
def decide(s: Hearts, seat: int, wishes: int) -> None:
    """HW.12: these wishes (a bit each) are to be laid down, if one holds and can pay them; nobody else can tell."""
    tie(s, seat, DONE)
    for where in range(DONE):
        if not wishes >> reached(s, where) & 1:
            tie(s, seat, where)


@compiled
def tie(s: Hearts, seat: int, which: int) -> None:
    s.shown[knot(seat, which)] |= bit(seat)  # and nobody is known to have seen it


@compiled_apart
def lay_down(s: Hearts, seat: int) -> None:
    """HW.12: what the seat decided comes into the open; each wish of a neighbouring field costs one heart-blood."""
    found = fitting(s, seat)
    for where in range(DONE):
        if found >> where & 1 and s.shown[knot(seat, where)] == 0 and (where == HERE or s.blood[seat]):
            if where != HERE:
                s.blood[seat] -= 1
                s.supply += 1
            put_before(s, seat, reached(s, where))
    for which in range(KNOTS_A_SEAT):
        forget(s, knot(seat, which))


@compiled
def put_before(s: Hearts, seat: int, wish: int) -> None:
    """The wish for this field leaves the hand, which closes up, and lies before the seat."""
    slot = hand(s, seat)
    while s.card[slot] != wish + 1:
        slot += 1
    clear(s, slot)
    s.held[seat] -= 1
    for later in range(slot, hand(s, seat) + s.held[seat]):
        move(s, later + 1, later)
        s.since[later] = s.since[later + 1]
    s.front[BEFORE * seat + s.lain[seat]] = wish + 1
    s.lain[seat] += 1
    s.fulfilled |= bit(wish)


@compiled
def hand_in(s: Hearts, seat: int) -> None:
    """HW.14: the three oldest wishes before the seat go to the discard pile."""
    start = BEFORE * seat
    for at in range(WISHES_A_STONE):
        s.discard |= kind(s.front[start + at])
    s.lain[seat] -= WISHES_A_STONE
    for at in range(BEFORE):
        s.front[start + at] = s.front[start + at + WISHES_A_STONE] if at < s.lain[seat] else 0


@compiled_apart
def census(s: Hearts, counts: NDArray[Any]) -> None:
    """HW.2: where the thirty wishes are, and the knots."""
    for slot in range(SLOTS):
        counts[s.card[slot]] += s.card[slot] != 0
    for at in range(TRACK):
        counts[at + 1] += int(s.discard) >> at & 1
    for at in range(BEFORE * SEATS):
        counts[s.front[at]] += s.front[at] != 0


# --- Places --------------------------------------------------------------------------------------


@compiled
def hand(s: Hearts, seat: int) -> int:
    """The first slot of the seat's hand."""
    place = (seat - s.first) % s.seats
    return PILE - (s.seats - place) * int(HAND_SIZE[s.seats])


@compiled
def knot(seat: int, which: int) -> int:
    """The slot of one of the seat's knots."""
    return KNOTS + KNOTS_A_SEAT * seat + which


@compiled
def reached(s: Hearts, where: int) -> int:
    """The field HERE, BEHIND or AHEAD."""
    return (int(s.figure) + int(STEP_TO[where])) % TRACK


@compiled
def youngest(s: Hearts) -> int:
    """HW.3: the youngest of all."""
    who = NOBODY
    for seat in range(s.seats):
        if s.age[seat] == 0:
            who = seat
    return who
