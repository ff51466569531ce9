"""One WebSocket: frames in, frames out, until somebody leaves.

Written against ASGI itself, as a table's socket is the busiest place of the house.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

import msgspec

from herzdame.kernel.errors import Code, Refused

from . import protocol as say
from .gate import headers
from .guests import COOKIE, Guests
from .house import House
from .limits import Bucket, Buckets
from .live import Line, LiveTable

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

LARGEST = 16_384  # characters of a command
TAIL = 12  # news that a newcomer is sent; more on request
MOST_NEWS = 300  # news that somebody who comes back is sent
PATIENCE = 10.0  # seconds that one frame may take to leave the house

POLICY, TOO_BIG, AGAIN = 1008, 1009, 1012

_decode = msgspec.json.Decoder(say.AnyCommand).decode
_encode = msgspec.json.Encoder().encode


def cookie(found: dict[str, str]) -> str | None:
    """The guest's secret, from the request's headers."""
    try:
        jar = SimpleCookie(found.get("cookie", ""))
    except CookieError:
        return None
    return jar[COOKIE].value if COOKIE in jar else None


class Sockets:
    """Takes in all WebSockets of tables."""

    def __init__(self, house: House, guests: Guests) -> None:
        self.house = house
        self.guests = guests
        self.arrivals = Buckets(burst=60, rate=5)  # sockets of one address
        self.open = 0

    async def serve(self, table: str, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        await receive()  # websocket.connect
        visitor = (scope.get("client") or ("?",))[0]
        if not self.arrivals.take(visitor, time.monotonic()):
            await send({"type": "websocket.close", "code": POLICY, "reason": Code.TOO_MUCH})
            return
        guest = await self.guests.find(cookie(headers(scope)))
        if guest is None:
            await send({"type": "websocket.close", "code": POLICY, "reason": Code.NOT_ALLOWED})
            return
        try:
            live, line = await self.house.connect(table, guest.id)
        except Refused as refused:
            await send({"type": "websocket.close", "code": POLICY, "reason": refused.code})
            return
        self.open += 1
        try:
            await send({"type": "websocket.accept"})
            since = number_of(scope)
            most = TAIL if since is None else MOST_NEWS
            line.send(_encode(live.hello(guest.id, since or 0, most, self.house.clock())))
            live.tell_who_is_here()
            await self.talk(live, line, receive, send)
        finally:
            self.open -= 1
            self.house.disconnect(live, line)

    async def talk(self, live: LiveTable, line: Line, receive: Receive, send: Send) -> None:
        """Send what waits, take what comes, until one of the two ends."""
        sending = asyncio.create_task(deliver(line, send))
        listening = asyncio.create_task(self.listen(live, line, receive))
        _, rest = await asyncio.wait({sending, listening}, return_when=asyncio.FIRST_COMPLETED)
        for task in rest:
            task.cancel()
        await asyncio.gather(sending, listening, return_exceptions=True)

    async def listen(self, live: LiveTable, line: Line, receive: Receive) -> None:
        commands, chat = Bucket(burst=30, rate=10), Bucket(burst=5, rate=0.5)
        table = live.room.deed.table
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            answer: say.Accepted | say.Rejected
            try:
                command = read_command(text)
                now = time.monotonic()
                if not commands.take(now) or (isinstance(command, say.Say) and not chat.take(now)):
                    raise Refused(Code.TOO_MUCH, "Too fast; wait a moment.")
            except Refused as refused:
                answer = say.Rejected(id_of(text), refused.code.value, str(refused), live.room.number)
            else:
                answer = await self.house.command(table, line.guest, command)
            line.send(_encode(answer))


async def deliver(line: Line, send: Send) -> None:
    """Frames go out in order; a reader who takes none for long is cut."""
    while True:
        frame = await line.frames.get()
        if frame is None:
            await asyncio.wait_for(send({"type": "websocket.close", "code": AGAIN}), PATIENCE)
            return
        await asyncio.wait_for(send({"type": "websocket.send", "text": frame.decode()}), PATIENCE)


def read_command(text: str | None) -> say.AnyCommand:
    """The command in a frame; Refused if it is none."""
    if text is None or len(text) > LARGEST:
        raise Refused(Code.BAD_MESSAGE, f"A command is JSON in a text frame of at most {LARGEST} characters.")
    try:
        return _decode(text)  # type: ignore[no-any-return]
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refused(Code.BAD_MESSAGE, f"That is not a command: {error}.") from None


def id_of(text: str | None) -> str | None:
    """The id of a command that is wrong in another part, so that its sender knows which one it was."""
    try:
        found = msgspec.json.decode(text or "", type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError):
        return None
    wanted = found.get("id")
    return wanted if isinstance(wanted, str) and len(wanted) <= 64 else None


def number_of(scope: dict[str, Any]) -> int | None:
    """`since=n` of the address."""
    told = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("since", [""])[0]
    return int(told) if told.isascii() and told.isdecimal() and len(told) < 10 else None
