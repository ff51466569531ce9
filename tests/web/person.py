"""Somebody in front of a page: knows nothing but what it shows."""

import json
import random
import re
from pathlib import Path

from playwright.sync_api import ConsoleMessage, Locator, Page, Request, Response, WebSocket, expect

from herzdame.kernel.contract import Game
from herzdame.kernel.options import Number
from tests.gallery import GAMES

HERE = Path(__file__).parent
KEYS = sorted({key for game in GAMES for key in game.texts("en").entries})
WATCH = f"({(HERE / 'watch.js').read_text(encoding='utf-8')})({json.dumps(KEYS)})"
PLAY = (HERE / "play.js").read_text(encoding="utf-8")
LONG = 120_000  # milliseconds for a whole match, on a busy machine
BLOCKED = "Service Worker registration blocked by Playwright"  # most tests do without it
REFUSED = re.compile(r"net::ERR_|WebSocket connection to |status of (404|409|413)")  # what browsers say of it

NO_HINTS = "localStorage['herzdame-hints'] ??= '[\"*\"]'"  # those of the first match
QUESTION = ".answers .answer:not([disabled]), .answers .main"  # an answer, or the yes to one


class Person:
    """One page, what ever came to it, and whatever went wrong in it."""

    def __init__(self, page: Page, address: str, *, cuts: bool = False) -> None:
        self.page = page
        self.address = address
        self.cuts = cuts  # is the line cut, or something refused, on purpose?
        self.complaints: list[str] = []
        self.received: list[str] = []  # all that ever came over a socket
        self.sent: list[str] = []  # all that went out over one
        self.responses: list[Response] = []
        page.add_init_script(WATCH)
        page.on("pageerror", lambda error: self.complaints.append(error.stack or str(error)))
        page.on("console", self.listen)
        page.on("request", self.follow)
        page.on("response", lambda response: self.responses.append(response))
        page.on("websocket", self.overhear)

    # --- What the page does ------------------------------------------------------------------------

    def listen(self, message: ConsoleMessage) -> None:
        expected = BLOCKED in message.text or (self.cuts and REFUSED.search(message.text))
        if message.type in ("error", "warning") and not expected:
            self.complaints.append(f"{message.text} {message.location}")

    def follow(self, request: Request) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.complaints.append(f"a request to another host: {request.url}")

    def overhear(self, socket: WebSocket) -> None:
        if not socket.url.startswith(self.address.replace("http", "ws", 1)):
            self.complaints.append(f"a socket to another host: {socket.url}")
        socket.on("framereceived", lambda frame: self.received.append(str(frame)))
        socket.on("framesent", lambda frame: self.sent.append(str(frame)))

    # --- Coming to a table ---------------------------------------------------------------------------

    def open_box(self, game: Game, seats: int, box: int = 0) -> None:
        """From the first page to the set-up of a game; a match as short as the game offers."""
        self.page.goto("/")
        boxes = self.page.locator(f'a.box[href^="/play/{game.id}"]')
        boxes.first.wait_for()
        boxes.nth(box % boxes.count()).click()
        self.be(seats)
        for option in game.options:
            if isinstance(option, Number):
                self.more().get_by_label(game.texts("en").entries[f"option.{option.name}"]).select_option(
                    str(option.least)
                )

    def open_box_at(self, address: str, seats: int) -> None:
        """The same, by the address behind the box, and with the match as long as it usually is."""
        self.page.goto("/")
        self.page.locator(f'a.box[href="{address}"]').click()
        self.be(seats)

    def be(self, seats: int) -> None:
        """So many will sit at the table."""
        self.page.locator(".picks fieldset").first.get_by_text(str(seats), exact=True).click()

    def more(self) -> Locator:
        """What else can be set up, unfolded."""
        details = self.page.locator("details").first
        if details.get_attribute("open") is None:
            details.locator("summary").click()
        return details

    def play_bots(self) -> None:
        self.page.locator(".go .main").click()
        self.page.locator(".table").wait_for()

    def invite_friends(self) -> str:
        """A table for friends; where in the house it is."""
        self.page.locator(".go .button:not(.main)").click()
        return self.page.locator(".invite input").input_value().removeprefix(self.address)

    def sit(self, name: str) -> None:
        self.page.locator("#name").fill(name)
        self.page.locator(".sit button").click()
        expect(self.page.locator(".seats li", has_text=name)).to_be_visible()

    def join(self, table: str, name: str) -> None:
        self.page.goto(table)
        self.sit(name)

    def start(self, bots: int = 0) -> None:
        """As the host: bots for the seats that are still free, and off we go."""
        free = self.page.locator(".seats .free")
        for still in range(bots, 0, -1):
            expect(free).to_have_count(still)
            free.first.locator(".button", has_text=re.compile(".")).first.click()
        expect(free).to_have_count(0)
        self.page.locator(".start .main").click()
        self.page.locator(".table").wait_for()

    # --- Playing -------------------------------------------------------------------------------------

    @property
    def answers(self) -> Locator:
        return self.page.locator(QUESTION)

    @property
    def board(self) -> Locator:
        return self.page.locator("main.felt")

    @property
    def over(self) -> Locator:
        return self.page.locator("section.over")

    @property
    def badge(self) -> Locator:
        return self.page.locator(".badge")

    def play_on(self, seed: int = 1) -> None:
        """From now on, answer whatever the page asks."""
        self.page.evaluate(PLAY, seed)

    def play_to_the_end(self, seed: int = 1) -> None:
        self.play_on(seed)
        self.see_the_end()

    def see_the_end(self) -> None:
        self.over.wait_for(timeout=LONG)

    def play_so_far(self, choose: random.Random, wanted: int) -> int:
        """Give so many answers, fewer if the match ends; then wait for the next question. How many were given."""
        question = self.page.locator(f"{QUESTION}, .scoring .button, section.over")
        given = 0
        while True:
            question.first.wait_for()
            going_on = self.page.locator(".scoring .button")
            if self.over.count():
                return given
            if going_on.count():
                going_on.click()
            elif given < wanted:
                self.answer(choose)
                given += 1
            else:
                return given

    def answer(self, choose: random.Random) -> None:
        """One of the answers, or a yes; a page that has changed meanwhile is simply looked at again."""
        texts = self.answers.all_inner_texts()
        if texts:
            self.page.evaluate(
                """(text) => [...document.querySelectorAll('.answers .answer:not([disabled]), .answers .main')]
                    .find((button) => button.innerText === text)?.click()""",
                choose.choice(texts),
            )

    def seen(self) -> str:
        """Everything that the page says, shown or not."""
        return str(self.page.evaluate("document.body.innerText + document.body.outerHTML"))
