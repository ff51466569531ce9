"""One running match: wishes in as notation, events and views out.

    match = Match.new("some_game", seats=2)
    seat = match.acting[0]
    match.play(seat, match.legal(seat)[0])

A wish is checked here, and only here; the rules below take it as given.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Literal, Self

import numpy as np

from . import run
from .contract import Game, game
from .errors import Code, Refused
from .event import Event, Told, packed, unpacked
from .page import copied, page, restored
from .seats import EVERYBODY
from .seeds import WORDS, Fair, Fast

CHANCE: Literal["chance"] = "chance"


@dataclass(frozen=True, slots=True)
class Step:
    """One action, deal, shuffle or roll."""

    number: int
    seat: int | Literal["chance"]
    action: str
    packed: bytes  # what happened, as a long match keeps many of it
    state: bytes  # after it
    record: np.dtype[Any]  # as which to read that
    secret: bool = False  # what was chosen is for this seat alone

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened."""
        return unpacked(self.packed)

    @property
    def table(self) -> Any:
        """The state after it, as an array of one."""
        return restored(self.state, self.record)

    def action_for(self, readers: Collection[int]) -> str:
        """The action, or `?` where none of these seats may know it."""
        return "?" if self.secret and self.seat not in readers else self.action


@dataclass(frozen=True)
class Result:
    """How a match ended."""

    ending: str
    clause: str
    scores: tuple[float, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, share in enumerate(self.scores) if share)


class Match:
    """A match from its first deal to its end, with everything that happened."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, str],
        seeds: Fair | Fast,
        players: Sequence[str] = (),
    ) -> None:
        self.game = game
        self.options = game.settle(seats, options)
        self.seeds = seeds
        self.players = tuple(players)
        self._actions, self._room = game.room()
        self.tables = copied(game.new(seats, self.options))
        self.steps: list[Step] = []
        self._go_on()

    @classmethod
    def new(
        cls,
        name: str,
        seats: int,
        options: Mapping[str, str] = {},
        seeds: Fair | Fast | None = None,
        players: Sequence[str] = (),
    ) -> Self:
        """A new match of the game with this id; a seed of the system's if none is given."""
        return cls(game(name), seats, options, seeds or Fair.new(), players)

    # --- What can be asked ------------------------------------------------------------------------

    @property
    def tables(self) -> Any:
        """The whole truth, as an array of one; it is replaced, never changed."""
        return self._tables

    @tables.setter
    def tables(self, tables: Any) -> None:
        self._tables = tables
        self.page = page(tables)
        self._possible: dict[int, list[int]] = {}  # by seat, now

    @property
    def table(self) -> Any:
        """The same, as a record."""
        return self.tables[0]

    @property
    def seats(self) -> int:
        return int(self.page.seats)

    @property
    def over(self) -> bool:
        return bool(self.page.over)

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return members(self.page.acting)

    def actions(self, seat: int) -> list[int]:
        """What the seat can do now, as numbers."""
        if seat not in self._possible:
            number = run.legal(self.tables, 0, seat, self._actions) if seat in self.acting else 0
            self._possible[seat] = self._actions[:number].tolist()
        return self._possible[seat]

    def legal(self, seat: int) -> list[str]:
        """What the seat can do now, in the game's notation."""
        return [self.game.words.name(action) for action in self.actions(seat)]

    def seen(self, seat: int) -> Any:
        """The table as this seat may see it (EVERYBODY: a spectator), as an array of one."""
        table = copied(self.tables)
        run.view(table, 0, seat)
        return table

    def view(self, seat: int) -> dict[str, Any]:
        """The table as this seat may see it, in names."""
        return read(self.game, self.seen(seat))

    def redealt(self, seat: int, rng: Any) -> Any:
        """A table that this seat must think possible: what a bot is given."""
        table = copied(self.tables)
        run.redeal(table, 0, seat, rng, self._room)
        return table

    def told(self, seat: int, since: int = 0) -> list[Told]:
        """Everything that happened after step `since`, as this seat may know it."""
        return [event.told_to(seat) for step in self.steps[since:] for event in step.events]

    @property
    def result(self) -> Result | None:
        """How the match ended, once it has."""
        if not self.over:
            return None
        scores = np.zeros(self.seats)
        run.score(self.tables, 0, scores)
        ending, clause = self.game.words.ENDINGS[self.page.over]
        return Result(ending, clause, tuple(float(share) for share in scores))

    # --- What can be done -------------------------------------------------------------------------

    def play(self, seat: int, text: str) -> list[Step]:
        """Carry out an action given in notation, and the chance it leads to; returns the new steps."""
        return self.act(seat, self.game.words.parse(text))

    def act(self, seat: int, action: int) -> list[Step]:
        """The same for an action given by its number."""
        self.check(seat, action)
        before, done = self.page, len(self.steps)
        tables = copied(self.tables)
        run.apply(tables, 0, seat, action)
        self.tables = tables
        events = self.game.story.tell(before, seat, action, self.page)
        words = self.game.words
        self._note(seat, words.name(action), events, secret=words.secret(action))
        self._go_on()
        return self.steps[done:]

    def check(self, seat: int, action: int) -> None:
        """Refused, with what is possible, if the seat cannot do this now."""
        if seat not in self.acting:
            whose = "the match is over" if self.over else f"it is up to {' and '.join(map(str, self.acting))}"
            raise Refused(Code.NOT_ACTING, f"Seat {seat} cannot act now: {whose}.")
        if action not in self.actions(seat):
            name = self.game.words.name(action)
            can = ", ".join(f"'{text}'" for text in self.legal(seat))
            raise Refused(Code.ILLEGAL_ACTION, f"'{name}' is not possible now for seat {seat}; possible: {can}.")

    def undone(self, actions: int = 1) -> "Match":
        """The match as it was so many actions ago, replayed from its start."""
        played = [step for step in self.steps if step.seat != CHANCE]
        match = Match(self.game, self.seats, self.options, self.seeds, self.players)
        for step in played[: max(0, len(played) - actions)]:
            match.play(int(step.seat), step.action)
        return match

    # --- Inside -----------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Let chance fall until somebody may act."""
        while not self.page.acting and not self.over:
            before, words = self.page, WORDS
            name = self.game.words.chance_name(before)
            while True:
                tables = copied(self.tables)
                rng = self.seeds.generator(before.step, words)
                run.chance(tables, 0, rng)
                if rng.size == 1 or rng[0] < rng.size:
                    break
                words *= 2  # the tape was too short: read the same one further
            self.tables = tables
            self._note(CHANCE, name, self.game.story.tell_chance(before, self.page))

    def _note(self, seat: int | Literal["chance"], action: str, events: list[Event], *, secret: bool = False) -> None:
        number = len(self.steps) + 1
        state, record = self.tables.tobytes(), self.tables.dtype
        self.steps.append(Step(number, seat, action, packed(events), state, record, secret))


