"""The state of a match: cards in slots, and who has seen them.  Written once, for every game.

    slot         0     1     2     3    ...
    card         8     5     0     3          what lies there; 0 is an empty slot
    shown      A B     B     .   all          who has seen this card
    witnessed  A B     B     .   all          who is known by everybody to have seen it
    barred       .  1 2 3    .     .          what everybody knows it is not

Whatever is hidden in a game is a card in a slot; every other field is public.  Moving a card moves
the knowledge of it along.
"""

from typing import Any, get_args, get_type_hints

import numpy as np
from numpy.typing import NDArray

from .compile import compiled
from .seats import EVERYBODY

ALL = 1 << EVERYBODY


class Table:
    """What the state of every game begins with."""

    card: NDArray[np.int8]
    shown: NDArray[np.uint8]
    witnessed: NDArray[np.uint8]
    barred: NDArray[Any]
    seats: int
    acting: int  # a bit for every seat that may act now; none and not over: chance is due
    over: int  # 0 while the match runs, then which ending it was
    step: int


def layout(table: type[Table], slots: int, kinds: int) -> np.dtype[Any]:
    """The record of one match, from the fields that the class of a game's table declares."""
    wide = next(bits for bits in (8, 16, 32, 64) if bits >= kinds)
    fields: list[tuple[str, Any, tuple[int, ...]]] = [
        ("card", np.int8, (slots,)),
        ("shown", np.uint8, (slots,)),
        ("witnessed", np.uint8, (slots,)),
        ("barred", np.dtype(f"u{wide // 8}"), (slots,)),
        ("step", np.int32, ()),
        ("seats", np.int8, ()),
        ("acting", np.uint8, ()),
        ("over", np.int8, ()),
    ]
    hints = get_type_hints(table, include_extras=True)
    for name in table.__annotations__:
        if hasattr(np.void, name):
            raise TypeError(f"A field cannot be called '{name}': every NumPy record has that already.")
        _, kind, *shape = get_args(hints[name])
        fields.append((name, kind, tuple(shape)))
    return without_gaps(fields)


def without_gaps(fields: list[tuple[str, Any, tuple[int, ...]]]) -> np.dtype[Any]:
    """Wide fields first and the end filled up: unnamed bytes would hold whatever lay in memory before."""
    fields.sort(key=lambda field: -np.dtype(field[1]).itemsize)
    used = sum(np.dtype(kind).itemsize * int(np.prod(shape, dtype=int)) for _, kind, shape in fields)
    filler = np.dtype(fields, align=True).itemsize - used
    return np.dtype([*fields, ("filler", np.uint8, (filler,))] if filler else fields, align=True)


def tables(record: np.dtype[Any], n: int) -> Any:
    """`n` empty tables."""
    return np.zeros(n, record).view(np.recarray)


@compiled
def bit(number: int) -> int:
    """The mask with one bit: a seat's in `shown` and `acting`."""
    return 1 << int(number)


@compiled
def first_of(mask: int) -> int:
    """The lowest number in a mask that is not empty."""
    number = 0
    while not mask >> number & 1:
        number += 1
    return number


@compiled
def sees(s: Table, slot: int, seat: int) -> bool:
    """Has this seat been shown the card?"""
    return bool(s.shown[slot] & (bit(seat) | ALL))


@compiled
def show(s: Table, slot: int, seat: int) -> None:
    """Let one seat see the card, and everybody see that it does (EVERYBODY: turn it up)."""
    s.shown[slot] |= bit(seat)
    s.witnessed[slot] |= bit(seat)


@compiled
def bar(s: Table, slot: int, kinds: int) -> None:
    """Everybody knows now that the card is none of these kinds (a mask of them)."""
    s.barred[slot] |= kinds


@compiled
def kind(card: int) -> int:
    """The mask of a card's kind where every card is a kind of its own."""
    return 1 << (int(card) - 1)


def own_kinds(cards: int) -> NDArray[np.int64]:
    """The same as an array by card, from no card to the last."""
    return np.array([0, *(1 << at for at in range(cards))])


@compiled
def clear(s: Table, slot: int) -> None:
    """Nothing lies here."""
    s.card[slot] = 0
    forget(s, slot)


@compiled
def forget(s: Table, slot: int) -> None:
    """Nobody has seen this card."""
    s.shown[slot] = 0
    s.witnessed[slot] = 0
    s.barred[slot] = 0


@compiled
def move(s: Table, a: int, b: int) -> None:
    """The card at `a` goes to `b`, and what is known of it goes along."""
    s.card[b] = s.card[a]
    s.shown[b] = s.shown[a]
    s.witnessed[b] = s.witnessed[a]
    s.barred[b] = s.barred[a]
    clear(s, a)


@compiled
def swap(s: Table, a: int, b: int) -> None:
    """Two cards change places, and what is known of them goes along."""
    s.card[a], s.card[b] = s.card[b], s.card[a]
    s.shown[a], s.shown[b] = s.shown[b], s.shown[a]
    s.witnessed[a], s.witnessed[b] = s.witnessed[b], s.witnessed[a]
    s.barred[a], s.barred[b] = s.barred[b], s.barred[a]
