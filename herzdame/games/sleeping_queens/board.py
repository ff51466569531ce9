"""Sleeping Queens in lines of text: the table, the hand, and what one player can know.

Everything here is made of the view that a seat is given, never of the table itself.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from herzdame.kernel.texts import Texts

from .court import BOX, CARDS, ENOUGH_POINTS, ENOUGH_QUEENS, FIRST_QUEEN, QUEENS

View = Mapping[str, Any]


def status(view: View, texts: Texts) -> list[str]:
    """What stands above the players: the round and the goal, the piles, who sleeps, and what is in the air."""
    goal = {"round": view["round"], "queens": ENOUGH_QUEENS[view["seats"]], "points": ENOUGH_POINTS[view["seats"]]}
    discards = view["discard_pile"]
    piles = {"number": len(view["draw_pile"]), "discarded": len(discards), "card": discards[-1] if discards else ""}
    lines = [
        texts.say("board.goal", goal),
        texts.say("board.on_top" if discards else "board.piles", piles),
        texts.say("board.asleep", {"places": [place for place, queen in sleepers(view)]}),
    ]
    if view["aim"]:
        lines.append(texts.say("board.attack", {"weapon": view["weapon"], "aim": view["aim"]}))
    return lines


def sleepers(view: View) -> list[tuple[int, str]]:
    """The places where somebody sleeps, counted from 1, and who, as far as that was seen."""
    return [(place, queen) for place, queen in enumerate(view["middle"], 1) if queen]


def columns(texts: Texts) -> list[str]:
    """The heads of the columns of `rows`."""
    return [texts["board.queens"], texts["board.points"], texts["board.hand"]]


def rows(view: View, texts: Texts, *, memory_aid: bool) -> list[list[str]]:
    """A row for every seat: its queens, their points, and the hand as far as it is known."""
    return [
        [
            ", ".join(short(queen, texts) for queen in view["courts"][seat]),
            str(view["points"][seat]),
            in_hand(view, seat, texts, memory_aid=memory_aid),
        ]
        for seat in range(view["seats"])
    ]


def short(queen: str, texts: Texts) -> str:
    """A queen in few words, and her points."""
    return f"{texts[f'card.{queen}.short']} {QUEENS[queen]}"


def score(view: View, texts: Texts, names: Sequence[str]) -> str:
    """What everybody has before them."""
    points = [f"{name} {view['points'][seat]}" for seat, name in enumerate(names)]
    return texts.say("board.score", {"score": ", ".join(points)})


def in_hand(view: View, seat: int, texts: Texts, *, memory_aid: bool) -> str:
    """The cards a seat holds: those that are known, and what can be said of the others."""
    told = []
    hidden: Counter[tuple[str, ...]] = Counter()
    for card, knowledge in zip(view["hands"][seat], view["known"][seat], strict=True):
        if card == "?" or not memory_aid:
            hidden[tuple(knowledge["not"]) if memory_aid else ()] += 1
        else:
            told.append(card)
    cards = [card_name(card, texts) for card in sorted(told, key=CARDS.index)]
    return ", ".join([*cards, *(unknown(number, kinds, texts) for kinds, number in sorted(hidden.items()))])


def unknown(number: int, kinds: Sequence[str], texts: Texts) -> str:
    """So many cards of which nothing is known, or only what they are not (SQ.10)."""
    if not kinds:
        return texts.say("board.unknown", {"number": number})
    names = [texts["board.number"] if kind == "number" else texts[f"card.{kind}.name"] for kind in kinds]
    return texts.say("board.not", {"number": number, "kinds": names})


def hand(view: View, seat: int) -> list[str]:
    """The cards in a seat's own hand, special ones first, then the numbers."""
    return sorted(view["hands"][seat], key=CARDS.index)


def card_name(card: str, texts: Texts) -> str:
    """A card's name, and a queen's points."""
    name = texts[f"card.{card}.name"]
    return f"{name} {QUEENS[card]}" if card in QUEENS else name


def knowledge(view: View, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    """What this seat can know: who sleeps where, who was never seen, the red cards left, and what rivals hold."""
    remembered = [f"{place} {card_name(queen, texts)}" for place, queen in sleepers(view) if queen != "?"]
    seen = [queen for _, queen in sleepers(view)] + [queen for court in view["courts"] for queen in court]
    never = [card_name(queen, texts) for queen in QUEENS if queen not in seen]
    left = ", ".join(f"{card_name(card, texts)} × {number}" for card, number in unseen(view).items() if number)
    lines = [texts.say("board.unseen", {"cards": left})]
    if never:
        lines.insert(0, texts.say("board.never_seen", {"queens": never}))
    if remembered:
        lines.insert(0, texts.say("board.remembered", {"queens": remembered}))
    for rival in range(view["seats"]):
        if rival != seat:
            cards = in_hand(view, rival, texts, memory_aid=True)
            lines.append(texts.say("board.rival", {"seat": rival, "cards": cards}, names))
    return lines


def unseen(view: View) -> dict[str, int]:
    """How many of each red card this view does not show."""
    shown = Counter([*view["discard_pile"], *(card for cards in view["hands"] for card in cards)])
    return {card: int(BOX[at]) - shown[card] for at, card in enumerate(CARDS[:FIRST_QUEEN]) if at}
