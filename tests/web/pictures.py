"""Pictures of every page and every board, for docs/screenshots: python -m tests.web.pictures [--all] [NAME ...]

Every board is shown in a match that was really played, with chance that falls the same way each time.
"""

import argparse
import base64
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.server.serving import House
from tests.web.browser import ARGUMENTS, chromium
from tests.web.person import NO_HINTS, QUESTION, Person

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "laptop": (1440, 900)}
LIGHTS = ("light", "dark")
QUALITY = 72
MOMENTS = ("start", "decision", "middle", "late", "round", "over", "past")
AFTER = ("over", "past")
FEW = ("middle",)
SOON = 4  # answers
STOPS = f"{QUESTION}, .scoring, section.over"

SETTLED = """document.fonts.ready.then(() => new Promise(
    (done) => requestAnimationFrame(() => requestAnimationFrame(done))))"""


class FixedHouse(House):
    """A server whose chance is the same each time."""

    program = "tests.web.fixed"


class Photographer:
    def __init__(self, browser: Browser, house: House, folder: Path, wanted: list[str]) -> None:
        self.browser, self.house, self.folder, self.wanted = browser, house, folder, wanted
        self.person = Person(self.visit("en"), self.house.address)
        self.moments: list[str] = []
        folder.mkdir(parents=True, exist_ok=True)

    def visit(self, language: str) -> Page:
        context = self.browser.new_context(
            base_url=self.house.address, locale=language, reduced_motion="reduce", service_workers="block"
        )
        context.add_init_script(NO_HINTS)
        return context.new_page()

    def wants(self, name: str) -> bool:
        return not self.wanted or any(word in name for word in self.wanted)

    def take(self, name: str) -> None:
        """The page as it is, in every size and light."""
        page = self.person.page
        cdp = page.context.new_cdp_session(page)
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            for light in LIGHTS:
                page.evaluate(f"document.documentElement.dataset.theme = '{light}'")
                page.evaluate(SETTLED)
                shot = cdp.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
                (self.folder / f"{name}-{size}-{light}.webp").write_bytes(base64.b64decode(shot["data"]))
        cdp.detach()
        print(name, flush=True)

    def page(self, name: str, address: str, ready: str) -> None:
        if self.wants(name):
            self.person.page.goto(address)
            self.person.page.locator(ready).first.wait_for()
            self.take(name)

    def gathering(self) -> None:
        if self.wants("gathering"):
            self.person.page.goto("/play/love_letter?edition=hearts")
            self.person.page.locator(".go .button").nth(1).click()
            self.person.page.locator(".code svg").wait_for()
            self.take("gathering")

    def match(self, game: str, options: str, seats: int, moments: Sequence[str]) -> None:
        """A match against bots, stopped at its moments."""
        name = f"{game}{options and '-' + options.rpartition('=')[2]}-{seats}"
        self.moments = [moment for moment in moments if self.wants(f"{name}-{moment}")]
        if not self.moments:
            return
        person, choose = self.person, random.Random(seats)
        person.open_box_at(f"/play/{game}{options}", seats)
        person.play_bots()
        person.play_so_far(choose, 0)
        self.moment(name, "start")
        self.decision(name, choose)
        person.play_so_far(choose, 4)
        self.moment(name, "middle")
        if {*self.moments} <= {"start", "decision", "middle"}:
            return
        person.play_so_far(choose, 8)
        self.moment(name, "late")
        self.scoring(name, choose)
        person.play_to_the_end()
        self.moment(name, "over")
        person.page.locator("section.over .button").nth(2).click()
        person.page.locator("input[type=range]").fill("20")
        self.moment(name, "past")

    def moment(self, name: str, moment: str) -> None:
        if moment in self.moments and (moment in AFTER or not self.person.over.count()):
            self.take(f"{name}-{moment}")

    def decision(self, name: str, choose: random.Random) -> None:
        """On to the first question that follows from another, if there is one soon, with more than a few answers."""
        page = self.person.page
        for _ in range(SOON):
            self.person.play_so_far(choose, 1)
            if page.locator(".answers .quiet").count() and page.locator(".answers .answer").count() > 4:
                self.moment(name, "decision")
                return

    def scoring(self, name: str, choose: random.Random) -> None:
        """On to the end of the round."""
        scoring, any_question = self.person.page.locator(".scoring"), self.person.page.locator(STOPS)
        while not self.person.over.count():
            any_question.first.wait_for()
            if scoring.count():
                self.moment(name, "round")
                return
            self.person.answer(choose)


def boxes(page: Page) -> list[tuple[str, str, list[int]]]:
    """The boxes on the first page: game, options, numbers of players."""
    page.goto("/")
    page.locator("a.box").first.wait_for()
    found = page.locator("a.box").evaluate_all("boxes => boxes.map(box => box.getAttribute('href'))")
    counts = page.evaluate(
        "fetch('/api/games').then(a => a.json()).then(all => Object.fromEntries(all.map(g => [g.id, g.seats])))"
    )
    return [
        (path.split("/")[2], f"?{ask}" if ask else "", counts[path.split("/")[2]])
        for path, _, ask in (address.partition("?") for address in found)
    ]


def take_all(photographer: Photographer, *, few: bool) -> None:
    """`few`: every board once, with the most players, and the pages on the way there."""
    photographer.page("home", "/", "a.box")
    photographer.gathering()
    for game, options, seats in boxes(photographer.person.page):
        for count in seats[-1:] if few else seats:
            photographer.match(game, options, count, FEW if few else MOMENTS)
    if few:
        return
    photographer.page("setup", "/play/love_letter?edition=premium", ".go")
    photographer.page("rules", "/rules/love_letter", "h3")
    for page in ("tables", "lobby", "settings", "about", "credits"):
        photographer.page(page, f"/{page}", "h1")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("names", nargs="*", help="only pictures with one of these in their names")
    arguments.add_argument("--all", action="store_true", help="every moment with every number of players")
    arguments.add_argument("--to", type=Path, default=FOLDER)
    asked = arguments.parse_args()
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = FixedHouse(Path(data)).start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        try:
            photographer = Photographer(browser, house, asked.to, asked.names)
            take_all(photographer, few=not (asked.all or asked.names))
        finally:
            browser.close()
            house.stop()


if __name__ == "__main__":
    main()
