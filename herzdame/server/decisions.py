"""What may be done at a table: each decision looks at the room and the wish, and changes nothing.

It answers with what the house adds to the command, or refuses with a reason.
"""

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

import msgspec

from herzdame.kernel.contract import game
from herzdame.kernel.errors import Code, Refused
from herzdame.kernel.match import Match

from . import protocol as say
from .entry import BOT, HOUSE

if TYPE_CHECKING:
    from .room import Room

Values = dict[str, Any]

PHRASES = ("hello", "good_luck", "well_played", "oh_no", "thinking", "thanks", "again", "bye")
MOST_SEEDS = 8  # texts that players may add to the chance
BOT_NAMES = (
    "Amalia", "Bruno", "Carla", "Dante", "Elsa", "Fabio", "Greta", "Hugo", "Ida", "Jonas", "Klara", "Luca",
    "Marta", "Nino", "Olga", "Piero",
)  # fmt: skip


def check(settings: say.Settings) -> say.Settings:
    """The same settings with every option named; Refused if the game does not take them."""
    found = game(settings.game)
    found.new(settings.seats, settings.options)
    return msgspec.structs.replace(settings, options=found.settle(settings.seats, settings.options))


def readable(name: str) -> str:
    """A name as it is shown."""
    name = " ".join(name.split())
    if not name or not name.isprintable():
        raise Refused(Code.BAD_VALUE, "A name has letters that can be read.")
    return name


def sit(room: "Room", who: str, command: say.Sit, here: Collection[str]) -> Values:
    room.must_be("gathering")
    name = readable(command.name)
    if any(chair.name == name for chair in room.chairs):
        raise Refused(Code.BAD_VALUE, f"The name '{name}' is taken at this table; choose another one.")
    free = [seat for seat, chair in enumerate(room.chairs) if chair.free]
    seat = command.seat if command.seat is not None else next(iter(free), None)
    if seat is None or not room.seat_named(seat).free:
        raise Refused(Code.SEAT_TAKEN, "That seat is taken." if free else "All seats are taken.")
    return {"seat": seat, "name": name}


def rise(room: "Room", who: str, command: say.Rise, here: Collection[str]) -> Values:
    room.must_be("gathering")
    chair = room.seat_named(command.seat)
    if chair.free:
        raise Refused(Code.BAD_VALUE, f"Nobody sits at seat {command.seat}.")
    if chair.guest != who:
        room.must_host(who)
    return {"name": chair.name}


def swap(room: "Room", who: str, command: say.Swap, here: Collection[str]) -> Values:
    room.must_be("gathering")
    room.must_host(who)
    room.seat_named(command.seat)
    room.seat_named(command.other)
    return {}


def put_bot(room: "Room", who: str, command: say.PutBot, here: Collection[str]) -> Values:
    room.must_be("gathering")
    room.must_host(who)
    chair = room.seat_named(command.seat)
    if chair.guest is not None:
        raise Refused(Code.SEAT_TAKEN, f"{chair.name} sits there.")
    return {"name": chair.name or free_bot_name(room)}


def free_bot_name(room: "Room") -> str:
    taken = {chair.name for chair in room.chairs}
    return next(name for name in BOT_NAMES if name not in taken)


def change(room: "Room", who: str, command: say.Change, here: Collection[str]) -> Values:
    room.must_be("gathering")
    room.must_host(who)
    settled = check(command.settings)
    if command.settings.game != room.settings.game:
        raise Refused(Code.BAD_VALUE, "A table keeps its game; open another table for another game.")
    taken = sum(not chair.free for chair in room.chairs)
    if command.settings.seats < taken:
        raise Refused(Code.BAD_VALUE, f"{taken} sit here already; that is more than {command.settings.seats} seats.")
    return {"options": settled.options}


def add_seed(room: "Room", who: str, command: say.AddSeed, here: Collection[str]) -> Values:
    room.must_be("gathering")
    if not room.seats_of(who):
        raise Refused(Code.NOT_ALLOWED, "Only those who sit at the table can add to its chance.")
    if len(room.seeds) == MOST_SEEDS:
        raise Refused(Code.BAD_VALUE, f"{MOST_SEEDS} texts have been added, which is enough.")
    return {}


def start(room: "Room", who: str, command: say.Start, here: Collection[str]) -> Values:
    room.must_be("gathering")
    room.must_host(who)
    free = [seat for seat, chair in enumerate(room.chairs) if chair.free]
    if free:
        raise Refused(Code.SEATS_FREE, f"Seat {free[0]} is still free; wait for somebody, or put a bot there.")
    return {}


def act(room: "Room", who: str, command: say.Act, here: Collection[str]) -> Values:
    room.must_be("playing")
    match = room.match
    assert match
    chair = room.seat_named(command.seat)
    if who == HOUSE or (who == BOT and chair.bot):
        pass
    elif chair.guest != who:
        raise Refused(Code.NOT_ALLOWED, f"Seat {command.seat} is not yours.")
    elif chair.bot:
        raise Refused(Code.NOT_ALLOWED, "A bot stands in for you; take your seat back first.")
    if command.step is not None and not still_stands(match, command.seat, command.step):
        raise Refused(Code.STALE, "Something has happened since; look at the table again.")
    match.check(command.seat, match.game.words.parse(command.action))
    return {"late": True} if who == HOUSE else {}


