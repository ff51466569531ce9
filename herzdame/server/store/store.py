"""What the house asks of its database.  Reading and writing happen in threads, never in the event loop."""

import asyncio
import time
from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, delete, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from herzdame.kernel.errors import Code, Refused

from ..entry import Deed, Entry, decode, decode_deed, encode, encode_deed, first_link, next_link
from .schema import chairs, entries, guests, links, tables
from .writer import Writer

T = TypeVar("T")


class Forked(Exception):
    """Another process has written this number: read it, and decide again."""


class Store:
    """One database, shared by all tables of this process and perhaps by other processes."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.writer = Writer(engine)

    def close(self) -> None:
        self.writer.close()
        self.engine.dispose()

    # --- Tables -----------------------------------------------------------------------------------

    async def open_table(self, deed: Deed) -> None:
        row = {
            "table": deed.table, "deed": encode_deed(deed), "public": deed.settings.public,
            "phase": "gathering", "changed": deed.created,
        }  # fmt: skip
        await self.write(lambda connection: run(connection, insert(tables).values(row)))

    async def append(self, table: str, entry: Entry, chain: str) -> None:
        """Keep an entry for good; Forked if another process has written one of this number."""
        body = encode(entry)
        row = {"table": table, "number": entry.number, "body": body, "chain": next_link(chain, body)}
        await self.write(lambda connection: run(connection, insert(entries).values(row)))

    async def list_table(self, table: str, listed: dict[str, Any], sitting: Collection[str], changed: float) -> None:
        """What lists of tables show of a table: its phase, whether it is public, and who sits there."""
        values = {"phase": listed["phase"], "public": listed["public"], "changed": changed}

        def work(connection: Connection) -> None:
            connection.execute(update(tables).where(tables.c.table == table).values(values))
            connection.execute(delete(chairs).where(chairs.c.table == table))
            if sitting:
                connection.execute(insert(chairs), [{"guest": guest, "table": table} for guest in sorted(sitting)])

        await self.write(work)

    async def deed(self, table: str) -> Deed | None:
        found = await self.read(lambda connection: connection.execute(
            select(tables.c.deed).where(tables.c.table == table)).scalar())  # fmt: skip
        return decode_deed(found) if found else None

    async def entries_after(self, table: str, number: int) -> list[Entry]:
        found = await self.read(lambda connection: connection.execute(
            select(entries.c.body).where(entries.c.table == table, entries.c.number > number)
            .order_by(entries.c.number)).scalars().all())  # fmt: skip
        return [decode(body) for body in found]

    async def open_tables(self, most: int) -> list[str]:
        """The public tables where somebody is still missing, the newest first."""
        return await self.tables_where(most, tables.c.public, tables.c.phase == "gathering")

    async def tables_of(self, guest: str, most: int) -> list[str]:
        """Where this guest sits or sat, the last changed first."""
        mine = select(chairs.c.table).where(chairs.c.guest == guest)
        return await self.tables_where(most, tables.c.table.in_(mine))

    async def tables_where(self, most: int, *conditions: Any) -> list[str]:
        wanted = select(tables.c.table).where(*conditions).order_by(tables.c.changed.desc()).limit(most)
        return list(await self.read(lambda connection: connection.execute(wanted).scalars().all()))

    # --- Guests -----------------------------------------------------------------------------------

    async def new_guest(self, guest: str, token: str) -> None:
        row = {"guest": guest, "token": token, "created": time.time()}
        await self.write(lambda connection: run(connection, insert(guests).values(row)))

    async def guest(self, token: str) -> tuple[str, str | None] | None:
        """Who has this token, and the name."""
        wanted = select(guests.c.guest, guests.c.name).where(guests.c.token == token)
        found = await self.read(lambda connection: connection.execute(wanted).first())
        return (found.guest, found.name) if found else None

    async def rename(self, guest: str, name: str) -> None:
        change = update(guests).where(guests.c.guest == guest).values(name=name)
        await self.write(lambda connection: run(connection, change))

    # --- Links ------------------------------------------------------------------------------------

    async def new_link(self, token: str, table: str, seat: int) -> None:
        row = {"token": token, "table": table, "seat": seat, "created": int(time.time())}
        await self.write(lambda connection: run(connection, insert(links).values(row)))

    async def use_link(self, token: str) -> tuple[str, int] | None:
        """The seat that the link leads to, once."""
        found: list[tuple[str, int]] = []

        def work(connection: Connection) -> None:
            row = connection.execute(
                delete(links).where(links.c.token == token).returning(links.c.table, links.c.seat)
            ).first()
            found.extend([(row.table, row.seat)] if row else [])

        await self.write(work)
        return found[0] if found else None

    # --- Inside -----------------------------------------------------------------------------------

    async def write(self, work: Callable[[Connection], None]) -> None:
        """Done when it is on the disk."""
        try:
            await asyncio.wrap_future(self.writer.hand_in(work))
        except IntegrityError as error:
            raise Forked from error
        except DBAPIError as error:
            raise Refused(Code.NOT_KEPT, f"The database could not keep it: {error.orig}.") from error

    async def read(self, query: Callable[[Connection], T]) -> T:
        return await asyncio.to_thread(self.query, query)

    def query(self, query: Callable[[Connection], T]) -> T:
        with self.engine.connect() as connection:
            return query(connection)


def run(connection: Connection, statement: Any) -> None:
    connection.execute(statement)


def verify(deed: Deed, bodies: Sequence[tuple[bytes, str]]) -> int | None:
    """The number of the first entry that does not fit its chain; None if all do."""
    chain = first_link(deed)
    for number, (body, link) in enumerate(bodies, 1):
        chain = next_link(chain, body)
        if chain != link:
            return number
    return None
