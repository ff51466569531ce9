"""The bot that looks one action ahead, by each game's own rules of thumb."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from herzdame.kernel.compile import compiled_apart
from herzdame.kernel.table import Table
from herzdame.kernel.verbs import worth


@compiled_apart
def keep_best(s: Table, seat: int, out: NDArray[Any], n: int) -> int:
    """Leave in `out` only the actions that the game's rules of thumb value most; `s` is the seat's view."""
    best, kept = -np.inf, 0
    for at in range(n):
        value = worth(s, seat, out[at])
        if value > best:
            best, kept = value, 0
        if value == best:
            out[kept] = out[at]
            kept += 1
    return kept
