"""Rules of thumb, seen at work: lay what you can, go where your wishes are, stay away from what others wait for."""

import numpy as np
import pytest

from herzdame.bots.ladder import Bot
from herzdame.kernel.scene import WATCHERS

from . import GAME, greedy
from .scene import Scene, scene


def choices(table: Scene, who: str = "A") -> set[str]:
    """What greedy may choose here, over its ties."""
    bot = Bot(GAME, "greedy", WATCHERS[who], seed=1)
    return {table.lettered(bot.choose(bot.given(table.tables))) for _ in range(40)}


def test_it_lays_down_all_that_it_can() -> None:
    table = scene("figure: red-wood\nA*: red-wood black-wood green-wood\nB:\nrolled: red red").play("stay")
    assert choices(table) == {"lay red-wood pay green-wood black-wood"}
    assert choices(scene("figure: red-wood\nA*: black-wood | | 0 blood\nB:").play("rest")) == {"pay black-wood"}


def test_it_goes_where_its_wishes_are() -> None:
    table = scene("figure: red-wood\nA*: blue-stone red-cloud\nB:\nrolled: blue white")
    assert choices(table) == {"leap blue-stone"}
    assert choices(scene("figure: red-wood\nA*: blue-cloud\nB:\nrolled: blue red")) == {"move blue"}
    assert choices(scene("figure: red-wood\nA*: yellow-cloud black-wood blue-cloud\nB:")) == {"throb"}


def test_it_stays_where_nothing_waits_ahead() -> None:
    assert choices(scene("figure: red-wood\nA*: red-wood\nB:\nrolled: blue blue")) == {"stay"}


def test_with_open_hands_it_stays_away_from_what_others_wait_for() -> None:
    table = scene("figure: red-wood\nA*:\nB: blue-cloud\nrolled: blue red\nopen hands")
    assert choices(table) == {"move red"}


def outlook(table: Scene) -> list[float] | None:
    shares = np.zeros(4)
    return shares[: len(table.seats)].tolist() if greedy.outlook(table.tables[0], shares) else None


@pytest.mark.parametrize("more", ["| | 2 blood, 3 stones", "| yellow-stone |", "| | 4 blood"])
def test_before_a_turn_the_outlook_is_better_for_those_who_have_more(more: str) -> None:
    shares = outlook(scene(f"figure: red-wood\nA*:\nB: {more}"))
    assert shares is not None
    assert sum(shares) == pytest.approx(1)
    assert shares[1] > shares[0]


def test_a_lead_counts_for_more_the_nearer_the_end() -> None:
    early = outlook(scene("figure: red-wood\nA*: | | 2 blood, 2 stones\nB: | | 2 blood, 1 stones"))
    late = outlook(scene("figure: red-wood\nA*: | | 2 blood, 2 stones\nB: | | 2 blood, 1 stones\nstones: 4"))
    assert early
    assert late
    assert 0.5 < early[0] < late[0]


def test_while_dice_have_to_fall_there_is_no_outlook() -> None:
    table = scene("figure: red-wood\nA*:\nB:")
    assert outlook(table.play("hop")) is None
    assert outlook(table.play("throb")) is None
    assert outlook(table.hop("red red")) is not None
    assert outlook(scene("figure: red-wood\nA*:\nB:\nchildren")) is not None


def test_what_is_about_to_be_fulfilled_counts_and_what_is_kept_does_not() -> None:
    table = scene("figure: red-wood\nA*: red-wood\nB:\nrolled: red red").play("stay")
    lays, keeps = outlook(table.play("A: lay red-wood")), outlook(table.play("A: keep"))
    assert lays
    assert keeps
    assert lays[0] > keeps[0]
    assert outlook(table) == lays


def test_after_a_roll_the_best_that_it_allows_counts() -> None:
    lucky = outlook(scene("figure: red-wood\nA*: blue-cloud\nB:\nrolled: blue red"))
    unlucky = outlook(scene("figure: red-wood\nA*: blue-cloud\nB:\nrolled: green red"))
    assert lucky
    assert unlucky
    assert lucky[0] > unlucky[0]
