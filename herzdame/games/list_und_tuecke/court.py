"""The head of the rules: the twenty characters, and what a table holds."""

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from herzdame.games.list_und_tuecke import COLOURS, MOST_SEATS, ROUNDS
from herzdame.kernel.compile import compiled, compiled_apart
from herzdame.kernel.table import Table, layout, own_kinds

SEATS = MOST_SEATS

# --- The characters (LT.1) -----------------------------------------------------------------------
#
# This table is the one place for everything that is printed on the cards.  What the published rules do
# not tell is ours (house): ranks 5 to 19 but for their order of odd light and even dark ones, most crests, the
# abbot's victims, and some of what "may" be left undone.  The rulebook (LT.1) marks them; the order of the lines is the
# order of the ranks.

NOTHING, HEAL, WAIT, TRADE, GAZE, STRIKE, EXCHANGE, SENTENCE, SCHEME, LOOK, THREATEN, BLESS, INQUIRE = DEEDS = range(13)
MUST, MAY = False, True
LIGHT, DARK = range(2)


class Character(NamedTuple):
    """What is printed on a card."""

    name: str
    back: int
    blue: int  # crests: what the card brings its owner at the end of a chapter
    green: int
    yellow: int
    deed: int
    may: bool  # may the player leave it undone?
    victims: tuple[str, ...] = ()


CHARACTERS = (
    #  rank       name            back   blue green yellow  instruction   victims
    Character("quack",            LIGHT,   0,   0,   0,     HEAL,     MUST),
    Character("black_knight",     DARK,    0,   0,   0,     WAIT,     MAY),
    Character("courtesan",        LIGHT,   0,   0,   0,     TRADE,    MAY),
    Character("clairvoyant",      DARK,    0,   0,   0,     GAZE,     MAY),
    Character("poisoner",         LIGHT,   0,   0,   0,     STRIKE,   MUST, ("bishop", "abbot")),  # rank 5
    Character("berserker",        DARK,    0,   0,   0,     STRIKE,   MUST, ("wizard", "schemer")),
    Character("assassin",         LIGHT,   0,   0,   0,     STRIKE,   MUST, ("king", "queen")),
    Character("abbot",            DARK,    0,   1,   0,     STRIKE,   MUST, ("witch", "druid")),
    Character("druid",            LIGHT,   0,   0,   1,     EXCHANGE, MAY),
    Character("white_knight",     DARK,    1,   0,   0,     EXCHANGE, MAY),  # rank 10
    Character("monk",             LIGHT,   0,   1,   0,     EXCHANGE, MAY),
    Character("executioner",      DARK,    0,   0,   0,     SENTENCE, MUST),
    Character("schemer",          LIGHT,   0,   0,   0,     SCHEME,   MUST),
    Character("witch",            DARK,    0,   0,   1,     LOOK,     MAY),
    Character("queen",            LIGHT,   1,   0,   0,     THREATEN, MUST, ("king",)),  # rank 15
    Character("king",             DARK,    2,   0,   0,     THREATEN, MUST, ("queen",)),
    Character("saint",            LIGHT,   0,   0,   0,     BLESS,    MUST),
    Character("bishop",           DARK,    0,   2,   0,     NOTHING,  MUST),
    Character("wizard",           LIGHT,   0,   0,   2,     NOTHING,  MUST),
    Character("inquisitor",       DARK,    0,   0,   0,     INQUIRE,  MAY),  # rank 20; "may" is the swap
)  # fmt: skip

NONE = 0
CARDS = ("none", *(character.name for character in CHARACTERS))
LAST = len(CHARACTERS)
BLACK_KNIGHT, EXECUTIONER, SCHEMER, SAINT, INQUISITOR = (
    CARDS.index(name) for name in ("black_knight", "executioner", "schemer", "saint", "inquisitor")
)
BOX = np.array([0] + [1] * LAST)
BACKS = np.array([0, *(character.back for character in CHARACTERS)], np.int8)
KINDS = own_kinds(LAST)
CRESTS = np.array([(0, 0, 0), *((one.blue, one.green, one.yellow) for one in CHARACTERS)], np.int8)
DEED = np.array([NOTHING, *(character.deed for character in CHARACTERS)], np.int8)
OPTIONAL = np.array([MUST, *(character.may for character in CHARACTERS)])
VICTIMS = np.array([0, *(sum(1 << CARDS.index(one) for one in character.victims) for character in CHARACTERS)])
WITH_BACK = np.array([sum(1 << card for card in range(1, LAST + 1) if BACKS[card] == back) for back in (LIGHT, DARK)])
EVERY_KIND = (1 << LAST) - 1

