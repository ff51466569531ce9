"""In the middle of a match: the page is loaded anew, the line is cut, the house is closed and opened again."""

import json
import random
import signal
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from herzdame.kernel.contract import Game
from tests import toy
from tests.gallery import GAMES
from tests.server.conftest import Houses
from tests.server.serving import House
from tests.web.conftest import Arrive
from tests.web.person import Person
from tests.web.test_match import gathered
from tests.web.truth import Truth
from tests.web.wire import Wire

EVERY_GAME = [pytest.param(game, id=game.id) for game in GAMES]


@pytest.fixture
def wire(house: House) -> Iterator[Wire]:
    found = Wire(house.port)
    yield found
    found.close()


def acts(person: Person) -> list[str]:
    """The ids of all actions that the page ever sent."""
    commands = [json.loads(text) for text in person.sent]
    return [command["id"] for command in commands if command["do"] == "act"]


def moved(person: Person, name: str) -> None:
    """Sees in the log that this player has chosen, and sees it once."""
    expect(person.page.locator("aside ol li", has_text=f"{name} has chosen.")).to_have_count(1)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_page_that_is_loaded_anew_shows_the_same_table(arrive: Arrive, game: Game) -> None:
    anna = arrive()
    anna.open_box(game, game.seats[0])
    anna.play_bots()
    anna.play_so_far(random.Random(1), 0)
    before = anna.board.inner_text(), anna.answers.all_inner_texts()
    anna.page.reload()
    anna.answers.first.wait_for()
    assert (anna.board.inner_text(), anna.answers.all_inner_texts()) == before


def test_after_a_cut_the_page_comes_back_by_itself_and_has_missed_nothing(arrive: Arrive, wire: Wire) -> None:
    anna, ben = arrive(), arrive(wire.address, cuts=True)
    table = gathered([anna, ben], toy.GAME, 2)
    ben.answers.first.wait_for()
    expect(ben.badge).to_have_count(0)
    wire.cut()
    expect(ben.badge).to_be_visible()
    anna.answers.first.click()
    moved(anna, "Anna")
    expect(ben.badge).to_be_visible()
    wire.mend()
    expect(ben.badge).to_have_count(0)
    moved(ben, "Anna")
    for person in (anna, ben):
        person.play_on()
    for person in (anna, ben):
        person.see_the_end()
    assert Truth(anna.page.context.request, table).check(ben, {1}) > 2


@pytest.mark.parametrize("lost", ["mute", "deaf"], ids=["the command is lost", "the answer is lost"])
def test_a_command_without_an_answer_is_sent_again_and_done_once(arrive: Arrive, wire: Wire, lost: str) -> None:
    anna, ben = arrive(), arrive(wire.address, cuts=True)
    table = gathered([anna, ben], toy.GAME, 2)
    ben.answers.first.wait_for()
    setattr(wire, lost, True)
    ben.answers.first.click()
    expect(ben.answers).to_have_count(0)  # it waits for the answer
    if lost == "deaf":
        moved(anna, "Ben")
    wire.cut()
    expect(ben.badge).to_be_visible()
    wire.mend()
    moved(ben, "Ben")
    moved(anna, "Ben")
    once, again = acts(ben)
    assert once == again
    log = anna.page.context.request.get(f"/api{table.replace('/table/', '/tables/')}/log").json()
    assert [news["by"] for news in log if news["what"] == "act"] == [1]


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL], ids=lambda how: how.name)
def test_a_house_that_is_opened_again_finds_everybody_where_they_were(
    arrive: Arrive, houses: Houses, how: signal.Signals
) -> None:
    house = houses()
    anna, ben = (arrive(house.address, cuts=True) for _ in range(2))
    table = gathered([anna, ben], toy.GAME, 2)
    for person in (anna, ben):
        person.board.wait_for()
    asked = [person for person in (anna, ben) if person.answers.count()]
    house.stop(how)
    for person in (anna, ben):
        expect(person.badge).to_be_visible()
    for person in asked:
        person.answers.first.click()  # nobody is at home yet to take it
    house.start()
    for person in (anna, ben):
        expect(person.badge).to_have_count(0)
    for person in (anna, ben):
        person.play_on()
    for person in (anna, ben):
        person.see_the_end()
    truth = Truth(anna.page.context.request, table)
    assert min(truth.check(anna, {0}), truth.check(ben, {1})) > 2
