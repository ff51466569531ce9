"""Scenes, for tests only: a position as the players see it, some turns, and a look at what came of them.

    after = scene('''
        figure: red-wood
        A*: red-wood black-wood | yellow-stone | 1 blood, 3 stones    (hand | laid, the oldest first | what A has)
        B:  green-wood
        pile: red-cloud blue-cloud              (the next wish first; nothing else is in it)
        discard: red-stone
        rolled: red white                       (and A has to choose by it)
        stones: 5
        ages: B A                               (the youngest first)
        turn: 12
        children
        open hands
    ''').play("leap red-stone")
    assert after.figure == "red-stone"

`*` marks whose turn it is.  Hands are filled up with the wishes farthest from the figure that were drawn nowhere.  The
rest of them is in the draw pile, below what a `discard:` line leaves; with a `pile:` line it is on the discard pile.
Without further words a player has 2 heart-blood and no stone.
"""

import re
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from herzdame.kernel.errors import Code, unknown
from herzdame.kernel.page import page
from herzdame.kernel.scene import LETTERS, WATCHERS, letters, misdrawn, reveal
from herzdame.kernel.scene import Scene as Position
from herzdame.kernel.scene import opening as dealt
from herzdame.kernel.seats import EVERYBODY

from . import GAME, STONES, WISHES_A_STONE, hands, rules, words
from .track import COLOUR_DIE, FIELDS

# --- What can be asked of a scene ------------------------------------------------------------------


class Scene(Position):
    """A table, and what happened in the step that led to it."""

    GAME = GAME
    SEATS_AS_PARAMS: ClassVar[tuple[str, ...]] = ("seat", "seats")

    # --- What can be done ---

    def rolled(self, dice: str) -> Self:
        """The scene after a roll that shows this: `red white`, or the pips, such as `2`."""
        for seed in range(10_000):
            after = self.chance(seed)
            shown = after.event("throbbed").params["pips"] if "throbbed" in after.events else None
            if shown is None:
                shown = " ".join(after.event("rolled").params["dice"])
            if str(shown) == dice:
                return after
        raise misdrawn(f"no roll shows '{dice}'")

    def hop(self, dice: str, *turns: str) -> Self:
        """Hop, roll this, and go on so."""
        return self.play("hop").rolled(dice).play(*turns)

    def all_keep(self) -> Self:
        """Whoever is asked lays nothing down."""
        while self.phase == "fulfilling" and self.acting:
            self = self.play(f"{self.acting[0]}: keep")
        return self

    # --- The table ---

    @property
    def phase(self) -> str:
        return str(self.state["phase"])

    @property
    def figure(self) -> str:
        return str(self.state["figure"])

    @property
    def on_turn(self) -> str:
        return letters([self.state["on_turn"]])

    @property
    def turn(self) -> int:
        return int(self.state["turn"])

    @property
    def dice(self) -> str:
        return " ".join(self.state["dice"])

    @property
    def blood(self) -> str:
        return " ".join(map(str, self.state["blood"]))

    @property
    def supply(self) -> int:
        return int(self.state["supply"])

    @property
    def stones(self) -> str:
        return " ".join(map(str, self.state["stones"]))

    @property
    def small_heart(self) -> int:
        return int(self.state["small_heart"])

    def hand(self, whose: str) -> str:
        return " ".join(self.state["hands"][WATCHERS[whose]])

    def laid(self, whose: str) -> str:
        return " ".join(self.state["laid"][WATCHERS[whose]])

    def bundle(self, whose: str) -> str:
        return " ".join(self.state["bundles"][WATCHERS[whose]])

    @property
    def pile(self) -> str:
        return " ".join(self.state["draw_pile"])

    @property
    def discard(self) -> str:
        return " ".join(self.state["discard_pile"])

    @property
    def wishes(self) -> list[str]:
        """Every wish on the table, in the order of the fields."""
        state = self.state
        places = [*state["hands"], *state["laid"], *state["bundles"], state["draw_pile"], state["discard_pile"]]
        return sorted((wish for place in places for wish in place), key=FIELDS.index)

    # --- What is known ---

    def sees(self, who: str, whose: str) -> str:
        """The hand of `whose` as `who` sees it."""
        return " ".join(self.view(who)["hands"][WATCHERS[whose]])

    def sees_decided(self, who: str, whose: str) -> Any:
        """What `who` sees of a decision: the wishes, `?`, or None."""
        return self.view(who)["decided"][WATCHERS[whose]]

    def may_hold(self, whose: str, at: int) -> list[str]:
        """The wishes that everybody must think possible at this place of a hand."""
        slot = words.hand(page(self.tables), WATCHERS[whose])[at]
        return words.members(hands.EVERY_WISH & ~int(self.tables[0].barred[slot]))


def opening(seats: int, *, seed: int = 1, **options: str) -> Scene:
    """A new match, dealt by this seed; `starter` and `ages` are letters."""
    for name in {"starter", "ages"} & set(options):
        options[name] = Scene.numbered(options[name]).replace(" ", ",")
    return dealt(Scene, seats, options, seed)


# --- Drawing a scene ------------------------------------------------------------------------------

SEAT_LINE = re.compile(r"([A-D])(\*?):([^|]*)(?:\|([^|]*))?(?:\|(.*))?")
TABLE_LINE = re.compile(r"(figure|pile|discard|rolled|stones|ages|turn):(.*)")
SWITCHES = {"children": "children", "open hands": "open_hands"}


@dataclass
class Place:
    """What one seat has."""

    hand: list[int]
    laid: list[int]
    acts: bool
    blood: int
    stones: int


