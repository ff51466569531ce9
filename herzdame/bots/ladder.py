"""The bots there are, and how one of them takes its turn, compiled and from Python.

A bot is called by its kind, and by how much it may think where it thinks: `greedy`, `search:1000` (rounds of
thought), `search:200ms`.
"""

import re
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from herzdame.kernel import run
from herzdame.kernel.chance import Chance, below
from herzdame.kernel.compile import compiled_apart
from herzdame.kernel.contract import Game
from herzdame.kernel.errors import Code, Refused, unknown
from herzdame.kernel.knowledge import redeal, view
from herzdame.kernel.match import Match
from herzdame.kernel.seeds import fast_generator
from herzdame.kernel.verbs import legal

from .greedy import keep_best
from .search import GIVEN, MOST_MOMENTS, Tree, clear, favourite, grow, new_tables, new_tree

LADDER = ("random", "greedy", "search")  # from the weakest to the strongest
RANDOM, GREEDY, SEARCH = range(len(LADDER))

THOUGHT = 1000  # rounds of thought, where nothing else is said
MOST_THOUGHT = 1_000_000
AT_A_TIME = 64  # rounds of thought between two looks at the clock
BOT_STREAMS = 0x5EA7  # keeps the bots' chance apart from that of the deals


@dataclass(frozen=True)
class Sort:
    """What sort of bot: its kind, and how long it thinks."""

    kind: int
    rounds: int = 0
    milliseconds: int = 0


def sort_of(name: str) -> Sort:
    """The bot that is called so."""
    kind, colon, budget = name.partition(":")
    if kind not in LADDER:
        raise unknown(Code.UNKNOWN_BOT, "The bot", kind, LADDER)
    if LADDER.index(kind) != SEARCH:
        if colon:
            raise Refused(Code.UNKNOWN_BOT, f"'{name}': {kind} does not think ahead, so it is called just '{kind}'.")
        return Sort(LADDER.index(kind))
    found = re.fullmatch(r"(\d{1,9})(ms)?", budget if colon else str(THOUGHT))
    if found is None or not 1 <= int(found[1]) <= MOST_THOUGHT:
        raise Refused(
            Code.UNKNOWN_BOT,
            f"'{name}' is not a bot: behind 'search:' stands how many rounds it thinks, such as {THOUGHT}, "
            f"or how long, such as 200ms; at most {MOST_THOUGHT}.",
        )
    number = int(found[1])
    return Sort(SEARCH, MOST_MOMENTS, number) if found[2] else Sort(SEARCH, number)


class Bot:
    """A bot at one seat of one match."""

    def __init__(self, game: Game, name: str, seat: int, seed: int) -> None:
        self.sort = sort_of(name)
        self.seat = seat
        self.rng = fast_generator(seed ^ BOT_STREAMS, seat)
        self.tables, self.words = new_tables(game)
        self.tree = new_tree(game, self.sort.rounds)

    def decide(self, match: Match) -> int:
        """What to do now at this match."""
        return self.choose(self.given(match.tables))

    def given(self, tables: Any) -> Any:
        """All that the bot learns of a table: what its seat sees of it, with the rest face down or dealt anew."""
        given = tables.copy()
        if self.sort.kind == SEARCH:
            run.redeal(given, 0, self.seat, self.rng, self.tree.room)
        else:
            run.view(given, 0, self.seat)
        return given

    def choose(self, given: Any) -> int:
        """What to do, by what was given."""
        self.tables[GIVEN] = given[0]
        if self.sort.milliseconds:
            return self.choose_by_the_clock()
        return int(choose(self.sort.kind, self.sort.rounds, self.tables, self.words, self.seat, self.rng, self.tree))

    def choose_by_the_clock(self) -> int:
        """Think until the time is over."""
        until = time.perf_counter() + self.sort.milliseconds / 1000
        if run.legal(self.tables, GIVEN, self.seat, self.tree.out) == 1:
            return int(self.tree.out[0])
        clear(self.tree)
        while True:
            grow(self.tables, self.words, self.seat, AT_A_TIME, self.rng, self.tree)
            if time.perf_counter() >= until:
                return int(favourite_at(self.tables, self.seat, self.tree))


@compiled_apart
def choose(kind: int, rounds: int, tables: Any, words: NDArray[np.uint32], seat: int, rng: Chance, tree: Tree) -> int:
    """The action of a bot, by the table it is given at `tables[GIVEN]`."""
    s = tables[GIVEN]
    n = legal(s, seat, tree.out)
    if n > 1 and kind == SEARCH:
        clear(tree)
        grow(tables, words, seat, rounds, rng, tree)
        return favourite(s, seat, tree)
    if kind == GREEDY:
        n = keep_best(s, seat, tree.out, n)
    return tree.out[below(n, rng)]  # type: ignore[no-any-return]


@compiled_apart
def give(kind: int, tables: Any, seat: int, rng: Chance, tree: Tree) -> None:
    """The same as `Bot.given`, for a table that stands at `tables[GIVEN]`."""
    if kind == SEARCH:
        redeal(tables[GIVEN], seat, rng, tree.room)
    else:
        view(tables[GIVEN], seat)


@compiled_apart
def favourite_at(tables: Any, seat: int, tree: Tree) -> int:
    return favourite(tables[GIVEN], seat, tree)
