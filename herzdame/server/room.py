"""One table as a state machine: what may be done, and what it changes.

    entry = room.decide(who, command, at)     refused with a reason, or an entry; changes nothing
    room.carry_out(entry, encode(entry))      cannot fail

Between the two the entry is written down.  The same entries always lead to the same table, so that a
table is whatever its entries say.  Nothing here touches a network, a clock or a disk.
"""

from collections.abc import Collection, KeysView
from copy import copy
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import msgspec

from herzdame.kernel.contract import game
from herzdame.kernel.errors import Code, Refused
from herzdame.kernel.match import Match
from herzdame.kernel.seeds import Fair

from . import protocol as say
from .clock import Clock
from .decisions import DECISIONS
from .entry import BOT, HOUSE, Deed, Entry, encode_deed, first_link, next_link
from .undo import can_undo


@dataclass(frozen=True)
class Chair:
    """Who sits at a seat: a person, a bot, a bot standing in for a person, or nobody."""

    guest: str | None = None
    name: str | None = None
    bot: say.Level | None = None

    @property
    def free(self) -> bool:
        return self.name is None

    @property
    def played_by_person(self) -> bool:
        return self.guest is not None and self.bot is None


SEATING = (say.Sit, say.Rise, say.Swap, say.PutBot, say.Change, say.TakeOver)


class Listed(NamedTuple):
    """What the lists of tables go by."""

    phase: say.Phase
    public: bool
    guests: tuple[str, ...] | None  # None: the same as before


class Author(NamedTuple):
    """Who did something: the seat and the name of then."""

    seat: int | None
    name: str | None


