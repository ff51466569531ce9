"""Looking after a house's database, also while the house is open: what is in it, taking out what is old, copies.

A backup holds every row of every table, whatever database it came from, so that it also moves a house from SQLite to
PostgreSQL.  It is read within one transaction: as the database was at one moment, however long reading takes.
"""

import gzip
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple

from sqlalchemy import Connection, Engine, LargeBinary, Table, delete, func, insert, select, text
from sqlalchemy.exc import DBAPIError

from herzdame.kernel import transcript
from herzdame.kernel.errors import Code, Refused

from .entry import decode, decode_deed, first_link, next_link
from .guests import FOR
from .protocol import PutBot, Rise, Sit
from .rest import LINKS_LAST
from .room import Room
from .settings import Server
from .store.engine import connect, open_database, sqlite_url
from .store.schema import chairs, entries, guests, links, metadata, replays, tables
from .store.shelf import rebuild
from .store.store import Kept

FORMAT, VERSION = "herzdame backup", 1
EARLY = 50  # entries of a table that are looked through for names
AT_ONCE = 1000  # rows that are written together


def existing(settings: Server) -> Engine:
    """The house's database, as it is; Refused if there is none, or one of another version."""
    file = settings.data / "herzdame.sqlite"
    if not settings.database and not file.exists():
        raise Refused(
            Code.BAD_VALUE, f"There is no {file}; name the folder with --data, or a database with --database."
        )
    engine = connect(settings.database or sqlite_url(settings.data))
    try:
        with engine.connect() as connection:
            found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    except DBAPIError as error:
        raise Refused(Code.NOT_KEPT, f"The database cannot be read: {error.orig}") from error
    if found != newest():
        raise Refused(
            Code.OTHER_VERSION,
            f"The database is of version {found}, not {newest()}; 'herzdame serve' brings it up to date.",
        )
    return engine


def newest() -> str:
    """The version of the database that this program works with."""
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    from .store.engine import MIGRATIONS

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return str(ScriptDirectory.from_config(config).get_current_head())


# --- What there is -------------------------------------------------------------------------------


class Entry(NamedTuple):
    """A table as its operator sees it."""

    table: str
    game: str
    phase: str
    names: list[str]
    entries: int
    changed: float


def listed(connection: Connection) -> Iterator[Entry]:
    """All tables, the one that was changed last first."""
    wanted = with_last_entry(tables.c.table, tables.c.deed, tables.c.phase, tables.c.changed)
    wanted = wanted.order_by(tables.c.changed.desc())
    for table, deed, phase, changed, last, body in connection.execute(wanted).all():
        latest = max(changed, decode(body).at) if body else changed
        yield Entry(table, decode_deed(deed).settings.game, phase, who(connection, table), last or 0, latest)


def with_last_entry(*columns: Any) -> Any:
    """These columns of all tables, with the number and the body of each one's last entry."""
    ends = select(entries.c.table, func.max(entries.c.number).label("last")).group_by(entries.c.table).subquery()
    return (
        select(*columns, ends.c.last, entries.c.body)
        .select_from(tables)
        .outerjoin(ends, ends.c.table == tables.c.table)
        .outerjoin(entries, (entries.c.table == tables.c.table) & (entries.c.number == ends.c.last))
    )


def who(connection: Connection, table: str) -> list[str]:
    """Who sat down at a table in its first entries, and did not rise again."""
    early = (entries.c.table == table) & (entries.c.number <= EARLY)
    names: list[str] = []
    for body in connection.execute(select(entries.c.body).where(early).order_by(entries.c.number)).scalars():
        found = decode(body)
        if isinstance(found.command, Sit | PutBot) and found.values["name"] not in names:
            names.append(found.values["name"])
        elif isinstance(found.command, Rise):
            names.remove(found.values["name"])
    return names


def room(connection: Connection, name: str) -> Room:
    """The one table whose id begins like this."""
    begins = tables.c.table.startswith(name, autoescape=True)
    found = connection.execute(select(tables.c.table, tables.c.deed).where(begins).limit(2)).all()
    if len(found) != 1:
        what = "There is no table" if not found else "There are several tables"
        raise Refused(Code.UNKNOWN_TABLE, f"{what} whose id begins with '{name}'; see: herzdame admin list.")
    ((table, deed),) = found
    wanted = select(entries.c.body, entries.c.chain).where(entries.c.table == table).order_by(entries.c.number)
    return rebuild(decode_deed(deed), [Kept(*row) for row in connection.execute(wanted)])


def export(connection: Connection, name: str) -> Iterator[str]:
    """The open transcript of a finished match; before its end it would tell what is still secret."""
    found = room(connection, name)
    if found.match is None or not found.match.over:
        raise Refused(Code.WRONG_PHASE, f"The match at {name} is not over; until then its cards are nobody's business.")
    return transcript.lines(found.match)


def finished(connection: Connection) -> list[str]:
    wanted = select(tables.c.table).where(tables.c.phase == "over").order_by(tables.c.changed)
    return list(connection.execute(wanted).scalars())


# --- Taking out ----------------------------------------------------------------------------------


def old_tables(connection: Connection, phases: Sequence[str], before: float) -> list[str]:
    """Tables in one of these phases at which nothing has happened since."""
    wanted = with_last_entry(tables.c.table).where(tables.c.phase.in_(phases), tables.c.changed < before)
    return [table for table, _, body in connection.execute(wanted) if body is None or decode(body).at < before]


