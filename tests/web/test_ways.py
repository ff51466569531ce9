"""Playing without a mouse, with a finger, and by dragging."""

import random
import re
from collections import Counter

from playwright.sync_api import Locator, expect

from herzdame.kernel.contract import game
from tests.web.conftest import Arrive
from tests.web.person import Person

LOVE_LETTER = game("love_letter")
YES = ".scoring .main, .answers .main"
LOVE_LETTER_BOX = 'a.box[href="/play/love_letter?edition=hearts"]'
KINDS = ("button.can", ".plate.asked button.name", ".answer:not([disabled])")
WANTED = f".answer:not([disabled]), {YES}, section.over"


def changed(person: Person, before: int) -> None:
    """The page has done something since."""
    person.page.wait_for_function("before => window.changes > before", arg=before)


def changes(person: Person) -> int:
    return int(person.page.evaluate("window.changes"))


def tab_to(person: Person, wanted: Locator) -> None:
    """Press Tab until this has the focus, as somebody would who has no mouse."""
    wanted.wait_for()
    for _ in range(60):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not come to {wanted}")


def test_a_whole_match_by_keyboard_alone(arrive: Arrive) -> None:
    anna = arrive()
    press = anna.page.keyboard.press
    anna.page.goto("/")
    tab_to(anna, anna.page.locator(LOVE_LETTER_BOX))
    press("Enter")
    seats = anna.page.locator(".picks fieldset").first
    tab_to(anna, seats.locator("input:checked"))
    press("ArrowLeft")
    expect(seats.locator("label.chosen")).to_have_text("2")
    tab_to(anna, anna.page.locator(".go .main"))
    press("Enter")
    anna.board.wait_for()
    check_the_letters(anna)
    anyhow = random.Random(5)
    while True:
        anna.page.locator(WANTED).first.wait_for()
        before = changes(anna)
        if anna.over.count():
            break
        if anna.page.locator(".scoring").count():
            press("Enter")  # has the focus
        else:
            keys = anna.page.locator(".answer[data-key]").evaluate_all("all => all.map(one => one.dataset.key)")
            if not keys:
                continue
            press(anyhow.choice(keys))
        changed(anna, before)
    tab_to(anna, anna.over.get_by_role("button", name="Once more with the same people"))
    press("Enter")
    expect(anna.over).to_have_count(0)
    anna.page.locator(WANTED).first.wait_for()


def check_the_letters(anna: Person) -> None:
    """`?` shows the keys, `l` and `r` open log and rules, Escape closes and steps back."""
    press, beside = anna.page.keyboard.press, anna.page.locator("aside")
    for key, title in (("?", "Keys"), ("l", "Log"), ("r", "Rules")):
        press(key)
        expect(beside.get_by_role("heading", name=title, exact=True).first).to_be_visible()
        expect(anna.page.locator(".table.open")).to_have_count(1)
        press("Escape")
        expect(anna.page.locator(".table.open")).to_have_count(0)


def test_a_whole_match_by_touch(arrive: Arrive) -> None:
    """Cards, players and answers are tapped, whichever is there."""
    phone = arrive(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    phone.page.add_init_script("localStorage['herzdame'] ??= JSON.stringify({ confirm: false })")
    phone.page.goto("/")
    phone.page.locator(LOVE_LETTER_BOX).tap()
    phone.page.locator(".picks fieldset").first.get_by_text("3", exact=True).tap()
    phone.page.locator(".go .main").tap()
    anyhow = random.Random(3)
    used = Counter[str]()
    while True:
        phone.page.locator(WANTED).first.wait_for()
        before = changes(phone)
        if phone.over.count():
            break
        for kind in sorted(KINDS, key=used.__getitem__):
            wanted = phone.page.locator(f"{YES}, {kind}")
            if count := wanted.count():
                wanted.nth(anyhow.randrange(count)).tap()
                used[kind] += 1
                changed(phone, before)
                break
    assert len(used) == len(KINDS), used


def test_a_card_is_dragged_to_a_player(arrive: Arrive) -> None:
    """One that can be dropped there is played at once; one that cannot goes back to the hand."""
    anna = arrive(viewport={"width": 1440, "height": 900})
    dropped = 0
    while not dropped:
        anna.page.goto("/play/love_letter?edition=hearts&starter=0")
        anna.play_bots()
        anna.answers.first.wait_for()
        for name in ("Baron", "King", "Priest"):
            card = anna.page.locator("button.can", has=anna.page.get_by_text(name, exact=True))
            target = anna.page.locator(".others .plate")
            if not card.count() or anna.page.locator(".mark.safe").count():
                continue
            before = anna.page.locator(".me [data-place^=pile] li").count()
            drag(anna, card.first, anna.page.locator(".piles"))
            expect(card.first).to_have_css("transform", "none")
            assert anna.page.locator(".me [data-place^=pile] li").count() == before
            drag(anna, card.first, target.first)
            played = re.compile(rf"Guest: {name} → ")
            expect(anna.page.locator("aside ol li", has_text=played).first).to_be_attached()
            dropped += 1
            break


def drag(person: Person, card: Locator, to: Locator) -> None:
    mouse, (start, end) = person.page.mouse, (card.bounding_box(), to.bounding_box())
    assert start
    assert end
    mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    mouse.down()
    mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=5)
    mouse.up()


def test_a_card_looked_at_closely_goes_away_with_its_button(arrive: Arrive) -> None:
    anna = arrive()
    anna.open_box(LOVE_LETTER, 2)
    anna.play_bots()
    tab_to(anna, anna.answers.first)
    close = anna.page.locator(".close-up")
    expect(close).to_be_visible()
    anna.page.keyboard.press("Enter")
    expect(close).to_have_count(0)
    anna.page.locator(".answer, .scoring, .over").first.wait_for()
