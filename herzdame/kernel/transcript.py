"""Matches as text: JSON lines that an independent referee can judge.  Described in `docs/transcripts.md`."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from .contract import game
from .errors import Code, Refused
from .event import Event
from .match import CHANCE, Match, Step, read
from .run import view as face_down
from .seats import EVERYBODY
from .seeds import Fair, Fast

FORMAT = "herzdame transcript"
VERSION = 1
LONGEST_SHOWN = 300  # letters of a value in a message

Reader = int | Literal["open"]  # a seat, EVERYBODY for a spectator, or one who may read everything


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of a match."""

    format: str
    version: int
    game: str
    rules: int
    seats: int
    options: dict[str, str]
    players: list[str]
    view: int | str
    chance: Fair | Fast | None
    commitment: str | None


# --- Writing -------------------------------------------------------------------------------------


def lines(match: Match, reader: Reader = "open") -> Iterator[str]:
    """The match as one reader may read it, line by line."""
    yield encode(header(match, reader))
    for step in match.steps:
        yield encode(step_line(match, step, reader))
    if match.over:
        yield encode(result_line(match))


def header(match: Match, reader: Reader) -> Header:
    """Who plays what, and where chance came from; the seed is for the open transcript alone."""
    return Header(
        format=FORMAT,
        version=VERSION,
        game=match.game.id,
        rules=match.game.version,
        seats=match.seats,
        options=match.options,
        players=list(match.players),
        view="spectator" if reader == EVERYBODY else reader,
        chance=match.seeds if reader == "open" else None,
        commitment=match.seeds.commitment if isinstance(match.seeds, Fair) else None,
    )


def step_line(match: Match, step: Step, reader: Reader) -> dict[str, Any]:
    """One step: who did what, what happened, and the table after it."""
    table, action, events = step.table, step.action, step.events
    if reader != "open":
        face_down(table, 0, reader)
        action = step.action_for((reader,))
    return {
        "step": step.number,
        "seat": step.seat,
        "action": action,
        "events": [event_line(event, reader) for event in events],
        "state": read(match.game, table),
    }


def event_line(event: Event, reader: Reader) -> dict[str, Any]:
    told = event if reader == "open" else event.told_to(reader)
    return msgspec.to_builtins(told)  # type: ignore[no-any-return]


def result_line(match: Match) -> dict[str, Any]:
    """The last line."""
    assert match.result
    found = match.result
    return {
        "result": {
            "ending": found.ending,
            "clause": found.clause,
            "winners": list(found.winners),
            "scores": list(found.scores),
        },
        "steps": len(match.steps),
    }


def encode(line: Any) -> str:
    return msgspec.json.encode(line).decode()


# --- Reading -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """One line of a file, by its number, as JSON read it."""

    number: int
    content: dict[str, Any]


def parse(text: Iterable[str]) -> Iterator[Line]:
    """The lines of a file that are not empty."""
    for number, line in enumerate(text, 1):
        if not line.strip():
            continue
        try:
            content = msgspec.json.decode(line)
        except (msgspec.DecodeError, RecursionError) as error:
            raise Refused(Code.BAD_TRANSCRIPT, f"Line {number} is no whole line of JSON: {error}.") from error
        if not isinstance(content, dict):
            raise Refused(Code.BAD_TRANSCRIPT, f"Line {number} is not a JSON object in braces.")
        yield Line(number, content)


def verify(text: Iterable[str]) -> list[Match]:
    """Replay every match in a file; Refused at the first line that does not follow from those before."""
    matches: list[Match] = []
    replay: Replay | None = None
    for line in parse(text):
        if replay is None:
            replay = Replay(line)
        elif replay.take(line):
            matches.append(replay.match)
            replay = None
    if replay is not None:
        raise Refused(
            Code.CUT_SHORT,
            f"The file ends after step {replay.done} of match {len(matches) + 1}, before its result; "
            "a whole transcript closes with a line 'result'.",
        )
    if not matches:
        raise Refused(Code.BAD_TRANSCRIPT, "The file is empty; a transcript begins with a header line.")
    return matches


def load(text: Iterable[str]) -> Match:
    """The match that a file holds, finished or not, ready to go on."""
    replay: Replay | None = None
    for line in parse(text):
        if replay is None:
            replay = Replay(line)
        elif replay.take(line):
            break
    if replay is None:
        raise Refused(Code.BAD_TRANSCRIPT, "The file is empty; a transcript begins with a header line.")
    return replay.match


