"""A table in memory: its room, the sockets around it, the bots that think about it, and its alarm clock."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field

import msgspec

from . import protocol as say
from . import window
from .entry import Entry
from .room import Room

MOST_WAITING = 200  # frames; a reader who lets more pile up is cut off
HEARD_LATELY = 60.0  # seconds that somebody without a socket counts as here after a request
AGAIN, POLICY = 1012, 1008  # why a socket is closed: come again, or do not

_encode = msgspec.json.Encoder().encode


class Line:
    """What waits to be sent to one socket."""

    def __init__(self, guest: str) -> None:
        self.guest = guest
        self.frames: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)
        self.cut: int | None = None

    def send(self, frame: bytes) -> None:
        """Put a frame into the line; one that is full is cut."""
        if self.cut is None:
            try:
                self.frames.put_nowait(frame)
            except asyncio.QueueFull:
                self.hang_up()

    def hang_up(self, why: int = AGAIN) -> None:
        """End this connection; what has not been sent is dropped, and asked for again after a reconnect."""
        if self.cut is None:
            self.cut = why
            while not self.frames.empty():
                self.frames.get_nowait()
            self.frames.put_nowait(None)


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

    def hello(self, guest: str, since: int, most: int, at: float) -> say.Hello:
        return say.Hello(
            protocol=say.VERSION,
            table=self.room.deed.table,
            commitment=self.room.commitment,
            rules=self.room.deed.rules,
            news=self.news_after(since, guest, most),
            now=self.now(guest, at),
        )

    def tell(self, entries: list[Entry], at: float) -> None:
        """Send news to everybody, each their own; whoever is not welcome any more has to leave."""
        frames: dict[str, bytes] = {}
        for line in list(self.lines):
            if not self.room.welcomes(line.guest):
                line.hang_up(POLICY)
                continue
            key = line.guest if line.guest in self.room.guests or line.guest == self.room.host else ""
            if key not in frames:
                frames[key] = _encode(say.Happened(self.news_of(entries, line.guest), self.now(line.guest, at)))
            line.send(frames[key])

    def tell_who_is_here(self, at: float) -> None:
        here = self.here(at)
        seats = [chair.guest in here for chair in self.room.chairs]
        frame = _encode(say.Here(seats, len(here - self.room.guests)))
        for line in list(self.lines):
            line.send(frame)

    def rest(self) -> None:
        """Stop thinking and watching the clock."""
        for _, task in self.thinking.values():
            task.cancel()
        self.thinking.clear()
        for timer in (self.alarm, self.announcement):
            if timer:
                timer.cancel()
        self.alarm = self.announcement = None
