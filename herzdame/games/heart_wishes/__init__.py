"""Heart wishes (Herzenswünsche): one figure on a track of hearts, and wishes that all fulfil at the same time."""

from herzdame.kernel.contract import Game
from herzdame.kernel.options import Number, Order, Place, Seat, Switch

from .track import FIELDS

SEATS = 4
HAND_SIZES = {2: 5, 3: 5, 4: 4}
STONES = 15
WISHES_A_STONE = 3
TURNS = 600  # then the table stops (HW.21)

STEPS_A_TURN = 3 + SEATS  # choose, roll, choose by the dice; then everybody about wishes
REFILLED = WISHES_A_STONE * (STONES - 1) + (WISHES_A_STONE - 1) * SEATS  # wishes at most before the last fulfilling
SMALLEST_PILE = len(FIELDS) - max(seats * (size + WISHES_A_STONE - 1) for seats, size in HAND_SIZES.items())

GAME = Game(
    package=__name__,
    clauses="HW",
    seats=range(2, SEATS + 1),
    options=(
        Number("stones", field="stones", least=3, most=STONES, usual=STONES),
        Switch("children", field="children"),
        Switch("open_hands", field="open_hands"),
        Place("field", field="figure", among=FIELDS),
        Seat("starter", field="first", otherwise="youngest"),
        Order("ages", field="age"),
    ),
    longest=2 + TURNS * STEPS_A_TURN + REFILLED // SMALLEST_PILE,
)
