"""What happened in Heart wishes, told as events that cite a clause and say who may read what.

The story compares the table before and after; it never plays.
"""

from types import MappingProxyType
from typing import Any

from herzdame.kernel.event import Event
from herzdame.kernel.seats import NOBODY

from . import STONES, TURNS, WISHES_A_STONE, hands, rules
from .track import COLOUR_DIE, FIELDS
from .words import CARDS, bundled, hand, lying, members

SILENT = MappingProxyType(
    {
        "HW.1": "how the fields lie; nothing happens",
        "HW.11": "it says which field is the next one; the move shows it",
    }
)

NEW_ROUND = None


# --- Chance --------------------------------------------------------------------------------------


def tell_chance(before: Any, after: Any) -> list[Event]:
    """The figure's field, the deal, a roll, or a shuffle."""
    if before.figure == NOBODY:
        return [Event("placed", "HW.3", {"field": FIELDS[after.figure]})]
    if before.phase == rules.DEALING:
        return dealt(after)
    if before.phase == rules.HOPPING:
        return rolled(before, after)
    if before.phase == rules.THROBBING:
        throbbed = {"seat": int(before.turn), "pips": int(after.pips), "field": FIELDS[after.figure]}
        return [Event("throbbed", "HW.8", throbbed), *then_wishes(before, after)]
    return [Event("shuffled", "HW.15", {"cards": len(members(int(before.discard)))}), *hands_filled(before, after)]


def dealt(after: Any) -> list[Event]:
    """HW.3: stones, the figure, a hand and heart-blood for everybody, and who begins."""
    stones = int(after.stones)
    return [
        Event("stones", "HW.2" if stones == STONES else "HW.20", {"stones": stones}),
        Event("began", "HW.3", {"field": FIELDS[after.figure], "blood": rules.BLOOD_EACH}),
        *(dealt_to(after, seat) for seat in clockwise(after)),
        Event("first_turn", "HW.3", {"seat": int(after.turn)}),
    ]


def dealt_to(after: Any, seat: int) -> Event:
    """HW.3: a hand, for its owner's eyes.  HW.19: with open hands, for everybody's."""
    cards = [CARDS[after.card[slot]] for slot in hand(after, seat)]
    if after.open_hands:
        return Event("dealt_open", "HW.19", {"seat": seat, "cards": cards})
    return Event("dealt", "HW.3", {"seat": seat, "number": len(cards)}, {"cards": cards}, (seat,))


def rolled(before: Any, after: Any) -> list[Event]:
    """HW.4: what the colour dice show, and what follows where they leave no choice."""
    seat = int(before.turn)
    roll = Event("rolled", "HW.4", {"seat": seat, "dice": [COLOUR_DIE[die - 1] for die in after.dice]})
    if after.phase == rules.DICE:
        return [roll]
    if all(die == rules.WHITE for die in after.dice):
        return [roll, *took("HW.6", before, after, 2), *then_wishes(before, after)]
    return [roll, freshened("HW.19", before, after), *took("HW.19", before, after, 1), *then_wishes(before, after)]


# --- A turn --------------------------------------------------------------------------------------


def tell(before: Any, seat: int, action: int, after: Any) -> list[Event]:
    """One action: part of a turn, or what somebody decided about wishes."""
    verb, _, _ = rules.ACTIONS[action]
    field = {"seat": seat, "field": FIELDS[after.figure]}
    if verb in (rules.KEEP, rules.LAY):
        return decided(before, seat, action, after)
    if verb == rules.HOP:
        return [Event("hops", "HW.4", {"seat": seat})]
    if verb == rules.THROB:
        return [Event("throbs", "HW.8", {"seat": seat})]
    if verb == rules.REST:
        events = [Event("rested", "HW.9", {"seat": seat}), *took("HW.9", before, after, 1)]
    elif verb == rules.STAY:
        events = [Event("stayed", "HW.5", {"seat": seat}), *took("HW.5", before, after, 1)]
    elif verb == rules.FRESH:
        events = [freshened("HW.7", before, after), *took("HW.7", before, after, 1)]
    elif verb == rules.LEAP:
        events = [Event("leapt", "HW.7", field)]
    else:
        events = [Event("moved", "HW.5" if before.dice[0] == before.dice[1] else "HW.4", field)]
    return events + then_wishes(before, after)


def freshened(clause: str, before: Any, after: Any) -> Event:
    """Fresh blood: a move first."""
    return Event("freshened", clause, {"seat": int(before.turn), "field": FIELDS[after.figure]})


def took(clause: str, before: Any, after: Any, due: int) -> list[Event]:
    """Heart-blood from the supply.  HW.10: what is not there is not taken."""
    seat = int(before.turn)
    number = int(after.blood[seat]) - int(before.blood[seat])
    events = [Event("took", clause, {"seat": seat, "blood": number})] if number else []
    if number < due:
        events.append(Event("supply_empty", "HW.10", {"seat": seat, "missing": due - number}))
    return events


