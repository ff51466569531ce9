"""What happened in Sleeping Queens, told as events that cite a clause and say who may read what.

The story compares the table before and after; it never plays.
"""

from types import MappingProxyType
from typing import Any

from herzdame.kernel.event import Event
from herzdame.kernel.seats import NOBODY

from . import court, rules
from .court import CARDS
from .words import added, hand, members

SILENT = MappingProxyType(
    {
        "SQ.1": "what the box holds; nothing happens",
        "SQ.2": "what the box holds; nothing happens",
        "SQ.18": "what does not count is never told",
        "SQ.19": "it says what a turn is; what is done in it is told with a clause of its own",
    }
)

NEW_ROUND = None

CLAUSE = {court.KING: "SQ.4", court.JESTER: "SQ.5", court.KNIGHT: "SQ.8", court.POTION: "SQ.9"}
WOKEN_BY = {court.TURN: "SQ.4", court.WAKES: "SQ.4", court.MAY_WAKE: "SQ.6", court.WAKES_MORE: "SQ.14"}


# --- Chance --------------------------------------------------------------------------------------


def tell_chance(before: Any, after: Any) -> list[Event]:
    """Who begins; the deal; or a new draw pile, and what was waiting for it."""
    if before.phase != court.DEALING:
        renewed = Event("reshuffled", "SQ.11", {"number": int(before.discarded)})
        return [renewed, *(revealed(before, after) if before.phase == court.REVEALING else drawn(before, after))]
    if before.first == NOBODY:
        first = int(after.first)
        return [Event("starter", "SQ.3", {"dealer": (first - 1) % int(after.seats), "seat": first})]
    return [
        Event("laid_out", "SQ.3", {"number": court.PLACES}),
        *(dealt(after, seat) for seat in range(after.seats)),
        Event("begins", "SQ.3", {"seat": int(after.first)}),
    ]


def dealt(after: Any, seat: int) -> Event:
    """SQ.3: five cards, for their owner's eyes."""
    cards = last_cards(after, seat, court.HAND_SIZE)
    return Event("dealt", "SQ.3", {"seat": seat, "number": len(cards)}, {"cards": cards}, (seat,))


# --- A turn --------------------------------------------------------------------------------------


def tell(before: Any, seat: int, action: int, after: Any) -> list[Event]:
    """One action, and what followed from it up to the next choice."""
    deed, objects = court.ACTIONS[action]
    what = objects[0] if objects else court.NONE
    if deed == court.PLAY and what == court.JESTER:
        return [Event("played", "SQ.5", {"seat": seat, "card": CARDS[what]}), *revealed(before, after), *ended(after)]
    if deed == court.PLAY:
        events = played(before, seat, what, after)
    elif deed == court.DISCARD:
        events = [numbers_laid(seat, objects)]
    elif deed == court.USELESS:
        events = [Event("discarded_useless", "SQ.10", {"seat": seat, "card": CARDS[what]})]
    elif deed == court.WAKE:
        events = woken(before, seat, what, after, WOKEN_BY[int(before.phase)])
    elif deed == court.DECLINE:
        events = [Event("declined", "SQ.6", {"seat": seat})]
    elif deed in (court.ROB, court.LULL):
        events = aimed(after)
    elif deed == court.DEFEND:
        stays = {"seat": seat, "card": CARDS[what], "queen": CARDS[before.aim]}
        events = [Event("defended", "SQ.12", stays)]
    else:
        events = yielded(before, seat)
    laid = len(objects) if deed in (court.PLAY, court.DISCARD, court.USELESS, court.DEFEND) else 0
    return [*events, *drawn(before, after, seat, laid), *ended(after)]


def played(before: Any, seat: int, card: int, after: Any) -> list[Event]:
    """SQ.4, SQ.8, SQ.9: a king, knight or potion, and what follows where there is but one queen for it."""
    events = [Event("played", CLAUSE[card], {"seat": seat, "card": CARDS[card]})]
    if card == court.KING and after.phase != court.WAKES:
        (place,) = members(int(before.asleep))
        return events + woken(before, seat, place, after, "SQ.4")
    return events + (aimed(after) if after.phase == court.ANSWERING else [])


def numbers_laid(seat: int, numbers: tuple[int, ...]) -> Event:
    """SQ.7: one number, two equal ones, or a sum that is announced."""
    cards = [CARDS[card] for card in numbers]
    if len(cards) == 1:
        return Event("discarded", "SQ.7", {"seat": seat, "card": cards[0]})
    if len(cards) == 2:
        return Event("discarded_pair", "SQ.7", {"seat": seat, "cards": cards})
    return Event("discarded_sum", "SQ.7", {"seat": seat, "cards": cards, **added(cards)})


