"""A running match, as a program uses it."""

import pytest

from herzdame.kernel.errors import Code, Refused
from herzdame.kernel.match import CHANCE, Match
from herzdame.kernel.seats import EVERYBODY
from herzdame.kernel.seeds import Fair, Fast, fast_generator
from tests.toy import GAME


def a_match(players: tuple[str, ...] = ()) -> Match:
    return Match(GAME, 2, {}, Fast(5), players)


def finished() -> Match:
    match = a_match(("Anna", "Ben"))
    while not match.over:
        match.play(match.acting[-1], match.legal(match.acting[-1])[0])
    return match


def test_a_new_match_is_dealt_from_the_systems_own_seed() -> None:
    one, two = Match.new("toy", 2), Match.new("toy", 2)
    assert isinstance(one.seeds, Fair)
    assert one.seeds != two.seeds
    assert [step.action for step in one.steps] == ["deal"]
    assert (one.acting, one.over, one.result, one.seats) == ((0, 1), False, None, 2)
    assert Match.new("toy", 2, {"dice": "six"}, Fast(1)).options["dice"] == "six"


def test_all_may_choose_at_once_in_any_order_and_each_but_once() -> None:
    match = a_match()
    assert match.legal(1) == ["pass low", "pass high"]
    (step,) = match.play(1, "pass high")
    assert (step.seat, step.action, step.secret) == (1, "pass high", True)
    assert (match.acting, match.legal(1), match.actions(1)) == ((0,), [], [])
    with pytest.raises(Refused, match="Seat 1 cannot act now: it is up to 0") as refused:
        match.play(1, "pass low")
    assert refused.value.code == Code.NOT_ACTING
    steps = match.play(0, "pass low")
    assert [(step.seat, step.action) for step in steps] == [(0, "pass low"), (CHANCE, "roll")]


def test_after_the_end_nobody_acts_and_the_result_is_known() -> None:
    match = finished()
    assert match.acting == ()
    assert match.result
    assert (match.result.ending, match.result.clause) == ("counted", "TY.5")
    assert match.result.winners == tuple(seat for seat in (0, 1) if match.result.scores[seat])
    with pytest.raises(Refused, match="the match is over"):
        match.play(0, "peek")
    with pytest.raises(Refused, match="not possible now"):
        a_match().play(0, "peek")


def test_each_seat_is_told_its_own_part_of_the_story_from_any_step_on() -> None:
    match = finished()
    mine, theirs, all_see = match.told(0), match.told(1), match.told(EVERYBODY)
    assert len(mine) == len(theirs) == len(all_see)
    assert [news.seen for news in mine if news.code == "dealt"] == [True, False]
    assert [news.seen for news in theirs if news.code == "dealt"] == [False, True]
    assert not any(news.seen for news in all_see)
    assert match.told(0, since=1) == mine[2:]


def test_a_view_is_for_one_seat_and_a_redealt_table_for_a_bot() -> None:
    match = a_match()
    view = match.view(0)
    assert "?" not in view["hands"][0]
    assert view["hands"][1] == ["?", "?", "?"]
    assert match.view(EVERYBODY)["hands"] == [["?", "?", "?"]] * 2
    world = match.redealt(0, fast_generator(1, 1))
    assert world[0].card[:3].tolist() == match.table.card[:3].tolist()
    assert world[0].card[3:6].min() > 0
    assert world.tobytes() == match.redealt(0, fast_generator(1, 1)).tobytes()


def test_undo_leads_back_to_the_start_and_no_further() -> None:
    match = finished()
    assert len(match.undone(3).steps) == len(match.undone(99).steps) == len(a_match().steps)
    assert match.undone(1).players == ("Anna", "Ben")