INQUISITOR_RANKS = (0, 20)
UNCHOSEN = -1

# --- The rest of the box -------------------------------------------------------------------------

BLUE, GREEN, YELLOW = range(len(COLOURS))
ELIMINATION = len(COLOURS)  # what else can lie in the chapel
TOKENS = np.array([0, 0, 0, 11, 13], np.int8)  # of each colour, by the number of players (LT.1, LT.2)
ELIMINATIONS = 20  # points in all (LT.1)
CHAPEL = 4
LEFT_OUT = 4  # with three players: the first four ranks, or by chance (LT.2)
FIXED, RANDOM = range(2)

# --- The table -----------------------------------------------------------------------------------
#
#     slot   0 1 2 3    4 5 6 7   ...    16 17   18 19   20 21 22 23   24 25   26 27
#            seat 0     seat 1           middle: dark    offered by    set aside: dark
#            hand       hand             light           each seat     light
#
# A hand is packed, and its order says nothing: every view sorts it in its own way.

HAND = 0
MIDDLE = HAND + 4 * SEATS
OFFERED = MIDDLE + 4
ASIDE = OFFERED + SEATS
SLOTS = ASIDE + LEFT_OUT
HANDS = np.array([1 + slot // 4 if slot < MIDDLE else 0 for slot in range(SLOTS)], np.int8)


class Kingdom(Table):
    """One match of Mit List und Tücke."""

    sixteen: Annotated[int, np.int8]
    first: Annotated[int, np.int8]  # who has the start-player card; NOBODY while chance has to say
    chapter: Annotated[int, np.int8]
    phase: Annotated[int, np.int8]
    turns: Annotated[int, np.int8]  # over in this chapter
    turn: Annotated[int, np.int8]  # whose it is, also while a partner is asked
    held: Annotated[NDArray[np.int8], np.int8, SEATS]  # cards in hand
    height: Annotated[NDArray[np.int8], np.int8, SEATS]  # cards on the pile
    pile: Annotated[NDArray[np.int8], np.int8, ROUNDS * SEATS]  # four places for each seat
    down: Annotated[int, np.uint16]  # a bit for every place where an eliminated card lies
    rank: Annotated[int, np.int8]  # of the inquisitor, in this chapter
    named: Annotated[int, np.int8]  # whom the executioner threatens, in this chapter
    swapped: Annotated[int, np.uint8]  # the courtesan's swaps: a bit for each back
    partner: Annotated[int, np.int8]  # who swaps with whoever's turn it is
    collected: Annotated[int, np.int8]  # how many seats took their tokens at the end of the chapter
    tokens: Annotated[NDArray[np.int8], np.int8, SEATS * len(COLOURS)]  # three numbers for each seat
    supply: Annotated[NDArray[np.int8], np.int8, len(COLOURS)]
    chapel: Annotated[NDArray[np.int8], np.int8, CHAPEL]  # 0 is an empty field, else one more than the colour
    points: Annotated[NDArray[np.int8], np.int8, SEATS]  # for eliminations
    eliminations: Annotated[int, np.int8]  # points left in the supply


TABLE = layout(Kingdom, slots=SLOTS, kinds=LAST)

# --- Words of the rules ---------------------------------------------------------------------------


@compiled
def wide(number: int) -> int:
    """The same number in the width of all others, so that what takes it is compiled once."""
    return np.int64(number)  # type: ignore[return-value]


@compiled
def lowest_rank(s: Kingdom) -> int:
    """LT.2: three players leave out the first four ranks, unless chance sets four cards aside."""
    return LEFT_OUT + 1 if s.seats == 3 and s.sixteen == FIXED else 1


@compiled
def place(seat: int, layer: int) -> int:
    """Where on the piles a seat's card lies that it played as number `layer`, counted from 0."""
    return ROUNDS * seat + layer


@compiled_apart
def open_top(s: Kingdom, seat: int) -> int:
    """The card that lies open on top of a seat's pile, if there is one (LT.7)."""
    top = place(seat, s.height[seat] - 1)
    return wide(s.pile[top]) if s.height[seat] and not s.down >> top & 1 else NONE


@compiled
def rank_of(s: Kingdom, card: int) -> int:
    """LT.19: the inquisitor's rank was chosen; every other card's is its number."""
    return s.rank if card == INQUISITOR else card


@compiled
def turn_card(s: Kingdom) -> int:
    """The card that was played last by whoever's turn it is."""
    return wide(s.pile[place(s.turn, s.height[s.turn] - 1)])
