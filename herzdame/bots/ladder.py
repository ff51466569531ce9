"""The bots there are, and how one of them takes its turn, compiled and from Python.

A bot is called by its kind, and by how much it may think where it thinks: `greedy`, `search:1000` (rounds of
thought), `search:200ms`.
"""

import re
import time
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from herzdame.kernel import run
from herzdame.kernel.chance import Chance, below
from herzdame.kernel.compile import compiled_door
from herzdame.kernel.contract import Game
from herzdame.kernel.errors import Code, Refused, unknown
from herzdame.kernel.match import Match
from herzdame.kernel.seeds import fast_generator
from herzdame.kernel.verbs import legal

from .greedy import keep_best
from .search import GIVEN, MOST_MOMENTS, clear, favourite, grow, new_tables, new_tree

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
        self.out, self.room = game.room()
        if self.sort.kind == SEARCH:
            self.tables, self.words = new_tables(game)
            self.tree = new_tree(game, self.sort.rounds)

    def decide(self, match: Match) -> int:
        """What to do now at this match."""
        return self.choose(self.given(match.tables))

    def given(self, tables: Any) -> Any:
        """All that the bot learns of a table: what its seat sees of it, with the rest face down or dealt anew."""
        given = tables.copy()
        if self.sort.kind == SEARCH:
            run.redeal(given, 0, self.seat, self.rng, self.room)
        else:
            run.view(given, 0, self.seat)
        return given

    def choose(self, given: Any) -> int:
        """What to do, by what was given."""
        if self.sort.kind == SEARCH:
            return self.think(given)
        return int(react(self.sort.kind, given, self.seat, self.rng, self.out))

    def think(self, given: Any) -> int:
        """Search for so many rounds, or until the time is over."""
        if run.legal(given, 0, self.seat, self.out) == 1:
            return int(self.out[0])
        until = time.perf_counter() + self.sort.milliseconds / 1000
        self.tables[GIVEN] = given[0]
        clear(self.tree)
        if self.sort.milliseconds:
            while True:
                self.grow(AT_A_TIME)
                if time.perf_counter() >= until:
                    break
        else:
            self.grow(self.sort.rounds)
        return int(favourite(self.tables, self.seat, self.tree))

    def grow(self, rounds: int) -> None:
        """So many rounds of thought more."""
        grow(self.tables, self.words, self.seat, rounds, self.rng, self.tree)


@compiled_door
def react(kind: int, given: Any, seat: int, rng: Chance, out: NDArray[Any]) -> int:
    """The action of a bot that does not think ahead."""
    s = given[0]
    n = legal(s, seat, out)
    if kind == GREEDY:
        n = keep_best(s, seat, out, n)
    return out[below(n, rng)]  # type: ignore[no-any-return]
