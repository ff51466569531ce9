"""How turns, rounds, chapters and the match end (LT.7, LT.8, LT.20-24)."""

from herzdame.games.list_und_tuecke import CHAPTERS, COLOURS, ROUNDS
from herzdame.kernel.compile import compiled, compiled_apart
from herzdame.kernel.table import bit

from . import choices
from .court import BLACK_KNIGHT, CHAPEL, CRESTS, ELIMINATION, NONE, SAINT, Kingdom, open_top, place, rank_of, wide

RUNNING, MOST_POINTS, START_CARD = range(3)  # how a match can end, by what decides it

# --- Turns and rounds -------------------------------------------------------------------------------


@compiled
def begin_turn(s: Kingdom, seat: int) -> None:
    """LT.7: a card is to be played."""
    s.turn = seat
    s.phase = choices.PLAYING
    s.acting = bit(seat)


@compiled_apart
def go_on(s: Kingdom) -> None:
    """LT.7: the next one clockwise plays a card; when all have, a new round begins, until the chapter ends."""
    if s.collected == 0:
        s.turns += 1
        if s.turns % s.seats:
            begin_turn(s, (s.turn + 1) % s.seats)
            return
        pass_start_card(s)
        if s.turns < ROUNDS * s.seats:
            begin_turn(s, wide(s.first))
            return
    collect(s)


@compiled
def pass_start_card(s: Kingdom) -> None:
    """LT.8: the start-player card goes to the highest open top card, and stays where there is none."""
    highest = -1
    for seat in range(wide(s.seats)):
        top = open_top(s, seat)
        if top != NONE and rank_of(s, top) > highest:
            highest = rank_of(s, top)
            s.first = seat


# --- The end of a chapter ---------------------------------------------------------------------------


@compiled
def collect(s: Kingdom) -> None:
    """LT.20: from the start player on, clockwise, everybody takes what the open cards bring, then asks the knight."""
    while s.collected < s.seats:
        seat = (s.first + s.collected) % s.seats
        s.collected += 1
        if take_influence(s, seat) == 0 and lies_open(s, seat, BLACK_KNIGHT) and colours_left(s):
            s.turn = seat
            s.phase = choices.COLLECTING
            s.acting = bit(seat)
            return
    end_chapter(s)


@compiled
def take_influence(s: Kingdom, seat: int) -> int:
    """LT.20: the tokens for the crests on the open cards, as many as there are; returns how many were taken."""
    taken = 0
    for colour in range(len(COLOURS)):
        wanted = 0
        for at in range(place(seat, 0), place(seat, s.height[seat])):
            if not s.down >> at & 1:
                wanted += CRESTS[s.pile[at], colour]
        taken += gain(s, seat, colour, wanted)
    return taken


@compiled_apart
def gain(s: Kingdom, seat: int, colour: int, wanted: int) -> int:
    """Tokens from the supply, as many as there are."""
    number = min(wanted, int(s.supply[colour]))
    s.supply[colour] -= number
    s.tokens[len(COLOURS) * seat + colour] += number
    return number


@compiled
def end_chapter(s: Kingdom) -> None:
    """LT.21: without the saint, the start player lays a point into the chapel.  LT.4: there are four chapters."""
    if not was_played(s, wide(SAINT)) and s.eliminations:
        s.eliminations -= 1
        into_chapel(s, wide(ELIMINATION))
    s.acting = 0
    s.phase = choices.DEALING_LIGHT
    if s.chapter == CHAPTERS:
        best = leaders(s)
        s.over = START_CARD if best & (best - 1) else MOST_POINTS


# --- The end of the match ---------------------------------------------------------------------------


@compiled_apart
def total(s: Kingdom, seat: int) -> int:
    """LT.23: a token is worth what is left of its colour, supply and chapel together; eliminations one point each."""
    points = int(s.points[seat])
    for colour in range(len(COLOURS)):
        points += s.tokens[len(COLOURS) * seat + colour] * left_of(s, colour)
    return points


@compiled
def leaders(s: Kingdom) -> int:
    """LT.24: the mask of the seats with the most points."""
    most, found = -1, 0
    for seat in range(wide(s.seats)):
        points = total(s, seat)
        if points > most:
            most, found = points, 0
        if points == most:
            found |= bit(seat)
    return found


# --- Words used above -------------------------------------------------------------------------------


@compiled_apart
def colours_left(s: Kingdom) -> int:
    """The mask of the colours of which the supply still has tokens."""
    found = 0
    for colour in range(len(COLOURS)):
        found |= (s.supply[colour] > 0) << colour
    return found


@compiled_apart
def left_of(s: Kingdom, colour: int) -> int:
    """How many tokens of a colour nobody has: in the supply, and in the chapel."""
    number = int(s.supply[colour])
    for field in range(CHAPEL):
        number += s.chapel[field] == colour + 1
    return number


@compiled_apart
def into_chapel(s: Kingdom, what: int) -> None:
    """A token goes onto the next empty field."""
    field = 0
    while s.chapel[field]:
        field += 1
    s.chapel[field] = what + 1


@compiled
def lies_open(s: Kingdom, seat: int, card: int) -> bool:
    """Is this card in the seat's pile, and not eliminated?"""
    found = False
    for at in range(place(seat, 0), place(seat, s.height[seat])):
        found |= s.pile[at] == card and not s.down >> at & 1
    return found


@compiled_apart
def was_played(s: Kingdom, card: int) -> bool:
    """Does the card lie on a pile?"""
    found = False
    for seat in range(wide(s.seats)):
        for at in range(place(seat, 0), place(seat, s.height[seat])):
            found |= s.pile[at] == card
    return found
