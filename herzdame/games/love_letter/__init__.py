"""Love Letter: sixteen cards, one letter to the Princess."""

from herzdame.kernel.contract import Game
from herzdame.kernel.options import Choice, Order, Seat

EDITIONS = ("hearts", "premium")
ROUNDS = 13  # at most: everybody one token short of victory (3 players: 3 x 4), then one more
TURNS = 12  # at most in a round: with three players, a card for each turn

GAME = Game(
    package=__name__,
    clauses="LL",
    seats=range(2, 5),
    options=(
        Choice("edition", field="edition", among=EDITIONS),
        Seat("starter", field="first"),
        Order("ages", field="age"),
    ),
    longest=1 + ROUNDS * (1 + TURNS),
)
