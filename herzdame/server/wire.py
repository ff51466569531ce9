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

log = logging.getLogger("herzdame.server")


class Socket(WebSocketsSansIOProtocol):
    """A WebSocket."""

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = {**(self.scope.get("extensions") or {}), CUT: self.cut}
        self.scope["extensions"] = extensions
        await super().run_asgi()

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
        self.patience = asyncio.get_running_loop().call_later(HANDSHAKE, self.still_nothing)

    def connection_lost(self, exc: Exception | None) -> None:
        self.patience.cancel()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        self.patience.cancel()
        super().handle_websocket_upgrade(event)

    def still_nothing(self) -> None:
        """Nobody has asked for anything, or is still about to."""
        if getattr(self, "cycle", None) is None:
            self.transport.abort()
