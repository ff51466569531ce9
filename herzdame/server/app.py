"""The application: the gate, the sockets of tables, and everything over HTTP."""

import asyncio
import contextlib
import re
import time
from collections.abc import AsyncIterator
from typing import Any

from litestar import Litestar, Response, get

from herzdame.kernel.errors import Code, Refused

from .archive import ARCHIVE
from .gate import SAFE_METHODS, Crowd, foreign, headers, visitor, wrong_host
from .guests import Guests
from .house import House
from .imports import Imports
from .metrics import CONTENT_TYPE, exposition
from .openapi import allowed, openapi
from .pages import PAGES
from .problems import HANDLERS, STATUS, problem
from .rest import ROUTES, Asked
from .settings import Server
from .sockets import Receive, Send, Sockets, turn_away
from .store.engine import open_database, sqlite_url
from .store.store import Store

SOCKET = re.compile(r"/api/tables/([\w-]{1,64})/socket")
LARGEST_BODY = 65_536
CONNECTIONS = 25  # of one address at the same time, for each visit a second that it may make
SPOKEN = [*ROUTES, *ARCHIVE]


@get("/api/openapi.json", include_in_schema=False, sync_to_thread=False)
def describe() -> dict[str, Any]:
    """Everything that can be asked over HTTP."""
    return openapi(SPOKEN)


@get("/metrics", include_in_schema=False, sync_to_thread=False)
def metrics(request: Asked) -> Response[str]:
    """Figures for Prometheus."""
    readers = {name.strip() for name in request.app.state.settings.metrics.split(",")}
    if "*" not in readers and visitor(request.scope) not in readers:
        raise Refused(Code.NOT_ALLOWED, "These figures are not for everybody; HERZDAME_METRICS says for whom.")
    sockets: Sockets = request.app.state.sockets
    return Response(exposition(sockets.house, sockets.open), media_type=CONTENT_TYPE)


METHODS = allowed(SPOKEN)


class Application:
    """One process of the house, as an ASGI application."""

    def __init__(self, settings: Server) -> None:
        self.settings = settings
        self.hosts = {name.strip() for name in settings.hosts.split(",") if name.strip()}
        self.crowd = Crowd(CONNECTIONS * settings.visits, {name.strip() for name in settings.proxies.split(",")})
        self.http = Litestar(
            route_handlers=[*SPOKEN, describe, metrics, *PAGES],
            lifespan=[self.lifespan],
            exception_handlers=HANDLERS,
            openapi_config=None,
            request_max_body_size=LARGEST_BODY,
            logging_config=None,
        )

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Litestar) -> AsyncIterator[None]:
        """Open the database, and close the house in good order."""
        if not self.settings.database:
            self.settings.data.mkdir(parents=True, exist_ok=True)
        engine = await asyncio.to_thread(open_database, self.settings.database or sqlite_url(self.settings.data))
        store = Store(engine)
        self.house, self.guests = House(store, self.settings), Guests(store)
        self.sockets = Sockets(self.house, self.guests)
        app.state.imports, app.state.sockets = Imports(store), self.sockets
        app.state.house, app.state.guests, app.state.settings = self.house, self.guests, self.settings
        sweeper = asyncio.create_task(self.sweep())
        try:
            yield
        finally:
            sweeper.cancel()
            await self.house.close()

    async def sweep(self) -> None:
        while True:
            await asyncio.sleep(self.settings.sweep)
            self.house.forget_idle()

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.http(scope, receive, send)  # type: ignore[arg-type]
            return
        if scope["type"] == "http":
            send = self.counted(scope["method"], send)
        try:
            self.check(scope)
        except Refused as refused:
            await self.turn_away(scope, receive, send, refused)
            return
        if scope["type"] == "http" and scope["method"] == "OPTIONS":
            await say_what_is_allowed(scope["path"], send)
        elif scope["type"] == "http":
            await self.http(scope, receive, send)  # type: ignore[arg-type]
        elif table := SOCKET.fullmatch(scope["path"]):
            await self.sockets.serve(table[1], scope, receive, send)
        else:
            nowhere = Refused(Code.UNKNOWN_TABLE, "A socket leads to a table: /api/tables/TABLE/socket.")
            await self.turn_away(scope, receive, send, nowhere)

    def counted(self, method: str, send: Send) -> Send:
        """The same, with each answer counted."""

        async def send_and_count(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                self.house.numbers.asked(method, message["status"])
            await send(message)

        return send_and_count

    def check(self, scope: Any) -> None:
        """Refused, if this was not meant for this house, did not come from one of its pages, or is too much."""
        found = headers(scope)
        host = found.get("host", "")
        unsafe = scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS
        if wrong_host(host, self.hosts) or (unsafe and foreign(found.get("origin"), host)):
            raise Refused(
                Code.NOT_ALLOWED, "This request was not meant for this server; set HERZDAME_HOSTS to its names."
            )
        if scope["type"] == "http" and not self.house.limits.requests.take(visitor(scope), time.monotonic()):
            raise Refused(Code.TOO_MUCH, "Too many requests; wait a moment.")

    async def turn_away(self, scope: Any, receive: Receive, send: Send, refused: Refused) -> None:
        """A plain answer, with the reason."""
        if scope["type"] == "websocket":
            await receive()
            await turn_away(send, refused)
            return
        body = problem(refused.code.value, str(refused))
        kind = (b"content-type", b"application/json")
        await send({"type": "http.response.start", "status": STATUS.get(refused.code, 409), "headers": [kind]})
        await send({"type": "http.response.body", "body": body})


async def say_what_is_allowed(path: str, send: Send) -> None:
    """The answer to OPTIONS."""
    names = next((names for pattern, names in METHODS.items() if re.fullmatch(pattern, path)), {"GET", "OPTIONS"})
    allow = ", ".join(sorted(names)).encode()
    await send({"type": "http.response.start", "status": 204, "headers": [(b"allow", allow)]})
    await send({"type": "http.response.body", "body": b""})
