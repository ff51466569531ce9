"""How strong the bots are, how fast the one that searches thinks, and that none of them looks at hidden cards.

python bench/strength.py                      all of it, in all games
python bench/strength.py ladder GAME          one part: ladder, thought, blind; and one game
"""

import sys
import time
from itertools import pairwise

import numpy as np

from herzdame.bots.arena import Arena
from herzdame.bots.ladder import LADDER, THOUGHT, Bot
from herzdame.kernel import run
from herzdame.kernel.contract import Game, games
from tests.gallery import Variant, moments, twisted

DEALS = {"search": 1500, "greedy": 300}  # by the stronger of two bots; each is played twice
POSITIONS = 2000
LEAST_DECISIONS = 500_000  # a second in the thoughts of a search


def main() -> int:
    """Run the parts that were asked for."""
    parts = {"ladder": ladder, "thought": thought, "blind": blind}
    shelf = {name: found for name, found in games().items() if found.package.startswith("herzdame.")}
    for word in sys.argv[1:]:
        if word not in [*parts, *shelf]:
            print(f"strength: there is no '{word}'; there is {', '.join([*parts, *shelf])}.", file=sys.stderr)
            return 2
    wanted_parts = [part for name, part in parts.items() if name in sys.argv] or list(parts.values())
    wanted_games = [found for name, found in shelf.items() if name in sys.argv] or list(shelf.values())
    kept = True
    for part in wanted_parts:
        for found in wanted_games:
            kept &= part(found)
    return 0 if kept else 1


def strongest_first() -> list[str]:
    """The bots of the ladder by name, thinking as long as they do where nothing is said."""
    return [f"{kind}:{THOUGHT}" if kind == "search" else kind for kind in reversed(LADDER)]


def ladder(game: Game) -> bool:
    """Every bot beats the one below it, with any number of players."""
    kept = True
    for seats in game.seats:
        for stronger, weaker in pairwise(strongest_first()):
            kept &= beats(Arena(game, seats, game.settle(seats, {}), (stronger, weaker)))
    return kept


def beats(arena: Arena) -> bool:
    """Is the first one the stronger, outside the interval?"""
    deals = DEALS[arena.bots[0].partition(":")[0]]
    first, _ = arena.contest(deals, seed=1)
    print(
        f"{arena.game.id:16} {arena.seats} seats: {arena.bots[0]} takes {first.share:.1%} "
        f"[{first.low:.1%}, {first.high:.1%}] of the victories from {arena.bots[1]}, {2 * deals} matches",
        flush=True,
    )
    return first.low > 0.5


def thought(game: Game) -> bool:
    """Decisions a CPU-second, in the tree and in playing on from it."""
    variant = Variant(game, game.seats[0], ())
    positions = list(moments(variant, 60))
    bot = Bot(game, f"search:{THOUGHT}", 0, 1)
    spent = decisions = rounds = 0.0
    for turn in range(2):  # the first one compiles
        spent = decisions = rounds = 0.0
        for moment in positions[: 9 if turn == 0 else None]:
            bot.seat = moment.seat
            given = bot.given(moment.table)
            if run.legal(given, 0, bot.seat, bot.out) == 1:
                continue
            started = time.thread_time()
            bot.choose(given)
            spent += time.thread_time() - started
            decisions += int(bot.tree.used[2])
            rounds += THOUGHT
    print(
        f"{game.id:16} {variant.seats} seats: {decisions / spent:,.0f} decisions / CPU-s inside search, "
        f"{1000 * spent / (rounds / THOUGHT):.1f} CPU-ms for {THOUGHT} rounds of thought",
        flush=True,
    )
    return game.id != "love_letter" or decisions / spent >= LEAST_DECISIONS


def blind(game: Game) -> bool:
    """Permuting what a seat has not seen changes no choice of any bot with the same seed."""
    differing = 0
    for bot in ("random", "greedy", "search:100"):
        anyhow = np.random.default_rng(5)
        for number, moment in enumerate(moments(Variant(game, game.seats[-1], ()), POSITIONS)):
            chosen = set()
            for table in (moment.table, twisted(game, moment.table, moment.seat, anyhow)):
                player = Bot(game, bot, moment.seat, number)
                chosen.add(player.choose(player.given(table)))
            differing += len(chosen) > 1
    print(f"{game.id:16} {differing} choices differ of {POSITIONS} positions for each of three bots", flush=True)
    return differing == 0


if __name__ == "__main__":
    sys.exit(main())