class Replay:
    """A match played again, line by line, beside its transcript."""

    def __init__(self, first: Line) -> None:
        self.match = begin(first)
        self.done = 0

    def take(self, line: Line) -> bool:
        """Compare the next line with what the rules make of it; True for the last."""
        if "result" in line.content:
            self.close(line)
            return True
        where = f"Line {line.number}, step {self.done + 1}"
        if self.done == len(self.match.steps):
            self.play(line, where)
        compare(step_line(self.match, self.match.steps[self.done], "open"), line.content, where)
        self.done += 1
        return False

    def play(self, line: Line, where: str) -> None:
        """Carry out the action that the line tells of."""
        seat, action = line.content.get("seat"), line.content.get("action")
        if self.match.over:
            raise Refused(Code.DOES_NOT_FOLLOW, f"{where}: the match was over before; expected its result.")
        if seat == CHANCE:
            acting = " and ".join(map(str, self.match.acting))
            raise Refused(Code.DOES_NOT_FOLLOW, f"{where}: chance is not due; it is up to seat {acting}.")
        if not isinstance(seat, int) or not isinstance(action, str):
            raise Refused(Code.BAD_TRANSCRIPT, f"{where}: a step needs 'seat' and 'action'.")
        try:
            self.match.play(seat, action)
        except Refused as error:
            raise Refused(Code.DOES_NOT_FOLLOW, f"{where}: {error}") from error

    def close(self, line: Line) -> None:
        """Compare the result."""
        if not self.match.over or self.done < len(self.match.steps):
            raise Refused(
                Code.CUT_SHORT,
                f"Line {line.number}: a result after step {self.done}, though the match is not over there.",
            )
        compare(result_line(self.match), line.content, f"Line {line.number}")


def begin(first: Line) -> Match:
    """The match that a header announces."""
    if first.content.get("format") != FORMAT:
        raise Refused(
            Code.BAD_TRANSCRIPT, f"Line {first.number} is no header; a transcript begins with 'format': '{FORMAT}'."
        )
    version = first.content.get("version")
    if version != VERSION:
        raise Refused(
            Code.OTHER_VERSION, f"This transcript has format version {version}; this program reads version {VERSION}."
        )
    try:
        head = msgspec.convert(first.content, Header)
    except msgspec.ValidationError as error:
        raise Refused(Code.BAD_TRANSCRIPT, f"Line {first.number}: {error}.") from error
    played = game(head.game)
    if head.rules != played.version:
        raise Refused(
            Code.OTHER_VERSION,
            f"This transcript was played by version {head.rules} of the rules of {played.id}; "
            f"this program has version {played.version}.",
        )
    if head.chance is None:
        raise Refused(
            Code.BAD_TRANSCRIPT,
            f"This is what '{head.view}' may read of a match; only the open transcript, with its seed, "
            "can be verified.",
        )
    if isinstance(head.chance, Fair) and head.commitment != head.chance.commitment:
        raise Refused(
            Code.DOES_NOT_FOLLOW,
            f"Line {first.number}: the seed does not match its commitment; "
            f"expected {head.chance.commitment}, found {head.commitment}.",
        )
    return Match(played, head.seats, head.options, head.chance, head.players)


def compare(ours: Any, theirs: Any, where: str) -> None:
    """Refused at the first difference."""
    found = difference(msgspec.json.decode(encode(ours)), theirs)
    if found:
        path, right, wrong = found
        raise Refused(
            Code.DOES_NOT_FOLLOW,
            f"{where}: {path or 'the line'} should be {shown(right)}, but the file says {shown(wrong)}.",
        )


def shown(value: Any) -> str:
    """A value in a message: whatever JSON can hold, but not all of it."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]} ..."


def difference(ours: Any, theirs: Any, path: str = "") -> tuple[str, Any, Any] | None:
    """Where two JSON values differ first, and what each says there."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in [*ours, *(key for key in theirs if key not in ours)]:
            inner = f"{path}.{key}" if path else key
            if found := difference(ours.get(key), theirs.get(key), inner):
                return found
        return None
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for at, (mine, yours) in enumerate(zip(ours, theirs, strict=True)):
            if found := difference(mine, yours, f"{path}[{at}]"):
                return found
        return None
    alike = ours == theirs and isinstance(ours, bool) == isinstance(theirs, bool)
    return None if alike else (path, ours, theirs)
