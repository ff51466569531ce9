"""The whole truth of a match that is over, and what of it each page was told while it was not."""

import json
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
from playwright.sync_api import APIRequestContext

from herzdame.kernel.knowledge import FACE_DOWN
from herzdame.kernel.match import Match, Step, read
from herzdame.kernel.seats import EVERYBODY
from herzdame.kernel.transcript import load
from tests.web.person import Person


class Truth:
    """A match as the house kept it."""

    def __init__(self, request: APIRequestContext, table: str) -> None:
        answer = request.get(f"/api{table.replace('table', 'tables', 1)}/transcript?view=open")
        assert answer.ok, answer.text()
        self.match: Match = load(answer.text().splitlines())
        named = [card for card in self.match.game.words.CARDS[1:] if not card.isdigit()]  # numbers stand anywhere
        self.cards = re.compile(rf"\b(?:{'|'.join(named)})\b")

    def check(self, person: Person, seats: set[int]) -> int:
        """Compare all that came to the page of whoever holds these seats; how many views there were."""
        readers = seats or {EVERYBODY}
        views = 0
        for message in received(person):
            if isinstance(message, list):
                self.check_news(message, readers)
                rest: Any = ""
            elif "now" in message:
                views += self.check_sights(message["now"], readers)
                self.check_news(message["news"], readers)
                rest = {**message, "news": "", "now": {**message["now"], "sights": ""}}
            else:
                rest = message
            assert not self.cards.search(json.dumps(rest)), rest
        return views

    def check_sights(self, now: dict[str, Any], readers: set[int]) -> int:
        """What the page was shown is what its own eyes saw at that moment, to the last card."""
        if now["phase"] == "gathering":
            return 0
        step = self.match.steps[now["step"] - 1]
        for sight in now["sights"]:
            reader = EVERYBODY if sight["seat"] is None else sight["seat"]
            assert reader in readers
            assert sight["view"] == self.seen(step, reader)
            assert not sight.get("choices") or reader in now["acting"]
        return len(now["sights"])

    def seen(self, step: Step, reader: int) -> Any:
        """The table after a step without what is hidden from this reader, blanked here and not by the kernel."""
        table, backs = step.table, self.match.game.rules.BACKS
        s = table[0]
        if not s.over:
            own = s.shown & (1 << reader)
            hidden = (s.card != 0) & ((own | (s.shown & (1 << EVERYBODY))) == 0)
            s.card[:] = np.where(hidden, FACE_DOWN - backs[s.card], s.card)
            s.shown[:] = s.witnessed | own
            self.tidy(s)
        return json.loads(json.dumps(read(self.match.game, table)))

    def tidy(self, s: Any) -> None:
        """Hands whose order means nothing stand in the order of what is seen of them."""
        hands = getattr(self.match.game.rules, "HANDS", np.zeros(s.card.size))
        for hand in set(hands) - {0}:
            slots = np.flatnonzero(hands == hand)
            told = [(s.card[at] == 0, s.card[at], s.shown[at], s.witnessed[at], s.barred[at]) for at in slots]
            order = slots[sorted(range(len(slots)), key=told.__getitem__)]
            for field in (s.card, s.shown, s.witnessed, s.barred):
                field[slots] = field[order]

    def check_news(self, news: list[dict[str, Any]], readers: set[int]) -> None:
        for one in news:
            steps = one.get("steps") or []
            for told in steps:
                self.check_step(told, readers)
            rest = {**one, "steps": "", "values": {**one.get("values", {}), "action": ""}}
            assert not self.cards.search(json.dumps(rest)), rest
            if steps and one["what"] == "act":
                assert one["values"]["action"] == steps[0]["action"]

    def check_step(self, told: dict[str, Any], readers: set[int]) -> None:
        """An action chosen in secret is not named, and of each event only what these readers may read."""
        step, words = self.match.steps[told["step"] - 1], self.match.game.words
        secret = step.seat != "chance" and step.seat not in readers and words.secret(words.parse(step.action))
        assert told["action"] == ("?" if secret else step.action)
        assert len(told["told"]) == len(readers)
        for reader, events in zip(sorted(readers), told["told"], strict=True):
            for event, true in zip(events, step.events, strict=True):
                allowed = true.params | (true.secret if reader in true.readers else {})
                assert event.get("params", {}) == json.loads(json.dumps(allowed))


def received(person: Person) -> Iterator[Any]:
    """Every frame, and every answer of the house that speaks of tables."""
    for frame in person.received:
        yield json.loads(frame)
    for response in person.responses:
        path = response.url.removeprefix(person.address)
        if path.startswith("/api/") and not path.startswith("/api/games"):
            found = response.json()
            yield found if isinstance(found, dict) or path.endswith("/log") else {"list": found}
