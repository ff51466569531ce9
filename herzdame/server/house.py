"""The house: opens tables, takes commands, keeps what happened, and tells it.

    commit, then broadcast, then acknowledge

A command is decided under the table's lock, written down, carried out, told to everybody, and only then
accepted.  When another process wrote first, its entries are read and the command is decided again.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Iterable

from herzdame.kernel.contract import game
from herzdame.kernel.errors import Code, Refused

from . import protocol as say
from .bots import Bots
from .decisions import check
from .entry import Deed, Entry, encode, next_link
from .limits import Limits
from .live import Line, LiveTable
from .room import Room
from .settings import Server
from .store.shelf import rebuild, take_in
from .store.store import Forked, Link, Store

log = logging.getLogger("herzdame.server")

TRIES = 20  # how often a command is decided again, where other processes keep writing first
MOST_LINES = 500  # sockets around one table; those who sit there always find a place
MOST_OF_ONE = 20  # sockets of one guest at one table
BREATH = 0.05  # seconds in which comings and goings are gathered into one message
SEATING = (say.Sit, say.Rise, say.TakeOver)

Wish = tuple[str, say.AnyCommand]  # who, and what


class House:
    """All tables of this process."""

    def __init__(self, store: Store, settings: Server, clock: Callable[[], float] = time.time) -> None:
        self.store = store
        self.settings = settings
        self.clock = clock
        self.limits = Limits(settings.commands, settings.visits)
        self.tables: dict[str, LiveTable] = {}
        self.loading: dict[str, asyncio.Task[LiveTable]] = {}
        self.bots = Bots(self)

    # --- Tables -----------------------------------------------------------------------------------

    async def open(self, guest: str, opening: say.Opening) -> str:
        """A new table; the host sits down if a name is given, then the bots."""
        first = 1 if opening.name else 0
        wishes: list[Wish] = []
        if opening.name:
            wishes.append((guest, say.Sit(id=new_id(), name=opening.name)))
        for seat, level in enumerate(opening.bots, first):
            wishes.append((guest, say.PutBot(id=new_id(), seat=seat, level=level)))
        if opening.start:
            wishes.append((guest, say.Start(id=new_id())))
        return await self.set_up(guest, check(opening.settings), wishes)

    async def open_again(self, room: Room) -> str:
        """The same people and bots around another table, already playing."""
        wishes: list[Wish] = []
        for seat, chair in enumerate(room.chairs):
            if chair.guest:
                wishes.append((chair.guest, say.Sit(id=new_id(), name=chair.name or "", seat=seat)))
            else:
                wishes.append((room.host, say.PutBot(id=new_id(), seat=seat, level=chair.bot or "normal")))
        return await self.set_up(room.host, room.settings, [*wishes, (room.host, say.Start(id=new_id()))])

    async def set_up(self, host: str, settings: say.Settings, wishes: Iterable[Wish]) -> str:
        """A table where all this has been done, or none."""
        deed = Deed(
            table=secrets.token_urlsafe(16), host=host, settings=settings, seed=secrets.token_hex(32),
            rules=game(settings.game).version, created=self.clock(),
        )  # fmt: skip
        room, bodies = Room(deed), []
        for who, command in wishes:
            entry = room.decide(who, command, deed.created)
            bodies.append(encode(entry))
            room.carry_out(entry, bodies[-1])
        await self.store.open_table(deed, bodies, room.listed())
        live = self.tables[deed.table] = LiveTable(room, touched=self.clock())
        self.bots.wake(live)
        return deed.table

    async def table(self, name: str) -> LiveTable:
        """The table with this id, from memory or from the database."""
        live = self.tables.get(name)
        if live is None:
            task = self.loading.get(name)
            if task is None:
                task = self.loading[name] = asyncio.create_task(self.load(name))
                task.add_done_callback(lambda _: self.loading.pop(name, None))
            live = await asyncio.shield(task)
        live.touched = self.clock()
        return live

    def number_at(self, name: str) -> int:
        """The last number at a table in memory."""
        return self.tables[name].room.number if name in self.tables else 0

    async def load(self, name: str) -> LiveTable:
        found = await self.store.table(name)
        if found is None:
            raise Refused(Code.UNKNOWN_TABLE, "There is no such table; perhaps the link was not copied whole.")
        kept = await self.store.entries_after(name, 0)
        room = await asyncio.to_thread(rebuild, found.deed, kept)
        if found.phase != room.phase:  # the last process stopped before the lists knew
            await self.store.list_table(name, room.listed(), room.entries[-1].at)
        live = self.tables[name] = LiveTable(room, touched=self.clock())
        self.bots.wake(live)
        return live

    async def catch_up(self, live: LiveTable) -> None:
        """Carry out and tell what another process, or this one before it was interrupted, has written."""
        before = live.room.number
        for kept in await self.store.entries_after(live.room.deed.table, before):
            take_in(live.room, kept)
        self.tell(live, live.room.entries[before:])

    def may_see(self, live: LiveTable, guest: str) -> None:
        """Refused, if this guest has no business at the table."""
        if not live.room.welcomes(guest):
            raise Refused(Code.NOT_ALLOWED, "This table does not want spectators.")

    # --- Commands ---------------------------------------------------------------------------------

    async def command(self, table: str, guest: str, command: say.AnyCommand) -> say.Accepted | say.Rejected:
        """Carry out a command, or say why not."""
        live = self.tables.get(table)
        try:
            live = live or await self.table(table)
            self.check_pace(guest, command)
            number = await self.carry_out(live, guest, command)
        except Refused as refused:
            return say.Rejected(command.id, refused.code.value, str(refused), live.room.number if live else 0)
        except Exception:
            log.exception("a command failed", extra={"table": table})
            if live:
                self.give_up(live)
            return say.Rejected(command.id, Code.BROKEN.value, "Something went wrong here; it was noted.", 0)
        return say.Accepted(command.id, number)

    def check_pace(self, guest: str, command: say.AnyCommand) -> None:
        """Refused, if this guest is too fast."""
        now = time.monotonic()
        if not self.limits.commands.take(guest, now):
            raise Refused(Code.TOO_MUCH, "Too fast; wait a moment.")
        if isinstance(command, say.Say) and not self.limits.chat.take(guest, now):
            raise Refused(Code.TOO_MUCH, "That is a lot of talk; wait a moment.")

    async def carry_out(
        self, live: LiveTable, guest: str, command: say.AnyCommand | say.TakeOver, moment: int | None = None
    ) -> int:
        """Decide, write down, carry out, tell; returns the number.  With a `moment`, only if it is still that one."""
        room = live.room
        async with live.lock:
            for _ in range(TRIES):
                done = room.done_before(guest, command)
                if done is not None:
                    return done
                if moment is not None and moment != room.moment:
                    raise Refused(Code.STALE, "Something has happened since.")
                at = self.clock()
                here = live.here(at) if isinstance(command, say.StandIn) else ()
                entry = room.decide(guest, command, at, here)
                if isinstance(command, say.Rematch):
                    entry.values["table"] = await self.open_again(room)
                if await self.keep(live, entry):
                    return entry.number
        raise Refused(Code.NOT_KEPT, "Too much is happening at this table; try again.")

    async def keep(self, live: LiveTable, entry: Entry) -> bool:
        """Write an entry down, carry it out and tell it; False if another process has written first."""
        room, body = live.room, encode(entry)
        chain, listed, phase = next_link(room.chain, body), room.listed_after(entry), room.phase
        table = room.deed.table
        try:
            if listed is None:
                await self.store.append(table, entry.number, body, chain)
            else:
                await self.store.append_and_list(table, entry.number, body, chain, listed, entry.at)
        except Forked:
            await self.catch_up(live)
            return False
        room.carry_out(entry, body)
        self.tell(live, [entry])
        if room.phase == "over" != phase:
            await self.store.list_table(table, room.listed()._replace(guests=None), entry.at)
        return True

    def tell(self, live: LiveTable, entries: list[Entry]) -> None:
        if entries:
            live.tell(entries, self.clock())
            if any(isinstance(entry.command, SEATING) for entry in entries):
                self.announce(live)  # whoever looked on before may sit now
            self.bots.wake(live)

    def give_up(self, live: LiveTable) -> None:
        """Something went wrong at this table: everybody starts afresh from what is written down."""
        self.tables.pop(live.room.deed.table, None)
        live.rest()
        for line in list(live.lines):
            line.hang_up()

    async def take_over(self, link: Link, guest: str) -> None:
        """A seat moves to another device."""
        live = await self.table(link.table)
        await self.carry_out(live, guest, say.TakeOver(id=new_id(), seat=link.seat, holder=link.guest))

    # --- Connections ------------------------------------------------------------------------------

    async def connect(self, table: str, line: Line) -> LiveTable:
        """The table, if there is a place at it for one more socket of this guest."""
        live = await self.table(table)
        self.may_see(live, line.guest)
        own = sum(other.guest == line.guest for other in live.lines)
        if own >= MOST_OF_ONE or (len(live.lines) >= MOST_LINES and line.guest not in live.room.guests):
            raise Refused(Code.TOO_MUCH, "Too many look at this table.")
        return live

    def welcome(self, live: LiveTable, line: Line, since: int | None) -> None:
        """From now on everything is told to this socket, too; first, what it has missed."""
        live.lines.add(line)
        self.announce(live)
        line.wire.tell(live.first_frame(line.guest, since, self.clock()))

    def disconnect(self, live: LiveTable, line: Line) -> None:
        live.lines.discard(line)
        live.touched = self.clock()
        self.announce(live)

    def hear(self, live: LiveTable, guest: str) -> None:
        """Somebody who has no socket is here all the same."""
        if guest in live.room.guests:
            live.heard[guest] = self.clock()

    def announce(self, live: LiveTable) -> None:
        """Tell, in a moment, who is here now."""
        if live.announcement is None:
            live.announcement = asyncio.get_running_loop().call_later(BREATH, self.tell_who_is_here, live)

    def tell_who_is_here(self, live: LiveTable) -> None:
        live.announcement = None
        live.tell_who_is_here(self.clock())

    # --- Closing ----------------------------------------------------------------------------------

    def forget_idle(self) -> None:
        """Tables that nobody looks at leave memory; they are read again when somebody comes."""
        limit = self.clock() - self.settings.idle
        for name, live in list(self.tables.items()):
            if not live.lines and live.touched < limit and not live.lock.locked() and not self.bots.busy(live):
                live.rest()
                del self.tables[name]

    async def close(self) -> None:
        """Finish what was begun; then everybody reconnects to the next process."""
        for live in self.tables.values():
            live.rest()
            for line in list(live.lines):
                line.hang_up()
        self.bots.close()
        await asyncio.to_thread(self.store.close)


def new_id() -> str:
    """For commands of the house's own."""
    return secrets.token_hex(8)
