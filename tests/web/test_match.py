"""Whole matches between people and bots, played through the page alone; and nothing comes to a page that it must not know."""

import pytest

from herzdame.kernel.contract import Game
from tests.gallery import GAMES
from tests.web.conftest import Arrive
from tests.web.person import Person
from tests.web.truth import Truth

MATCHES = [pytest.param(game, seats, id=f"{game.id}-{seats}") for game in GAMES for seats in game.seats]


def gathered(people: list[Person], game: Game, seats: int, box: int = 0) -> str:
    """A match of these people and as many bots as are needed; the address of their table."""
    host, *friends = people
    host.open_box(game, seats, box)
    address = host.invite_friends()
    for number, person in enumerate(people):
        if person is host:
            person.sit("Anna")
        else:
            person.join(address, f"Friend {number}")
    host.start(bots=seats - len(people))
    return address


@pytest.mark.parametrize(("game", "seats"), MATCHES)
def test_two_people_and_bots_play_a_whole_match_and_learn_nothing_that_they_must_not(
    arrive: Arrive, game: Game, seats: int
) -> None:
    anna, ben, clara = arrive(), arrive(), arrive()
    address = gathered([anna, ben], game, seats, box=seats)
    clara.page.goto(address)
    clara.board.wait_for()
    for person in (anna, ben, clara):
        person.play_on(seats)
    for person in (anna, ben, clara):
        person.see_the_end()
    assert anna.over.locator("h2").inner_text()
    truth = Truth(anna.page.context.request, address)
    heard = [truth.check(person, seats) for person, seats in ((anna, {0}), (ben, {1}), (clara, set()))]
    assert min(heard) > 3
