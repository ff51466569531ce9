"""Rules of thumb for Sleeping Queens: what an action brings at once, judged by what the seat can see.

The unit is a point.  Nothing here looks ahead.
"""

import numpy as np
from numpy.typing import NDArray

from herzdame.kernel.compile import compiled_apart
from herzdame.kernel.table import bit

from . import court
from .court import (
    CAT,
    DEED,
    DOG,
    ENOUGH_POINTS,
    ENOUGH_QUEENS,
    FIRST_QUEEN,
    JESTER,
    KING,
    KNIGHT,
    NUMBER,
    OBJECT,
    PLACE,
    PLACES,
    POINTS,
    Palace,
)
from .hands import first_slot
from .rules import owner, within_reach

VICTORY = 100.0
A_QUEEN = 5.0  # beside her points: so many queens win, too
PASSIVE = -1.0  # a queen who would only go back to sleep
PARRIED = 0.8  # how often a knight or potion gets through
SURPRISE = 9.0  # a jester
FRESH = 1.5  # each card that can be drawn for a number
ANSWER = 1.0

# What the deeds bring that need no look at the table, by action; and which useless card is missed least (SQ.10).
MISSED = {court.POTION: 0.0, court.WAND: -1.0, court.DRAGON: -2.0, court.KNIGHT: -3.0}
PLAIN = np.zeros(len(court.ACTIONS))
for _action, (_deed, _objects) in enumerate(court.ACTIONS):
    if _deed == court.DISCARD:
        PLAIN[_action] = FRESH * len(_objects)
    elif _deed == court.USELESS:
        PLAIN[_action] = MISSED[_objects[0]]
    elif _deed == court.DEFEND:
        PLAIN[_action] = ANSWER


@compiled_apart
def worth(s: Palace, seat: int, action: int) -> float:
    """How good it is to do this now; `s` is the seat's view."""
    deed, what = DEED[action], int(OBJECT[action])
    if deed == court.PLAY:
        return played(s, seat, what)
    if deed == court.WAKE:
        return promise(s, seat, what)
    if deed == court.ROB:
        return prey(s, seat, what - FIRST_QUEEN, KNIGHT)
    if deed == court.LULL:
        return prey(s, seat, what - FIRST_QUEEN, court.POTION)
    return float(PLAIN[action])


@compiled_apart
def played(s: Palace, seat: int, card: int) -> float:
    """A king, jester, knight or potion, by the best queen there is for it."""
    if card == JESTER:
        return SURPRISE
    best = 0.0
    if card == KING:
        for place in range(PLACES):
            if s.asleep >> place & 1:
                best = max(best, promise(s, seat, place))
        return best
    possible = within_reach(s, seat, card)
    for queen in range(PLACES):
        if possible >> queen & 1:
            best = max(best, PARRIED * prey(s, seat, queen, card))
    return best


@compiled_apart
def promise(s: Palace, seat: int, place: int) -> float:
    """What the queen at a place brings who wakes her: known, or what is to be expected of those never seen."""
    if s.card[PLACE + place] > 0:
        return gain(s, seat, s.card[PLACE + place] - FIRST_QUEEN)
    unseen, points = 0, 0
    for at in range(PLACES):
        card = int(s.card[PLACE + at])
        unseen += card < 0
        points -= POINTS[bit(card - FIRST_QUEEN)] if card > 0 else 0
    enough = VICTORY if NUMBER[s.court[seat]] + 1 >= ENOUGH_QUEENS[s.seats] else 0.0
    return float(A_QUEEN + (points + POINTS[bit(PLACES) - 1]) / unseen + enough)


@compiled_apart
def gain(s: Palace, seat: int, queen: int) -> float:
    """What this queen is worth to the seat: her points, herself, and the victory if it comes with her."""
    mine = int(s.court[seat]) | bit(queen)
    if mine & CAT and mine & DOG and bit(queen) & (CAT | DOG):
        return PASSIVE
    enough = NUMBER[mine] >= ENOUGH_QUEENS[s.seats] or POINTS[mine] >= ENOUGH_POINTS[s.seats]
    return float(A_QUEEN + POINTS[bit(queen)] + (VICTORY if enough else 0.0))


@compiled_apart
def prey(s: Palace, seat: int, queen: int, weapon: int) -> float:
    """Taking a queen from her owner hurts the more, the nearer that one is to the goal; a knight brings her home."""
    theirs = s.court[owner(s, FIRST_QUEEN + queen)]
    near = max(NUMBER[theirs] / ENOUGH_QUEENS[s.seats], POINTS[theirs] / ENOUGH_POINTS[s.seats])
    pain = near * (A_QUEEN + POINTS[bit(queen)])
    return float(pain + (gain(s, seat, queen) if weapon == KNIGHT else 0.0))


# --- When the turn has come round ------------------------------------------------------------------

# How much each thing that a seat has adds to its chances, as the logarithm of its odds: fitted to matches of greedy
# players, some 20,000 positions for each number of seats.  Queens and goals are parts of what is needed.
QUEENS_WOKEN = np.array([0.0, 0.0, 1.0, 1.3, 2.1, 2.5])  # by seats
NEAR_THE_GOAL = np.array([0.0, 0.0, 2.4, 2.0, 1.0, 1.0])
ON_TURN = 0.15
KING_NEAR_THE_GOAL = 1.0  # the next queen is worth more, the more one has
IN_HAND = {court.KING: 0.3, court.KNIGHT: 0.5, court.POTION: 0.1, court.DRAGON: 0.35, court.WAND: 0.15}
HOPE = np.array([IN_HAND.get(card, 0.0) for card in range(len(court.CARDS))])


@compiled_apart
def outlook(s: Palace, out: NDArray[np.float64]) -> bool:
    """When the turn has come round to the one who began: the chances of each seat, by its queens and its hand."""
    further_turn = s.discarded and s.pile[s.discarded - 1] == JESTER  # it would be told too early (SQ.5)
    if s.phase != court.TURN or s.turn != s.first or further_turn:
        return False
    total = 0.0
    for seat in range(s.seats):
        out[seat] = np.exp(hopes(s, seat) + (ON_TURN if seat == s.turn else 0.0))
        total += out[seat]
    for seat in range(s.seats):
        out[seat] /= total
    return True


@compiled_apart
def hopes(s: Palace, seat: int) -> float:
    """The logarithm of a seat's odds."""
    queens = NUMBER[s.court[seat]] / ENOUGH_QUEENS[s.seats]
    near = max(queens, POINTS[s.court[seat]] / ENOUGH_POINTS[s.seats])
    hope = QUEENS_WOKEN[s.seats] * queens + NEAR_THE_GOAL[s.seats] * near * near
    for slot in range(first_slot(seat), first_slot(seat) + s.held[seat]):
        hope += HOPE[max(0, s.card[slot])] + (KING_NEAR_THE_GOAL * near if s.card[slot] == KING else 0.0)
    return float(hope)
