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
    """At the smallest table somebody looks on, too."""
    anna, ben = arrive(), arrive()
    table = gathered([anna, ben], game, seats, box=seats)
    people: list[tuple[Person, set[int]]] = [(anna, {0}), (ben, {1})]
    if seats == game.seats[0]:
        people.append((arrive(), set()))
        people[-1][0].page.goto(table)
        people[-1][0].board.wait_for()
    for person, _ in people:
        person.play_on(seats)
    for person, _ in people:
        person.see_the_end()
    assert anna.over.locator("h2").inner_text()
    truth = Truth(anna.page.context.request, table)
    assert all(truth.check(person, own) > 3 for person, own in people)
