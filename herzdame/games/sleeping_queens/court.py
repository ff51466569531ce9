"""What the box of Sleeping Queens holds, what a player can do with it, and the table it is played on.

What the published rules do not print, the worth of the queens and the numbers on the cards, stands here alone.
"""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from herzdame.kernel.table import Table, layout

from . import RED

SEATS = 5
HAND_SIZE = 5

# --- The cards (SQ.1, SQ.2) ----------------------------------------------------------------------

SPECIAL = {"king": 8, "jester": 5, "knight": 4, "potion": 4, "dragon": 3, "wand": 3}  # how many of each
NUMBERS = dict.fromkeys(range(1, 11), 4)  # house values
QUEENS = {  # points, house values
    "heart": 20,
    "cat": 15, "dog": 15, "pancake": 15,
    "ladybug": 10, "moon": 10, "peacock": 10, "sunflower": 10,
    "cake": 5, "rainbow": 5, "rose": 5, "starfish": 5,
}  # fmt: skip

CARDS = ("none", *SPECIAL, *map(str, NUMBERS), *QUEENS)
NONE, KING, JESTER, KNIGHT, POTION, DRAGON, WAND = range(1 + len(SPECIAL))
FIRST_QUEEN = WAND + len(NUMBERS) + 1
PLACES = len(QUEENS)

BOX = np.array([0, *SPECIAL.values(), *NUMBERS.values(), *(1 for _ in QUEENS)])  # how many of each card
RED_CARDS = np.repeat(np.arange(FIRST_QUEEN, dtype=np.int8), BOX[:FIRST_QUEEN])
BACKS = np.array([card >= FIRST_QUEEN for card in range(len(CARDS))], np.int8)  # red, and the queens' green
KIND_NAMES = (*SPECIAL, "number", "queen")
KINDS = np.array(
    [0]
    + [1 << at for at in range(len(SPECIAL))]
    + [1 << len(SPECIAL)] * len(NUMBERS)
    + [2 << len(SPECIAL)] * len(QUEENS)
)
NUMBER_KIND = 1 << len(SPECIAL)

# Queens who are awake are written as a mask, with a bit for each in the order above.


def queen_bit(name: str) -> int:
    """A queen in a mask of queens."""
    return 1 << [*QUEENS].index(name)


CAT, DOG, ROSE = map(queen_bit, ("cat", "dog", "rose"))
COURTS = range(1 << PLACES)
POINTS = np.array([sum(points for at, points in enumerate(QUEENS.values()) if court >> at & 1) for court in COURTS])
NUMBER = np.array([court.bit_count() for court in COURTS])
ENOUGH_QUEENS = np.array([0, 0, 5, 5, 4, 4])  # by seats (SQ.16)
ENOUGH_POINTS = np.array([0, 0, 50, 50, 40, 40])

# --- What a player can do ------------------------------------------------------------------------


def sums() -> Iterator[tuple[int, ...]]:
    """SQ.7: three or more numbers, of which the last is the sum of all the others."""
    for many in range(2, HAND_SIZE):
        for addends in combinations_with_replacement(NUMBERS, many):
            if sum(addends) in NUMBERS:
                yield (*addends, sum(addends))


