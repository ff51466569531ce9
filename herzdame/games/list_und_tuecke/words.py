"""Mit List und Tücke by name: cards, actions and the whole state."""

from types import MappingProxyType
from typing import Any

from herzdame.kernel.errors import Code, Refused, unknown
from herzdame.kernel.match import read_knowledge, read_slots
from herzdame.kernel.seats import NOBODY

from . import COLOURS, ROUNDS, SIXTEEN, chapter, choices, court
from .court import CARDS as CARDS

ENDINGS = MappingProxyType({chapter.MOST_POINTS: ("most_points", "LT.24"), chapter.START_CARD: ("start_card", "LT.24")})
BACKS = ("light", "dark")
CHAPEL = (None, *COLOURS, "elimination")

DUE = MappingProxyType(
    {
        choices.DEALING_LIGHT: "deal_light",
        choices.PASSING_LIGHT: "pass_light",
        choices.DEALING_DARK: "deal_dark",
        choices.PASSING_DARK: "pass_dark",
        choices.PLAYING: "play",
        choices.HEALING: "heal",
        choices.OFFERING: "offer",
        choices.CHOOSING_PARTNER: "with",
        choices.RETURNING: "return",
        choices.GAZING: "gaze",
        choices.STRIKING: "strike",
        choices.CHOOSING_MIDDLE: "middle",
        choices.NAMING: "name",
        choices.LOOKING: "look",
        choices.BLESSING: "chapel",
        choices.RANKING: "rank",
        choices.COLLECTING: "take",
    }
)

# By verb: how the notation begins, and what the object is called in it and in phrases.
VERBS = MappingProxyType(
    {
        choices.PASS: ("pass", "card"),
        choices.PLAY: ("play", "card"),
        choices.HEAL: ("heal", "card"),
        choices.OFFER: ("offer", "card"),
        choices.PARTNER: ("with", "target"),
        choices.RETURN: ("return", "card"),
        choices.GAZE: ("gaze", None),
        choices.STRIKE: ("strike", "card"),
        choices.MIDDLE: ("middle", "place"),
        choices.NAME: ("name", "card"),
        choices.LOOK: ("look", "target"),
        choices.BLESS: ("chapel", "colour"),
        choices.RANK: ("rank", "rank"),
        choices.TAKE: ("take", "colour"),
        choices.DECLINE: ("decline", None),
    }
)
SECRET = (choices.PASS, choices.OFFER, choices.RETURN)


def name(action: int) -> str:
    """`play king`, `with 2`, `rank 20`: what is done, and with what, if there is a choice."""
    verb, what = VERBS[choices.ACTIONS[action][0]], said(action)
    return verb[0] if what is None else f"{verb[0]} {what}"


def said(action: int) -> Any:
    """The object of an action: a card or a colour by name, a seat, a rank, or a place in the middle from 1 to 4."""
    verb, what = choices.ACTIONS[action]
    kind = VERBS[verb][1]
    if kind == "card":
        return CARDS[what]
    if kind == "colour":
        return COLOURS[what]
    if kind == "place":
        return what + 1
    return None if kind is None else what


NAMES = {name(action): action for action in range(len(choices.ACTIONS))}


def parse(text: str) -> int:
    """The action that this notation means."""
    words = " ".join(text.lower().split())
    if words in NAMES:
        return NAMES[words]
    verb = words.partition(" ")[0]
    verbs = [known for known, _ in VERBS.values()]
    if verb not in verbs:
        raise unknown(Code.UNKNOWN_ACTION, "The action", verb, verbs)
    examples = [known for known in NAMES if known.partition(" ")[0] == verb]
    raise Refused(
        Code.UNKNOWN_ACTION, f"'{text}' is no action: it is written such as '{examples[0]}' or '{examples[-1]}'."
    )


def phrase(action: int) -> tuple[str, dict[str, Any]]:
    """How to say it: a key of the catalogue, and what goes into its places."""
    verb, kind = VERBS[choices.ACTIONS[action][0]]
    return f"action.{verb}", {} if kind is None else {kind: said(action)}


def chance_name(s: Any) -> str:
    """What chance is about to do."""
    if s.first == NOBODY:
        return "starter"
    return DUE[int(s.phase)]


