"""One WebSocket: frames in, frames out, until somebody leaves.

Written against ASGI itself, as a table's socket is the busiest place of the house.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qs

import msgspec

from herzdame.kernel.errors import Code, Refused

from . import protocol as say
from .gate import cookie, headers, visitor
from .guests import COOKIE, Guests
from .house import House
from .live import AGAIN, Line, LiveTable
from .problems import STATUS, problem

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

LARGEST = 16_384  # characters of a command
TAIL = 12  # news that a newcomer is sent; more on request
MOST_NEWS = 300  # news that somebody who comes back is sent
PATIENCE = 10.0  # seconds that one frame may take to leave the house
CUT = "herzdame.cut"  # an extension of the scope: ends a connection whose reader takes nothing any more

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
        try:
            live, line = await self.admit(table, scope)
        except Refused as refused:
            self.house.numbers.sockets["refused",] += 1
            await turn_away(send, refused)
            return
        self.house.numbers.sockets["opened",] += 1
        self.open += 1
        try:
            await send({"type": "websocket.accept"})
            since = number_of(scope)
            most = TAIL if since is None else MOST_NEWS
            line.send(_encode(live.hello(line.guest, since or 0, most, self.house.clock())))
            await self.talk(live, line, scope, receive, send)
        finally:
            self.open -= 1
            self.house.disconnect(live, line)

    async def admit(self, table: str, scope: dict[str, Any]) -> tuple[LiveTable, Line]:
        if self.open >= self.house.settings.sockets:
            raise Refused(Code.TOO_MUCH, "The house is full.")
        if not self.house.limits.sockets.take(visitor(scope), time.monotonic()):
            raise Refused(Code.TOO_MUCH, "Too many at once; wait a moment.")
        guest = await self.guests.find(cookie(headers(scope), COOKIE))
        if guest is None:
            raise Refused(Code.NOT_ALLOWED, "Ask for /api/me first: it hands out the cookie by which you are known.")
        return await self.house.connect(table, guest.id)

    async def talk(self, live: LiveTable, line: Line, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Send what waits, take what comes, until one of the two ends; a command that was begun is finished."""
        sending = asyncio.create_task(deliver(line, send, scope.get("extensions", {}).get(CUT)))
        try:
            await self.listen(live, line, receive)
        finally:
            sending.cancel()
            if line.cut:
                self.house.numbers.sockets["cut",] += 1

    async def listen(self, live: LiveTable, line: Line, receive: Receive) -> None:
        table = live.room.deed.table
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            answer: say.Accepted | say.Rejected
            try:
                command = read_command(text)
            except Refused as refused:
                answer = say.Rejected(id_of(text), refused.code.value, str(refused), live.room.number)
                if not self.house.limits.commands.take(line.guest, time.monotonic()):
                    line.hang_up()
                    continue
            else:
                answer = await self.house.command(table, line.guest, command)
            line.send(_encode(answer))


async def deliver(line: Line, send: Send, cut: Callable[[], None] | None) -> None:
    """Frames go out in order; a reader who takes none for long is cut."""
    try:
        while True:
            frame = await line.frames.get()
            async with asyncio.timeout(PATIENCE):
                if frame is None:
                    await send({"type": "websocket.close", "code": line.cut or AGAIN})
                    return
                await send({"type": "websocket.send", "text": frame.decode()})
    except (TimeoutError, OSError):
        if cut:
            cut()


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
