"""Rules of thumb for Heart wishes: what a field is worth to a seat and to its rivals, by what the seat can see.

The unit is a wish fulfilled.  Nothing here looks further than to the end of the turn.
"""

import numpy as np
from numpy.typing import NDArray

from herzdame.kernel.compile import compiled, compiled_apart

from . import WISHES_A_STONE, rules
from .hands import AHEAD, BEHIND, EVERY_WISH, HERE, ROUND, STEP_TO, TRACK, Hearts, hand, knot, reached
from .rules import FRESHENS, HOPS, KEEPS, LEAPS, MOVES, RESTS, STAYS, THROBS, WISHES
from .track import COLOUR_DIE

BLOOD = 0.5  # what one heart-blood is worth
RIVALS = 0.6  # what a wish fulfilled by all rivals together takes away from one's own
FACES = len(COLOUR_DIE)


@compiled_apart
def worth(s: Hearts, seat: int, action: int) -> float:
    """How good it is to do this now; `s` is the seat's view."""
    blood = int(s.blood[seat])
    if action >= KEEPS:
        return laying(s, action)
    mine, theirs, share = held_by(s, seat), held_by_rivals(s, seat), likely(s, seat)
    if action == HOPS:
        return hopping(s, mine, theirs, share, blood)
    if action == THROBS:
        return throbbing(s, mine, theirs, share, blood)
    if action == RESTS or action == STAYS:
        return BLOOD + standing(s.figure, mine, theirs, share, blood + 1)
    if action >= LEAPS:
        return standing(action - LEAPS, mine, theirs, share, blood)
    if action >= FRESHENS:
        return BLOOD + standing(rules.next_field(s, action - FRESHENS), mine, theirs, share, blood + 1)
    return standing(rules.next_field(s, action - MOVES), mine, theirs, share, blood)


@compiled_apart
def laying(s: Hearts, action: int) -> float:
    """Every wish counts; those of neighbouring fields cost."""
    wishes = int(WISHES[action])
    paid = (wishes >> reached(s, BEHIND) & 1) + (wishes >> reached(s, AHEAD) & 1)
    return count(wishes) - BLOOD * paid


@compiled_apart
def standing(field: int, mine: int, theirs: int, share: float, blood: int) -> float:
    """What the figure on this field brings: wishes of one's own, less what rivals may fulfil."""
    field = int(field)
    here = mine >> field & 1
    beside = (mine >> (field + 1) % TRACK & 1) + (mine >> (field - 1) % TRACK & 1)
    lost = (theirs >> field & 1) + (1 - BLOOD) * (
        (theirs >> (field + 1) % TRACK & 1) + (theirs >> (field - 1) % TRACK & 1)
    )
    return here + (1 - BLOOD) * min(beside, blood) - RIVALS * share * lost


@compiled_apart
def hopping(s: Hearts, mine: int, theirs: int, share: float, blood: int) -> float:
    """The mean over all rolls of the colour dice, each used at its best."""
    total = standing(s.figure, mine, theirs, share, blood + 2) + 2 * BLOOD
    stay = standing(s.figure, mine, theirs, share, blood + 1) + BLOOD
    for colour in range(ROUND):
        field = rules.next_field(s, colour)
        move = standing(field, mine, theirs, share, blood)
        fresh = standing(field, mine, theirs, share, blood + 1) + BLOOD
        total += max(move, stay) + 2 * max(fresh, leaping(colour, mine, theirs, share, blood))
        for other in range(colour):
            total += 2 * max(move, standing(rules.next_field(s, other), mine, theirs, share, blood))
    return total / (FACES * FACES)


