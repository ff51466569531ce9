"""Mit List und Tücke in lines of text: the table, the hand, and what one player can know.

Everything here is made of the view that a seat is given, never of the table itself.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from herzdame.kernel.texts import Texts

from . import CHAPTERS, COLOURS, ROUNDS, SIXTEEN, court
from .words import BACKS, CARDS

View = Mapping[str, Any]
DOTS = {"blue": "♦", "green": "♣", "yellow": "★", "elimination": "†"}


def status(view: View, texts: Texts) -> list[str]:
    """What stands above the players: chapter, supplies, chapel, middle, and a threat that was named."""
    where = {"chapter": view["chapter"], "chapters": CHAPTERS, "round": view["round"], "rounds": ROUNDS}
    lines = [
        texts.say("board.status", where),
        texts.say("board.supply", {"supply": amounts(view["supply"], texts), "points": view["eliminations"]}),
        texts.say("board.chapel", {"chapel": [DOTS.get(what, "·") for what in view["chapel"]]}),
        texts.say("board.middle", {"cards": [middle_card(view, at, texts) for at in range(len(view["middle"]))]}),
    ]
    if view["named"]:
        lines.append(texts.say("board.named", {"card": view["named"]}))
    if view["inquisitor_rank"] is not None:
        lines.append(texts.say("board.rank", {"rank": view["inquisitor_rank"]}))
    return lines


def amounts(tokens: Mapping[str, int], texts: Texts) -> str:
    """Tokens by colour: `♦3 ♣0 ★2`."""
    return " ".join(f"{DOTS[colour]}{tokens[colour]}" for colour in COLOURS)


def middle_card(view: View, at: int, texts: Texts) -> str:
    """A card in the middle with its place: known, or by its back."""
    card = view["middle"][at]
    return f"{at + 1} {texts[f'word.{BACKS[at // 2]}'] if card == '?' else card_name(card, texts)}"


def columns(texts: Texts) -> list[str]:
    """The heads of the columns of `rows`."""
    return [texts["board.won"], texts["board.pile"], texts["board.hand"]]


def rows(view: View, texts: Texts, *, memory_aid: bool) -> list[list[str]]:
    """A row for every seat: what it has won, its pile with the top card first, and the hand as far as it is known."""
    return [
        [won(view, seat, texts), pile(view, seat, texts), in_hand(view, seat, texts, memory_aid=memory_aid)]
        for seat in range(view["seats"])
    ]


def score(view: View, texts: Texts, names: Sequence[str]) -> str:
    """What everybody has won so far."""
    everybody = [f"{name} {won(view, seat, texts)}" for seat, name in enumerate(names)]
    return texts.say("board.score", {"score": ", ".join(everybody)})


def won(view: View, seat: int, texts: Texts) -> str:
    """A seat's tokens and points, and the start-player card."""
    holds = f" {texts['board.start']}" if view["start_player"] == seat else ""
    return f"{amounts(view['tokens'][seat], texts)} {DOTS['elimination']}{view['points'][seat]}{holds}"


def pile(view: View, seat: int, texts: Texts) -> str:
    """A seat's pile, the top card first; what lies eliminated, in brackets."""
    names = [
        f"({texts['card.' + lying['card'] + '.name']})" if lying["eliminated"] else card_name(lying["card"], texts)
        for lying in view["piles"][seat]
    ]
    return " < ".join(reversed(names))


def in_hand(view: View, seat: int, texts: Texts, *, memory_aid: bool) -> str:
    """The cards a seat holds: those known, and the others by their backs."""
    known, hidden = [], []
    for card, knowledge, back in zip(view["hands"][seat], view["known"][seat], view["backs"][seat], strict=True):
        if card == "?" or (not memory_aid and knowledge["seen"] != "all"):
            hidden.append(back)
        else:
            known.append(card)
    listed = [card_name(card, texts) for card in sorted(known, key=CARDS.index)]
    for back in BACKS:
        if hidden.count(back):
            listed.append(texts.say(f"board.{back}", {"number": hidden.count(back)}))
    return ", ".join(listed)


def hand(view: View, seat: int) -> list[str]:
    """The cards in a seat's own hand, by rank."""
    return sorted(view["hands"][seat], key=CARDS.index)


def card_name(card: str, texts: Texts) -> str:
    """A card's name and rank."""
    return f"{texts[f'card.{card}.name']} {CARDS.index(card)}"


def knowledge(view: View, seat: int, texts: Texts, names: Sequence[str]) -> list[str]:
    """What this seat can know: the cards it has not seen, by their backs, and what the others may hold."""
    lines = []
    for at, back in enumerate(BACKS):
        cards = [card_name(card, texts) for card in unseen(view, at)]
        if cards:
            lines.append(texts.say(f"board.unseen_{back}", {"cards": cards}))
    for rival in range(view["seats"]):
        if rival != seat and view["hands"][rival]:
            lines += rival_hand(view, rival, texts, names)
    return lines


def rival_hand(view: View, rival: int, texts: Texts, names: Sequence[str]) -> list[str]:
    """What is surely in a rival's hand, and surely not."""
    sure = [card for card in view["hands"][rival] if card != "?"]
    lines = [texts.say("board.surely", {"seat": rival, "cards": sure}, names)] if sure else []
    for at, back in enumerate(BACKS):
        hidden = [
            {*known["not"]}
            for card, known, its in zip(view["hands"][rival], view["known"][rival], view["backs"][rival], strict=True)
            if card == "?" and its == back
        ]
        if hidden:
            left = [card for card in unseen(view, at) if not all(card in ruled_out for ruled_out in hidden)]
            lines.append(texts.say("board.maybe", {"seat": rival, "number": len(hidden), "cards": left}, names))
    return lines


def unseen(view: View, back: int) -> list[str]:
    """The cards of this game with this back that the view shows nowhere."""
    places = [*view["hands"], view["middle"], view["offered"], view["set_aside"]]
    shown = {card for cards in places for card in cards} | {lying["card"] for one in view["piles"] for lying in one}
    left_out = court.LEFT_OUT if view["seats"] == 3 and view["sixteen"] == SIXTEEN[court.FIXED] else 0
    return [
        card for rank, card in enumerate(CARDS) if rank > left_out and court.BACKS[rank] == back and card not in shown
    ]