PLAY, DISCARD, USELESS, WAKE, DECLINE, ROB, LULL, DEFEND, LET = range(9)
DISCARDS = [*((number,) for number in NUMBERS), *((number, number) for number in NUMBERS), *sums()]
ACTIONS: list[tuple[int, tuple[int, ...]]] = [  # what is done, and with which cards or at which place
    *((PLAY, (card,)) for card in (KING, JESTER, KNIGHT, POTION)),
    *((DISCARD, tuple(WAND + number for number in numbers)) for numbers in DISCARDS),
    *((USELESS, (card,)) for card in (KNIGHT, POTION, DRAGON, WAND)),
    *((WAKE, (place,)) for place in range(PLACES)),
    (DECLINE, ()),
    *((ROB, (queen,)) for queen in range(FIRST_QUEEN, FIRST_QUEEN + len(QUEENS))),
    *((LULL, (queen,)) for queen in range(FIRST_QUEEN, FIRST_QUEEN + len(QUEENS))),
    *((DEFEND, (card,)) for card in (DRAGON, WAND)),
    (LET, ()),
]
DEED = np.array([deed for deed, _ in ACTIONS], np.int8)
OBJECT = np.array([objects[0] if objects else NONE for _, objects in ACTIONS], np.int8)
LAID = np.array([[*objects, *[NONE] * (HAND_SIZE - len(objects))] for _, objects in ACTIONS], np.int8)
FIRST = np.array([next(at for at, (deed, _) in enumerate(ACTIONS) if deed == wanted) for wanted in range(LET + 1)])

# The numbers in a hand, with 0 for every other card and in ascending order, have a place among all such hands.  By
# that place stand the discards that are possible with them: in POSSIBLE from BEGIN[place] on, up to the next BEGIN.

RANK = np.array([[comb(number + at, at + 1) for number in range(len(NUMBERS) + 1)] for at in range(HAND_SIZE)])
HANDS = sorted(
    combinations_with_replacement(range(len(NUMBERS) + 1), HAND_SIZE),
    key=lambda hand: sum(RANK[at, number] for at, number in enumerate(hand)),
)
DISCARD_NAMED = {numbers: FIRST[DISCARD] + at for at, numbers in enumerate(DISCARDS)}
POSSIBLE_BY_HAND = [
    sorted(
        DISCARD_NAMED[some]
        for some in {some for many in range(1, HAND_SIZE + 1) for some in combinations(hand, many)} & {*DISCARDS}
    )
    for hand in HANDS
]
POSSIBLE = np.array([action for actions in POSSIBLE_BY_HAND for action in actions], np.int16)
BEGIN = np.cumsum([0, *map(len, POSSIBLE_BY_HAND)])

# --- The table -----------------------------------------------------------------------------------
#
#     slot   0 ... 11        12 ... 16   17 ... 21   ...
#            the places      seat 0      seat 1      ... and behind the last hand the draw pile, its top card last
#
# A queen's card stays at her place also while she is awake: everybody has seen her then, and it is there that she
# goes back to sleep.  Hands are packed.  What is not in a hand, nor on the draw pile, lies on the discard pile; the
# five slots more are for the cards that are missing in a hand while the draw pile is renewed.

PLACE = 0
HAND = PLACE + PLACES

DEALING, TURN, WAKES, MAY_WAKE, WAKES_MORE, AIMING, ANSWERING, REVEALING, REFILLING = range(9)


class Palace(Table):
    """One match of Sleeping Queens."""

    first: Annotated[int, np.int8]  # who begins; NOBODY while chance has to say
    turn: Annotated[int, np.int8]
    rounds: Annotated[int, np.int16]  # how often the turn has come to the one who began
    phase: Annotated[int, np.int8]
    weapon: Annotated[int, np.int8]  # the knight or potion that was played and is not settled yet
    aim: Annotated[int, np.int8]  # the queen it is aimed at
    asleep: Annotated[int, np.uint16]  # a bit for every place whose queen sleeps
    court: Annotated[NDArray[np.uint16], np.uint16, SEATS]  # the queens awake before each seat
    held: Annotated[NDArray[np.int8], np.int8, SEATS]  # how many cards are in each hand
    draw_pile: Annotated[int, np.int8]  # how many cards are left to draw
    shuffles: Annotated[int, np.int8]  # how often the draw pile was renewed
    discarded: Annotated[int, np.int8]  # how many cards lie on the discard pile
    pile: Annotated[NDArray[np.int8], np.int8, RED]  # and which, the first one below


TABLE: Any = layout(Palace, slots=HAND + RED + HAND_SIZE, kinds=len(KIND_NAMES))
