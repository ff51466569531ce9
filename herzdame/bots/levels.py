"""How strong a bot plays against people, from a gentle beginner to the strongest there is.

A gentle bot sees what the strong one sees and knows what it knows; now and then it just does anything.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from herzdame.kernel.chance import below
from herzdame.kernel.contract import Game

from .ladder import Bot


@dataclass(frozen=True)
class Level:
    """Which bot, and how many of its actions in a hundred are rash."""

    bot: str
    rash: int = 0


LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        "gentle": Level("greedy", rash=45),
        "easy": Level("greedy", rash=20),
        "normal": Level("greedy"),
        "strong": Level("search:500"),
        "strongest": Level("search:4000"),
    }
)


def decide(game: Game, level: str, tables: Any, seat: int, seed: int) -> int:
    """What a bot of this level does at a table, of which it learns what its seat may know."""
    kind = LEVELS[level]
    bot = Bot(game, kind.bot, seat, seed)
    if below(100, bot.rng) < kind.rash:
        bot = Bot(game, "random", seat, seed)
    return bot.choose(bot.given(tables))
