"""Opening a database, so that what was committed stays, whatever happens."""

import sqlite3
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from herzdame.kernel.errors import Code, Refused

MIGRATIONS = Path(__file__).with_name("migrations")
ONE_AT_A_TIME = 0x4865727A  # the lock under which one of several processes brings a database up to date
PATIENCE = 10.0  # seconds to wait for another process that writes to the same SQLite file


def sqlite_url(folder: Path) -> str:
    return f"sqlite:///{folder / 'herzdame.sqlite'}"


def open_database(url: str) -> Engine:
    """An engine for SQLite or PostgreSQL, with its tables brought up to date."""
    engine = connect(url)
    try:
        with engine.execution_options(writes=True).begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({ONE_AT_A_TIME})")
            migrate(connection)
    except DBAPIError as error:
        raise Refused(Code.NOT_KEPT, f"The database cannot be opened: {error.orig}") from error
    return engine


def connect(url: str) -> Engine:
    try:
        parsed = make_url(url)
    except ArgumentError:
        parsed = None
    kind = parsed.get_backend_name() if parsed else None
    if parsed is None or kind not in ("sqlite", "postgresql"):
        raise Refused(
            Code.BAD_VALUE,
            f"'{url}' is no database; it is sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME.",
        )
    try:
        if kind == "sqlite":
            engine = create_engine(
                parsed, connect_args={"timeout": PATIENCE, "check_same_thread": False}, hide_parameters=True
            )
            event.listen(engine, "connect", keep_for_good)
            event.listen(engine, "begin", begin_at_once)
            return engine
        return create_engine(parsed.set(drivername="postgresql+psycopg"), pool_pre_ping=True, hide_parameters=True)
    except (ModuleNotFoundError, NoSuchModuleError) as error:
        raise Refused(Code.BAD_VALUE, "PostgreSQL needs one more package: pip install 'herzdame[postgres]'.") from error


def keep_for_good(connection: sqlite3.Connection, record: Any) -> None:
    """A commit returns only when the log is on the disk; readers do not wait for the writer."""
    connection.isolation_level = None  # transactions begin where we say so
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def begin_at_once(connection: Any) -> None:
    """Take the writer's place at the start, rather than fail in the middle."""
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN")


def migrate(connection: Any) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
