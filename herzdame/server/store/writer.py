"""Group commit: one thread writes what many tables wait for, and all of it becomes durable at once."""

import asyncio
import queue
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import chain, groupby
from typing import NamedTuple

from sqlalchemy import Connection, Engine

from herzdame.kernel.errors import Code, Refused

from .schema import entries

AT_ONCE = 1000  # at most so many writes in one commit
COLUMNS = ", ".join(f'"{column.name}"' for column in entries.columns)
INSERT = f"INSERT INTO {entries.name} ({COLUMNS}) VALUES"

Work = Callable[[Connection], None]


class Row(NamedTuple):
    """An entry of a table, as it is kept."""

    table: str
    number: int
    body: bytes
    chain: str


@dataclass(eq=False)
class Write:
    """Something to be written, and somebody who waits for it: the entry of a table, other work, or both."""

    row: Row | None
    work: Work | None
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.get_running_loop)

    def __post_init__(self) -> None:
        self.done: asyncio.Future[None] = self.loop.create_future()


class Writer:
    """Whatever is handed in is done in order; each future is fulfilled after the commit, or fails with its error."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine.execution_options(writes=True)
        self.waiting: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        self.closed = False
        self.thread = threading.Thread(target=self.run, name="writer", daemon=True)
        self.thread.start()

    def hand_in(self, row: Row | None = None, work: Work | None = None) -> "asyncio.Future[None]":
        """Write a row of `entries`, then do the work, both or neither."""
        if self.closed:
            raise Refused(Code.NOT_KEPT, "The server is closing; try again in a moment.")
        write = Write(row, work)
        self.waiting.put(write)
        return write.done

    def close(self) -> None:
        """Write what is waiting, then stop."""
        self.closed = True
        self.waiting.put(None)
        self.thread.join()

    # --- In the thread ----------------------------------------------------------------------------

    def run(self) -> None:
        with self.engine.connect() as connection:
            while batch := self.next_batch():
                tell(self.write(connection, batch))

    def next_batch(self) -> list[Write]:
        """Everything that waits now; empty at the end."""
        batch: list[Write] = []
        first = self.waiting.get()
        while first is not None:
            batch.append(first)
            if len(batch) == AT_ONCE or self.waiting.empty():
                return batch
            first = self.waiting.get()
        if batch:
            self.waiting.put(None)  # seen too early: stop after this batch
        return batch

    def write(self, connection: Connection, batch: Sequence[Write]) -> "list[tuple[Write, Exception | None]]":
        """All in one commit; if one of them fails, each in a commit of its own, so that it fails alone."""
        try:
            with connection.begin():
                for plain, group in groupby(batch, key=lambda write: write.work is None):
                    carry_out(connection, list(group), together=plain)
        except Exception as error:  # whatever it is, it is told to whoever waits, and the others go on
            if len(batch) == 1:
                return [(batch[0], error)]
            return [outcome for write in batch for outcome in self.write(connection, [write])]
        return [(write, None) for write in batch]


def carry_out(connection: Connection, batch: Sequence[Write], *, together: bool) -> None:
    if together:
        insert_entries(connection, [write.row for write in batch if write.row])
        return
    for write in batch:
        if write.row:
            insert_entries(connection, [write.row])
        if write.work:
            write.work(connection)


def insert_entries(connection: Connection, rows: Sequence[Row]) -> None:
    """In one statement: between two of them, the event loop could keep this thread waiting."""
    places = "(?, ?, ?, ?)" if connection.dialect.paramstyle == "qmark" else "(%s, %s, %s, %s)"
    connection.exec_driver_sql(f"{INSERT} {', '.join([places] * len(rows))}", tuple(chain.from_iterable(rows)))


def tell(outcomes: "Sequence[tuple[Write, Exception | None]]") -> None:
    """Wake up those who wait, once for each event loop."""
    for loop in {write.loop for write, _ in outcomes}:
        mine = [(write.done, error) for write, error in outcomes if write.loop is loop]
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, mine)


def settle(outcomes: "Sequence[tuple[asyncio.Future[None], Exception | None]]") -> None:
    for done, error in outcomes:
        if done.cancelled():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)
