"""Matches from files: brought on the page of one's tables, judged by the house, and looked at step by step."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from herzdame.kernel.contract import Game, game
from tests.server.test_replays import simulated
from tests.web.conftest import Arrive
from tests.web.person import Person
from tests.web.test_access import THEMES, axe
from tests.web.test_line import EVERY_GAME
from tests.web.test_looking_back import at_table, count

LOVE_LETTER = game("love_letter")
NAMES = LOVE_LETTER.texts("en").entries
SIZES = [(390, 844), (820, 1180), (1440, 900)]
LEADS = {  # what a page says of a file that does not follow from the rules
    "en": "What it tells does not follow from the rules.",
    "de": "Was darin steht, folgt nicht aus den Regeln.",
    "fr": "Ce qu’elle raconte ne suit pas les règles.",
    "it": "Quello che racconta non segue dalle regole.",
}


@pytest.fixture(scope="session")
def matches(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with two matches, as the command line saves it."""
    file = tmp_path_factory.mktemp("simulated") / "matches.jsonl"
    asked = ["simulate", "love_letter", "--seats", "3", "--matches", "2", "--seed", "7", "--transcript", str(file)]
    subprocess.run([sys.executable, "-m", "herzdame", *asked], check=True, capture_output=True)
    return file


@pytest.fixture(scope="session")
def match(matches: Path) -> Path:
    """A file with the first of them alone."""
    lines = matches.read_text(encoding="utf-8").splitlines(keepends=True)
    second = next(at for at, line in enumerate(lines) if at and '"format"' in line)
    file = matches.with_name("match.jsonl")
    file.write_text("".join(lines[:second]), encoding="utf-8")
    return file


def states(file: Path) -> list[Any]:
    """The table after every step, as the file tells it."""
    lines = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    return [line["state"] for line in lines if "state" in line]


def choose(page: Page, file: Path | dict[str, Any]) -> None:
    """By the button on the page of one's tables."""
    with page.expect_file_chooser() as chooser:
        page.locator(".bring > button").click()
    chooser.value.set_files(file)  # type: ignore[arg-type]


def bring(person: Person, file: Path | dict[str, Any]) -> Page:
    page = person.page
    page.goto("/tables")
    choose(page, file)
    page.locator(".past .count").wait_for()
    return page


def as_file(text: str | bytes, name: str = "found.jsonl") -> dict[str, Any]:
    return {"name": name, "mimeType": "", "buffer": text if isinstance(text, bytes) else text.encode()}


def look_at(page: Page, step: int) -> None:
    page.locator("input[type=range]").fill(str(step))
    expect(page.locator(".past .count")).to_contain_text(f"{step} / ")


def hands(page: Page) -> list[list[str]]:
    """What lies open in the hands on the board."""
    return [plate.locator(".hand .card .name").all_inner_texts() for plate in page.locator(".plate").all()]


# --- Looking at one -------------------------------------------------------------------------------


def test_a_simulated_match_is_brought_and_every_step_shows_the_table_of_the_file(arrive: Arrive, match: Path) -> None:
    page = bring(arrive(), match)
    tables = states(match)
    assert count(page) == (1, len(tables))
    assert page.locator(".past select").input_value() == "open"
    expect(page.get_by_role("heading", name="Love Letter")).to_be_visible()
    expect(page.locator(".plate .name")).to_have_text(["random 1", "random 2", "random 3"])
    expect(page.locator("main.felt")).not_to_contain_text("not connected")
    for step in range(1, len(tables) + 1, 5):
        look_at(page, step)
        told = [[NAMES[f"card.{card}.name"] for card in hand] for hand in tables[step - 1]["hands"]]
        assert hands(page) == told, step


