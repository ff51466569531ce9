"""Somebody in front of the page: knows nothing but what it shows."""

import random

from playwright.sync_api import ConsoleMessage, Locator, Page

NO_HINTS = "localStorage['herzdame-hints'] ??= '[\"*\"]'"  # those of the first match
QUESTION = ".answers .answer:not([disabled]), .answers .main"  # an answer, or the yes to one


class Person:
    """One page, and whatever went wrong in it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.frames: list[str] = []  # all that ever came over a socket
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self.listen)
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: self.frames.append(str(frame))))

    def listen(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.text} {message.location}")

    def open_box(self, game: str, options: str = "", seats: int | None = None) -> None:
        """From the first page to the set-up of a game."""
        self.page.goto("/")
        self.page.locator(f'a.box[href="/play/{game}{options}"]').click()
        if seats:
            self.page.locator(".picks fieldset").first.get_by_text(str(seats), exact=True).click()

    def play_bots(self) -> None:
        self.page.locator(".go .main").click()

    @property
    def answers(self) -> Locator:
        return self.page.locator(QUESTION)

    def play_on(self, choose: random.Random) -> None:
        """Answer whatever the page asks until the match is over."""
        while not self.over:
            self.play_so_far(choose, 1)

    @property
    def over(self) -> bool:
        return self.page.locator("section.over").count() > 0

    def play_so_far(self, choose: random.Random, wanted: int) -> int:
        """Give so many answers, fewer if the match ends; then wait for the next question. How many were given."""
        question = self.page.locator(f"{QUESTION}, .scoring .button, section.over")
        given = 0
        while True:
            question.first.wait_for()
            going_on = self.page.locator(".scoring .button")
            if self.over:
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
