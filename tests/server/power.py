"""A disk whose power can fail: what was not synced by then is lost, kept or torn, by sectors, as chance has it.

kill -9 cannot show what a power cut does, as the system still writes what a dead process has left behind.  So
SQLite runs here over a file system of our own, in memory, below the store's real engine, pragmas and writer.

The library that Python brings cannot be given a file system, APSW's can; `Bridge` makes one of its
connections look like Python's to SQLAlchemy.  It has no shared memory, so the one connection locks the file for itself
alone; that changes nothing about what is synced when.
"""

import random
import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import apsw

SECTOR = 512
NAME = "power"


@dataclass
class File:
    """What a file says now, what it is sure to say after a power cut, and what lies between the two."""

    now: bytearray = field(default_factory=bytearray)
    safe: bytearray = field(default_factory=bytearray)
    waiting: list[tuple[int, bytes | None]] = field(default_factory=list)  # None: it ends there
    listed: bool = False  # would the folder still know of it?

    def change(self, at: int, data: bytes | None) -> None:
        apply(self.now, at, data)
        self.waiting.append((at, data))

    def sync(self) -> None:
        for at, data in self.waiting:
            apply(self.safe, at, data)
        self.waiting.clear()
        self.listed = True


def apply(content: bytearray, at: int, data: bytes | None) -> None:
    if data is None:
        del content[at:]
        return
    content.extend(bytes(max(0, at - len(content))))
    content[at : at + len(data)] = data


class PowerCut(apsw.IOError):
    """Nothing works any more."""


@dataclass
class Disk:
    """Files by name; the power fails at the given number of writes and syncs."""

    files: dict[str, File] = field(default_factory=dict)
    fails_at: int | None = None
    done: int = 0

    @property
    def dead(self) -> bool:
        return self.fails_at is not None and self.done >= self.fails_at

    def use(self, *, writes: bool = False) -> None:
        if self.dead:
            raise PowerCut
        if writes:
            self.done += 1
            self.use()

    def after_the_cut(self, chance: random.Random) -> dict[str, bytes]:
        """What is found on the disk when the power is back."""
        found = {}
        for name, file in self.files.items():
            content, share = bytearray(file.safe), chance.choice([0.0, 0.5, 0.9, 1.0])
            for at, data in file.waiting:
                pieces = [(at, None)] if data is None else sectors(at, data)
                for start, piece in pieces:
                    if chance.random() < share:
                        apply(content, start, piece)
            if file.listed or chance.random() < share:
                found[name] = bytes(content)
        return found


def sectors(at: int, data: bytes) -> Iterable[tuple[int, bytes | None]]:
    """A write in the pieces that a disk writes whole, or not at all."""
    start = at
    while start < at + len(data):
        stop = min(at + len(data), (start // SECTOR + 1) * SECTOR)
        yield start, data[start - at : stop - at]
        start = stop


class Opened:
    """What SQLite does with an open file."""

    def __init__(self, disk: Disk, file: File) -> None:
        self.disk, self.file = disk, file

    def xRead(self, amount: int, offset: int) -> bytes:
        self.disk.use()
        return bytes(self.file.now[offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:
        self.disk.use(writes=True)
        self.file.change(offset, bytes(data))

    def xTruncate(self, size: int) -> None:
        self.disk.use(writes=True)
        self.file.change(size, None)

    def xSync(self, flags: int) -> bool:
        self.disk.use(writes=True)
        self.file.sync()
        return True

    def xFileSize(self) -> int:
        self.disk.use()
        return len(self.file.now)

    def xClose(self) -> None: ...
    def xLock(self, level: int) -> None: ...
    def xUnlock(self, level: int) -> None: ...

    def xCheckReservedLock(self) -> bool:
        return False

    def xFileControl(self, op: int, pointer: int) -> bool:
        return False

    def xSectorSize(self) -> int:
        return 4096

    def xDeviceCharacteristics(self) -> int:
        return apsw.SQLITE_IOCAP_POWERSAFE_OVERWRITE  # what the system's own file system says of itself


class FileSystem(apsw.VFS):
    """The disk, as SQLite knows it."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        super().__init__(NAME, base="", exclude={"xSetSystemCall", "xGetSystemCall", "xNextSystemCall"})

    def xOpen(self, name: Any, flags: list[int]) -> Any:
        self.disk.use()
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        flags[1] = flags[0]
        return Opened(self.disk, File() if path is None else self.disk.files.setdefault(path, File()))

    def xDelete(self, name: str, syncdir: bool) -> None:
        self.disk.use(writes=True)
        self.disk.files.pop(name, None)

    def xAccess(self, name: str, flags: int) -> bool:
        return name in self.disk.files

    def xFullPathname(self, name: str) -> str:
        return name


# --- Python's own interface -----------------------------------------------------------------------


class Cursor:
    """APSW's cursor, with the manners of Python's."""

    arraysize = 1

    def __init__(self, connection: "Bridge") -> None:
        self.connection = connection
        self.description: Any = None
        self.rowcount, self.lastrowid = -1, 0
        self.rows: list[Any] = []

    def execute(self, sql: str, values: Any = ()) -> "Cursor":
        try:
            cursor = self.connection.db.cursor()
            cursor.exec_trace = self.note_columns
            self.rows = cursor.execute(sql, tuple(values)).fetchall()
        except apsw.ConstraintError as error:
            raise sqlite3.IntegrityError(str(error)) from error
        except apsw.Error as error:
            raise sqlite3.OperationalError(repr(error)) from error
        self.rowcount = self.connection.db.changes()
        return self

    def note_columns(self, cursor: apsw.Cursor, sql: str, values: Any) -> bool:
        """They are known only while it runs."""
        self.description = [(name, kind, *[None] * 5) for name, kind in cursor.get_description()] or None
        return True

    def executemany(self, sql: str, many: Iterable[Any]) -> None:
        for values in many:
            self.execute(sql, values)

    def fetchall(self) -> list[Any]:
        rows, self.rows = self.rows, []
        return rows

    def fetchone(self) -> Any:
        return self.rows.pop(0) if self.rows else None

    def close(self) -> None: ...


class Bridge:
    """APSW's connection, with the manners of Python's."""

    isolation_level: str | None = None

    def __init__(self, name: str, synchronous: str) -> None:
        self.db, self.synchronous = apsw.Connection(name, vfs=NAME), synchronous
        self.cursor().execute("PRAGMA locking_mode=EXCLUSIVE")

    def execute(self, sql: str) -> Cursor:
        return self.cursor().execute(sql.replace("synchronous=FULL", f"synchronous={self.synchronous}"))

    def cursor(self) -> Cursor:
        return Cursor(self)

    def create_function(self, *how: Any, **more: Any) -> None: ...

    def commit(self) -> None:
        if self.db.in_transaction:
            self.cursor().execute("COMMIT")

    def rollback(self) -> None:
        if self.db.in_transaction:
            self.cursor().execute("ROLLBACK")

    def close(self) -> None:
        with suppress(apsw.Error):  # what it still wanted to write down is lost with the power
            self.db.close(True)


def write_out(found: dict[str, bytes], folder: Path) -> None:
    """Put what was found on the disk where the real library can open it."""
    for path in folder.iterdir():
        path.unlink()
    for name, content in found.items():
        (folder / Path(name).name).write_bytes(content)
