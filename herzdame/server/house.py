"""The house: opens tables, takes commands, keeps what happened, tells it, and lets bots play.

    commit, then broadcast, then acknowledge

A command is decided under the table's lock, written down, carried out, told to everybody, and only then
accepted.  When another process wrote first, its entries are read and the command is decided again.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from herzdame.bots.levels import decide as bot_decides
from herzdame.kernel.contract import game
from herzdame.kernel.errors import Code, Refused

from . import protocol as say
from .decisions import check
from .entry import BOT, HOUSE, Deed, Entry
from .live import Line, LiveTable
from .room import Room
from .settings import Server
from .store.store import Forked, Store

log = logging.getLogger("herzdame.server")

THINKERS = 2  # threads for bots
TRIES = 20  # how often a command is decided again, where other processes keep writing first


class House:
    """All tables of this process."""

    def __init__(self, store: Store, settings: Server, clock: Callable[[], float] = time.time) -> None:
        self.store = store
        self.settings = settings
        self.clock = clock
        self.tables: dict[str, LiveTable] = {}
        self.loading: dict[str, asyncio.Task[LiveTable]] = {}
        self.thinkers = ThreadPoolExecutor(THINKERS, thread_name_prefix="bot")
        self.tasks: set[asyncio.Task[Any]] = set()

    # --- Tables -----------------------------------------------------------------------------------

    async def open(self, guest: str, opening: say.Opening) -> str:
        """A new table; the host sits down if a name is given, then the bots."""
        settings = check(opening.settings)
        deed = Deed(
            table=secrets.token_urlsafe(16), host=guest, settings=settings, seed=secrets.token_hex(32),
            rules=game(settings.game).version, created=self.clock(),
        )  # fmt: skip
        await self.store.open_table(deed)
        self.tables[deed.table] = LiveTable(Room(deed), touched=self.clock())
        if opening.name:
            await self.must(deed.table, guest, say.Sit(id="host", name=opening.name))
        first = 1 if opening.name else 0
        for seat, level in enumerate(opening.bots, first):
            await self.must(deed.table, guest, say.PutBot(id=f"bot-{seat}", seat=seat, level=level))
        if opening.start:
            await self.must(deed.table, guest, say.Start(id="start"))
        return deed.table

    async def must(self, table: str, guest: str, command: say.AnyCommand) -> None:
        """Carry out a part of a larger wish; Refused as a whole if it cannot be."""
        answer = await self.command(table, guest, command)
        if isinstance(answer, say.Rejected):
            raise Refused(Code(answer.code), answer.reason)

    async def table(self, name: str) -> LiveTable:
        """The table with this id, from memory or from the database."""
        live = self.tables.get(name)
        if live is None:
            task = self.loading.get(name)
            if task is None:
                task = self.loading[name] = asyncio.create_task(self.load(name))
            try:
                live = await asyncio.shield(task)
            finally:
                self.loading.pop(name, None)
        live.touched = self.clock()
        return live

    async def load(self, name: str) -> LiveTable:
        deed = await self.store.deed(name)
        if deed is None:
            raise Refused(Code.UNKNOWN_TABLE, "There is no such table; perhaps the link was not copied whole.")
        live = LiveTable(Room(deed), touched=self.clock())
        await self.catch_up(live)
        room = live.room
        if room.entries:  # the process may have stopped before the lists knew
            await self.store.list_table(name, room.listed(), room.guests, room.entries[-1].at)
        self.tables[name] = live
        self.wake(live)
        return live

    async def catch_up(self, live: LiveTable) -> list[Entry]:
        """Carry out what another process, or this one in an earlier life, has written."""
        found = await self.store.entries_after(live.room.deed.table, live.room.number)
        for entry in found:
            live.room.carry_out(entry)
        return found

    def may_see(self, live: LiveTable, guest: str) -> None:
        """Refused, if this guest has no business at the table."""
        room = live.room
        if room.phase == "gathering" or room.settings.spectators or guest in room.guests or guest == room.host:
            return
        raise Refused(Code.NOT_ALLOWED, "This table does not want spectators.")

    # --- Commands ---------------------------------------------------------------------------------

    async def command(self, table: str, guest: str, command: say.AnyCommand) -> say.Accepted | say.Rejected:
        """Carry out a command, or say why not."""
        live = await self.table(table)
        async with live.lock:
            try:
                number = await self.carry_out(live, guest, command)
            except Refused as refused:
                return say.Rejected(command.id, refused.code.value, str(refused), live.room.number)
        return say.Accepted(command.id, number)

    async def carry_out(self, live: LiveTable, guest: str, command: say.AnyCommand | say.TakeOver) -> int:
        """Decide, write down, carry out, tell; under the table's lock."""
        room = live.room
        for _ in range(TRIES):
            if (guest, command.id) in room.done:
                return room.done[guest, command.id]
            entry = room.decide(guest, command, self.clock(), live.here)
            if isinstance(command, say.Rematch):
                entry.values["table"] = await self.next_table(room)
            listed = room.listed()
            try:
                await self.store.append(room.deed.table, entry, room.chain)
            except Forked:
                self.tell(live, await self.catch_up(live))
                continue
            room.carry_out(entry)
            if room.listed() != listed:
                await self.store.list_table(room.deed.table, room.listed(), room.guests, entry.at)
            self.tell(live, [entry])
            return entry.number
        raise Refused(Code.NOT_KEPT, "Too much is happening at this table; try again.")

    def tell(self, live: LiveTable, entries: list[Entry]) -> None:
        if entries:
            live.tell(entries, self.clock())
            self.wake(live)

    async def next_table(self, room: Room) -> str:
        """The same people and bots around another table, already playing."""
        table = await self.open(room.host, say.Opening(settings=room.settings))
        for seat, chair in enumerate(room.chairs):
            if chair.guest:
                await self.must(table, chair.guest, say.Sit(id=f"seat-{seat}", name=chair.name or "", seat=seat))
            else:
                level = chair.bot or "normal"
                await self.must(table, room.host, say.PutBot(id=f"seat-{seat}", seat=seat, level=level))
        await self.must(table, room.host, say.Start(id="start"))
        return table

    async def take_over(self, table: str, seat: int, guest: str) -> None:
        """A seat moves to another device."""
        live = await self.table(table)
        async with live.lock:
            await self.carry_out(live, guest, say.TakeOver(id=secrets.token_hex(8), seat=seat))

    # --- Connections ------------------------------------------------------------------------------

    async def connect(self, table: str, guest: str) -> tuple[LiveTable, Line]:
        live = await self.table(table)
        self.may_see(live, guest)
        line = Line(guest)
        live.lines.add(line)
        return live, line

    def disconnect(self, live: LiveTable, line: Line) -> None:
        live.lines.discard(line)
        live.touched = self.clock()
        live.tell_who_is_here()

    # --- Bots and clocks --------------------------------------------------------------------------

    def wake(self, live: LiveTable) -> None:
        """Let bots think whose turn it is, and set the alarm for people's time."""
        room = live.room
        for seat in room.bots_to_act():
            if live.thinking.get(seat, (-1,))[0] != room.steps:
                self.let_play(live, seat, BOT)
        if live.alarm:
            live.alarm.cancel()
            live.alarm = None
        rings = room.clock.next_alarm()
        if rings is not None:
            loop = asyncio.get_running_loop()
            live.alarm = loop.call_later(max(0.0, rings - self.clock()), self.time_is_over, live)

    def time_is_over(self, live: LiveTable) -> None:
        """Play on for whoever has no time left, this once."""
        for seat in live.room.acting:
            left = live.room.clock.left(seat, self.clock())
            if left is not None and left <= 0 and not live.room.chairs[seat].bot:
                self.let_play(live, seat, HOUSE)

    def let_play(self, live: LiveTable, seat: int, who: str) -> None:
        task = asyncio.create_task(self.play(live, seat, who))
        live.thinking[seat] = (live.room.steps, task)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def play(self, live: LiveTable, seat: int, who: str) -> None:
        """One action of a bot, after a plausible pause."""
        match, step = live.room.match, live.room.steps
        assert match
        level, seed = live.room.chairs[seat].bot or "normal", secrets.randbits(63)
        started = time.monotonic()
        tables = match.tables.copy()
        loop = asyncio.get_running_loop()
        action = await loop.run_in_executor(self.thinkers, bot_decides, match.game, level, tables, seat, seed)
        if who == BOT:
            pause = self.settings.bot_pause * (0.6 + (seed % 800) / 1000)
            await asyncio.sleep(max(0.0, pause - (time.monotonic() - started)))
        act = say.Act(id=f"{seat}-{step}-{seed}", seat=seat, action=match.game.words.name(action))
        answer = await self.command(live.room.deed.table, who, act)
        if isinstance(answer, say.Rejected):
            log.info("a bot's action came too late", extra={"table": live.room.deed.table, "code": answer.code})

    # --- Closing ----------------------------------------------------------------------------------

    def forget_idle(self) -> None:
        """Tables that nobody looks at leave memory; they are read again when somebody comes."""
        limit = self.clock() - self.settings.idle
        for name, live in list(self.tables.items()):
            if not live.lines and live.touched < limit and not live.lock.locked() and not live.room.bots_to_act():
                live.rest()
                del self.tables[name]

    async def close(self) -> None:
        """Finish what was begun; then everybody reconnects to the next process."""
        for live in self.tables.values():
            live.rest()
            for line in list(live.lines):
                line.hang_up()
        for task in list(self.tasks):
            task.cancel()
        self.thinkers.shutdown(wait=False, cancel_futures=True)
        await asyncio.to_thread(self.store.close)
