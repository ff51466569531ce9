"""Nothing hidden leaves the house: of two tables that look the same to somebody, every byte sent to them is the same.

The other table has all hidden cards permuted, in every past position as well; what a past event tells in confidence
to others, and every hidden choice, is replaced by something else.
"""

import copy
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec
import numpy as np
import pytest

from herzdame.kernel.contract import Game
from herzdame.kernel.errors import Refused
from herzdame.kernel.event import Event, packed
from herzdame.kernel.match import Match, Step
from herzdame.kernel.run import view as face_down
from herzdame.kernel.seats import EVERYBODY
from herzdame.server import protocol as say
from herzdame.server import window
from herzdame.server.entry import Deed, Entry, encode
from herzdame.server.live import Line, LiveTable
from herzdame.server.replay import moment
from herzdame.server.room import Room
from herzdame.server.undo import can_undo
from tests.gallery import GAMES, POSITIONS, VARIANTS, Variant, twisted

WANTED = min(200, POSITIONS)
LEAK = "LEAK"
TAIL = 6  # past news that are compared at every position
SPECTATOR = "a spectator"

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def guest_at(seat: int) -> str:
    return SPECTATOR if seat == EVERYBODY else f"guest {seat}"


def do(room: Room, who: str, command: Any) -> Entry:
    entry = room.decide(who, command, float(room.number))
    room.carry_out(entry, encode(entry))
    return entry


def gathered(variant: Variant, number: int) -> Room:
    """A match that has just begun, each seat with a guest of its own."""
    settings = say.Settings(variant.game.id, variant.seats, dict(variant.options))
    room = Room(Deed("table", guest_at(0), settings, f"{number:064x}", variant.game.version, 0.0))
    for seat in range(variant.seats):
        do(room, guest_at(seat), say.Sit(id=f"sit {seat}", name=f"player {seat}"))
    do(room, guest_at(0), say.Start(id="start"))
    return room


def act_at_random(room: Room, anyhow: np.random.Generator) -> say.Act:
    match = room.match
    assert match
    seat = int(anyhow.choice(match.acting))
    return say.Act(id=f"act {room.number}", seat=seat, action=str(anyhow.choice(match.legal(seat))))


def positions(game: Game, wanted: int) -> Iterator[tuple[Room, np.random.Generator]]:
    """Rooms in the middle of random matches, some of every variant; now and then somebody talks or asks to undo."""
    variants = [variant for variant in VARIANTS if variant.game is game]
    for number in range(wanted):
        anyhow = np.random.default_rng(number)
        room = gathered(variants[number % len(variants)], number)
        for _ in range(int(anyhow.integers(0, 40))):
            before, act = room.entries[:], act_at_random(room, anyhow)
            do(room, guest_at(act.seat), act)
            assert room.match
            if room.match.over:
                room = gathered(variants[number % len(variants)], number + wanted)
            elif anyhow.random() < 0.1:
                do(room, guest_at(0), say.Say(id=f"say {len(before)}", text="Hm."))
        yield room, anyhow


# --- The other table -----------------------------------------------------------------------------


def other_room(room: Room, reader: int, anyhow: np.random.Generator) -> Room:
    """A table that looks the same to this reader."""
    other, match = copy.copy(room), room.match
    assert match
    other.match = copy.copy(match)
    early, late = match.steps[: -3 * TAIL], match.steps[-3 * TAIL :]  # what is not looked at stays as it is
    other.match.steps = early + [other_step(match, step, reader, anyhow) for step in late]
    other.match.tables = twisted(match.game, match.tables, reader, anyhow)
    other.match.steps[-1] = replace(other.match.steps[-1], state=other.match.tables.tobytes())
    secret = {number for number, span in room.steps_of.items() if match.steps[span[0]].action_for((reader,)) == "?"}
    other.entries = [
        msgspec.structs.replace(entry, command=msgspec.structs.replace(entry.command, action=LEAK))
        if entry.number in secret and isinstance(entry.command, say.Act)
        else entry
        for entry in room.entries
    ]
    other.authors, other.done, other.steps_of = [*room.authors], dict(room.done), dict(room.steps_of)
    other.clock = copy.deepcopy(room.clock)
    other.deed = msgspec.structs.replace(room.deed, seed="cd" * 32)
    return other


