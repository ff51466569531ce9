"""Seeded chance.  A generator is an explicit argument, never global: one array of 64-bit words.

One word: the fast stream for simulation (splitmix64), its state in that word.
More words: a tape of true or hashed randomness for live tables; the first word counts what was read.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .compile import COMPILED, compiled

Chance: TypeAlias = NDArray[np.uint64]

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
S27, S30, S31, S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
WORD = np.uint64(1 << 32)
LOW = np.uint64((1 << 32) - 1)


def _mix(z: Any) -> Any:
    """Splitmix64's finish: neighbouring numbers become unrelated ones."""
    z = (z ^ (z >> S30)) * FIRST
    z = (z ^ (z >> S27)) * SECOND
    return z ^ (z >> S31)


def _word(rng: Chance) -> Any:
    """The next 32 random bits."""
    if rng.size == 1:
        rng[0] += GOLDEN
        return mix(rng[0]) >> S32
    rng[0] += np.uint64(1)
    return rng[1 + (rng[0] - np.uint64(1)) % np.uint64(rng.size - 1)] >> S32


mix = compiled(_mix) if COMPILED else np.errstate(over="ignore")(_mix)
word = compiled(_word) if COMPILED else np.errstate(over="ignore")(_word)


@compiled
def below(n: int, rng: Chance) -> int:
    """A number from 0 to n - 1, each exactly as likely (Lemire's multiplication)."""
    many = np.uint64(n)
    product = word(rng) * many
    if product & LOW < many:
        unfair = (WORD - many) % many
        while product & LOW < unfair:
            product = word(rng) * many
    return int(product >> S32)


@compiled
def shuffle(cards: NDArray[Any], start: int, stop: int, rng: Chance) -> None:
    """Bring the cards from `start` up to `stop` into a random order."""
    for last in range(stop - 1, start, -1):
        other = start + below(last - start + 1, rng)
        cards[last], cards[other] = cards[other], cards[last]
