"""Before the match, and from one match to the next: two phones and a laptop at one table."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from herzdame.kernel.contract import game
from tests.web.conftest import Arrive
from tests.web.person import Person
from tests.web.test_line import EVERY_GAME
from tests.web.test_match import gathered

LAPTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "locale": "de",
}
OTHER: dict[str, Any] = PHONE | {"viewport": {"width": 412, "height": 915}, "locale": "fr"}


def sees(person: Person, *names: str) -> None:
    """Who sits where."""
    expect(person.page.locator(".seats li .who")).to_contain_text([*names])


def test_two_phones_and_a_laptop_at_one_table(arrive: Arrive) -> None:
    laptop, phone, other = arrive(**LAPTOP), arrive(**PHONE), arrive(**OTHER)
    laptop.open_box(game("love_letter"), 4)
    table = laptop.invite_friends()
    laptop.sit("Anna")
    phone.join(table, "Benedikt")
    other.join(table, "Chloé")
    sees(laptop, "Anna", "Benedikt", "Chloé", "free seat")
    sees(phone, "Anna", "Benedikt", "Chloé", "freier Platz")
    expect(phone.page.locator(".start")).to_have_count(0)  # only the host starts

    host = laptop.page
    expect(host.get_by_role("button", name="Start the match")).to_be_disabled()
    host.get_by_role("button", name="Remove Benedikt").click()
    sees(phone, "Anna", "freier Platz", "Chloé", "freier Platz")
    phone.sit("Ben")
    sees(laptop, "Anna", "Ben", "Chloé", "free seat")
    host.get_by_role("button", name="Move Ben one seat down").click()
    sees(laptop, "Anna", "Chloé", "Ben", "free seat")
    sees(phone, "Anna", "Chloé", "Ben", "freier Platz")
    expect(laptop.page.locator(".seats li").nth(1)).to_contain_text("here")
    host.get_by_role("button", name="Put a bot here").click()
    level = host.get_by_role("combobox", name=re.compile("^How .* plays$"))
    level.select_option("gentle")
    expect(phone.page.locator(".seats li").last).to_contain_text("sanft")
    host.get_by_role("button", name="Start the match").click()

    for person, hand in ((laptop, "Your hand"), (phone, "Deine Hand"), (other, "Ta main")):
        expect(person.page.get_by_role("list", name=hand)).to_have_count(1)
        person.play_on()
    for person in (laptop, phone, other):
        person.see_the_end()
        assert person.page.locator(".plate").count() == 4


@pytest.mark.parametrize("game", EVERY_GAME)
def test_against_bots_in_two_clicks_and_without_a_name(arrive: Arrive, game: Any) -> None:
    anna = arrive()
    anna.page.goto("/")
    boxes = anna.page.locator(f'a.box[href^="/play/{game.id}"]')
    boxes.first.wait_for()
    for number in range(boxes.count()):
        anna.page.goto("/")
        boxes.nth(number).click()
        anna.play_bots()
        anna.board.wait_for()


def test_once_more_with_the_same_people(arrive: Arrive) -> None:
    anna, ben = arrive(), arrive()
    table = gathered([anna, ben], game("toy"), 3)
    for person in (anna, ben):
        person.play_on()
    for person in (anna, ben):
        person.see_the_end()
    ben.page.get_by_role("button", name="Once more with the same people").click()
    ben.page.wait_for_url(lambda address: not address.endswith(table))
    anna.page.get_by_role("link", name="To the next table").first.click()
    assert anna.page.url == ben.page.url
    for person in (anna, ben):
        expect(person.board).to_contain_text("Anna")
        expect(person.board).to_contain_text("Ben")
        person.play_on()
    for person in (anna, ben):
        person.see_the_end()


def test_somebody_finds_an_open_table_in_the_lobby(arrive: Arrive) -> None:
    anna, ben = arrive(), arrive()
    anna.open_box(game("toy"), 2)
    anna.more().get_by_label("List among the open tables").check()
    table = anna.invite_friends()
    anna.sit("Anna")
    ben.page.goto("/lobby")
    line = ben.page.locator(f'a[href="{table}"]')
    expect(line).to_contain_text("one seat free")
    line.click()
    ben.sit("Ben")
    expect(anna.page.locator(".seats li .who").nth(1)).to_contain_text("Ben")


def test_my_tables_say_where_it_is_my_turn(arrive: Arrive) -> None:
    anna, ben = arrive(), arrive()
    table = gathered([anna, ben], game("toy"), 2)
    anna.answers.first.wait_for()
    anna.page.goto("/tables")
    expect(anna.page.locator(f'a[href="{table}"]')).to_contain_text("your turn")
    anna.page.locator(f'a[href="{table}"]').click()
    anna.answers.first.click()
    expect(anna.page.locator("aside ol li", has_text="Anna has chosen.")).to_have_count(1)
    anna.page.goto("/tables")
    expect(anna.page.locator(f'a[href="{table}"]')).to_contain_text("in play")
