"""Group commit: one thread writes what many tables wait for, and all of it becomes durable at once."""

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

AT_ONCE = 1000  # at most so many writes in one commit

Work = Callable[[Connection], None]


@dataclass
class Write:
    """Something to be written, and somebody who waits for it."""

    work: Work
    done: "Future[None]" = field(default_factory=Future)


class Writer:
    """Whatever is handed in is done in order; each future is fulfilled after the commit, or fails with its error."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine.execution_options(writes=True)
        self.waiting: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self.run, name="writer", daemon=True)
        self.thread.start()

    def hand_in(self, work: Work) -> "Future[None]":
        write = Write(work)
        self.waiting.put(write)
        return write.done

    def close(self) -> None:
        """Write what is waiting, then stop."""
        self.waiting.put(None)
        self.thread.join()

    def run(self) -> None:
        with self.engine.connect() as connection:
            while batch := self.next_batch():
                self.write(connection, batch)

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

    def write(self, connection: Connection, batch: list[Write]) -> None:
        """All in one commit; if one of them fails, each in a commit of its own, so that it fails alone."""
        try:
            with connection.begin():
                for write in batch:
                    write.work(connection)
        except SQLAlchemyError as error:
            if len(batch) == 1:
                batch[0].done.set_exception(error)
                return
            for write in batch:
                self.write(connection, [write])
            return
        for write in batch:
            write.done.set_result(None)
