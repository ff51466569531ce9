"""Heart wishes, clause by clause: scenes in the order of the rulebook."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from herzdame.kernel import run
from herzdame.kernel.errors import Refused
from herzdame.kernel.scene import LETTERS, WATCHERS
from herzdame.kernel.seeds import fast_generator

from . import GAME, TURNS
from .scene import Scene, opening, scene
from .track import COLOUR_DIE, COLOURS, FIELDS, GROUNDS, PIP_DIE

for_every_table = pytest.mark.parametrize("seats", [2, 3, 4])
HAND = {2: 5, 3: 5, 4: 4}


def onlookers(table: Scene, *without: str) -> list[str]:
    return [who for who in [*table.seats, "spectator"] if who not in without]


def whole_match(table: Scene, seed: int = 1) -> list[Scene]:
    """All scenes of a match in which everybody does anything, but lays down what can be laid."""
    anyhow, scenes = np.random.default_rng(seed), [table]
    while not table.over:
        if not table.acting:
            table = table.chance(int(anyhow.integers(1 << 30)))
        else:
            who = str(anyhow.choice(table.acting.split()))
            ways = table.legal(who=who)
            table = table.play(f"{who}: {ways[-1] if table.phase == 'fulfilling' else anyhow.choice(ways)}")
        scenes.append(table)
    return scenes


# --- Material and set-up ----------------------------------------------------------------------------


def test_HW_1_thirty_fields_on_six_grounds_each_with_the_same_five_colours_in_a_ring() -> None:
    assert len(FIELDS) == len(set(FIELDS)) == 30
    assert GROUNDS == ("checkered", "stone", "wood", "cloud", "meadow", "water")
    for start in range(0, 30, 5):
        here = [field.split("-") for field in FIELDS[start : start + 5]]
        assert [colour for colour, _ in here] == ["yellow", "blue", "green", "red", "black"]
        assert len({ground for _, ground in here}) == 1


def test_HW_1_black_on_checkered_lies_between_red_on_checkered_and_yellow_on_stone() -> None:
    table = scene("""
        figure: black-checkered
        A*: red-checkered yellow-stone | | 0 blood
        B:  black-checkered
    """).play("rest")
    assert table.legal(who="A") == ["keep", "pay red-checkered", "pay yellow-stone"]


def test_HW_1_the_last_field_and_the_first_are_neighbours() -> None:
    table = scene("""
        figure: yellow-checkered
        A*: black-water blue-checkered | | 0 blood
        B:  yellow-checkered
    """).play("rest")
    assert table.legal(who="A") == ["keep", "pay blue-checkered", "pay black-water"]
    back = scene("figure: black-water\nA*: yellow-checkered red-water | | 0 blood\nB: black-water").play("rest")
    assert back.legal(who="A") == ["keep", "pay yellow-checkered", "pay red-water"]


@for_every_table
def test_HW_2_one_wish_for_every_field_and_none_is_ever_lost(seats: int) -> None:
    for table in whole_match(opening(seats)):
        assert table.wishes == [*FIELDS]
        assert table.census.split()[:30] == [*FIELDS]


@for_every_table
def test_HW_2_sixteen_heart_blood_in_all(seats: int) -> None:
    for table in whole_match(opening(seats)):
        assert sum(map(int, table.blood.split())) + table.supply == 16


@for_every_table
def test_HW_2_fifteen_stones_on_the_small_heart(seats: int) -> None:
    table = opening(seats)
    assert table.small_heart == 15
    assert "stones 15" in table.told("spectator")
    assert table.event("stones").clause == "HW.2"


def test_HW_2_the_dice_show_every_face_once_and_the_pips_twice() -> None:
    assert sorted(COLOUR_DIE) == sorted([*COLOURS, "white"])
    assert sorted(PIP_DIE) == [1, 1, 2, 2, 3, 3]


def test_HW_2_every_face_is_as_likely_as_it_stands_on_the_dice() -> None:
    hopping, throbbing = scene(CALM).play("hop"), scene(CALM).play("throb")
    both = [face for seed in range(900) for face in hopping.chance(seed).event("rolled").params["dice"]]
    assert {face: 240 < both.count(face) < 360 for face in both} == dict.fromkeys(COLOUR_DIE, True)
    pips = [throbbing.chance(seed).event("throbbed").params["pips"] for seed in range(900)]
    assert {face: 240 < pips.count(face) < 360 for face in pips} == {1: True, 2: True, 3: True}


def test_HW_2_the_two_colour_dice_do_not_depend_on_each_other() -> None:
    hopping = scene(CALM).play("hop")
    rolls = {tuple(hopping.chance(seed).event("rolled").params["dice"]) for seed in range(900)}
    assert len(rolls) == 36


def test_HW_3_the_host_names_the_field_or_chance_draws_it() -> None:
    table = opening(3, field="green-cloud")
    assert table.figure == "green-cloud"
    assert "placed" not in table.events
    drawn = [opening(3, seed=seed) for seed in range(300)]
    assert {one.figure for one in drawn} == {*FIELDS}
    assert all(one.told("spectator")[0] == f"placed {one.figure}" for one in drawn)
    assert drawn[0].event("placed").clause == "HW.3"


@for_every_table
def test_HW_3_everybody_takes_two_heart_blood(seats: int) -> None:
    table = opening(seats)
    assert table.blood == " ".join(["2"] * seats)
    assert table.supply == 16 - 2 * seats
    assert table.event("began").params["blood"] == 2


@for_every_table
def test_HW_3_five_wishes_with_four_players_four(seats: int) -> None:
    table = opening(seats)
    assert [len(table.hand(who).split()) for who in table.seats] == [HAND[seats]] * seats
    assert len(table.pile.split()) == 30 - seats * HAND[seats]
    assert table.discard == ""


@for_every_table
def test_HW_3_dealt_starter_first_and_clockwise_the_whole_hand_in_one_go(seats: int) -> None:
    for starter in LETTERS[:seats]:
        table = opening(seats, starter=starter)
        told = [event.params["seat"] for event in table.happened if event.code == "dealt"]
        assert told == [(WATCHERS[starter] + after) % seats for after in range(seats)]
        assert all(event.params["number"] == HAND[seats] for event in table.happened if event.code == "dealt")
    first, second = opening(seats, starter="A", field=FIELDS[0]), opening(seats, starter="B", field=FIELDS[0])
    assert first.hand("A") == second.hand("B")  # the same cards on top of the same pile
    assert first.hand("B") == second.hand(LETTERS[2 % seats])
    assert first.pile == second.pile


@for_every_table
def test_HW_3_every_deal_is_another_and_hands_are_secret(seats: int) -> None:
    tables = [opening(seats, seed=seed) for seed in range(150)]
    assert len({table.hand("A") for table in tables}) == 150
    assert {table.hand("B").split()[0] for table in tables} >= {*FIELDS[:3]}
    table = tables[0]
    for whose in table.seats:
        for who in onlookers(table, whose):
            assert table.sees(who, whose) == " ".join("?" * HAND[seats])
            assert f"dealt {whose} {HAND[seats]}" in table.told(who)
        assert table.sees(whose, whose) == table.hand(whose)
        assert f"dealt {whose} {HAND[seats]} {table.hand(whose).replace(' ', ',')}" in table.told(whose)


@for_every_table
def test_HW_3_nobody_sees_the_draw_pile(seats: int) -> None:
    table = opening(seats)
    for who in onlookers(table):
        assert set(table.view(who)["draw_pile"]) == {"?"}


def test_HW_3_the_youngest_begins_which_is_the_first_seat_where_nothing_was_said() -> None:
    assert opening(3).on_turn == opening(3).acting == "A"
    assert opening(3, ages="C A B").on_turn == "C"
    assert opening(4, ages="B A D C").told("spectator")[-1] == "first_turn B"


@for_every_table
def test_HW_3_or_the_one_whom_the_host_names(seats: int) -> None:
    for starter in LETTERS[:seats]:
        assert opening(seats, starter=starter, ages=" ".join(reversed(LETTERS[:seats]))).on_turn == starter


def test_HW_3_no_wish_can_be_fulfilled_before_the_first_move() -> None:
    table = opening(3)
    assert table.legal() == ["hop", "throb"]
    assert table.acting == "A"


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ("B: red-wood", "every wish is there once, not so red-wood"),
        ("B: red-woods", "did you mean 'red-wood'"),
        ("C: black-wood", "seat C is drawn where seat B sits"),
        ("B*: black-wood", "exactly one seat's turn"),
        ("B: | red-stone red-cloud red-meadow", "seat B would have had a stone"),
        ("B: | | 15 blood", "there are 16 heart-blood"),
        ("B: # A looks angry", "this line says nothing: 'A looks angry'"),
        ("B: # figure: red-sky", "stands on a field"),
    ],
)
def test_HW_2_no_scene_can_be_drawn_that_cannot_be(lines: str, complaint: str) -> None:
    with pytest.raises(Refused, match=complaint):
        scene("figure: red-cloud\nA*: red-wood\n" + lines.replace("#", "\n"))


# --- A turn -----------------------------------------------------------------------------------------

CALM = """
    figure: red-wood
    A*: red-wood black-wood
    B:  green-wood
    C:  yellow-wood
