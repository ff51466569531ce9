"""An independent referee for open transcripts of Mit List und Tücke.

Written from the pages about transcripts and from the rulebook alone.
It shares no code with the program it judges. Of a transcript it trusts only who was drawn as start player, the order of
the cards after each deal, and the actions; everything else it works out again and compares, value for
value.
"""

import copy
import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

NAMES = [
    "quack",
    "black_knight",
    "courtesan",
    "clairvoyant",
    "poisoner",
    "berserker",
    "assassin",
    "abbot",
    "druid",
    "white_knight",
    "monk",
    "executioner",
    "schemer",
    "witch",
    "queen",
    "king",
    "saint",
    "bishop",
    "wizard",
    "inquisitor",
]
RANK = {name: rank for rank, name in enumerate(NAMES, start=1)}
BACK = {name: "light" if rank % 2 else "dark" for name, rank in RANK.items()}
COLOURS = ["blue", "green", "yellow"]
CRESTS = {
    "abbot": {"green": 1}, "druid": {"yellow": 1}, "white_knight": {"blue": 1}, "monk": {"green": 1},
    "witch": {"yellow": 1}, "queen": {"blue": 1}, "king": {"blue": 2}, "bishop": {"green": 2}, "wizard": {"yellow": 2},
}  # fmt: skip
MURDERS = {
    "poisoner": ["bishop", "abbot"],
    "berserker": ["wizard", "schemer"],
    "assassin": ["king", "queen"],
    "abbot": ["witch", "druid"],
}
THREATS = {"king": "queen", "queen": "king"}
MIDDLERS = ["druid", "white_knight", "monk"]
ENDINGS = {"most_points": "LT.24", "start_card": "LT.24"}
HEADER = ["format", "version", "game", "rules", "seats", "options", "players", "view", "chance", "commitment"]

State = dict[str, Any]
Log = list[dict[str, Any]]
Card = dict[str, Any]  # name, seen, witnessed, not
Rows = Iterator[tuple[int, Any]]
Spot = tuple[int, int | None]  # line and step


class Foul(Exception):
    """The first place where a transcript and the rules disagree."""

    def __init__(self, spot: Spot, what: str, expected: object, found: object) -> None:
        self.line, self.step, self.what, self.expected, self.found = *spot, what, expected, found
        super().__init__(f"line {self.line}, step {self.step}: {what}: expected {expected!r}, found {found!r}")


def holds(spot: Spot, truth: bool, what: str, expected: object, found: object) -> None:
    """Something must be true."""
    if not truth:
        raise Foul(spot, what, expected, found)


def same(spot: Spot, what: str, expected: object, found: object) -> None:
    """Two JSON values must be the same; 1, 1.0 and true are three values."""
    holds(spot, json.dumps(expected, sort_keys=True) == json.dumps(found, sort_keys=True), what, expected, found)


def keys(spot: Spot, what: str, expected: Iterable[str], found: Any) -> None:
    """A JSON object must have these keys and no others."""
    holds(spot, isinstance(found, dict), what, "an object", found)
    same(spot, f"keys of {what}", sorted(expected), sorted(found))


# ------------------------------------------------------------------------------------------------------- The table


