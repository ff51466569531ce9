"""Four languages, and what somebody prefers: both hold everywhere, and on this device until they change."""

import random

import pytest
from playwright.sync_api import expect

from herzdame.kernel.contract import game
from tests.web.conftest import Arrive
from tests.web.test_access import PAGES

LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français", "it": "Italiano"}
LOVE_LETTER = game("love_letter")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_and_a_match_speak_the_language_of_the_browser(arrive: Arrive, language: str) -> None:
    """That no name of a text is shown in its place is watched in every page that any test opens."""
    anna = arrive(locale=language, cuts=True)
    for address, there in PAGES.items():
        anna.page.goto(address)
        anna.page.locator(there).first.wait_for()
        assert anna.page.locator("html").get_attribute("lang") == language
    texts = LOVE_LETTER.texts(language).entries
    anna.page.goto("/play/love_letter")
    anna.play_bots()
    anna.play_so_far(random.Random(1), 0)
    expect(anna.page.get_by_role("heading", name=texts["title"])).to_be_visible()
    expect(anna.page.locator("[data-place^=hand] button").first).to_contain_text(".")
    hand = anna.page.locator("[data-place^=hand] button").all_inner_texts()
    assert all(any(effect in card for key, effect in texts.items() if key.endswith(".effect")) for card in hand)
    anna.play_to_the_end()


def test_switching_the_language_keeps_the_table(arrive: Arrive) -> None:
    anna = arrive()
    anna.open_box(LOVE_LETTER, 2)
    anna.play_bots()
    anna.play_so_far(random.Random(1), 0)
    table, shields = anna.page.url, anna.answers.locator(".value").all_inner_texts()
    for language, name in LANGUAGES.items():
        anna.page.locator(".tools .menu").click()
        anna.page.locator('aside a[href="/settings"]').click()
        anna.page.get_by_text(name, exact=True).click()
        expect(anna.page.locator("html")).to_have_attribute("lang", language)
        anna.page.go_back()
        assert anna.page.url == table
        anna.answers.first.wait_for()
        assert anna.answers.locator(".value").all_inner_texts() == shields
        anna.page.locator(".tools .rules").click()
        expect(anna.page.locator("article")).to_contain_text(LOVE_LETTER.rulebook(language).clauses["LL.1"].title)
        anna.page.keyboard.press("Escape")


def test_what_one_prefers_is_kept_on_this_device(arrive: Arrive) -> None:
    anna = arrive(locale="it")
    page = anna.page
    page.goto("/settings")
    page.get_by_text("Deutsch", exact=True).click()
    for label in ("bei Kerzenschein", "langsam"):
        page.get_by_text(label, exact=True).click()
    boxes = page.get_by_role("checkbox")
    for box in boxes.all():
        box.check()
    page.get_by_label("Dein Name").fill("Änne")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Gespeichert")
    page.reload()
    chosen = page.locator("label.chosen")
    expect(chosen).to_have_text(["Deutsch", "bei Kerzenschein", "langsam"])
    expect(page.locator("#name")).to_have_value("Änne")
    assert all(box.is_checked() for box in boxes.all())
    assert boxes.count() == 2
    html = page.locator("html")
    expect(html).to_have_attribute("data-theme", "dark")
    expect(html).to_have_css("color-scheme", "dark")
    anna.open_box(LOVE_LETTER, 2)
    anna.play_bots()
    anna.play_so_far(random.Random(1), 0)
    expect(anna.page.get_by_role("region", name="Änne")).to_be_visible()
    anna.answers.first.click()
    expect(page.locator(".answer, .answers .main").first).to_be_visible()