"""


def test_HW_4_hop_with_two_different_colours_takes_one_of_them() -> None:
    table = scene(CALM).play("hop")
    assert (table.events, table.acting) == (["hops"], "")
    rolled = table.rolled("green blue")
    assert rolled.told("B") == ["hops A", "rolled A green,blue"]
    assert rolled.event("rolled").clause == "HW.4"
    assert rolled.acting == "A"
    assert rolled.legal() == ["move blue", "move green"]
    assert rolled.play("move blue").figure == "blue-cloud"
    moved = rolled.play("move green")
    assert moved.figure == "green-cloud"
    assert moved.told("B") == ["moved A green-cloud"]
    assert moved.event("moved").clause == "HW.4"


def test_HW_4_whichever_die_shows_it_the_choice_is_the_same() -> None:
    table = scene(CALM).play("hop")
    assert table.rolled("blue green").legal() == table.rolled("green blue").legal()
    assert table.rolled("black yellow").play("move yellow").figure == "yellow-cloud"
    assert table.rolled("black yellow").play("move black").figure == "black-wood"


def test_HW_4_only_the_player_on_turn_chooses() -> None:
    table = scene(CALM)
    assert table.acting == "A"
    for who in "BC":
        assert table.legal(who=who) == []
        assert table.hop("green blue").legal(who=who) == []


def test_HW_5_a_double_moves_or_stays_and_takes_one() -> None:
    table = scene(CALM).hop("green green")
    assert table.legal() == ["move green", "stay"]
    moved = table.play("move green")
    assert (moved.figure, moved.blood) == ("green-cloud", "2 2 2")
    assert moved.event("moved").clause == "HW.5"
    stayed = table.play("stay")
    assert (stayed.figure, stayed.blood, stayed.supply) == ("red-wood", "3 2 2", 9)
    assert stayed.told("C") == ["stayed A", "took A 1"]
    assert {event.clause for event in stayed.happened} == {"HW.5"}


def test_HW_5_staying_lets_everybody_fulfil_once_more() -> None:
    stayed = scene(CALM).hop("green green").play("stay")
    assert stayed.phase == "fulfilling"
    assert stayed.legal("lay red-wood", who="A") == ["lay red-wood", "lay red-wood pay black-wood"]


def test_HW_6_both_white_stays_and_takes_two_without_a_question() -> None:
    table = scene(CALM).hop("white white")
    assert (table.figure, table.blood, table.supply) == ("red-wood", "4 2 2", 8)
    assert table.phase == "fulfilling"
    assert table.told("B") == ["hops A", "rolled A white,white", "took A 2"]
    assert table.event("took").clause == "HW.6"


@pytest.mark.parametrize("dice", ["white blue", "blue white"])
def test_HW_7_one_white_means_fresh_blood_or_heart_leap(dice: str) -> None:
    table = scene(CALM).hop(dice)
    assert table.legal() == ["fresh blue", *(f"leap blue-{ground}" for ground in GROUNDS)]


def test_HW_7_fresh_blood_moves_to_the_next_field_and_takes_one() -> None:
    table = scene(CALM).hop("white blue", "fresh blue")
    assert (table.figure, table.blood, table.supply) == ("blue-cloud", "3 2 2", 9)
    assert table.told("B") == ["freshened A blue-cloud", "took A 1"]
    assert {event.clause for event in table.happened} == {"HW.7"}


def test_HW_7_fresh_blood_can_be_used_at_once() -> None:
    table = scene("""
        figure: red-wood
        A*: yellow-cloud | | 0 blood
        B:  blue-cloud
    """).hop("white blue", "fresh blue")
    assert table.legal(who="A") == ["keep", "pay yellow-cloud"]
    after = table.play("A: pay yellow-cloud").all_keep()
    assert after.laid("A") == "yellow-cloud"
    assert after.blood == "0 2"


@pytest.mark.parametrize("ground", GROUNDS)
def test_HW_7_a_heart_leap_goes_to_any_field_of_the_colour_and_brings_no_heart_blood(ground: str) -> None:
    table = scene(CALM).hop("white blue", f"leap blue-{ground}")
    assert (table.figure, table.blood, table.supply) == (f"blue-{ground}", "2 2 2", 10)
    assert table.event("leapt").clause == "HW.7"
    assert "took" not in table.events


def test_HW_7_a_heart_leap_may_lead_to_the_occupied_field() -> None:
    table = scene(CALM).hop("red white", "leap red-wood")
    assert (table.figure, table.phase) == ("red-wood", "fulfilling")
    assert table.told("C") == ["leapt A red-wood"]
    assert "lay red-wood" in table.legal(who="A")


@pytest.mark.parametrize(("pips", "field"), [("1", "black-wood"), ("2", "yellow-cloud"), ("3", "blue-cloud")])
def test_HW_8_throb_moves_the_full_number_of_fields(pips: str, field: str) -> None:
    table = scene(CALM).play("throb")
    assert (table.events, table.acting) == (["throbs"], "")
    table = table.rolled(pips)
    assert (table.figure, table.phase, table.blood) == (field, "fulfilling", "2 2 2")
    assert table.told("B") == ["throbs A", f"throbbed A {pips} {field}"]
    assert {event.clause for event in table.happened} == {"HW.8"}


def test_HW_8_throbbing_goes_round_the_end_of_the_track() -> None:
    table = scene("figure: black-water\nA*: red-wood\nB: green-wood").play("throb").rolled("2")
    assert table.figure == "blue-checkered"


def test_HW_8_no_fitting_wish_is_needed() -> None:
    without = scene("figure: red-wood\nA*: yellow-checkered\nB: black-wood yellow-cloud blue-cloud")
    assert "throb" in without.legal()


def test_HW_9_resting_pulse_only_without_any_heart_blood() -> None:
    assert scene("figure: red-wood\nA*: red-wood | | 1 blood\nB:").legal() == ["hop", "throb"]
    table = scene("figure: red-wood\nA*: red-wood black-wood | | 0 blood\nB:")
    assert table.legal() == ["hop", "throb", "rest"]
    rested = table.play("rest")
    assert (rested.figure, rested.blood, rested.supply) == ("red-wood", "1 2", 13)
    assert rested.told("B") == ["rested A", "took A 1"]
    assert {event.clause for event in rested.happened} == {"HW.9"}
    assert rested.acting == "A B"


def test_HW_9_what_resting_brings_can_be_used_at_once() -> None:
    rested = scene("figure: red-wood\nA*: black-wood | | 0 blood\nB:").play("rest")
    assert rested.legal(who="A") == ["keep", "pay black-wood"]
    assert rested.play("A: pay black-wood").all_keep().blood == "0 2"


SCARCE = """
    figure: red-wood
    A*: red-wood | | {} blood
    B:  black-wood | | {} blood
