"""The first page over the wire, and cards in flight: python bench/web.py

What a browser fetched until the first page could be used, how much the page shifted, whom else it asked, and
how many frames a second it drew while cards flew on a processor that was slowed down.
"""

import random
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, Request, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.server.serving import House
from tests.web.browser import ARGUMENTS, chromium
from tests.web.person import NO_HINTS, Person

SLOWER = 4  # times
MOVES = 12
SHIFTS = """
window.shifts = 0
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value
}).observe({ type: 'layout-shift', buffered: true })
"""
FRAMES = """
window.gaps = []
let last = 0
const look = (now) => {
  const flying = document.querySelector('.air .flight')
  if (flying && last) window.gaps.push(now - last)
  last = flying ? now : 0
  requestAnimationFrame(look)
}
requestAnimationFrame(look)
"""


class Wire:
    """What came over it, by kind."""

    def __init__(self, page: Page) -> None:
        self.kinds: dict[str, str] = {}
        self.bytes: dict[str, int] = {}
        self.hosts: set[str] = set()
        page.on("request", self.asked)
        cdp = page.context.new_cdp_session(page)
        cdp.send("Network.enable")
        cdp.on("Network.responseReceived", lambda event: self.kinds.update({event["requestId"]: event["type"]}))
        cdp.on("Network.loadingFinished", self.came)

    def asked(self, request: Request) -> None:
        self.hosts.add(urlsplit(request.url).netloc)

    def came(self, event: dict[str, Any]) -> None:
        kind = "fonts" if self.kinds.get(event["requestId"]) == "Font" else "else"
        self.bytes[kind] = self.bytes.get(kind, 0) + int(event["encodedDataLength"])


def first_page(browser: Browser, house: House) -> None:
    context = browser.new_context(base_url=house.address, locale="de")
    context.add_init_script(SHIFTS)
    page = context.new_page()
    wire = Wire(page)
    page.goto("/")
    page.locator("a.box").first.wait_for()
    page.evaluate("document.fonts.ready.then(() => true)")
    used = dict(wire.bytes)
    page.wait_for_load_state("networkidle")
    print(f"first page until it can be used: {used.get('else', 0):,} bytes, fonts {used.get('fonts', 0):,} bytes")
    print(f"layout shift: {page.evaluate('window.shifts'):.4f}")
    print(f"other hosts that were asked: {len(wire.hosts - {urlsplit(house.address).netloc})}")
    context.close()


def flying_cards(browser: Browser, house: House) -> None:
    context = browser.new_context(base_url=house.address, viewport={"width": 390, "height": 844})
    context.add_init_script(NO_HINTS)
    person = Person(context.new_page(), house.address)
    person.open_box_at("/play/love_letter?edition=hearts", 4)
    person.play_bots()
    person.page.evaluate(FRAMES)
    context.new_cdp_session(person.page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    person.play_so_far(random.Random(4), MOVES)
    gaps = sorted(person.page.evaluate("window.gaps"))
    late = gaps[int(len(gaps) * 0.95)]
    print(
        f"cards in flight, processor slowed {SLOWER} times: {1000 / median(gaps):.0f} frames a second in the median, "
        f"{1000 / late:.0f} or more in 95 of 100 frames; {len(gaps)} frames"
    )
    context.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = House(Path(data)).start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        try:
            first_page(browser, house)
            flying_cards(browser, house)
        finally:
            browser.close()
            house.stop()


if __name__ == "__main__":
    main()
