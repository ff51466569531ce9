"""Love Letter, in both published editions.

Read downwards, in the order of the rulebook: the court, the table, the deal, a turn, the people, the
ends.  Clause numbers (`LL.15`) are those of the rulebook pages beside this file, which also mark
what is our ruling where the published rules leave a question open.
"""

from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from herzdame.games.love_letter import EDITIONS
from herzdame.kernel.chance import Chance, below, shuffle
from herzdame.kernel.compile import compiled
from herzdame.kernel.seats import EVERYBODY, NOBODY
from herzdame.kernel.table import (
    Table,
    bar,
    bit,
    clear,
    first_of,
    forget,
    kind,
    layout,
    move,
    own_kinds,
    show,
    swap,
)

SEATS = 4
HEARTS, PREMIUM = range(len(EDITIONS))

# --- The court (LL.1) ----------------------------------------------------------------------------

NONE, GUARD, PRIEST, BARON, HANDMAID, PRINCE, KING, COUNTESS, PRINCESS = range(9)
BOX = np.array([0, 5, 2, 2, 2, 2, 1, 1, 1])  # how many of each card
COURT = np.repeat(np.arange(9, dtype=np.int8), BOX)
BACKS = np.zeros(9, np.int8)  # one back for all
KINDS = own_kinds(PRINCESS)
SINGLES = sum(1 << (card - 1) for card in range(1, 9) if BOX[card] == 1)
NEEDED = np.array([[0, 0, 5, 4, 3], [0, 0, 7, 5, 4]], np.int8)  # tokens, by edition and seats (LL.22)

# --- The table -----------------------------------------------------------------------------------
#
#     slot   0   1   2   3   4   5   6   7    8 9 10 ...        20 21 22   23
#            seat 0  seat 1  seat 2  seat 3   the draw pile     open three reserve
#
# A hand is packed: its first slot holds the card kept from turn to turn, its second the card just
# drawn or being laid.  With three or four seats the draw pile reaches to the reserve.

HAND = 0
DRAW_PILE = HAND + 2 * SEATS
RESERVE = DRAW_PILE + COURT.size - 1
OPEN_THREE = RESERVE - 3
PILES = COURT.size - 1  # somebody always keeps the last card


class Court(Table):
    """One match of Love Letter."""

    edition: Annotated[int, np.int8]
    first: Annotated[int, np.int8]  # who begins the round; NOBODY while chance has to say
    age: Annotated[NDArray[np.int8], np.int8, SEATS]  # 0 is the youngest seat
    tokens: Annotated[NDArray[np.int8], np.int8, SEATS]
    rounds: Annotated[int, np.int8]
    draw_pile: Annotated[int, np.int8]  # how many cards are left to draw
    out: Annotated[int, np.uint8]  # a bit for every seat that is out of this round
    safe: Annotated[int, np.uint8]  # a bit for every seat behind a Handmaid
    laid: Annotated[int, np.int8]  # how many cards lie on the piles
    pile: Annotated[NDArray[np.int8], np.int8, PILES]  # what was laid, in order,
    layer: Annotated[NDArray[np.int8], np.int8, PILES]  # and whose pile it lies on


TABLE = layout(Court, slots=RESERVE + 1, kinds=PRINCESS)

# --- What a player can do ------------------------------------------------------------------------

ACTIONS = [
    (card, target, guess)
    for card in range(GUARD, PRINCESS + 1)
    for target in (
        [*range(SEATS)] if card == PRINCE
        else [*range(SEATS), NOBODY] if card in (GUARD, PRIEST, BARON, KING)
        else [NOBODY]
    )
    for guess in (range(PRIEST, PRINCESS + 1) if card == GUARD and target != NOBODY else [NONE])
]  # fmt: skip
CARD, TARGET, GUESS = np.array(ACTIONS, np.int8).T.copy()
PLAY = np.zeros((PRINCESS + 1, SEATS + 1), np.int16)  # the first action with this card and target
for _action, (_card, _target, _guess) in reversed([*enumerate(ACTIONS)]):
    PLAY[_card, _target] = _action

# How a match can end, by what decided its last round.
RUNNING, LAST_STANDING, HIGHEST_CARD, LARGEST_SUM, TIE = range(5)


# --- The deal ------------------------------------------------------------------------------------


@compiled
def chance(s: Court, rng: Chance) -> None:
    """Draw who begins the match, where nobody was named; else deal the next round."""
    if s.first == NOBODY:
        s.first = below(s.seats, rng)  # LL.4
    else:
        deal(s, rng)


@compiled
def deal(s: Court, rng: Chance) -> None:
    """LL.2: all sixteen are shuffled; a card to everybody, one aside unseen.  LL.3: for two, three more lie open."""
    s.rounds += 1
    s.out = s.safe = s.laid = 0
    for at in range(PILES):
        s.pile[at] = s.layer[at] = NONE
    for slot in range(RESERVE + 1):
        clear(s, slot)
    for at in range(COURT.size):
        s.card[DRAW_PILE + at] = COURT[at]
    shuffle(s.card, DRAW_PILE, RESERVE + 1, rng)
    s.draw_pile = RESERVE - DRAW_PILE
    if s.seats == 2:
        s.draw_pile = OPEN_THREE - DRAW_PILE
        for slot in range(OPEN_THREE, RESERVE):
            show(s, slot, EVERYBODY)
    for seat in range(s.seats):
        draw(s, seat)
    begin_turn(s, s.first)