"""


def test_HW_10_what_is_not_there_is_not_taken() -> None:
    one_left = scene(SCARCE.format(5, 10)).hop("white white")
    assert (one_left.blood, one_left.supply) == ("6 10", 0)
    assert one_left.told("B")[-2:] == ["took A 1", "supply_empty A 1"]
    assert one_left.event("supply_empty").clause == "HW.10"
    none_left = scene(SCARCE.format(6, 10)).hop("white white")
    assert none_left.blood == "6 10"
    assert none_left.told("B")[-1] == "supply_empty A 2"
    assert "took" not in none_left.events


def test_HW_10_staying_and_resting_may_still_be_chosen() -> None:
    stayed = scene(SCARCE.format(6, 10)).hop("red red", "stay")
    assert (stayed.blood, stayed.phase, stayed.events) == ("6 10", "fulfilling", ["stayed", "supply_empty"])
    rested = scene(SCARCE.format(0, 16)).play("rest")
    assert (rested.blood, rested.phase, rested.events) == ("0 16", "fulfilling", ["rested", "supply_empty"])
    fresh = scene(SCARCE.format(6, 10)).hop("red white", "fresh red")
    assert (fresh.blood, fresh.figure) == ("6 10", "red-cloud")


def test_HW_11_the_next_field_is_always_ahead() -> None:
    table = scene(CALM)
    assert table.hop("red blue", "move red").figure == "red-cloud"
    assert table.hop("black blue", "move black").figure == "black-wood"
    assert table.hop("green blue", "move green").figure == "green-cloud"
    assert table.hop("red red", "move red").figure == "red-cloud"
    assert table.hop("red white", "fresh red").figure == "red-cloud"


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("field", FIELDS)
def test_HW_11_from_every_field_the_first_of_its_colour_clockwise(field: str, colour: str) -> None:
    lines = f"figure: {field}\nA*:\nB:\nrolled: {colour} white"
    ahead = [*FIELDS, *FIELDS][FIELDS.index(field) + 1 :]
    wanted = next(name for name in ahead if name.startswith(colour))
    assert scene(lines).play(f"fresh {colour}").figure == wanted


# --- Fulfilling -------------------------------------------------------------------------------------

REACH = """
    figure: red-wood
    A*: red-wood black-wood green-wood | | {} blood
    B:  yellow-wood
    rolled: red red
"""


def asked(blood: int = 1) -> Scene:
    """A holds the wishes of the figure's field and of both neighbours, and after staying has one heart-blood more."""
    return scene(REACH.format(blood)).play("stay")


def test_HW_12_the_field_is_free_and_each_neighbour_costs_one() -> None:
    assert asked(1).legal(who="A") == [
        "keep",
        "lay red-wood",
        "pay green-wood",
        "pay black-wood",
        "lay red-wood pay green-wood",
        "lay red-wood pay black-wood",
        "pay green-wood black-wood",
        "lay red-wood pay green-wood black-wood",
    ]


