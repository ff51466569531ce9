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

from herzdame.kernel import run
from herzdame.kernel.chance import below
from herzdame.kernel.compile import compiled_door
from herzdame.kernel.contract import Game
from herzdame.kernel.errors import Code, Refused
from herzdame.kernel.knowledge import view
from herzdame.kernel.match import CHANCE, Match
from herzdame.kernel.seeds import Fast, sow
from herzdame.kernel.table import first_of
from herzdame.kernel.verbs import apply, chance, legal, score

from .greedy import keep_best
from .ladder import BOT_STREAMS, GREEDY, SEARCH, Bot, Sort, sort_of

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


@compiled_door
def play_many(
    fresh: Any,
    match: Any,
    seen: Any,
    kinds: NDArray[Any],
    number: Any,
    first: int,
    rngs: Any,
    out: NDArray[Any],
    scores: NDArray[np.float64],
    endings: NDArray[np.int8],
    decisions: NDArray[np.int32],
    deals: NDArray[np.int32],
) -> None:
    """Play a chunk of matches, each from a fresh table, between bots that do not think ahead.

    `rngs` are the generators of the seats, and last the one for deals.
    """
    s = match[0]
    for at in range(decisions.size):
        match[0] = fresh[0]
        sow(rngs[-1], number, first + at)
        seed = rngs[-1][0]
        for seat in range(s.seats):
            sow(rngs[seat], seed ^ np.uint64(BOT_STREAMS), seat)
        while not s.over:
            if s.acting == 0:
                sow(rngs[-1], seed, s.step)
                chance(s, rngs[-1])
                continue
            seat = first_of(s.acting)
            n = legal(s, seat, out)
            if kinds[seat] == GREEDY:
                seen[0] = s
                view(seen[0], seat)
                n = keep_best(seen[0], seat, out, n)
            apply(s, seat, out[below(n, rngs[seat])])
            decisions[at] += 1
        deals[at] = s.step - decisions[at]
        endings[at] = s.over
        score(s, scores[at])


def play_chunk(game: Game, fresh: Any, sorts: Sequence[Sort], number: int, first: int, results: Matches) -> None:
    """The same from Python: matches `first` and following, into `results`."""
    out, _ = game.room()
    play_many(
        fresh, fresh.copy(), fresh.copy(), np.array([sort.kind for sort in sorts], np.int8),
        np.uint64(number), first, np.zeros((len(sorts) + 1, 1), np.uint64), out,
        results.scores, results.endings, results.decisions, results.deals,
    )  # fmt: skip


def think_through(game: Game, fresh: Any, bots: Sequence[str], seed: int, at: int, results: Matches) -> None:
    """The same for one match in which somebody thinks ahead, which takes longer than all that Python does here."""
    match, seeds = fresh.copy(), Fast(seed, at)
    s = match[0]
    players = [Bot(game, name, seat, seeds.seed) for seat, name in enumerate(bots)]
    while not s.over:
        if s.acting == 0:
            run.chance(match, 0, seeds.generator(s.step))
            continue
        player = players[first_of(s.acting)]
        run.apply(match, 0, player.seat, player.choose(player.given(match)))
        results.decisions[at] += 1
    results.deals[at] = s.step - results.decisions[at]
    results.endings[at] = s.over
    run.score(match, 0, results.scores[at])


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
    sorts = [reproducible(name) for name in bots]
    results = Matches.empty(matches, seats)
    size = 1 if any(sort.kind == SEARCH for sort in sorts) else CHUNK

    def chunk(start: int) -> int:
        part = results.part(start, min(start + size, matches))
        if size == 1:
            think_through(game, fresh, bots, seed, start, results)
        else:
            play_chunk(game, fresh, sorts, seed, start, part)
        return len(part.decisions)

    if matches:
        progress(chunk(0))  # compiles, where that is due, before the threads start
    pool = ThreadPoolExecutor(cpu_count())
    try:
        for done in pool.map(chunk, range(size, matches, size)):
            progress(done)
    finally:
        pool.shutdown(cancel_futures=True)
    return results


def reproducible(name: str) -> Sort:
    """A bot that does the same with the same seed."""
    sort = sort_of(name)
    if sort.milliseconds:
        raise Refused(
            Code.UNKNOWN_BOT,
            f"'{name}' thinks by the clock and would not play the same match twice; "
            "give it rounds of thought, such as search:1000.",
        )
    return sort


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
            match.act(seat, players[seat].decide(match))
        yield match


def note(results: Matches, at: int, match: Match) -> None:
    """Keep of a match played stepwise what the fast loop would have kept."""
    chances = sum(step.seat == CHANCE for step in match.steps)
    results.deals[at] = chances
    results.decisions[at] = len(match.steps) - chances
    results.endings[at] = match.table.over
    results.scores[at] = match.result.scores if match.result else 0