def secret(action: int) -> bool:
    """Cards that change hands do so face down."""
    return choices.ACTIONS[action][0] in SECRET


def read(s: Any) -> dict[str, Any]:
    """The kingdom by name; cards face down are `?`."""
    hands = [hand(s, seat) for seat in range(s.seats)]
    offered = [[court.OFFERED + seat] for seat in range(s.seats)]
    phase = int(s.phase)
    return {
        "sixteen": SIXTEEN[s.sixteen],
        "chapter": int(s.chapter),
        "round": min(ROUNDS, int(s.turns) // int(s.seats) + 1) if s.chapter else 0,
        "due": DUE[phase],
        "start_player": int(s.first) if s.first != NOBODY else None,
        "turn": int(s.turn) if phase >= choices.PLAYING else None,
        "partner": int(s.partner) if has_partner(s) else None,
        "hands": [read_slots(s, slots, CARDS) for slots in hands],
        "backs": [[BACKS[back(s, slot)] for slot in slots] for slots in hands],
        "middle": read_slots(s, MIDDLE, CARDS),
        "offered": [next(iter(read_slots(s, slots, CARDS)), None) for slots in offered],
        "set_aside": read_slots(s, ASIDE, CARDS),
        "known": [read_knowledge(s, slots, CARDS[1:]) for slots in hands],
        "known_middle": read_knowledge(s, MIDDLE, CARDS[1:]),
        "known_offered": [next(iter(read_knowledge(s, slots, CARDS[1:])), None) for slots in offered],
        "known_set_aside": read_knowledge(s, ASIDE, CARDS[1:]),
        "piles": [pile(s, seat) for seat in range(s.seats)],
        "named": CARDS[s.named] if s.named else None,
        "inquisitor_rank": int(s.rank) if s.chapter and s.rank != court.UNCHOSEN else None,
        "swapped": [name for at, name in enumerate(BACKS) if trading(s) and int(s.swapped) >> at & 1],
        "collected": int(s.collected) if phase == choices.COLLECTING else 0,
        "tokens": [tokens(s, seat) for seat in range(s.seats)],
        "supply": dict(zip(COLOURS, map(int, s.supply), strict=True)),
        "chapel": [CHAPEL[what] for what in s.chapel],
        "points": [int(number) for number in s.points[: s.seats]],
        "eliminations": int(s.eliminations),
    }


MIDDLE = range(court.MIDDLE, court.MIDDLE + 4)
ASIDE = range(court.ASIDE, court.SLOTS)


def hand(s: Any, seat: int) -> range:
    """The slots of a seat's hand."""
    return range(court.HAND + 4 * seat, court.HAND + 4 * seat + int(s.held[seat]))


def back(s: Any, slot: int) -> int:
    """The back of the card in this slot, also of one that lies face down."""
    card = int(s.card[slot])
    return int(court.BACKS[card]) if card > 0 else -1 - card


def pile(s: Any, seat: int) -> list[dict[str, Any]]:
    """LT.7, LT.11: a seat's pile, the first card below."""
    start = ROUNDS * seat
    return [
        {"card": CARDS[s.pile[at]], "eliminated": bool(int(s.down) >> at & 1)}
        for at in range(start, start + int(s.height[seat]))
    ]


def tokens(s: Any, seat: int) -> dict[str, int]:
    """The influence tokens of a seat, by colour."""
    return {colour: int(s.tokens[len(COLOURS) * seat + at]) for at, colour in enumerate(COLOURS)}


def top_card(s: Any, seat: int) -> int:
    """The card played last by this seat; 0 before the first."""
    return int(s.pile[ROUNDS * seat + int(s.height[seat]) - 1]) if s.height[seat] else court.NONE


def trading(s: Any) -> bool:
    """LT.16: is the courtesan at work?"""
    at_work = (choices.OFFERING, choices.CHOOSING_PARTNER, choices.RETURNING)
    return s.phase in at_work and court.DEED[top_card(s, int(s.turn))] == court.TRADE


def has_partner(s: Any) -> bool:
    """Does somebody swap with whoever's turn it is?"""
    asks = s.phase == choices.OFFERING and top_card(s, int(s.turn)) == court.INQUISITOR
    return bool(s.phase == choices.RETURNING or asks)