@pytest.mark.parametrize(
    ("choice", "laid", "blood"),
    [
        ("keep", "", "2 2"),
        ("lay red-wood", "red-wood", "2 2"),
        ("pay green-wood", "green-wood", "1 2"),
        ("pay black-wood", "black-wood", "1 2"),
        ("lay red-wood pay green-wood", "red-wood green-wood", "1 2"),
        ("lay red-wood pay black-wood", "red-wood black-wood", "1 2"),
        ("pay green-wood black-wood", "green-wood black-wood", "0 2"),
    ],
)
def test_HW_12_what_was_chosen_is_laid_and_paid(choice: str, laid: str, blood: str) -> None:
    before = asked(1)
    after = before.play(f"A: {choice}").all_keep()
    assert (after.laid("A"), after.blood) == (laid, blood)
    assert after.supply == 16 - sum(map(int, blood.split()))
    kept = [wish for wish in before.hand("A").split() if wish not in laid.split()]
    assert after.hand("A").split()[: len(kept)] == kept
    assert len(after.hand("A").split()) == 5


def test_HW_12_with_one_heart_blood_only_one_neighbour() -> None:
    assert asked(0).legal(who="A") == [
        "keep",
        "lay red-wood",
        "pay green-wood",
        "pay black-wood",
        "lay red-wood pay green-wood",
        "lay red-wood pay black-wood",
    ]


def test_HW_12_without_heart_blood_only_the_field_itself() -> None:
    table = scene("figure: red-wood\nA*: red-wood black-wood green-wood | | 0 blood\nB:\nrolled: blue red")
    moved = table.play("move red")
    assert moved.figure == "red-cloud"
    broke = scene("""
        figure: blue-wood
        A*: red-wood black-wood green-wood | | 0 blood
        B:
        rolled: blue red
    """).play("move red")
    assert broke.legal(who="A") == ["keep", "lay red-wood"]


def test_HW_12_not_further_than_the_neighbours() -> None:
    table = scene("figure: red-wood\nA*: blue-wood yellow-cloud\nB: red-wood\nrolled: red red").play("stay")
    assert table.legal(who="A") == ["keep"]


def test_HW_12_players_who_are_not_on_turn_fulfil_as_well() -> None:
    table = scene("""
        figure: red-wood
        A*: yellow-wood
        B:  black-wood
        C:  red-wood
        rolled: red red
    """).play("stay")
    assert table.acting == "A B C"
    after = table.play("C: lay red-wood", "A: keep", "B: pay black-wood")
    assert [after.laid(who) for who in "ABC"] == ["", "black-wood", "red-wood"]
    assert after.blood == "3 1 2"
    assert after.event("fulfilled").clause == after.event("fulfilled_for_blood").clause == "HW.12"
    assert after.told("spectator")[:3] == [
        "decided B",
        "fulfilled_for_blood B black-wood 1",
        "fulfilled C red-wood",
    ]


def test_HW_12_nobody_must_and_a_kept_wish_may_be_fulfilled_later() -> None:
    kept = asked().all_keep()
    assert [kept.laid(who) for who in "AB"] == ["", ""]
    assert "nobody_did" in kept.events
    assert (kept.on_turn, kept.figure) == ("B", "red-wood")
    later = kept.hop("white white").play("A: lay red-wood").all_keep()
    assert later.laid("A") == "red-wood"


@pytest.mark.parametrize("order", [("A", "B", "C"), ("C", "A", "B"), ("B", "C", "A")])
def test_HW_12_all_decide_at_the_same_time_in_whatever_order_they_speak(order: tuple[str, ...]) -> None:
    table = scene("figure: red-wood\nA*: red-wood\nB: black-wood\nC: green-wood\nrolled: red red").play("stay")
    choices = {"A": "lay red-wood", "B": "pay black-wood", "C": "pay green-wood"}
    after = table.play(*(f"{who}: {choices[who]}" for who in order))
    assert [after.laid(who) for who in "ABC"] == ["red-wood", "black-wood", "green-wood"]
    assert after.on_turn == "B"


def test_HW_12_until_all_are_done_nobody_sees_what_was_chosen_nor_how_much() -> None:
    """Whatever A decides, B and everybody else see the same to the byte; A sees it."""
    table = asked(1)
    decided = {choice: table.play(f"A: {choice}") for choice in table.legal(who="A")}
    for choice, after in decided.items():
        for who in onlookers(table, "A"):
            assert seen(after, who) == seen(decided["keep"], who)
            assert after.told(who) == ["decided A"]
            assert after.sees_decided(who, "A") == "?"
        wishes = [word for word in choice.split() if word in FIELDS]
        assert sorted(after.sees_decided("A", "A")) == sorted(wishes)
        assert after.acting == "B"
        assert (after.blood, after.laid("A")) == (table.blood, "")
        assert len(after.hand("A").split()) == 5
    assert GAME.words.secret(GAME.words.parse("keep"))
    assert GAME.words.secret(GAME.words.parse("lay red-wood"))
    assert not GAME.words.secret(GAME.words.parse("stay"))


def test_HW_12_with_open_hands_the_choice_is_hidden_all_the_same() -> None:
    table = scene("""
        figure: red-wood
        A*: red-wood black-wood
        B:  green-wood
        rolled: red red
        open hands
    """).play("stay")
    decided = {choice: table.play(f"A: {choice}") for choice in table.legal(who="A")}
    for choice, after in decided.items():
        for who in onlookers(table, "A"):
            assert seen(after, who) == seen(decided["keep"], who)
            assert after.sees_decided(who, "A") == "?"
        assert after.sees_decided("A", "A") == [word for word in choice.split() if word in FIELDS]


def seen(table: Scene, who: str) -> bytes:
    shown = table.tables.copy()
    run.view(shown, 0, WATCHERS[who])
    return bytes(shown.tobytes())


def test_HW_12_who_has_no_fitting_wish_is_asked_all_the_same() -> None:
    table = scene("figure: red-wood\nA*: red-wood\nB: yellow-checkered\nrolled: red red").play("stay")
    assert table.acting == "A B"
    assert table.legal(who="B") == ["keep"]
    assert table.told("A") == ["stayed A", "took A 1"]