def still_stands(match: Match, seat: int, step: int) -> bool:
    """Has nothing happened since that step but that others made hidden choices beside this seat's own?"""
    return step <= len(match.steps) and all(
        since.secret and since.seat != seat and since.table[0].acting >> seat & 1 for since in match.steps[step:]
    )


def talk(room: "Room", who: str, command: say.Say, here: Collection[str]) -> Values:
    if (command.text is None) == (command.phrase is None):
        raise Refused(Code.BAD_VALUE, "Say either a text or one of the quick phrases.")
    if command.phrase is not None and command.phrase not in PHRASES:
        raise Refused(Code.BAD_VALUE, f"There is no phrase '{command.phrase}'; there is: {', '.join(PHRASES)}.")
    if not room.seats_of(who) and who != room.host:
        raise Refused(Code.NOT_ALLOWED, "Only those who sit at the table can talk there.")
    if room.settings.talk == "none" or (room.settings.talk == "phrases" and command.text is not None):
        allowed = "the quick phrases" if room.settings.talk == "phrases" else "nothing"
        raise Refused(Code.NOT_ALLOWED, f"The host has asked for quiet: {allowed} may be said here.")
    return {}


def hush(room: "Room", who: str, command: say.Hush, here: Collection[str]) -> Values:
    room.must_host(who)
    return {}


def host(room: "Room", who: str, command: say.Host, here: Collection[str]) -> Values:
    if who == room.host:
        raise Refused(Code.BAD_VALUE, "You host this table already.")
    if not room.seats_of(who):
        raise Refused(Code.NOT_ALLOWED, "Only those who sit at the table can host it.")
    if room.host in here:
        raise Refused(Code.NOT_ALLOWED, "The host of this table is here.")
    return {}


def stand_in(room: "Room", who: str, command: say.StandIn, here: Collection[str]) -> Values:
    room.must_be("playing")
    chair = room.seat_named(command.seat)
    if chair.guest is None or chair.bot:
        raise Refused(Code.BAD_VALUE, f"A bot plays seat {command.seat} already.")
    if chair.guest != who:
        if not room.seats_of(who):
            raise Refused(Code.NOT_ALLOWED, "Only those who sit at the table can ask a bot to stand in.")
        if chair.guest in here:
            raise Refused(Code.NOT_ALLOWED, f"{chair.name} is here.")
    return {}


def take_back(room: "Room", who: str, command: say.TakeBack, here: Collection[str]) -> Values:
    room.must_be("playing")
    if not room.must_hold(who, command.seat).bot:
        raise Refused(Code.BAD_VALUE, "You play that seat yourself.")
    return {}


def ask_undo(room: "Room", who: str, command: say.AskUndo, here: Collection[str]) -> Values:
    room.must_be("playing")
    room.must_hold(who, command.seat)
    if room.undo:
        raise Refused(Code.BAD_VALUE, "Somebody has asked to take back already.")
    if not room.can_undo(command.seat):
        raise Refused(
            Code.NOT_ALLOWED, "Only one's own last action can be taken back, and only while it revealed nothing."
        )
    return {}


def answer_undo(room: "Room", who: str, command: say.AnswerUndo, here: Collection[str]) -> Values:
    room.must_be("playing")
    room.must_hold(who, command.seat)
    if room.undo is None or command.seat in room.undo.agreed:
        raise Refused(Code.BAD_VALUE, "There is nothing to agree to.")
    return {}


def rematch(room: "Room", who: str, command: say.Rematch, here: Collection[str]) -> Values:
    room.must_be("over")
    if not room.seats_of(who):
        raise Refused(Code.NOT_ALLOWED, "Only those who played can ask for a rematch.")
    if room.next_table:
        raise Refused(Code.BAD_VALUE, "The next table is open already.")
    return {}  # the house adds the new table's id


def take_over(room: "Room", who: str, command: say.TakeOver, here: Collection[str]) -> Values:
    """The house has checked the link."""
    if room.seat_named(command.seat).guest != command.holder:
        raise Refused(Code.NOT_ALLOWED, "Whoever made this link does not sit there any more; ask for another one.")
    return {}


DECISIONS: dict[type, Callable[..., Values]] = {
    say.Sit: sit,
    say.Rise: rise,
    say.Swap: swap,
    say.PutBot: put_bot,
    say.Change: change,
    say.AddSeed: add_seed,
    say.Start: start,
    say.Hush: hush,
    say.Host: host,
    say.Act: act,
    say.Say: talk,
    say.StandIn: stand_in,
    say.TakeBack: take_back,
    say.AskUndo: ask_undo,
    say.AnswerUndo: answer_undo,
    say.Rematch: rematch,
    say.TakeOver: take_over,
}
