"""Love Letter in lines of text: the table, the hand, and what one player can know.

Everything here is made of the view that a seat is given, never of the table itself.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from herzdame.kernel.texts import Texts

from . import EDITIONS, rules
from .words import CARDS

View = Mapping[str, Any]


def status(view: View, texts: Texts) -> list[str]:
    """What stands above the players: edition, round, draw pile, reserve, and what is out of play."""
    edition = texts[f"option.edition_{view['edition']}"]
    lines = [
        texts.say("board.status", {"edition": edition, "round": view["round"], "needed": needed(view)}),
        texts.say("board.draw_pile", {"number": len(view["draw_pile"])}),
    ]
    if view["reserve"]:
        lines.append(texts["board.reserve"])
    if view["open"]:
        lines.append(texts.say("board.open", {"cards": view["open"]}))
    return lines


def needed(view: View) -> int:
    """LL.22: how many tokens win."""
    return int(rules.NEEDED[EDITIONS.index(view["edition"]), view["seats"]])


def columns(texts: Texts) -> list[str]:
    """The heads of the columns of `rows`."""
    return [texts["board.tokens"], texts["board.pile"], texts["board.hand"]]


def rows(view: View, texts: Texts, *, memory_aid: bool) -> list[list[str]]:
    """A row for every seat: tokens, what was laid, and the hand as far as it is known."""
    return [
        [
            hearts(view, seat),
            pile(view, seat, texts),
            in_hand(view, seat, texts, memory_aid=memory_aid),
        ]
        for seat in range(view["seats"])
    ]


def score(view: View, texts: Texts, names: Sequence[str]) -> str:
    """What everybody has won so far."""
    won = [f"{name} {hearts(view, seat)}" for seat, name in enumerate(names)]
    return texts.say("board.score", {"score": ", ".join(won)})


def hearts(view: View, seat: int) -> str:
    """A seat's tokens, and how many are missing."""
    won = int(view["tokens"][seat])
    return "♥" * won + "·" * (needed(view) - won)


def pile(view: View, seat: int, texts: Texts) -> str:
    """What a seat has laid, with a Handmaid beside it, if there is one."""
    cards = [card_name(card, texts) for card in view["piles"][seat]]
    beside = [f"({card_name(view['beside'][seat], texts)})"] if view["beside"][seat] else []
    return " ".join([*cards, *beside])


def in_hand(view: View, seat: int, texts: Texts, *, memory_aid: bool) -> str:
    """The cards a seat holds, and whether it is out or protected."""
    if seat in view["out"]:
        return texts["board.out"]
    hidden = 0
    known = []
    for card, knowledge in zip(view["hands"][seat], view["known"][seat], strict=True):
        if card == "?" or (not memory_aid and knowledge["seen"] != "all"):
            hidden += 1
            if memory_aid and knowledge["not"]:
                known.append(texts.say("board.not", {"cards": knowledge["not"]}))
        else:
            known.append(card_name(card, texts))
    if hidden:
        known.insert(0, texts.say("board.unknown", {"number": hidden}))
    if seat in view["protected"]:
        known.append(texts["board.protected"])
    return ", ".join(known)


def hand(view: View, seat: int) -> list[str]:
    """The cards in a seat's own hand, the lower one first."""
    return sorted(view["hands"][seat], key=CARDS.index)


def card_name(card: str, texts: Texts) -> str:
    """A card's name and value."""
    return f"{texts[f'card.{card}.name']} {CARDS.index(card)}"


def knowledge(view: View, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    """What this seat can know: the cards it has not seen, and what each rival may hold."""
    left = unseen(view)
    counts = ", ".join(f"{card_name(card, texts)} × {number}" for card, number in left.items() if number)
    lines = [texts.say("board.unseen", {"cards": counts})]
    for rival in range(view["seats"]):
        if rival != seat and view["hands"][rival]:
            lines.append(rival_hand(view, rival, left, texts, names))
    return lines


def rival_hand(view: View, rival: int, left: Mapping[str, int], texts: Texts, names: Sequence[str]) -> str:
    """One rival's kept card: known for sure, or how likely each is by counting."""
    card = view["hands"][rival][0]
    if card != "?":
        return texts.say("board.surely", {"seat": rival, "card": card}, names)
    possible = {name: left[name] for name in left if left[name] and name not in view["known"][rival][0]["not"]}
    total = sum(possible.values())
    odds = ", ".join(f"{card_name(name, texts)} {number / total:.0%}" for name, number in possible.items())
    return texts.say("board.maybe", {"seat": rival, "cards": odds}, names)


def unseen(view: View) -> dict[str, int]:
    """How many of each card this view does not show."""
    shown = [*view["open"], *(card for cards in [*view["hands"], *view["piles"]] for card in cards), *view["beside"]]
    return {card: int(rules.BOX[value]) - shown.count(card) for value, card in enumerate(CARDS) if value}
