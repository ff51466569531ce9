"""How the page behaves when nobody asks it to: it holds still, keeps quiet, and calls only who looks away."""

import json
import random
from typing import Any

import pytest
from playwright.sync_api import expect

from herzdame.kernel.contract import game
from tests import toy
from tests.web.conftest import Arrive
from tests.web.person import Person
from tests.web.test_match import gathered

SHIFTS = """() => {
    window.shifts = []
    new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries())
            window.shifts.push(`${value.toFixed(4)} ${sources.map(({ node }) => node?.outerHTML?.slice(0, 90))}`)
    }).observe({ type: 'layout-shift', buffered: true })
}"""


@pytest.mark.parametrize("width", [390, 820, 1440])
def test_nothing_moves_while_the_first_page_comes(arrive: Arrive, width: int) -> None:
    anna = arrive(viewport={"width": width, "height": 844})
    anna.page.add_init_script(f"({SHIFTS})()")
    anna.page.goto("/")
    anna.page.locator("a.box").first.wait_for()
    anna.page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
    anna.page.evaluate("new Promise(requestAnimationFrame)")
    assert anna.page.evaluate("window.shifts") == []


def focus(person: Person, *, has: bool) -> None:
    """As when another window comes to the front, or goes."""
    person.page.evaluate(
        """has => {
            document.hasFocus = () => has
            dispatchEvent(new Event(has ? 'focus' : 'blur'))
        }""",
        has,
    )


def test_title_and_icon_call_only_while_nobody_looks(arrive: Arrive) -> None:
    anna, ben = arrive(), arrive()
    gathered([anna, ben], toy.GAME, 2)
    icon = anna.page.locator("#icon")
    anna.answers.first.wait_for()
    usual = anna.page.title()
    assert "turn" not in usual
    expect(icon).to_have_attribute("href", "/icon.svg")
    focus(anna, has=False)
    expect(anna.page).to_have_title("Your turn! · Envelopes")
    expect(icon).to_have_attribute("href", "/icon-turn.svg")
    focus(anna, has=True)
    expect(anna.page).to_have_title(usual)
    expect(icon).to_have_attribute("href", "/icon.svg")
    anna.answers.first.click()
    expect(anna.page.get_by_text("Waiting for Ben.")).to_be_visible()
    focus(anna, has=False)
    assert anna.page.title() == usual  # it is Ben's turn alone


def test_without_a_network_the_page_opens_with_what_it_knew_last(arrive: Arrive) -> None:
    anna = arrive(service_workers="allow", cuts=True)
    anna.open_box(game("love_letter"), 2)
    anna.play_bots()
    anna.play_so_far(random.Random(1), 0)
    table = anna.page.url.removeprefix(anna.address)
    anna.page.wait_for_function("navigator.serviceWorker.controller !== null")
    anna.page.goto("/tables")
    line = anna.page.locator(f'a[href="{table}"]')
    expect(line).to_contain_text("your turn")
    anna.page.context.set_offline(True)
    anna.page.goto("/tables")
    expect(line).to_contain_text("your turn")
    anna.page.context.set_offline(False)
    line.click()
    anna.answers.first.wait_for()


def test_the_house_sets_one_cookie_and_the_page_keeps_settings_alone(arrive: Arrive) -> None:
    """As the page about the house says."""
    anna = arrive()
    anna.open_box(game("love_letter"), 2)
    anna.play_bots()
    anna.play_to_the_end()
    cookies: list[Any] = anna.page.context.cookies()
    assert [(cookie["httpOnly"], cookie["sameSite"]) for cookie in cookies] == [(True, "Lax")]
    kept = anna.page.evaluate("Object.entries(localStorage)")
    assert {key for key, _ in kept} == {"herzdame", "herzdame-fingerprints", "herzdame-hints"}
    assert set(json.loads(dict(kept)["herzdame"])) == {"language", "theme", "speed", "sounds", "confirm"}
    assert anna.page.evaluate("sessionStorage.length") == 0
