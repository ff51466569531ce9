"""Where a match's chance comes from: a seed, and for every step of the match a generator made of it.

Both streams are read by the same `below` and `shuffle`.  `docs/transcripts.md` describes them to the bit.
"""

import secrets
from hashlib import sha256
from typing import Any, Protocol, Self

import msgspec
import numpy as np

from .chance import Chance, mix
from .compile import compiled
from .errors import Code, Refused

WORDS = 64  # the length of a fair step's tape; doubled where that is not enough


class Seeds(Protocol):
    """A source of chance."""

    def generator(self, step: int, words: int = WORDS) -> Chance:
        """The generator for the chance that falls at this step."""


class Fair(msgspec.Struct, frozen=True, tag="sha256", tag_field="stream"):
    """Chance nobody could foresee or choose: the table's 256-bit seed, mixed with the players' own."""

    table: str
    players: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.table) != 64 or not set(self.table) <= set("0123456789abcdef"):
            raise Refused(Code.BAD_VALUE, "A seed is 64 hexadecimal digits (256 bits) in small letters.")

    @classmethod
    def new(cls) -> Self:
        return cls(secrets.token_hex(32))

    @property
    def commitment(self) -> str:
        """What can be shown before the match: it fixes the table's seed without telling it."""
        return sha256(bytes.fromhex(self.table)).hexdigest()

    def generator(self, step: int, words: int = WORDS) -> Chance:
        seed = sha256(bytes.fromhex(self.table))
        for own in self.players:
            seed.update(len(own.encode()).to_bytes(8, "big") + own.encode())
        seed.update(step.to_bytes(8, "big"))
        step_seed = seed.digest()
        tape = b"".join(sha256(step_seed + n.to_bytes(8, "big")).digest() for n in range(-(-words // 4)))
        return np.concatenate([np.zeros(1, np.uint64), np.frombuffer(tape, ">u8").astype(np.uint64)])


class Fast(msgspec.Struct, frozen=True, tag="splitmix64", tag_field="stream"):
    """Chance for simulations: a number that names the run, and the match's number within it."""

    run: int
    match: int = 0

    def __post_init__(self) -> None:
        if not (0 <= self.run < 2**64 and 0 <= self.match < 2**64 - 1):
            raise Refused(Code.BAD_VALUE, "The numbers of a run and a match lie between 0 and 2^64.")

    @property
    def seed(self) -> int:
        """The seed of this match."""
        return int(fast_generator(self.run, self.match)[0])

    def generator(self, step: int, words: int = WORDS) -> Chance:
        return fast_generator(self.seed, step)


def fast_generator(seed: int, step: int) -> Chance:
    """The fast stream of one step, as an array of its own."""
    rng = np.zeros(1, np.uint64)
    sow(rng, np.uint64(seed), step)
    return rng


@compiled
def sow(rng: Chance, seed: Any, number: int) -> None:
    """Set the fast stream to its `number`-th start under this seed."""
    rng[0] = mix(seed ^ mix(np.uint64(number) + np.uint64(1)))
