"""A table in memory: its room, the sockets around it, the bots that think about it, and its alarm clock."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import msgspec

from . import protocol as say
from . import window
from .entry import Entry
from .room import Room

HEARD_LATELY = 60.0  # seconds that somebody without a socket counts as here after a request
TAIL = 12  # news that a newcomer is sent; more on request
FIRST_NEWS = 2500  # bytes of news in a socket's first frame
AGAIN, POLICY = 1012, 1008  # why a socket is closed: come again, or do not

_encode = msgspec.json.Encoder().encode


class Wire(Protocol):
    """One open socket."""

    def pause(self) -> None: ...
    def resume(self) -> None: ...
    def tell(self, frame: bytes) -> None: ...
    def hang_up(self, why: int) -> None: ...


class Line(NamedTuple):
    """Somebody who looks at a table over a socket."""

    guest: str
    wire: Wire

    def hang_up(self, why: int = AGAIN) -> None:
        self.wire.hang_up(why)


@dataclass(eq=False)
class LiveTable:
    """One table in use."""

    room: Room
    lines: set[Line] = field(default_factory=set)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    thinking: dict[int, tuple[int, "asyncio.Task[None]"]] = field(default_factory=dict)  # by seat: about which moment
    alarm: asyncio.TimerHandle | None = None
    announcement: asyncio.TimerHandle | None = None
    heard: dict[str, float] = field(default_factory=dict)  # when somebody without a socket was last heard of
    touched: float = 0.0

    def here(self, at: float) -> set[str]:
        """The guests who are connected."""
        here = {line.guest for line in self.lines}
        here.update(guest for guest, when in self.heard.items() if at - when < HEARD_LATELY)
        return here

    def now(self, guest: str, at: float) -> say.Now:
        return window.now(self.room, guest, self.here(at), at)

    def news_after(self, number: int, guest: str, most: int) -> list[say.News]:
        """What happened after this number, at most so many of the latest."""
        return self.news_of(self.room.entries[max(number, self.room.number - most) :], guest)

    def news_of(self, entries: Iterable[Entry], guest: str) -> list[say.News]:
        return [window.news(self.room, entry, guest) for entry in entries]

    def hello(self, guest: str, news: list[say.News], at: float) -> say.Hello:
        return say.Hello(
            protocol=say.VERSION,
            table=self.room.deed.table,
            commitment=self.room.commitment,
            rules=self.room.deed.rules,
            news=news,
            now=self.now(guest, at),
        )

    def first_frame(self, guest: str, since: int | None, at: float) -> bytes:
        """What a socket is sent at first: of what it missed the latest, as much as goes into a few packets."""
        found: list[say.News] = []
        room = FIRST_NEWS
        for entry in reversed(self.room.entries[since or 0 :]):
            news = window.news(self.room, entry, guest)
            room -= len(_encode(news))
            if room < 0 or (since is None and len(found) == TAIL):
                break
            found.append(news)
        return _encode(self.hello(guest, found[::-1], at))

    def tell(self, entries: list[Entry], at: float) -> None:
        """Send news to everybody, each their own; whoever is not welcome any more has to leave."""
        frames: dict[str, bytes] = {}
        room, here = self.room, self.here(at)
        known = {room.host, *room.guests}  # all others are told the same
        for line in list(self.lines):
            if not room.welcomes(line.guest):
                line.hang_up(POLICY)
                continue
            key = line.guest if line.guest in known else ""
            if key not in frames:
                now = window.now(room, line.guest, here, at)
                frames[key] = _encode(say.Happened(self.news_of(entries, line.guest), now))
            line.wire.tell(frames[key])

    def tell_who_is_here(self, at: float) -> None:
        here = self.here(at)
        seats = [chair.guest in here for chair in self.room.chairs]
        frame = _encode(say.Here(seats, len(here - self.room.guests)))
        for line in list(self.lines):
            line.wire.tell(frame)

    def rest(self) -> None:
        """Stop thinking and watching the clock."""
        for _, task in self.thinking.values():
            task.cancel()
        self.thinking.clear()
        for timer in (self.alarm, self.announcement):
            if timer:
                timer.cancel()
        self.alarm = self.announcement = None
