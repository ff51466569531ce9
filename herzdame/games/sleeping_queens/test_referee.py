"""Matches judged by a referee who shares no code with the rules, and who notices when something is wrong."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from herzdame.bots.simulate import stepwise
from herzdame.kernel import run, transcript
from herzdame.kernel.compile import COMPILED
from herzdame.kernel.match import Match
from herzdame.kernel.seats import EVERYBODY

from . import GAME, referee

MATCHES = 60 if COMPILED else 6

every_table = pytest.mark.parametrize("seats", GAME.seats)


def matches(seats: int, bot: str, number: int = MATCHES) -> Iterator[Match]:
    options = {"starter": "1" if bot == "greedy" else "chance"}
    return stepwise(GAME, seats, options, [bot] * seats, number, seed=seats)


@every_table
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_the_referee_finds_no_foul(seats: int, bot: str) -> None:
    lines = [line for match in matches(seats, bot) for line in transcript.lines(match)]
    assert referee.judge(lines) == MATCHES


@every_table
def test_the_referee_allows_the_same_actions_and_the_same_looks(seats: int) -> None:
    for match in matches(seats, "random", max(1, MATCHES // 10)):
        seen: set[str] = set()
        for step in match.steps:
            state = json.loads(transcript.encode(transcript.step_line(match, step, "open")))["state"]
            seen |= {event.params["queen"] for event in step.events if event.code in ("woke", "quarrel")}
            out, _ = GAME.room()
            for seat in range(seats):
                actions = [GAME.words.name(int(action)) for action in out[: run.legal(step.table, 0, seat, out)]]
                assert sorted(actions) == (referee.legal(state) if seat in state["acting"] else [])
            for reader in [*range(seats), EVERYBODY]:
                who = None if reader == EVERYBODY else reader
                ours = json.loads(transcript.encode(transcript.step_line(match, step, reader)))
                assert ours["state"] == referee.seen_by(state, seen, who)
                told = [referee.told_to(json.loads(msgspec.json.encode(event)), who) for event in step.events]
                assert ours["events"] == told


@pytest.mark.parametrize(
    ("part", "other"),
    [
        ('"seen":[0]', '"seen":[0,1]'),
        ('"seen":"all"', '"seen":[0]'),
        ('"code":"drew"', '"code":"dealt"'),
        ('"clause":"SQ.11"', '"clause":"SQ.12"'),
        ('"readers":[0]', '"readers":[0,1]'),
        ('"witnessed":[1]', '"witnessed":[]'),
        ('"points":[0,0]', '"points":[0,5]'),
        ('"winners":[0]', '"winners":[1]'),
        ('"not":["king"', '"not":["wand","king"'),
        ('"target":1', '"target":0'),
        ('"courts":[["', '"courts":[["heart","'),
        ('"place":3', '"place":4'),
        ('"action":"let"', '"action":"wand"'),
        ('"shuffles":1', '"shuffles":0'),
        ('"action":"discard 1"', '"action":"discard 2"'),
    ],
)
def test_the_referee_sees_what_was_altered(part: str, other: str) -> None:
    found = 0
    for match in matches(2, "random", 20):
        lines = list(transcript.lines(match))
        at = next((at for at, line in enumerate(lines) if part in line), None)
        if at is not None and found < 4:
            found += 1
            with pytest.raises(referee.Foul):
                referee.judge([*lines[:at], lines[at].replace(part, other, 1), *lines[at + 1 :]])
    assert found


@pytest.mark.parametrize("without", [1, 2, 5, -1])
def test_the_referee_misses_a_line_that_is_missing(without: int) -> None:
    (match,) = matches(3, "greedy", 1)
    lines = list(transcript.lines(match))
    del lines[without]
    with pytest.raises(referee.Foul):
        referee.judge(lines)


def test_the_referee_sees_a_card_that_was_doubled() -> None:
    (match,) = matches(2, "random", 1)
    rows: list[dict[str, Any]] = [json.loads(line) for line in transcript.lines(match)]
    pile = rows[2]["state"]["draw_pile"]
    pile[0] = next(card for card in pile if card != pile[0])
    with pytest.raises(referee.Foul, match="the red cards"):
        referee.judge(map(json.dumps, rows))
