"""What a game folder offers, and where the folders are found.

A game is a package in `herzdame/games/` whose `__init__.py` says `GAME = Game(__name__, ...)`.
`docs/adding-a-game.md` describes its modules.
"""

import importlib
import pkgutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from . import rulebook, texts
from .errors import Code, Refused, unknown
from .event import Event
from .options import Option

SHELF = "herzdame.games"


class Words(Protocol):
    """`words.py`: everything in the state by its name."""

    CARDS: tuple[str, ...]  # by number; 0 is no card
    ENDINGS: Mapping[int, tuple[str, str]]  # what `over` says: a name and its clause

    def name(self, action: int) -> str: ...
    def parse(self, text: str) -> int: ...
    def phrase(self, action: int) -> tuple[str, dict[str, Any]]: ...
    def chance_name(self, s: Any) -> str: ...
    def secret(self, action: int) -> bool: ...
    def read(self, s: Any) -> dict[str, Any]: ...


class Story(Protocol):
    """`story.py`: what happened between two states."""

    SILENT: Mapping[str, str]  # clauses that no event can cite, and why
    NEW_ROUND: str | None  # the event that begins another round, where a game has rounds

    def tell(self, before: Any, seat: int, action: int, after: Any) -> list[Event]: ...
    def tell_chance(self, before: Any, after: Any) -> list[Event]: ...


class Board(Protocol):
    """`board.py`: a view in lines of text."""

    def status(self, view: Mapping[str, Any], texts: "texts.Texts") -> list[str]: ...
    def score(self, view: Mapping[str, Any], texts: "texts.Texts", names: Sequence[str]) -> str: ...
    def columns(self, texts: "texts.Texts") -> list[str]: ...
    def rows(self, view: Mapping[str, Any], texts: "texts.Texts", *, memory_aid: bool) -> list[list[str]]: ...
    def hand(self, view: Mapping[str, Any], seat: int) -> list[str]: ...
    def card_name(self, card: str, texts: "texts.Texts") -> str: ...
    def knowledge(
        self, view: Mapping[str, Any], seat: int, texts: "texts.Texts", names: Sequence[str]
    ) -> list[str]: ...


@dataclass(frozen=True)
class Game:
    """One game: what the box says, and the modules that hold the rest."""

    package: str
    clauses: str  # the letters before its clause numbers
    seats: range
    options: tuple[Option, ...]
    longest: int  # no match has more steps
    version: int = 1  # of the rules: another one may play an old transcript differently

    @property
    def id(self) -> str:
        return self.package.rpartition(".")[2]

    @property
    def folder(self) -> Path:
        return Path(str(importlib.import_module(self.package).__file__)).parent

    @cached_property
    def rules(self) -> Any:
        """The compiled rules; from here on the verbs know them, and the game's rules of thumb."""
        from .verbs import Rules, learn

        rules = importlib.import_module(f"{self.package}.rules")
        greedy = importlib.import_module(f"{self.package}.greedy")
        verbs = {verb: getattr(rules, verb) for verb in ("chance", "legal", "apply", "score", "census")}
        thumb = {verb: getattr(greedy, verb) for verb in ("worth", "outlook")}
        hands = getattr(rules, "HANDS", np.zeros(rules.TABLE["card"].shape, np.int8))
        learn(rules.TABLE, Rules(**verbs, **thumb, backs=rules.BACKS, kinds=rules.KINDS, hands=hands))
        return rules

    @cached_property
    def words(self) -> Words:
        return importlib.import_module(f"{self.package}.words")

    @cached_property
    def story(self) -> Story:
        return importlib.import_module(f"{self.package}.story")

    @cached_property
    def board(self) -> Board:
        return importlib.import_module(f"{self.package}.board")

    def texts(self, language: str) -> "texts.Texts":
        """The game's catalogue in one language."""
        return texts.load(self.folder / "texts", language)

    def rulebook(self, language: str) -> "rulebook.Rulebook":
        """The rules as players read them."""
        return rulebook.load(self.folder, language, self.clauses)

    def check_seats(self, seats: int) -> None:
        if seats not in self.seats:
            low, high = self.seats[0], self.seats[-1]
            raise Refused(Code.BAD_VALUE, f"{self.id} is for {low} to {high} players, not {seats}.")

    def settle(self, seats: int, options: Mapping[str, str]) -> dict[str, str]:
        """The full set of options: the host's wishes and the defaults of the rest."""
        self.check_seats(seats)
        names = [option.name for option in self.options]
        for name in options:
            if name not in names:
                raise unknown(Code.UNKNOWN_OPTION, f"The option of {self.id}", name, names)
        return {option.name: options.get(option.name, option.default(seats)) for option in self.options}

    def new(self, seats: int, options: Mapping[str, str] = {}) -> Any:
        """A table for one match: set up, nothing dealt yet."""
        from .table import tables

        wishes = self.settle(seats, options)
        table = tables(self.rules.TABLE, 1)
        table[0].seats = seats
        for option in self.options:
            option.set(table[0], wishes[option.name])
        return table

    def room(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """Scratch space for `legal` and for `redeal`."""
        slots = self.rules.TABLE["card"].shape[0]
        return np.zeros(len(self.rules.ACTIONS), np.int16), np.zeros(2 * slots, np.int16)


@cache
def games() -> dict[str, Game]:
    """All games there are, by id."""
    shelf = importlib.import_module(SHELF)
    found = [importlib.import_module(f"{SHELF}.{entry.name}") for entry in pkgutil.iter_modules(shelf.__path__)]
    return {module.GAME.id: module.GAME for module in found}


def game(name: str) -> Game:
    """The game with this id."""
    if name not in games():
        raise unknown(Code.UNKNOWN_GAME, "The game", name, games())
    return games()[name]