def prune(connection: Connection, phases: Sequence[str], before: float, at: float) -> dict[str, int]:
    """Take out old tables, with what belongs to them, and what has run out; how many of each."""
    gone = old_tables(connection, phases, before)
    for start in range(0, len(gone), AT_ONCE):
        connection.execute(delete(tables).where(tables.c.table.in_(gone[start : start + AT_ONCE])))
    taken = {"tables": len(gone)}
    if "replays" in phases:
        taken["replays"] = connection.execute(delete(replays).where(replays.c.created < before)).rowcount
    taken["links"] = connection.execute(delete(links).where(links.c.created < at - LINKS_LAST)).rowcount
    sitting = select(chairs.c.guest)
    unknown = (guests.c.created < at - FOR) & guests.c.guest.not_in(sitting)  # no browser has their cookie any more
    taken["guests"] = connection.execute(delete(guests).where(unknown)).rowcount
    return taken


# --- Backup --------------------------------------------------------------------------------------


def back_up(engine: Engine, file: Path, at: float) -> dict[str, int]:
    """Write everything into a file that is there whole, or not at all; how many rows of each table."""
    draft = file.with_name(f"{file.name}.part")
    if engine.dialect.name == "postgresql":
        engine = engine.execution_options(isolation_level="REPEATABLE READ")
    with engine.connect() as connection, draft.open("wb") as raw:
        with gzip.open(raw, "wt", encoding="utf-8", newline="\n") as out:
            counts = write_rows(connection, out, at)
        raw.flush()
        os.fsync(raw.fileno())
    draft.replace(file)
    return counts


def write_rows(connection: Connection, out: IO[str], at: float) -> dict[str, int]:
    revision = newest()
    out.write(json.dumps({"format": FORMAT, "version": VERSION, "revision": revision, "created": at}) + "\n")
    counts: dict[str, int] = {}
    for table in metadata.sorted_tables:
        counts[table.name] = 0
        rows = connection.execution_options(yield_per=AT_ONCE).execute(select(table).order_by(*table.primary_key))
        for row in rows.mappings():
            values = {name: value.decode() if isinstance(value, bytes) else value for name, value in row.items()}
            out.write(json.dumps([table.name, values], ensure_ascii=False) + "\n")
            counts[table.name] += 1
    out.write(json.dumps({"rows": counts}) + "\n")
    return counts


def restore(url: str, file: Path) -> dict[str, int]:
    """Bring everything back into a new, empty database; all of it, or nothing."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        try:
            head = json.loads(next(lines, "null"))
        except (gzip.BadGzipFile, EOFError, ValueError):
            head = None
        if not isinstance(head, dict) or head.get("format") != FORMAT:
            raise Refused(Code.BAD_TRANSCRIPT, f"{file} is no backup of Herzdame.")
        if head.get("version") != VERSION or head.get("revision") != newest():
            raise Refused(
                Code.OTHER_VERSION,
                f"{file} was written for database version {head.get('revision')}; this program has {newest()}.",
            )
        engine = open_database(url)
        with engine.execution_options(writes=True).begin() as connection:
            for table in metadata.sorted_tables:
                if connection.execute(select(func.count()).select_from(table)).scalar():
                    raise Refused(
                        Code.BAD_VALUE, "A backup is restored into an empty database; this one holds something."
                    )
            try:
                counts = read_rows(connection, lines)
            except (gzip.BadGzipFile, EOFError, ValueError, KeyError, TypeError) as error:
                if isinstance(error, Refused):
                    raise
                raise Refused(Code.CUT_SHORT, f"{file} is damaged or cut short; nothing was restored.") from error
        engine.dispose()
    return counts


def read_rows(connection: Connection, lines: Iterable[str]) -> dict[str, int]:
    """Every row, many at once; the seals of the entries are checked on the way."""
    counts = {table.name: 0 for table in metadata.sorted_tables}
    seals: dict[str, str] = {}
    waiting: list[dict[str, Any]] = []
    at: Table | None = None
    for line in lines:
        found = json.loads(line)
        if isinstance(found, dict):
            write(connection, at, waiting)
            if found["rows"] != counts:
                raise ValueError("some rows are missing")
            return counts
        name, values = found
        if at is None or at.name != name or len(waiting) == AT_ONCE:
            write(connection, at, waiting)
            at, waiting = metadata.tables[name], []
        row = {
            column.name: values[column.name].encode()
            if isinstance(column.type, LargeBinary) and values[column.name] is not None
            else values[column.name]
            for column in at.columns
        }
        check_seal(name, row, seals)
        waiting.append(row)
        counts[name] += 1
    raise EOFError


def write(connection: Connection, table: Table | None, rows: list[dict[str, Any]]) -> None:
    if table is not None and rows:
        connection.execute(insert(table), rows)


def check_seal(name: str, row: dict[str, Any], seals: dict[str, str]) -> None:
    """An entry that does not fit to those before it has been altered."""
    if name == tables.name:
        seals[row["table"]] = first_link(decode_deed(row["deed"]))
    elif name == entries.name:
        seals[row["table"]] = next_link(seals[row["table"]], row["body"])
        if seals[row["table"]] != row["chain"]:
            raise Refused(
                Code.DOES_NOT_FOLLOW,
                f"Entry {row['number']} of table {row['table'][:6]}... was altered; nothing was restored.",
            )