@dataclass
class Room:
    """A table with everything that was decided at it."""

    deed: Deed
    chairs: list[Chair] = field(default_factory=list)
    seeds: list[str] = field(default_factory=list)
    match: Match | None = None
    entries: list[Entry] = field(default_factory=list)
    authors: list[Author] = field(default_factory=list)  # of each entry
    steps_of: dict[int, tuple[int, int]] = field(default_factory=dict)  # by entry: the steps it led to
    done: dict[tuple[str, str], int] = field(default_factory=dict)  # the number of each command carried out
    undo: say.Undo | None = None
    next_table: str | None = None
    chain: str = ""
    moment: int = 0  # the entry that last changed the match: whoever thinks about an earlier one is too late

    def __post_init__(self) -> None:
        self.host, self.settings = self.deed.host, self.deed.settings
        self.chairs = [Chair()] * self.settings.seats
        self.holding: dict[str, tuple[int, ...]] = {}  # by guest: their seats
        self.chain = self.chain or first_link(encode_deed(self.deed))
        self.clock = Clock(self.settings.clock)

    # --- What can be asked ------------------------------------------------------------------------

    @property
    def number(self) -> int:
        return len(self.entries)

    @property
    def phase(self) -> say.Phase:
        if self.match is None:
            return "gathering"
        return "over" if self.match.over else "playing"

    @property
    def steps(self) -> int:
        """How many steps the match has had."""
        return len(self.match.steps) if self.match else 0

    @property
    def acting(self) -> tuple[int, ...]:
        return self.match.acting if self.match else ()

    def seats_of(self, guest: str) -> tuple[int, ...]:
        """The seats that this guest holds."""
        return self.holding.get(guest, ())

    @property
    def guests(self) -> KeysView[str]:
        return self.holding.keys()

    def look_who_sits(self) -> None:
        self.holding = {}
        for seat, chair in enumerate(self.chairs):
            if chair.guest:
                self.holding[chair.guest] = (*self.seats_of(chair.guest), seat)

    def listed(self) -> Listed:
        """What the lists of tables go by."""
        return Listed(self.phase, self.settings.public, tuple(sorted(self.guests)))

    def listed_after(self, entry: Entry) -> Listed | None:
        """The same after this entry; None where nothing of it changes, or where the match will have to be asked."""
        if isinstance(entry.command, say.Start):
            return self.listed()._replace(phase="playing", guests=None)
        if not isinstance(entry.command, SEATING):
            return None
        trial = copy(self)
        trial.chairs = [*self.chairs]
        trial.change(entry, entry.command)
        trial.look_who_sits()
        return trial.listed()

    def welcomes(self, guest: str) -> bool:
        """May this guest look at the table?"""
        open_to_all = self.match is None or self.settings.spectators
        return open_to_all or guest == self.host or any(chair.guest == guest for chair in self.chairs)

    @property
    def commitment(self) -> str:
        """The hash of the table's seed."""
        return Fair(self.deed.seed).commitment

    # --- Deciding ---------------------------------------------------------------------------------

    def done_before(self, who: str, command: say.AnyCommand | say.TakeOver) -> int | None:
        """The number under which this very command was carried out before."""
        number = self.done.get((who, command.id))
        if number is not None and self.entries[number - 1].command != command:
            raise Refused(Code.BAD_VALUE, f"The id '{command.id}' was another command's; every command has its own.")
        return number

    def decide(self, who: str, command: say.AnyCommand | say.TakeOver, at: float, here: Collection[str] = ()) -> Entry:
        """The entry that this command leads to; Refused, with a reason, if it may not be carried out.

        `here` are the guests who are connected now.
        """
        values = DECISIONS[type(command)](self, who, command, here)
        return Entry(self.number + 1, at, who, command, values)

    def seat_named(self, seat: int) -> Chair:
        if seat >= len(self.chairs):
            raise Refused(Code.BAD_VALUE, f"This table has the seats 0 to {len(self.chairs) - 1}, not {seat}.")
        return self.chairs[seat]

    def must_be(self, phase: str) -> None:
        if self.phase != phase:
            what = {"gathering": "before the match starts", "playing": "during the match", "over": "after the match"}
            raise Refused(Code.WRONG_PHASE, f"That is possible only {what[phase]}.")

    def must_host(self, who: str) -> None:
        if who != self.host:
            raise Refused(Code.NOT_ALLOWED, "Only the host of this table can do that.")

    def must_hold(self, who: str, seat: int) -> Chair:
        chair = self.seat_named(seat)
        if chair.guest != who:
            raise Refused(Code.NOT_ALLOWED, f"Seat {seat} is not yours.")
        return chair

    def can_undo(self, seat: int) -> bool:
        """May this seat ask to take the last step of the match back?"""
        return self.match is not None and can_undo(self.match, seat)

    # --- Carrying out -----------------------------------------------------------------------------

    def carry_out(self, entry: Entry, body: bytes) -> None:
        """What the entry changes; `body` is how it is kept."""
        match, before, author = self.match, self.steps, self.author(entry)
        self.change(entry, entry.command)
        if isinstance(entry.command, SEATING):
            self.look_who_sits()
        self.entries.append(entry)
        self.authors.append(self.author(entry) if isinstance(entry.command, say.Sit | say.TakeOver) else author)
        self.done[entry.who, entry.command.id] = entry.number
        self.chain = next_link(self.chain, body)
        if self.steps > before:
            self.steps_of[entry.number] = (before, self.steps)
        if self.match is not match or self.steps != before:
            self.moment = entry.number
        acted = entry.command.seat if isinstance(entry.command, say.Act) else None
        self.clock.turn(self.acting, entry.at, acted=acted)

    def author(self, entry: Entry) -> Author:
        """The seat that does this; of somebody with several the one that is meant, else the first."""
        meant = getattr(entry.command, "seat", None)
        if meant is None and isinstance(entry.command, say.Sit):
            meant = entry.values["seat"]
        own = () if entry.who in (BOT, HOUSE) else self.seats_of(entry.who)
        seat = meant if entry.who in (BOT, HOUSE) or meant in own else next(iter(own), None)
        return Author(seat, None if seat is None else self.chairs[seat].name)

    def change(self, entry: Entry, command: say.AnyCommand | say.TakeOver) -> None:  # noqa: C901 (a line or two for each command)
        chairs = self.chairs
        match command:
            case say.Sit():
                chairs[entry.values["seat"]] = Chair(guest=entry.who, name=entry.values["name"])
            case say.Rise():
                chairs[command.seat] = Chair()
            case say.Swap():
                chairs[command.seat], chairs[command.other] = chairs[command.other], chairs[command.seat]
            case say.PutBot():
                chairs[command.seat] = Chair(name=entry.values["name"], bot=command.level)
            case say.Change():
                self.set_up(msgspec.structs.replace(command.settings, options=entry.values["options"]))
            case say.AddSeed():
                self.seeds.append(command.text)
            case say.Start():
                self.begin()
            case say.Hush():
                self.settings = msgspec.structs.replace(self.settings, talk=command.talk)
            case say.Host():
                self.host = entry.who
            case say.Act():
                assert self.match
                self.undo = None
                self.match.play(command.seat, command.action)
            case say.StandIn():
                chairs[command.seat] = replace(chairs[command.seat], bot=command.level)
                self.settle_undo()
            case say.TakeBack():
                chairs[command.seat] = replace(chairs[command.seat], bot=None)
            case say.AskUndo():
                self.undo = say.Undo(command.seat, list(self.seats_of(entry.who)))
                self.settle_undo()
            case say.AnswerUndo():
                self.answer_undo(command)
            case say.TakeOver():
                chairs[command.seat] = replace(chairs[command.seat], guest=entry.who)
                if command.holder == self.host and all(chair.guest != self.host for chair in chairs):
                    self.host = entry.who  # no seat was left behind
            case say.Rematch():
                self.next_table = entry.values["table"]
            case say.Say():
                pass

    def set_up(self, settings: say.Settings) -> None:
        """Other settings; those who sit keep their order."""
        self.settings, self.clock = settings, Clock(settings.clock)
        if len(self.chairs) > settings.seats:
            self.chairs = [chair for chair in self.chairs if not chair.free]
        self.chairs += [Chair()] * (settings.seats - len(self.chairs))

    def begin(self) -> None:
        names = [chair.name or "" for chair in self.chairs]
        seeds = Fair(self.deed.seed, tuple(self.seeds))
        self.match = Match(game(self.settings.game), self.settings.seats, self.settings.options, seeds, names)

    def answer_undo(self, answer: say.AnswerUndo) -> None:
        assert self.undo
        if answer.agree:
            self.undo = say.Undo(self.undo.seat, sorted({*self.undo.agreed, answer.seat}))
            self.settle_undo()
        else:
            self.undo = None

    def settle_undo(self) -> None:
        """Once every person agreed, the last action is taken back."""
        if self.undo is None or self.match is None:
            return
        asked = {seat for seat, chair in enumerate(self.chairs) if chair.played_by_person}
        if asked <= {*self.undo.agreed}:
            self.match = self.match.undone()
            self.undo = None
            self.steps_of = {number: span for number, span in self.steps_of.items() if span[1] <= self.steps}
