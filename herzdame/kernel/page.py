"""States in plain Python: as bytes to keep, and as pages to look into.

Looking into a NumPy record costs more than a microsecond for every field, and copying one costs several.  A
page is read from a record's bytes at once: every field is a plain number, or a tuple of them.  It cannot be
written to, and does not change when the table goes on.
"""

import struct
from functools import cache
from operator import itemgetter
from typing import Any

import numpy as np

Numbers = tuple[Any, ...]

CODES = {
    "i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q", "f4": "f", "f8": "d",
    "b1": "?",
}  # fmt: skip


class Page(Numbers):
    """What all pages have in common: they are all numbers of a record; its fields are names for parts of them.

    `record` is the record again, for compiled functions.
    """

    __slots__ = ()


def restored(state: bytes, record: np.dtype[Any]) -> Any:
    """A table of its own from the bytes of one."""
    return np.frombuffer(bytearray(state), record)


def copied(table: Any) -> Any:
    """The same as `table.copy()`, many times as fast."""
    return restored(table.tobytes(), table.dtype)


def page(table: Any) -> Any:
    """The page of a record, or of an array of one; a page stays what it is."""
    if isinstance(table, Page):
        return table
    kind, unpack = pages_of(table.dtype)
    return kind(unpack(table.tobytes()))


@cache
def pages_of(record: np.dtype[Any]) -> tuple[type[Page], Any]:
    """The class of pages for records of this layout, and how their bytes become numbers."""
    assert record.fields
    layout, parts, at = "=", {}, 0
    for name, (field, *_) in sorted(record.fields.items(), key=lambda item: item[1][1]):
        size = int(np.prod(field.shape, dtype=int))
        layout += f"{size}{CODES[field.base.str[1:]]}"
        parts[name] = part(at, field.shape)
        at += size
    reader = struct.Struct(layout)
    assert reader.size == record.itemsize, "a record has no gaps"
    parts["record"] = property(lambda numbers: restored(reader.pack(*numbers), record)[0])
    return type("Page", (Page,), {"__slots__": (), **parts}), reader.unpack


def part(at: int, shape: tuple[int, ...]) -> property:
    """One field of a page."""
    if not shape:
        return property(itemgetter(at))
    if len(shape) == 1:
        return property(itemgetter(slice(at, at + shape[0])))
    return property(lambda numbers: nested(numbers[at:], shape))


def nested(numbers: Numbers, shape: tuple[int, ...]) -> Numbers:
    """An array of several dimensions, as tuples of tuples."""
    if len(shape) == 1:
        return numbers[: shape[0]]
    size = int(np.prod(shape[1:], dtype=int))
    return tuple(nested(numbers[at * size :], shape[1:]) for at in range(shape[0]))
