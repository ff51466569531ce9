"""The table in lines of text, from what one seat may see."""

import pytest

from herzdame.kernel.scene import WATCHERS
from herzdame.kernel.texts import LANGUAGES

from . import GAME
from .scene import Scene, opening, scene, show_to_all

board, ENGLISH = GAME.board, GAME.texts("en")

TABLE = """
    A*: king queen     | monk
    B:  bishop saint   | -druid poisoner
    C:  wizard abbot   | schemer
    D:  witch assassin | executioner
    middle: quack courtesan black_knight clairvoyant
    round: 2
    named: queen
    rank: 20
    A knows bishop courtesan
    D has no berserker
    A owns 2 blue 1 points
    chapel: green elimination
    supply: 11 12 13
    eliminations: 18
"""


def rows(table: Scene, who: str, *, memory_aid: bool = True) -> list[list[str]]:
    return board.rows(table.view(who), ENGLISH, memory_aid=memory_aid)


def test_a_row_for_every_seat_says_what_it_won_what_lies_there_and_what_is_known() -> None:
    assert rows(scene(TABLE), "A") == [
        ["♦2 ♣0 ★0 †1 (start)", "Monk 11", "Queen 15, King 16"],
        ["♦0 ♣0 ★0 †0", "Poisoner 5 < (Druid)", "Bishop 18, 1 light"],
        ["♦0 ♣0 ★0 †0", "Intriguer 13", "1 light, 1 dark"],
        ["♦0 ♣0 ★0 †0", "Executioner 12", "1 light, 1 dark"],
    ]
    assert [row[2] for row in rows(scene(TABLE), "B")][:2] == ["1 light, 1 dark", "Saint 17, Bishop 18"]


def test_without_memory_aid_only_what_all_have_seen_is_shown() -> None:
    table = show_to_all(scene(TABLE), "wizard")
    assert [row[2] for row in rows(table, "A", memory_aid=False)][1:] == [
        "1 light, 1 dark",
        "Wizard 19, 1 dark",
        "1 light, 1 dark",
    ]


def test_the_status_says_where_we_are_and_what_is_left() -> None:
    assert board.status(scene(TABLE).view("A"), ENGLISH) == [
        "Chapter 1 of 4, round 2 of 4",
        "Supply: ♦11 ♣12 ★13 †18 (♦ blue, ♣ green, ★ yellow, † elimination)",
        "Chapel: ♣, †, ·, ·",
        "Middle: 1 light, 2 Courtesan 3, 3 dark, 4 dark",
        "Named by the Executioner: Queen",
        "Rank of the Inquisitor: 20",
    ]
    assert board.status(opening(3).view("A"), ENGLISH)[2:] == ["Chapel: ·, ·, ·, ·", "Middle: 1 light, 2 light"]


def test_the_score_names_everybody() -> None:
    said = board.score(scene(TABLE).view("A"), ENGLISH, ["You", "Ben", "Clara", "Dan"])
    assert said == "Score: You ♦2 ♣0 ★0 †1 (start), Ben ♦0 ♣0 ★0 †0, Clara ♦0 ♣0 ★0 †0, Dan ♦0 ♣0 ★0 †0"


def test_the_own_hand_is_sorted_by_rank() -> None:
    assert board.hand(scene(TABLE).view("A"), 0) == ["queen", "king"]


def test_knowledge_tells_light_from_dark_and_what_was_ruled_out() -> None:
    names = ["You", "Ben", "Clara", "Dan"]
    said = board.knowledge(scene(TABLE).view("A"), 0, ENGLISH, names)
    light, dark = (
        "Charlatan, Assassin, Saint, Wizard",
        "Black Knight, Clairvoyant, Berserker, Abbot, White Knight, Witch",
    )
    assert said[0] == "Light cards not seen: Charlatan 1, Assassin 7, Saint 17, Wizard 19"
    assert said[1].startswith("Dark cards not seen: Black Knight 2, Clairvoyant 4, Berserker 6")
    assert said[2:4] == ["Ben: surely Bishop", f"Ben: 1 of {light}"]
    assert said[4] == f"Clara: 1 of {light}"
    assert said[5].startswith(f"Clara: 1 of {dark}")
    assert said[7] == said[5].replace("Clara", "Dan").replace("Berserker, ", "")


def test_with_three_players_the_cards_left_out_are_not_unseen() -> None:
    said = board.knowledge(opening(3).view("spectator"), 7, ENGLISH, ["A", "B", "C"])
    assert said[0].startswith("Light cards not seen: Poisoner 5, Assassin 7")
    assert "Courtesan" in board.knowledge(opening(3, sixteen="random").view("spectator"), 7, ENGLISH, "ABC")[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_said_in_every_language(language: str) -> None:
    texts, view = GAME.texts(language), scene(TABLE).view("A")
    said = [*board.status(view, texts), *board.columns(texts), *board.knowledge(view, WATCHERS["A"], texts, "ABCD")]
    assert all(said)
    assert language == "en" or not set(said) & {*board.status(view, ENGLISH), board.columns(ENGLISH)[2]}
