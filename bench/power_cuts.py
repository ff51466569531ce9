"""A thousand power cuts under load: is every acknowledged move still there, and every table readable?

python -m bench.power_cuts [--cuts 1000] [--synchronous NORMAL]

Eight players act at tables of their own as fast as the house accepts it.  After a random number of writes and
syncs the power fails; what was synced stays, the rest stays, tears or vanishes by chance.  Then the real library
opens what is left.  With `--synchronous NORMAL` acknowledged moves do get lost: the check can fail.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import exc

from herzdame.kernel.errors import Refused
from herzdame.server import protocol as say
from herzdame.server.entry import decode
from herzdame.server.house import House, new_id
from herzdame.server.settings import Server
from herzdame.server.store.engine import open_database, sqlite_url
from herzdame.server.store.shelf import rebuild
from herzdame.server.store.store import Store
from tests.server.power import Bridge, Disk, File, FileSystem, write_out

WRITERS = 8
LONGEST = (40, 400, 4000)  # writes and syncs until the power fails
FRESH = 25  # cuts after which an empty database is taken
GAME = "love_letter"

Acknowledged = dict[str, dict[int, str]]  # by table and number: the id of the command


@dataclass
class Found:
    """What came to light after all the cuts."""

    cuts: int = 0
    moves: int = 0
    lost: int = 0
    unreadable: int = 0
    notes: list[str] = field(default_factory=list)


def cuts(number: int, synchronous: str, seed: int) -> Iterator[Found]:
    """What has been found after each cut."""
    chance, found = random.Random(seed), Found()
    with tempfile.TemporaryDirectory() as place:
        folder, kept = Path(place), Acknowledged()
        for cut in range(number):
            if cut % FRESH == 0:
                kept = {}
                write_out({}, folder)
                open_database(sqlite_url(folder)).dispose()
            one_cut(folder, synchronous, chance, kept, found)
            yield found


def one_cut(folder: Path, synchronous: str, chance: random.Random, kept: Acknowledged, found: Found) -> None:
    """Play until the power fails; then look at what is left."""
    disk = Disk({path.name: whole(path.read_bytes()) for path in folder.iterdir()})
    files = FileSystem(disk)
    disk.fails_at = chance.randint(1, chance.choice(LONGEST))
    acknowledged: Acknowledged = {}
    try:
        engine = open_database(
            "sqlite:///herzdame.sqlite",
            creator=lambda: Bridge("herzdame.sqlite", synchronous), pool_size=1, max_overflow=0, pool_timeout=0.01,
            connect_args={}, pool_reset_on_return=None,
        )  # fmt: skip
        asyncio.run(load(Store(engine), chance, acknowledged))
    except Refused:
        pass  # the power failed while the house was opened
    assert disk.dead
    files.unregister()
    write_out(disk.after_the_cut(chance), folder)
    for table, numbers in acknowledged.items():
        kept.setdefault(table, {}).update(numbers)
        found.moves += len(numbers)
    found.cuts += 1
    check(folder, kept, found)


def whole(content: bytes) -> File:
    return File(bytearray(content), bytearray(content), listed=True)


# --- Load -----------------------------------------------------------------------------------------


async def load(store: Store, chance: random.Random, acknowledged: Acknowledged) -> None:
    house = House(store, Server(commands=1e9, visits=1e9))
    await asyncio.gather(*(play(house, random.Random(chance.random()), acknowledged) for _ in range(WRITERS)))
    await house.close()


async def play(house: House, chance: random.Random, acknowledged: Acknowledged) -> None:
    """One table after the other, until something is not accepted any more."""
    while True:
        guest = new_id()
        try:
            await house.store.new_guest(guest, guest)
            table = await house.open(guest, say.Opening(say.Settings(GAME, 2), "Anna"))
            acknowledged[table] = {1: house.tables[table].room.entries[0].command.id}
            for command in (say.Sit(id="b", name="Ben"), say.Start(id="start")):
                acknowledged[table][await house.carry_out(house.tables[table], guest, command)] = command.id
            match: Any = house.tables[table].room.match
            while not match.over:
                seat = match.acting[0]
                act = say.Act(id=new_id(), seat=seat, action=chance.choice(match.legal(seat)))
                acknowledged[table][await house.carry_out(house.tables[table], guest, act)] = act.id
        except (Refused, exc.TimeoutError):  # nothing can be written any more, or read
            return


# --- Looking --------------------------------------------------------------------------------------


def check(folder: Path, kept: Acknowledged, found: Found) -> None:
    """Every acknowledged move at its number; every table readable to its end."""
    store = Store(open_database(sqlite_url(folder)))
    try:
        for table, numbers in kept.items():
            there = asyncio.run(ids(store, table, found))
            lost = [number for number, wanted in numbers.items() if there.get(number) != wanted]
            if lost:
                found.lost += len(lost)
                found.notes.append(f"cut {found.cuts}: table {table} lost {lost}")
                kept[table] = {}  # counted once
    finally:
        store.close()


async def ids(store: Store, table: str, found: Found) -> dict[int, str]:
    """The ids of the commands that are kept, by number; the table must be whole."""
    listed = await store.table(table)
    if listed is None:
        return {}
    entries = await store.entries_after(table, 0)
    try:
        rebuild(listed.deed, listed.seal, entries)
    except Refused as refused:
        found.unreadable += 1
        found.notes.append(f"cut {found.cuts}: {refused}")
    return {entry.number: entry.command.id for entry in map(decode, (one.body for one in entries))}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--cuts", type=int, default=1000)
    parser.add_argument("--synchronous", default="FULL", choices=["FULL", "NORMAL"])
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args()
    started = time.process_time()
    found = Found()
    for found in cuts(wish.cuts, wish.synchronous, wish.seed):
        print(f"\r{found.cuts}", end="", file=sys.stderr)
    print("\n".join(found.notes[:10]))
    print(
        f"synchronous={wish.synchronous}: {found.cuts} power cuts, {found.moves} acknowledged commands: "
        f"{found.lost} lost, {found.unreadable} tables unreadable ({time.process_time() - started:.0f} CPU-s)"
    )


if __name__ == "__main__":
    main()
