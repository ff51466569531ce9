"""Information-set Monte Carlo tree search: one bot for all games, which knows them by the kernel's verbs alone.

In each round of thought the cards that the seat has not seen are dealt anew; the tree is followed down to
a moment that is new to it, and from there rules of thumb play on.  A moment is what *one* seat sees
when it is to act: rivals, too, choose by their own view, whatever else this world may hold.  Chance
falls and secret choices are made inside the tree as they are at the table.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from herzdame.kernel.chance import Chance, below, mix
from herzdame.kernel.compile import compiled, compiled_apart, compiled_door
from herzdame.kernel.contract import Game
from herzdame.kernel.knowledge import redeal, view
from herzdame.kernel.table import Table, first_of
from herzdame.kernel.verbs import apply, chance, legal, outlook, score, worth

from .greedy import keep_best

CURIOSITY = 2.0  # how far a choice that was seldom tried is favoured, in standard deviations of the outcome
RASH = 5  # one choice in so many is made at random where rules of thumb play on
MOST_MOMENTS = 1 << 17
BRANCHES = 16  # room for so many choices a moment, on average
DEEPEST = 256

GIVEN, WORLD, SEEN = range(3)  # the tables of a search: what was given, a world, and what one seat sees of it


class Tree(NamedTuple):
    """What was found out so far, and scratch space.  The choices of a moment stand side by side."""

    keys: NDArray[np.uint64]  # a hash table: the fingerprint of a moment,
    moments: NDArray[np.int32]  # and its number
    first: NDArray[np.int32]  # by moment: where its choices begin
    tried: NDArray[np.int32]  # by choice: how often,
    won: NDArray[np.float64]  # and what it brought in all
    path: NDArray[np.int32]  # the choices on the way down,
    whose: NDArray[np.int8]  # and who made them
    used: NDArray[np.int64]  # how many moments and choices there are, and actions were carried out
    outcomes: NDArray[np.float64]  # number, sum and sum of squares of what the thinking seat got
    shares: NDArray[np.float64]
    out: NDArray[np.int16]
    room: NDArray[np.int16]


def new_tree(game: Game, iterations: int) -> Tree:
    """Room for so many rounds of thought; more are possible, but then the tree no longer grows."""
    moments = min(iterations, MOST_MOMENTS) + 1
    slots = 1 << (2 * moments).bit_length()
    out, room = game.room()
    return Tree(
        keys=np.zeros(slots, np.uint64),
        moments=np.zeros(slots, np.int32),
        first=np.zeros(moments, np.int32),
        tried=np.zeros(moments * BRANCHES + len(out), np.int32),
        won=np.zeros(moments * BRANCHES + len(out)),
        path=np.zeros(DEEPEST, np.int32),
        whose=np.zeros(DEEPEST, np.int8),
        used=np.zeros(3, np.int64),
        outcomes=np.zeros(3),
        shares=np.zeros(game.seats[-1]),
        out=out,
        room=room,
    )


def new_tables(game: Game) -> tuple[Any, NDArray[np.uint32]]:
    """Room for the tables of a search, and the same memory as words."""
    tables = np.zeros(3, game.rules.TABLE).view(np.recarray)
    return tables, tables.view(np.uint32).reshape(3, -1)


@compiled_door
def clear(tree: Tree) -> None:
    """Forget everything."""
    tree.keys[:] = 0
    tree.used[:] = 0
    tree.outcomes[:] = 0


@compiled_door
def grow(tables: Any, words: NDArray[np.uint32], seat: int, iterations: int, rng: Chance, tree: Tree) -> None:
    """So many rounds of thought about `tables[GIVEN]`."""
    for _ in range(iterations):
        tables[WORLD] = tables[GIVEN]
        redeal(tables[WORLD], seat, rng, tree.room)
        depth = descend(tables, words, seat, rng, tree)
        play_on(tables, rng, tree)
        if tables[WORLD].over:
            score(tables[WORLD], tree.shares)
        for at in range(depth):
            tree.tried[tree.path[at]] += 1
            tree.won[tree.path[at]] += tree.shares[tree.whose[at]]
        tree.outcomes[0] += 1
        tree.outcomes[1] += tree.shares[seat]
        tree.outcomes[2] += tree.shares[seat] ** 2


@compiled_door
def favourite(tables: Any, seat: int, tree: Tree) -> int:
    """The choice that was tried most."""
    n = legal(tables[GIVEN], seat, tree.out)
    best = 0
    for at in range(n):
        if tree.tried[at] > tree.tried[best]:
            best = at
    return tree.out[best]  # type: ignore[no-any-return]


@compiled_apart
def descend(tables: Any, words: NDArray[np.uint32], seat: int, rng: Chance, tree: Tree) -> int:
    """Follow the tree down and add one moment to it; returns how many choices were made on the way.

    The thinking seat chooses first, even where others choose at the same time: what they choose is hidden.  Its choice
    is always thought about, also where the outlook could be told already.  At a new moment, rules of thumb choose.
    """
    s, depth = tables[WORLD], 0
    while not s.over and not (depth and outlook(s, tree.shares)):
        if s.acting == 0:
            chance(s, rng)
            continue
        tree.used[2] += 1
        acting = first_of(s.acting) if depth else seat
        n = legal(s, acting, tree.out)
        at = 0
        if n > 1:
            tables[SEEN] = tables[WORLD]
            view(tables[SEEN], acting)
            key = fingerprint(words[SEEN], acting)
            slot = find(tree.keys, key)
            new = tree.keys[slot] == 0
            if depth == DEEPEST or (new and not add(tree, slot, key, n)):
                break
            first = tree.first[tree.moments[slot]]
            at = advised(tables[SEEN], acting, tree.out, n) if new else pick(tree, first, n, rng)
            tree.path[depth] = first + at
            tree.whose[depth] = acting
            depth += 1
            if new:
                apply(s, acting, tree.out[at])
                break
        apply(s, acting, tree.out[at])
    return depth


@compiled_apart
def play_on(tables: Any, rng: Chance, tree: Tree) -> None:
    """By rules of thumb, with a rash choice now and then, until the outcome can be told."""
    s = tables[WORLD]
    while not s.over and not outlook(s, tree.shares):
        if s.acting == 0:
            chance(s, rng)
            continue
        tree.used[2] += 1
        seat = first_of(s.acting)
        n = legal(s, seat, tree.out)
        if n > 1 and below(RASH, rng):
            tables[SEEN] = tables[WORLD]
            view(tables[SEEN], seat)
            n = keep_best(tables[SEEN], seat, tree.out, n)
        apply(s, seat, tree.out[below(n, rng)])


@compiled
def add(tree: Tree, slot: int, key: Any, n: int) -> bool:
    """A new moment with its choices, none of them tried; False where there is no more room."""
    moments, choices = tree.used[0], tree.used[1]
    if moments == tree.first.size or choices + n > tree.tried.size:
        return False
    tree.keys[slot] = key
    tree.moments[slot] = moments
    tree.first[moments] = choices
    tree.tried[choices : choices + n] = 0
    tree.won[choices : choices + n] = 0
    tree.used[0] += 1
    tree.used[1] += n
    return True


@compiled_apart
def pick(tree: Tree, first: int, n: int, rng: Chance) -> int:
    """Any choice never tried; then the one that may be best, by what it brought and how seldom it was tried."""
    total = fresh = 0
    for at in range(first, first + n):
        total += tree.tried[at]
        fresh += tree.tried[at] == 0
    if fresh:
        return nth_untried(tree, first, below(fresh, rng))
    hope = CURIOSITY * deviation(tree.outcomes) * np.sqrt(np.log(total))
    best, found = -1.0, 0
    for at in range(n):
        tried = tree.tried[first + at]
        value = tree.won[first + at] / tried + hope / np.sqrt(tried)
        if value > best:
            best, found = value, at
    return found


@compiled_apart
def advised(s: Table, seat: int, out: NDArray[Any], n: int) -> int:
    """Which choice the game's rules of thumb value most; `s` is the seat's view."""
    best, found = -np.inf, 0
    for at in range(n):
        value = worth(s, seat, out[at])
        if value > best:
            best, found = value, at
    return found


@compiled
def nth_untried(tree: Tree, first: int, nth: int) -> int:
    """Which choice of a moment is the n-th, counted from 0, of those never tried."""
    at = 0
    while nth or tree.tried[first + at]:
        nth -= tree.tried[first + at] == 0
        at += 1
    return at


@compiled
def deviation(outcomes: NDArray[np.float64]) -> float:
    """How much the outcome varies; where it never did, a little, so that nothing is left untried."""
    mean = outcomes[1] / outcomes[0]
    return np.sqrt(max(outcomes[2] / outcomes[0] - mean * mean, 1e-4))  # type: ignore[no-any-return]


@compiled_apart
def fingerprint(words: NDArray[np.uint32], seat: int) -> Any:
    """A number for what one seat sees, never 0."""
    key = np.uint64(seat)
    for at in range(words.size):
        key = mix(key ^ np.uint64(words[at]))
    return key | np.uint64(1)


@compiled
def find(keys: NDArray[np.uint64], key: Any) -> int:
    """The slot where the key stands, or the empty one where it belongs."""
    last = np.uint64(keys.size - 1)
    slot = (key >> np.uint64(1)) & last
    while keys[slot] != 0 and keys[slot] != key:
        slot = (slot + np.uint64(1)) & last
    return int(slot)
