"""What must hold in every position of every game, checked at compiled speed over random matches."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from herzdame.kernel.chance import Chance, below
from herzdame.kernel.compile import compiled, compiled_apart, compiled_door
from herzdame.kernel.contract import Game
from herzdame.kernel.seeds import sow
from herzdame.kernel.table import Table, first_of
from herzdame.kernel.verbs import apply, census, chance, legal

FINE, NO_ACTION, UNSORTED_ACTIONS, LOST_CARD, LOOSE_KNOWLEDGE, ENDLESS = range(6)
FAULTS = (
    "fine",
    "a seat is to act and has no action",
    "actions are not in ascending order",
    "cards were lost or doubled",
    "something is known of an empty slot, or witnessed without being seen",
    "the match is longer than the game allows",
)


def audit(game: Game, seats: int, options: dict[str, str], matches: int, run: int = 0, first: int = 0) -> str:
    """Play random matches and look at every position; says what broke first, or 'fine'."""
    fresh, (out, _) = game.new(seats, options), game.room()
    box = game.rules.BOX
    fault, match = play_audited(
        fresh, fresh.copy(), box, game.longest, np.uint64(run), first, matches,
        np.zeros((2, 1), np.uint64), out, np.zeros(box.size, np.int64),
    )  # fmt: skip
    return FAULTS[fault] if fault == FINE else f"match {match} of run {run}: {FAULTS[fault]}"


@compiled_door
def play_audited(
    fresh: Any,
    tables: Any,
    box: NDArray[Any],
    longest: int,
    run: Any,
    first: int,
    matches: int,
    rngs: Any,
    out: NDArray[Any],
    counts: NDArray[Any],
) -> tuple[int, int]:
    """The first fault and the match it occurred in."""
    s, rng = tables[0], rngs[0]
    for match in range(first, first + matches):
        tables[0] = fresh[0]
        sow(rngs[1], run, match)
        seed = rngs[1][0]
        while True:
            found = fault(s, box, longest, out, counts)
            if found != FINE:
                return found, match
            if s.over:
                break
            sow(rng, seed, s.step)
            if s.acting == 0:
                chance(s, rng)
            else:
                act(s, rng, out)
    return FINE, 0


@compiled
def act(s: Table, rng: Chance, out: NDArray[Any]) -> None:
    """One of the seats that may act does anything."""
    seat = first_of(s.acting)
    n = legal(s, seat, out)
    apply(s, seat, out[below(n, rng)])


@compiled_apart
def fault(s: Table, box: NDArray[Any], longest: int, out: NDArray[Any], counts: NDArray[Any]) -> int:
    """Which rule of all games the position breaks; FINE if none."""
    if s.step > longest:
        return ENDLESS
    if card_lost(s, box, counts):
        return LOST_CARD
    for slot in range(s.card.size):
        if int(s.witnessed[slot]) & ~int(s.shown[slot]) or (s.card[slot] == 0 and (s.shown[slot] or s.barred[slot])):
            return LOOSE_KNOWLEDGE
    for seat in range(s.seats):
        n = legal(s, seat, out)
        if n == 0 and s.acting >> seat & 1:
            return NO_ACTION
        for at in range(1, n):
            if out[at - 1] >= out[at]:
                return UNSORTED_ACTIONS
    return FINE


@compiled
def card_lost(s: Table, box: NDArray[Any], counts: NDArray[Any]) -> bool:
    """Once dealt, every card of the box is on the table, no more and no less."""
    for card in range(box.size):
        counts[card] = 0
    census(s, counts)
    wrong = on_table = 0
    for card in range(1, box.size):
        wrong += counts[card] != box[card]
        on_table += counts[card]
    return wrong > 0 and on_table > 0