@dataclass
class Drawing:
    """The lines of a scene, understood."""

    places: list[Place] = field(default_factory=list)
    lines: dict[str, str] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)

    def read(self, line: str) -> None:
        """Take in one line."""
        if line in SWITCHES:
            self.options[SWITCHES[line]] = "yes"
        elif found := SEAT_LINE.fullmatch(line):
            self.read_seat(*found.groups(default=""))
        elif found := TABLE_LINE.fullmatch(line):
            self.lines[found[1]] = found[2].strip()
        else:
            raise misdrawn(f"this line says nothing: '{line}'")

    def read_seat(self, letter: str, star: str, hand: str, laid: str, has: str) -> None:
        """`A*: hand | laid | 1 blood, 3 stones`."""
        if letter != LETTERS[len(self.places)]:
            raise misdrawn(f"seat {letter} is drawn where seat {LETTERS[len(self.places)]} sits")
        number = {what: int(found) for found, what in re.findall(r"(\d+) (blood|stone)", has)}
        place = Place(
            wishes(hand), wishes(laid), bool(star), number.get("blood", rules.BLOOD_EACH), number.get("stone", 0)
        )
        if len(place.laid) >= WISHES_A_STONE:
            raise misdrawn(f"seat {letter} would have had a stone for {len(place.laid)} wishes")
        self.places.append(place)

    def check(self) -> None:
        """Is this a position, in which it is somebody's turn?"""
        if sum(place.acts for place in self.places) != 1:
            raise misdrawn("it is exactly one seat's turn (*)")
        if self.lines.get("figure") not in FIELDS:
            raise misdrawn("the figure stands on a field, such as figure: red-wood")
        if sum(place.blood for place in self.places) > rules.BLOOD:
            raise misdrawn(f"there are {rules.BLOOD} heart-blood")
        drawn = [card for place in self.places for card in place.hand + place.laid] + self.pile + self.discard
        if twice := {words.CARDS[card] for card in drawn if drawn.count(card) > 1}:
            raise misdrawn(f"every wish is there once, not so {', '.join(sorted(twice))}")

    @property
    def pile(self) -> list[int]:
        return wishes(self.lines.get("pile", ""))

    @property
    def discard(self) -> list[int]:
        return wishes(self.lines.get("discard", ""))

    def spread(self) -> tuple[list[int], list[int]]:
        """Fill up the hands; the draw pile and the discard pile."""
        figure, size = FIELDS.index(self.lines["figure"]), int(hands.HAND_SIZE[len(self.places)])
        drawn = [card for place in self.places for card in place.hand + place.laid] + self.pile + self.discard
        left = [card for card in range(1, hands.TRACK + 1) if card not in drawn]
        left.sort(key=lambda card: min((card - 1 - figure) % hands.TRACK, (figure - card + 1) % hands.TRACK))
        for place in self.places:
            while len(place.hand) < size:
                place.hand.append(left.pop())
        return (self.pile, self.discard + left) if "pile" in self.lines else (left, self.discard)


def scene(text: str) -> Scene:
    """The position that is drawn here."""
    drawing = Drawing()
    for line in text.splitlines():
        if bare := re.sub(r"\(.*?\)", "", line).strip():
            drawing.read(bare)
    drawing.check()
    options = drawing.options | {"stones": drawing.lines.get("stones", str(STONES)), "field": drawing.lines["figure"]}
    if "ages" in drawing.lines:
        options["ages"] = Scene.numbered(drawing.lines["ages"]).replace(" ", ",")
    tables = GAME.new(len(drawing.places), options)
    fill(tables[0], drawing)
    return Scene(tables)


def fill(s: Any, drawing: Drawing) -> None:
    """Lay out the cards, and say who is to do what."""
    pile, discard = drawing.spread()
    s.first = 0
    s.turn = next(seat for seat, place in enumerate(drawing.places) if place.acts)
    s.turns = int(drawing.lines.get("turn", 1))
    s.small_heart = s.stones - sum(place.stones for place in drawing.places)
    s.supply = rules.BLOOD - sum(place.blood for place in drawing.places)
    s.card[hands.KNOTS :] = hands.KNOT
    for seat, place in enumerate(drawing.places):
        seat_down(s, seat, place)
    s.top, s.pile = hands.PILE, len(pile)
    s.card[hands.PILE : hands.PILE + len(pile)] = pile
    s.discard = sum(1 << (card - 1) for card in discard)
    s.fulfilled = s.discard + sum(1 << (card - 1) for place in drawing.places for card in place.laid)
    for at, die in enumerate(drawing.lines.get("rolled", "").split()):
        s.dice[at] = 1 + COLOUR_DIE.index(die)
    s.phase = rules.DICE if "rolled" in drawing.lines else rules.HOPPING if s.children else rules.CHOOSING
    s.acting = 0 if s.phase == rules.HOPPING else 1 << s.turn


def seat_down(s: Any, seat: int, place: Place) -> None:
    """One seat with what it has."""
    s.held[seat] = len(place.hand)
    for slot, card in zip(words.hand(page(s), seat), place.hand, strict=True):
        s.card[slot] = card
        reveal(s, slot, EVERYBODY if s.open_hands else seat)
    s.blood[seat], s.won[seat], s.lain[seat] = place.blood, place.stones, len(place.laid)
    start = hands.BEFORE * seat
    s.front[start : start + len(place.laid)] = place.laid


def wishes(text: str) -> list[int]:
    """The wishes with these names."""
    for name in text.split():
        if name not in FIELDS:
            raise unknown(Code.BAD_VALUE, "The wish", name, FIELDS)
    return [1 + FIELDS.index(name) for name in text.split()]
