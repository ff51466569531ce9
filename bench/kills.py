"""kill -9 in the middle of everything, again and again: do the histories of all clients fit one order?

python -m bench.kills [--cycles 200] [--database sqlite|postgresql]

Pairs of players act and talk at a server process as fast as it answers; after a random moment it is killed, and
started again.  Then every entry is read from the database, and compared with what each client knows:

- what was acknowledged is there, exactly once, under its number
- what was rejected is not there
- of what nobody answered there is at most one entry; sent again with the same id, it is acknowledged once
- what anybody has seen is a piece of the one order, without a gap
"""

import argparse
import asyncio
import contextlib
import random
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed

from herzdame.client import Guest, Table, new_id
from herzdame.kernel.errors import Code, Refused
from herzdame.server import protocol as say
from herzdame.server.entry import Entry, decode
from herzdame.server.store.engine import open_database, sqlite_url
from herzdame.server.store.shelf import rebuild
from herzdame.server.store.store import Store
from tests.server.databases import postgres
from tests.server.serving import House

GAME = "love_letter"
PAIRS = 4
UNCERTAIN = (Code.NOT_KEPT.value, Code.BROKEN.value)  # the house could not find out itself
LONGEST = 0.5  # seconds until the process is killed


@dataclass
class History:
    """What one player did at one table, by the ids of the commands."""

    table: Table
    seat: int
    accepted: dict[str, int] = field(default_factory=dict)
    rejected: set[str] = field(default_factory=set)
    unknown: dict[str, say.AnyCommand] = field(default_factory=dict)


@dataclass
class Found:
    """What came to light after all the kills."""

    kills: int = 0
    accepted: int = 0
    rejected: int = 0
    unknown: int = 0
    unknown_kept: int = 0
    anomalies: list[str] = field(default_factory=list)


def kills(number: int, house: House, database: str, seed: int) -> Iterator[Found]:
    """What has been found after each cycle."""
    chance, found = random.Random(seed), Found()
    house.start()
    store = Store(open_database(database))
    try:
        for _ in range(number):
            with Guest(house.address, "Anna") as anna, Guest(house.address, "Ben") as ben:
                histories = [history for _ in range(PAIRS) for history in sit_down(anna, ben)]
                play_until_killed(house, histories, chance)
                house.start()
                for history in histories:
                    ask_again(history, chance)
                check(store, histories, found)
            found.kills += 1
            yield found
    finally:
        store.close()
        house.stop()


def sit_down(anna: Guest, ben: Guest) -> list[History]:
    at_annas = anna.open(GAME, 2)
    at_bens = ben.join(at_annas.id)
    at_annas.start()
    return [History(at_annas, 0), History(at_bens, 1)]


def play_until_killed(house: House, histories: list[History], chance: random.Random) -> None:
    players = [threading.Thread(target=play, args=(history, random.Random(chance.random()))) for history in histories]
    for player in players:
        player.start()
    time.sleep(chance.uniform(0, LONGEST))
    house.stop(signal.SIGKILL)
    for player in players:
        player.join()


def play(history: History, chance: random.Random) -> None:
    """Act where one can, talk else, until the line is cut."""
    with contextlib.suppress(ConnectionClosed, OSError):
        while True:
            command = next_command(history, chance)
            history.unknown[command.id] = command
            assert history.table.connection
            history.table.connection.send(msgspec.json.encode(command).decode())
            answer = wait_for_answer(history.table, command.id)
            if isinstance(answer, say.Accepted):
                history.accepted[command.id] = answer.number
            elif answer.code not in UNCERTAIN:
                history.rejected.add(command.id)
            del history.unknown[command.id]


def next_command(history: History, chance: random.Random) -> Any:
    sights = history.table.to_act()
    if sights and chance.random() < 0.8:
        action = chance.choice(sights[0].choices).action
        return say.Act(id=new_id(), seat=history.seat, action=action, step=history.table.now.step)
    if chance.random() < 0.2:
        return say.Act(id=new_id(), seat=1 - history.seat, action="guard")  # not one's own seat
    return say.Say(id=new_id(), text=f"{history.seat} {chance.random()}")


def wait_for_answer(table: Table, wanted: str) -> Any:
    """The answer; ConnectionClosed where none comes any more.  What happens meanwhile is taken in."""
    assert table.connection
    while True:
        message = table.take_in(table.connection, 60)
        if isinstance(message, say.Accepted | say.Rejected) and message.id == wanted:
            return message


def ask_again(history: History, chance: random.Random) -> None:
    """Of the commands that nobody answered, some are sent again with their id."""
    history.table.connection = None
    history.table.take_in(history.table.connected())
    for command in list(history.unknown.values()):
        if chance.random() < 0.5:
            try:
                history.accepted[command.id] = history.table.do(command)
            except Refused:
                history.rejected.add(command.id)
            del history.unknown[command.id]


# --- Looking --------------------------------------------------------------------------------------


def check(store: Store, histories: list[History], found: Found) -> None:
    for history in histories:
        entries = asyncio.run(entries_of(store, history.table.id))
        at = {entry.command.id: entry.number for entry in entries}
        often = Counter(entry.command.id for entry in entries)
        found.accepted += len(history.accepted)
        found.rejected += len(history.rejected)
        found.unknown += len(history.unknown)
        found.unknown_kept += len(history.unknown.keys() & at.keys())
        wrong = [
            f"{name} accepted as {number}, is {at.get(name)}"
            for name, number in history.accepted.items()
            if at.get(name) != number
        ]
        wrong += [f"{name} rejected, is {at[name]}" for name in history.rejected if name in at]
        wrong += [f"{name} is there {number} times" for name, number in often.items() if number > 1]
        wrong += gaps(history.table, entries)
        found.anomalies += [f"kill {found.kills + 1}, table {history.table.id}: {one}" for one in wrong]


def gaps(table: Table, entries: list[Entry]) -> list[str]:
    """Where somebody has seen something else than the order that was kept."""
    seen = [(news.number, news.what, news.at, news.values.get("text")) for news in table.news]
    kept = [
        (entry.number, str(type(entry.command).__struct_config__.tag), entry.at, getattr(entry.command, "text", None))
        for entry in entries
    ]
    return [] if seen == kept[: len(seen)] else [f"seat saw {seen}, kept is {kept}"]


async def entries_of(store: Store, table: str) -> list[Entry]:
    listed, kept = await store.table(table), await store.entries_after(table, 0)
    assert listed
    rebuild(listed.deed, listed.seal, kept)
    return [decode(one.body) for one in kept]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--cycles", type=int, default=200)
    parser.add_argument("--database", default="sqlite", choices=["sqlite", "postgresql"])
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        (folder / "data").mkdir()
        database = sqlite_url(folder / "data")
        if wish.database == "postgresql":
            database = stack.enter_context(postgres()).new()
        found = Found()
        for found in kills(wish.cycles, House(folder, HERZDAME_DATABASE=database), database, wish.seed):
            print(f"\r{found.kills}", end="", file=sys.stderr)
    print("\n".join(["", *found.anomalies[:10]]))
    print(
        f"{wish.database}: {found.kills} kills; {found.accepted} commands acknowledged, {found.rejected} rejected, "
        f"{found.unknown} never answered ({found.unknown_kept} of them kept): {len(found.anomalies)} anomalies"
    )


if __name__ == "__main__":
    main()
