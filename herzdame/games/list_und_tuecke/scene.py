"""Scenes, for tests only: a position as the players see it, some answers, and a look at what came of them.

    after = scene('''
        A*: queen monk | witch -druid       (hand | own pile, the lowest first; - was eliminated)
        B:  king       | schemer
        C:  bishop     | poisoner
        middle: druid quack clairvoyant executioner      (two light cards, two dark ones)
        round: 2
        start: B                            (who has the start-player card)
        A knows bishop                      (everybody saw A look at it)
        A saw king                          (nobody knows that A did)
        C has no abbot                      (as everybody can tell)
        named: king                         (by the executioner)
        rank: 20                            (of the inquisitor)
        A owns 2 blue 1 yellow 3 points
        supply: 5 0 2                       (blue, green, yellow)
        chapel: blue elimination
        eliminations: 4                     (left in the supply)
    ''').play("play queen")
    assert after.acting == "B"

`*` marks whose turn it is.  Without further lines it is the first round of the first chapter, begun by that seat, with
full supplies.  What is drawn nowhere lies in the middle, as far as there is room; a hand may be drawn in part.
"""

import re
from dataclasses import dataclass, field
from typing import Any, ClassVar

from herzdame.kernel.errors import Code, unknown
from herzdame.kernel.scene import LETTERS, WATCHERS, letters, misdrawn, reveal
from herzdame.kernel.scene import Scene as Position
from herzdame.kernel.scene import opening as dealt
from herzdame.kernel.seats import EVERYBODY

from . import COLOURS, GAME, ROUNDS, choices, court, words
from .words import BACKS, CARDS, CHAPEL

# --- What can be asked of a scene ------------------------------------------------------------------


class Scene(Position):
    """A kingdom, and what happened in the step that led to it."""

    GAME = GAME
    SEATS_AS_PARAMS: ClassVar[tuple[str, ...]] = ("seat", "target", "seats", "holder")

    @classmethod
    def lettered(cls, action: int) -> str:
        """`with 1` as `with B`; ranks and places in the middle stay numbers."""
        verb, _, what = words.name(action).partition(" ")
        return f"{verb} {LETTERS[int(what)]}" if verb in ("with", "look") else words.name(action)

    # --- The table ---

    def hand(self, whose: str) -> str:
        """The cards of a hand, by rank."""
        return by_rank(self.state["hands"][WATCHERS[whose]])

    def pile(self, whose: str) -> str:
        """A pile, the lowest card first; `-` before what was eliminated."""
        cards = self.state["piles"][WATCHERS[whose]]
        return " ".join("-" * card["eliminated"] + card["card"] for card in cards)

    @property
    def middle(self) -> str:
        return " ".join(self.state["middle"])

    @property
    def start(self) -> str:
        """Who has the start-player card."""
        return letters([self.state["start_player"]])

    def owns(self, whose: str) -> str:
        """Influence tokens and elimination points: `2 blue 3 points`."""
        state, seat = self.state, WATCHERS[whose]
        things = {**state["tokens"][seat], "points": state["points"][seat]}
        return " ".join(f"{number} {what}" for what, number in things.items() if number)

    @property
    def supply(self) -> str:
        return " ".join(str(number) for number in self.state["supply"].values())

    @property
    def chapel(self) -> str:
        return " ".join(filter(None, self.state["chapel"]))

    @property
    def due(self) -> str:
        return str(self.state["due"])

    @property
    def cards(self) -> str:
        """Every card on the table, by rank."""
        state = self.state
        lying = [card["card"] for pile in state["piles"] for card in pile]
        places = [*state["hands"], state["middle"], state["set_aside"], [*filter(None, state["offered"])], lying]
        return by_rank(card for cards in places for card in cards)

    # --- What is known ---

    def sees(self, who: str, whose: str) -> str:
        """What `who` sees of a hand, or of the `middle`: names, and `?`; a hand by rank, what is unseen last."""
        view = self.view(who)
        return " ".join(view["middle"]) if whose == "middle" else by_rank(view["hands"][WATCHERS[whose]])

    def barred(self, whose: str) -> set[str]:
        """What everybody knows of some card of a hand that it is not."""
        known = self.view("spectator")["known"][WATCHERS[whose]]
        return {name for card in known for name in card["not"]}

    def witnessed(self, who: str, whose: str) -> int:
        """Of how many cards of a hand everybody can tell that `who` knows them."""
        known = self.view("spectator")["known"][WATCHERS[whose]]
        return sum(card["witnessed"] == "all" or WATCHERS[who] in card["witnessed"] for card in known)