def test_HW_12_who_has_decided_is_seen_by_all() -> None:
    after = asked().play("B: keep")
    assert after.acting == "A"
    for who in onlookers(after, "B"):
        assert after.view(who)["decided"] == [None, "?"]


def test_HW_12_done_is_final() -> None:
    after = asked().play("A: lay red-wood")
    assert after.legal(who="A") == []
    with pytest.raises(Refused, match="up to 'B'"):
        after.play("A: keep")


def test_HW_12_paid_heart_blood_goes_back_to_the_supply_for_the_next_turn() -> None:
    table = scene("""
        figure: red-wood
        A*: black-wood | | 0 blood
        B:  green-wood | | 16 blood
    """).play("rest")
    assert table.blood == "0 16"
    after = table.play("A: keep", "B: pay green-wood")
    assert (after.blood, after.supply) == ("0 15", 1)
    after = after.hop("white white").all_keep()
    assert (after.blood, after.supply) == ("0 16", 0)


def test_HW_12_nobody_is_asked_of_whom_all_can_tell_that_there_is_nothing_to_lay() -> None:
    """B has no heart-blood, and the wish of the field lies on the discard pile."""
    table = scene("""
        figure: red-wood
        A*: black-wood
        B:  green-wood | | 0 blood
        C:
        discard: red-wood
        rolled: red red
    """).play("stay")
    assert table.acting == "A C"
    assert table.view("A")["decided"] == [None, None, None]
    assert table.play("A: keep").view("B")["decided"] == ["?", None, None]


def test_HW_12_if_nobody_can_the_next_turn_begins() -> None:
    table = scene("""
        figure: red-wood
        A*:
        B:  | red-wood
        discard: black-wood green-wood
        rolled: red red
    """).play("stay")
    assert table.events == ["stayed", "took", "nobody_can", "turn"]
    assert table.event("nobody_can").clause == "HW.12"
    assert table.acting == "B"


def test_HW_12_a_wish_that_lies_before_somebody_is_nobody_elses() -> None:
    table = scene("""
        figure: red-wood
        A*: | | 0 blood
        B:  | red-wood | 0 blood
        rolled: red blue
    """).play("move blue")
    assert table.figure == "blue-cloud"
    back = scene("figure: blue-wood\nA*: | | 0 blood\nB: | red-wood | 0 blood\nrolled: red blue").play("move red")
    assert "nobody_can" in back.events


def test_HW_12_in_a_world_dealt_anew_those_who_have_decided_lay_what_they_can() -> None:
    """What others decided is unknown to the seat that thinks, which must not stumble over it."""
    table = asked().play("A: keep").tables.copy()
    run.redeal(table, 0, WATCHERS["B"], fast_generator(1, 1), GAME.room()[1])
    run.apply(table, 0, WATCHERS["B"], GAME.words.parse("keep"))
    assert table[0].turns == 2


# --- Refilling --------------------------------------------------------------------------------------


def test_HW_13_all_refill_clockwise_from_the_player_on_turn() -> None:
    table = scene("""
        figure: red-wood
        A:  red-wood
        B*: black-wood
        C:  green-wood
        pile: red-stone blue-stone green-stone black-stone
        rolled: red red
    """).play("stay", "A: lay red-wood", "B: pay black-wood", "C: pay green-wood")
    assert [table.hand(who).split()[-1] for who in "BCA"] == ["red-stone", "blue-stone", "green-stone"]
    assert table.pile == "black-stone"
    assert [word for word in table.told("spectator") if word.startswith("refilled")] == [
        "refilled B 1",
        "refilled C 1",
        "refilled A 1",
    ]


def test_HW_13_each_the_whole_hand_in_one_go() -> None:
    table = scene("""
        figure: red-wood
        A*: red-wood black-wood
        B:  green-wood
        pile: red-stone blue-stone green-stone black-stone
        rolled: red red
    """).play("stay", "A: lay red-wood pay black-wood", "B: pay green-wood")
    assert table.hand("A").split()[3:] == ["red-stone", "blue-stone"]
    assert table.hand("B").split()[4:] == ["green-stone"]


@for_every_table
def test_HW_13_hands_are_filled_to_five_with_four_players_to_four(seats: int) -> None:
    for table in whole_match(opening(seats)):
        if table.phase == "choosing":
            assert [len(table.hand(who).split()) for who in table.seats] == [HAND[seats]] * seats


def test_HW_13_only_the_drawer_sees_what_was_drawn() -> None:
    table = asked().play("A: lay red-wood").all_keep()
    (new,) = {*table.hand("A").split()} - {*asked().hand("A").split()}
    assert f"refilled A 1 {new}" in table.told("A")
    for who in onlookers(table, "A"):
        assert "refilled A 1" in table.told(who)
        assert table.sees(who, "A") == "? ? ? ? ?"


def test_HW_13_a_new_wish_waits_for_the_next_move() -> None:
    table = (
        scene("""
        figure: red-wood
        A*: red-wood
        B:
        pile: black-wood blue-stone green-stone
        rolled: red red
    """)
        .play("stay", "A: lay red-wood")
        .all_keep()
    )
    assert "black-wood" in table.hand("A")
    assert (table.acting, table.phase) == ("B", "choosing")
    again = table.hop("white white")
    assert again.legal(who="A") == ["keep", "pay black-wood"]


def test_HW_13_a_hand_closes_up_so_that_its_places_tell_nothing() -> None:
    """Whichever of A's cards is laid, all that others see of the hand is the same."""
    views = []
    for first, last in (("red-wood", "yellow-stone"), ("yellow-stone", "red-wood")):
        table = (
            scene(f"""
            figure: red-wood
            A*: {first} red-stone blue-stone green-stone {last}
            B:
            pile: black-stone black-meadow black-water
            rolled: red red
        """)
            .play("stay", "A: lay red-wood")
            .all_keep()
        )
        assert table.hand("A").split() == [
            *(wish for wish in (first, "red-stone", "blue-stone", "green-stone", last) if wish != "red-wood"),
            "black-stone",
        ]
        views.append(table.view("B")["hands"][0])
    assert views[0] == views[1] == ["?"] * 5


# --- Stones -----------------------------------------------------------------------------------------


