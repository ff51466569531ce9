"""Whole matches between people and bots, played through the page alone; no page is told what it must not know."""

import pytest

from herzdame.kernel.contract import Game
from tests.gallery import GAMES
from tests.web.conftest import Arrive
from tests.web.person import Person
from tests.web.truth import Truth

NAMES = ("Anna", "Ben", "Clara", "Dora", "Emil")
MATCHES = [pytest.param(game, seats, id=f"{game.id}-{seats}") for game in GAMES for seats in game.seats]


def gathered(people: list[Person], game: Game, seats: int, box: int = 0) -> str:
    """A match of these people and as many bots as are needed; where it is."""
    host, *_ = people
    host.open_box(game, seats, box)
    table = host.invite_friends()
    for person, name in zip(people, NAMES, strict=False):
        if person is host:
            person.sit(name)
        else:
            person.join(table, name)
    host.start(bots=seats - len(people))
    return table


@pytest.mark.parametrize(("game", "seats"), MATCHES)
def test_two_people_and_bots_play_a_whole_match_and_learn_nothing_that_they_must_not(
    arrive: Arrive, game: Game, seats: int
) -> None:
    anna, ben, clara = arrive(), arrive(), arrive()
    table = gathered([anna, ben], game, seats, box=seats)
    clara.page.goto(table)
    clara.board.wait_for()
    for person in (anna, ben, clara):
        person.play_on(seats)
    for person in (anna, ben, clara):
        person.see_the_end()
    assert anna.over.locator("h2").inner_text()
    truth = Truth(anna.page.context.request, table)
    heard = [truth.check(person, seats) for person, seats in ((anna, {0}), (ben, {1}), (clara, set()))]
    assert min(heard) > 3