# --- A turn --------------------------------------------------------------------------------------


@compiled
def begin_turn(s: Court, seat: int) -> None:
    """LL.6: draw a card.  LL.14: your Handmaid no longer protects you."""
    s.safe &= 255 ^ bit(seat)
    draw(s, seat)
    s.acting = bit(seat)


@compiled
def legal(s: Court, seat: int, out: NDArray[Any]) -> int:
    """LL.6: lay one of your two cards; `out` receives what can be done with them, in order."""
    mine, drawn = s.card[HAND + 2 * seat], s.card[HAND + 2 * seat + 1]
    low, high = min(mine, drawn), max(mine, drawn)
    if high == COUNTESS and (low == KING or low == PRINCE):
        return uses(s, seat, high, out, 0)  # LL.11
    n = uses(s, seat, low, out, 0)
    if low != high:
        n = uses(s, seat, high, out, n)
    return n


@compiled
def uses(s: Court, seat: int, card: int, out: NDArray[Any], n: int) -> int:
    """LL.8: aim at those who are in and unprotected.  LL.9: with nobody there, lay the card for nothing."""
    if card == HANDMAID or card >= COUNTESS:
        out[n] = PLAY[card, NOBODY]
        return n + 1
    before = n
    for target in range(s.seats):
        if (s.out | s.safe) >> target & 1 or (target == seat and card != PRINCE):
            continue
        action = PLAY[card, target]
        guesses = PRINCESS - GUARD if card == GUARD else 1
        for guess in range(guesses):
            out[n] = action + guess
            n += 1
    if n == before:
        out[n] = PLAY[card, NOBODY]
        n += 1
    return n


@compiled
def apply(s: Court, seat: int, action: int) -> None:
    """LL.6: lay the card and carry out its effect; in the hearts edition it joins the pile after that."""
    card, target = CARD[action], TARGET[action]
    pick(s, seat, card)
    at_once = s.edition == PREMIUM or card >= COUNTESS
    if at_once:
        lay(s, seat, HAND + 2 * seat + 1)
    if card == PRINCESS:
        knock_out(s, seat)  # LL.10
    elif card == HANDMAID:
        s.safe |= bit(seat)  # LL.14
    elif target != NOBODY:
        if card == GUARD:
            guard(s, target, GUESS[action])
        elif card == PRIEST:
            show(s, HAND + 2 * target, seat)  # LL.16
        elif card == BARON:
            baron(s, seat, target)
        elif card == PRINCE:
            prince(s, target)
        else:
            king(s, seat, target)
    if not at_once:
        lay(s, seat, HAND + 2 * seat + 1)
    end_turn(s, seat)


@compiled
def pick(s: Court, seat: int, card: int) -> None:
    """Take the card to be laid into the second slot of the hand, the one that stays into the first.

    LL.25: what others knew of the old card ends where it may have been the one that was laid.
    """
    kept = HAND + 2 * seat
    laid = kept + 1
    surely_drawn = s.barred[kept] & kind(card) != 0
    if s.card[kept] == card:
        swap(s, kept, laid)
        forget(s, kept)
        show(s, kept, seat)
    elif not surely_drawn:
        s.witnessed[kept] = bit(seat)
        s.barred[kept] = 0
    if card == KING or card == PRINCE:
        bar(s, kept, kind(COUNTESS))  # else she would have been laid (LL.11)


@compiled
def knock_out(s: Court, seat: int) -> None:
    """LL.7: out of the round; the hand card goes openly onto the own pile."""
    s.out |= bit(seat)
    if s.card[HAND + 2 * seat] != NONE:
        lay(s, seat, HAND + 2 * seat)


# --- The people ----------------------------------------------------------------------------------


@compiled
def king(s: Court, seat: int, target: int) -> None:
    """LL.12: swap hands; only those two know what moved."""
    mine, theirs = HAND + 2 * seat, HAND + 2 * target
    show(s, mine, target)
    show(s, theirs, seat)
    swap(s, mine, theirs)


@compiled
def prince(s: Court, target: int) -> None:
    """LL.13: discard the hand and draw anew, at last the reserve; a discarded Princess knocks out."""
    card = s.card[HAND + 2 * target]
    lay(s, target, HAND + 2 * target)
    if card == PRINCESS:
        knock_out(s, target)
    elif s.draw_pile:
        draw(s, target)
    else:
        move(s, RESERVE, HAND + 2 * target)
        show(s, HAND + 2 * target, target)