def revealed(before: Any, after: Any) -> list[Event]:
    """SQ.5: the card that a jester turned up, once there is one.  SQ.6: a number, and where the counting led."""
    seat = int(before.turn)
    if after.phase == court.TURN:
        return [Event("took", "SQ.5", {"seat": seat, "card": last_cards(after, seat, 1)[0]})]
    if after.phase == court.REVEALING:
        return []
    (reached,) = members(int(after.acting))
    card = CARDS[after.pile[after.discarded - 1]]
    return [Event("counted", "SQ.6", {"seat": seat, "card": card, "target": reached})]


def drawn(before: Any, after: Any, who: int = NOBODY, laid: int = 0) -> list[Event]:
    """SQ.11: what came from the draw pile, to the seat on turn first; `who` had laid some cards before."""
    events = []
    for at in range(after.seats):
        seat = (int(before.turn) + at) % int(after.seats)
        number = int(after.held[seat]) - int(before.held[seat]) + (laid if seat == who else 0)
        if number:
            secret = {"cards": last_cards(after, seat, number)}
            events.append(Event("drew", "SQ.11", {"seat": seat, "number": number}, secret, (seat,)))
    return events


# --- Queens --------------------------------------------------------------------------------------


def woken(before: Any, seat: int, place: int, after: Any, clause: str) -> list[Event]:
    """A queen who was turned up.  SQ.14: the rose wakes one more.  SQ.15: cat and dog do not stay together."""
    queen = CARDS[before.card[court.PLACE + place]]
    who = {"seat": seat, "place": place + 1, "queen": queen}
    if int(after.asleep) >> place & 1:
        return [Event("quarrel", "SQ.15", who | {"other": "dog" if queen == "cat" else "cat"})]
    events = [Event("woke", clause, who)]
    others = int(before.asleep) & ~(1 << place)
    if queen != "rose" or not others or (after.over and after.asleep == others):
        return events
    events.append(Event("one_more", "SQ.14", {"seat": seat}))
    if after.phase == court.WAKES_MORE:
        return events
    (last,) = members(others)
    return events + woken(before, seat, last, after, "SQ.14")


def aimed(after: Any) -> list[Event]:
    """SQ.8, SQ.9: somebody wants a queen.  SQ.13: her owner is asked."""
    (target,) = members(int(after.acting))
    wants = {"seat": int(after.turn), "queen": CARDS[after.aim], "target": target}
    knight = after.weapon == court.KNIGHT
    return [
        Event("robs" if knight else "lulls", CLAUSE[int(after.weapon)], wants),
        Event("asked", "SQ.13", {"seat": target}),
    ]


def yielded(before: Any, seat: int) -> list[Event]:
    """SQ.13: it is let happen.  SQ.8, SQ.9: the queen changes sides, or sleeps again."""
    let = Event("let", "SQ.13", {"seat": seat})
    queen = CARDS[before.aim]
    if before.weapon == court.KNIGHT:
        return [let, Event("robbed", "SQ.8", {"seat": int(before.turn), "queen": queen, "target": seat})]
    (place,) = (place for place in range(court.PLACES) if before.card[court.PLACE + place] == before.aim)
    return [let, Event("lulled", "SQ.9", {"queen": queen, "target": seat, "place": place + 1})]


# --- Ends ----------------------------------------------------------------------------------------


def ended(after: Any) -> list[Event]:
    """SQ.16: somebody has enough.  SQ.17: or all are awake, or nobody ends it: most points win."""
    if not after.over:
        return []
    points = [int(court.POINTS[after.court[seat]]) for seat in range(after.seats)]
    best = [seat for seat, number in enumerate(points) if number == max(points)]
    if after.over == rules.QUEENS_REACHED:
        numbers = [int(court.NUMBER[after.court[seat]]) for seat in range(after.seats)]
        return [Event("won_queens", "SQ.16", {"seat": numbers.index(max(numbers)), "number": max(numbers)})]
    if after.over == rules.POINTS_REACHED:
        return [Event("won_points", "SQ.16", {"seat": best[0], "points": max(points)})]
    why = Event("all_awake", "SQ.17") if after.over == rules.ALL_AWAKE else Event("no_end", "SQ.17")
    if len(best) == 1:
        return [why, Event("most_points", "SQ.17", {"seat": best[0], "points": max(points)})]
    return [why, Event("most_points_shared", "SQ.17", {"seats": best, "points": max(points)})]


# --- Words used above ----------------------------------------------------------------------------


def last_cards(s: Any, seat: int, number: int) -> list[str]:
    """The newest cards of a hand."""
    return [CARDS[s.card[slot]] for slot in hand(s, seat)[-number:]]
