"""The doors from plain Python into compiled code: an array of tables and a place in it, never a record."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import verbs
from .chance import Chance
from .compile import compiled_door
from .knowledge import hidden
from .knowledge import redeal as deal_anew
from .knowledge import view as face_down


@compiled_door
def chance(tables: Any, at: int, rng: Chance) -> None:
    verbs.chance(tables[at], rng)


@compiled_door
def legal(tables: Any, at: int, seat: int, out: NDArray[Any]) -> int:
    return verbs.legal(tables[at], seat, out)


@compiled_door
def apply(tables: Any, at: int, seat: int, action: int) -> None:
    verbs.apply(tables[at], seat, action)


@compiled_door
def score(tables: Any, at: int, out: NDArray[np.float64]) -> None:
    verbs.score(tables[at], out)


@compiled_door
def view(tables: Any, at: int, seat: int) -> None:
    face_down(tables[at], seat)


@compiled_door
def unseen(tables: Any, at: int, seat: int) -> int:
    return hidden(tables[at], seat)


@compiled_door
def redeal(tables: Any, at: int, seat: int, rng: Chance, room: NDArray[Any]) -> None:
    deal_anew(tables[at], seat, rng, room)