def test_keys_and_buttons_and_the_log_lead_to_every_step(arrive: Arrive, match: Path) -> None:
    page = bring(arrive(), match)
    last = count(page)[1]
    for key, step in [("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("End", last), ("Home", 1)]:
        page.keyboard.press(key)
        assert count(page)[0] == step, key
    page.get_by_role("button", name="One step on").click()
    assert count(page)[0] == 2
    line = page.locator("aside .line").nth(12)
    told = line.inner_text()
    line.click()
    expect(page.locator("[aria-current=step] .line", has_text=told)).not_to_have_count(0)
    expect(page.locator(".past .told")).to_contain_text(told)


def test_it_plays_by_itself_to_the_end_and_from_there_again(arrive: Arrive, match: Path) -> None:
    page = bring(arrive(), match)
    last = count(page)[1]
    look_at(page, last - 1)
    page.get_by_role("button", name="Play by itself").click()
    expect(page.locator(".past .count")).to_have_text(f"{last} / {last}")
    expect(page.locator(".past .won")).to_have_text(re.compile(r"^random \d wins$"))
    page.get_by_role("button", name="Play by itself").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    expect(page.locator(".past .count")).to_have_text(f"2 / {last}")


def test_a_link_shows_others_the_same_step_through_the_same_eyes(arrive: Arrive, match: Path) -> None:
    page = bring(arrive(), match)
    look_at(page, 8)
    page.locator(".past select").select_option("random 2")
    page.wait_for_url("**step=8&view=1")
    there = arrive().page
    there.goto(page.url)
    there.locator(".past .count").wait_for()
    assert count(there)[0] == 8
    assert there.locator(".past select").input_value() == "1"
    assert there.locator("main.felt").inner_text() == page.locator("main.felt").inner_text()
    there.goto(re.sub(r"\?.*", "?step=99999&view=nobody", page.url))
    there.locator(".past .count").wait_for()
    assert count(there)[0] == count(there)[1]
    assert there.locator(".past select").input_value() == "open"


def test_every_seat_sees_its_own_hand_and_spectators_none(arrive: Arrive, match: Path) -> None:
    page = bring(arrive(), match)
    eyes = page.locator(".past select")
    expect(eyes.locator("option")).to_have_text(["all cards open", "random 1", "random 2", "random 3", "a spectator"])
    dealt = next(at for at, table in enumerate(states(match), 1) if all(table["hands"]))
    look_at(page, dealt)
    hidden = page.locator(".plate .hand .back")
    expect(hidden).to_have_count(0)
    cards = sum(map(len, states(match)[dealt - 1]["hands"]))
    eyes.select_option("a spectator")
    expect(hidden).to_have_count(cards)
    for seat, hand in enumerate(states(match)[dealt - 1]["hands"]):
        eyes.select_option(f"random {seat + 1}")
        expect(hidden).to_have_count(cards - len(hand))
        own = page.locator('ul[aria-label="Your hand"] .name')
        expect(own).to_have_text([NAMES[f"card.{card}.name"] for card in hand])


def test_who_moves_on_while_others_eyes_open_stays_there(arrive: Arrive, match: Path) -> None:
    page = bring(arrive(), match)
    look_at(page, 8)
    slow: list[Route] = []
    page.route("**/api/replays/*view=1*", lambda route: slow.append(route))
    with page.expect_request("**/api/replays/*view=1*"):
        page.locator(".past select").select_option("random 2")
    look_at(page, 5)
    slow[0].continue_()
    page.wait_for_url("**view=1")
    assert count(page)[0] == 5


def test_a_board_speaks_of_what_had_just_happened_then_and_of_nothing_later(arrive: Arrive) -> None:
    page = bring(arrive(), as_file(simulated(game("sleeping_queens"))))
    spoken = 0
    for step in range(1, count(page)[1] + 1, 3):
        look_at(page, step)
        told = page.locator(".past .told").inner_text()
        for moment in page.locator(".moment strong").all_inner_texts():
            assert moment in told, step
            spoken += 1
    assert spoken


def test_nothing_of_a_live_table_is_there(arrive: Arrive, match: Path) -> None:
    page = bring(arrive(), match)
    expect(page.get_by_role("button", name=re.compile("Back to now|Take back|Notes|Chat"))).to_have_count(0)
    expect(page.locator(".turn, .answer, textarea, aside input")).to_have_count(0)
    expect(page.locator(".tools button")).to_have_count(3)
    page.get_by_role("button", name="This match").click()
    aside = page.get_by_role("complementary", name="This match")
    expect(aside.get_by_role("heading", name=re.compile(r"random \d wins"))).to_be_visible()
    aside.get_by_role("button", name="LL.").click()
    expect(page.locator("article h3.here")).to_be_visible()
    page.keyboard.press("?")
    expect(page.locator("kbd")).to_have_text(["← →", "Home End", "l", "r", "?"])
    page.keyboard.press("l")
    page.locator("aside li .clause").first.click()
    expect(page.locator("article h3.here")).to_be_visible()


@pytest.mark.parametrize("game", EVERY_GAME)
def test_every_game_can_be_looked_at_on_its_board_on_every_screen(arrive: Arrive, game: Game) -> None:
    page = bring(arrive(), as_file(simulated(game)))
    expect(page.get_by_role("heading", name=game.texts("en").entries["title"], exact=True)).to_be_visible()
    expect(page.locator("main.felt")).to_contain_text("Clara")
    last = count(page)[1]
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for step in (1, last // 2, last):
            look_at(page, step)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            felt = page.locator("main.felt").bounding_box()
            bar = page.locator(".past").bounding_box()
            assert felt
            assert bar
            assert felt["height"] > height / 3
            assert bar["y"] + bar["height"] <= height + 1


# --- Bringing one ---------------------------------------------------------------------------------


def test_of_a_file_with_several_matches_one_is_named(arrive: Arrive, matches: Path, match: Path) -> None:
    anna = arrive()
    page = anna.page
    page.goto("/tables")
    choose(page, matches)
    page.get_by_label("The file holds 2 matches. Which one?").fill("2")
    page.keyboard.press("Enter")
    page.locator(".past .count").wait_for()
    second = page.url
    assert count(page)[1] == len(states(matches)) - len(states(match))
    first = bring(anna, match)
    assert first.url.split("?")[0] != second.split("?")[0]


def test_a_file_can_be_dropped_anywhere_on_the_page(arrive: Arrive, match: Path) -> None:
    page = arrive().page
    page.goto("/tables")
    page.locator(".bring").wait_for()
    drop(page, match.read_text(encoding="utf-8"))
    page.wait_for_url("**/replay/**")
    page.locator(".past .count").wait_for()


def drop(page: Page, *texts: str) -> None:
    """Files with these texts, let go over the heading."""
    left_to_the_browser = page.evaluate(
        """(texts) => {
            const dataTransfer = new DataTransfer()
            texts.forEach((text, at) => dataTransfer.items.add(new File([text], `dropped-${at}.jsonl`)))
            const let_go = (kind) => new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true })
            return ['dragover', 'drop'].filter((kind) => document.querySelector('h1').dispatchEvent(let_go(kind)))
        }""",
        list(texts),
    )
    assert left_to_the_browser == [], "it would leave the page for the file"


def altered(match: Path) -> str:
    """One action of it was never done."""
    lines = match.read_text(encoding="utf-8").splitlines(keepends=True)
    lines[4] = re.sub(r'"action":"[^"]+"', '"action":"princess"', lines[4])
    return "".join(lines)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "The file is empty"),
        ("hello\n", "Line 1 is no whole line of JSON"),
        (b"\xff\xfe\x00", "This is no text in UTF-8"),
        ("x" * 5_000_000, "The file is too large to be one match."),
    ],
    ids=["empty", "no transcript", "no text", "too large"],
)
def test_what_is_no_transcript_is_refused_with_its_reason(arrive: Arrive, text: str | bytes, why: str) -> None:
    page = arrive(cuts=True).page
    page.goto("/tables")
    choose(page, as_file(text, "holiday.jpg"))
    alert = page.locator(".bring").get_by_role("alert")
    expect(alert).to_contain_text("holiday.jpg was not opened.")
    expect(alert).to_contain_text(why)


