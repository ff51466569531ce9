"""Replays, the check of the chance, hints of the first match, notes: what the page offers beside playing."""

import random

from playwright.sync_api import Page, expect

from tests.server.serving import House
from tests.web.conftest import Arrive
from tests.web.person import Person

LOVE_LETTER = "/play/love_letter?edition=hearts"


def at_table(person: Person, answers: int, seats: int = 2) -> Person:
    person.open_box_at(LOVE_LETTER, seats)
    person.play_bots()
    person.play_so_far(random.Random(5), answers)
    return person


def count(page: Page) -> tuple[int, int]:
    shown = page.locator(".past .count").inner_text().split(" / ")
    return int(shown[0]), int(shown[1])


def test_a_click_on_a_line_of_the_log_shows_that_moment_and_the_way_back(arrive: Arrive) -> None:
    page = at_table(arrive(), 4).page
    hand = page.locator('ul[aria-label="Your hand"]').inner_text()
    page.locator("aside .line", has_text="Round 1").first.click()
    page.locator(".past").wait_for()
    assert count(page)[0] == 2  # the first deal follows the draw by lot
    expect(page.locator("[aria-current=step]").first).to_contain_text("Round 1")
    assert "step=2&view=0" in page.url
    assert page.locator(".answer").count() == 0, "nothing can be done in the past"
    page.get_by_role("button", name="back to now").click()
    expect(page.locator('ul[aria-label="Your hand"]')).to_have_text(hand, use_inner_text=True)
    assert "step" not in page.url


def test_the_slider_the_arrows_and_the_link_lead_to_every_step(arrive: Arrive) -> None:
    page = at_table(arrive(), 4).page
    page.locator("aside .line").first.click()
    slider = page.locator("input[type=range]")
    slider.fill("3")
    assert count(page)[0] == 3
    page.get_by_role("button", name="One step on").click()
    assert count(page)[0] == 4
    page.locator("h1").click()
    page.keyboard.press("ArrowLeft")
    assert count(page)[0] == 3
    told = page.locator(".past .told").inner_text()
    page.goto(page.url)
    page.locator(".past").wait_for()
    assert count(page)[0] == 3
    assert page.locator(".past .told").inner_text() == told


def test_it_plays_by_itself_to_the_last_step(arrive: Arrive) -> None:
    page = at_table(arrive(), 2).page
    page.locator("aside .line").first.click()
    page.locator(".past").wait_for()
    steps = count(page)[1]
    page.locator("input[type=range]").fill(str(steps - 1))
    page.get_by_role("button", name="Play by itself").click()
    expect(page.locator(".past .count")).to_have_text(f"{steps} / {steps}")
    expect(page.get_by_role("button", name="Play by itself")).to_be_visible()


def test_others_eyes_and_open_cards_can_be_borrowed_after_the_end_only(arrive: Arrive) -> None:
    anna = at_table(arrive(), 1)
    page = anna.page
    page.locator("aside .line").first.click()
    eyes = page.locator(".past select option")
    expect(eyes).to_have_text(["Guest", "a spectator"])
    page.locator(".past .now").click()
    anna.play_to_the_end(5)
    page.get_by_role("button", name="Look back").click()
    expect(eyes).to_have_text(["all cards open", "Guest", "Amalia", "a spectator"])
    page.locator("input[type=range]").fill("2")
    expect(page.locator(".plate .hand .back")).not_to_have_count(0)
    page.locator(".past select").select_option("open")
    expect(page.locator("aside .line", has_text="Amalia: dealt")).not_to_have_count(0)
    expect(page.locator(".past .count")).to_contain_text("2 /")
    expect(page.locator(".plate .hand .back")).to_have_count(0)