def test_HW_14_three_wishes_for_a_stone() -> None:
    table = (
        scene("""
        figure: red-wood
        A*: red-wood | yellow-stone blue-water
        B:
        rolled: red red
    """)
        .play("stay", "A: lay red-wood")
        .all_keep()
    )
    assert table.stones == "1 0"
    assert table.small_heart == 14
    assert table.laid("A") == ""
    assert {*table.discard.split()} == {"yellow-stone", "blue-water", "red-wood"}
    assert "stone A yellow-stone,blue-water,red-wood 1" in table.told("spectator")
    assert table.event("stone").clause == "HW.14"


def test_HW_14_two_are_not_enough() -> None:
    table = scene("figure: red-wood\nA*: red-wood | yellow-stone\nB:\nrolled: red red")
    after = table.play("stay", "A: lay red-wood").all_keep()
    assert (after.stones, after.laid("A")) == ("0 0", "yellow-stone red-wood")


def test_HW_14_the_three_oldest_go_and_the_rest_stays() -> None:
    table = (
        scene("""
        figure: red-wood
        A*: red-wood black-wood green-wood | yellow-stone blue-water
        B:
        rolled: red red
    """)
        .play("stay", "A: lay red-wood pay green-wood black-wood")
        .all_keep()
    )
    assert table.stones == "1 0"
    assert table.laid("A") == "green-wood black-wood"
    assert {*table.discard.split()} == {"yellow-stone", "blue-water", "red-wood"}


def test_HW_14_as_soon_as_all_have_finished_and_not_before() -> None:
    table = scene("""
        figure: red-wood
        A*: red-wood | yellow-stone blue-water
        B:  black-wood | red-stone blue-stone
        rolled: red red
    """).play("stay", "A: lay red-wood")
    assert (table.stones, table.discard) == ("0 0", "")
    after = table.play("B: pay black-wood")
    assert after.stones == "1 1"
    codes = after.events
    assert codes.index("fulfilled") < codes.index("stone") < codes.index("refilled")


@for_every_table
def test_HW_14_between_turns_nobody_has_three_wishes_in_front(seats: int) -> None:
    for table in whole_match(opening(seats, seed=3)):
        assert all(len(table.laid(who).split()) < 3 for who in table.seats)


# --- The draw pile ----------------------------------------------------------------------------------

LAST_CARD = """
    figure: red-wood
    A*: red-wood black-wood
    B:  green-wood
    pile: {}
    rolled: red red
"""


def test_HW_15_with_the_last_card_the_discard_pile_becomes_the_draw_pile_at_once() -> None:
    table = scene(LAST_CARD.format("red-stone")).play("stay", "A: lay red-wood", "B: keep")
    assert table.hand("A").split()[-1] == "red-stone"
    assert (table.pile, table.acting, table.on_turn) == ("", "", "A")
    old = {*table.discard.split()}
    after = table.chance()
    assert {*after.pile.split()} == old
    assert after.discard == ""
    assert after.told("spectator")[-2:] == [f"shuffled {len(old)}", "turn B 2"]
    assert after.event("shuffled").clause == "HW.15"
    assert after.acting == "B"


def test_HW_15_also_in_the_middle_of_a_refill_which_goes_on() -> None:
    table = scene(LAST_CARD.format("red-stone")).play("stay", "A: lay red-wood pay black-wood", "B: pay green-wood")
    assert [len(table.hand(who).split()) for who in "AB"] == [4, 4]
    assert table.told("spectator")[-1] == "refilled A 1"
    old = {*table.discard.split()}
    after = table.chance()
    assert [len(after.hand(who).split()) for who in "AB"] == [5, 5]
    assert {after.hand("A").split()[-1], after.hand("B").split()[-1], *after.pile.split()} == old
    assert after.told("spectator")[-3:-1] == ["refilled A 1", "refilled B 1"]
    assert (after.acting, after.turn) == ("B", 2)


def test_HW_15_wishes_that_still_lie_before_players_stay_there() -> None:
    table = (
        scene("""
        figure: red-wood
        A*: red-wood | yellow-stone
        B:
        pile: red-stone
        rolled: red red
    """)
        .play("stay", "A: lay red-wood", "B: keep")
        .chance()
    )
    assert table.laid("A") == "yellow-stone red-wood"
    assert not {"yellow-stone", "red-wood"} & {*table.pile.split()}


def test_HW_15_the_new_pile_is_shuffled_and_nobody_sees_it() -> None:
    table = scene(LAST_CARD.format("red-stone")).play("stay", "A: lay red-wood", "B: keep")
    assert len({table.chance(seed).pile for seed in range(50)}) == 50
    for who in onlookers(table):
        assert set(table.chance().view(who)["draw_pile"]) == {"?"}


def test_HW_15_everybody_knows_which_wishes_went_into_the_new_pile_and_which_stayed_in_hands() -> None:
    table = scene(LAST_CARD.format("red-stone")).play("stay", "A: lay red-wood pay black-wood", "B: pay green-wood")
    old, after = table.discard.split(), table.chance()
    for whose in "AB":
        kept = [after.may_hold(whose, at) for at in range(4)]
        assert kept == [[wish for wish in FIELDS if wish not in old]] * 4
        assert sorted(after.may_hold(whose, 4)) == sorted(old)
        assert after.view("spectator")["since"][WATCHERS[whose]] == [0, 0, 0, 0, 1]


@for_every_table
def test_HW_15_what_everybody_knows_is_true_throughout_a_match(seats: int) -> None:
    shuffles = 0
    for table in whole_match(opening(seats)):
        shuffles = max(shuffles, table.state["shuffles"])
        for who in table.seats:
            for at, wish in enumerate(table.hand(who).split()):
                assert wish in table.may_hold(who, at)
    assert shuffles > 1


@for_every_table
def test_HW_15_the_draw_pile_is_never_empty_when_a_turn_begins(seats: int) -> None:
    for table in whole_match(opening(seats, seed=5)):
        if table.phase == "choosing":
            assert table.pile


def test_HW_15_not_after_the_end() -> None:
    table = scene("""
        figure: red-wood
        A*: red-wood | yellow-stone blue-water | 2 blood, 2 stones
        B:
        pile: red-stone
        stones: 3
        rolled: red red
    """).play("stay", "A: lay red-wood", "B: keep")
    assert table.over
    assert table.pile == "red-stone"
    assert "refilled" not in table.events


