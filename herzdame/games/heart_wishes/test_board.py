"""The table in lines of text, from what one seat may see."""

import pytest

from herzdame.kernel.scene import WATCHERS
from herzdame.kernel.texts import LANGUAGES

from . import GAME
from .scene import Scene, scene

board, ENGLISH = GAME.board, GAME.texts("en")

TABLE = """
    figure: red-water
    A*: red-wood black-water | yellow-stone blue-stone | 3 blood, 2 stones
    B:  green-water          | | 0 blood, 1 stones
    C:
    rolled: red white
"""


def rows(table: Scene, who: str) -> list[list[str]]:
    return board.rows(table.view(who), ENGLISH, memory_aid=True)


def test_a_row_for_every_seat_says_what_it_has_and_what_it_holds() -> None:
    own = "Black on water, Green on wood, Red on wood, Black on wood, Yellow on clouds"
    assert rows(scene(TABLE), "A") == [
        ["2", "♥♥♥", "Yellow on stone, Blue on stone", own],
        ["1", "·", "···", "5 unknown"],
        ["0", "♥♥", "···", "5 unknown"],
    ]
    assert rows(scene(TABLE), "spectator")[0][3] == "5 unknown"


def test_who_has_decided_is_shown_and_to_oneself_what() -> None:
    table = scene(TABLE).play("leap red-water", "A: pay black-water", "C: keep")
    assert rows(table, "A")[0][3].endswith("; done: Black on water")
    assert [row[3] for row in rows(table, "B")] == [
        "5 unknown; done",
        rows(table, "B")[1][3],
        "5 unknown; done",
    ]
    assert rows(table, "C")[2][3].endswith("; done: nothing")


def test_open_hands_are_shown_and_fulfilled_wishes_lie_face_down() -> None:
    table = scene(TABLE + "open hands")
    assert rows(table, "B")[0][2] == "2 face down"
    assert "Red on wood" in rows(table, "B")[0][3]


def test_three_wishes_that_count_as_a_stone_lie_together() -> None:
    table = scene("""
        figure: red-wood
        A*: red-wood | yellow-stone blue-water | 2 blood, 1 stones
        B:  black-wood green-wood | red-stone blue-stone | 2 blood, 1 stones
        stones: 3
        rolled: red red
    """).play("stay", "A: lay red-wood", "B: pay green-wood black-wood")
    assert rows(table, "A")[1][2] == "Black on wood (Red on stone, Blue on stone, Green on wood)"


def test_the_status_says_where_the_figure_stands_and_what_lies_around_it() -> None:
    assert board.status(scene(TABLE).view("A"), ENGLISH) == [
        "The figure stands here: Red on water (29)",
        "Ahead: Black on water, Yellow on checks, Blue on checks. Behind: Green on water",
        "Stones left: 12 of 15. Heart-blood in the supply: 11",
        "Draw pile: 13. Discard pile: 0. Turn 1",
        "Dice: red, white",
    ]
    throbbed = scene(TABLE.replace("rolled: red white", "")).play("throb").rolled("2")
    assert board.status(throbbed.view("A"), ENGLISH)[-1] == "Die: 2"


def test_the_score_names_everybody() -> None:
    said = board.score(scene(TABLE).view("A"), ENGLISH, ["You", "Ben", "Clara"])
    assert said == "Score: You 2 (2/3), Ben 1 (0/3), Clara 0 (0/3)"


def test_the_own_hand_is_in_the_order_in_which_the_figure_comes_along() -> None:
    assert board.hand(scene(TABLE).view("A"), 0)[0] == "black-water"
    assert board.card_name("black-water", ENGLISH) == "Black on water (30)"
    assert board.card_name("white", ENGLISH) == "white"


def test_knowledge_lists_what_was_not_seen_and_how_likely_rivals_hold_it() -> None:
    lines = board.knowledge(scene(TABLE).view("A"), 0, ENGLISH, ["You", "Ben", "Clara"])
    assert lines[0].startswith("Not yet seen: Yellow on checks (1), Blue on checks (2)")
    assert "Red on wood" not in lines[0]
    assert lines[1:] == ["Ben: 5 of these, each 22%", "Clara: 5 of these, each 22%"]


def test_knowledge_tells_apart_what_was_drawn_before_and_after_a_shuffle() -> None:
    table = (
        scene("""
        figure: red-wood
        A*: red-wood
        B:  green-wood
        pile: red-stone
        rolled: red red
    """)
        .play("stay", "A: lay red-wood", "B: pay green-wood")
        .chance()
    )
    _, older, newer = board.knowledge(table.view("A"), 0, ENGLISH, ["You", "Ben"])
    old = {
        wish for wish in table.hand("B").split() if table.state["since"][1][table.hand("B").split().index(wish)] == 0
    }
    assert older == "Ben: 4 of " + ", ".join(names(old)) + ", each 100%"
    assert newer.startswith("Ben: 1 of ")
    assert newer.endswith(", each 5%")
    assert not any(name in newer for name in names(old))


def names(wishes: set[str]) -> list[str]:
    return [ENGLISH[f"card.{wish}.name"] for wish in sorted(wishes, key=board.FIELDS.index)]  # type: ignore[attr-defined]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_said_in_every_language(language: str) -> None:
    texts, view = GAME.texts(language), scene(TABLE).view("A")
    said = [*board.status(view, texts), *board.columns(texts), *board.knowledge(view, WATCHERS["A"], texts, "ABC")]
    assert all(said)
    assert language == "en" or not set(said) & {*board.status(view, ENGLISH), *board.columns(ENGLISH)}
