"""Play at a table from a program: one guest, any number of tables, the same commands as the page in the browser.

    with Guest("http://127.0.0.1:8000", name="Anna") as anna:
        table = anna.open("some_game", seats=2, bots=["normal"], start=True)
        for sight in table.turns():
            table.act(sight.seat, sight.choices[0].action)

`docs/writing-a-bot.md` is a whole bot.
"""

import contextlib
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from herzdame.kernel.errors import Code, Refused
from herzdame.server import protocol as say

T = TypeVar("T")

PATIENCE = 60.0  # seconds to wait for an answer, or for a server that is starting again
PAUSE = 0.1  # seconds between two tries


class Guest:
    """Somebody at a server, known there by a cookie."""

    def __init__(self, address: str, name: str) -> None:
        self.address, self.name = address.rstrip("/"), name
        self.http = httpx.Client(base_url=self.address, timeout=PATIENCE, trust_env=False)
        self.tables: list[Table] = []
        self.ask("GET", "/api/me")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        for table in self.tables:
            table.close()
        self.http.close()

    @property
    def cookie(self) -> str:
        """What this guest is known by, as a header."""
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def ask(self, method: str, address: str, body: Any = None) -> Any:
        """One request; Refused with the server's reason if it is."""
        content = None if body is None else msgspec.json.encode(body)
        return understood(
            self.http.request(method, address, content=content, headers={"content-type": "application/json"})
        )

    def open(
        self,
        game: str,
        seats: int,
        options: dict[str, str] | None = None,
        bots: Sequence[say.Level] = (),
        *,
        start: bool = False,
        **settings: Any,
    ) -> "Table":
        """A new table with this guest in the first seat and bots in the next ones."""
        wanted = say.Settings(game, seats, options or {}, **settings)
        opened = self.ask("POST", "/api/tables", say.Opening(wanted, self.name, list(bots), start))
        return self.look(opened["table"])

    def look(self, table: str) -> "Table":
        """Come to a table, to sit or to look on."""
        self.tables.append(Table(self, table))
        return self.tables[-1]

    def join(self, table: str, name: str | None = None) -> "Table":
        """Sit down at the table of a link."""
        joined = self.look(table)
        joined.sit(name or self.name)
        return joined


