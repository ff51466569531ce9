"""`herzdame admin`: looking after a house's database, also while the house is open."""

import sys
import time
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from herzdame.kernel.errors import Code, Refused

from .wishes import screen

if TYPE_CHECKING:
    from herzdame.server.settings import Server

DAY = 24 * 3600.0
PHASES = ("gathering", "playing", "over", "replays")

Data = Annotated[Path | None, typer.Option(help="The folder where matches are kept.")]
Database = Annotated[str | None, typer.Option(help="Another database: postgresql://USER@HOST/NAME.")]

app = typer.Typer(help="Look after the database of a house, also while it is open.", no_args_is_help=True)


def settings(data: Path | None, database: str | None) -> "Server":
    from herzdame.server.settings import Server

    return Server.from_environment(data=data, database=database)


@app.command("list")
def list_tables(data: Data = None, database: Database = None) -> None:
    """All tables: who plays what there, and when something happened last."""
    from herzdame.server import upkeep

    with upkeep.existing(settings(data, database)).connect() as connection:
        found = list(upkeep.listed(connection))
    shown = Table("table", "game", "phase", "who", "entries", "changed", box=None)
    for one in found:
        changed = datetime.fromtimestamp(one.changed).astimezone().isoformat(" ", "minutes")
        shown.add_row(one.table, one.game, one.phase, ", ".join(one.names), str(one.entries), changed)
    screen().print(shown)
    screen().print(f"{len(found)} {'table' if len(found) == 1 else 'tables'}.")


@app.command()
def export(
    tables: Annotated[list[str] | None, typer.Argument(help="Ids of tables, or how they begin.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every finished match.")] = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Write the open transcripts of finished matches to standard output."""
    from herzdame.server import upkeep

    if bool(tables) == everything:
        raise Refused(Code.BAD_VALUE, "Name the tables to export, or --all.")
    with upkeep.existing(settings(data, database)).connect() as connection:
        for name in tables or upkeep.finished(connection):
            sys.stdout.writelines(f"{line}\n" for line in upkeep.export(connection, name))


@app.command()
def prune(
    days: Annotated[float, typer.Option(min=1, help="Nothing has happened there for so many days.")],
    what: Annotated[str, typer.Option(help=f"Which, with commas: {', '.join(PHASES)}.")] = "gathering,over",
    really: Annotated[bool, typer.Option("--yes", help="Do it; else it is only counted.")] = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Take out old tables, links that have run out, and guests whom nobody can be any more."""
    from herzdame.server import upkeep

    phases = what.split(",")
    for phase in phases:
        if phase not in PHASES:
            raise Refused(Code.BAD_VALUE, f"--what is a list of {', '.join(PHASES)}; not '{phase}'.")
    now = time.time()
    engine = upkeep.existing(settings(data, database)).execution_options(writes=True)
    with engine.connect() as connection, connection.begin() as work:
        taken = upkeep.prune(connection, phases, now - days * DAY, now)
        if not really:
            work.rollback()
    told = ", ".join(f"{count} {name}" for name, count in taken.items())
    screen().print(f"Taken out: {told}." if really else f"Would be taken out: {told}. Do it with --yes.")


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The file to write.")], data: Data = None, database: Database = None
) -> None:
    """Copy everything into one file, as it is at this moment; the house may stay open."""
    from herzdame.server import upkeep

    counts = upkeep.back_up(upkeep.existing(settings(data, database)), file, time.time())
    screen().print(f"{file}: {counts['tables']} tables, {counts['entries']} entries, {counts['guests']} guests.")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A backup.")], data: Data = None, database: Database = None
) -> None:
    """Bring a backup back, into a new, empty database of either kind."""
    from herzdame.server import upkeep
    from herzdame.server.store.engine import sqlite_url

    wanted = settings(data, database)
    if not wanted.database:
        wanted.data.mkdir(parents=True, exist_ok=True)
    counts = upkeep.restore(wanted.database or sqlite_url(wanted.data), file)
    screen().print(f"Restored: {counts['tables']} tables, {counts['entries']} entries, {counts['guests']} guests.")
