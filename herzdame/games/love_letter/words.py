"""Love Letter by name: cards, actions and the whole state."""

from types import MappingProxyType
from typing import Any

from herzdame.kernel.errors import Code, Refused, unknown
from herzdame.kernel.match import read_knowledge, read_slots
from herzdame.kernel.seats import NOBODY

from . import EDITIONS, rules

CARDS = ("none", "guard", "priest", "baron", "handmaid", "prince", "king", "countess", "princess")

KINDS = CARDS[1:]
HANDS = [range(rules.HAND + 2 * seat, rules.HAND + 2 * seat + 2) for seat in range(rules.SEATS)]

ENDINGS = MappingProxyType(
    {
        rules.LAST_STANDING: ("last_standing", "LL.18"),
        rules.HIGHEST_CARD: ("highest_card", "LL.19"),
        rules.LARGEST_SUM: ("largest_sum", "LL.20"),
        rules.TIE: ("tie", "LL.20"),
    }
)


def name(action: int) -> str:
    """`guard 2 priest`: the card, the seat it is aimed at, the card named; only as far as there are any."""
    card, target, guess = rules.ACTIONS[action]
    words = [CARDS[card]]
    if target != NOBODY:
        words.append(str(target))
    if guess != rules.NONE:
        words.append(CARDS[guess])
    return " ".join(words)


NAMES = {name(action): action for action in range(len(rules.ACTIONS))}


def parse(text: str) -> int:
    """The action that this notation means."""
    words = " ".join(text.lower().split())
    if words in NAMES:
        return NAMES[words]
    card = words.partition(" ")[0]
    if card not in CARDS[1:]:
        raise unknown(Code.UNKNOWN_ACTION, "The card", card, CARDS[1:])
    examples = [known for known in NAMES if known.partition(" ")[0] == card]
    raise Refused(
        Code.UNKNOWN_ACTION,
        f"'{text}' is no action: a card, then a seat, then a card to name, as far as it needs them, "
        f"such as '{examples[0]}'.",
    )


def phrase(action: int) -> tuple[str, dict[str, Any]]:
    """How to say it: a key of the catalogue, and what goes into its places."""
    card, target, guess = rules.ACTIONS[action]
    places: dict[str, Any] = {"card": CARDS[card]}
    if target == NOBODY:
        aims = card in (rules.GUARD, rules.PRIEST, rules.BARON, rules.KING)
        return "action.for_nothing" if aims else "action.lay", places
    places["target"] = target
    if guess == rules.NONE:
        return "action.aim", places
    return "action.guess", places | {"guess": CARDS[guess]}


def chance_name(s: Any) -> str:
    """What chance is about to do."""
    return "starter" if s.first == NOBODY else "deal"


def secret(action: int) -> bool:
    """Every card is laid openly, and every guess made aloud."""
    return False


def read(s: Any) -> dict[str, Any]:
    """The court by name; cards face down are `?`."""
    draw_pile = range(rules.DRAW_PILE + s.draw_pile - 1, rules.DRAW_PILE - 1, -1)
    open_three = range(rules.OPEN_THREE, rules.RESERVE) if s.seats == 2 else ()
    hands = HANDS[: s.seats]
    waiting = [beside(s, seat) for seat in range(s.seats)]
    return {
        "edition": EDITIONS[s.edition],
        "ages": sorted(range(s.seats), key=s.age.__getitem__),
        "round": s.rounds,
        "first": s.first if s.first != NOBODY else None,
        "tokens": [*s.tokens[: s.seats]],
        "draw_pile": read_slots(s, draw_pile, CARDS),
        "reserve": next(iter(read_slots(s, [rules.RESERVE], CARDS)), None),
        "open": read_slots(s, open_three, CARDS),
        "hands": [read_slots(s, slots, CARDS) for slots in hands],
        "known": [read_knowledge(s, slots, KINDS) for slots in hands],
        "piles": [pile(s, seat, beside) for seat, beside in enumerate(waiting)],
        "beside": waiting,
        "out": members(s.out),
        "protected": members(s.safe),
    }


def hand(seat: int) -> range:
    """The slots of a seat's hand."""
    return HANDS[seat]


def laid(s: Any, seat: int) -> list[str]:
    """What a seat has laid in this round, in order."""
    return [CARDS[card] for card, layer in zip(s.pile[: s.laid], s.layer, strict=False) if layer == seat]


def pile(s: Any, seat: int, beside: str | None) -> list[str]:
    """LL.6: a seat's pile, the first card below."""
    cards = laid(s, seat)
    return cards[:-1] if beside else cards


def beside(s: Any, seat: int) -> str | None:
    """LL.14, hearts: a Handmaid who protects lies beside the pile."""
    waits = s.edition == rules.HEARTS and s.safe >> seat & 1
    return CARDS[rules.HANDMAID] if waits else None


def members(mask: int) -> list[int]:
    """The seats in a mask."""
    return [seat for seat in range(rules.SEATS) if mask >> seat & 1] if mask else []
