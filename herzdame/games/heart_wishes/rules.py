"""Heart wishes.

Read downwards, in the order of the rulebook: the dice, the deal, a turn, fulfilling, the end.  How the fields
lie and what the dice show stands in `track.py`, the cards and who knows them in `hands.py`.  Clause
numbers (`HW.7`) are those of the rulebook pages beside this file, which also mark our rulings and house values.

HW.1: field f lies on ground f // 5, and the colours come in the same order on each of them.
HW.2: thirty wishes, stones, sixteen heart-blood, two colour dice and a pip die.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from herzdame.games.heart_wishes import TURNS, WISHES_A_STONE
from herzdame.games.heart_wishes.track import COLOUR_DIE, COLOURS, PIP_DIE
from herzdame.kernel.chance import Chance, below
from herzdame.kernel.compile import compiled, compiled_apart
from herzdame.kernel.seats import NOBODY
from herzdame.kernel.table import bit

from .hands import (
    AHEAD,
    BACKS,
    BEHIND,
    BOX,
    HERE,
    KINDS,
    ROUND,
    TABLE,
    TRACK,
    Hearts,
    census,
    deal_cards,
    decide,
    fitting,
    hand_in,
    lay_down,
    reached,
    refill,
    reshuffle,
    youngest,
)

__all__ = ["BACKS", "BOX", "KINDS", "TABLE", "census"]

BLOOD = 16
BLOOD_EACH = 2
WHITE = len(COLOUR_DIE)  # a die shows its colour's number, counted from 1
PIPS = np.array(PIP_DIE, np.int8)

DEALING, CHOOSING, HOPPING, THROBBING, DICE, FULFILLING, REFILLING = range(7)

# --- What a player can do ------------------------------------------------------------------------
#
# A turn (HW.4-HW.9), then, by everybody, what to lay down (HW.12): one choice for up to three wishes, so that nobody
# can count.  Behind the verb stands a colour, a field, or the free wish; then those that cost heart-blood.

HOP, THROB, REST, MOVE, STAY, FRESH, LEAP, KEEP, LAY = (
    "hop", "throb", "rest", "move", "stay", "fresh", "leap", "keep", "lay",
)  # fmt: skip
WAYS = {BEHIND: -1, AHEAD: 1}


def beside(field: int, *where: int) -> tuple[int, ...]:
    """The neighbours of a field on these sides."""
    return tuple((field + WAYS[side]) % TRACK for side in where)


ACTIONS: list[tuple[str, int, tuple[int, ...]]] = [
    *((verb, NOBODY, ()) for verb in (HOP, THROB, REST)),
    *((MOVE, colour, ()) for colour in range(len(COLOURS))),
    (STAY, NOBODY, ()),
    *((FRESH, colour, ()) for colour in range(len(COLOURS))),
    *((LEAP, field, ()) for field in range(TRACK)),
    (KEEP, NOBODY, ()),
    *((LAY, field, ()) for field in range(TRACK)),
    *((LAY, NOBODY, (field,)) for field in range(TRACK)),
    *((LAY, field, beside(field, BEHIND)) for field in range(TRACK)),
    *((LAY, field, beside(field, AHEAD)) for field in range(TRACK)),
    *((LAY, NOBODY, beside(field, BEHIND, AHEAD)) for field in range(TRACK)),
    *((LAY, field, beside(field, BEHIND, AHEAD)) for field in range(TRACK)),
]
FIRST = {verb: at for at, (verb, *_) in reversed([*enumerate(ACTIONS)])}
HOPS, THROBS, RESTS, MOVES, STAYS, FRESHENS, LEAPS, KEEPS = (
    FIRST[verb] for verb in (HOP, THROB, REST, MOVE, STAY, FRESH, LEAP, KEEP)
)
LAYS, PAYS, LAYS_BEHIND, LAYS_AHEAD, PAYS_BOTH, LAYS_BOTH = range(FIRST[LAY], len(ACTIONS), TRACK)
WISHES = np.array(
    [
        sum(1 << field for field in (free, *paid) if field != NOBODY) if verb == LAY else 0
        for verb, free, paid in ACTIONS
    ],
    np.int64,
)  # by action: a bit for every wish it lays down

# How a match can end, by what decided it.
RUNNING, MOST_STONES, MOST_WISHES, SHARED, TURN_LIMIT = range(5)


# --- Chance --------------------------------------------------------------------------------------


@compiled
def chance(s: Hearts, rng: Chance) -> None:
    """HW.3: draw the figure's field, where none was named; deal; roll; shuffle the discard pile."""
    if s.figure == NOBODY:
        s.figure = below(TRACK, rng)
    elif s.phase == DEALING:
        deal(s, rng)
    elif s.phase == HOPPING:
        roll_colours(s, rng)
    elif s.phase == THROBBING:
        throb(s, PIPS[below(len(PIP_DIE), rng)])
    else:
        reshuffle(s, rng)
        fill_hands(s)