@pytest.mark.parametrize("language", LEADS)
def test_a_broken_file_is_refused_with_its_place_and_nothing_is_lost(
    arrive: Arrive, match: Path, language: str
) -> None:
    anna = arrive(cuts=True, locale=language)
    anna.page.goto("/play/love_letter")
    anna.play_bots()
    anna.page.goto("/tables")
    page = anna.page
    tables = page.locator("main li a")
    expect(tables).to_have_count(1)
    choose(page, as_file(altered(match), "broken.jsonl"))
    alert = page.locator(".bring").get_by_role("alert")
    expect(alert).to_contain_text("broken.jsonl")
    expect(alert).to_contain_text(LEADS[language])
    expect(alert.locator("[lang=en]")).to_contain_text("Line 5, step 4: ")
    expect(page.locator(".bring > button")).to_be_focused()
    expect(tables).to_have_count(1)
    choose(page, match)
    page.locator(".past .count").wait_for()


def test_several_files_at_once_are_not_taken(arrive: Arrive) -> None:
    page = arrive().page
    page.goto("/tables")
    page.locator(".bring").wait_for()
    drop(page, "one", "two")
    expect(page.get_by_role("alert")).to_contain_text("Those are several files; bring them one by one.")


def test_without_a_network_the_page_says_so_and_keeps_the_file_for_another_try(arrive: Arrive, match: Path) -> None:
    page = arrive(cuts=True).page
    page.goto("/tables")
    page.locator(".page p a").wait_for()
    page.context.set_offline(True)
    choose(page, match)
    expect(page.get_by_role("alert")).to_contain_text("There is no connection just now.")
    page.context.set_offline(False)
    choose(page, match)
    page.locator(".past .count").wait_for()


