"""The table in lines of text, from what one seat may see."""

import pytest

from herzdame.kernel.scene import WATCHERS
from herzdame.kernel.texts import LANGUAGES

from . import GAME
from .scene import Scene, scene

board, ENGLISH = GAME.board, GAME.texts("en")
NAMES = ["You", "Ben", "Clara"]

TABLE = """
    A*: wand 3 king 10 1            | heart rose
    B:  knight! 9 9 8 8             | moon
    C:  potion dragon wand wand 7
    asleep: cat!
"""


def rows(table: Scene, who: str, *, memory_aid: bool = True) -> list[list[str]]:
    return board.rows(table.view(who), ENGLISH, memory_aid=memory_aid)


def test_a_row_for_every_seat_says_what_lies_there_and_what_is_known() -> None:
    assert rows(scene(TABLE), "A") == [
        ["Heart 20, Rose 5", "25", "King, Magic Wand, 1, 3, 10"],
        ["Moon 10", "10", "Knight, 4 unknown"],
        ["", "0", "5 unknown"],
    ]
    assert rows(scene(TABLE), "B")[0][2] == "5 unknown"


def test_without_memory_aid_no_hand_is_shown() -> None:
    assert [row[2] for row in rows(scene(TABLE), "A", memory_aid=False)] == ["5 unknown"] * 3


def test_it_says_what_cards_are_not() -> None:
    table = scene("A*: potion dragon wand wand wand\nB: 1").play("discard wand")
    assert rows(table, "B")[0][2] == "1 unknown, 4 unknown (no King, Jester, number)"
    assert rows(table, "B", memory_aid=False)[0][2] == "5 unknown"


def test_the_lines_above_tell_the_goal_the_piles_and_who_sleeps() -> None:
    table = scene(TABLE)
    assert board.status(table.view("A"), ENGLISH) == [
        "Round 1. To win: 5 queens or 50 points.",
        "Draw pile: 52. Discard pile: 0",
        "Asleep at the places: 1, 2, 3, 5, 7, 8, 9, 11, 12",
    ]
    attacked = scene("A*: knight\nB: 1 | moon").play("knight")
    assert board.status(attacked.view("B"), ENGLISH)[1:] == [
        "Draw pile: 57. Discard pile: 1, on top Knight",
        "Asleep at the places: 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12",
        "In the air: Knight → Moon Queen",
    ]


def test_the_score_names_everybody() -> None:
    assert board.score(scene(TABLE).view("A"), ENGLISH, NAMES) == "Score: You 25, Ben 10, Clara 0"


def test_the_own_hand_is_sorted() -> None:
    assert board.hand(scene(TABLE).view("A"), 0) == ["king", "wand", "1", "3", "10"]


def test_a_queen_is_named_with_her_points() -> None:
    assert board.card_name("moon", ENGLISH) == "Moon Queen 10"
    assert board.card_name("king", ENGLISH) == "King"
    assert board.card_name("7", ENGLISH) == "7"


def test_knowledge_tells_who_sleeps_where_and_what_was_not_seen() -> None:
    remembered, never, unseen, ben, clara = board.knowledge(scene(TABLE).view("A"), 0, ENGLISH, NAMES)
    assert remembered == "Seen asleep: 2 Cat Queen 15"
    assert never == (
        "Asleep, never seen: Dog Queen 15, Pancake Queen 15, Ladybug Queen 10, Peacock Queen 10, "
        "Sunflower Queen 10, Cake Queen 5, Rainbow Queen 5, Starfish Queen 5"
    )
    assert unseen.startswith("Red cards not yet seen: King × 7, Jester × 5, Knight × 3, Sleeping Potion × 4")
    assert ben == "Ben: Knight, 4 unknown"
    assert clara == "Clara: 5 unknown"


def test_knowledge_leaves_out_what_there_is_nothing_of() -> None:
    fresh = board.knowledge(scene("A*: 1\nB: 2").view("A"), 0, ENGLISH, NAMES)
    assert [line.partition(":")[0] for line in fresh] == ["Asleep, never seen", "Red cards not yet seen", "Ben"]
    all_seen = scene("""
        A*: 1
        B:  2
        asleep: cake! cat! dog! heart! ladybug! moon! pancake! peacock! rainbow! rose! starfish! sunflower!
    """)
    known = board.knowledge(all_seen.view("A"), 0, ENGLISH, NAMES)
    assert [line.partition(":")[0] for line in known] == ["Seen asleep", "Red cards not yet seen", "Ben"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_said_in_every_language(language: str) -> None:
    texts, view = GAME.texts(language), scene(TABLE).view("A")
    said = [*board.status(view, texts), *board.columns(texts), *board.knowledge(view, WATCHERS["A"], texts, NAMES)]
    assert all(said)
    assert language == "en" or not set(said) & {*board.status(view, ENGLISH), *board.columns(ENGLISH)} - {"Points"}
