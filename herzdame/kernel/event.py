"""What happened, for people: a code, its parameters, the clause behind it, and who may read what."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

LATEST = 256  # packs of events that are likely to be read again soon


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """`params` are for all; `secret` parameters only for the seats in `readers`."""

    code: str
    clause: str
    params: dict[str, Any] = {}
    secret: dict[str, Any] = {}
    readers: tuple[int, ...] = ()

    def told_to(self, seat: int) -> "Told":
        """The event as this seat learns of it; a spectator is EVERYBODY."""
        if seat in self.readers:
            return Told(self.code, self.clause, self.params | self.secret, seen=True)
        return Told(self.code, self.clause, self.params)


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event as one seat may read it: `seen` where the secret part is in it."""

    code: str
    clause: str
    params: dict[str, Any] = {}
    seen: bool = False


_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder(tuple[Event, ...]).decode


def packed(events: Sequence[Event]) -> bytes:
    """Events in a fifth of the memory."""
    return _pack(events)


@lru_cache(LATEST)
def unpacked(events: bytes) -> tuple[Event, ...]:
    """The same again."""
    return _unpack(events)