def test_the_browser_checks_the_chance_after_the_match_and_says_what_it_did_not_check(arrive: Arrive) -> None:
    anna = at_table(arrive(), 1)
    page = anna.page
    page.get_by_role("button", name="At this table").click()
    page.get_by_role("button", name="Check the chance").click()
    fair = page.locator(".fair")
    expect(fair).to_contain_text("After the match, the seed stands here")
    fingerprint = fair.locator("code").first.inner_text()
    anna.play_to_the_end(5)
    expect(fair).to_contain_text("The seed gives exactly this fingerprint")
    expect(fair).to_contain_text("Not checked here")
    expect(fair).to_contain_text(f"--commitment {fingerprint}")
    proof = page.evaluate("fetch(location.pathname.replace('/table', '/api/tables') + '/proof').then((a) => a.json())")
    from herzdame.kernel.seeds import Fair  # the house's own way to the chance

    seeds = Fair(proof["seed"], tuple(proof["players"]))
    assert seeds.commitment == fingerprint
    fair.locator("summary").click()
    first = fair.locator("ol li").first
    assert first.locator("code").inner_text() == step_seed(seeds, int(first.locator("b").inner_text()))


def step_seed(seeds: object, step: int) -> str:
    from hashlib import sha256

    return sha256(bytes.fromhex(seeds.table) + (step - 1).to_bytes(8, "big")).hexdigest()  # type: ignore[attr-defined]


def test_a_seed_that_does_not_fit_is_called_out(arrive: Arrive) -> None:
    anna = at_table(arrive(), 1)
    anna.play_to_the_end(5)
    page = anna.page

    def lie(route: object) -> None:
        answer = route.fetch()  # type: ignore[attr-defined]
        told = answer.json()
        route.fulfill(response=answer, json=told | {"seed": "0" * 64})  # type: ignore[attr-defined]

    page.route("**/proof", lie)
    page.get_by_role("button", name="Check the chance").click()
    expect(page.locator(".fair .bad")).to_have_text("The seed does not give this fingerprint!")


def test_the_first_match_points_things_out_once(arrive: Arrive) -> None:
    anna = arrive(hints=True)
    page = at_table(anna, 0).page
    hint = page.get_by_label("Hint for the first match")
    expect(hint).to_contain_text("Win rounds")
    expect(page.locator(".ring")).to_be_visible()
    hint.get_by_role("button", name="Understood").click()
    expect(hint).not_to_contain_text("Win rounds")
    hint.get_by_role("button", name="LL.").click()
    page.locator("h3.here").wait_for()
    page.get_by_role("button", name="No more hints").click()
    expect(hint).to_have_count(0)
    at_table(anna, 0)
    expect(hint).to_have_count(0)
    page.goto("/settings")
    page.get_by_role("button", name="Show the hints").click()
    at_table(anna, 0)
    expect(hint).to_contain_text("Win rounds")


def test_notes_stay_in_the_browser(arrive: Arrive) -> None:
    anna = at_table(arrive(), 0)
    page = anna.page
    page.get_by_role("button", name="Notes").click()
    page.get_by_label("Your own notes").fill("Amalia bluffs")
    page.reload()
    page.get_by_role("button", name="Notes").click()
    expect(page.get_by_label("Your own notes")).to_have_value("Amalia bluffs")
    assert not any("bluffs" in frame for frame in anna.received + anna.sent)


def test_what_is_not_seen_yet_is_counted_from_the_view(arrive: Arrive) -> None:
    page = at_table(arrive(), 0).page
    known = page.locator('ul[aria-label="Your hand"] .name, .piles .card .name, .plate .card .name').all_inner_texts()
    for card, all_of_them in {"Guard": 5, "Priest": 2, "Baron": 2, "Princess": 1}.items():
        left = all_of_them - known.count(card)
        expect(page.get_by_label(f"{card}: {left} of {all_of_them} not seen yet")).to_have_count(1)


def test_my_tables_open_without_a_network_and_say_so(arrive: Arrive, house: House) -> None:
    anna = at_table(arrive(service_workers="allow", cuts=True), 0)
    page = anna.page
    page.goto("/tables")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.reload()  # now the worker sees what is asked for
    page.locator("main li a").first.wait_for()
    page.context.set_offline(True)
    page.reload()
    expect(page.locator(".offline")).to_contain_text("No connection. These are your tables as of")
    expect(page.locator("main li a strong")).to_have_text(["Love Letter"])
    page.locator("main li a").click()
    expect(page.get_by_role("status").first).to_contain_text("Connection lost; trying again")
    page.context.set_offline(False)
    page.locator(".answer").first.wait_for()
    anna.complaints = [told for told in anna.complaints if "ERR_INTERNET_DISCONNECTED" not in told]