def by_rank(cards: Any) -> str:
    return " ".join(sorted(cards, key=lambda card: [*CARDS, "?"].index(card)))


def opening(seats: int = 4, *, sixteen: str = "fixed", starter: str = "", seed: int = 1) -> Scene:
    """A new match, its light cards dealt."""
    options = {"sixteen": sixteen}
    if starter:
        options["starter"] = Scene.numbered(starter)
    return dealt(Scene, seats, options, seed)


def passed(table: Scene, *, seed: int = 1) -> Scene:
    """After everybody has passed the first of the two cards, twice."""
    for _ in BACKS:
        if not table.acting:
            table = table.chance(seed)
        for seat in table.seats:
            table = table.play(f"{seat}: {table.legal(who=seat)[0]}")
    return table


# --- Drawing a scene ------------------------------------------------------------------------------

SEAT_LINE = re.compile(r"([A-D])(\*?):([^|]*)(?:\|(.*))?")
TABLE_LINE = re.compile(r"(middle|round|start|named|rank|supply|chapel|eliminations|chapter|sixteen|aside):(.*)")
SIGHT_LINE = re.compile(r"([A-D]) (knows|saw) (.+)")
BARRED_LINE = re.compile(r"([A-D]) has no (\w+)")
OWNS_LINE = re.compile(r"([A-D]) owns (.+)")


@dataclass
class Place:
    """What lies in front of one seat."""

    hand: list[int]
    pile: list[int]
    eliminated: list[bool]


@dataclass
class Drawing:
    """The lines of a scene, understood."""

    places: list[Place] = field(default_factory=list)
    acting: list[int] = field(default_factory=list)
    lines: dict[str, str] = field(default_factory=dict)
    sights: list[tuple[int, str, list[int]]] = field(default_factory=list)
    barred: list[tuple[int, int]] = field(default_factory=list)
    owned: dict[int, str] = field(default_factory=dict)

    def read(self, line: str) -> None:
        """Take in one line."""
        if found := SEAT_LINE.fullmatch(line):
            self.read_seat(*found.groups(default=""))
        elif found := TABLE_LINE.fullmatch(line):
            self.lines[found[1]] = found[2].strip()
        elif found := SIGHT_LINE.fullmatch(line):
            self.sights.append((WATCHERS[found[1]], found[2], cards(found[3])))
        elif found := BARRED_LINE.fullmatch(line):
            self.barred.append((WATCHERS[found[1]], cards(found[2])[0]))
        elif found := OWNS_LINE.fullmatch(line):
            self.owned[WATCHERS[found[1]]] = found[2]
        else:
            raise misdrawn(f"this line says nothing: '{line}'")

    def read_seat(self, letter: str, star: str, hand: str, pile: str) -> None:
        """`A*: hand | pile`."""
        if letter != LETTERS[len(self.places)]:
            raise misdrawn(f"seat {letter} is drawn where seat {LETTERS[len(self.places)]} sits")
        if star:
            self.acting.append(len(self.places))
        names = pile.split()
        lying = cards(" ".join(name.removeprefix("-") for name in names))
        place = Place(cards(hand), lying, [name.startswith("-") for name in names])
        if len(place.hand) + len(place.pile) > ROUNDS:
            raise misdrawn(f"seat {letter} has more than {ROUNDS} cards")
        self.places.append(place)

    def check(self) -> None:
        """Is this a position, in which somebody is to play?"""
        if len(self.acting) != 1 or not self.places[self.acting[0]].hand:
            raise misdrawn("exactly one seat is to play (*), and has a card")
        drawn = [card for place in self.places for card in place.hand + place.pile]
        drawn += cards(self.lines.get("middle", "")) + cards(self.lines.get("aside", ""))
        if twice := {card for card in drawn if drawn.count(card) > 1}:
            raise misdrawn(f"{CARDS[min(twice)]} is drawn twice")

    def middle(self, lowest: int) -> list[int]:
        """Two light and two dark cards: as drawn, or the lowest that lie nowhere."""
        drawn = cards(self.lines.get("middle", ""))
        taken = {card for place in self.places for card in place.hand + place.pile} | {
            *cards(self.lines.get("aside", ""))
        }
        for back in range(len(BACKS)):
            free = [card for card in range(lowest, court.LAST + 1) if card not in taken and court.BACKS[card] == back]
            if not self.lines.get("middle"):
                drawn += free[:2]
        if [int(court.BACKS[card]) for card in drawn] != [0, 0, 1, 1]:
            raise misdrawn("two light and two dark cards lie in the middle")
        return drawn


