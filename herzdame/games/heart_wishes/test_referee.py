"""Matches judged by a referee who shares no code with the rules, and who notices when something is wrong."""

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from herzdame.bots.simulate import stepwise
from herzdame.kernel import run, transcript
from herzdame.kernel.compile import COMPILED
from herzdame.kernel.match import Match
from herzdame.kernel.seats import EVERYBODY

from . import GAME, referee

MATCHES = 20 if COMPILED else 2
AGES = {2: "1,0", 3: "2,0,1", 4: "3,1,0,2"}
OPTIONS: dict[str, dict[str, str]] = {
    "all": {},
    "short": {"stones": "4", "field": "red-wood", "starter": "1"},
    "children": {"children": "yes", "stones": "6"},
    "open": {"open_hands": "yes", "stones": "6"},
}

every_table = pytest.mark.parametrize(("options", "seats"), [(name, seats) for name in OPTIONS for seats in GAME.seats])


def matches(name: str, seats: int, bot: str, number: int = MATCHES) -> Iterator[Match]:
    return stepwise(GAME, seats, {"ages": AGES[seats]} | OPTIONS[name], [bot] * seats, number, seed=seats)


@every_table
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_the_referee_finds_no_foul(options: str, seats: int, bot: str) -> None:
    lines = [line for match in matches(options, seats, bot) for line in transcript.lines(match)]
    assert referee.judge(lines) == MATCHES


@every_table
def test_the_referee_allows_the_same_actions_and_the_same_looks(options: str, seats: int) -> None:
    (match,) = matches(options, seats, "greedy", 1)
    table = referee.open_table((1, None), json.loads(transcript.encode(transcript.header(match, "open"))))
    for number, step in enumerate(match.steps, 1):
        row = json.loads(transcript.encode(transcript.step_line(match, step, "open")))
        table.state["step"] = number
        referee.judge_step((number + 1, number), table, row)
        out, _ = GAME.room()
        for seat in range(seats):
            actions = [GAME.words.name(int(action)) for action in out[: run.legal(step.table, 0, seat, out)]]
            assert sorted(actions) == referee.legal(table, seat)
        for reader in [*range(seats), EVERYBODY]:
            who = None if reader == EVERYBODY else reader
            ours = json.loads(transcript.encode(transcript.step_line(match, step, reader)))
            assert ours["state"] == referee.seen_by(table.state, who)
            told = [referee.told_to(json.loads(msgspec.json.encode(event)), who) for event in step.events]
            assert ours["events"] == told


@pytest.mark.parametrize(
    ("part", "other"),
    [
        ('"supply":', '"supply":1'),
        ('"code":"fulfilled_for_blood"', '"code":"fulfilled"'),
        ('"clause":"HW.5"', '"clause":"HW.4"'),
        ('"readers":[0]', '"readers":[0,1]'),
        ('"decided":[[],null]', '"decided":[null,null]'),
        ('"stones":[0,1]', '"stones":[1,0]'),
        ('"not":[]', '"not":["red-wood"]'),
        ('"small_heart":3', '"small_heart":2'),
        ('"phase":"dice"', '"phase":"choosing"'),
        ('"winners":[0]', '"winners":[1]'),
        ('"ending":"most_stones"', '"ending":"most_wishes"'),
        ('"action":"keep"', '"action":"lay red-wood pay black-water"'),
    ],
)
def test_the_referee_sees_what_was_altered(part: str, other: str) -> None:
    found = 0
    for match in matches("short", 2, "random", 6):
        lines = list(transcript.lines(match))
        at = next((at for at, line in enumerate(lines) if part in line), None)
        if at is not None:
            found += 1
            with pytest.raises(referee.Foul):
                referee.judge([*lines[:at], lines[at].replace(part, other, 1), *lines[at + 1 :]])
    assert found


@pytest.mark.parametrize("without", [1, 2, 5, -1])
def test_the_referee_misses_a_line_that_is_missing(without: int) -> None:
    (match,) = matches("short", 3, "greedy", 1)
    lines = list(transcript.lines(match))
    del lines[without]
    with pytest.raises(referee.Foul):
        referee.judge(lines)


def test_the_referee_sees_a_hand_that_changes_under_the_table() -> None:
    (match,) = matches("short", 2, "greedy", 1)
    rows: list[dict[str, Any]] = [json.loads(line) for line in transcript.lines(match)]
    at = next(at for at, (one, two) in enumerate(pairwise(rows)) if "state" in one and "state" in two and at > 5)
    hands = rows[at]["state"]["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    with pytest.raises(referee.Foul, match="hands"):
        referee.judge([json.dumps(row) for row in rows])
