"""How fast a game is played at random on one core."""

import time
from itertools import product
from typing import Any

from herzdame.kernel.contract import Game
from herzdame.kernel.options import Choice, Switch

from .ladder import RANDOM, Sort
from .simulate import Matches, play_chunk


def variants(game: Game, seats: int) -> list[dict[str, str]]:
    """The option sets worth naming for so many players: every combination of names, and each switch by itself."""
    choices = [option for option in game.options if isinstance(option, Choice) and len(option.there_are(seats)) > 1]
    switches = [option for option in game.options if isinstance(option, Switch)]
    combined = [
        {option.name: value for option, value in zip(choices, values, strict=True)}
        for values in product(*(option.there_are(seats) for option in choices))
    ]
    return combined + [combined[0] | {switch.name: "yes"} for switch in switches]


def measure(game: Game, seats: int, options: dict[str, str], seconds: float = 1.0) -> dict[str, Any]:
    """Play for about so many CPU-seconds; compiling is not counted."""
    random_play(game, seats, options, 1)
    matches = 64
    while True:
        results, took = random_play(game, seats, options, matches)
        if took >= seconds / 2:
            break
        matches = int(matches * min(64, 0.75 * seconds / max(took, 1e-4))) + 1
    decisions = int(results.decisions.sum())
    return {
        "game": game.id,
        "seats": seats,
        "options": options,
        "decisions_per_cpu_s": round(decisions / took),
        "matches_per_cpu_s": round(matches / took),
        "decisions_per_match": round(decisions / matches, 3),
    }


def random_play(game: Game, seats: int, options: dict[str, str], matches: int) -> tuple[Matches, float]:
    """Random matches in one thread, and the CPU-seconds they took."""
    fresh, results = game.new(seats, options), Matches.empty(matches, seats)
    started = time.process_time()
    play_chunk(game, fresh, [Sort(RANDOM)] * seats, 1, 0, results)
    return results, time.process_time() - started
