"""What happened, for people: a code, its parameters, the clause behind it, and who may read what."""

from typing import Any

import msgspec


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
