"""Chance is fair, repeatable, and what the documents say it is."""

from collections import Counter
from hashlib import sha256
from itertools import permutations

import numpy as np
import pytest

from herzdame.kernel.chance import below, shuffle
from herzdame.kernel.compile import COMPILED
from herzdame.kernel.errors import Refused
from herzdame.kernel.seeds import Fair, Fast, fast_generator

DRAWS = 60_000 if COMPILED else 6_000
MASK = (1 << 64) - 1


def mix(z: int) -> int:
    """Splitmix64 as docs/transcripts.md prints it, in whole numbers."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def sow(seed: int, number: int) -> int:
    return mix(seed ^ mix(number + 1))


def number_below(m: int, words: list[int]) -> int:
    product = words.pop(0) * m
    while product % 2**32 < 2**32 % m:
        product = words.pop(0) * m
    return product >> 32


@pytest.mark.parametrize("n", [1, 2, 3, 7, 16, 67])
def test_every_number_is_as_likely(n: int) -> None:
    rng = fast_generator(1, n)
    found = Counter(int(below(n, rng)) for _ in range(DRAWS))
    assert set(found) == set(range(n))
    spread = sum((times - DRAWS / n) ** 2 / (DRAWS / n) for times in found.values())
    assert spread < n + 6 * np.sqrt(2 * n)


def test_every_order_is_as_likely() -> None:
    rng, found = fast_generator(2, 0), Counter[tuple[int, ...]]()
    for _ in range(DRAWS):
        cards = np.arange(6, dtype=np.int8)
        shuffle(cards, 1, 5, rng)
        found[tuple(cards.tolist())] += 1
    assert set(found) == {(0, *order, 5) for order in permutations(range(1, 5))}
    expected = DRAWS / 24
    assert sum((times - expected) ** 2 / expected for times in found.values()) < 24 + 6 * np.sqrt(48)


def test_a_number_so_large_that_words_are_thrown_away_is_fair_too() -> None:
    n, rng = 3 << 30, fast_generator(3, 0)
    drawn = [int(below(n, rng)) for _ in range(DRAWS // 10)]
    thirds = Counter(number >> 30 for number in drawn)
    assert set(thirds) == {0, 1, 2}
    assert all(abs(times - len(drawn) / 3) < 5 * np.sqrt(len(drawn)) for times in thirds.values())


def test_the_fast_stream_is_the_documented_one() -> None:
    seeds = Fast(run=7, match=3)
    assert seeds.seed == sow(7, 3)
    state, words = sow(seeds.seed, 5), []
    for _ in range(40):
        state = (state + 0x9E3779B97F4A7C15) & MASK
        words.append(mix(state) >> 32)
    rng = seeds.generator(5)
    assert [below(m, rng) for m in range(1, 30)] == [number_below(m, words) for m in range(1, 30)]


def test_the_fair_stream_is_the_documented_one() -> None:
    seeds = Fair("0123456789abcdef" * 4, ("Änne", ""))
    digest = sha256(bytes.fromhex("0123456789abcdef" * 4))
    for own in ("Änne", ""):
        digest.update(len(own.encode()).to_bytes(8, "big") + own.encode())
    digest.update((9).to_bytes(8, "big"))
    blocks = [sha256(digest.digest() + n.to_bytes(8, "big")).digest() for n in range(16)]
    words = [int.from_bytes(block[at : at + 4], "big") for block in blocks for at in range(0, 32, 8)]
    rng = seeds.generator(9)
    assert rng.size == 65
    assert [below(m, rng) for m in range(1, 50)] == [number_below(m, words) for m in range(1, 50)]
    assert rng[0] == 49


def test_a_longer_tape_begins_like_the_shorter_one() -> None:
    seeds = Fair.new()
    assert seeds.generator(1, 128)[1:65].tolist() == seeds.generator(1, 64)[1:].tolist()


def test_every_step_and_every_seed_has_a_stream_of_its_own() -> None:
    fair = {
        Fair(f"{table:064x}", players).generator(step).tobytes()
        for table in range(3)
        for players in ((), ("a",), ("a", "b"), ("ab",))
        for step in range(3)
    }
    fast = {Fast(run, match).generator(step).tobytes() for run in range(4) for match in range(4) for step in range(4)}
    assert (len(fair), len(fast)) == (36, 64)


def test_the_commitment_fixes_the_seed_without_telling_it() -> None:
    seeds = Fair("ab" * 32)
    assert seeds.commitment == sha256(bytes.fromhex("ab" * 32)).hexdigest()
    assert seeds.table not in seeds.commitment
    assert Fair.new().table != Fair.new().table


@pytest.mark.parametrize("seed", ["", "ab", "AB" * 32, "xy" * 32, "ab" * 33])
def test_a_seed_that_is_none_is_refused(seed: str) -> None:
    with pytest.raises(Refused, match="64 hexadecimal digits"):
        Fair(seed)


@pytest.mark.parametrize(("run", "match"), [(-1, 0), (2**64, 0), (0, -1), (0, 2**64 - 1)])
def test_a_seed_out_of_range_is_refused(run: int, match: int) -> None:
    with pytest.raises(Refused, match="between 0 and 2\\^64"):
        Fast(run, match)
