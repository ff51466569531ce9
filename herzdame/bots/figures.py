"""What many matches say, with 95 % intervals."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from herzdame.kernel.contract import Game

from .simulate import Matches

Z = 1.959964  # the normal distribution's 97.5 % point


def share(mean: float, n: int) -> dict[str, float]:
    """A share of n matches with its Wilson interval; for shared victories that is on the safe side."""
    middle = (mean + Z * Z / (2 * n)) / (1 + Z * Z / n)
    spread = Z / (1 + Z * Z / n) * math.sqrt(mean * (1 - mean) / n + Z * Z / (4 * n * n))
    return {"share": mean, "low": max(0.0, min(mean, middle - spread)), "high": min(1.0, max(mean, middle + spread))}


def length(values: NDArray[Any]) -> dict[str, float]:
    """The mean of a count with its interval, and how it spreads."""
    mean = float(values.mean())
    spread = Z * float(values.std(ddof=1)) / math.sqrt(values.size) if values.size > 1 else 0.0
    return {
        "mean": mean,
        "low": mean - spread,
        "high": mean + spread,
        "min": int(values.min()),
        "median": float(np.median(values)),
        "max": int(values.max()),
    }


def figures(game: Game, bots: Sequence[str], matches: Matches) -> dict[str, Any]:
    """Wins by seat, lengths and endings."""
    n = len(matches.decisions)
    shared = float((matches.scores.max(axis=1) < 1).mean())
    return {
        "wins": [
            {"seat": seat, "bot": bot, **share(float(matches.scores[:, seat].mean()), n)}
            for seat, bot in enumerate(bots)
        ],
        "shared": share(shared, n),
        "decisions": length(matches.decisions),
        "deals": length(matches.deals),
        "endings": [
            {"ending": name, "clause": clause, **share(float((matches.endings == code).mean()), n)}
            for code, (name, clause) in game.words.ENDINGS.items()
        ],
    }
