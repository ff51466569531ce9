"""Rules of thumb for Love Letter: what one turn is worth, judged by what the seat can see.

The unit is a knocked-out rival.  Nothing here looks ahead.
"""

from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from herzdame.kernel.compile import compiled_apart
from herzdame.kernel.seats import NOBODY
from herzdame.kernel.table import kind

from . import GAME, rules
from .rules import BARON, COURT, GUARD, HAND, HANDMAID, NEEDED, PRIEST, PRINCE, PRINCESS, Court

RUIN = -100.0  # knocks oneself out
LOOK = 0.1  # a Priest
SHELTER = 0.15  # a Handmaid
RISK = 1.5  # being knocked out hurts more than knocking out one of several rivals helps
KEEP = 0.05  # each point of the card that stays in the hand


@compiled_apart
def worth(s: Court, seat: int, action: int) -> float:
    """How good it is to lay this card now; `s` is the seat's view."""
    card, target, guess = int(rules.CARD[action]), int(rules.TARGET[action]), int(rules.GUESS[action])
    kept = other_card(s, seat, card)
    return KEEP * kept + effect(s, seat, card, target, guess, kept)


@compiled_apart
def effect(s: Court, seat: int, card: int, target: int, guess: int, kept: int) -> float:
    """What the card itself brings about."""
    if card == PRINCESS:
        return RUIN
    if card == HANDMAID:
        return SHELTER
    if target == NOBODY:
        return 0.0
    if card == GUARD:
        return odds(s, target, guess, guess)
    if card == PRIEST:
        return LOOK if s.card[HAND + 2 * target] < 0 else 0.0
    if card == BARON:
        return duel(s, target, kept)
    if card == PRINCE and target == seat:
        return RUIN if kept == PRINCESS else -KEEP * kept
    if card == PRINCE:
        return odds(s, target, PRINCESS, PRINCESS) + KEEP * expected(s, target)
    return KEEP * (expected(s, target) - kept)


@compiled_apart
def duel(s: Court, target: int, mine: int) -> float:
    """Baron: the odds of holding the higher card, against those of holding the lower."""
    win = odds(s, target, GUARD, mine - 1)
    lose = odds(s, target, mine + 1, PRINCESS)
    return RUIN if lose == 1 else win - RISK * lose


@compiled_apart
def expected(s: Court, target: int) -> float:
    """The card a rival holds, on average."""
    possible, total = tally(s, HAND + 2 * target, GUARD, PRINCESS)
    return total / possible


@compiled_apart
def odds(s: Court, target: int, low: int, high: int) -> float:
    """How likely the rival's card is one of these, by what lies open and what was ruled out."""
    wanted, _ = tally(s, HAND + 2 * target, low, high)
    possible, _ = tally(s, HAND + 2 * target, GUARD, PRINCESS)
    return wanted / possible


@compiled_apart
def tally(s: Court, slot: int, low: int, high: int) -> tuple[int, int]:
    """How many cards from `low` to `high` may lie in this slot, and their sum."""
    if s.card[slot] > 0:
        held = int(s.card[slot])
        return (1, held) if low <= held <= high else (0, 0)
    number = total = 0
    for at in range(COURT.size + s.card.size + s.laid):
        card, counts = a_card(s, at)
        if low <= card <= high and not s.barred[slot] & kind(card):
            number += counts
            total += counts * card
    return number, total


@compiled_apart
def a_card(s: Court, at: int) -> tuple[int, int]:
    """Each card of the box (counts 1), and then each one seen on the table (counts -1)."""
    if at < COURT.size:
        return int(COURT[at]), 1
    at -= COURT.size
    if at < s.card.size:
        return int(s.card[at]), -1
    return int(s.pile[at - s.card.size]), -1


@compiled_apart
def other_card(s: Court, seat: int, card: int) -> int:
    """What stays in the hand."""
    first, second = s.card[HAND + 2 * seat], s.card[HAND + 2 * seat + 1]
    return int(second if first == card else first)


# --- Between two rounds --------------------------------------------------------------------------


@cache
def race(missing: tuple[int, ...]) -> float:
    """The chance of the first of several players in a race for tokens, where each round is anybody's.

    `missing` says how many tokens each of them still needs.
    """
    if 0 in missing:
        return float(missing[0] == 0)
    return sum(race(one_less(missing, winner)) for winner in range(len(missing))) / len(missing)


def one_less(missing: tuple[int, ...], winner: int) -> tuple[int, ...]:
    """After a round; the rivals in ascending order, as it does not matter which of them is who."""
    first, *rivals = (tokens - (at == winner) for at, tokens in enumerate(missing))
    return first, *sorted(rivals)


# The races of two players, then of three, then of four, each written as a number with one digit a player.
BASE = NEEDED.max(axis=0).astype(np.int64) + 1
RACES = np.array(
    [race(missing) for seats in GAME.seats for missing in product(range(BASE[seats]), repeat=seats)], np.float32
)
START = np.array([sum(BASE[fewer] ** fewer for fewer in GAME.seats if fewer < seats) for seats in range(len(BASE))])


@compiled_apart
def outlook(s: Court, out: NDArray[np.float64]) -> bool:
    """Between two rounds: the chances of each seat, by the tokens it still needs."""
    if s.acting or s.over:
        return False
    for seat in range(s.seats):
        at = 0
        for other in range(s.seats):
            whose = (seat + other) % s.seats
            at = at * BASE[s.seats] + NEEDED[s.edition, s.seats] - s.tokens[whose]
        out[seat] = RACES[START[s.seats] + at]
    return True
