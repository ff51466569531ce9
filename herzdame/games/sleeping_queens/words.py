"""Sleeping Queens by name: cards, actions and the whole state."""

from types import MappingProxyType
from typing import Any

from herzdame.kernel.errors import Code, Refused, unknown
from herzdame.kernel.match import read_knowledge, read_slots
from herzdame.kernel.seats import NOBODY

from . import court, hands, rules
from .court import CARDS as CARDS
from .court import DEFEND, DISCARD, KIND_NAMES, LET, LULL, PLAY, ROB, USELESS, WAKE

ENDINGS = MappingProxyType(
    {
        rules.QUEENS_REACHED: ("enough_queens", "SQ.16"),
        rules.POINTS_REACHED: ("enough_points", "SQ.16"),
        rules.ALL_AWAKE: ("all_awake", "SQ.17"),
        rules.NO_END: ("no_end", "SQ.17"),
    }
)

PHASES = MappingProxyType(
    {
        court.DEALING: "deal",
        court.TURN: "turn",
        court.WAKES: "wake",
        court.MAY_WAKE: "may_wake",
        court.WAKES_MORE: "wake_more",
        court.AIMING: "aim",
        court.ANSWERING: "answer",
        court.REVEALING: "reveal",
        court.REFILLING: "refill",
    }
)

VERBS = MappingProxyType({DISCARD: "discard", USELESS: "discard", WAKE: "wake", ROB: "rob", LULL: "lull"})
EXAMPLES = ("king", "discard 7", "discard 3 3", "discard 2 3 5", "wake 4", "rob cat", "lull cat", "dragon", "let")


def name(action: int) -> str:
    """`king`, `discard 2 3 5`, `wake 4`, `rob cat`; places are counted from 1."""
    deed, objects = court.ACTIONS[action]
    if deed == WAKE:
        return f"wake {objects[0] + 1}"
    if deed in (court.DECLINE, LET):
        return "let" if deed == LET else "decline"
    words = [CARDS[card] for card in objects]
    return " ".join([VERBS[deed], *words] if deed in VERBS else words)


NAMES = {name(action): action for action in range(len(court.ACTIONS))}


def parse(text: str) -> int:
    """The action that this notation means; numbers to discard may stand in any order."""
    verb, *objects = text.lower().split() or [""]
    if all(word.isdecimal() for word in objects):
        objects.sort(key=int)
    words = " ".join([verb, *objects])
    if words in NAMES:
        return NAMES[words]
    verbs = list(dict.fromkeys(known.partition(" ")[0] for known in NAMES))
    if verb not in verbs:
        raise unknown(Code.UNKNOWN_ACTION, "The action", verb, verbs)
    alike = " or ".join(f"'{example}'" for example in EXAMPLES if example.partition(" ")[0] == verb)
    raise Refused(Code.UNKNOWN_ACTION, f"'{text}' is no action; say it such as {alike or repr(verb)}.")


def phrase(action: int) -> tuple[str, dict[str, Any]]:
    """How to say it: a key of the catalogue, and what goes into its places."""
    deed, objects = court.ACTIONS[action]
    cards = [CARDS[card] for card in objects]
    if deed == WAKE:
        return "action.wake", {"place": objects[0] + 1}
    if deed == DISCARD and len(cards) > 1:
        return ("action.discard_pair", {"card": cards[0]}) if len(cards) == 2 else ("action.discard_sum", added(cards))
    keys = {
        PLAY: "action.play",
        DISCARD: "action.discard",
        USELESS: "action.discard_useless",
        ROB: "action.rob",
        LULL: "action.lull",
        DEFEND: "action.defend",
        LET: "action.let",
        court.DECLINE: "action.decline",
    }
    return keys[deed], {"card": cards[0]} if cards else {}


def added(cards: list[str]) -> dict[str, Any]:
    """SQ.7: the sum as it is announced."""
    return {"sum": f"{' + '.join(cards[:-1])} = {cards[-1]}"}


def chance_name(s: Any) -> str:
    """What chance is about to do."""
    if s.phase != court.DEALING:
        return "reshuffle"
    return "starter" if s.first == NOBODY else "deal"


def secret(action: int) -> bool:
    """Everything is played openly."""
    return False


def read(s: Any) -> dict[str, Any]:
    """The table by name; cards face down are `?`."""
    begun = s.phase != court.DEALING
    seats = range(s.seats)
    bottom = hands.first_slot(int(s.seats))
    return {
        "first": int(s.first) if s.first != NOBODY else None,
        "turn": int(s.turn) if begun else None,
        "round": int(s.rounds),
        "phase": PHASES[int(s.phase)],
        "weapon": CARDS[s.weapon] if s.weapon else None,
        "aim": CARDS[s.aim] if s.aim else None,
        "middle": [middle(s, place) for place in range(court.PLACES)] if begun else [],
        "courts": [queens(int(s.court[seat])) for seat in seats],
        "points": [int(court.POINTS[s.court[seat]]) for seat in seats],
        "draw_pile": read_slots(s, range(bottom + int(s.draw_pile) - 1, bottom - 1, -1), CARDS),
        "discard_pile": [CARDS[card] for card in s.pile[: s.discarded]],
        "shuffles": int(s.shuffles),
        "hands": [read_slots(s, hand(s, seat), CARDS) for seat in seats],
        "known": [read_knowledge(s, hand(s, seat), KIND_NAMES) for seat in seats],
    }


def middle(s: Any, place: int) -> str | None:
    """Who sleeps at a place, `?` if that was not seen; nothing where nobody does."""
    return read_slots(s, [court.PLACE + place], CARDS)[0] if int(s.asleep) >> place & 1 else None


def hand(s: Any, seat: int) -> range:
    """The slots of the cards in a seat's hand."""
    first = hands.first_slot(seat)
    return range(first, first + int(s.held[seat]))


def members(mask: int) -> list[int]:
    """The seats, or places, in a mask."""
    return [at for at in range(mask.bit_length()) if mask >> at & 1]


def queens(court_of: int) -> list[str]:
    """The queens of a mask, the most valuable first."""
    return [CARDS[court.FIRST_QUEEN + at] for at in members(court_of)]