def scene(text: str) -> Scene:
    """The position that is drawn here."""
    drawing = Drawing()
    for line in text.splitlines():
        if bare := re.sub(r"\(.*?\)", "", line).strip():
            drawing.read(bare)
    drawing.check()
    tables = GAME.new(len(drawing.places), {"sixteen": drawing.lines.get("sixteen", "fixed")})
    fill(tables[0], drawing)
    return Scene(tables)


def fill(s: Any, drawing: Drawing) -> None:
    """Lay everything into its place, and write down who knows what."""
    for seat, place in enumerate(drawing.places):
        seat_down(s, seat, place)
    lowest = court.LEFT_OUT + 1 if len(drawing.places) == 3 and s.sixteen == court.FIXED else 1
    for at, card in enumerate(drawing.middle(lowest)):
        s.card[court.MIDDLE + at] = card
    for at, card in enumerate(cards(drawing.lines.get("aside", ""))):
        s.card[court.ASIDE + at] = card
    for who, how, seen in drawing.sights:
        for card in seen:
            slot = slot_of(s, card)
            if how == "knows":
                reveal(s, slot, who)
            else:
                s.shown[slot] |= 1 << who
    for whose, card in drawing.barred:
        for slot in words.hand(s, whose):
            if court.BACKS[s.card[slot]] == court.BACKS[card]:
                s.barred[slot] |= 1 << card - 1
    begin(s, drawing)
    stock(s, drawing)


def seat_down(s: Any, seat: int, place: Place) -> None:
    """One seat with its cards; only its player knows the hand."""
    s.held[seat], s.height[seat] = len(place.hand), len(place.pile)
    for slot, card in zip(words.hand(s, seat), place.hand, strict=True):
        s.card[slot] = card
        reveal(s, slot, seat)
    for at, (card, eliminated) in enumerate(zip(place.pile, place.eliminated, strict=True), ROUNDS * seat):
        s.pile[at] = card
        s.down |= eliminated << at


def begin(s: Any, drawing: Drawing) -> None:
    """Whose turn it is, in which round."""
    seat, lines = drawing.acting[0], drawing.lines
    s.chapter = int(lines.get("chapter", 1))
    s.first = LETTERS.index(lines.get("start", LETTERS[seat]))
    s.turn, s.phase, s.acting = seat, choices.PLAYING, 1 << seat
    s.turns = (int(lines.get("round", 1)) - 1) * s.seats + (seat - int(s.first)) % int(s.seats)
    s.rank = int(lines.get("rank", court.UNCHOSEN))
    s.named = CARDS.index(lines.get("named", "none"))


def stock(s: Any, drawing: Drawing) -> None:
    """Tokens and points: the players', the chapel's, and the supply's."""
    for seat, text in drawing.owned.items():
        for number, what in re.findall(r"(\d+) (\w+)", text):
            if what == "points":
                s.points[seat] = int(number)
            else:
                s.tokens[len(COLOURS) * seat + COLOURS.index(what)] = int(number)
    for at, what in enumerate(drawing.lines.get("chapel", "").split()):
        s.chapel[at] = CHAPEL.index(what)
    left = drawing.lines.get("supply", f"{court.TOKENS[s.seats]} " * len(COLOURS))
    for colour, number in enumerate(left.split()):
        s.supply[colour] = int(number)
    s.eliminations = int(drawing.lines.get("eliminations", court.ELIMINATIONS))


def slot_of(s: Any, card: int) -> int:
    """Where a card lies that is not on a pile."""
    for slot in range(court.SLOTS):
        if s.card[slot] == card:
            return slot
    raise misdrawn(f"nobody can know {CARDS[card]}, which is in no hand and not in the middle")


def cards(text: str) -> list[int]:
    """The cards with these names."""
    for name in text.split():
        if name not in CARDS[1:]:
            raise unknown(Code.BAD_VALUE, "The card", name, CARDS[1:])
    return [CARDS.index(name) for name in text.split()]


def show_to_all(table: Scene, card: str) -> Scene:
    """The same scene, with a card that everybody has seen."""
    tables = table.tables.copy()
    reveal(tables[0], slot_of(tables[0], CARDS.index(card)), EVERYBODY)
    return Scene(tables)