def read(game: Game, table: Any) -> dict[str, Any]:
    """A state in names: what all games share, then the game's own part."""
    found = page(table)
    return {
        "step": found.step,
        "seats": found.seats,
        "acting": [*members(found.acting)],
        "over": game.words.ENDINGS[found.over][0] if found.over else None,
        **game.words.read(found),
    }


@cache
def members(mask: int) -> tuple[int, ...]:
    """The seats of a mask."""
    return tuple(seat for seat in range(EVERYBODY) if mask >> seat & 1)


def read_slots(table: Any, slots: Iterable[int], names: Sequence[str]) -> list[str]:
    """The cards in these slots by name, `?` where face down; empty slots are left out."""
    cards = table.card
    return [names[card] if card > 0 else "?" for slot in slots if (card := cards[slot])]


def read_knowledge(table: Any, slots: Iterable[int], kinds: Sequence[str]) -> list[dict[str, Any]]:
    """What is known of the cards in these slots: who has seen each, and what kinds all know it is not."""
    cards, shown, witnessed, barred = table.card, table.shown, table.witnessed, table.barred
    names = tuple(kinds)
    return [knowledge(shown[slot], witnessed[slot], barred[slot], names) for slot in slots if cards[slot]]


@lru_cache(4096)
def knowledge(shown: int, witnessed: int, barred: int, kinds: tuple[str, ...]) -> dict[str, Any]:
    """What is known of one card; there are few different ones, and nobody changes them."""
    return {
        "seen": seats_in(shown),
        "witnessed": seats_in(witnessed),
        "not": [name for at, name in enumerate(kinds) if barred >> at & 1],
    }


def seats_in(mask: int) -> list[int] | Literal["all"]:
    """The seats of a mask; a card that lies open is seen by all."""
    return "all" if mask >> EVERYBODY & 1 else [*members(mask)]