@for_every_table
def test_HW_16_the_dice_go_to_the_left(seats: int) -> None:
    turns = [table.on_turn for table in whole_match(opening(seats, starter="B"))]
    order = [after for before, after in pairwise(turns) if before != after]
    for before, after in pairwise(["B", *order]):
        assert WATCHERS[after] == (WATCHERS[before] + 1) % seats
    assert len(order) > seats


def test_HW_16_the_turn_is_told_with_its_number() -> None:
    after = asked().all_keep()
    assert after.told("spectator")[-1] == "turn B 2"
    assert after.event("turn").clause == "HW.16"


# --- The end ----------------------------------------------------------------------------------------

LAST_STONE = """
    figure: red-wood
    A*: red-wood | yellow-stone blue-water | 2 blood, {} stones
    B:  black-wood | red-stone blue-stone | 2 blood, {} stones
    C:  green-wood | | 2 blood, {} stones
    stones: 3
    rolled: red red
"""


def test_HW_17_the_last_stone_ends_the_match_and_nobody_refills() -> None:
    table = scene(LAST_STONE.format(1, 1, 0)).play("stay", "A: lay red-wood", "B: keep", "C: keep")
    assert table.over
    assert (table.small_heart, table.stones) == (0, "2 1 0")
    assert [len(table.hand(who).split()) for who in "ABC"] == [4, 5, 5]
    assert table.told("spectator")[-3:] == ["stone A yellow-stone,blue-water,red-wood 2", "last_stone", "won A 2"]
    assert table.event("last_stone").clause == "HW.17"


def test_HW_17_all_finish_the_fulfilling_in_which_it_is_taken() -> None:
    table = scene(LAST_STONE.format(1, 1, 0)).play("stay", "A: lay red-wood", "B: keep")
    assert table.ending == ""
    assert table.acting == "C"
    ended = table.play("C: pay green-wood")
    assert ended.over
    assert ended.laid("C") == "green-wood"


def test_HW_17_where_stones_lack_three_wishes_count_as_one_and_no_longer_as_wishes() -> None:
    table = scene(LAST_STONE.format(0, 0, 2)).play("stay", "A: lay red-wood", "B: pay black-wood", "C: keep")
    assert (table.stones, table.small_heart) == ("1 1 2", 0)
    assert [table.bundle(who) for who in "ABC"] == ["", "red-stone blue-stone black-wood", ""]
    assert [table.laid(who) for who in "ABC"] == ["", "", ""]
    assert "bundle B red-stone,blue-stone,black-wood 1" in table.told("spectator")
    assert table.event("bundle").clause == "HW.17"
    assert table.wishes == [*FIELDS]
    assert [*table.scores] == [0, 0, 1]


def test_HW_17_stones_are_taken_clockwise_from_the_player_on_turn() -> None:
    table = scene(LAST_STONE.format(0, 0, 2).replace("A*:", "A:").replace("B:", "B*:"))
    ended = table.play("stay", "A: lay red-wood", "B: pay black-wood", "C: keep")
    assert ended.bundle("A") == "yellow-stone blue-water red-wood"
    assert ended.bundle("B") == ""


def test_HW_17_a_bundle_leaves_its_other_wishes_to_count() -> None:
    table = scene("""
        figure: red-wood
        A*: red-wood | yellow-stone blue-water | 2 blood, 1 stones
        B:  black-wood green-wood | red-stone blue-stone | 2 blood, 1 stones
        stones: 3
        rolled: red red
    """).play("stay", "A: lay red-wood", "B: pay green-wood black-wood")
    assert (table.stones, table.bundle("B"), table.laid("B")) == (
        "2 2",
        "red-stone blue-stone green-wood",
        "black-wood",
    )
    assert table.ending == "most_wishes"
    assert [*table.scores] == [0, 1]


def test_HW_18_most_stones_win() -> None:
    table = scene(LAST_STONE.format(2, 0, 0)).play("stay", "A: lay red-wood", "B: keep", "C: keep")
    assert table.ending == "most_stones"
    assert [*table.scores] == [1, 0, 0]
    assert table.event("won").clause == "HW.18"
    other = scene("""
        figure: red-wood
        A*: red-wood | yellow-stone blue-water | 2 blood
        B:  | red-stone blue-stone | 2 blood, 4 stones
        stones: 5
        rolled: red red
    """).play("stay", "A: lay red-wood", "B: keep")
    assert other.told("A")[-1] == "won B 4"
    assert [*other.scores] == [0, 1]


def test_HW_18_more_stones_count_more_than_any_wishes() -> None:
    table = scene("""
        figure: red-wood
        A*: red-wood | yellow-stone blue-water | 2 blood, 1 stones
        B:  | red-stone blue-stone | 2 blood, 1 stones
        stones: 3
        rolled: red red
    """).play("stay", "A: lay red-wood", "B: keep")
    assert [*table.scores] == [1, 0]
    assert table.ending == "most_stones"


def test_HW_18_tied_the_wishes_lying_in_front_decide() -> None:
    table = scene("""
        figure: red-wood
        A*: red-wood black-wood | yellow-stone blue-water | 2 blood, 1 stones
        B:  | | 2 blood, 2 stones
        C:  | red-stone | 2 blood
        stones: 4
        rolled: red red
    """).play("stay", "A: lay red-wood pay black-wood", "B: keep", "C: keep")
    assert table.stones == "2 2 0"
    assert table.ending == "most_wishes"
    assert table.told("B")[-1] == "won_by_wishes A 2 1"
    assert table.event("won_by_wishes").clause == "HW.18"
    assert [*table.scores] == [1, 0, 0]


def test_HW_18_still_tied_the_victory_is_shared() -> None:
    table = scene(LAST_STONE.format(0, 1, 1)).play("stay", "A: lay red-wood", "B: keep", "C: keep")
    assert table.stones == "1 1 1"
    assert [*table.scores] == [0, 1, 0]  # B has two wishes in front
    shared = scene("""
        figure: red-wood
        A*: red-wood | yellow-stone blue-water | 2 blood
        B:  | | 2 blood, 1 stones
        C:  | | 2 blood, 1 stones
        stones: 3
        rolled: red red
    """).play("stay", "A: lay red-wood", "B: keep", "C: keep")
    assert shared.ending == "shared"
    assert shared.scores == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    assert shared.told("B")[-1] == "won_together A,B,C 1 0"
    assert shared.event("won_together").clause == "HW.18"


