"""Compile everything once, so that nobody waits for it in the middle of a match.

python -m herzdame.bots.warm [GAME ...]
"""

import sys
from pathlib import Path

import numpy as np

from herzdame.kernel import run
from herzdame.kernel.compile import COMPILED, config
from herzdame.kernel.contract import Game, game, games
from herzdame.kernel.match import Match
from herzdame.kernel.seeds import Fair, Fast

from .levels import LEVELS, decide
from .simulate import simulate


def stamp(name: str) -> Path:
    """Lies in the cache once a game is compiled."""
    return Path(config.CACHE_DIR) / f"{name}.warm"


def cold() -> list[str]:
    """The games that have something left to compile."""
    return [name for name in games() if COMPILED and not stamp(name).exists()]


def warm(found: Game) -> None:
    """Use all that is compiled for a game once: with both kinds of chance, every level of bots, and many matches."""
    for seeds in (Fast(0), Fair.new()):
        match = Match(found, found.seats[0], {}, seeds)
        match.view(0)
        run.unseen(match.tables, 0, 0)
        run.score(match.tables, 0, np.zeros(match.seats))
        for level in LEVELS:
            seat = match.acting[0]
            match.act(seat, decide(found, level, match.tables, seat, seed=1))
            if match.over:
                break
    simulate(found, match.seats, match.options, ["greedy"] * match.seats, matches=1, seed=0)
    stamp(found.id).touch()


def main() -> None:
    for name in sys.argv[1:] or list(games()):
        warm(game(name))


if __name__ == "__main__":
    main()
