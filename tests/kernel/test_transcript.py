"""A transcript that was cut, edited or comes from elsewhere is refused with the place and the reason."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from herzdame.kernel import transcript
from herzdame.kernel.errors import Code, Refused
from herzdame.kernel.match import Match
from herzdame.kernel.seats import EVERYBODY
from herzdame.kernel.seeds import Fair, Fast
from tests.toy import GAME

Edit = Callable[[list[Any]], Any]


@cache
def a_match() -> Match:
    match = Match(GAME, 2, {"dice": "six"}, Fair("cd" * 32), ("Anna", "Ben"))
    while not match.over:
        match.act(match.acting[0], match.actions(match.acting[0])[0])
    return match


def edited(edit: Edit) -> list[str]:
    lines = [json.loads(line) for line in transcript.lines(a_match())]
    edit(lines)
    return [json.dumps(line) for line in lines]


def put(path: str, value: Any) -> Edit:
    """Change one value: `2.state.die` is the die in the third line's state."""

    def edit(lines: list[Any]) -> None:
        *way, last = path.split(".")
        place: Any = lines
        for key in way:
            place = place[int(key) if isinstance(place, list) else key]
        place[int(last) if isinstance(place, list) else last] = value

    return edit


def drop(line: int) -> Edit:
    return lambda lines: lines.pop(line)


EDITS: list[tuple[Edit, Code, str]] = [
    (put("0.format", "pgn"), Code.BAD_TRANSCRIPT, "Line 1 is no header"),
    (put("0.version", 2), Code.OTHER_VERSION, "format version 2; this program reads version 1"),
    (put("0.rules", 7), Code.OTHER_VERSION, "version 7 of the rules of toy; this program has version 1"),
    (put("0.game", "toi"), Code.UNKNOWN_GAME, "did you mean 'toy'"),
    (put("0.seats", "two"), Code.BAD_TRANSCRIPT, "Line 1: Expected `int`, got `str` - at `$.seats`"),
    (put("0.seats", 9), Code.BAD_VALUE, "toy is for 2 to 3 players, not 9"),
    (put("0.options", {"dice": "ten"}), Code.BAD_VALUE, "dice cannot be 'ten'"),
    (put("0.chance", None), Code.BAD_TRANSCRIPT, "only the open transcript"),
    (put("0.chance.table", "ef" * 32), Code.DOES_NOT_FOLLOW, "does not match its commitment"),
    (put("0.chance.table", "short"), Code.BAD_TRANSCRIPT, "64 hexadecimal digits"),
    (put("0.commitment", None), Code.DOES_NOT_FOLLOW, "does not match its commitment"),
    (put("1.state.hands.0.0", "dark3"), Code.DOES_NOT_FOLLOW, 'Line 2, step 1: state.hands[0][0] should be "light'),
    (put("1.events.0.code", "dealed"), Code.DOES_NOT_FOLLOW, 'events[0].code should be "dealt"'),
    (put("2.action", "pass nothing"), Code.DOES_NOT_FOLLOW, "Line 3, step 2: The action 'pass nothing' is not known"),
    (put("2.action", "peek"), Code.DOES_NOT_FOLLOW, "'peek' is not possible now for seat 0; possible: 'pass low'"),
    (put("2.seat", 1), Code.DOES_NOT_FOLLOW, "Line 3, step 2"),
    (put("2.seat", 5), Code.DOES_NOT_FOLLOW, "Seat 5 cannot act now: it is up to 0 and 1"),
    (put("2.seat", "chance"), Code.DOES_NOT_FOLLOW, "chance is not due; it is up to seat 0 and 1"),
    (put("2.seat", None), Code.BAD_TRANSCRIPT, "a step needs 'seat' and 'action'"),
    (put("2.step", 17), Code.DOES_NOT_FOLLOW, "step should be 2, but the file says 17"),
    (put("2.state.die", False), Code.DOES_NOT_FOLLOW, "state.die should be 0, but the file says false"),
    (put("2.extra", True), Code.DOES_NOT_FOLLOW, "extra should be null, but the file says true"),
    (put("-2.state.over", None), Code.DOES_NOT_FOLLOW, 'state.over should be "counted"'),
    (put("-1.result.scores", [1, 0]), Code.DOES_NOT_FOLLOW, "result.scores[0] should be 0.5, but the file says 1."),
    (put("-1.result.winners", []), Code.DOES_NOT_FOLLOW, "result.winners should be"),
    (drop(0), Code.BAD_TRANSCRIPT, "Line 1 is no header"),
    (drop(3), Code.DOES_NOT_FOLLOW, "Line 4, step 3"),
    (drop(-1), Code.CUT_SHORT, "ends after step 5 of match 1, before its result"),
    (drop(-2), Code.CUT_SHORT, "a result after step 4, though the match is not over"),
    (lambda lines: lines.clear(), Code.BAD_TRANSCRIPT, "The file is empty"),
    (lambda lines: lines.insert(1, []), Code.BAD_TRANSCRIPT, "Line 2 is not a JSON object"),
    (lambda lines: lines.insert(-1, lines[-2]), Code.DOES_NOT_FOLLOW, "the match was over before"),
]


