"""Bots compete on the same deals, each of them in every seat."""

import pytest

from herzdame.bots.arena import Arena
from herzdame.bots.simulate import simulate
from herzdame.kernel.compile import COMPILED
from herzdame.kernel.errors import Code, Refused
from tests.toy import GAME

DEALS = 60 if COMPILED else 8


def arena(seats: int, *bots: str) -> Arena:
    return Arena(GAME, seats, GAME.settle(seats, {}), bots)


def test_every_bot_sits_in_every_seat_once() -> None:
    two = arena(3, "greedy", "random")
    assert [two.lineup(turn) for turn in range(2)] == [["greedy", "random", "greedy"], ["random", "greedy", "random"]]
    three = arena(3, "greedy", "random", "search:5")
    for seat in range(3):
        assert {three.lineup(turn)[seat] for turn in range(3)} == set(three.bots)


def test_the_shares_are_those_of_the_matches_played() -> None:
    contest = arena(3, "greedy", "random")
    first, second = contest.contest(DEALS, seed=4)
    played = [simulate(GAME, 3, contest.options, contest.lineup(turn), DEALS, 4).scores for turn in range(2)]
    greedy = played[0][:, [0, 2]].sum() + played[1][:, 1].sum()
    assert first.share == pytest.approx(greedy / (2 * DEALS))
    assert first.share + second.share == pytest.approx(1)
    assert first.by_seat[1] == pytest.approx(played[1][:, 1].mean())
    assert first.low < first.share < first.high


def test_two_of_a_kind_are_equally_strong() -> None:
    first, second = arena(2, "greedy", "greedy").contest(DEALS, seed=1)
    assert first.low <= 0.5 <= first.high
    assert (first.bot, second.bot) == ("greedy", "greedy")


def test_a_bot_that_thinks_plays_the_same_match_again_and_reports_every_match() -> None:
    reported: list[int] = []
    contest = arena(2, "search:20", "random")
    once = contest.contest(5, 2, reported.append)
    assert (sum(reported), contest.contest(5, 2)) == (10, once)


@pytest.mark.parametrize("bots", [["greedy"], ["greedy"] * 4])
def test_too_few_or_too_many_bots_are_refused(bots: list[str]) -> None:
    with pytest.raises(Refused, match="2 to 3 bots can compete") as refused:
        arena(3, *bots)
    assert refused.value.code == Code.BAD_VALUE