def other_step(match: Match, step: Step, reader: int, anyhow: np.random.Generator) -> Step:
    return replace(
        step,
        action=step.action if step.action_for((reader,)) != "?" else LEAK,
        packed=packed([other_event(event, reader) for event in step.events]),
        state=twisted(match.game, step.table, reader, anyhow).tobytes(),
    )


def other_event(event: Event, reader: int) -> Event:
    if reader in event.readers or not event.secret:
        return event
    readers = tuple(seat for seat in range(EVERYBODY) if seat != reader)
    return msgspec.structs.replace(event, secret=dict.fromkeys(event.secret, LEAK), readers=readers)


# --- Everything that is sent ---------------------------------------------------------------------


class Heard:
    """A wire whose frames are kept."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def tell(self, frame: bytes) -> None:
        self.sent.append(frame)

    def pause(self) -> None: ...
    def resume(self) -> None: ...
    def hang_up(self, why: int) -> None: ...


def sent(room: Room, reader: int, *, before: bool = False) -> dict[str, Any]:
    """All that this reader can get the server to say about the table as it is."""
    guest, live = guest_at(reader), LiveTable(room)
    found: dict[str, Any] = {
        "hello": live.hello(guest, live.news_after(0, guest, TAIL), 0.0),
        "line": window.line(room, guest, ()),
        "transcript": lines(room, guest, reader),
        "replay": [moment(room.match, step, reader) for step in room.match.steps[-TAIL:]] if room.match else [],
        "others' transcripts": [
            text_of(lambda view=view: list(window.transcript(room, guest, view)))
            for view in ("open", "9", *map(str, range(room.settings.seats)))
            if view != str(reader)
        ],
        "refusals": [
            text_of(lambda command=command: room.decide(guest, command, 0.0)) for command in wishes(room, before=before)
        ],
    }
    now = found["hello"].now
    if before:  # the twisted table of the step before does not lead to the twisted one of now
        now = msgspec.structs.replace(now, can_undo=[])
    found["hello"] = msgspec.structs.replace(found["hello"], now=now, commitment="")  # the other table has another seed
    found["proof"] = msgspec.structs.replace(window.proof(room), commitment="")
    return {name: msgspec.json.encode(value) for name, value in found.items()}


def lines(room: Room, guest: str, reader: int) -> list[str]:
    """The last lines of the transcript, without the commitment in its first one."""
    short = copied(room)
    assert short.match
    short.match.steps = short.match.steps[-TAIL:]
    return list(window.transcript(short, guest, "spectator" if reader == EVERYBODY else str(reader)))[1:]


def wishes(room: Room, *, before: bool) -> list[Any]:
    """Commands that are refused, or not; by the text of the refusal nothing may be learned."""
    match = room.match
    assert match
    names = [match.game.words.name(action) for action in range(0, len(match.game.rules.ACTIONS), 5)]
    found: list[Any] = []
    for seat in range(room.settings.seats):
        found += [say.Act(id="x", seat=seat, action=name) for name in [*names[seat::3], "nonsense"]]
        found += [] if before else [say.AskUndo(id="x", seat=seat)]
        found += [say.StandIn(id="x", seat=seat), say.TakeBack(id="x", seat=seat)]
    return [*found, say.AnswerUndo(id="x", seat=0, agree=True), say.Rematch(id="x"), say.Start(id="x")]


def text_of(work: Any) -> Any:
    try:
        done = work()
    except Refused as refused:
        return [refused.code, str(refused)]
    return done.values if isinstance(done, Entry) else "done"


def same(ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    for name, value in ours.items():
        assert value == theirs[name], name
        assert LEAK.encode() not in value


# --- The tests -----------------------------------------------------------------------------------


def check(game: Game, wanted: int) -> tuple[int, int]:
    """So many positions, every reader of each; how many comparisons before an action, and after one."""
    before = after = 0
    for room, anyhow in positions(game, wanted):
        for reader in (*range(room.settings.seats), EVERYBODY):
            other = other_room(room, reader, anyhow)
            assert room.match
            assert other.match
            same(sent(room, reader, before=True), sent(other, reader, before=True))
            before += other.match.tables.tobytes() != room.match.tables.tobytes()
            after += check_action(room, other, reader, act_at_random(room, anyhow))
    return before, after


def check_action(room: Room, other: Room, reader: int, act: say.Act) -> bool:
    """The same action at both tables: where the two still look the same, the same is told."""
    assert other.match
    if not lawful(other.match) or act.action not in other.match.legal(act.seat):
        return False
    tables = [copied(room), copied(other)]
    frames = []
    for each in tables:
        live, wire = LiveTable(each), Heard()
        live.lines.add(Line(guest_at(reader), wire))
        live.tell([do(each, guest_at(act.seat), act)], 0.0)
        frames.append(wire.sent)
    ours, theirs = tables[0].match, tables[1].match
    assert ours
    assert theirs
    if looks(ours, reader) != looks(theirs, reader) or ours.over:
        return False
    assert frames[0] == frames[1]
    same(sent(tables[0], reader), sent(tables[1], reader))
    return True


def lawful(match: Match) -> bool:
    """Does the table keep to what everybody knows?"""
    kinds = match.game.rules.KINDS
    return not any(int(match.table.barred[slot]) & int(kinds[card]) for slot, card in enumerate(match.table.card))


def copied(room: Room) -> Room:
    """A room that can go on by itself."""
    other = copy.copy(room)
    assert room.match
    other.match = copy.copy(room.match)
    other.match.tables, other.match.steps = room.match.tables.copy(), [*room.match.steps]
    other.entries, other.authors, other.done = [*room.entries], [*room.authors], dict(room.done)
    other.steps_of, other.clock = dict(room.steps_of), copy.deepcopy(room.clock)
    return other


def looks(match: Match, reader: int) -> list[bytes]:
    """What the reader sees after each of the last steps."""
    found = []
    for step in match.steps[-6:]:
        table = step.table
        face_down(table, 0, reader)
        found.append(table.tobytes())
    return found


@every_game
def test_secrecy_every_byte_that_leaves_is_the_same_at_two_tables_that_look_the_same(game: Game) -> None:
    before, after = check(game, WANTED)
    assert before > WANTED / 2
    assert after > WANTED / 4


@every_game
def test_secrecy_what_can_be_taken_back_has_told_nobody_anything(game: Game) -> None:
    """Whether something was revealed does not itself depend on what is hidden, and what was not leads to one view."""
    taken_back = 0
    for room, anyhow in positions(game, WANTED):
        act = act_at_random(room, anyhow)
        for reader in (*range(room.settings.seats), EVERYBODY):
            other = other_room(room, reader, anyhow)
            assert other.match
            if not lawful(other.match) or act.action not in other.match.legal(act.seat):
                continue
            ours, theirs = copied(room), copied(other)
            for each in (ours, theirs):
                do(each, guest_at(act.seat), act)
            assert ours.match
            assert theirs.match
            if ours.can_undo(act.seat):
                taken_back += 1
                assert theirs.can_undo(act.seat)
                assert looks(ours.match, reader)[-1] == looks(theirs.match, reader)[-1]
    assert taken_back or not any(may_be_taken_back(variant) for variant in VARIANTS if variant.game is game)


def may_be_taken_back(variant: Variant) -> bool:
    """Is there any action in a random match that reveals nothing?"""
    room, anyhow = gathered(variant, 1), np.random.default_rng(1)
    assert room.match
    while not room.match.over:
        act = act_at_random(room, anyhow)
        do(room, guest_at(act.seat), act)
        if can_undo(room.match, act.seat):
            return True
    return False


def test_secrecy_the_comparison_itself_can_fail() -> None:
    """A window that forgets to filter is noticed."""
    differ = 0
    for room, anyhow in positions(GAMES[0], 20):
        other = other_room(room, EVERYBODY, anyhow)
        differ += sent(room, 0)["hello"] != sent(other, 0)["hello"]  # as if a spectator were sent what seat 0 sees
    assert differ > 10
