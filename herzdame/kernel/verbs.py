"""What every game answers, chosen by the record of its state.

Bots and loops say `apply(s, seat, action)` and never name a game.  In compiled code Numba picks the
rules when it compiles; in plain Python they are looked up.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numba.extending import overload
from numpy.typing import NDArray

from .chance import Chance
from .compile import PART_OPTIONS
from .table import Table


@dataclass(frozen=True)
class Rules:
    """One game's answers."""

    chance: Callable[..., None]
    legal: Callable[..., int]
    apply: Callable[..., None]
    score: Callable[..., None]
    census: Callable[..., None]
    worth: Callable[..., float]
    outlook: Callable[..., bool]
    backs: NDArray[np.int8]
    kinds: NDArray[np.int64]
    hands: NDArray[np.int8]


AS_RULES: Any = PART_OPTIONS

_known: dict[Any, Rules] = {}


def learn(record: np.dtype[Any], rules: Rules) -> None:
    """From now on, states of this record are played by these rules."""
    _known[record] = _known[numba.from_dtype(record)] = rules


def rules_of(record: Any) -> Rules:
    """The rules for a record: a dtype in plain Python, a type of Numba's while compiling."""
    return _known[record]


def chance(s: Table, rng: Chance) -> None:
    """Deal, shuffle or roll: due when nobody is acting and the match is not over."""
    rules_of(_record(s)).chance(s, rng)
    s.step += 1


def legal(s: Table, seat: int, out: NDArray[Any]) -> int:
    """How many actions the seat has now, none if it is not acting; `out` receives them in ascending order."""
    return rules_of(_record(s)).legal(s, seat, out) if s.acting >> seat & 1 else 0


def apply(s: Table, seat: int, action: int) -> None:
    """Carry out an action.  That it is legal is not checked here: whoever takes in a wish checks it."""
    rules_of(_record(s)).apply(s, seat, action)
    s.step += 1


def score(s: Table, out: NDArray[np.float64]) -> None:
    """When the match is over: each seat's share in the victory."""
    rules_of(_record(s)).score(s, out)


def back(s: Table, card: int) -> int:
    """Which back the card has."""
    return rules_of(_record(s)).backs[card]  # type: ignore[no-any-return]


def census(s: Table, counts: NDArray[Any]) -> None:
    """Add every card on the table to `counts`, by its number."""
    rules_of(_record(s)).census(s, counts)


def worth(s: Table, seat: int, action: int) -> float:
    """What the game's rules of thumb think of an action; `s` is what the seat may see."""
    return rules_of(_record(s)).worth(s, seat, action)


def outlook(s: Table, out: NDArray[np.float64]) -> bool:
    """Between two rounds: each seat's chances of the victory, by the score; False where only playing on can tell."""
    return rules_of(_record(s)).outlook(s, out)


def kind_of(s: Table, card: int) -> int:
    """The mask of the card's kind, as `barred` names kinds."""
    return rules_of(_record(s)).kinds[card]  # type: ignore[no-any-return]


def hand_of(s: Table, slot: int) -> int:
    """In which hand without an order the slot is; 0 for none."""
    return rules_of(_record(s)).hands[slot]  # type: ignore[no-any-return]


def _record(s: Any) -> Any:
    return s.dtype


@overload(chance, jit_options=AS_RULES, strict=False)
def _chance(s: Any, rng: Any) -> Any:
    rule = rules_of(s).chance

    def run(s: Any, rng: Any) -> None:
        rule(s, rng)
        s.step += 1

    return run


@overload(legal, jit_options=AS_RULES, strict=False)
def _legal(s: Any, seat: Any, out: Any) -> Any:
    rule = rules_of(s).legal
    return lambda s, seat, out: rule(s, np.int64(seat), out) if s.acting >> seat & 1 else 0


@overload(apply, jit_options=AS_RULES, strict=False)
def _apply(s: Any, seat: Any, action: Any) -> Any:
    rule = rules_of(s).apply

    def run(s: Any, seat: Any, action: Any) -> None:
        rule(s, np.int64(seat), np.int64(action))  # of one width, so that rules are compiled once
        s.step += 1

    return run


@overload(score, jit_options=AS_RULES, strict=False)
def _score(s: Any, out: Any) -> Any:
    rule = rules_of(s).score
    return lambda s, out: rule(s, out)


@overload(census, jit_options=AS_RULES, strict=False)
def _census(s: Any, counts: Any) -> Any:
    rule = rules_of(s).census
    return lambda s, counts: rule(s, counts)


@overload(back, jit_options=AS_RULES, strict=False)
def _back(s: Any, card: Any) -> Any:
    backs = rules_of(s).backs
    return lambda s, card: backs[card]


@overload(worth, jit_options=AS_RULES, strict=False)
def _worth(s: Any, seat: Any, action: Any) -> Any:
    rule = rules_of(s).worth
    return lambda s, seat, action: rule(s, np.int64(seat), np.int64(action))


@overload(outlook, jit_options=AS_RULES, strict=False)
def _outlook(s: Any, out: Any) -> Any:
    rule = rules_of(s).outlook
    return lambda s, out: rule(s, out)


@overload(kind_of, jit_options=AS_RULES, strict=False)
def _kind_of(s: Any, card: Any) -> Any:
    kinds = rules_of(s).kinds
    return lambda s, card: kinds[card]


@overload(hand_of, jit_options=AS_RULES, strict=False)
def _hand_of(s: Any, slot: Any) -> Any:
    hands = rules_of(s).hands
    return lambda s, slot: hands[slot]
