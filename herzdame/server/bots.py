"""Bots that sit at tables, and the clock that lets one of them act for somebody whose time is over."""

import asyncio
import logging
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from herzdame.bots.ladder import Bot
from herzdame.bots.levels import decide
from herzdame.kernel.errors import Code, Refused
from herzdame.kernel.match import Match

from . import protocol as say
from .entry import BOT, HOUSE
from .live import LiveTable

if TYPE_CHECKING:
    from .house import House

log = logging.getLogger("herzdame.server")

THINKERS = 2  # threads
AGAIN = 1.0  # seconds after which an action that could not be kept is tried again


class Bots:
    """Whoever plays without being asked."""

    def __init__(self, house: "House") -> None:
        self.house = house
        self.thinkers = ThreadPoolExecutor(THINKERS, thread_name_prefix="bot")
        self.tasks: set[asyncio.Task[Any]] = set()

    def wake(self, live: LiveTable) -> None:
        """Let bots think whose turn it is, or whose time is over; set the alarm for the others."""
        room, at = live.room, self.house.clock()
        if live.alarm:
            live.alarm.cancel()
            live.alarm = None
        rings = []
        for seat in room.acting:
            end = room.clock.end(seat)
            if room.chairs[seat].bot:
                self.let_play(live, seat, BOT)
            elif end is not None and end <= at:
                self.let_play(live, seat, HOUSE)
            elif end is not None:
                rings.append(end)
        if rings:
            live.alarm = asyncio.get_running_loop().call_later(min(rings) - at, self.wake, live)

    def busy(self, live: LiveTable) -> bool:
        """Does a bot have to act now?"""
        return any(live.room.chairs[seat].bot for seat in live.room.acting)

    def let_play(self, live: LiveTable, seat: int, who: str) -> None:
        moment, task = live.thinking.get(seat, (None, None))
        if moment == live.room.moment and task and not task.done():
            return
        if task:
            task.cancel()
        task = asyncio.create_task(self.play(live, seat, who))
        live.thinking[seat] = (live.room.moment, task)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def play(self, live: LiveTable, seat: int, who: str) -> None:
        """One action, after a plausible pause; dropped if something else happens meanwhile."""
        room, match, moment = live.room, live.room.match, live.room.moment
        assert match
        level, seed = room.chairs[seat].bot or "normal", secrets.randbits(63)
        started = time.monotonic()
        loop = asyncio.get_running_loop()
        action = await loop.run_in_executor(self.thinkers, think, match, match.tables.copy(), level, seat, seed)
        self.house.numbers.thinking.took(time.monotonic() - started, level)
        if who == BOT:
            pause = self.house.settings.bot_pause * (0.6 + (seed % 800) / 1000)
            await asyncio.sleep(max(0.0, pause - (time.monotonic() - started)))
        act = say.Act(id=f"{seat}-{seed:x}", seat=seat, action=match.game.words.name(action))
        while moment == room.moment:
            try:
                await self.house.carry_out(live, who, act, moment)
            except Refused as refused:
                log.info("a bot's action was not taken", extra={"table": room.deed.table, "code": refused.code})
                if refused.code != Code.NOT_KEPT:
                    return
                await asyncio.sleep(AGAIN)

    def close(self) -> None:
        for task in list(self.tasks):
            task.cancel()
        self.thinkers.shutdown(wait=False, cancel_futures=True)


def think(match: Match, tables: Any, level: say.Level, seat: int, seed: int) -> int:
    """What to do; should a bot fail, then anything that is possible, so that the match goes on."""
    try:
        return decide(match.game, level, tables, seat, seed)
    except Exception:
        log.exception("a bot failed", extra={"game": match.game.id, "level": level})
        bot = Bot(match.game, "random", seat, seed)
        return bot.choose(bot.given(tables))
