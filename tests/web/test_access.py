"""For everybody: axe finds nothing amiss on any page nor in the middle of any game, and a screen reader is enough."""

import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from herzdame.kernel.contract import Game, game
from tests import toy
from tests.gallery import GAMES
from tests.web.conftest import Arrive
from tests.web.person import Person
from tests.web.test_line import EVERY_GAME
from tests.web.test_match import gathered

AXE = (Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
RUN = """async () => (await axe.run()).violations
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.target).join(' | ')}`)"""
THEMES = pytest.mark.parametrize("theme", ["light", "dark"])
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}}
LOVE_LETTER = game("love_letter")

PAGES = {  # and what is there once the page is
    "/": "a.box",
    "/tables": ".page p a, .page ul",
    "/lobby": ".page p, .page ul",
    "/settings": "#name",
    "/about": "h2",
    "/credits": "li",
    "/nowhere": "h1",
    "/table/nowhere": "h1",
    "/replay/nowhere": "h1",
    "/seat/nowhere": "p a",
    **{f"/play/{one.id}": ".go" for one in GAMES},
    **{f"/rules/{one.id}": "article h3" for one in GAMES if one is not toy.GAME},
}


def axe(person: Person) -> None:
    if not person.page.evaluate("'axe' in window"):
        person.page.evaluate(AXE)
    assert person.page.evaluate(RUN) == [], person.page.url


@THEMES
def test_axe_finds_nothing_on_any_page(arrive: Arrive, theme: str) -> None:
    anna = arrive(color_scheme=theme, cuts=True)
    for address, there in PAGES.items():
        anna.page.goto(address)
        anna.page.locator(there).first.wait_for()
        if address.startswith("/play/"):
            anna.more()
        axe(anna)


@THEMES
def test_axe_finds_nothing_while_a_table_gathers_and_at_the_curtain(arrive: Arrive, theme: str) -> None:
    anna = arrive(color_scheme=theme, **PHONE)
    anna.open_box(toy.GAME, 3)
    anna.invite_friends()
    anna.sit("Anna")
    anna.more()
    axe(anna)
    anna.sit("Ben")
    anna.start(bots=1)
    anna.page.locator(".curtain").wait_for()
    axe(anna)
    anna.page.goto("/tables")
    anna.page.locator(".page ul a").first.wait_for()
    axe(anna)


@THEMES
@pytest.mark.parametrize("game", EVERY_GAME)
def test_axe_finds_nothing_in_the_middle_of_a_game(arrive: Arrive, game: Game, theme: str) -> None:
    anna = arrive(color_scheme=theme)
    anna.open_box(game, game.seats[-1])
    anna.play_bots()
    anna.play_so_far(random.Random(1), 0)
    axe(anna)
    anna.page.set_viewport_size(PHONE["viewport"])
    axe(anna)
    anna.answers.first.click()
    anna.page.locator(".answer, .scoring, .over").first.wait_for()
    axe(anna)


@THEMES
def test_axe_finds_nothing_beside_the_board_nor_after_a_round_and_a_match(arrive: Arrive, theme: str) -> None:
    anna, clara = arrive(color_scheme=theme), arrive(color_scheme=theme)
    table = gathered([anna], LOVE_LETTER, 2)
    clara.page.goto(table)
    clara.board.wait_for()
    axe(clara)
    for name in ("Log and chat", "Rules", "At this table"):
        button = anna.page.get_by_role("button", name=name)
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        axe(anna)
    anna.page.keyboard.press("?")
    axe(anna)
    anna.page.keyboard.press("Escape")
    while not anna.page.locator(".scoring").count():
        anna.page.locator(".answer:not([disabled]), .scoring").first.wait_for()
        if anna.answers.count():
            anna.page.keyboard.press("1")
    axe(anna)
    anna.play_to_the_end()
    axe(anna)


def test_a_whole_match_from_the_accessibility_tree_alone(arrive: Arrive) -> None:
    """Roles and names only, as a screen reader speaks them: nothing of how the page looks or is made."""
    page = arrive().page
    page.goto("/")
    page.get_by_role("link", name=re.compile("Love Letter.*Hearts")).click()
    page.get_by_role("group", name="How many at the table").get_by_role("radio", name="2").press("Space")
    page.get_by_role("button", name="Play against a bot").click()
    turn = page.get_by_role("region", name="What do you do?")
    go_on = page.get_by_role("button", name="Go on", exact=True)
    over = page.get_by_role("heading", name=re.compile("^(You win!|.* wins?)$"))
    answers = turn.get_by_role("button", disabled=False).filter(has_not_text=re.compile("^(Back|Take back)$"))
    read = set()
    while not over.count():
        answers.or_(go_on).or_(over).first.wait_for()
        if go_on.count():
            go_on.click()
        elif answers.count():
            read |= told(turn, page.get_by_role("list", name="Your hand"))
            answers.first.click(timeout=0)
    assert {"question", "hand", "effect"} <= read
    expect(page.get_by_role("button", name="Once more with the same people")).to_be_visible()


def told(turn: Locator, hand: Locator) -> set[str]:
    """What of it is spoken: the question, the hand with the effects of its cards."""
    question = turn.get_by_role("status").aria_snapshot()
    cards = hand.get_by_role("button").all()
    names = [card.aria_snapshot() for card in cards]
    effects = [text for key, text in LOVE_LETTER.texts("en").entries.items() if key.endswith(".effect")]
    return (
        ({"question"} if "Your turn." in question else set())
        | ({"hand"} if cards else set())
        | ({"effect"} if names and all(any(effect in name for effect in effects) for name in names) else set())
    )
