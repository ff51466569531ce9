"""Rules of thumb, seen at work: strike where it pays, stay out of danger, keep what is worth something."""

import numpy as np
import pytest

from herzdame.bots.ladder import Bot
from herzdame.kernel.scene import WATCHERS

from . import GAME, greedy
from .scene import Scene, opening, scene


def choices(table: Scene) -> set[str]:
    """What greedy may choose here, over its ties."""
    bot = Bot(GAME, "greedy", WATCHERS[table.acting], seed=1)
    return {table.lettered(bot.choose(bot.given(table.tables))) for _ in range(30)}


@pytest.mark.parametrize(
    ("murderer", "victim"), [("poisoner", "bishop"), ("berserker", "wizard"), ("assassin", "king"), ("abbot", "witch")]
)
def test_it_strikes_where_a_victim_lies(murderer: str, victim: str) -> None:
    assert choices(scene(f"A*: {murderer} saint quack\nB: druid | {victim}\nC: monk\nD: courtesan")) == {
        f"play {murderer}"
    }


def test_of_two_victims_it_strikes_the_one_with_more_below() -> None:
    table = scene("A*: assassin\nB: monk | king\nC: | white_knight bishop abbot queen\nD: quack").play("play assassin")
    assert choices(table) == {"strike queen"}


@pytest.mark.parametrize(("threat", "victim"), [("king", "queen"), ("queen", "king"), ("executioner", "bishop")])
def test_it_does_not_walk_into_a_threat(threat: str, victim: str) -> None:
    table = scene(f"A: monk | {threat}\nB*: {victim} quack\nC: druid\nD: courtesan\nnamed: bishop\nstart: A")
    assert choices(table) == {"play quack"}


def test_it_covers_what_is_in_danger_before_adding_to_it() -> None:
    table = scene("A*: bishop saint | king\nB: poisoner\nC: assassin\nD: druid\nround: 3\nA knows poisoner assassin")
    assert choices(table) == {"play saint"}


def test_it_keeps_a_murderer_whose_victims_are_still_in_other_hands() -> None:
    table = scene("A*: poisoner quack\nB: bishop\nC: monk\nD: druid\nA knows bishop")
    assert choices(table) == {"play quack"}


def test_it_fetches_a_better_card_with_the_schemer() -> None:
    table = scene("A*: schemer quack\nB: monk | wizard\nC: witch\nD: druid")
    assert choices(table) == {"play schemer"}


def test_it_names_whom_it_knows_to_be_there() -> None:
    table = scene("A*: executioner\nB: bishop\nC: monk\nD: druid\nA knows bishop").play("play executioner")
    assert choices(table) == {"name bishop"}
    hearing = scene("A*: inquisitor quack\nB: king\nC: monk\nD: druid\nA knows king").play("play inquisitor", "rank 0")
    assert choices(hearing) == {"name king"}
    assert choices(hearing.play("name king")) == {"offer quack"}


def test_it_does_not_name_what_everybody_knows_to_be_elsewhere() -> None:
    table = scene("A*: executioner\nB: witch\nC: abbot\nD: king\nD has no bishop\nB has no bishop\nC has no bishop")
    assert choices(table.play("play executioner")) != {"name bishop"}


def test_it_swaps_away_what_is_worth_little_and_takes_what_it_knows_to_be_good() -> None:
    table = scene(
        "A*: druid quack queen\nB: abbot\nC: monk\nD: witch\nmiddle: wizard poisoner king bishop\nA knows wizard"
    )
    table = table.play("play druid")
    assert choices(table) == {"offer quack"}
    assert choices(table.play("offer quack")) == {"middle 1"}


def test_it_gives_back_and_passes_on_what_is_worth_least() -> None:
    table = scene("A*: courtesan quack\nB: wizard clairvoyant saint\nC: king\nD: witch").play(
        "play courtesan", "offer quack"
    )
    assert choices(table) == {"return saint"}
    dealt = opening(4, seed=3)
    given = {seat: dealt.legal(who=seat) for seat in dealt.seats}
    for seat, options in given.items():
        bot = Bot(GAME, "greedy", WATCHERS[seat], seed=1)
        assert dealt.lettered(bot.choose(bot.given(dealt.tables))) in options


def test_the_knight_takes_a_token_and_the_saint_keeps_her_owners_colour() -> None:
    saint = scene("A*: saint\nB: monk\nC: king\nD: witch\nA owns 3 green\nB owns 3 blue").play("play saint")
    assert choices(saint) == {"chapel green"}
    table = scene("A*: monk\nB: | black_knight\nC: | schemer\nround: 4\nstart: B\nsupply: 1 9 1").play("play monk")
    assert choices(table) == {"take green"}


def test_it_heals_the_card_with_the_most_crests() -> None:
    table = scene("A*: quack | -monk -king -druid\nB: bishop\nC: abbot\nD: witch").play("play quack")
    assert choices(table) == {"heal king"}


def test_it_looks_where_it_may() -> None:
    assert choices(scene("A*: clairvoyant\nB: bishop\nC: abbot\nD: king").play("play clairvoyant")) == {"gaze"}
    assert "decline" not in choices(scene("A*: witch\nB: bishop\nC: abbot\nD: king").play("play witch"))


def test_the_outlook_is_told_between_two_chapters_and_only_there() -> None:
    shares = np.zeros(3)
    ended = scene("A*: poisoner\nB: | assassin\nC: | berserker\nround: 4\nstart: B\nchapter: 3\nC owns 3 blue 2 points")
    assert not outlook(ended, shares)
    assert outlook(ended.play("play poisoner"), shares)
    assert shares.sum() == pytest.approx(1)
    assert shares[2] > 0.5
    assert shares[0] == pytest.approx(shares[1])
    last = scene("A*: poisoner\nB: | assassin\nC: | berserker\nround: 4\nstart: B\nchapter: 4").play("play poisoner")
    assert not outlook(last, shares)


def outlook(table: Scene, shares: np.ndarray[tuple[int], np.dtype[np.float64]]) -> bool:
    return bool(greedy.outlook(table.tables[0], shares))
