"""Scenes, for tests only: a position as the players see it, some turns, and a look at what came of them.

    after = scene('''
        A*: king 3 4 5 dragon | heart rose     (hand | queens awake before the seat)
        B:  knight!           | cat            (all know that Ben has this knight)
        asleep: moon! dog                      (everybody has seen where the Moon sleeps)
        deck: 5 potion                         (the next card first)
    ''').play("king", "wake 7")
    assert after.court("A") == "heart sunflower rose"

`*` marks who is to play.  Every queen has her place by the alphabet: cake 1, cat 2, dog 3, heart 4, ladybug 5, moon 6,
pancake 7, peacock 8, rainbow 9, rose 10, starfish 11, sunflower 12.  All who are drawn nowhere sleep; a line `asleep:`
only serves to say who of them was seen.  A hand of fewer than five cards is filled up with numbers, the highest that
are left.  Red cards drawn nowhere lie beneath the deck, in the order of the box; with `deck: 5 potion only`, or
`deck: empty`, they are the discard pile.
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

from . import GAME, court, hands, rules
from .court import CARDS, HAND_SIZE, QUEENS

ALPHABET = sorted(QUEENS)

# --- What can be asked of a scene ------------------------------------------------------------------


class Scene(Position):
    """A palace, and what happened in the step that led to it."""

    GAME = GAME
    SEATS_AS_PARAMS: ClassVar[tuple[str, ...]] = ("seat", "target", "seats", "dealer")

    @classmethod
    def lettered(cls, action: int) -> str:
        """No action names a seat."""
        return str(GAME.words.name(action))

    # --- The table ---

    def hand(self, whose: str) -> str:
        return in_order(self.state["hands"][WATCHERS[whose]])

    def court(self, whose: str) -> str:
        return " ".join(self.state["courts"][WATCHERS[whose]])

    @property
    def points(self) -> str:
        return " ".join(map(str, self.state["points"]))

    @property
    def asleep(self) -> str:
        """Who sleeps, by place."""
        return " ".join(queen for queen in self.state["middle"] if queen)

    @property
    def deck(self) -> str:
        return " ".join(self.state["draw_pile"])

    @property
    def discards(self) -> str:
        return " ".join(self.state["discard_pile"])

    @property
    def turn(self) -> str:
        return letters([self.state["turn"]])

    @property
    def round(self) -> int:
        return int(self.state["round"])

    @property
    def phase(self) -> str:
        return str(self.state["phase"])

    # --- What is known ---

    def sees(self, who: str, whose: str) -> str:
        """A hand as `who` sees it, cards face down as `?`."""
        return in_order(self.view(who)["hands"][WATCHERS[whose]])

    def remembers(self, who: str) -> str:
        """The sleeping queens that `who` has seen, by place."""
        return " ".join(queen for queen in self.view(who)["middle"] if queen and queen != "?")

    def barred(self, whose: str) -> list[str]:
        """What everybody knows that cards of a hand are not, card by card, where anything is known."""
        known = self.view("spectator")["known"][WATCHERS[whose]]
        return sorted(" ".join(card["not"]) for card in known if card["not"])


def in_order(cards: list[str]) -> str:
    """Cards in the order of the box, unknown ones last."""
    return " ".join(sorted(cards, key=[*CARDS, "?"].index))


def opening(seats: int, *, starter: str = "", seed: int = 1) -> Scene:
    """A new match, dealt by this seed."""
    return dealt(Scene, seats, {"starter": str(WATCHERS[starter])} if starter else {}, seed)


# --- Drawing a scene ------------------------------------------------------------------------------

SEAT_LINE = re.compile(r"([A-E])(\*?):([^|]*)(?:\|(.*))?")
TABLE_LINE = re.compile(r"(asleep|deck|shuffles):(.*)")


@dataclass
class Place:
    """What one seat has."""

    hand: list[int]
    known: list[int]  # those of them of which all know
    court: list[int]
    acts: bool


@dataclass
class Drawing:
    """The lines of a scene, understood."""

    places: list[Place] = field(default_factory=list)
    lines: dict[str, str] = field(default_factory=dict)

    def read(self, line: str) -> None:
        """Take in one line."""
        if found := SEAT_LINE.fullmatch(line):
            self.read_seat(*found.groups(default=""))
        elif found := TABLE_LINE.fullmatch(line):
            self.lines[found[1]] = found[2].strip()
        else:
            raise misdrawn(f"this line says nothing: '{line}'")

    def read_seat(self, letter: str, star: str, hand: str, court_of: str) -> None:
        """`A*: hand | court`."""
        if letter != LETTERS[len(self.places)]:
            raise misdrawn(f"seat {letter} is drawn where seat {LETTERS[len(self.places)]} sits")
        known = cards(" ".join(name for name in hand.split() if name.endswith("!")))
        place = Place(cards(hand), known, cards(court_of), bool(star))
        if len(place.hand) > HAND_SIZE or any(card >= court.FIRST_QUEEN for card in place.hand):
            raise misdrawn(f"seat {letter} has a hand of more than {HAND_SIZE} red cards, or of others")
        if any(card < court.FIRST_QUEEN for card in place.court):
            raise misdrawn(f"seat {letter} has more before it than queens")
        self.places.append(place)

    def check(self) -> None:
        """Is this a position, in which somebody is to play?"""
        if sum(place.acts for place in self.places) != 1:
            raise misdrawn("exactly one seat is to play (*)")
        for number, place in zip(LETTERS, self.places, strict=False):
            queens = mask(place.court)
            if queens & court.CAT and queens & court.DOG:
                raise misdrawn(f"seat {number} has the cat beside the dog")
            enough = court.ENOUGH_QUEENS[len(self.places)], court.ENOUGH_POINTS[len(self.places)]
            if court.NUMBER[queens] >= enough[0] or court.POINTS[queens] >= enough[1]:
                raise misdrawn(f"seat {number} has won already")

    def deck(self) -> tuple[list[int], list[int]]:
        """The draw pile, the next card first, and the discard pile; short hands are filled up before."""
        line = self.lines.get("deck", "")
        drawn = cards(re.sub(r"\b(only|empty)$", "", line))
        left = left_over([card for place in self.places for card in place.hand + place.court] + drawn)
        for place in self.places:
            while len(place.hand) < HAND_SIZE:
                place.hand.append(left.pop())
        return (drawn, left) if re.search(r"\b(only|empty)$", line) else (drawn + left, [])


def scene(text: str) -> Scene:
    """The position that is drawn here."""
    drawing = Drawing()
    for line in text.splitlines():
        if bare := re.sub(r"\(.*?\)", "", line).strip():
            drawing.read(bare)
    drawing.check()
    tables = GAME.new(len(drawing.places))
    fill(tables[0], drawing)
    return Scene(tables)


def fill(s: Any, drawing: Drawing) -> None:
    """Lay the cards into their slots, and write down who knows them."""
    deck, discards = drawing.deck()
    s.shuffles = int(drawing.lines.get("shuffles", 0))
    lay_queens(s, drawing)
    for seat, place in enumerate(drawing.places):
        seat_down(s, seat, place)
    for slot, card in enumerate(reversed(deck), hands.first_slot(len(drawing.places))):
        s.card[slot] = card
    s.draw_pile, s.discarded = len(deck), len(discards)
    s.pile[: len(discards)] = discards
    s.phase = court.TURN


def lay_queens(s: Any, drawing: Drawing) -> None:
    """Every queen at her place, those who are awake or were seen turned up."""
    awake = [card for place in drawing.places for card in place.court]
    seen = [CARDS.index(name[:-1]) for name in drawing.lines.get("asleep", "").split() if name.endswith("!")]
    if {*awake} & {*cards(drawing.lines.get("asleep", ""))}:
        raise misdrawn("nobody sleeps and is awake")
    for at, name in enumerate(ALPHABET):
        card = CARDS.index(name)
        s.card[court.PLACE + at] = card
        if card in awake + seen:
            reveal(s, court.PLACE + at, EVERYBODY)
        if card not in awake:
            s.asleep |= 1 << at


def seat_down(s: Any, seat: int, place: Place) -> None:
    """One seat with its cards, which only its player knows, unless they are marked."""
    known = Counter(place.known)
    for slot, card in enumerate(place.hand, hands.first_slot(seat)):
        s.card[slot] = card
        reveal(s, slot, seat)
        if known[card]:
            reveal(s, slot, EVERYBODY)
            known[card] -= 1
    s.held[seat] = HAND_SIZE
    s.court[seat] = mask(place.court)
    if place.acts:
        s.acting, s.turn, s.first, s.rounds = 1 << seat, seat, seat, 1


# --- Cards ----------------------------------------------------------------------------------------


def cards(text: str) -> list[int]:
    """The cards with these names, with or without `!`."""
    names = [name.removesuffix("!") for name in text.split()]
    for name in names:
        if name not in CARDS[1:]:
            raise unknown(Code.BAD_VALUE, "The card", name, CARDS[1:])
    return [CARDS.index(name) for name in names]


def mask(queens: list[int]) -> int:
    """A court as the rules write it."""
    return sum(1 << (card - court.FIRST_QUEEN) for card in queens)


def left_over(drawn: list[int]) -> list[int]:
    """The red cards that the box still holds, in its order."""
    many = Counter(drawn)
    for card, number in many.items():
        if number > rules.BOX[card]:
            raise misdrawn(f"{number} times {CARDS[card]}, and the box holds {rules.BOX[card]}")
    box = Counter({card: int(number) for card, number in enumerate(rules.BOX[: court.FIRST_QUEEN])})
    return sorted((box - many).elements())
