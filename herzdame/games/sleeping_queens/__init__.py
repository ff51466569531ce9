"""Sleeping Queens: kings wake them, knights steal them, potions put them back to sleep."""

from herzdame.kernel.contract import Game
from herzdame.kernel.options import Seat

RED = 67  # cards with a red back
SHUFFLES = 100  # so many times the draw pile is renewed; then the match ends as it stands (SQ.17)
A_CARD = 3  # steps at most for each card that comes from the draw pile: a card, a choice, an answer or another choice

GAME = Game(
    package=__name__,
    clauses="SQ",
    seats=range(2, 6),
    options=(Seat("starter", field="first"),),
    longest=2 + SHUFFLES + A_CARD * (RED * (1 + SHUFFLES) + 1),
)