class Table:
    """A table over its socket; comes back by itself after a cut, and misses nothing."""

    def __init__(self, guest: Guest, table: str) -> None:
        self.guest, self.id = guest, table
        self.news: list[say.News] = []
        self.here: say.Here | None = None
        self.now: say.Now
        self.hello: say.Hello
        self.connection: ClientConnection | None = None
        self.take_in(self.connected())

    # --- What there is to see ---------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.now.phase == "over"

    @property
    def seats(self) -> list[int]:
        """One's own seats."""
        return [number for number, seat in enumerate(self.now.seats) if seat.mine]

    def to_act(self) -> list[say.Sight]:
        """One's own seats that may act now."""
        return [sight for sight in self.now.sights if sight.choices]

    def turns(self) -> Iterator[say.Sight]:
        """What one of one's own seats sees, each time that it has to act, until the match is over."""
        while not self.over:
            yield from self.to_act()[:1]
            if not self.over and not self.to_act():
                self.receive()

    def until(self, so: "Callable[[Table], object]", patience: float | None = PATIENCE) -> "Table":
        """Read what the server sends until it is so; TimeoutError if it is not for so many seconds."""
        until = None if patience is None else time.monotonic() + patience
        while not so(self):
            self.receive(None if until is None else max(0.0, until - time.monotonic()))
        return self

    # --- What can be done -------------------------------------------------------------------------

    def act(self, seat: int | None, action: str, step: int | None = None) -> int:
        """Do something in the match, in its notation."""
        assert seat is not None, "a spectator cannot act"
        return self.do(say.Act(id=new_id(), seat=seat, action=action, step=step))

    def sit(self, name: str, seat: int | None = None) -> int:
        return self.do(say.Sit(id=new_id(), name=name, seat=seat))

    def start(self) -> int:
        return self.do(say.Start(id=new_id()))

    def do(self, command: say.AnyCommand) -> int:
        """Send a command until it is answered; returns the number of the news that it became."""
        sent_over: ClientConnection | None = None
        while True:
            connection = self.connected()
            if connection is not sent_over:  # after a cut once more: the same id is carried out once only
                sent_over = connection
                with contextlib.suppress(ConnectionClosed):  # noticed and mended when the answer is waited for
                    connection.send(msgspec.json.encode(command).decode())
            answer = self.receive()
            if isinstance(answer, say.Accepted) and answer.id == command.id:
                return answer.number
            if isinstance(answer, say.Rejected) and answer.id == command.id:
                raise Refused(Code(answer.code), answer.reason)

    # --- The socket -------------------------------------------------------------------------------

    def receive(self, patience: float | None = None) -> say.AnyMessage | None:
        """The next message, taken in; None if the line was cut instead: it is mended by now.

        TimeoutError if nothing comes for so many seconds.
        """
        connection = self.connected()
        try:
            return self.take_in(connection, patience)
        except ConnectionClosed:
            self.connection = None
            self.take_in(self.connected())
            return None

    def take_in(self, connection: ClientConnection, patience: float | None = None) -> say.AnyMessage:
        message: say.AnyMessage = msgspec.json.decode(connection.recv(patience), type=say.AnyMessage)
        if isinstance(message, say.Hello):
            self.hello = message
            self.fill_the_gap(message)
        if isinstance(message, say.Hello | say.Happened):
            self.news += message.news
            self.now = message.now
        if isinstance(message, say.Here):
            self.here = message
        return message

    def fill_the_gap(self, hello: say.Hello) -> None:
        """After long absence the server sends only the latest news; the others are asked for."""
        known, first = self.last, hello.news[0].number if hello.news else hello.now.number + 1
        while known + 1 < first:
            found = self.guest.ask("GET", f"/api/tables/{self.id}/log?after={known}&upto={first - 1}")
            self.news += msgspec.convert(found, list[say.News])
            known = self.last

    @property
    def last(self) -> int:
        return self.news[-1].number if self.news else 0

    def connected(self) -> ClientConnection:
        """The open socket; opened again, with patience, where it was cut."""
        base = self.guest.address.replace("http", "ws", 1)
        until = time.monotonic() + PATIENCE
        while self.connection is None:
            try:
                self.connection = connect(
                    f"{base}/api/tables/{self.id}/socket?since={self.last}",
                    additional_headers={"Cookie": self.guest.cookie},
                    proxy=None,
                ).__enter__()
            except InvalidStatus as turned_away:
                if turned_away.response.status_code < 500:
                    raise refused(turned_away.response.body or b"") from None
                self.wait(until)
            except (OSError, EOFError):
                self.wait(until)
        return self.connection

    def wait(self, until: float) -> None:
        if time.monotonic() > until:
            raise Refused(Code.BROKEN, f"{self.guest.address} does not answer.")
        time.sleep(PAUSE)

    def close(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection = None


def new_id() -> str:
    """A command that is sent twice with the same id is carried out once."""
    return secrets.token_hex(8)


def fetch(house: str, address: str, kind: type[T]) -> T:
    """What a house tells to anybody who asks; Refused with the reason if it does not."""
    try:
        answer = httpx.get(f"{house}{address}", timeout=PATIENCE, trust_env=False)
        return msgspec.convert(understood(answer), kind)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise Refused(Code.BROKEN, f"{house} does not answer: {error}.") from None
    except msgspec.ValidationError:
        raise refused(answer.content) from None


def understood(answer: httpx.Response) -> Any:
    """JSON or text; Refused with the server's reason if it is a refusal."""
    if answer.is_error:
        raise refused(answer.content)
    kind = answer.headers.get("content-type", "").partition(";")[0]
    try:
        return msgspec.json.decode(answer.content) if kind == "application/json" else answer.text
    except msgspec.DecodeError:
        raise refused(answer.content) from None


def refused(body: bytes | bytearray) -> Refused:
    """The server's reason."""
    try:
        found = msgspec.json.decode(body, type=say.Problem)
        return Refused(Code(found.code), found.reason)
    except (msgspec.DecodeError, ValueError):
        return Refused(Code.BROKEN, f"The server answered something unexpected: {bytes(body[:200])!r}")
