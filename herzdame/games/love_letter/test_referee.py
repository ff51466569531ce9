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

from . import EDITIONS, GAME, referee

MATCHES = 60 if COMPILED else 6
AGES = {2: "1,0", 3: "2,0,1", 4: "3,1,0,2"}

every_table = pytest.mark.parametrize(
    ("edition", "seats"), [(edition, seats) for edition in EDITIONS for seats in GAME.seats]
)


def matches(edition: str, seats: int, bot: str, number: int = MATCHES) -> Iterator[Match]:
    options = {"edition": edition, "ages": AGES[seats], "starter": "1" if bot == "greedy" else "chance"}
    return stepwise(GAME, seats, options, [bot] * seats, number, seed=seats)


@every_table
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_the_referee_finds_no_foul(edition: str, seats: int, bot: str) -> None:
    lines = [line for match in matches(edition, seats, bot) for line in transcript.lines(match)]
    assert referee.judge(lines) == MATCHES


@every_table
def test_the_referee_allows_the_same_actions_and_the_same_looks(edition: str, seats: int) -> None:
    for match in matches(edition, seats, "random", max(1, MATCHES // 10)):
        for step in match.steps:
            state = open_state(match, step)
            out, _ = GAME.room()
            for seat in range(seats):
                actions = [GAME.words.name(int(action)) for action in out[: run.legal(step.table, 0, seat, out)]]
                assert sorted(actions) == (referee.legal(state) if seat in state["acting"] else [])
            for reader in [*range(seats), EVERYBODY]:
                who = None if reader == EVERYBODY else reader
                ours = json.loads(transcript.encode(transcript.step_line(match, step, reader)))
                assert ours["state"] == referee.seen_by(state, who)
                told = [referee.told_to(json.loads(msgspec.json.encode(event)), who) for event in step.events]
                assert ours["events"] == told


def open_state(match: Match, step: Any) -> dict[str, Any]:
    state = json.loads(transcript.encode(transcript.step_line(match, step, "open")))["state"]
    return dict(state)


@pytest.mark.parametrize(
    ("part", "other"),
    [
        ('"seen":[0]', '"seen":[0,1]'),
        ('"code":"drew"', '"code":"drew_new"'),
        ('"clause":"LL.6"', '"clause":"LL.5"'),
        ('"readers":[0]', '"readers":[0,1]'),
        ('"witnessed":[1]', '"witnessed":[]'),
        ('"tokens":[0,0]', '"tokens":[0,1]'),
        ('"winners":[0]', '"winners":[1]'),
        ('"not":["', '"not":["guard","'),
    ],
)
def test_the_referee_sees_what_was_altered(part: str, other: str) -> None:
    found = 0
    for match in matches("premium", 2, "greedy", 4):
        lines = list(transcript.lines(match))
        at = next((at for at, line in enumerate(lines) if part in line), None)
        if at is not None:
            found += 1
            with pytest.raises(referee.Foul):
                referee.judge([*lines[:at], lines[at].replace(part, other, 1), *lines[at + 1 :]])
    assert found


@pytest.mark.parametrize("without", [1, 2, 5, -1])
def test_the_referee_misses_a_line_that_is_missing(without: int) -> None:
    (match,) = matches("hearts", 3, "greedy", 1)
    lines = list(transcript.lines(match))
    del lines[without]
    with pytest.raises(referee.Foul):
        referee.judge(lines)
