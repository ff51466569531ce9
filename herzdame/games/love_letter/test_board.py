"""The table in lines of text, from what one seat may see."""

import pytest

from herzdame.kernel.scene import WATCHERS
from herzdame.kernel.texts import LANGUAGES

from . import GAME
from .scene import Scene, scene

board, ENGLISH = GAME.board, GAME.texts("en")

TABLE = """
    premium
    A*: guard princess | priest
    B:  baron          | guard handmaid, safe
    C:  king
    D:  out            | countess
    tokens: 1 0 3 0
    A knows C
    B is no king prince
"""


def rows(table: Scene, who: str, *, memory_aid: bool = True) -> list[list[str]]:
    return board.rows(table.view(who), ENGLISH, memory_aid=memory_aid)


def test_a_row_for_every_seat_says_what_lies_there_and_what_is_known() -> None:
    assert rows(scene(TABLE), "A") == [
        ["♥···", "Priest 2", "Guard 1, Princess 8"],
        ["····", "Guard 1 Handmaid 4", "1 unknown, not Prince, King, protected"],
        ["♥♥♥·", "", "King 6"],
        ["····", "Countess 7", "out"],
    ]
    assert [row[2] for row in rows(scene(TABLE), "B")] == [
        "2 unknown",
        "Baron 3, protected",
        "1 unknown",
        "out",
    ]


def test_without_memory_aid_only_what_lies_on_the_table_is_shown() -> None:
    assert [row[2] for row in rows(scene(TABLE), "A", memory_aid=False)][1:] == [
        "1 unknown, protected",
        "1 unknown",
        "out",
    ]


def test_the_handmaid_of_the_hearts_edition_lies_beside_the_pile() -> None:
    table = scene(TABLE.replace("premium", "hearts").replace("1 0 3 0", "1 0 2 0"))
    assert rows(table, "A")[1][:2] == ["···", "Guard 1 (Handmaid 4)"]


def test_the_status_counts_the_cards_that_are_left() -> None:
    table = scene("A*: guard king\nB: baron\nopen: priest priest guard\ndeck: prince prince")
    assert board.status(table.view("A"), ENGLISH) == [
        "Hearts, round 1. To win: 5.",
        "Draw pile: 2",
        "Reserve: 1, face down",
        "Out of play: Priest, Priest, Guard",
    ]
    ended = scene("A*: guard prince\nB: baron\ndeck: empty\nreserve: king").play("prince B")
    assert board.status(ended.view("A"), ENGLISH) == ["Hearts, round 1. To win: 5.", "Draw pile: 0"]


def test_the_score_names_everybody() -> None:
    said = board.score(scene(TABLE).view("A"), ENGLISH, ["You", "Ben", "Clara", "Dan"])
    assert said == "Score: You ♥···, Ben ····, Clara ♥♥♥·, Dan ····"


def test_the_own_hand_is_sorted_by_value() -> None:
    assert board.hand(scene(TABLE.replace("guard princess", "princess guard")).view("A"), 0) == ["guard", "princess"]


def test_knowledge_counts_what_was_not_seen_and_weighs_what_rivals_may_hold() -> None:
    names = ["You", "Ben", "Clara", "Dan"]
    unseen, ben, clara = board.knowledge(scene(TABLE).view("A"), 0, ENGLISH, names)
    assert unseen == "Not yet seen: Guard 1 × 3, Priest 2 × 1, Baron 3 × 2, Handmaid 4 × 1, Prince 5 × 2"
    assert ben == "Ben: Guard 1 43%, Priest 2 14%, Baron 3 29%, Handmaid 4 14%"
    assert clara == "Clara: King, surely"


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_said_in_every_language(language: str) -> None:
    texts, view = GAME.texts(language), scene(TABLE).view("A")
    said = [*board.status(view, texts), *board.columns(texts), *board.knowledge(view, WATCHERS["A"], texts, "ABCD")]
    assert all(said)
    assert language == "en" or not set(said) & {*board.status(view, ENGLISH), *board.columns(ENGLISH)}
