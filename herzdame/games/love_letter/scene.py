"""Scenes, for tests only: a position as the players see it, some turns, and a look at what came of them.

    after = scene('''
        premium
        A*: baron king   | guard priest     (hand | own pile, in order)
        B:  guard        | handmaid, safe
        C:  out          | prince princess
        deck: priest guard                  (the next card first)
        reserve: countess
        tokens: 2 0 1
        ages: C A B                         (the youngest first)
        C knows A                           (everybody saw C look at it)
        A is no princess                    (as everybody can tell)
    ''').play("baron B")
    assert after.out == "B C"

`*` marks who is to play, with the card kept first and the card just drawn second.  With two players
an `open:` line may name the three open cards.  Cards drawn nowhere lie in the deck in order of value,
the highest of them as the reserve; with a `deck:` line the rest of them is not on the table.
Without further lines it is the hearts edition, nobody has tokens, and the first seat is the youngest.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, ClassVar

from herzdame.kernel.errors import Code, unknown
from herzdame.kernel.scene import LETTERS, WATCHERS, letters, misdrawn, reveal
from herzdame.kernel.scene import Scene as Position
from herzdame.kernel.scene import opening as dealt
from herzdame.kernel.seats import EVERYBODY

from . import EDITIONS, GAME, rules, words
from .words import CARDS

# --- What can be asked of a scene ------------------------------------------------------------------


class Scene(Position):
    """A court, and what happened in the step that led to it."""

    GAME = GAME
    SEATS_AS_PARAMS: ClassVar[tuple[str, ...]] = ("seat", "target", "seats", "tied")

    # --- The table ---

    def hand(self, whose: str) -> str:
        return " ".join(self.state["hands"][WATCHERS[whose]])

    def pile(self, whose: str) -> str:
        return " ".join(self.state["piles"][WATCHERS[whose]])

    def beside(self, whose: str) -> str:
        return self.state["beside"][WATCHERS[whose]] or ""

    @property
    def deck(self) -> str:
        return " ".join(self.state["draw_pile"])

    @property
    def reserve(self) -> str:
        return self.state["reserve"] or ""

    @property
    def open(self) -> str:
        return " ".join(self.state["open"])

    @property
    def cards(self) -> str:
        """Every card on the table, in order of value."""
        state = self.state
        places = [*state["hands"], *state["piles"], state["draw_pile"], state["open"], [*filter(None, state["beside"])]]
        lying = [card for place in places for card in place] + self.reserve.split()
        return " ".join(sorted(lying, key=CARDS.index))

    @property
    def starter(self) -> str:
        """Who began the round; after its end, who begins the next."""
        return letters([self.state["first"]])

    @property
    def ages(self) -> str:
        return letters(self.state["ages"])

    @property
    def round(self) -> int:
        return int(self.state["round"])

    @property
    def out(self) -> str:
        return letters(self.state["out"])

    @property
    def protected(self) -> str:
        return letters(self.state["protected"])

    @property
    def tokens(self) -> str:
        return " ".join(map(str, self.state["tokens"]))

    # --- What is known ---

    def sees(self, who: str, whose: str) -> str:
        """The hand card, the kept one, as `who` sees it: its name, or `?`."""
        hand = self.view(who)["hands"][WATCHERS[whose]]
        return hand[0] if hand else ""

    def barred(self, whose: str) -> str:
        """What everybody knows that the kept card is not."""
        return " ".join(self._known(whose, "not"))

    def witnessed(self, whose: str) -> str:
        """Of whom everybody can be certain that they know the kept card."""
        seats = self._known(whose, "witnessed")
        return seats if seats == "all" else letters(seats)

    # --- Inside ---

    def _known(self, whose: str, what: str) -> Any:
        hand = self.view("spectator")["known"][WATCHERS[whose]]
        return hand[0][what] if hand else []


def opening(seats: int, edition: str = "hearts", *, starter: str = "", ages: str = "", seed: int = 1) -> Scene:
    """A new match, dealt by this seed."""
    options = {"edition": edition}
    if starter:
        options["starter"] = Scene.numbered(starter)
    if ages:
        options["ages"] = Scene.numbered(ages).replace(" ", ",")
    return dealt(Scene, seats, options, seed)


# --- Drawing a scene ------------------------------------------------------------------------------

SEAT_LINE = re.compile(r"([A-D])(\*?):([^|]*)(?:\|([^,]*)(, *safe)?)?")
TABLE_LINE = re.compile(r"(deck|reserve|open|tokens|ages):(.*)")
KNOWS_LINE = re.compile(r"([A-D]) knows ([A-D])")
BARRED_LINE = re.compile(r"([A-D]) is no (.+)")


@dataclass
class Place:
    """What lies in front of one seat."""

    hand: list[int]
    pile: list[int]
    acts: bool
    out: bool
    safe: bool


@dataclass
class Drawing:
    """The lines of a scene, understood."""

    edition: str = EDITIONS[0]
    places: list[Place] = field(default_factory=list)
    lines: dict[str, str] = field(default_factory=dict)
    known: list[tuple[int, int]] = field(default_factory=list)  # who knows, and whose card
    barred: list[tuple[int, list[int]]] = field(default_factory=list)

    def read(self, line: str) -> None:
        """Take in one line."""
        if line in EDITIONS:
            self.edition = line
        elif found := SEAT_LINE.fullmatch(line):
            self.read_seat(*found.groups(default=""))
        elif found := TABLE_LINE.fullmatch(line):
            self.lines[found[1]] = found[2].strip()
        elif found := KNOWS_LINE.fullmatch(line):
            self.known.append((WATCHERS[found[1]], WATCHERS[found[2]]))
        elif found := BARRED_LINE.fullmatch(line):
            self.barred.append((WATCHERS[found[1]], cards(found[2])))
        else:
            raise misdrawn(f"this line says nothing: '{line}'")

    def read_seat(self, letter: str, star: str, hand: str, pile: str, safe: str) -> None:
        """`A*: hand | pile, safe`."""
        if letter != LETTERS[len(self.places)]:
            raise misdrawn(f"seat {letter} is drawn where seat {LETTERS[len(self.places)]} sits")
        out = hand.strip() == "out"
        place = Place([] if out else cards(hand), cards(pile), bool(star), out, bool(safe))
        if len(place.hand) != (0 if out else 2 if star else 1):
            raise misdrawn(f"seat {letter} has two cards when it is to play (*), else one, or is out")
        if safe and (star or out or place.pile[-1:] != [rules.HANDMAID]):
            raise misdrawn(f"seat {letter} is safe only from laying a Handmaid until its own turn")
        self.places.append(place)

    def check(self) -> None:
        """Is this a position, in which somebody is to play?"""
        if sum(place.acts for place in self.places) != 1:
            raise misdrawn("exactly one seat is to play (*)")
        if sum(not place.out for place in self.places) < 2:
            raise misdrawn("at least two seats are still in")
        if any(whose >= len(self.places) or not self.places[whose].hand for _, whose in self.known):
            raise misdrawn("nobody can know the card of a seat without any")
        if "open" in self.lines and (len(self.places) != 2 or len(self.shown_open) != 3):
            raise misdrawn("three cards lie open, and with two players only")

    @property
    def shown_open(self) -> list[int]:
        return cards(self.lines.get("open", ""))

    def spread(self) -> tuple[list[int], int]:
        """The deck, the next card first, and the reserve: as drawn, or made of what lies nowhere."""
        drawn = [card for place in self.places for card in place.hand + place.pile] + self.shown_open
        deck = cards(self.lines.get("deck", "").replace("empty", ""))
        reserve = cards(self.lines.get("reserve", ""))
        left = left_over(drawn + deck + reserve)
        if not reserve:
            if not left:
                raise misdrawn("no card is left for the reserve")
            reserve = [left.pop()]
        return (deck if "deck" in self.lines else left), reserve[0]


def scene(text: str) -> Scene:
    """The position that is drawn here."""
    drawing = Drawing()
    for line in text.splitlines():
        if bare := re.sub(r"\(.*?\)", "", line).strip():
            drawing.read(bare)
    drawing.check()
    options = {"edition": drawing.edition}
    if "ages" in drawing.lines:
        options["ages"] = Scene.numbered(drawing.lines["ages"]).replace(" ", ",")
    tables = GAME.new(len(drawing.places), options)
    fill(tables[0], drawing)
    return Scene(tables)


def fill(s: Any, drawing: Drawing) -> None:
    """Lay the cards into their slots, and write down who knows them."""
    s.rounds = 1
    for seat, place in enumerate(drawing.places):
        seat_down(s, seat, place)
    for who, whose in drawing.known:
        reveal(s, words.hand(whose)[0], who)
    for whose, kinds in drawing.barred:
        s.barred[words.hand(whose)[0]] = sum(1 << (card - 1) for card in set(kinds))
    deck, s.card[rules.RESERVE] = drawing.spread()
    s.draw_pile = len(deck)
    for slot, card in enumerate(reversed(deck), rules.DRAW_PILE):
        s.card[slot] = card
    for slot, card in enumerate(drawing.shown_open, rules.OPEN_THREE):
        s.card[slot] = card
        reveal(s, slot, EVERYBODY)
    for seat, number in enumerate(tokens(drawing)):
        s.tokens[seat] = number


def seat_down(s: Any, seat: int, place: Place) -> None:
    """One seat with its cards, which only its player knows."""
    for slot, card in zip(words.hand(seat), place.hand, strict=False):
        s.card[slot] = card
        reveal(s, slot, seat)
    for card in place.pile:
        s.pile[s.laid], s.layer[s.laid] = card, seat
        s.laid += 1
    s.out |= place.out << seat
    s.safe |= place.safe << seat
    if place.acts:
        s.acting = 1 << seat
        s.first = seat


def tokens(drawing: Drawing) -> list[int]:
    """What the players have won so far, none of them enough."""
    seats = len(drawing.places)
    numbers = [int(number) for number in drawing.lines.get("tokens", "0 " * seats).split()]
    needed = int(rules.NEEDED[EDITIONS.index(drawing.edition), seats])
    if len(numbers) != seats or max(numbers) >= needed:
        raise misdrawn(f"a number of tokens for every seat, each below {needed}")
    return numbers


# --- Cards ----------------------------------------------------------------------------------------


def cards(text: str) -> list[int]:
    """The cards with these names."""
    for name in text.split():
        if name not in CARDS[1:]:
            raise unknown(Code.BAD_VALUE, "The card", name, CARDS[1:])
    return [CARDS.index(name) for name in text.split()]


def left_over(drawn: list[int]) -> list[int]:
    """What the box still holds, in order of value."""
    box, many = Counter(map(int, rules.COURT)), Counter(drawn)
    for card, number in many.items():
        if number > box[card]:
            raise misdrawn(f"{number} times {CARDS[card]}, and the box holds {box[card]}")
    return sorted((box - many).elements())
