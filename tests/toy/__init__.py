"""Envelopes: a small game that no box holds, for what the published games do not all need of the kernel.

Cards with two kinds of back, a choice that all make in secret at the same time, and a die in the middle.

Numba keeps what it compiled by the sources of the package; after an edit in this folder, remove that cache
(`herzdame.kernel.compile.cache_home()`).
"""

from herzdame.kernel.contract import Game
from herzdame.kernel.options import Choice, Order, Seat

GAME = Game(
    package=__name__,
    clauses="TY",
    seats=range(2, 4),
    options=(Choice("dice", field="dice", among=("three", "six")), Seat("lead", field="lead"), Order("rank", "rank")),
    longest=12,
)