@compiled
def baron(s: Court, seat: int, target: int) -> None:
    """LL.15: compare hands in secret; the lower is out."""
    mine, theirs = HAND + 2 * seat, HAND + 2 * target
    show(s, mine, target)
    show(s, theirs, seat)
    if s.card[mine] == s.card[theirs]:
        bar(s, mine, SINGLES)
        bar(s, theirs, SINGLES)
    else:
        lower, higher = (seat, target) if s.card[mine] < s.card[theirs] else (target, seat)
        up_to = 2 * kind(s.card[HAND + 2 * lower]) - 1
        knock_out(s, lower)
        bar(s, HAND + 2 * higher, up_to)


@compiled
def guard(s: Court, target: int, guess: int) -> None:
    """LL.17: name a person; whoever holds it is out."""
    if s.card[HAND + 2 * target] == guess:
        knock_out(s, target)
    else:
        bar(s, HAND + 2 * target, kind(guess))


# --- Ends ----------------------------------------------------------------------------------------


@compiled
def end_turn(s: Court, seat: int) -> None:
    """LL.18, LL.19: the round ends with one player left, else with the draw pile; else it is the next one's turn."""
    left = in_round(s)
    if left & (left - 1) == 0:
        end_round(s, left, LAST_STANDING)
    elif s.draw_pile == 0:
        reveal(s)
    else:
        begin_turn(s, next_of(left, seat))


@compiled
def reveal(s: Court) -> None:
    """LL.19: all who are in show their hands, and the highest card wins."""
    ending = HIGHEST_CARD
    highest, winners = NONE, 0
    for seat in range(s.seats):
        if s.out >> seat & 1:
            continue
        show(s, HAND + 2 * seat, EVERYBODY)
        card = int(s.card[HAND + 2 * seat])
        if card > highest:
            highest, winners = card, 0
        if card == highest:
            winners |= bit(seat)
    if winners & (winners - 1):
        ending = TIE
        if s.edition == PREMIUM:
            winners = largest_sums(s, winners)
            ending = TIE if winners & (winners - 1) else LARGEST_SUM
    end_round(s, winners, ending)


@compiled
def largest_sums(s: Court, tied: int) -> int:
    """LL.20, premium: of those tied, the ones with the most before them."""
    highest, winners = -1, 0
    for seat in range(s.seats):
        if not tied >> seat & 1:
            continue
        total = 0
        for at in range(s.laid):
            if s.layer[at] == seat:
                total += int(s.pile[at])
        if total > highest:
            highest, winners = total, 0
        if total == highest:
            winners |= bit(seat)
    return winners


@compiled
def end_round(s: Court, winners: int, ending: int) -> None:
    """LL.21: a token to every winner.  LL.5: the youngest of them begins the next.  LL.22: or the match is over."""
    s.acting = 0
    s.first = youngest(s, winners)
    for seat in range(s.seats):
        if winners >> seat & 1:
            s.tokens[seat] += 1
            if s.tokens[seat] >= NEEDED[s.edition, s.seats]:
                s.over = ending


@compiled
def score(s: Court, out: NDArray[np.float64]) -> None:
    """LL.23: the share in the victory; in the hearts edition the youngest takes it alone."""
    victors = 0
    for seat in range(s.seats):
        if s.tokens[seat] >= NEEDED[s.edition, s.seats]:
            victors |= bit(seat)
    if s.edition == HEARTS:
        victors = bit(youngest(s, victors))
    number = 0
    for seat in range(s.seats):
        number += victors >> seat & 1
    for seat in range(s.seats):
        out[seat] = (victors >> seat & 1) / number


@compiled
def census(s: Court, counts: NDArray[Any]) -> None:
    """LL.1: where the sixteen cards are."""
    for slot in range(RESERVE + 1):
        counts[s.card[slot]] += s.card[slot] != NONE
    for at in range(s.laid):
        counts[s.pile[at]] += 1


# --- Words used above ----------------------------------------------------------------------------


@compiled
def draw(s: Court, seat: int) -> None:
    """The top card goes into the hand; there is one."""
    s.draw_pile -= 1
    slot = HAND + 2 * seat + (s.card[HAND + 2 * seat] != NONE)
    move(s, DRAW_PILE + s.draw_pile, slot)
    show(s, slot, seat)


@compiled
def lay(s: Court, seat: int, slot: int) -> None:
    """The card goes openly onto the seat's pile."""
    s.pile[s.laid] = s.card[slot]
    s.layer[s.laid] = seat
    s.laid += 1
    clear(s, slot)


@compiled
def next_of(seats: int, seat: int) -> int:
    """The next of these seats, clockwise."""
    later = seats & -bit(seat + 1)
    return first_of(later if later else seats)


@compiled
def in_round(s: Court) -> int:
    """The mask of the seats that are still in."""
    return (bit(s.seats) - 1) & ~int(s.out)


@compiled
def youngest(s: Court, seats: int) -> int:
    """LL.5, LL.23: the youngest of these seats."""
    who = NOBODY
    for seat in range(s.seats):
        if seats >> seat & 1 and (who == NOBODY or s.age[seat] < s.age[who]):
            who = seat
    return who
