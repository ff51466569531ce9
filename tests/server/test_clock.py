"""Clocks, by a time that the test itself tells."""

import pytest

from herzdame.bots.levels import LEVELS
from herzdame.kernel.match import Match
from herzdame.server import protocol as say
from herzdame.server.bots import think
from herzdame.server.clock import Clock
from tests.gallery import GAMES


def test_without_a_clock_nobody_is_in_a_hurry() -> None:
    clock = Clock(say.Clock("none"))
    clock.turn((0, 1), 0.0)
    assert (clock.left(0, 1e9), clock.end(0)) == (None, None)


def test_a_clock_for_each_turn_begins_anew_with_every_turn() -> None:
    clock = Clock(say.Clock("turn", 60))
    clock.turn((0,), 100.0)
    assert clock.left(0, 110.0) == 50
    assert clock.left(1, 110.0) is None
    clock.turn((1,), 110.0, acted=0)
    clock.turn((0,), 115.0, acted=1)
    assert clock.left(0, 120.0) == 55
    clock.turn((0,), 120.0, acted=0)  # and once more the same seat
    assert (clock.left(0, 120.0), clock.end(0)) == (60, 180.0)


def test_a_bank_is_used_up_by_the_whole_match() -> None:
    clock = Clock(say.Clock("bank", 60))
    clock.turn((0,), 100.0)
    clock.turn((1,), 130.0, acted=0)
    clock.turn((0,), 200.0, acted=1)
    assert clock.left(0, 210.0) == 20
    clock.turn((0,), 220.0, acted=0)
    assert (clock.left(0, 220.0), clock.end(0)) == (10, 230.0)
    clock.turn((0,), 240.0, acted=0)  # too late: the house has acted; what was too much is not forgiven
    assert clock.left(0, 240.0) == -10


def test_who_waits_for_others_in_a_simultaneous_choice_uses_up_nothing() -> None:
    clock = Clock(say.Clock("bank", 60))
    clock.turn((0, 1), 0.0)
    clock.turn((1,), 10.0, acted=0)
    clock.turn((0, 1), 50.0, acted=1)
    assert (clock.left(0, 50.0), clock.left(1, 50.0)) == (50, 10)


@pytest.mark.parametrize("level", [*LEVELS, "no such level"])
def test_a_bot_does_something_possible_even_if_it_fails(level: str, caplog: pytest.LogCaptureFixture) -> None:
    """A bot whose thinking breaks plays anything, and says so in the log; the match goes on."""
    match = Match.new(GAMES[0].id, 2)
    seat = match.acting[0]
    assert think(match, match.tables.copy(), level, seat, 7) in match.actions(seat)  # type: ignore[arg-type]
    assert ("a bot failed" in caplog.text) == (level not in LEVELS)
