"""Every game with every edition and number of players, and random positions of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from herzdame.bots.speed import variants
from herzdame.kernel import run
from herzdame.kernel.compile import COMPILED
from herzdame.kernel.contract import Game, games
from herzdame.kernel.match import Match
from herzdame.kernel.seats import EVERYBODY
from herzdame.kernel.seeds import Fast
from tests import toy

POSITIONS = 400 if COMPILED else 25
games()["toy"] = toy.GAME  # on the shelf for as long as the tests run
GAMES = list(games().values())


@dataclass(frozen=True)
class Variant:
    game: Game
    seats: int
    options: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return f"{self.game.id}-{self.label}"

    @property
    def label(self) -> str:
        """Without the game: `hearts-2`; a switch that is on, by its own name."""
        named = (option if value == "yes" else value for option, value in self.options)
        return "-".join([*named, str(self.seats)])

    def match(self, number: int, run: int = 0) -> Match:
        return Match(self.game, self.seats, dict(self.options), Fast(run, number))


VARIANTS = [
    Variant(game, seats, tuple(options.items()))
    for game in GAMES
    for seats in game.seats
    for options in variants(game, seats)
]


@dataclass(frozen=True)
class Moment:
    """A table, and what is about to be done at it."""

    game: Game
    table: Any
    seat: int
    action: int

    @property
    def readers(self) -> list[int]:
        return [*range(int(self.table[0].seats)), EVERYBODY]

    def after(self) -> Any:
        return done(self.table, self.seat, self.action)


def done(table: Any, seat: int, action: int) -> Any:
    """The table after an action, the one before left alone."""
    after = table.copy()
    run.apply(after, 0, seat, action)
    return after


def random_match(variant: Variant, number: int) -> Match:
    """A match played at random to its end."""
    match, anyhow = variant.match(number), np.random.default_rng(number)
    while not match.over:
        seat = int(anyhow.choice(match.acting))
        match.act(seat, int(anyhow.choice(match.actions(seat))))
    return match


def moments(variant: Variant, wanted: int = POSITIONS) -> Iterator[Moment]:
    """Positions out of random matches, each with a random action."""
    number = 0
    while wanted > 0:
        match, anyhow = variant.match(number, run=1), np.random.default_rng(number)
        while not match.over and wanted > 0:
            seat = int(anyhow.choice(match.acting))
            action = int(anyhow.choice(match.actions(seat)))
            yield Moment(match.game, match.tables.copy(), seat, action)
            match.act(seat, action)
            wanted -= 1
        number += 1


def hidden(game: Game, table: Any, reader: int) -> list[list[int]]:
    """The slots of the cards a reader has not seen, one list for each kind of back."""
    s = table[0]
    unseen = [slot for slot in range(len(s.card)) if s.card[slot] and not int(s.shown[slot]) & (1 << reader | 128)]
    backs = game.rules.BACKS
    return [[slot for slot in unseen if backs[s.card[slot]] == back] for back in range(int(backs.max()) + 1)]


def twisted(game: Game, table: Any, reader: int, anyhow: np.random.Generator) -> Any:
    """Another table that looks the same to the reader: unseen cards permuted, others' secret knowledge changed."""
    other = table.copy()
    s = other[0]
    for slots in hidden(game, table, reader):
        s.card[slots] = anyhow.permutation(s.card[slots])
        for slot in slots:
            s.shown[slot] = int(s.witnessed[slot]) | (
                int(s.shown[slot]) & ~(1 << reader) if anyhow.random() < 0.5 else 0
            )
    return other
