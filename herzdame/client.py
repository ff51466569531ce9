"""Play at a table from a program: one guest, one table, the same commands as the page in the browser.

    with Guest("http://127.0.0.1:8000", name="Anna") as anna:
        table = anna.open("some_game", seats=2, bots=["normal"], start=True)
        while not table.over:
            for sight in table.to_act():
                table.act(sight.seat, sight.choices[0].action)

`docs/writing-a-bot.md` is a whole bot.
"""

import secrets
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Any, Self

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from herzdame.kernel.errors import Code, Refused
from herzdame.server import protocol as say

PATIENCE = 60.0  # seconds to wait for an answer


class Guest:
    """Somebody at a server, known there by a cookie."""

    def __init__(self, address: str, name: str) -> None:
        self.name = name
        self.http = httpx.Client(base_url=address, timeout=PATIENCE)
        self.ask("GET", "/api/me")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.http.close()

    def ask(self, method: str, address: str, body: Any = None) -> Any:
        """One request; Refused with the server's reason if it is."""
        content = None if body is None else msgspec.json.encode(body)
        answer = self.http.request(method, address, content=content, headers={"content-type": "application/json"})
        if answer.is_error:
            found = msgspec.json.decode(answer.content, type=say.Problem)
            raise Refused(Code(found.code), found.reason)
        return msgspec.json.decode(answer.content)

    def open(
        self,
        game: str,
        seats: int,
        options: dict[str, str] | None = None,
        bots: Sequence[say.Level] = (),
        *,
        start: bool = False,
    ) -> "Table":
        """A new table with this guest in the first seat."""
        settings = say.Settings(game, seats, options or {})
        opened = self.ask("POST", "/api/tables", say.Opening(settings, self.name, list(bots), start))
        return Table(self, opened["table"])

    def join(self, table: str) -> "Table":
        """Sit down at the table of a link."""
        joined = Table(self, table)
        joined.do(say.Sit(id=secrets.token_hex(8), name=self.name))
        return joined


class Table:
    """A table over its socket; comes back by itself after a cut, and misses nothing."""

    def __init__(self, guest: Guest, table: str) -> None:
        self.guest, self.id = guest, table
        self.news: list[say.News] = []
        self.now: say.Now
        self.connection: ClientConnection | None = None
        self.receive()

    @property
    def over(self) -> bool:
        return self.now.phase == "over"

    def to_act(self) -> Iterator[say.Sight]:
        """One's own seats that may act, waiting until one of them may or the match is over."""
        while not self.over and not any(sight.choices for sight in self.now.sights):
            self.receive()
        yield from [sight for sight in self.now.sights if sight.choices]

    def act(self, seat: int | None, action: str) -> int:
        """Do something in the match, in its notation."""
        assert seat is not None
        return self.do(say.Act(id=secrets.token_hex(8), seat=seat, action=action))

    def start(self) -> int:
        return self.do(say.Start(id=secrets.token_hex(8)))

    def do(self, command: say.AnyCommand) -> int:
        """Send a command until it is answered; returns the number of the news it became."""
        frame = msgspec.json.encode(command).decode()
        connection = self.connected()
        connection.send(frame)
        while True:
            answer = self.receive()
            if self.connection is not connection:  # cut in between: the same id is carried out once only
                connection = self.connected()
                connection.send(frame)
            elif isinstance(answer, say.Accepted) and answer.id == command.id:
                return answer.number
            elif isinstance(answer, say.Rejected) and answer.id == command.id:
                raise Refused(Code(answer.code), answer.reason)

    def receive(self) -> say.AnyMessage:
        """The next frame; what it says is taken in."""
        try:
            frame = self.connected().recv(timeout=PATIENCE)
        except ConnectionClosed:
            self.connection = None
            frame = self.connected().recv(timeout=PATIENCE)
        message = msgspec.json.decode(frame, type=say.AnyMessage)
        if isinstance(message, say.Hello | say.Happened):
            self.news += message.news
            self.now = message.now
        return message  # type: ignore[no-any-return]

    def connected(self) -> ClientConnection:
        if self.connection is None:
            base = str(self.guest.http.base_url).rstrip("/").replace("http", "ws", 1)
            since = self.news[-1].number if self.news else 0
            cookies = "; ".join(f"{name}={value}" for name, value in self.guest.http.cookies.items())
            self.connection = connect(
                f"{base}/api/tables/{self.id}/socket?since={since}", additional_headers={"Cookie": cookies}
            )
        return self.connection

    def close(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection = None
