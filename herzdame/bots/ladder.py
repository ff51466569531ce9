"""The bots there are, and how one of them takes its turn, compiled and from Python."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from herzdame.kernel.chance import Chance, below
from herzdame.kernel.compile import compiled, compiled_apart
from herzdame.kernel.contract import Game
from herzdame.kernel.errors import Code, unknown
from herzdame.kernel.seeds import fast_generator
from herzdame.kernel.table import Table
from herzdame.kernel.verbs import legal, worth

LADDER = ("random", "greedy")  # from the weakest to the strongest
RANDOM, GREEDY = range(len(LADDER))

BOT_STREAMS = 0x5EA7  # keeps the bots' chance apart from that of the deals


@compiled
def choose(bot: int, s: Table, seat: int, rng: Chance, out: NDArray[Any]) -> int:
    """The action of a bot at this seat; `s` is what the seat may see."""
    n = legal(s, seat, out)
    if bot == GREEDY:
        n = keep_best(s, seat, out, n)
    return out[below(n, rng)]  # type: ignore[no-any-return]


@compiled_apart
def keep_best(s: Table, seat: int, out: NDArray[Any], n: int) -> int:
    """Leave in `out` only the actions that the game's rules of thumb value most."""
    best, kept = -np.inf, 0
    for at in range(n):
        value = worth(s, seat, out[at])
        if value > best:
            best, kept = value, 0
        if value == best:
            out[kept] = out[at]
            kept += 1
    return kept


@compiled
def choose_at(bot: int, tables: Any, at: int, seat: int, rng: Chance, out: NDArray[Any]) -> int:
    """The same from Python."""
    return choose(bot, tables[at], seat, rng, out)


def bot_number(name: str) -> int:
    """The bot of this name."""
    if name not in LADDER:
        raise unknown(Code.UNKNOWN_BOT, "The bot", name, LADDER)
    return LADDER.index(name)


class Bot:
    """A bot at one seat of one match."""

    def __init__(self, game: Game, name: str, seat: int, seed: int) -> None:
        self.number = bot_number(name)
        self.seat = seat
        self.rng = fast_generator(seed ^ BOT_STREAMS, seat)
        self.out, _ = game.room()

    def choose(self, seen: Any) -> int:
        """What to do; `seen` is the array that `Match.seen` gives for this seat."""
        return int(choose_at(self.number, seen, 0, self.seat, self.rng, self.out))
