"""Many matches between bots: the fast loop, compiled, and the slow one that keeps every step.

Both play the same matches from the same seed.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from os import cpu_count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from herzdame.kernel.compile import compiled
from herzdame.kernel.contract import Game
from herzdame.kernel.knowledge import view
from herzdame.kernel.match import CHANCE, Match
from herzdame.kernel.seeds import Fast, sow
from herzdame.kernel.table import Table, first_of
from herzdame.kernel.verbs import apply, chance, score

from .ladder import BOT_STREAMS, RANDOM, Bot, bot_number, choose

CHUNK = 2000  # matches between two reports of progress


@dataclass(frozen=True)
class Matches:
    """What is kept of every match."""

    scores: NDArray[np.float64]  # by match and seat
    endings: NDArray[np.int8]
    decisions: NDArray[np.int32]
    deals: NDArray[np.int32]  # and shuffles and rolls

    @classmethod
    def empty(cls, matches: int, seats: int) -> "Matches":
        counts = np.zeros((2, matches), np.int32)
        return cls(np.zeros((matches, seats)), np.zeros(matches, np.int8), counts[0], counts[1])

    def part(self, start: int, stop: int) -> "Matches":
        some = slice(start, stop)
        return Matches(self.scores[some], self.endings[some], self.decisions[some], self.deals[some])


@compiled
def play_out(s: Table, seen: Any, bots: NDArray[Any], seed: Any, rngs: Any, out: NDArray[Any]) -> int:
    """Play the match at `s` to its end; returns how many decisions it took.

    `rngs` are the generators of the seats, and last the one for deals.  Bots other than the random
    one are shown a view, laid out in `seen`.
    """
    decisions = 0
    for seat in range(s.seats):
        sow(rngs[seat], seed ^ np.uint64(BOT_STREAMS), seat)
    while not s.over:
        if s.acting == 0:
            sow(rngs[-1], seed, s.step)
            chance(s, rngs[-1])
            continue
        seat = first_of(s.acting)
        if bots[seat] == RANDOM:
            action = choose(RANDOM, s, seat, rngs[seat], out)
        else:
            seen[0] = s
            view(seen[0], seat)
            action = choose(bots[seat], seen[0], seat, rngs[seat], out)
        apply(s, seat, action)
        decisions += 1
    return decisions


@compiled
def play_many(
    fresh: Any,
    tables: Any,
    bots: NDArray[Any],
    run: Any,
    first: int,
    rngs: Any,
    out: NDArray[Any],
    scores: NDArray[np.float64],
    endings: NDArray[np.int8],
    decisions: NDArray[np.int32],
    deals: NDArray[np.int32],
) -> None:
    """Play a chunk of matches, each from a fresh table, and note what came of them."""
    s = tables[0]
    for match in range(decisions.size):
        tables[0] = fresh[0]
        sow(rngs[-1], run, first + match)
        decisions[match] = play_out(s, tables[1:], bots, rngs[-1][0], rngs, out)
        deals[match] = s.step - decisions[match]
        endings[match] = s.over
        score(s, scores[match])


def simulate(
    game: Game,
    seats: int,
    options: dict[str, str],
    bots: Sequence[str],
    matches: int,
    seed: int,
    progress: Callable[[int], None] = lambda done: None,
) -> Matches:
    """Play `matches` matches on all cores."""
    fresh = game.new(seats, options)
    kinds = np.array([bot_number(name) for name in bots], np.int8)
    results = Matches.empty(matches, seats)

    def chunk(start: int) -> int:
        part = results.part(start, min(start + CHUNK, matches))
        tables, (out, _) = np.repeat(fresh, 2), game.room()
        rngs = np.zeros((seats + 1, 1), np.uint64)
        play_many(
            fresh, tables, kinds, np.uint64(seed), start, rngs, out,
            part.scores, part.endings, part.decisions, part.deals,
        )  # fmt: skip
        return len(part.decisions)

    if matches:
        progress(chunk(0))  # compiles, where that is due, before the threads start
    pool = ThreadPoolExecutor(cpu_count())
    try:
        for done in pool.map(chunk, range(CHUNK, matches, CHUNK)):
            progress(done)
    finally:
        pool.shutdown(cancel_futures=True)
    return results


def stepwise(
    game: Game, seats: int, options: dict[str, str], bots: Sequence[str], matches: int, seed: int
) -> Iterator[Match]:
    """The same matches, one by one, with every step kept."""
    for number in range(matches):
        seeds = Fast(seed, number)
        match = Match(game, seats, options, seeds, players=bots)
        players = [Bot(game, name, seat, seeds.seed) for seat, name in enumerate(bots)]
        while not match.over:
            seat = match.acting[0]
            match.act(seat, players[seat].choose(match.seen(seat)))
        yield match


def note(results: Matches, at: int, match: Match) -> None:
    """Keep of a match played stepwise what the fast loop would have kept."""
    chances = sum(step.seat == CHANCE for step in match.steps)
    results.deals[at] = chances
    results.decisions[at] = len(match.steps) - chances
    results.endings[at] = match.table.over
    results.scores[at] = match.result.scores if match.result else 0
