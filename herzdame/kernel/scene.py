"""Scenes, for tests only: what can be asked of any position, and played in it.

A game's own `scene.py` says how a position is drawn, and adds what its players would ask.  Seats
are letters here, so that no number of a card can be mistaken for one.
"""

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self, TypeVar

import numpy as np

from . import run
from .contract import Game
from .errors import Code, Refused
from .event import Event
from .match import read
from .page import page
from .seats import EVERYBODY
from .seeds import Fast

LETTERS = "ABCDE"
WATCHERS = {letter: seat for seat, letter in enumerate(LETTERS)} | {"spectator": EVERYBODY}


@dataclass(frozen=True)
class Scene:
    """A table, and what happened in the step that led to it."""

    GAME: ClassVar[Game]
    SEATS_AS_PARAMS: ClassVar[tuple[str, ...]] = ("seat", "target", "seats")  # what events call a seat

    tables: Any = field(repr=False)
    happened: tuple[Event, ...] = ()

    # --- What can be done ---

    def play(self, *turns: str) -> Self:
        """The scene after these actions; `B: pass light` says whose it is where several may act."""
        for text in turns:
            self = self._turn(text)
        return self

    def chance(self, seed: int = 1) -> Self:
        """The scene after the chance that is due."""
        if self.acting or self.over:
            raise Refused(Code.ILLEGAL_ACTION, "No chance is due: somebody is to act, or the match is over.")
        after = self.tables.copy()
        run.chance(after, 0, Fast(seed).generator(int(after[0].step)))
        events = self.GAME.story.tell_chance(page(self.tables), page(after))
        return replace(self, tables=after, happened=self.happened + tuple(events))

    # --- The table ---

    @property
    def seats(self) -> str:
        return LETTERS[: int(self.tables[0].seats)]

    @property
    def acting(self) -> str:
        return letters(self.state["acting"])

    @property
    def over(self) -> bool:
        """Is the match over?"""
        return self.ending != ""

    @property
    def ending(self) -> str:
        """What decided the match."""
        return self.state["over"] or ""

    @property
    def scores(self) -> tuple[float, ...]:
        shares = np.zeros(len(self.seats))
        run.score(self.tables, 0, shares)
        return tuple(map(float, shares))

    @property
    def census(self) -> str:
        """Every card on the table as the rules count them."""
        names = self.GAME.words.CARDS
        counts = np.zeros(len(names), np.int64)
        self.GAME.rules.census(self.tables[0], counts)
        return " ".join(card for card, number in zip(names, counts, strict=True) for _ in range(number))

    def legal(self, start: str = "", *, who: str = "") -> list[str]:
        """What can be done by whoever is to act; or only what begins so."""
        actions, _ = self.GAME.room()
        number = run.legal(self.tables, 0, WATCHERS[who or self.acting], actions)
        names = [self.lettered(int(action)) for action in actions[:number]]
        return [name for name in names if name.startswith(start)]

    # --- What is known ---

    def view(self, who: str) -> dict[str, Any]:
        """The table as a seat, or the `spectator`, may see it."""
        seen = self.tables.copy()
        run.view(seen, 0, WATCHERS[who])
        return read(self.GAME, seen)

    # --- What was told ---

    @property
    def events(self) -> list[str]:
        """The codes of what happened last."""
        return [event.code for event in self.happened]

    def event(self, code: str) -> Event:
        """The one event with this code."""
        (found,) = [event for event in self.happened if event.code == code]
        return found

    def told(self, who: str) -> list[str]:
        """What happened last, as `who` may read it: codes and parameters, such as `gave A B light1`."""
        events = [event.told_to(WATCHERS[who]) for event in self.happened]
        return [" ".join([told.code, *(self.param(*item) for item in told.params.items())]) for told in events]

    # --- How a game says things ---

    @classmethod
    def numbered(cls, text: str) -> str:
        """`give B light1` as `give 1 light1`."""
        return " ".join(str(LETTERS.index(word)) if word in [*LETTERS] else word for word in text.split())

    @classmethod
    def lettered(cls, action: int) -> str:
        """`give 1 light1` as `give B light1`; a game with numbers other than seats says which are which."""
        words = cls.GAME.words.name(action).split()
        return " ".join(LETTERS[int(word)] if word.isdigit() else word for word in words)

    @classmethod
    def param(cls, name: str, value: Any) -> str:
        """One parameter of an event, seats as letters; several values with commas."""
        values = value if isinstance(value, list) else [value]
        return ",".join(LETTERS[one] if name in cls.SEATS_AS_PARAMS else str(one) for one in values)

    # --- Inside ---

    @property
    def state(self) -> dict[str, Any]:
        """The whole truth, by name."""
        return read(self.GAME, self.tables)

    def _turn(self, text: str) -> Self:
        before, colon, after_it = text.partition(": ")
        who, wish = (before, after_it) if colon else (self.acting, text)
        if not self.acting:
            raise Refused(Code.NOT_ACTING, "Nobody can act: chance is due, or the match is over.")
        if who not in self.acting.split():
            raise Refused(Code.NOT_ACTING, f"It is up to '{self.acting}'; say who does '{wish}', such as 'A: {wish}'.")
        possible = self.legal(who=who)
        if wish not in possible:
            raise Refused(Code.ILLEGAL_ACTION, f"{who} cannot do '{wish}', only: {', '.join(possible)}.")
        seat, action = WATCHERS[who], self.GAME.words.parse(self.numbered(wish))
        after = self.tables.copy()
        run.apply(after, 0, seat, action)
        return replace(
            self, tables=after, happened=tuple(self.GAME.story.tell(page(self.tables), seat, action, page(after)))
        )


S = TypeVar("S", bound=Scene)


def opening(kind: type[S], seats: int, options: dict[str, str], seed: int = 1) -> S:
    """A new match, dealt by this seed."""
    table = kind(kind.GAME.new(seats, options))
    while not table.acting:
        table = table.chance(seed)
    return table


def letters(seats: list[int]) -> str:
    return " ".join(LETTERS[seat] for seat in seats)


def reveal(s: Any, slot: int, who: int) -> None:
    """The seat knows this card, and all know that it does."""
    s.shown[slot] |= 1 << who
    s.witnessed[slot] |= 1 << who


def misdrawn(what: str) -> Refused:
    """A scene that cannot be."""
    return Refused(Code.BAD_VALUE, f"The scene is misdrawn: {what}.")