# --- Options ----------------------------------------------------------------------------------------


def test_HW_19_children_always_hop_and_are_not_asked() -> None:
    table = opening(3, children="yes", seed=2)
    assert "rolled" in table.events
    assert "hops" not in table.events
    for one in whole_match(opening(3, children="yes")):
        assert one.phase != "choosing"
        if one.acting and one.phase == "dice":
            assert {way.split()[0] for way in one.legal()} <= {"move", "stay"}


CHILDREN = CALM.replace("A*: red-wood black-wood", "A*: red-wood black-wood | | 0 blood") + "children"


def test_HW_19_for_children_one_white_always_means_fresh_blood() -> None:
    for dice in ("white blue", "blue white"):
        table = scene(CHILDREN).rolled(dice)
        assert (table.figure, table.blood, table.phase) == ("blue-cloud", "1 2 2", "fulfilling")
        assert table.told("B") == [f"rolled A {dice.replace(' ', ',')}", "freshened A blue-cloud", "took A 1"]
        assert table.event("freshened").clause == table.event("took").clause == "HW.19"


def test_HW_19_children_still_choose_a_die_and_what_to_do_with_a_double() -> None:
    assert scene(CHILDREN).rolled("blue green").legal() == ["move blue", "move green"]
    assert scene(CHILDREN).rolled("blue blue").legal() == ["move blue", "stay"]
    white = scene(CHILDREN).rolled("white white")
    assert (white.blood, white.figure) == ("2 2 2", "red-wood")


def test_HW_19_children_have_no_resting_pulse_and_the_next_turn_rolls_by_itself() -> None:
    table = scene(CHILDREN).rolled("blue blue").play("stay").all_keep()
    assert (table.on_turn, table.acting, table.phase) == ("B", "", "hopping")


@for_every_table
def test_HW_19_open_hands_are_seen_by_everybody(seats: int) -> None:
    for table in whole_match(opening(seats, open_hands="yes")):
        for who in onlookers(table):
            assert [table.sees(who, whose) for whose in table.seats] == [table.hand(whose) for whose in table.seats]
            assert set(table.view(who)["draw_pile"]) <= {"?"}


def test_HW_19_open_hands_are_told_to_everybody() -> None:
    table = opening(2, open_hands="yes")
    assert f"dealt_open A {table.hand('A').replace(' ', ',')}" in table.told("spectator")
    assert table.event("stones").clause == "HW.2"
    assert next(event.clause for event in table.happened if event.code == "dealt_open") == "HW.19"
    after = scene("""
        figure: red-wood
        A*: red-wood
        B:
        pile: red-stone blue-stone
        rolled: red red
        open hands
    """).play("stay", "A: lay red-wood")
    assert "refilled_open A red-stone" in after.told("spectator")
    assert after.event("refilled_open").clause == "HW.13"


def test_HW_19_with_open_hands_only_those_are_asked_who_can_lay_something() -> None:
    table = scene("""
        figure: red-wood
        A*: red-wood
        B:  green-wood | | 0 blood
        C:  black-wood
        rolled: red red
        open hands
    """).play("stay")
    assert table.acting == "A C"
    nobody = scene("""
        figure: red-wood
        A*:
        B:  green-wood | | 0 blood
        pile: red-wood black-wood
        rolled: red red
        open hands
    """).play("stay")
    assert nobody.events == ["stayed", "took", "nobody_can", "turn"]


def test_HW_19_the_two_options_are_independent() -> None:
    assert opening(2, children="yes").sees("A", "B") == "? ? ? ? ?"
    assert opening(2, open_hands="yes").legal() == ["hop", "throb"]


@pytest.mark.parametrize("stones", [3, 9, 15])
def test_HW_20_a_shorter_match_with_fewer_stones(stones: int) -> None:
    table = opening(3, stones=str(stones))
    assert table.small_heart == stones
    assert table.event("stones").clause == ("HW.2" if stones == 15 else "HW.20")
    last = whole_match(table)[-1]
    assert last.small_heart == 0
    assert sum(map(int, last.stones.split())) >= stones


@pytest.mark.parametrize("stones", ["2", "16", "many", "0"])
def test_HW_20_from_three_to_fifteen(stones: str) -> None:
    with pytest.raises(Refused, match="a number from 3 to 15"):
        opening(3, stones=stones)


def idle(turn: int) -> Scene:
    return scene(f"""
        figure: red-wood
        A*: red-wood | yellow-stone | 2 blood, 1 stones
        B:  | | 2 blood, 2 stones
        turn: {turn}
        rolled: red red
    """).play("stay")


def test_HW_21_after_six_hundred_turns_the_table_stops() -> None:
    assert TURNS == 600
    before = idle(599).all_keep()
    assert before.ending == ""
    assert before.turn == 600
    ended = idle(600).all_keep()
    assert ended.ending == "turn_limit"
    assert ended.told("A")[-2:] == ["turn_limit 600", "won B 2"]
    assert ended.event("turn_limit").clause == "HW.21"
    assert [*ended.scores] == [0, 1]


def test_HW_21_the_last_turn_is_played_to_its_end_and_nobody_refills() -> None:
    ended = idle(600).play("A: lay red-wood").all_keep()
    assert ended.over
    assert ended.laid("A") == "yellow-stone red-wood"
    assert len(ended.hand("A").split()) == 4


def test_HW_21_also_where_nobody_could_be_asked() -> None:
    table = scene("""
        figure: red-wood
        A*:
        B:  | red-wood
        discard: black-wood green-wood
        turn: 600
        rolled: red red
    """).play("stay")
    assert table.ending == "turn_limit"
    assert [*table.scores] == [0, 1]


def test_HW_21_players_who_never_lay_down_wishes_come_there() -> None:
    table: Any = opening(2, children="yes")
    for _ in range(40):
        while table.phase != "fulfilling":
            table = table.play(table.legal()[0]) if table.acting else table.chance(table.turn)
        table = table.all_keep()
    assert table.turn > 40
    assert table.stones == "0 0"
