"""Mit List und Tücke (Brutal Kingdom): twenty characters of a court, four chapters of intrigue."""

from herzdame.kernel.contract import Game
from herzdame.kernel.options import Choice, Seat

SIXTEEN = ("fixed", "random")
COLOURS = ("blue", "green", "yellow")
CHAPTERS = 4
ROUNDS = 4  # in a chapter: a card of each hand
MOST_SEATS = 4
QUESTIONS = (  # the most that a chapter can ask beside passing and playing; no card is played twice in it
    1  # whom to heal
    + 2 * 3  # twice a card to offer, a partner, a card to return
    + 2  # two looks
    + 4  # four victims
    + 3 * 2  # three times a card to offer and one of the middle
    + 1  # whom to threaten
    + 1  # a token for the chapel
    + 3  # a rank, a character to name, a card to offer
    + 1  # a token for the knight
)

GAME = Game(
    package=__name__,
    clauses="LT",
    seats=range(3, MOST_SEATS + 1),
    options=(
        Choice("sixteen", field="sixteen", among=SIXTEEN, only_for=range(3, 4)),
        Seat("starter", field="first"),
    ),
    longest=1 + CHAPTERS * (2 + (2 + ROUNDS) * MOST_SEATS + QUESTIONS),  # who begins; two deals, two passes, the cards
)