@compiled_apart
def leaping(colour: int, mine: int, theirs: int, share: float, blood: int) -> float:
    """The best of the six fields of a colour."""
    best = standing(colour, mine, theirs, share, blood)
    for ground in range(1, TRACK // ROUND):
        best = max(best, standing(colour + ROUND * ground, mine, theirs, share, blood))
    return best


@compiled_apart
def throbbing(s: Hearts, mine: int, theirs: int, share: float, blood: int) -> float:
    """The mean over the pip die."""
    total = 0.0
    for face in range(rules.PIPS.size):
        total += standing((s.figure + rules.PIPS[face]) % TRACK, mine, theirs, share, blood)
    return total / rules.PIPS.size


# --- Who holds what ------------------------------------------------------------------------------


@compiled_apart
def held_by(s: Hearts, seat: int) -> int:
    """The wishes in a hand that can be seen, as a mask."""
    mask = 0
    for slot in range(hand(s, seat), hand(s, seat) + s.held[seat]):
        mask |= 1 << (int(s.card[slot]) - 1)
    return mask


@compiled_apart
def held_by_rivals(s: Hearts, seat: int) -> int:
    """The wishes that rivals hold, as far as one can see, or may hold."""
    if not s.open_hands:
        return EVERY_WISH & ~int(s.fulfilled) & ~held_by(s, seat)
    mask = 0
    for rival in range(s.seats):
        if rival != seat:
            mask |= held_by(s, rival)
    return mask


@compiled_apart
def likely(s: Hearts, seat: int) -> float:
    """How likely it is that such a wish is in a rival's hand."""
    if s.open_hands:
        return 1.0
    cards = 0
    for rival in range(s.seats):
        cards += s.held[rival] if rival != seat else 0
    return cards / (cards + s.pile)


@compiled_apart
def count(mask: int) -> int:
    number = 0
    while mask:
        mask &= mask - 1
        number += 1
    return number


# --- How the match stands ------------------------------------------------------------------------
#
# Whoever has fulfilled most wishes wins, as three of them make a stone.  All else is measured in wishes, as it turned
# out to be worth when greedy players play each other.

EACH_BLOOD = np.array([0.55, 0.4, 0.3, 0.3] + [0.1] * rules.BLOOD)  # the first one, the second, ...
SOON = 0.3  # a wish in hand that the figure comes to within the next fields,
LATER = 0.15  # and within twice as many
NEAR = 6
ON_TURN = 0.25  # having the dice
SURE = 2.4  # how fast a lead, measured by what is still to come, becomes certain


@compiled_apart
def outlook(s: Hearts, out: NDArray[np.float64]) -> bool:
    """Each seat's chances, by what it has and is about to fulfil; False where dice or cards have to fall first."""
    turn_begins = s.phase == rules.CHOOSING or (s.children and s.phase == rules.HOPPING)
    if s.over or not (turn_begins or s.phase == rules.DICE or s.phase == rules.FULFILLING):
        return False
    option = best_by_the_dice(s) if s.phase == rules.DICE else NOTHING
    field = landing(s, option)
    left = WISHES_A_STONE * int(s.small_heart)
    for seat in range(s.seats):
        left -= s.lain[seat]
    total = 0.0
    for seat in range(s.seats):
        more = taking(option) if seat == s.turn else 0
        value = has(s, seat, field, int(s.blood[seat]) + more)
        if not turn_begins:
            value += about_to_fulfil(s, seat, field, int(s.blood[seat]) + more)
        elif seat == s.turn:
            value += ON_TURN
        out[seat] = np.exp(SURE * value / np.sqrt(max(left, 1)))
        total += out[seat]
    for seat in range(s.seats):
        out[seat] /= total
    return True


@compiled_apart
def has(s: Hearts, seat: int, field: int, blood: int) -> float:
    """What the seat has, in wishes, with the figure on this field."""
    value = float(rules.merit(s, seat))
    for at in range(blood):
        value += EACH_BLOOD[at]
    for slot in range(hand(s, seat), hand(s, seat) + s.held[seat]):
        way = (int(s.card[slot]) - 2 - field) % TRACK
        if way < NEAR:
            value += SOON
        elif way < 2 * NEAR:
            value += LATER
    return value


@compiled_apart
def about_to_fulfil(s: Hearts, seat: int, field: int, blood: int) -> float:
    """What the wishes around this field bring: those decided on, or all that can be laid down."""
    mine = held_by(s, seat)
    value = float(mine >> field & 1 and not refused(s, seat, HERE))
    for where in range(BEHIND, AHEAD + 1):
        if mine >> (field + int(STEP_TO[where])) % TRACK & 1 and blood and not refused(s, seat, where):
            blood -= 1
            value += 1 - EACH_BLOOD[blood] - (SOON if where == AHEAD else 0.0)
    return value


@compiled
def refused(s: Hearts, seat: int, where: int) -> bool:
    """Has the seat decided to keep this wish?"""
    return bool(s.shown[knot(seat, where)])


# --- The best that the dice allow ----------------------------------------------------------------

NOTHING = -1


@compiled_apart
def best_by_the_dice(s: Hearts) -> int:
    """Which action by the dice the player on turn likes most, as a rule of thumb."""
    low, high = int(min(s.dice[0], s.dice[1])) - 1, int(max(s.dice[0], s.dice[1])) - 1
    if high < ROUND:
        return better(s, MOVES + low, STAYS if low == high else MOVES + high)
    best = FRESHENS + low
    for ground in range(TRACK // ROUND):
        best = better(s, best, LEAPS + low + ROUND * ground)
    return best


@compiled_apart
def better(s: Hearts, one: int, other: int) -> int:
    """Of two actions by the dice, the one that brings more."""
    return one if bringing(s, one) >= bringing(s, other) else other


@compiled_apart
def bringing(s: Hearts, action: int) -> float:
    """What an action by the dice brings the player on turn, less what it brings rivals."""
    field, value = landing(s, action), 0.0
    for seat in range(s.seats):
        blood = int(s.blood[seat])
        if seat == s.turn:
            value += BLOOD * taking(action) + about_to_fulfil(s, seat, field, blood + taking(action))
        else:
            value -= RIVALS / (s.seats - 1) * about_to_fulfil(s, seat, field, blood)
    return value


@compiled_apart
def landing(s: Hearts, action: int) -> int:
    """The field on which the figure stands after it."""
    if action >= LEAPS:
        return action - LEAPS
    if action >= FRESHENS:
        return int(rules.next_field(s, action - FRESHENS))
    return int(s.figure) if action == STAYS or action == NOTHING else int(rules.next_field(s, action - MOVES))


@compiled
def taking(action: int) -> int:
    """How much heart-blood it brings."""
    return 1 if STAYS <= action < LEAPS else 0