@compiled
def deal(s: Hearts, rng: Chance) -> None:
    """HW.3: hands, heart-blood and stones (HW.20: their number can be chosen); the youngest or the one named begins."""
    if s.first == NOBODY:
        s.first = youngest(s)
    deal_cards(s, rng)
    s.small_heart = s.stones
    s.supply = BLOOD
    for seat in range(s.seats):
        take(s, seat, BLOOD_EACH)
    begin_turn(s, s.first)


@compiled
def begin_turn(s: Hearts, seat: int) -> None:
    """HW.16: the dice go to the next player.  HW.19: children always hop, so that they are not asked."""
    s.turn = seat
    s.turns += 1
    if s.children:
        s.phase = HOPPING
        s.acting = 0
    else:
        s.phase = CHOOSING
        s.acting = bit(seat)


@compiled_apart
def roll_colours(s: Hearts, rng: Chance) -> None:
    """HW.4: both colour dice; only where they leave a choice the player is asked."""
    s.pips = 0
    for die in range(2):
        s.dice[die] = 1 + below(len(COLOUR_DIE), rng)
    if s.dice[0] == WHITE and s.dice[1] == WHITE:
        take(s, s.turn, 2)  # HW.6
        begin_fulfilling(s)
    elif s.children and (s.dice[0] == WHITE or s.dice[1] == WHITE):
        fresh_blood(s, min(s.dice[0], s.dice[1]) - 1)  # HW.19
    else:
        s.phase = DICE
        s.acting = bit(s.turn)


# --- What can be done ----------------------------------------------------------------------------


@compiled
def legal(s: Hearts, seat: int, out: NDArray[Any]) -> int:
    """What the seat can do now; `out` receives it in ascending order."""
    if s.phase == CHOOSING:
        out[0], out[1], out[2] = HOPS, THROBS, RESTS
        return 3 if s.blood[seat] == 0 else 2  # HW.9
    if s.phase == DICE:
        return by_the_dice(s, out)
    return to_lay(s, seat, out)


