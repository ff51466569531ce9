"""The one door through which a table leaves the house: what a reader may be sent of it.

A reader is a guest with the seats that guest holds; one without a seat is a spectator.  Everything here
is made of `Match.view` and `Event.told_to`; no module but this one and `replay.py`, which shows the past, looks
into a table for somebody.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Any, get_args

from herzdame.kernel import transcript as written
from herzdame.kernel.errors import Code, Refused
from herzdame.kernel.match import CHANCE, Match, Step, read
from herzdame.kernel.seats import EVERYBODY

from . import protocol as say
from .entry import Entry
from .room import Chair, Room

TELLS = ("seat", "other", "level", "text", "phrase", "agree", "action")  # what of a command others may read

NAMES = {kind: str(kind.__struct_config__.tag) for kind in [*get_args(say.AnyCommand), say.TakeOver]}


def now(room: Room, guest: str, here: Collection[str], at: float) -> say.Now:
    """The table as it is, for this guest."""
    mine = room.seats_of(guest)
    match = room.match
    return say.Now(
        number=room.number,
        phase=room.phase,
        seats=[seat(chair, guest, here) for chair in room.chairs],
        host=guest == room.host,
        settings=room.settings,
        step=room.steps,
        acting=list(room.acting),
        sights=[sight(match, reader) for reader in readers(mine)] if match else [],
        result=result(match) if match else None,
        undo=room.undo,
        can_undo=[own for own in mine if room.can_undo(own)],
        time_left={own: round(left, 1) for own in room.acting if (left := room.clock.left(own, at)) is not None},
        next_table=room.next_table,
    )


def readers(mine: Sequence[int]) -> Sequence[int]:
    """Whose eyes a guest looks through: those of the own seats, or a spectator's."""
    return mine or (EVERYBODY,)


def seat(chair: Chair, guest: str, here: Collection[str]) -> say.Seat:
    return say.Seat(
        name=chair.name,
        bot=chair.bot,
        mine=chair.guest == guest,
        standing_in=chair.bot is not None and chair.guest is not None,
        here=chair.guest in here,
    )


def sight(match: Match, reader: int) -> say.Sight:
    """What these eyes see; after the end, everything."""
    if match.over:
        view = read(match.game, match.table)
    else:
        view = match.view(reader)
    words: Any = match.game.words
    choices = [] if reader == EVERYBODY else [choice(words, action) for action in match.actions(reader)]
    return say.Sight(None if reader == EVERYBODY else reader, view, choices)


@lru_cache(10_000)
def choice(words: Any, action: int) -> say.Choice:
    return say.Choice(words.name(action), *words.phrase(action))


def result(match: Match) -> say.Result | None:
    if match.result is None:
        return None
    found = match.result
    return say.Result(found.ending, found.clause, list(found.winners), list(found.scores))


def line(room: Room, guest: str, here: Collection[str]) -> say.TableLine:
    """The table as it stands in a list."""
    return say.TableLine(
        table=room.deed.table,
        game=room.settings.game,
        options=room.settings.options,
        phase=room.phase,
        seats=[seat(chair, guest, here) for chair in room.chairs],
        my_turn=bool({*room.acting} & {*room.seats_of(guest)}),
        number=room.number,
        changed=room.entries[-1].at if room.entries else room.deed.created,
    )


def proof(room: Room) -> say.Proof:
    """The seed is told once the match is over."""
    return say.Proof(room.commitment, room.deed.seed if room.phase == "over" else None, room.seeds)


def transcript(room: Room, guest: str, view: str) -> Iterator[str]:
    """The match as text, as far as this guest may read it."""
    return written.lines(*past(room, guest, view))


def past(room: Room, guest: str, view: str) -> tuple[Match, written.Reader]:
    """What was, through whose eyes: until its end one's own and a spectator's, then everybody's and the open truth."""
    match = room.match
    if match is None:
        raise Refused(Code.WRONG_PHASE, "The match has not begun.")
    reader = reader_named(view, room.settings.seats)
    if not match.over and reader != EVERYBODY and reader not in room.seats_of(guest):
        raise Refused(Code.NOT_ALLOWED, "Until the match is over, you can read your own view and a spectator's.")
    return match, reader


def reader_named(view: str, seats: int) -> written.Reader:
    """Whose eyes these are: `open`, `spectator`, or the number of a seat."""
    if view not in ("open", "spectator", *map(str, range(seats))):
        raise Refused(Code.BAD_VALUE, f"view is open, spectator, or a seat from 0 to {seats - 1}; not '{view}'.")
    return "open" if view == "open" else EVERYBODY if view == "spectator" else int(view)


# --- News -----------------------------------------------------------------------------------------


def news(room: Room, entry: Entry, guest: str) -> say.News:
    """What this guest may read of an entry."""
    mine = readers(room.seats_of(guest))
    start, stop = room.steps_of.get(entry.number, (0, 0))
    steps = room.match.steps[start:stop] if room.match else []
    return say.News(
        number=entry.number,
        at=entry.at,
        what=NAMES[type(entry.command)],
        by=room.authors[entry.number - 1].seat,
        name=room.authors[entry.number - 1].name,
        values=told_values(entry, steps, mine),
        steps=[step_news(step, mine) for step in steps],
    )


def told_values(entry: Entry, steps: Sequence[Step], mine: Sequence[int]) -> dict[str, Any]:
    """The parts of the command, without an action that is hidden from these eyes."""
    parts = {name: value for name in TELLS if (value := getattr(entry.command, name, None)) is not None}
    if "action" in parts:
        parts["action"] = steps[0].action_for(mine) if steps else "?"
    return parts | {name: value for name, value in entry.values.items() if name in ("name", "late", "table", "seat")}


def step_news(step: Step, mine: Sequence[int]) -> say.StepNews:
    return say.StepNews(
        step=step.number,
        seat=step.seat if step.seat == CHANCE else int(step.seat),
        action=step.action_for(mine),
        told=[[told(event, reader) for event in step.events] for reader in mine],
    )


def told(event: Any, reader: int) -> say.Told:
    found = event.told_to(reader)
    return say.Told(found.code, found.clause, found.params, found.seen)
