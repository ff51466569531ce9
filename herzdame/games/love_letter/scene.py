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
from typing import Any

import numpy as np

from herzdame.kernel import run
from herzdame.kernel.errors import Code, Refused, unknown
from herzdame.kernel.event import Event
from herzdame.kernel.match import read
from herzdame.kernel.seats import EVERYBODY
from herzdame.kernel.seeds import Fast

from . import EDITIONS, GAME, rules, story, words
from .words import CARDS

LETTERS = "ABCD"
WATCHERS = {letter: seat for seat, letter in enumerate(LETTERS)} | {"spectator": EVERYBODY}
SEATS_AS_PARAMS = ("seat", "target", "seats", "tied")


# --- What can be asked of a scene, and played in it -----------------------------------------------


@dataclass(frozen=True)
class Scene:
    """A table, and what happened in the step that led to it."""

    tables: Any = field(repr=False)
    happened: tuple[Event, ...] = ()

    def play(self, *actions: str) -> "Scene":
        """The scene after these turns, each taken by whoever is to play."""
        for text in actions:
            self = self._turn(text)
        return self

    def next_round(self, seed: int = 1) -> "Scene":
        """The scene after the next deal."""
        if self.acting or self.over:
            raise Refused(Code.ILLEGAL_ACTION, "There is nothing to deal: the round is not over, or the match is.")
        return self._chance(seed)

    # --- The table ---

    def hand(self, whose: str) -> str:
        return " ".join(self._state["hands"][WATCHERS[whose]])

    def pile(self, whose: str) -> str:
        return " ".join(self._state["piles"][WATCHERS[whose]])

    def beside(self, whose: str) -> str:
        return self._state["beside"][WATCHERS[whose]] or ""

    @property
    def deck(self) -> str:
        return " ".join(self._state["draw_pile"])

    @property
    def reserve(self) -> str:
        return self._state["reserve"] or ""

    @property
    def open(self) -> str:
        return " ".join(self._state["open"])

    @property
    def cards(self) -> str:
        """Every card on the table, in order of value."""
        state = self._state
        places = [*state["hands"], *state["piles"], state["draw_pile"], state["open"], [*filter(None, state["beside"])]]
        lying = [card for place in places for card in place] + self.reserve.split()
        return " ".join(sorted(lying, key=CARDS.index))

    @property
    def census(self) -> str:
        """The same as the rules count them."""
        counts = np.zeros(len(CARDS), np.int64)
        rules.census(self.tables[0], counts)
        return " ".join(card for card, number in zip(CARDS, counts, strict=True) for _ in range(number))

    @property
    def acting(self) -> str:
        return letters(self._state["acting"])

    @property
    def starter(self) -> str:
        """Who began the round; after its end, who begins the next."""
        return letters([self._state["first"]])

    @property
    def ages(self) -> str:
        return letters(self._state["ages"])

    @property
    def round(self) -> int:
        return int(self._state["round"])

    @property
    def out(self) -> str:
        return letters(self._state["out"])

    @property
    def protected(self) -> str:
        return letters(self._state["protected"])

    @property
    def tokens(self) -> str:
        return " ".join(map(str, self._state["tokens"]))

    @property
    def over(self) -> bool:
        """Is the match over?"""
        return self.ending != ""

    @property
    def ending(self) -> str:
        """What decided the last round of the match."""
        return self._state["over"] or ""

    @property
    def scores(self) -> tuple[float, ...]:
        shares = np.zeros(int(self.tables[0].seats))
        run.score(self.tables, 0, shares)
        return tuple(map(float, shares))

    def legal(self, card: str = "") -> list[str]:
        """What can be done by whoever is to play; or only with this card."""
        actions, _ = GAME.room()
        number = run.legal(self.tables, 0, self._seat(), actions)
        names = [lettered(words.name(int(action))) for action in actions[:number]]
        return [name for name in names if name.startswith(card)]

    # --- What is known ---

    def view(self, who: str) -> dict[str, Any]:
        """The table as a seat, or the `spectator`, may see it."""
        seen = self.tables.copy()
        run.view(seen, 0, WATCHERS[who])
        return read(GAME, seen[0])

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

    # --- What was told ---

    @property
    def events(self) -> list[str]:
        """The codes of what happened last."""
        return [event.code for event in self.happened]

    def event(self, code: str) -> Event:
        """The one event with this code."""
        (found,) = [event for event in self.happened if event.code == code]
        return found

    def told(self, who: str) -> list[str]:
        """What happened last, as `who` may read it: codes and parameters, such as `looked A B king`."""
        events = [event.told_to(WATCHERS[who]) for event in self.happened]
        return [" ".join([told.code, *(param(*item) for item in told.params.items())]) for told in events]

    # --- Inside ---

    @property
    def _state(self) -> dict[str, Any]:
        return read(GAME, self.tables[0])

    def _known(self, whose: str, what: str) -> Any:
        hand = self.view("spectator")["known"][WATCHERS[whose]]
        return hand[0][what] if hand else []

    def _seat(self) -> int:
        if not self.acting:
            raise Refused(Code.NOT_ACTING, "Nobody can play: the round is over.")
        return WATCHERS[self.acting]

    def _turn(self, text: str) -> "Scene":
        seat, possible = self._seat(), self.legal()
        if text not in possible:
            raise Refused(Code.ILLEGAL_ACTION, f"{self.acting} cannot play '{text}', only: {', '.join(possible)}.")
        action = words.parse(numbered(text))
        after = self.tables.copy()
        run.apply(after, 0, seat, action)
        return Scene(after, tuple(story.tell(self.tables[0], seat, action, after[0])))

    def _chance(self, seed: int) -> "Scene":
        after = self.tables.copy()
        run.chance(after, 0, Fast(seed).generator(int(after[0].step)))
        return Scene(after, self.happened + tuple(story.tell_chance(self.tables[0], after[0])))


def opening(seats: int, edition: str = "hearts", *, starter: str = "", ages: str = "", seed: int = 1) -> Scene:
    """A new match, dealt by this seed."""
    options = {"edition": edition}
    if starter:
        options["starter"] = numbered(starter)
    if ages:
        options["ages"] = numbered(ages).replace(" ", ",")
    table = Scene(GAME.new(seats, options))
    while not table.acting:
        table = table._chance(seed)
    return table


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
        options["ages"] = numbered(drawing.lines["ages"]).replace(" ", ",")
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


def reveal(s: Any, slot: int, who: int) -> None:
    """The seat knows this card, and all know that it does."""
    s.shown[slot] |= 1 << who
    s.witnessed[slot] |= 1 << who


# --- Cards, seats and complaints ------------------------------------------------------------------


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


def numbered(text: str) -> str:
    """`guard B priest` as `guard 1 priest`."""
    return " ".join(str(LETTERS.index(word)) if word in [*LETTERS] else word for word in text.split())


def lettered(text: str) -> str:
    """`guard 1 priest` as `guard B priest`."""
    return " ".join(LETTERS[int(word)] if word.isdigit() else word for word in text.split())


def letters(seats: list[int]) -> str:
    return " ".join(LETTERS[seat] for seat in seats)


def param(name: str, value: Any) -> str:
    """One parameter of an event, seats as letters; several values with commas."""
    values = value if isinstance(value, list) else [value]
    return ",".join(LETTERS[one] if name in SEATS_AS_PARAMS else str(one) for one in values)


def misdrawn(what: str) -> Refused:
    """A scene that cannot be."""
    return Refused(Code.BAD_VALUE, f"The scene is misdrawn: {what}.")
