"""One WebSocket: frames in, frames out, until somebody leaves.

Written against ASGI itself, as a table's socket is the busiest place of the house.
"""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qs

import msgspec

from herzdame.kernel.errors import Code, Refused

from . import protocol as say
from .gate import cookie, headers, visitor
from .guests import COOKIE, Guests
from .house import House
from .live import Line
from .problems import STATUS, problem
from .wire import WIRE

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

LARGEST = 16_384  # characters of a command

_decode = msgspec.json.Decoder(say.AnyCommand).decode
_encode = msgspec.json.Encoder().encode


class Sockets:
    """Takes in all WebSockets of tables."""

    def __init__(self, house: House, guests: Guests) -> None:
        self.house = house
        self.guests = guests
        self.open = 0

    async def serve(self, table: str, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        await receive()  # websocket.connect
        wire = scope["extensions"][WIRE]
        try:
            line = Line(await self.admit(scope), wire)
            live = await self.house.connect(table, line)
        except Refused as refused:
            self.house.numbers.sockets["refused",] += 1
            await turn_away(send, refused)
            return
        self.house.numbers.sockets["opened",] += 1
        self.open += 1
        try:
            wire.hear = Talk(self.house, table, line).heard
            await send({"type": "websocket.accept"})
            self.house.welcome(live, line, number_of(scope))
            while (await receive())["type"] != "websocket.disconnect":
                pass
        finally:
            self.open -= 1
            self.house.disconnect(live, line)

    async def admit(self, scope: dict[str, Any]) -> str:
        """The guest's id."""
        if self.open >= self.house.settings.sockets:
            raise Refused(Code.TOO_MUCH, "The house is full.")
        if not self.house.limits.sockets.take(visitor(scope), time.monotonic()):
            raise Refused(Code.TOO_MUCH, "Too many at once; wait a moment.")
        guest = await self.guests.find(cookie(headers(scope), COOKIE))
        if guest is None:
            raise Refused(Code.NOT_ALLOWED, "Ask for /api/me first: it hands out the cookie by which you are known.")
        return guest.id


class Talk:
    """What one socket says, answered in order; a command that was begun is finished, even if the socket ends."""

    __slots__ = ("answering", "house", "line", "table", "waiting")

    def __init__(self, house: House, table: str, line: Line) -> None:
        self.house, self.table, self.line = house, table, line
        self.waiting: deque[str | None] = deque()
        self.answering: asyncio.Task[None] | None = None

    def heard(self, text: str | None) -> None:
        self.waiting.append(text)
        if self.answering is None:
            self.answering = asyncio.create_task(self.answer())
        else:
            self.line.wire.pause()

    async def answer(self) -> None:
        while self.waiting:
            answer = await self.answer_to(self.waiting.popleft())
            if answer:
                self.line.wire.tell(_encode(answer))
        self.answering = None
        self.line.wire.resume()

    async def answer_to(self, text: str | None) -> say.Accepted | say.Rejected | None:
        try:
            command = read_command(text)
        except Refused as refused:
            if not self.house.limits.commands.take(self.line.guest, time.monotonic()):
                self.line.hang_up()
                return None
            return say.Rejected(id_of(text), refused.code.value, str(refused), self.house.number_at(self.table))
        return await self.house.command(self.table, self.line.guest, command)


async def turn_away(send: Send, refused: Refused) -> None:
    """Instead of opening the socket: a plain answer over HTTP, with the reason."""
    kind = (b"content-type", b"application/json")
    body = problem(refused.code.value, str(refused))
    status = STATUS.get(refused.code, 409)
    await send({"type": "websocket.http.response.start", "status": status, "headers": [kind]})
    await send({"type": "websocket.http.response.body", "body": body})


def read_command(text: str | None) -> say.AnyCommand:
    """The command in a frame; Refused if it is none."""
    if text is None or len(text) > LARGEST:
        raise Refused(Code.BAD_MESSAGE, f"A command is JSON in a text frame of at most {LARGEST} characters.")
    try:
        return _decode(text)  # type: ignore[no-any-return]
    except (ValueError, RecursionError) as error:
        raise Refused(Code.BAD_MESSAGE, f"That is not a command: {error}.") from None


def id_of(text: str | None) -> str | None:
    """The id of a command that is wrong in another part, so that its sender knows which one it was."""
    if text is None or len(text) > LARGEST:
        return None
    try:
        found = msgspec.json.decode(text, type=dict[str, Any])
    except (ValueError, RecursionError):
        return None
    wanted = found.get("id")
    return wanted if isinstance(wanted, str) and len(wanted) <= 64 else None


def number_of(scope: dict[str, Any]) -> int | None:
    """`since=n` of the address."""
    told = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("since", [""])[0]
    return int(told) if told.isascii() and told.isdecimal() and len(told) < 10 else None
