"""uvicorn's connections, with what a house needs that strangers can reach, and a short way for plain frames.

A WebSocket whose reader has stalled can be cut for good, and text that is no text is refused without a word
in the log; a connection that never asks for anything is closed.

Nearly every frame is a whole text, so those are read and written here, in a tenth of the time that the general way
takes.  The library shakes hands, and is given all other frames: each whole, so that it is always between two.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # the compiled one, where there is one
from websockets.protocol import State

WIRE = "herzdame.wire"  # an extension of the scope: the socket itself
HANDSHAKE = 20.0  # seconds within which a connection has to ask for something
PATIENCE = 10.0  # seconds in which a reader has to take something, or to answer a farewell
MOST_WAITING = 262_144  # bytes; a reader who lets more pile up is cut off
NOT_TEXT = 1007
MOST_HEADERS, LONGEST_LINE = 100, 8000  # of a request for a WebSocket: what the library below can take
TEXT, MASKED = 0x81, 0x80  # the first byte of a frame with a whole text; a bit of the second
HEADS = [bytes([TEXT, size]) for size in range(126)]

log = logging.getLogger("herzdame.server")


class Socket(WebSocketsSansIOProtocol):
    """A WebSocket.  Whoever takes it sets `hear`, which is called with each text, or None for something else."""

    hear: Callable[[str | None], None] | None = None
    unread = b""
    unsent = b""
    patience: asyncio.TimerHandle | None = None

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = {**(self.scope.get("extensions") or {}), WIRE: self}
        self.scope["extensions"] = extensions
        await super().run_asgi()

    async def send(self, message: Any) -> None:
        """A plain answer instead of a socket is an answer, too: the library would note it as a fault of ours."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True

    # --- Reading ----------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self.hear is None:
            super().data_received(data)
            return
        data, at = self.unread + data, 0
        while (found := frame_at(data, at)) is not None:
            start, stop, masked = found
            lawful = masked and stop - start <= self.config.ws_max_size
            if lawful and stop > len(data):
                break
            if lawful and data[at] == TEXT and self.conn.current_size is None:  # not between parts of another message
                self.read(apply_mask(data[start:stop], data[start - 4 : start]))
            else:
                stop = stop if lawful else len(data)  # the library will say what is wrong with it
                super().data_received(data[at:stop])
            at = stop
        self.unread = data[at:]

    def read(self, text: bytes) -> None:
        if self.conn.state is not State.OPEN:
            return
        assert self.hear
        try:
            self.hear(text.decode())
        except UnicodeDecodeError:
            self.conn.send_close(NOT_TEXT)
            self.handle_parser_exception()

    def send_receive_event_to_app(self) -> None:
        """A message in several frames, or one that is not text."""
        message, self.frames = b"".join(self.frames), []
        if self.hear and not self.close_sent:
            if self.curr_msg_data_type == "text":
                self.read(message)
            else:
                self.hear(None)

    def pause(self) -> None:
        """Let the rest wait outside."""
        if not self.read_paused and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()

    def resume(self) -> None:
        if self.read_paused and not self.patience and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    # --- Writing ----------------------------------------------------------------------------------

    def tell(self, frame: bytes) -> None:
        """Send a text; it is dropped where the connection is about to end."""
        size = len(frame)
        if size < 126:
            head = HEADS[size]
        elif size < 65_536:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        if not self.unsent:
            self.loop.call_soon(self.flush)
        self.unsent += head + frame

    def flush(self) -> None:
        """All that was told at about the same time leaves the house together."""
        unsent, self.unsent = self.unsent, b""
        if unsent and self.conn.state is State.OPEN and not self.transport.is_closing():
            self.transport.write(unsent)
            if self.patience and self.transport.get_write_buffer_size() > MOST_WAITING:
                self.cut()

    def pause_writing(self) -> None:
        """The reader does not take what we send."""
        super().pause_writing()
        self.patience = self.loop.call_later(PATIENCE, self.cut)
        self.pause()  # nor do we listen: answers to pings would pile up

    def resume_writing(self) -> None:
        super().resume_writing()
        self.stop_waiting()
        self.resume()

    def stop_waiting(self) -> None:
        if self.patience:
            self.patience.cancel()
            self.patience = None

    # --- Ending -----------------------------------------------------------------------------------

    def hang_up(self, why: int) -> None:
        """End it, and say why; what is still missing is asked for again after a reconnect."""
        self.flush()
        if self.conn.state is not State.OPEN or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": why})
        self.conn.send_close(why)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.resume()
        self.close_timer = self.loop.call_later(PATIENCE, self.cut)

    def cut(self) -> None:
        """End it now, whatever still waits to be sent."""
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_waiting()
        self.hear = None
        leave(self)
        super().connection_lost(exc)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.cut()


def frame_at(data: bytes, at: int) -> tuple[int, int, bool] | None:
    """Where the payload of the frame that begins here starts and stops, and is it masked?  None if it is too soon."""
    if len(data) < at + 2:
        return None
    size, start, masked = data[at + 1] & 0x7F, at + 2, bool(data[at + 1] & MASKED)
    if size >= 126:
        start += 2 if size == 126 else 8
        size = int.from_bytes(data[at + 2 : start], "big")
    start += 4 if masked else 0
    return (start, start + size, masked) if len(data) >= start else None


class Connection(H11Protocol):
    """A connection over which requests come, or which becomes a WebSocket."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.counted = self.config.app.crowd.enter(address_of(self))  # type: ignore[union-attr]
        if not self.counted:
            transport.abort()
        self.patience = asyncio.get_running_loop().call_later(HANDSHAKE, self.still_nothing)

    def connection_lost(self, exc: Exception | None) -> None:
        self.patience.cancel()
        if self.counted:
            leave(self)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        self.patience.cancel()
        lines = [len(name) + len(value) for name, value in self.headers]
        if len(lines) > MOST_HEADERS or max(len(event.target), *lines) > LONGEST_LINE:
            self.send_400_response("That is too long a request for a socket.")
            return
        super().handle_websocket_upgrade(event)

    def still_nothing(self) -> None:
        """Nobody has asked for anything, or is still about to."""
        if getattr(self, "cycle", None) is None:
            self.transport.abort()


def address_of(connection: Socket | Connection) -> str:
    return connection.client[0] if connection.client else "?"


def leave(connection: Socket | Connection) -> None:
    connection.config.app.crowd.leave(address_of(connection))  # type: ignore[union-attr]
