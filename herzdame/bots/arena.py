"""Which bot is the stronger one: the same deals for all of them, and every bot in every seat.

    deal 1   A B A      deal 2   A B A     ...
             B A B               B A B

A deal is played as often as there are bots; each time they move on by one seat.  So luck of the deal
and of the seat is shared out, and only play makes the difference.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from herzdame.kernel.contract import Game
from herzdame.kernel.errors import Code, Refused

from .figures import Z
from .simulate import simulate


@dataclass(frozen=True)
class Standing:
    """What one bot achieved: its share of all victories, with a 95 % interval, and the same seat by seat."""

    bot: str
    share: float
    low: float
    high: float
    by_seat: tuple[float, ...]


@dataclass(frozen=True)
class Arena:
    """A contest of several bots at one game."""

    game: Game
    seats: int
    options: dict[str, str]
    bots: tuple[str, ...]

    def __post_init__(self) -> None:
        self.game.check_seats(self.seats)
        if not 2 <= len(self.bots) <= self.seats:
            number = "2" if self.seats == 2 else f"2 to {self.seats}"
            raise Refused(
                Code.BAD_VALUE,
                f"With {self.seats} seats {number} bots can compete, such as search:1000,greedy; not {len(self.bots)}.",
            )

    def lineup(self, turn: int) -> list[str]:
        """Who sits where when a deal is played for the `turn`-th time, counted from 0."""
        return [self.bots[self.sitting(seat, turn)] for seat in range(self.seats)]

    def sitting(self, seat: int, turn: int) -> int:
        return (seat + turn) % len(self.bots)

    def contest(self, deals: int, seed: int, progress: Callable[[int], None] = lambda done: None) -> list[Standing]:
        """Play every deal with every lineup; the standings are in the order of the bots."""
        shares = np.zeros((len(self.bots), self.seats, deals))  # of the victory, by bot, seat and deal
        for turn in range(len(self.bots)):
            played = simulate(self.game, self.seats, self.options, self.lineup(turn), deals, seed, progress)
            for seat in range(self.seats):
                shares[self.sitting(seat, turn), seat] = played.scores[:, seat]
        return [self.standing(bot, by_seat) for bot, by_seat in zip(self.bots, shares, strict=True)]

    def standing(self, bot: str, by_seat: NDArray[np.float64]) -> Standing:
        """One bot's result; a deal with all its lineups is one observation."""
        by_deal = by_seat.sum(axis=0) / len(self.bots)
        share = float(by_deal.mean())
        spread = Z * float(by_deal.std(ddof=1)) / math.sqrt(by_deal.size) if by_deal.size > 1 else math.inf
        return Standing(
            bot, share, max(0.0, share - spread), min(1.0, share + spread), tuple(by_seat.mean(axis=1).tolist())
        )