@pytest.mark.parametrize(("edit", "code", "message"), EDITS, ids=[message for _, _, message in EDITS])
def test_what_was_changed_is_found(edit: Edit, code: Code, message: str) -> None:
    with pytest.raises(Refused) as refused:
        transcript.verify(edited(edit))
    assert (refused.value.code, message in str(refused.value)) == (code, True), str(refused.value)


def test_what_was_not_changed_is_whole() -> None:
    lines = edited(lambda lines: None)
    assert len(transcript.verify(["", *lines, "", *lines])) == 2


def test_numbers_may_be_written_in_another_way() -> None:
    lines = edited(put("2.state.die", 0.0))
    assert '"die": 0.0' in lines[2]
    assert len(transcript.verify(lines)) == 1


def test_a_line_that_is_no_json_is_named() -> None:
    with pytest.raises(Refused, match="Line 2 is no whole line of JSON"):
        transcript.verify([next(transcript.lines(a_match())), '{"step": 1, '])


@pytest.mark.parametrize(("reader", "called"), [(0, 0), (1, 1), (EVERYBODY, "spectator")])
def test_a_reader_gets_no_seed_and_what_it_may_not_know_is_left_out(reader: int, called: Any) -> None:
    head, *steps = [json.loads(line) for line in transcript.lines(a_match(), reader)]
    assert (head["view"], head["chance"]) == (called, None)
    assert head["commitment"] == Fair("cd" * 32).commitment
    assert "cd" * 32 not in "".join(transcript.lines(a_match(), reader))
    chosen = {step["seat"]: step["action"] for step in steps if step.get("action") in ("?", "pass low")}
    assert chosen == {seat: "pass low" if seat == reader else "?" for seat in (0, 1)}
    with pytest.raises(Refused, match="only the open transcript"):
        transcript.verify(transcript.lines(a_match(), reader))


def test_a_kept_match_goes_on_wherever_it_was_left() -> None:
    match = Match(GAME, 3, {}, Fast(1, 2))
    while True:
        lines = list(transcript.lines(match))
        assert transcript.load(lines).tables.tobytes() == match.tables.tobytes()
        if match.over:
            break
        match.act(match.acting[-1], match.actions(match.acting[-1])[-1])
    with pytest.raises(Refused, match="The file is empty"):
        transcript.load([])


def test_a_tape_that_is_too_short_is_read_further(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("herzdame.kernel.match.WORDS", 1)
    match = Match(GAME, 2, {"dice": "six"}, Fair("cd" * 32))
    assert match.tables.tobytes() == a_match().steps[0].table.tobytes()
