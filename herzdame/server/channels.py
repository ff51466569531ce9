"""Wake-up calls between processes that serve the same database.

A call names tables at which something was written, nothing else: whoever hears it reads the entries.  One that gets
lost costs time only, as every process also looks by itself now and then.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Any, Protocol

from herzdame.kernel.errors import Code, Refused

log = logging.getLogger("herzdame.server")

NAME = "herzdame"
IN_ONE_CALL = 200  # tables; PostgreSQL carries 8,000 bytes at once
AGAIN = 1.0  # seconds after which a broken line is tried again


class Line(Protocol):
    """A connection that carries short texts from everybody to everybody."""

    async def call(self, text: str) -> None: ...
    def hear(self) -> AsyncIterator[str]:
        """Texts as they come; an empty one at the start, once nothing is missed any more."""

    async def close(self) -> None: ...


class PostgresLine:
    """LISTEN and NOTIFY."""

    def __init__(self, url: str) -> None:
        self.url, self.open = url, list[Any]()
        self.calling: Any = None

    async def connection(self) -> Any:
        import psycopg

        self.open.append(await psycopg.AsyncConnection.connect(self.url, autocommit=True))
        return self.open[-1]

    async def call(self, text: str) -> None:
        if self.calling is None or self.calling.closed:
            self.calling = await self.connection()
        await self.calling.execute("SELECT pg_notify(%s, %s)", (NAME, text))

    async def hear(self) -> AsyncIterator[str]:
        listening = await self.connection()
        await listening.execute(f"LISTEN {NAME}")
        yield ""
        async for found in listening.notifies():
            yield found.payload

    async def close(self) -> None:
        for connection in self.open:
            await connection.close()
        self.open.clear()


class RedisLine:
    """PUBLISH and SUBSCRIBE."""

    def __init__(self, url: str) -> None:
        from redis.asyncio import Redis

        self.redis: Any = Redis.from_url(url, decode_responses=True)

    async def call(self, text: str) -> None:
        await self.redis.publish(NAME, text)

    async def hear(self) -> AsyncIterator[str]:
        async with self.redis.pubsub() as listening:
            await listening.subscribe(NAME)
            async for found in listening.listen():
                yield found["data"] if found["type"] == "message" else ""

    async def close(self) -> None:
        await self.redis.aclose()


def line_to(url: str) -> Line | None:
    """None where a process serves alone."""
    kind = url.partition(":")[0]
    try:
        if kind in ("", "memory", "sqlite"):
            return None
        if kind.partition("+")[0] == "postgresql":
            import psycopg  # noqa: F401 (so that it is said at once if it is missing)

            return PostgresLine("postgresql:" + url.partition(":")[2])
        if kind in ("redis", "rediss", "unix"):
            return RedisLine(url)
    except ModuleNotFoundError as missing:
        wanted = "postgres" if missing.name == "psycopg" else "redis"
        raise Refused(
            Code.BAD_VALUE, f"These channels need one more package: pip install 'herzdame[{wanted}]'."
        ) from None
    raise Refused(Code.BAD_VALUE, f"'{url}' is no channel; it is memory, postgresql://... or redis://HOST.")


class Channel:
    """Calls out what this process has written, and hears what the others have."""

    def __init__(self, line: Line, woken: Callable[[Iterable[str] | None], object]) -> None:
        self.line, self.woken = line, woken  # woken(None): any table may have changed
        self.own = secrets.token_hex(4)  # one's own calls are heard, too
        self.written: set[str] = set()
        self.something = asyncio.Event()
        self.tasks = [asyncio.create_task(self.keep_on(work)) for work in (self.calls, self.hears)]

    def wrote(self, table: str) -> None:
        self.written.add(table)
        self.something.set()

    async def keep_on(self, work: Callable[[], Any]) -> None:
        """A broken line is mended, and never anybody's business but its own."""
        while True:
            try:
                await work()
            except Exception as error:
                log.warning("the channel between processes is broken: %s", error)
            await asyncio.sleep(AGAIN)

    async def calls(self) -> None:
        while True:
            await self.something.wait()
            tables = [self.written.pop() for _ in range(min(IN_ONE_CALL, len(self.written)))]
            if not self.written:
                self.something.clear()
            await self.line.call(" ".join([self.own, *tables]))

    async def hears(self) -> None:
        async for text in self.line.hear():
            who, *tables = text.split() or [""]
            if who != self.own:
                self.woken(tables if text else None)

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.line.close()
