"""Heart wishes in lines of text: the track around the figure, the seats, the hand, and what one player can know.

Everything here is made of the view that a seat is given, never of the table itself.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from herzdame.kernel.texts import Texts

from . import WISHES_A_STONE
from .track import COLOUR_DIE, FIELDS, PIP_DIE

View = Mapping[str, Any]
FAR = max(PIP_DIE)  # as far as the pip die reaches


def status(view: View, texts: Texts) -> list[str]:
    """What stands above the players: the figure and the fields around it, the dice, stones, heart-blood and piles."""
    at = FIELDS.index(view["figure"])
    around = {
        "ahead": [FIELDS[(at + step) % len(FIELDS)] for step in range(1, FAR + 1)],
        "behind": [FIELDS[at - 1]],
    }
    stones = {"number": view["small_heart"], "all": view["of_stones"], "supply": view["supply"]}
    piles = {"draw": len(view["draw_pile"]), "discard": len(view["discard_pile"]), "turn": view["turn"]}
    lines = [
        texts.say("board.figure", {"field": view["figure"]}) + f" ({at + 1})",
        texts.say("board.track", around),
        texts.say("board.small_heart", stones),
        texts.say("board.piles", piles),
    ]
    if view["dice"]:
        lines.append(texts.say("board.dice", {"dice": view["dice"]}))
    if view["pips"]:
        lines.append(texts.say("board.pips", {"pips": view["pips"]}))
    return lines


def columns(texts: Texts) -> list[str]:
    """The heads of the columns of `rows`."""
    return [texts[f"board.{head}"] for head in ("stones", "blood", "laid", "hand")]


def rows(view: View, texts: Texts, *, memory_aid: bool) -> list[list[str]]:
    """A row for every seat: stones, heart-blood, the wishes in front, and the hand; how far it is with deciding."""
    return [
        [
            f"{view['stones'][seat]}",
            "♥" * view["blood"][seat] or "·",
            in_front(view, seat, texts),
            in_hand(view, seat, texts),
        ]
        for seat in range(view["seats"])
    ]


def score(view: View, texts: Texts, names: Sequence[str]) -> str:
    """Stones, and the wishes on the way to the next one."""
    has = zip(names, view["stones"], view["laid"], strict=True)
    return texts.say("board.score", {"score": [f"{name} {stones} ({len(laid)}/3)" for name, stones, laid in has]})


def in_front(view: View, seat: int, texts: Texts) -> str:
    """The wishes a seat has fulfilled; where hands lie open, these lie face down to be told apart (HW.19)."""
    laid = view["laid"][seat]
    if view["open_hands"] and laid:
        names = texts.say("board.face_down", {"number": len(laid)})
    else:
        names = ", ".join(texts[f"card.{wish}.name"] for wish in laid)
    bundle = ["(" + ", ".join(texts[f"card.{wish}.name"] for wish in view["bundles"][seat]) + ")"]
    return " ".join([*filter(None, [names]), *(bundle if view["bundles"][seat] else [])]) or "·" * WISHES_A_STONE


def in_hand(view: View, seat: int, texts: Texts) -> str:
    """How many cards, or which; and what was decided, as far as it may be known."""
    cards = view["hands"][seat]
    if "?" in cards:
        parts = [texts.say("board.unknown", {"number": len(cards)})]
    else:
        parts = [", ".join(texts[f"card.{wish}.name"] for wish in hand(view, seat))]
    decided = view["decided"][seat]
    if decided == "?":
        parts.append(texts["board.done"])
    elif decided is not None:
        wishes = [texts[f"card.{wish}.name"] for wish in decided]
        parts.append(texts["board.mine"].replace("{wishes:card}", ", ".join(wishes) or texts["board.nothing"]))
    return "; ".join(parts)


def hand(view: View, seat: int) -> list[str]:
    """A seat's own hand, in the order in which the figure comes to its fields."""
    figure = FIELDS.index(view["figure"])
    return sorted(view["hands"][seat], key=lambda wish: (FIELDS.index(wish) - figure) % len(FIELDS))


def card_name(card: str, texts: Texts) -> str:
    """A wish with the number of its field, so that nobody has to count; a die's face by its name alone."""
    name = texts[f"card.{card}.name"]
    return name if card in COLOUR_DIE else f"{name} ({FIELDS.index(card) + 1})"


def knowledge(view: View, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    """What this seat can know: the wishes it has not seen, and how likely a rival holds each of them.

    What was drawn after a shuffle is one of the wishes that were shuffled then, and what is older is not (HW.15).
    """
    unseen = not_seen(view)
    lines = [texts.say("board.unseen", {"cards": ", ".join(card_name(wish, texts) for wish in unseen)})]
    hidden = Counter(
        since for hand, ages in zip(view["hands"], view["since"], strict=True) for since in ages if "?" in hand
    )
    hidden[view["shuffles"]] += len(view["draw_pile"])
    for rival in range(view["seats"]):
        if rival != seat and "?" in view["hands"][rival]:
            for since, number in sorted(Counter(view["since"][rival]).items()):
                chance = f"{number / hidden[since]:.0%}"
                values = {"seat": rival, "number": number, "chance": chance, "cards": from_origin(view, since, unseen)}
                lines.append(texts.say("board.maybe" if len(hidden) == 1 else "board.maybe_of", values, names))
    return lines


def from_origin(view: View, since: int, unseen: Sequence[str]) -> list[str]:
    """The wishes that a card drawn after this shuffle may be."""
    ruled_out = next(origin["not"] for origin in view["origins"] if origin["since"] == since)
    return [wish for wish in unseen if wish not in ruled_out]


def not_seen(view: View) -> list[str]:
    """The wishes that this view does not show, in the order of the track."""
    places = [*view["hands"], *view["laid"], *view["bundles"], view["discard_pile"]]
    shown = {wish for place in places for wish in place}
    return [wish for wish in FIELDS if wish not in shown]