def test_a_link_that_leads_nowhere_says_so(arrive: Arrive) -> None:
    page = arrive(cuts=True).page
    page.goto("/replay/nothing")
    expect(page.get_by_role("heading", name="There is no such match")).to_be_visible()
    page.get_by_role("link", name="My tables").click()
    expect(page.locator(".bring")).to_be_visible()


# --- From a table ---------------------------------------------------------------------------------


def test_the_transcript_of_a_finished_table_shows_the_same_match_when_it_is_brought(
    arrive: Arrive, tmp_path: Path
) -> None:
    anna = at_table(arrive(), 1)
    anna.play_to_the_end(5)
    page = anna.page
    with page.expect_download() as download:
        anna.over.get_by_role("link", name="Save the transcript").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.suffix == ".jsonl"
    page.locator(".tools .menu").click()
    expect(page.locator("aside").get_by_role("link", name="Save the transcript")).to_be_visible()
    page.get_by_role("button", name="Look back").first.click()
    page.locator(".past select").select_option("open")
    page.wait_for_url("**view=open")
    at_the_table = moments(page)
    ben = bring(arrive(), file)
    assert moments(ben) == at_the_table
    with ben.expect_download() as again:
        ben.get_by_role("link", name="Transcript").click()
    assert Path(again.value.path()).read_bytes() == file.read_bytes()


def moments(page: Page) -> list[tuple[str, str]]:
    """What the board and the bar below it say at some steps of the match."""
    found = []
    last = count(page)[1]
    for step in {1, 2, 3, last // 2, last - 1, last}:
        look_at(page, step)
        found.append((page.locator("main.felt").inner_text(), page.locator(".past .told p").all_inner_texts()))
    return [(board, " ".join(told)) for board, told in found]


def test_what_only_one_seat_may_read_is_refused_with_the_way_to_the_whole(arrive: Arrive, match: Path) -> None:
    anna = arrive(cuts=True)
    page = bring(anna, match)
    page.locator(".past select").select_option("a spectator")
    page.wait_for_url("**view=spectator")
    with page.expect_download() as download:
        page.get_by_role("link", name="Transcript").click()
    page.goto("/tables")
    choose(page, Path(download.value.path()))
    expect(page.get_by_role("alert")).to_contain_text("only the open transcript, with its seed, can be verified")


# --- For everybody --------------------------------------------------------------------------------


@THEMES
def test_axe_finds_nothing_where_a_match_is_brought_and_looked_at(
    arrive: Arrive, matches: Path, match: Path, theme: str
) -> None:
    anna = arrive(color_scheme=theme, cuts=True)
    page = anna.page
    page.goto("/tables")
    choose(page, as_file(altered(match)))
    page.get_by_role("alert").wait_for()
    axe(anna)
    choose(page, matches)
    page.locator("#which").wait_for()
    axe(anna)
    bring(anna, match)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        axe(anna)
        for name in ("This match", "Rules"):
            page.locator(".tools").get_by_role("button", name=name).click()
            axe(anna)
        page.keyboard.press("Escape")
    page.keyboard.press("End")
    axe(anna)
