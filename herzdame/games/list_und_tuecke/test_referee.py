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

MATCHES = 40 if COMPILED else 4

every_table = pytest.mark.parametrize(("seats", "sixteen"), [(3, "fixed"), (3, "random"), (4, "fixed")])


def matches(seats: int, sixteen: str, bot: str, number: int = MATCHES) -> Iterator[Match]:
    options = {"sixteen": sixteen, "starter": "1" if bot == "greedy" else "chance"}
    return stepwise(GAME, seats, options, [bot] * seats, number, seed=seats)


@every_table
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_the_referee_finds_no_foul(seats: int, sixteen: str, bot: str) -> None:
    lines = [line for match in matches(seats, sixteen, bot) for line in transcript.lines(match)]
    assert referee.judge(lines) == MATCHES


@every_table
def test_the_referee_allows_the_same_actions_and_the_same_looks(seats: int, sixteen: str) -> None:
    for match in matches(seats, sixteen, "random", max(1, MATCHES // 10)):
        header, *lines = transcript.lines(match)
        table = referee.open_table((1, None), json.loads(header))
        for step, line in zip(match.steps, lines, strict=False):
            table.step, table.log = step.number, []
            referee.judge_step((step.number, step.number), table, json.loads(line))
            out, _ = GAME.room()
            for seat in range(seats):
                actions = [GAME.words.name(int(action)) for action in out[: run.legal(step.table, 0, seat, out)]]
                assert sorted(actions) == referee.legal(table, seat)
            for reader in [*range(seats), EVERYBODY]:
                who = None if reader == EVERYBODY else reader
                ours: Any = json.loads(transcript.encode(transcript.step_line(match, step, reader)))
                assert ours["state"] == referee.seen_by(json.loads(line)["state"], who)
                told = [referee.told_to(json.loads(msgspec.json.encode(event)), who) for event in step.events]
                assert ours["events"] == told


@pytest.mark.parametrize(
    ("part", "other"),
    [
        ('"seen":[0]', '"seen":[0,1]'),
        ('"witnessed":[1]', '"witnessed":[]'),
        ('"not":[]', '"not":["saint"]'),
        ('"code":"eliminated"', '"code":"played"'),
        ('"clause":"LT.8"', '"clause":"LT.7"'),
        ('"readers":[0]', '"readers":[0,1]'),
        ('"eliminated":true', '"eliminated":false'),
        ('"inquisitor_rank":20', '"inquisitor_rank":0'),
        ('"points":[0,', '"points":[1,'),
        ('"winners":[0]', '"winners":[1]'),
        ('"supply":{"blue":11', '"supply":{"blue":12'),
    ],
)
def test_the_referee_sees_what_was_altered(part: str, other: str) -> None:
    found = 0
    for match in matches(3, "fixed", "random", 4):
        lines = list(transcript.lines(match))
        at = next((at for at, line in enumerate(lines) if part in line), None)
        if at is not None:
            found += 1
            with pytest.raises(referee.Foul):
                referee.judge([*lines[:at], lines[at].replace(part, other, 1), *lines[at + 1 :]])
    assert found


@pytest.mark.parametrize("without", [1, 2, 5, -1])
def test_the_referee_misses_a_line_that_is_missing(without: int) -> None:
    (match,) = matches(4, "fixed", "random", 1)
    lines = list(transcript.lines(match))
    del lines[without]
    with pytest.raises(referee.Foul):
        referee.judge(lines)