# --- Wishes --------------------------------------------------------------------------------------


def then_wishes(before: Any, after: Any) -> list[Event]:
    """HW.12: all are asked, unless everybody can tell that nobody has a wish to lay down."""
    if after.phase == rules.FULFILLING and not after.over:
        return []
    return [Event("nobody_can", "HW.12"), *what_follows(before, after)]


def decided(before: Any, seat: int, action: int, after: Any) -> list[Event]:
    """HW.12: that somebody has decided is seen by all, what only by that player; until all have."""
    wishes = members(int(rules.WISHES[action]))
    known = {"wishes": wishes} if wishes else {}
    event = Event("decided", "HW.12", {"seat": seat}, known, (seat,) if wishes else ())
    if after.phase == rules.FULFILLING and not after.over:
        return [event]
    laid = {seat: laid_down(before, after, seat) for seat in clockwise(before)}
    events = [event, *(fulfilled(before, after, seat, wishes) for seat, wishes in laid.items() if wishes)]
    if len(events) == 1:
        events.append(Event("nobody_did", "HW.12"))
    for seat, wishes in laid.items():
        events += stone(before, after, seat, wishes)
    return events + what_follows(before, after)


def laid_down(before: Any, after: Any, seat: int) -> list[str]:
    """What the seat has fulfilled now: the free wish first."""
    mine = [CARDS[before.card[slot]] for slot in hand(before, seat)]
    reach = [FIELDS[hands.reached(before.record, where)] for where in range(hands.DONE)]
    now = members(int(after.fulfilled))
    return [wish for wish in reach if wish in mine and wish in now]


def fulfilled(before: Any, after: Any, seat: int, wishes: list[str]) -> Event:
    """HW.12: laid down, and paid for."""
    blood = int(before.blood[seat]) - int(after.blood[seat])
    if blood:
        return Event("fulfilled_for_blood", "HW.12", {"seat": seat, "wishes": wishes, "blood": blood})
    return Event("fulfilled", "HW.12", {"seat": seat, "wishes": wishes})


def stone(before: Any, after: Any, seat: int, laid: list[str]) -> list[Event]:
    """HW.14: the three oldest wishes for a stone.  HW.17: or, where there is none, as one."""
    if after.won[seat] == before.won[seat]:
        return []
    three = [*lying(before, seat), *laid][:WISHES_A_STONE]
    params = {"seat": seat, "wishes": three, "stones": int(after.won[seat])}
    return [Event("bundle", "HW.17", params) if bundled(after, seat) else Event("stone", "HW.14", params)]


# --- Between two turns, and at the end -----------------------------------------------------------


def what_follows(before: Any, after: Any) -> list[Event]:
    """The end, or all refill."""
    if not after.over:
        return hands_filled(before, after)
    if after.over == rules.TURN_LIMIT:
        events = [Event("turn_limit", "HW.21", {"turns": TURNS})]
    else:
        events = [Event("last_stone", "HW.17")]
    return [*events, victory(after)]


def hands_filled(before: Any, after: Any) -> list[Event]:
    """HW.13: what everybody drew.  HW.16: then, unless the draw pile has to be renewed, the next turn."""
    events = []
    for seat in clockwise(before):
        old = [int(before.card[slot]) for slot in hand(before, seat)]
        new = [CARDS[after.card[slot]] for slot in hand(after, seat) if int(after.card[slot]) not in old]
        if new:
            events.append(refilled(after, seat, new))
    if after.phase == rules.REFILLING:
        return events
    return [*events, Event("turn", "HW.16", {"seat": int(after.turn), "turn": int(after.turns)})]


def refilled(after: Any, seat: int, new: list[str]) -> Event:
    """HW.13: new wishes, for their owner's eyes; with open hands for everybody's."""
    if after.open_hands:
        return Event("refilled_open", "HW.13", {"seat": seat, "cards": new})
    return Event("refilled", "HW.13", {"seat": seat, "number": len(new)}, {"cards": new}, (seat,))


def victory(after: Any) -> Event:
    """HW.18: most stones, then most wishes, else several."""
    shares = [int(rules.merit(after.record, seat)) for seat in range(after.seats)]
    winners = [seat for seat, merit in enumerate(shares) if merit == max(shares)]
    stones = int(after.won[winners[0]])
    wishes = len(lying(after, winners[0])) - WISHES_A_STONE * bundled(after, winners[0])
    if len(winners) > 1:
        return Event("won_together", "HW.18", {"seats": winners, "stones": stones, "wishes": wishes})
    if sum(int(after.won[seat]) == stones for seat in range(after.seats)) > 1:
        return Event("won_by_wishes", "HW.18", {"seat": winners[0], "stones": stones, "wishes": wishes})
    return Event("won", "HW.18", {"seat": winners[0], "stones": stones})


def clockwise(s: Any) -> list[int]:
    """All seats, from the one on turn."""
    return [(int(s.turn) + after) % int(s.seats) for after in range(s.seats)]