class Kingdom:
    """Our own table; the cards carry what is known of them."""

    def __init__(self, seats: int, sixteen: str) -> None:
        self.seats, self.sixteen = seats, sixteen
        self.step = 0
        self.acting: list[int] = []
        self.over: str | None = None
        self.start: int | None = None
        self.chapter = self.turns = self.turn = self.collected = 0
        self.due = "deal_light"
        self.partner: int | None = None
        self.hands: list[list[Card]] = [[] for _ in range(seats)]
        self.middle: list[Card] = []
        self.offered: list[Card | None] = [None] * seats
        self.aside: list[Card] = []
        self.piles: list[list[State]] = [[] for _ in range(seats)]
        self.named: str | None = None
        self.rank: int | None = None
        self.swapped: list[str] = []
        self.tokens = [dict.fromkeys(COLOURS, 0) for _ in range(seats)]
        self.supply = dict.fromkeys(COLOURS, 13 if seats == 4 else 11)
        self.chapel: list[str | None] = [None] * 4
        self.points = [0] * seats
        self.eliminations = 20
        self.log: Log = []

    # --- As the transcript shows it ---

    def state(self) -> State:
        playing = self.due not in ("deal_light", "pass_light", "deal_dark", "pass_dark")
        shows_partner = self.due == "return" or (self.due == "offer" and self.card() == "inquisitor")
        trading = self.due in ("offer", "with", "return") and self.card() == "courtesan"
        round_now = min(4, self.turns // self.seats + 1) if self.chapter else 0
        return {
            "step": self.step, "seats": self.seats, "acting": self.acting, "over": self.over, "sixteen": self.sixteen,
            "chapter": self.chapter, "round": round_now, "due": self.due, "start_player": self.start,
            "turn": self.turn if playing else None, "partner": self.partner if shows_partner else None,
            "hands": [[card["name"] for card in hand] for hand in self.hands],
            "backs": [[BACK[card["name"]] for card in hand] for hand in self.hands],
            "middle": [card["name"] for card in self.middle],
            "offered": [card["name"] if card else None for card in self.offered],
            "set_aside": [card["name"] for card in self.aside],
            "known": [[known(card) for card in hand] for hand in self.hands],
            "known_middle": [known(card) for card in self.middle],
            "known_offered": [known(card) if card else None for card in self.offered],
            "known_set_aside": [known(card) for card in self.aside],
            "piles": self.piles, "named": self.named, "inquisitor_rank": self.rank,
            "swapped": sorted(self.swapped, key=["light", "dark"].index) if trading else [],
            "collected": self.collected if self.due == "take" else 0,
            "tokens": self.tokens, "supply": self.supply, "chapel": self.chapel, "points": self.points,
            "eliminations": self.eliminations,
        }  # fmt: skip

    def tell(self, code: str, clause: str, secret: Any = None, readers: Any = None, **params: Any) -> None:
        parts = {"code": code, "clause": clause, "params": params, "secret": secret, "readers": readers}
        self.log.append({key: part for key, part in parts.items() if part})

    # --- What can be asked of it ---

    def game(self) -> list[str]:
        """The characters of this game (LT.2)."""
        return NAMES[4:] if self.seats == 3 and self.sixteen == "fixed" else NAMES

    def card(self) -> str | None:
        """The card played last by whoever's turn it is."""
        pile = self.piles[self.turn]
        return str(pile[-1]["card"]) if pile else None

    def top(self, seat: int) -> str | None:
        """The open top card of a pile (LT.7)."""
        pile = self.piles[seat]
        return None if not pile or pile[-1]["eliminated"] else str(pile[-1]["card"])

    def others(self, seat: int) -> list[int]:
        return [other for other in range(self.seats) if other != seat]

    def clockwise(self, seat: int) -> list[int]:
        """All seats from this one on."""
        return [(seat + at) % self.seats for at in range(self.seats)]

    def value(self, name: str) -> int:
        """A card's rank now (LT.19)."""
        return self.rank if name == "inquisitor" and self.rank is not None else RANK[name]

    def with_back(self, seat: int, back: str) -> list[Card]:
        return [card for card in self.hands[seat] if BACK[card["name"]] == back]

    def colours_left(self) -> list[str]:
        return [colour for colour in COLOURS if self.supply[colour]]


def known(card: Card) -> State:
    return {key: card[key] for key in ("seen", "witnessed", "not")}


def fresh(name: str, *seats: int) -> Card:
    return {"name": name, "seen": [*seats], "witnessed": [*seats], "not": []}


def named_in(names: Iterable[str]) -> list[str]:
    return sorted(names, key=NAMES.index)


# ------------------------------------------------------------------------------------------ What is known of a card


def sees(card: Card, seat: int) -> None:
    """A seat sees a card, and everybody knows that."""
    for key in ("seen", "witnessed"):
        if card[key] != "all":
            card[key] = sorted({*card[key], seat})


def common(cards: list[Card]) -> tuple[list[int], list[str]]:
    """What all of these have in `witnessed`, and in `not`; a card shown to all is none of the other names."""
    witnessed = set.intersection(
        *({*range(5)} if card["witnessed"] == "all" else {*card["witnessed"]} for card in cards)
    )
    ruled_out = set.intersection(
        *({*NAMES} - {card["name"]} if card["seen"] == "all" else {*card["not"]} for card in cards)
    )
    return sorted(witnessed), named_in(ruled_out)


def slip(table: Kingdom, seat: int, name: str) -> Card:
    """A card leaves a hand face down."""
    hand = table.hands[seat]
    card = next(one for one in hand if one["name"] == name)
    group = table.with_back(seat, BACK[name])
    if len(group) > 1:
        for shown in [one for one in group if one["seen"] == "all"]:
            elsewhere = [one for other in table.others(seat) for one in table.hands[other]]
            elsewhere += [*table.middle, *table.aside, *(one for one in table.offered if one)]
            for one in elsewhere:
                if BACK[one["name"]] == BACK[name]:
                    one["not"] = named_in({*one["not"], shown["name"]})
        _, ruled_out = common(group)
        for one in group:
            one.update(seen=[seat], witnessed=[seat], **{"not": [*ruled_out]})
    hand.remove(card)
    return card


def come_to_light(table: Kingdom, seat: int, card: Card) -> None:
    """A card of a hand is about to be seen."""
    if card["seen"] != "all":
        name = card["name"]
        group = [one for one in table.with_back(seat, BACK[name]) if one["seen"] != "all" and name not in one["not"]]
        witnessed, ruled_out = common(group)
        for one in group:
            one.update(witnessed=[*witnessed], **{"not": [*ruled_out]})


def come_out(table: Kingdom, seat: int, name: str) -> Card:
    """A card of a hand comes to the open and leaves its place."""
    card = next(one for one in table.hands[seat] if one["name"] == name)
    come_to_light(table, seat, card)
    table.hands[seat].remove(card)
    return card


def receive(table: Kingdom, seat: int, card: Card | None) -> None:
    assert card is not None
    sees(card, seat)
    table.hands[seat].append(card)


# ---------------------------------------------------------------------------------------------------------- Chance


def draw_lots(spot: Spot, table: Kingdom, action: Any, found: Any) -> None:
    """A step of chance, its outcome read from the state that follows."""
    if table.start is None:
        same(spot, "action", "starter", action)
        first = found["start_player"]
        holds(spot, type(first) is int and first in range(table.seats), "state, start_player", "a seat", first)
        table.start = first
        table.tell("starter", "LT.3", seat=first)
        return
    same(spot, "action", table.due, action)
    deal(spot, table, action.removeprefix("deal_"), found)


def deal(spot: Spot, table: Kingdom, back: str, found: Any) -> None:
    """LT.5, LT.6: two for everybody, two into the middle; with the variant two aside (LT.2)."""
    if back == "light":
        new_chapter(table)
    clause = "LT.5" if back == "light" else "LT.6"
    lists = [hand[-2:] for hand in found["hands"]] + [found["middle"][-2:], found["set_aside"][-2:]]
    same(
        spot,
        "cards dealt",
        [card for card in table.game() if BACK[card] == back],
        named_in([name for cards in lists for name in cards]),
    )
    for seat in range(table.seats):
        table.hands[seat] += [fresh(name, seat) for name in lists[seat]]
        table.tell(f"dealt_{back}", clause, {"cards": lists[seat]}, [seat], seat=seat)
    table.middle += [fresh(name) for name in lists[-2]]
    table.aside += [fresh(name) for name in lists[-1]]
    table.tell(f"middle_{back}", clause)
    if table.seats == 3 and table.sixteen == "random":
        table.tell("set_aside", "LT.2", back=back)
    table.due, table.acting = f"pass_{back}", [*range(table.seats)]


def new_chapter(table: Kingdom) -> None:
    """LT.4, LT.22."""
    table.chapter += 1
    table.turns, table.named, table.rank = 0, None, None
    table.hands, table.piles = [[] for _ in range(table.seats)], [[] for _ in range(table.seats)]
    table.middle, table.aside = [], []
    table.tell("chapter", "LT.4" if table.chapter == 1 else "LT.22", chapter=table.chapter, seat=table.start)
    if table.chapter == 1 and table.game() != NAMES:
        table.tell("left_out", "LT.2", cards=NAMES[:4])


# ------------------------------------------------------------------------------------------------- What can be done


def legal(table: Kingdom, seat: int) -> list[str]:
    """The notations of what this seat can do now, sorted."""
    return sorted(possible(table, seat)) if seat in table.acting else []


def possible(table: Kingdom, seat: int) -> list[str]:
    due = table.due
    mine = [card["name"] for card in table.hands[seat]]
    offer = table.offered[table.turn]
    if due.startswith("pass_"):
        return [f"pass {name}" for name in mine if BACK[name] == due.removeprefix("pass_")]
    if due == "play":
        return [f"play {name}" for name in mine]
    if due == "return":
        assert offer
        return [f"return {name}" for name in mine if BACK[name] == BACK[offer["name"]]]
    if due == "name":
        return [f"name {name}" for name in table.game() if name != "saint" or table.card() == "inquisitor"]
    if due == "strike":
        return [f"strike {name}" for name in victims(table, seat)]
    if due == "heal":
        return [f"heal {name}" for name in patients(table, seat)]
    if due == "chapel":
        return [f"chapel {colour}" for colour in table.colours_left()]
    if due == "with":
        return [f"with {other}" for other in partners(table, seat)]
    return other_choices(table, seat)


def other_choices(table: Kingdom, seat: int) -> list[str]:
    offer = table.offered[seat]
    if table.due == "middle":
        assert offer
        return [f"middle {place}" for place in ((1, 2) if BACK[offer["name"]] == "light" else (3, 4))]
    if table.due == "rank":
        return ["rank 0", "rank 20"]
    return free_choices(table, seat)


def free_choices(table: Kingdom, seat: int) -> list[str]:
    """What may also be declined."""
    free = {
        "offer": [f"offer {name}" for name in offers(table, seat)],
        "look": [f"look {other}" for other in table.others(seat) if table.hands[other]],
        "gaze": ["gaze"],
        "take": [f"take {colour}" for colour in table.colours_left()],
    }
    return [*free[table.due], "decline"]


def partners(table: Kingdom, seat: int) -> list[int]:
    """LT.16: who has a card with the back of the one offered."""
    offer = table.offered[seat]
    assert offer
    return [other for other in table.others(seat) if table.with_back(other, BACK[offer["name"]])]


def offers(table: Kingdom, seat: int) -> list[str]:
    """LT.16: for the Courtesan only where somebody can give a card back, and each back once."""
    mine = [card["name"] for card in table.hands[seat]]
    if table.card() != "courtesan":
        return mine
    return [
        name
        for name in mine
        if BACK[name] not in table.swapped and any(table.with_back(other, BACK[name]) for other in table.others(seat))
    ]


def victims(table: Kingdom, seat: int) -> list[str]:
    """LT.10."""
    tops = [table.top(other) for other in table.others(seat)]
    return [name for name in MURDERS[str(table.card())] if name in tops]


def patients(table: Kingdom, seat: int) -> list[str]:
    """LT.1: whom the Charlatan can heal."""
    return [str(lying["card"]) for lying in table.piles[seat] if lying["eliminated"]]


# ---------------------------------------------------------------------------------------------------------- A step


def act(table: Kingdom, seat: int, action: str) -> None:
    """Carry out a legal action."""
    verb, _, what = action.partition(" ")
    if verb == "decline":
        card = "black_knight" if table.due == "take" else table.card()
        table.tell("declined", "LT.9", seat=seat, card=card)
        collect(table) if table.due == "take" else end_turn(table)
    else:
        STEPS[verb](table, seat, what)


def choose(table: Kingdom, seat: int, name: str) -> None:
    """LT.5, LT.6: a card to pass; after the last choice they go round."""
    back = table.due.removeprefix("pass_")
    clause, way = ("LT.5", 1) if back == "light" else ("LT.6", -1)
    table.offered[seat] = slip(table, seat, name)
    table.acting.remove(seat)
    table.tell(f"chose_{back}", clause, {"card": name}, [seat], seat=seat)
    if table.acting:
        return
    for giver in range(table.seats):
        target, card = (giver + way) % table.seats, table.offered[giver]
        receive(table, target, card)
        assert card
        table.tell(f"passed_{back}", clause, {"card": card["name"]}, [giver, target], seat=giver, target=target)
    table.offered = [None] * table.seats
    if back == "light":
        table.due = "deal_dark"
    else:
        begin_round(table)


def play(table: Kingdom, seat: int, name: str) -> None:
    """LT.7, LT.12, LT.9."""
    come_out(table, seat, name)
    table.piles[seat].append({"card": name, "eliminated": False})
    table.tell("played", "LT.7", seat=seat, card=name)
    for other in table.clockwise(seat)[1:]:
        top = table.top(other)
        if top is not None and name == (table.named if top == "executioner" else THREATS.get(top)):
            eliminate(table, other, seat, "LT.12")
            end_turn(table)
            return
    table.swapped = []
    instruct(table, seat, name)


def instruct(table: Kingdom, seat: int, name: str) -> None:
    """LT.9: what the card asks, or does, or cannot do."""
    hands = any(table.hands[other] for other in table.others(seat))
    if name in MURDERS:
        offer_choice(table, "strike", victims(table, seat), "nobody_there", "LT.10")
    elif name == "quack":
        offer_choice(table, "heal", patients(table, seat), "nobody_to_heal", "LT.9")
    elif name == "saint":
        offer_choice(table, "chapel", table.colours_left(), "no_token", "LT.21")
    elif name in MIDDLERS:
        ask_or(table, "offer", bool(table.hands[seat]), "no_swap", "LT.17")
    elif name == "courtesan":
        ask_or(table, "offer", bool(offers(table, seat)), "no_swap", "LT.16")
    elif name == "witch":
        ask_or(table, "look", hands, "no_look", "LT.17")
    elif name in ("clairvoyant", "executioner", "inquisitor"):
        table.due = {"clairvoyant": "gaze", "executioner": "name", "inquisitor": "rank"}[name]
    else:
        if name == "schemer":
            scheme(table, seat)
        elif name in THREATS:
            table.tell("threatens", "LT.12", seat=seat, card=name, victim=THREATS[name])
        end_turn(table)


def offer_choice(table: Kingdom, due: str, options: list[str], nothing: str, clause: str) -> None:
    """Ask, if there is a choice; do the only thing; or tell that there is none."""
    if len(options) > 1:
        table.due = due
    elif options:
        STEPS[due](table, table.turn, options[0])
    else:
        table.tell(nothing, clause, seat=table.turn, card=table.card())
        end_turn(table)


def ask_or(table: Kingdom, due: str, can: bool, nothing: str, clause: str) -> None:
    """Ask, or tell that nothing can be done."""
    if can:
        table.due = due
    else:
        table.tell(nothing, clause, seat=table.turn, card=table.card())
        end_turn(table)


def strike(table: Kingdom, seat: int, name: str) -> None:
    """LT.10."""
    target = next(other for other in table.others(seat) if table.top(other) == name)
    eliminate(table, seat, target, "LT.10")
    end_turn(table)


def eliminate(table: Kingdom, by: int, target: int, clause: str) -> None:
    """LT.11, LT.13, LT.1."""
    pile = table.piles[target]
    turned = [lying["card"] for lying in pile if not lying["eliminated"]]
    table.tell("eliminated", clause, seat=by, card=table.top(by), target=target, victim=pile[-1]["card"])
    for lying in pile:
        lying["eliminated"] = True
    if len(turned) > 1:
        table.tell("turned", "LT.11", seat=by, target=target, cards=turned)
    if table.eliminations:
        table.eliminations -= 1
        table.points[by] += 1
        table.tell("point", "LT.13", seat=by, points=table.points[by])
    else:
        table.tell("no_point", "LT.1", seat=by)


def heal(table: Kingdom, seat: int, name: str) -> None:
    """LT.1."""
    next(lying for lying in table.piles[seat] if lying["card"] == name)["eliminated"] = False
    table.tell("healed", "LT.9", seat=seat, card=name)
    end_turn(table)


def bless(table: Kingdom, seat: int, colour: str) -> None:
    """LT.1: the Saint."""
    table.supply[colour] -= 1
    table.chapel[table.chapel.index(None)] = colour
    table.tell("chapel_token", "LT.9", seat=seat, colour=colour)
    end_turn(table)


def scheme(table: Kingdom, seat: int) -> None:
    """LT.15."""
    tops = [(table.value(top), other) for other in range(table.seats) if (top := table.top(other)) is not None]
    _, best = max(tops)
    if best == seat:
        table.tell("schemer_stays", "LT.15", seat=seat)
        return
    mine, theirs = table.piles[seat], table.piles[best]
    mine[-1], theirs[-1] = theirs[-1], mine[-1]
    table.tell("schemed", "LT.15", seat=seat, target=best, card=mine[-1]["card"])


def choose_rank(table: Kingdom, seat: int, rank: str) -> None:
    """LT.19."""
    table.rank, table.due = int(rank), "name"
    table.tell("rank", "LT.19", seat=seat, rank=table.rank)


def name_character(table: Kingdom, seat: int, name: str) -> None:
    """LT.12, LT.18."""
    if table.card() == "executioner":
        table.named = name
        table.tell("threatens", "LT.12", seat=seat, card="executioner", victim=name)
        end_turn(table)
        return
    table.tell("inquired", "LT.18", seat=seat, card=name)
    for holder in table.others(seat):
        if name in [card["name"] for card in table.hands[holder]]:
            card = next(one for one in table.hands[holder] if one["name"] == name)
            come_to_light(table, holder, card)
            card.update(seen="all", witnessed="all")
            table.tell("showed", "LT.18", seat=holder, card=name)
            table.partner = holder
            if table.hands[seat]:
                table.due = "offer"
            else:
                end_turn(table)
            return
    table.tell("nobody_showed", "LT.18", seat=seat, card=name)
    if name not in [lying["card"] for pile in table.piles for lying in pile]:
        for other in table.others(seat):
            for card in table.with_back(other, BACK[name]):
                card["not"] = named_in({*card["not"], name})
    end_turn(table)


def look(table: Kingdom, seat: int, what: str) -> None:
    """LT.17: the Witch."""
    target = int(what)
    for card in table.hands[target]:
        come_to_light(table, target, card)
    for card in table.hands[target]:
        sees(card, seat)
    cards = named_in(card["name"] for card in table.hands[target])
    table.tell("looked", "LT.17", {"cards": cards}, [seat], seat=seat, target=target)
    end_turn(table)


def gaze(table: Kingdom, seat: int, _: str) -> None:
    """LT.1: the Clairvoyant."""
    for card in table.middle:
        sees(card, seat)
    table.tell("gazed", "LT.9", {"cards": [card["name"] for card in table.middle]}, [seat], seat=seat)
    end_turn(table)


def offer_card(table: Kingdom, seat: int, name: str) -> None:
    """LT.16-18."""
    card = slip(table, seat, name)
    table.offered[seat] = card
    played = table.card()
    clause = {"courtesan": "LT.16", "inquisitor": "LT.18"}.get(str(played), "LT.17")
    table.tell("offered", clause, {"card": name}, [seat], seat=seat, back=BACK[name])
    if played == "inquisitor":
        holder = table.partner
        assert holder is not None
        shown = next(one for one in table.hands[holder] if one["seen"] == "all")
        table.hands[holder].remove(shown)
        receive(table, seat, shown)
        receive(table, holder, card)
        table.offered[seat] = None
        public = {"seat": seat, "target": holder, "card": shown["name"]}
        table.tell("took_shown", "LT.18", {"gave": name}, [seat, holder], **public)
        end_turn(table)
    elif played == "courtesan":
        table.swapped.append(BACK[name])
        table.due = "with"
        if len(partners(table, seat)) == 1:
            swap_with(table, seat, str(partners(table, seat)[0]))
    else:
        table.due = "middle"


def swap_with(table: Kingdom, seat: int, target: str) -> None:
    """LT.16: the partner chooses, where there is a choice."""
    offer = table.offered[seat]
    assert offer
    table.partner, table.due = int(target), "return"
    cards = table.with_back(table.partner, BACK[offer["name"]])
    if len(cards) > 1:
        table.acting = [table.partner]
        table.tell("asked", "LT.16", seat=seat, target=table.partner, back=BACK[offer["name"]])
    else:
        swap_cards(table, cards[0]["name"], seat)


def give_back(table: Kingdom, _: int, name: str) -> None:
    assert table.partner is not None
    swap_cards(table, name, table.partner)


def swap_cards(table: Kingdom, name: str, actor: int) -> None:
    """LT.16: both change hands, and a second swap may follow."""
    turn, partner = table.turn, table.partner
    assert partner is not None
    back, offer = slip(table, partner, name), table.offered[turn]
    assert offer
    receive(table, turn, back)
    receive(table, partner, offer)
    table.offered[turn] = None
    readers = [actor, turn if actor == partner else partner]
    table.tell("traded", "LT.16", {"gave": offer["name"], "got": name}, readers, seat=turn, target=partner)
    table.due, table.acting = "offer", [turn]
    if not offers(table, turn):
        end_turn(table)


def exchange(table: Kingdom, seat: int, place: str) -> None:
    """LT.17."""
    at, offer = int(place) - 1, table.offered[seat]
    assert offer
    got = table.middle[at]
    receive(table, seat, got)
    table.middle[at], table.offered[seat] = offer, None
    cards = {"gave": offer["name"], "got": got["name"]}
    table.tell("exchanged", "LT.17", cards, [seat], seat=seat, back=BACK[got["name"]], place=at + 1)
    end_turn(table)


def take(table: Kingdom, seat: int, colour: str) -> None:
    """LT.20: the Black Knight."""
    table.supply[colour] -= 1
    table.tokens[seat][colour] += 1
    table.tell("knight_took", "LT.20", seat=seat, colour=colour)
    collect(table)


STEPS = {
    "pass": choose, "play": play, "strike": strike, "heal": heal, "chapel": bless, "rank": choose_rank,
    "name": name_character, "look": look, "gaze": gaze, "offer": offer_card, "with": swap_with, "return": give_back,
    "middle": exchange, "take": take,
}  # fmt: skip


# ------------------------------------------------------------------------------------------------------------ Ends


def begin_round(table: Kingdom) -> None:
    """LT.7."""
    assert table.start is not None
    table.tell("round", "LT.7", round=table.turns // table.seats + 1, seat=table.start)
    begin_turn(table, table.start)


def begin_turn(table: Kingdom, seat: int) -> None:
    table.turn, table.due, table.acting = seat, "play", [seat]


def end_turn(table: Kingdom) -> None:
    """LT.7, LT.8."""
    table.turns += 1
    if table.turns % table.seats:
        begin_turn(table, (table.turn + 1) % table.seats)
        return
    tops = [(table.value(top), seat) for seat in range(table.seats) if (top := table.top(seat)) is not None]
    _, table.start = max(tops)
    table.tell("start_card", "LT.8", seat=table.start, card=table.top(table.start))
    if table.turns < 4 * table.seats:
        begin_round(table)
    else:
        table.collected = 0
        collect(table)


def collect(table: Kingdom) -> None:
    """LT.20: from the start player on, until a Knight is asked."""
    assert table.start is not None
    for seat in table.clockwise(table.start)[table.collected :]:
        table.collected += 1
        if not take_influence(table, seat) and table.colours_left():
            open_cards = [lying["card"] for lying in table.piles[seat] if not lying["eliminated"]]
            if "black_knight" in open_cards:
                table.turn, table.due, table.acting = seat, "take", [seat]
                return
    end_chapter(table)


def take_influence(table: Kingdom, seat: int) -> bool:
    """LT.20: did the seat take any token?"""
    took, lacking = dict.fromkeys(COLOURS, 0), []
    for colour in COLOURS:
        wanted = sum(
            CRESTS.get(lying["card"], {}).get(colour, 0) for lying in table.piles[seat] if not lying["eliminated"]
        )
        took[colour] = min(wanted, table.supply[colour])
        table.supply[colour] -= took[colour]
        table.tokens[seat][colour] += took[colour]
        lacking += [colour] if took[colour] < wanted else []
    if any(took.values()):
        table.tell("influence", "LT.20", seat=seat, **took)
    else:
        table.tell("no_influence", "LT.20", seat=seat)
    if lacking:
        table.tell("lacking", "LT.20", seat=seat, colours=lacking)
    return any(took.values())


def end_chapter(table: Kingdom) -> None:
    """LT.21, LT.4."""
    if "saint" not in [lying["card"] for pile in table.piles for lying in pile]:
        if table.eliminations:
            table.eliminations -= 1
            table.chapel[table.chapel.index(None)] = "elimination"
            table.tell("chapel_point", "LT.21", seat=table.start)
        else:
            table.tell("no_chapel_point", "LT.1", seat=table.start)
    table.due, table.acting = "deal_light", []
    if table.chapter == 4:
        end_match(table)


def end_match(table: Kingdom) -> None:
    """LT.23, LT.24."""
    totals = count(table)
    best = [seat for seat in range(table.seats) if totals[seat] == max(totals)]
    if len(best) == 1:
        table.over = "most_points"
        table.tell("won", "LT.24", seat=best[0], total=max(totals))
    else:
        table.over = "start_card"
        table.tell("won_tied", "LT.24", seats=best, seat=winner_of(table, best), holder=table.start)


def count(table: Kingdom) -> list[int]:
    """LT.23: what everybody has."""
    worth = {colour: table.supply[colour] + table.chapel.count(colour) for colour in COLOURS}
    table.tell("values", "LT.23", **worth)
    totals = []
    for seat in range(table.seats):
        influence = sum(table.tokens[seat][colour] * worth[colour] for colour in COLOURS)
        totals.append(influence + table.points[seat])
        parts = {"influence": influence, "eliminations": table.points[seat], "total": totals[-1]}
        table.tell("counted", "LT.23", seat=seat, **parts)
    return totals


def winner_of(table: Kingdom, best: list[int]) -> int:
    """LT.24: the first of these from the holder of the start-player card."""
    assert table.start is not None
    return next(seat for seat in table.clockwise(table.start) if seat in best)


def result_of(table: Kingdom, log: Log) -> State:
    """The last line of a transcript."""
    winner = log[-1]["params"]["seat"]
    scores = [1.0 if seat == winner else 0.0 for seat in range(table.seats)]
    result = {"ending": table.over, "clause": ENDINGS[str(table.over)], "winners": [winner], "scores": scores}
    return {"result": result, "steps": table.step}


# ----------------------------------------------------------------------------------------------------- What is seen


def seen_by(state: State, seat: int | None) -> State:
    """The state as a seat sees it, or a spectator."""
    view = copy.deepcopy(state)
    for place in ("middle", "offered", "set_aside"):
        view[place] = [hidden(card, one, seat) for card, one in zip(view[place], view[f"known_{place}"], strict=True)]
    for at, hand in enumerate(view["hands"]):
        knowledge, backs = view["known"][at], view["backs"][at]
        hand[:] = [hidden(card, one, seat) for card, one in zip(hand, knowledge, strict=True)]
        sorted_hand = sorted(zip(hand, knowledge, backs, strict=True), key=order_in_view)
        view["hands"][at], view["known"][at], view["backs"][at] = (
            [one[part] for one in sorted_hand] for part in range(3)
        )
    return view


def order_in_view(shown: tuple[Any, Any, str]) -> tuple[int, ...]:
    """How a view sorts a hand."""
    name, entry, back = shown
    face = RANK[name] if name != "?" else {"light": -1, "dark": -2}[back]
    masks = [
        sum(1 << seat for seat in seats) if seats != "all" else 1 << 9 for seats in (entry["seen"], entry["witnessed"])
    ]
    return face, *masks, sum(1 << RANK[one] for one in entry["not"])


def hidden(card: Any, entry: Any, seat: int | None) -> Any:
    """The card, or `?`; what is known of it is left as this seat may know it."""
    if card is None or entry["seen"] == "all":
        return card
    may_see = seat in entry["seen"]
    entry["seen"] = sorted({*entry["witnessed"], *([seat] if may_see else [])})
    return card if may_see else "?"


def told_to(event: State, seat: int | None) -> State:
    """An event as a seat reads it."""
    view = {key: copy.deepcopy(part) for key, part in event.items() if key not in ("secret", "readers")}
    if seat in event.get("readers", []):
        view["params"] = view.get("params", {}) | copy.deepcopy(event["secret"])
        view["seen"] = True
    return view


# --------------------------------------------------------------------------------------------------------- Judging


def judge(lines: Iterable[str]) -> int:
    """Judge every match of a file; the number of matches, or the first Foul."""
    rows = read(lines)
    matches = 0
    for line, header in rows:
        judge_match(line, header, rows)
        matches += 1
    holds((1, None), matches > 0, "file", "a match", "the end of the file")
    return matches


def read(lines: Iterable[str]) -> Rows:
    """The JSON values of a file with the numbers of their lines; empty lines are skipped."""
    for number, line in enumerate(lines, start=1):
        try:
            if line.strip():
                yield number, json.loads(line)
        except ValueError as error:
            raise Foul((number, None), "line", "JSON", str(error)) from error


def judge_match(line: int, header: Any, rows: Rows) -> None:
    """Judge one match: its header, its steps, its result."""
    table = open_table((line, None), header)
    while table.over is None:
        table.step += 1
        table.log = []
        line, row = next(rows, (line + 1, None))
        judge_step((line, table.step), table, row)
    line, row = next(rows, (line + 1, None))
    holds((line, table.step), row is not None, "line", "the result", "the end of the file")
    same((line, table.step), "result", result_of(table, table.log), row)


def open_table(spot: Spot, header: Any) -> Kingdom:
    """Check the header; the table before the first step."""
    keys(spot, "header", HEADER, header)
    fixed = {"format": "herzdame transcript", "version": 1, "game": "list_und_tuecke", "view": "open"}
    for key, value in fixed.items():
        same(spot, key, value, header[key])
    seats, options, players, commitment = (header[key] for key in ("seats", "options", "players", "commitment"))
    holds(spot, type(header["rules"]) is int, "rules", "a number", header["rules"])
    holds(spot, type(seats) is int and seats in (3, 4), "seats", "3 or 4", seats)
    holds(spot, isinstance(players, list) and len(players) in (0, seats), "players", "none, or one a seat", players)
    digest = commitment is None or re.fullmatch("[0-9a-f]{64}", str(commitment))
    holds(spot, bool(digest), "commitment", "a SHA-256 or null", commitment)
    keys(spot, "options", ["sixteen", "starter"], options)
    sixteen, starter = options["sixteen"], options["starter"]
    holds(spot, sixteen in (["fixed", "random"] if seats == 3 else ["fixed"]), "sixteen", "fixed or random", sixteen)
    names = ["chance", *map(str, range(seats))]
    holds(spot, starter in names, "starter", names, starter)
    table = Kingdom(seats, sixteen)
    table.start = None if starter == "chance" else int(starter)
    return table


def judge_step(spot: Spot, table: Kingdom, row: Any) -> None:
    """Play one step on our own table and compare everything with the line."""
    holds(spot, row is not None, "line", "a step", "the end of the file")
    keys(spot, "step", ["step", "seat", "action", "events", "state"], row)
    keys(spot, "state", table.state(), row["state"])
    same(spot, "step", table.step, row["step"])
    if table.acting:
        holds(spot, row["seat"] in table.acting, "seat", table.acting, row["seat"])
        holds(spot, row["action"] in legal(table, row["seat"]), "action", legal(table, row["seat"]), row["action"])
        act(table, row["seat"], row["action"])
    else:
        same(spot, "seat", "chance", row["seat"])
        draw_lots(spot, table, row["action"], row["state"])
    holds(spot, isinstance(row["events"], list), "events", "a list", row["events"])
    for number, event in enumerate(table.log, start=1):
        holds(spot, number <= len(row["events"]), f"event {number}", event, "no more events")
        same(spot, f"event {number}", event, row["events"][number - 1])
    same(spot, "number of events", len(table.log), len(row["events"]))
    for key, value in table.state().items():
        same(spot, f"state, {key}", value, row["state"][key])


def main(paths: list[str]) -> int:
    """Judge the files named on the command line."""
    matches = 0
    for path in paths:
        with Path(path).open(encoding="utf-8") as file:
            try:
                matches += judge(file)
            except Foul as foul:
                print(f"{path}: {foul}")
                return 1
    print(f"{matches} matches, no foul")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
