"""Heart wishes by name: wishes, actions and the whole state."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from herzdame.kernel.errors import Code, Refused, unknown
from herzdame.kernel.match import read_slots
from herzdame.kernel.seats import NOBODY

from . import hands, rules
from .track import COLOUR_DIE, COLOURS, FIELDS

CARDS = ("none", *FIELDS, "knot")

ENDINGS = MappingProxyType(
    {
        rules.MOST_STONES: ("most_stones", "HW.18"),
        rules.MOST_WISHES: ("most_wishes", "HW.18"),
        rules.SHARED: ("shared", "HW.18"),
        rules.TURN_LIMIT: ("turn_limit", "HW.21"),
    }
)

PHASES = ("dealing", "choosing", "hopping", "throbbing", "dice", "fulfilling", "refilling")
VERBS = (rules.HOP, rules.THROB, rules.REST, rules.MOVE, rules.STAY, rules.FRESH, rules.LEAP, rules.KEEP)
VERBS_OF_WISHES = (rules.LAY, "pay")


def name(action: int) -> str:
    """`move red`, `leap red-wood`; `lay red-wood pay black-wood` for a free wish and one that costs heart-blood."""
    verb, at, paid = rules.ACTIONS[action]
    if verb == rules.LAY:
        free = [rules.LAY, FIELDS[at]] if at != NOBODY else []
        return " ".join([*free, *(["pay"] if paid else []), *(FIELDS[field] for field in paid)])
    if verb == rules.LEAP:
        return f"{verb} {FIELDS[at]}"
    return f"{verb} {COLOURS[at]}" if at != NOBODY else verb


NAMES = {name(action): action for action in range(len(rules.ACTIONS))}


def parse(text: str) -> int:
    """The action that this notation means; two wishes that are paid may stand in either order."""
    words = text.lower().split()
    turned = [*words[:-2], *reversed(words[-2:])]
    for order in (words, turned):
        if " ".join(order) in NAMES:
            return NAMES[" ".join(order)]
    verbs = [*VERBS, *VERBS_OF_WISHES]
    if not words or words[0] not in verbs:
        raise unknown(Code.UNKNOWN_ACTION, "The action", words[0] if words else "", verbs)
    examples = [known for known in NAMES if known.split()[0] == words[0]]
    raise Refused(
        Code.UNKNOWN_ACTION,
        f"'{text}' is no action: '{words[0]}' is followed by what it needs and no more, such as '{examples[-1]}'.",
    )


def phrase(action: int) -> tuple[str, dict[str, Any]]:
    """How to say it: a key of the catalogue, and what goes into its places."""
    verb, at, paid = rules.ACTIONS[action]
    if verb == rules.LAY:
        wishes = [FIELDS[field] for field in paid]
        if at == NOBODY:
            return "action.pay" if len(paid) == 1 else "action.pay_both", {"paid": wishes}
        if not paid:
            return "action.lay", {"wish": FIELDS[at]}
        return "action.lay_and_pay" if len(paid) == 1 else "action.lay_all", {"wish": FIELDS[at], "paid": wishes}
    if verb == rules.LEAP:
        return "action.leap", {"field": FIELDS[at]}
    return f"action.{verb}", {"colour": COLOURS[at]} if at != NOBODY else {}


def chance_name(s: Any) -> str:
    """What chance is about to do."""
    if s.figure == NOBODY:
        return "place"
    return {rules.DEALING: "deal", rules.REFILLING: "shuffle"}.get(int(s.phase), "roll")


def secret(action: int) -> bool:
    """What is to be laid down stays hidden until all have decided."""
    return rules.ACTIONS[action][0] in (rules.KEEP, rules.LAY)


def read(s: Any) -> dict[str, Any]:
    """The table by name; cards face down are `?`."""
    dealt = s.phase != rules.DEALING
    seats = range(s.seats)
    slots = [hand(s, seat) for seat in seats] if dealt else [range(0)] * len(seats)
    return {
        "children": bool(s.children),
        "open_hands": bool(s.open_hands),
        "ages": sorted(range(s.seats), key=s.age.__getitem__),
        "first": int(s.first) if s.first != NOBODY else None,
        "turn": int(s.turns),
        "on_turn": int(s.turn) if dealt else None,
        "phase": PHASES[s.phase],
        "figure": FIELDS[s.figure] if s.figure != NOBODY else None,
        "dice": [COLOUR_DIE[die - 1] for die in s.dice if die],
        "pips": int(s.pips) or None,
        "blood": [int(number) for number in s.blood[: s.seats]],
        "supply": int(s.supply),
        "stones": [int(number) for number in s.won[: s.seats]],
        "small_heart": int(s.small_heart),
        "of_stones": int(s.stones),
        "hands": [read_slots(s, mine, CARDS) for mine in slots],
        "since": [[*s.since[mine.start : mine.stop]] for mine in slots],
        "decided": [decided(s, seat) for seat in seats],
        "laid": [lying(s, seat)[3 * bundled(s, seat) :] for seat in seats],
        "bundles": [lying(s, seat)[: 3 * bundled(s, seat)] for seat in seats],
        "draw_pile": read_slots(s, range(s.top, s.top + s.pile), CARDS),
        "discard_pile": members(int(s.discard)),
        "shuffles": int(s.shuffles),
        "origins": origins(s, slots) if dealt else [],
    }


def hand(s: Any, seat: int) -> range:
    """The slots of the cards that a seat holds."""
    start = int(hands.hand(s.record, seat))
    return range(start, start + int(s.held[seat]))


def decided(s: Any, seat: int) -> list[str] | str | None:
    """HW.12: what is to be laid down, for who may know it; `?` for others; nothing where that is not decided."""
    asked = s.phase == rules.FULFILLING and not s.over and rules.may_fulfil(s.record, seat)
    if not asked or int(s.acting) >> seat & 1:
        return None
    knots = [int(s.card[hands.knot(seat, which)]) for which in range(hands.KNOTS_A_SEAT)]
    tied = [int(s.shown[hands.knot(seat, which)]) >> seat & 1 for which in range(hands.KNOTS_A_SEAT)]
    if knots[hands.DONE] != hands.KNOT or not tied[hands.DONE]:
        return "?"
    held = read_slots(s, hand(s, seat), CARDS)
    wishes = [FIELDS[hands.reached(s.record, where)] for where in range(hands.DONE) if not tied[where]]
    return [wish for wish in wishes if wish in held]


def origins(s: Any, hidden: Sequence[range]) -> list[dict[str, Any]]:
    """HW.15: by the shuffle after which cards were drawn, which of the wishes that lie nowhere openly they are not."""
    since, barred, lying = s.since, s.barred, s.fulfilled
    of_each = {since[slot]: barred[slot] for mine in hidden for slot in mine}
    if s.pile:
        of_each[int(s.shuffles)] = barred[int(s.top)]
    return [{"since": number, "not": members(mask & ~lying)} for number, mask in sorted(of_each.items())]


def lying(s: Any, seat: int) -> list[str]:
    """What lies before a seat, the oldest first, wishes that count as a stone included."""
    start = hands.BEFORE * seat
    return [CARDS[card] for card in s.front[start : start + s.lain[seat]]]


def bundled(s: Any, seat: int) -> int:
    """HW.17: does the seat have three wishes that count as a stone?"""
    return int(s.bundled) >> seat & 1


def members(mask: int) -> list[str]:
    """The wishes of a mask, in the order of their fields."""
    return [FIELDS[field] for field in range(len(FIELDS)) if mask >> field & 1]
