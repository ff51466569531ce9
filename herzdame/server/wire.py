"""uvicorn's connections, with what a house needs that strangers can reach.

A WebSocket whose reader has stalled can be cut for good, and text that is no text is refused without a word
in the log; a connection that never asks for anything is closed.
"""

import asyncio
import logging
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .sockets import CUT

HANDSHAKE = 20.0  # seconds within which a connection has to ask for something
NOT_TEXT = 1007
MOST_HEADERS, LONGEST_LINE = 100, 8000  # of a request for a WebSocket: what the library below can take

log = logging.getLogger("herzdame.server")


class Socket(WebSocketsSansIOProtocol):
    """A WebSocket."""

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = {**(self.scope.get("extensions") or {}), CUT: self.cut}
        self.scope["extensions"] = extensions
        await super().run_asgi()

    def connection_lost(self, exc: Exception | None) -> None:
        leave(self)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Who reads nothing is not listened to: answers to pings would pile up."""
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()

    def cut(self) -> None:
        """End it now, whatever still waits to be sent."""
        self.transport.abort()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.cut()

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.send_close(NOT_TEXT)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()


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
