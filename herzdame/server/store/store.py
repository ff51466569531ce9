"""What the house asks of its database.  Reading and writing happen in threads, never in the event loop."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, delete, func, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from herzdame.kernel.errors import Code, Refused

from ..entry import Deed, decode_deed, encode_deed, first_link, next_link
from ..room import Listed
from .schema import chairs, entries, guests, links, tables
from .writer import AT_ONCE, Row, Work, Writer, insert_entries

log = logging.getLogger("herzdame.server")

T = TypeVar("T")


class Forked(Exception):
    """Another process has written this number: read it, and decide again."""


class Kept(NamedTuple):
    """An entry as it lies in the database."""

    body: bytes
    chain: str


class Found(NamedTuple):
    """A table as it stands in the lists."""

    deed: Deed
    seal: str  # with which the chain of its entries begins
    phase: str


class Link(NamedTuple):
    """A link by which a seat moves to another device; it is worth nothing once somebody else sits there."""

    table: str
    seat: int
    guest: str


class Store:
    """One database, shared by all tables of this process and perhaps by other processes."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.writer = Writer(engine)

    def close(self) -> None:
        self.writer.close()
        self.engine.dispose()

    # --- Tables -----------------------------------------------------------------------------------

    async def open_table(self, deed: Deed, bodies: Sequence[bytes], listed: Listed) -> None:
        """Keep a new table with its first entries."""
        row = {
            "table": deed.table, "deed": encode_deed(deed), "public": listed.public,
            "phase": listed.phase, "changed": deed.created,
        }  # fmt: skip
        rows, chain = [], first_link(encode_deed(deed))
        for number, body in enumerate(bodies, 1):
            chain = next_link(chain, body)
            rows.append(Row(deed.table, number, body, chain))

        def work(connection: Connection) -> None:
            connection.execute(insert(tables).values(row))
            if rows:
                insert_entries(connection, rows)
            list_table(connection, deed.table, listed, deed.created)

        await self.write(work=work)

    async def append(self, table: str, number: int, body: bytes, chain: str) -> None:
        """Keep an entry for good; Forked if another process has written one of this number."""
        await self.write(row=Row(table, number, body, chain))

    async def append_and_list(
        self, table: str, number: int, body: bytes, chain: str, listed: Listed, changed: float
    ) -> None:
        """The same, with what lists of tables are to show from now on."""
        row = Row(table, number, body, chain)
        await self.write(row=row, work=lambda connection: list_table(connection, table, listed, changed))

    async def list_table(self, table: str, listed: Listed, changed: float) -> None:
        """Only the lists: should it fail, they are mended when the table is read again."""
        try:
            await self.write(work=lambda connection: list_table(connection, table, listed, changed))
        except Refused as error:
            log.warning("a table could not be listed: %s", error, extra={"table": table})

    async def table(self, table: str) -> Found | None:
        wanted = select(tables.c.deed, tables.c.phase).where(tables.c.table == table)
        found = await self.read(lambda connection: connection.execute(wanted).first())
        return Found(decode_deed(found.deed), first_link(found.deed), found.phase) if found else None

    async def entries_after(self, table: str, number: int) -> list[Kept]:
        wanted = (
            select(entries.c.body, entries.c.chain)
            .where(entries.c.table == table, entries.c.number > number)
            .order_by(entries.c.number)
        )
        return await self.read(lambda connection: [Kept(*row) for row in connection.execute(wanted)])

    async def numbers_of(self, names: Sequence[str]) -> dict[str, int]:
        """The last number of each of these tables."""
        found: dict[str, int] = {}
        for at in range(0, len(names), AT_ONCE):
            wanted = select(entries.c.table, func.max(entries.c.number)).group_by(entries.c.table)
            some = wanted.where(entries.c.table.in_(names[at : at + AT_ONCE]))
            found.update(await self.read(partial(pairs, statement=some)))
        return found

    async def open_tables(self, most: int) -> list[str]:
        """The public tables where somebody is still missing, the newest first."""
        return await self.tables_where(most, tables.c.public, tables.c.phase == "gathering")

    async def tables_of(self, guest: str, most: int) -> list[str]:
        """Where this guest sits: first what is not over, each the last changed first."""
        mine = select(chairs.c.table).where(chairs.c.guest == guest)
        return await self.tables_where(most, tables.c.table.in_(mine))

    async def tables_where(self, most: int, *conditions: Any) -> list[str]:
        order = (tables.c.phase == "over", tables.c.changed.desc())
        wanted = select(tables.c.table).where(*conditions).order_by(*order).limit(most)
        return await self.read(lambda connection: list(connection.execute(wanted).scalars()))

    # --- Guests -----------------------------------------------------------------------------------

    async def new_guest(self, guest: str, token: str) -> None:
        row = {"guest": guest, "token": token, "created": time.time()}
        await self.write(work=lambda connection: run(connection, insert(guests).values(row)))

    async def guest(self, token: str) -> tuple[str, str | None] | None:
        """Who has this token, and the name."""
        wanted = select(guests.c.guest, guests.c.name).where(guests.c.token == token)
        found = await self.read(lambda connection: connection.execute(wanted).first())
        return (found.guest, found.name) if found else None

    async def rename(self, guest: str, name: str) -> None:
        change = update(guests).where(guests.c.guest == guest).values(name=name)
        await self.write(work=lambda connection: run(connection, change))

    # --- Links ------------------------------------------------------------------------------------

    async def new_link(self, token: str, link: Link) -> None:
        row = {"token": token, "created": int(time.time()), **link._asdict()}
        await self.write(work=lambda connection: run(connection, insert(links).values(row)))

    async def use_link(self, token: str, newer_than: float) -> Link | None:
        """What the link stands for, once; with it, every other link to the same seat is used up."""
        found: list[Link] = []

        def work(connection: Connection) -> None:
            wanted = select(links.c.table, links.c.seat, links.c.guest).where(
                links.c.token == token, links.c.created > newer_than
            )
            row = connection.execute(wanted).first()
            if row:
                connection.execute(delete(links).where(links.c.table == row.table, links.c.seat == row.seat))
                found.append(Link(*row))

        await self.write(work=work)
        return found[0] if found else None

    # --- Inside -----------------------------------------------------------------------------------

    async def write(self, *, row: Row | None = None, work: Work | None = None) -> None:
        """Done when it is on the disk."""
        try:
            await self.writer.hand_in(row, work)
        except DBAPIError as error:
            if row and isinstance(error, IntegrityError):
                raise Forked from error
            raise Refused(Code.NOT_KEPT, f"The database could not keep it: {error.orig}.") from error

    async def read(self, query: Callable[[Connection], T]) -> T:
        try:
            return await asyncio.to_thread(self.query, query)
        except DBAPIError as error:
            log.error("the database cannot be read: %s", error.orig)
            raise Refused(Code.NOT_KEPT, "The database does not answer; try again in a moment.") from error

    def query(self, query: Callable[[Connection], T]) -> T:
        with self.engine.connect() as connection:
            return query(connection)


def pairs(connection: Connection, statement: Any) -> list[tuple[str, int]]:
    return [(row[0], row[1]) for row in connection.execute(statement)]


def run(connection: Connection, statement: Any) -> None:
    connection.execute(statement)


def list_table(connection: Connection, table: str, listed: Listed, changed: float) -> None:
    """What lists of tables show of a table: its phase, whether it is public, and who sits there."""
    values = {"phase": listed.phase, "public": listed.public, "changed": changed}
    connection.execute(update(tables).where(tables.c.table == table).values(values))
    if listed.guests is None:
        return
    connection.execute(delete(chairs).where(chairs.c.table == table))
    if listed.guests:
        connection.execute(insert(chairs), [{"guest": guest, "table": table} for guest in listed.guests])