@compiled
def by_the_dice(s: Hearts, out: NDArray[Any]) -> int:
    """HW.4: either colour.  HW.5: a double: move or stay.  HW.7: one white: fresh blood or heart leap."""
    low, high = min(s.dice[0], s.dice[1]) - 1, max(s.dice[0], s.dice[1]) - 1
    if high == WHITE - 1:
        out[0] = FRESHENS + low
        for at in range(TRACK // ROUND):
            out[1 + at] = LEAPS + low + ROUND * at
        return 1 + TRACK // ROUND
    out[0] = MOVES + low
    out[1] = STAYS if low == high else MOVES + high
    return 2


@compiled_apart
def to_lay(s: Hearts, seat: int, out: NDArray[Any]) -> int:
    """HW.12: nothing, the wish of the figure's field, and for one heart-blood each those of its neighbours."""
    found = fitting(s, seat)
    here = found >> HERE & 1 != 0
    behind = found >> BEHIND & 1 != 0 and s.blood[seat] > 0
    ahead = found >> AHEAD & 1 != 0 and s.blood[seat] > 0
    on, before, after = reached(s, HERE), reached(s, BEHIND), reached(s, AHEAD)
    out[0] = KEEPS
    n = 1
    if here:
        out[n] = LAYS + on
        n += 1
    if behind and before < after:
        out[n] = PAYS + before
        n += 1
    if ahead:
        out[n] = PAYS + after
        n += 1
    if behind and before > after:
        out[n] = PAYS + before
        n += 1
    if here and behind:
        out[n] = LAYS_BEHIND + on
        n += 1
    if here and ahead:
        out[n] = LAYS_AHEAD + on
        n += 1
    if behind and ahead and s.blood[seat] > 1:
        out[n] = PAYS_BOTH + on
        n += 1
        if here:
            out[n] = LAYS_BOTH + on
            n += 1
    return n


# --- A turn --------------------------------------------------------------------------------------


@compiled
def apply(s: Hearts, seat: int, action: int) -> None:
    """HW.4, HW.8, HW.9: hop, throb or rest; what the dice allow; then everybody's wishes."""
    if s.phase == FULFILLING:
        fulfil(s, seat, action)
        return
    s.acting = 0
    if action == HOPS:
        s.phase = HOPPING
    elif action == THROBS:
        s.phase = THROBBING
    elif action == RESTS or action == STAYS:
        take(s, seat, 1)  # HW.9, HW.5
        begin_fulfilling(s)
    elif action >= LEAPS:
        go(s, action - LEAPS)  # HW.7
    elif action >= FRESHENS:
        fresh_blood(s, action - FRESHENS)
    else:
        go(s, next_field(s, action - MOVES))


@compiled
def fresh_blood(s: Hearts, colour: int) -> None:
    """HW.7: move to the next field of the colour, then take one heart-blood, usable at once."""
    s.figure = next_field(s, colour)
    take(s, s.turn, 1)
    begin_fulfilling(s)


@compiled
def throb(s: Hearts, pips: int) -> None:
    """HW.8: move the full number of fields."""
    s.dice[0] = s.dice[1] = 0
    s.pips = pips
    go(s, (s.figure + pips) % TRACK)


@compiled
def take(s: Hearts, seat: int, blood: int) -> None:
    """HW.10: what is not there is not taken."""
    number = min(blood, s.supply)
    s.blood[seat] += number
    s.supply -= number


@compiled
def next_field(s: Hearts, colour: int) -> int:
    """HW.11: always ahead, so that from a red heart the next red one is a whole segment away."""
    return (s.figure + 1 + (colour - s.figure - 1) % ROUND) % TRACK


@compiled
def go(s: Hearts, field: int) -> None:
    s.figure = field
    begin_fulfilling(s)


# --- Fulfilling ----------------------------------------------------------------------------------


@compiled_apart
def begin_fulfilling(s: Hearts) -> None:
    """HW.12: everybody is asked, at the same time, but for those of whom all can tell that they have no choice."""
    s.phase = FULFILLING
    s.acting = 0
    for seat in range(s.seats):
        if may_fulfil(s, seat):
            s.acting |= bit(seat)
    if s.acting == 0:
        settle(s)


@compiled
def may_fulfil(s: Hearts, seat: int) -> bool:
    """Could the seat lay anything down, for all that everybody knows?"""
    if s.open_hands:
        found = fitting(s, seat)
        return bool(found & bit(HERE) or (found and s.blood[seat]))
    within = bit(s.figure)
    if s.blood[seat]:
        within |= bit(reached(s, BEHIND)) | bit(reached(s, AHEAD))
    return bool(within & ~int(s.fulfilled))


@compiled
def fulfil(s: Hearts, seat: int, action: int) -> None:
    """HW.12: a hidden decision, and final; the last one brings them all into the open."""
    decide(s, seat, WISHES[action])
    s.acting &= 255 ^ bit(seat)
    if s.acting == 0:
        settle(s)


@compiled_apart
def settle(s: Hearts) -> None:
    """All have decided: wishes are laid down, stones taken; then hands are filled, unless this was the end."""
    for after in range(s.seats):
        lay_down(s, (s.turn + after) % s.seats)
    for after in range(s.seats):
        stone(s, (s.turn + after) % s.seats)
    if s.small_heart == 0:
        s.over = decided_by(s)  # HW.17
    elif s.turns == TURNS:
        s.over = TURN_LIMIT  # HW.21
    else:
        fill_hands(s)


@compiled
def stone(s: Hearts, seat: int) -> None:
    """HW.14: three wishes for a stone.  HW.17: if none is left, the three count as one themselves."""
    if s.lain[seat] < WISHES_A_STONE:
        return
    s.won[seat] += 1
    if s.small_heart:
        s.small_heart -= 1
        hand_in(s, seat)
    else:
        s.bundled |= bit(seat)


@compiled_apart
def fill_hands(s: Hearts) -> None:
    """HW.13: all refill.  HW.15: where the pile runs out, it is renewed first.  HW.16: then comes the next turn."""
    s.acting = 0
    s.phase = REFILLING
    if refill(s):
        begin_turn(s, (s.turn + 1) % s.seats)


# --- The end -------------------------------------------------------------------------------------


@compiled
def decided_by(s: Hearts) -> int:
    """HW.18: was it stones, or wishes, or neither?"""
    leaders = best(s)
    tied = 0
    for seat in range(s.seats):
        tied += s.won[seat] == s.won[leaders[1]]
    if tied == 1:
        return MOST_STONES
    return MOST_WISHES if leaders[0] == 1 else SHARED


@compiled_apart
def score(s: Hearts, out: NDArray[np.float64]) -> None:
    """HW.18: most stones, then most wishes lying in front; still tied, the victory is shared."""
    number, one = best(s)
    for seat in range(s.seats):
        out[seat] = 1 / number if merit(s, seat) == merit(s, one) else 0.0


@compiled
def best(s: Hearts) -> tuple[int, int]:
    """How many have won, and the last of them."""
    number, one = 0, 0
    for seat in range(s.seats):
        if merit(s, seat) > merit(s, one):
            number, one = 0, seat
        if merit(s, seat) == merit(s, one):
            number, one = number + 1, seat
    return number, one


@compiled
def merit(s: Hearts, seat: int) -> int:
    """Stones, then wishes in front, as one number.  HW.17: a bundle's wishes no longer count as such."""
    wishes = s.lain[seat] - WISHES_A_STONE * (s.bundled >> seat & 1)
    return WISHES_A_STONE * int(s.won[seat]) + int(wishes)
