"""Mit List und Tücke, clause by clause: scenes in the order of the rulebook."""

from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest

from herzdame.kernel import run
from herzdame.kernel.compile import COMPILED
from herzdame.kernel.errors import Code, Refused
from herzdame.kernel.match import Match
from herzdame.kernel.scene import LETTERS, WATCHERS
from herzdame.kernel.seats import EVERYBODY
from herzdame.kernel.seeds import Fast, fast_generator

from . import COLOURS, GAME, SIXTEEN, court
from .scene import Scene, by_rank, opening, passed, scene, show_to_all
from .words import CARDS

KINGDOM = CARDS[1:]
LIGHT, DARK = KINGDOM[::2], KINGDOM[1::2]
MATCHES = 10 if COMPILED else 2
FEW = 3 if COMPILED else 1  # where every choice of a match is tried

for_every_table = pytest.mark.parametrize(
    ("seats", "sixteen"), [(3, "fixed"), (3, "random"), (4, "fixed")], ids=["three", "three-random", "four"]
)


def onlookers(table: Scene, *without: str) -> list[str]:
    return [who for who in [*table.seats, "spectator"] if who not in without]


def random_match(seats: int, sixteen: str, number: int) -> list[Scene]:
    """Every position of a match that random players finish."""
    match = Match(GAME, seats, {"sixteen": sixteen}, Fast(3, number))
    anyhow = np.random.default_rng(number)
    while not match.over:
        seat = int(anyhow.choice(match.acting))
        match.act(seat, int(anyhow.choice(match.actions(seat))))
    return [Scene(step.table, step.events) for step in match.steps]


# --- Material and set-up ----------------------------------------------------------------------------


def test_LT_1_ten_light_and_ten_dark_characters() -> None:
    assert len(KINGDOM) == 20
    assert [court.BACKS[rank] for rank in range(1, 21)] == [court.LIGHT, court.DARK] * 10
    assert passed(opening()).cards == by_rank(KINGDOM)


@pytest.mark.parametrize(
    ("rank", "name", "crests", "victims", "may"),
    [
        (1, "quack", "", "", False),
        (2, "black_knight", "", "", True),
        (3, "courtesan", "", "", True),
        (4, "clairvoyant", "", "", True),
        (5, "poisoner", "", "bishop abbot", False),
        (6, "berserker", "", "wizard schemer", False),
        (7, "assassin", "", "king queen", False),
        (8, "abbot", "green", "witch druid", False),
        (9, "druid", "yellow", "", True),
        (10, "white_knight", "blue", "", True),
        (11, "monk", "green", "", True),
        (12, "executioner", "", "", False),
        (13, "schemer", "", "", False),
        (14, "witch", "yellow", "", True),
        (15, "queen", "blue", "king", False),
        (16, "king", "blue blue", "queen", False),
        (17, "saint", "", "", False),
        (18, "bishop", "green green", "", False),
        (19, "wizard", "yellow yellow", "", False),
        (20, "inquisitor", "", "", True),
    ],
)
def test_LT_1_what_is_printed_on_a_card(rank: int, name: str, crests: str, victims: str, may: bool) -> None:
    assert CARDS[rank] == name
    printed = [colour for colour, number in zip(COLOURS, court.CRESTS[rank], strict=True) for _ in range(number)]
    assert " ".join(printed) == crests
    assert {CARDS[one] for one in range(1, 21) if court.VICTIMS[rank] >> one & 1} == {*victims.split()}
    assert court.OPTIONAL[rank] == may


@for_every_table
def test_LT_1_no_card_is_ever_lost(seats: int, sixteen: str) -> None:
    for table in random_match(seats, sixteen, 1):
        if table.state["chapter"]:
            assert by_rank(table.census.split()) == by_rank(KINGDOM)


@pytest.mark.parametrize(("seats", "each"), [(3, 11), (4, 13)])
def test_LT_1_tokens_of_each_colour_and_twenty_points(seats: int, each: int) -> None:
    table = opening(seats)
    assert table.supply == f"{each} {each} {each}"
    assert table.state["eliminations"] == 20
    assert table.state["chapel"] == [None] * 4


@for_every_table
def test_LT_1_no_token_and_no_point_is_ever_lost(seats: int, sixteen: str) -> None:
    for table in random_match(seats, sixteen, 2):
        state = table.state
        for colour in COLOURS:
            owned = sum(tokens[colour] for tokens in state["tokens"])
            assert owned + state["supply"][colour] + state["chapel"].count(colour) == {3: 11, 4: 13}[seats]
        assert sum(state["points"]) + state["eliminations"] + state["chapel"].count("elimination") == 20


def test_LT_1_with_no_point_left_the_pile_still_turns_and_nothing_is_earned() -> None:
    after = scene("""
        A*: assassin | monk
        B:  witch    | druid king
        C:  bishop   | abbot
        eliminations: 0
        round: 2
    """).play("play assassin")
    assert after.pile("B") == "-druid -king"
    assert after.owns("A") == ""
    assert after.events[:4] == ["played", "eliminated", "turned", "no_point"]
    assert after.event("no_point").clause == "LT.1"


def test_LT_1_with_no_point_left_the_chapel_gets_none() -> None:
    ended = last_turn("A*: schemer # B: | poisoner # C: | abbot # eliminations: 0")
    assert ended.chapel == ""
    assert ended.event("no_chapel_point").clause == "LT.1"


def last_turn(lines: str) -> Scene:
    """The only card that A still holds is played, and with it the chapter ends."""
    table = scene(lines.replace("#", "\n") + "\nround: 4\nstart: B")
    return table.play(*table.legal())


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ("B: king # C: king", "king is drawn twice"),
        ("B: bishop # C: joker", "'joker' is not known"),
        ("B: bishop # D: witch", "seat D is drawn where seat C sits"),
        ("B*: bishop # C: witch", "exactly one seat is to play"),
        ("B: bishop witch druid # C: king | queen wizard monk saint schemer", "seat C has more than 4 cards"),
        ("B: bishop # C: king # middle: druid queen wizard saint", "two light and two dark"),
        ("B: bishop # C: king # A knows quack", "nobody can know quack"),
        ("B: bishop # C: king # A smiles", "this line says nothing: 'A smiles'"),
    ],
)
def test_LT_1_no_scene_can_be_drawn_that_cannot_be(lines: str, complaint: str) -> None:
    with pytest.raises(Refused, match=complaint):
        scene("A*: monk\n" + lines.replace("#", "\n"))


def test_LT_2_three_players_leave_out_the_first_four_ranks() -> None:
    for seed in range(10):
        table = passed(opening(3, seed=seed), seed=seed)
        assert table.cards == by_rank(KINGDOM[4:])
    told = opening(3)
    assert told.told("spectator").count("left_out quack,black_knight,courtesan,clairvoyant") == 1
    assert told.event("left_out").clause == "LT.2"


def test_LT_2_or_two_light_and_two_dark_cards_are_set_aside_unseen() -> None:
    aside = Counter[str]()
    for seed in range(60):
        table = passed(opening(3, sixteen="random", seed=seed), seed=seed)
        out = table.state["set_aside"]
        assert [card in LIGHT for card in out] == [True, True, False, False]
        assert table.cards == by_rank(KINGDOM)
        assert [table.view(who)["set_aside"] for who in onlookers(table)] == [["?"] * 4] * 4
        aside.update(out)
    assert {*aside} == {*KINGDOM}


def test_LT_2_the_cards_set_aside_are_others_in_every_chapter() -> None:
    chapters = {
        table.state["chapter"]: tuple(table.state["set_aside"])
        for table in random_match(3, "random", 5)
        if table.due == "play"
    }
    assert [*chapters] == [1, 2, 3, 4]
    assert len(set(chapters.values())) == 4


def test_LT_2_four_players_have_no_choice_and_miss_no_card() -> None:
    with pytest.raises(Refused) as error:
        opening(4, sixteen="random")
    assert error.value.code == Code.BAD_VALUE
    assert passed(opening(4)).state["set_aside"] == []


@for_every_table
def test_LT_3_the_host_names_the_start_player(seats: int, sixteen: str) -> None:
    for starter in LETTERS[:seats]:
        table = opening(seats, sixteen=sixteen, starter=starter)
        assert table.start == starter
        assert "starter" not in table.events
        assert passed(table).acting == starter


@pytest.mark.parametrize("seats", [3, 4])
def test_LT_3_else_chance_does(seats: int) -> None:
    tables = [opening(seats, seed=seed) for seed in range(40)]
    assert {table.start for table in tables} == {*LETTERS[:seats]}
    for table in tables:
        assert table.told("spectator")[0] == f"starter {table.start}"


@for_every_table
def test_LT_4_four_chapters_of_four_rounds_and_a_card_each(seats: int, sixteen: str) -> None:
    played: Counter[tuple[int, int, int]] = Counter()
    before = None
    for table in random_match(seats, sixteen, 4):
        for event in table.happened:
            if event.code == "played":
                assert before
                played[before["chapter"], before["round"], event.params["seat"]] += 1
        before = table.state
    assert played == Counter(product(range(1, 5), range(1, 5), range(seats)))
    assert before
    assert before["over"]


# --- A chapter --------------------------------------------------------------------------------------


@for_every_table
def test_LT_5_two_light_cards_each_and_two_in_the_middle(seats: int, sixteen: str) -> None:
    table = opening(seats, sixteen=sixteen)
    for seat in table.seats:
        assert {card in LIGHT for card in table.hand(seat).split()} == {True}
        assert len(table.hand(seat).split()) == 2
        assert table.sees(seat, seat) == table.hand(seat)
        assert [table.sees(who, seat) for who in onlookers(table, seat)] == ["? ?"] * seats
    assert len(table.state["middle"]) == 2
    assert table.acting == " ".join(table.seats)
    assert [table.sees(who, "middle") for who in onlookers(table)] == ["? ?"] * (seats + 1)


def test_LT_5_every_deal_is_another() -> None:
    hands = Counter(card for seed in range(300) for card in opening(seed=seed).hand("A").split())
    assert {*hands} == {*LIGHT}
    assert max(hands.values()) < 2 * min(hands.values())


@for_every_table
def test_LT_5_the_light_card_goes_to_the_left(seats: int, sixteen: str) -> None:
    table = opening(seats, sixteen=sixteen)
    kept, gone = {}, {}
    for seat in reversed(table.seats):
        gone[seat], kept[seat] = table.hand(seat).split()
        table = table.play(f"{seat}: pass {gone[seat]}")
    for at, seat in enumerate(table.seats):
        right = table.seats[at - 1]
        assert table.hand(seat) == by_rank([kept[seat], gone[right]])
        assert f"passed_light {right} {seat} {gone[right]}" in table.told(seat)
        assert f"passed_light {right} {seat} {gone[right]}" in table.told(right)
        assert f"passed_light {right} {seat}" in table.told("spectator")
        assert table.sees(right, seat) == f"{gone[right]} ?"
        assert table.witnessed(right, seat) == 1


def test_LT_5_all_decide_at_the_same_time_and_nobody_learns_what_the_others_chose() -> None:
    table = opening()
    first, second = (table.play(f"B: pass {card}") for card in table.hand("B").split())
    for who in onlookers(table, "B"):
        assert first.view(who) == second.view(who)
        assert first.told(who) == second.told(who) == ["chose_light B"]
        assert first.view(who)["offered"] == [None, "?", None, None]
    assert first.told("B") != second.told("B")
    assert first.acting == "A C D"
    for who in "ACD":
        assert table.legal(who=who) == first.legal(who=who)
    with pytest.raises(Refused):
        first.play(f"B: pass {first.hand('B')}")


def test_LT_5_nobody_sees_the_received_card_before_having_passed() -> None:
    table = opening()
    for seat in "ABD":
        table = table.play(f"{seat}: {table.legal(who=seat)[0]}")
    assert len(table.view("C")["hands"][2]) == 2
    assert table.sees("C", "B") == "?"
    assert table.view("C")["offered"] == ["?", "?", None, "?"]


@for_every_table
def test_LT_6_the_same_with_dark_cards_to_the_right(seats: int, sixteen: str) -> None:
    table = opening(seats, sixteen=sixteen)
    for seat in table.seats:
        table = table.play(f"{seat}: {table.legal(who=seat)[0]}")
    assert (table.acting, table.due) == ("", "deal_dark")
    table = table.chance()
    gone = {}
    for seat in table.seats:
        choices_there = table.legal(who=seat)
        assert {choice.split()[1] in DARK for choice in choices_there} == {True}
        assert len(choices_there) == 2
        gone[seat] = choices_there[1].split()[1]
        table = table.play(f"{seat}: pass {gone[seat]}")
        assert table.told(seat)[0] == f"chose_dark {seat} {gone[seat]}"
    for at, seat in enumerate(table.seats):
        right = table.seats[at - 1]
        assert gone[seat] in table.hand(right)
        assert f"passed_dark {seat} {right} {gone[seat]}" in table.told(seat)
        assert f"passed_dark {seat} {right} {gone[seat]}" in table.told(right)


@for_every_table
def test_LT_6_four_cards_and_one_known_of_each_neighbour(seats: int, sixteen: str) -> None:
    table = passed(opening(seats, sixteen=sixteen))
    for at, seat in enumerate(table.seats):
        left, right = table.seats[(at + 1) % seats], table.seats[at - 1]
        assert Counter(card in LIGHT for card in table.hand(seat).split()) == {True: 2, False: 2}
        assert table.sees(seat, left).count("?") == table.sees(seat, right).count("?") == 3
        assert table.sees(seat, left).split()[0] in LIGHT
        assert table.sees(seat, right).split()[0] in DARK
        assert table.sees("spectator", seat) == "? ? ? ?"
    assert [card in LIGHT for card in table.middle.split()] == [True, True, False, False]
    assert table.view("spectator")["backs"] == [["dark", "dark", "light", "light"]] * seats


@for_every_table
def test_LT_7_the_start_player_begins_and_the_others_follow_clockwise(seats: int, sixteen: str) -> None:
    for table in random_match(seats, sixteen, 6):
        played = [event.params["seat"] for event in table.happened if event.code == "round"]
        if played:
            assert table.acting == LETTERS[played[0]] == table.start
    table = scene("A: monk\nB: bishop\nC*: wizard\nD: schemer")
    after = table.play("play wizard")
    assert (after.acting, after.play("play schemer").acting) == ("D", "A")


def test_LT_7_a_card_lies_openly_on_the_own_pile() -> None:
    after = scene("""
        A*: wizard queen | monk
        B:  king
        C:  bishop
    """).play("play wizard")
    assert after.pile("A") == "monk wizard"
    for who in onlookers(after):
        assert [card["card"] for card in after.view(who)["piles"][0]] == ["monk", "wizard"]
        assert after.told(who)[0] == "played A wizard"
    assert after.event("played").clause == "LT.7"


def test_LT_7_backs_of_hand_cards_are_public() -> None:
    table = scene("A*: wizard queen king\nB: witch bishop druid\nC: monk")
    for who in onlookers(table):
        backs = [sorted(hand) for hand in table.view(who)["backs"]]
        assert backs == [["dark", "light", "light"], ["dark", "dark", "light"], ["light"]]


def test_LT_7_nobody_can_tell_which_of_two_cards_was_played() -> None:
    kept, given = (
        scene(f"A: monk\nB*: {hand} bishop\nC: druid\nD: poisoner\nA knows queen").play("play wizard")
        for hand in ("wizard queen", "queen wizard")
    )
    for who in onlookers(kept):
        assert kept.view(who) == given.view(who)
    assert kept.sees("A", "B") == "queen bishop".replace("bishop", "?")
    assert [kept.witnessed("A", "B"), kept.witnessed("B", "B")] == [0, 2]


@pytest.mark.parametrize("hand", ["wizard queen saint", "queen wizard saint", "wizard saint queen"])
def test_LT_7_nor_by_the_place_of_the_cards_that_stay(hand: str) -> None:
    turned = hand.replace("wizard", "x").replace("saint", "wizard").replace("x", "saint")
    one, two = (scene(f"A: monk\nB*: {cards}\nC: druid\nA saw queen") for cards in (hand, turned))
    assert one.view("A") == two.view("A")
    for who in onlookers(one, "B"):
        assert one.play("play wizard").view(who) == two.play("play wizard").view(who)


def test_LT_7_who_gave_the_card_played_knows_no_longer_a_card_of_the_hand() -> None:
    after = scene("A: monk\nB*: wizard queen bishop\nC: druid\nA knows wizard\nC knows bishop").play("play wizard")
    assert after.sees("A", "B") == "? ?"
    assert after.sees("C", "B") == "bishop ?"
    assert after.witnessed("C", "B") == 1


def test_LT_7_what_all_know_of_every_card_that_was_possible_stays_known() -> None:
    table = scene("""
        A: monk
        B*: wizard queen saint king
        C: druid
        B has no schemer
        A knows wizard queen saint
    """).play("play queen")
    assert table.sees("A", "B") == "saint wizard ?"
    assert table.witnessed("A", "B") == 2
    assert table.barred("B") == {"schemer"}


def test_LT_7_what_was_ruled_out_for_one_card_says_that_another_was_played() -> None:
    table = scene("A: monk\nB*: wizard queen king\nC: druid")
    tables = table.tables.copy()
    slot = tables[0].card.tolist().index(CARDS.index("queen"))
    tables[0].barred[slot] = 1 << CARDS.index("wizard") - 1
    tables[0].shown[slot] |= 1
    tables[0].witnessed[slot] |= 1
    after = Scene(tables).play("play wizard")
    assert after.barred("B") == {"wizard"}
    assert after.witnessed("A", "B") == 1
    assert Scene(tables).play("play queen").witnessed("A", "B") == 0


@pytest.mark.parametrize("played", ["wizard", "queen"])
def test_LT_7_a_card_that_all_have_seen_is_known_until_it_is_played(played: str) -> None:
    table = show_to_all(scene("A: monk\nB*: wizard queen king\nC: druid"), "wizard")
    after = table.play(f"play {played}")
    assert after.sees("spectator", "B") == {"wizard": "? ?", "queen": "wizard ?"}[played]
    assert after.sees("A", "B") == after.sees("spectator", "B")


@for_every_table
def test_LT_7_where_a_card_stands_in_a_hand_tells_nothing(seats: int, sixteen: str) -> None:
    """Cards of one back change places in a hand: after any open card, nobody but the holder can see a difference."""
    compared = 0
    for table in [one for number in range(FEW) for one in random_match(seats, sixteen, number)]:
        if table.due != "play":
            continue
        actor = table.acting
        for play in table.legal():
            after = table.play(play)
            for other in twins(table):
                for who in onlookers(table, actor):
                    if other.view(who) == table.view(who):
                        assert other.play(play).view(who) == after.view(who)
                        compared += 1
    assert compared > 4 * FEW


def twins(table: Scene) -> list[Scene]:
    """The table with two cards of one back exchanged in the hand of whoever is to act, and who has seen them too."""
    found = []
    s = table.tables[0]
    start = court.HAND + 4 * WATCHERS[table.acting]
    for a, b in combinations(range(start, start + int(s.held[WATCHERS[table.acting]])), 2):
        if court.BACKS[s.card[a]] == court.BACKS[s.card[b]]:
            tables = table.tables.copy()
            for what in ("card", "shown", "witnessed", "barred"):
                values = tables[0][what]
                values[a], values[b] = int(values[b]), int(values[a])
            found.append(Scene(tables))
    return found


# --- The start-player card --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("piles", "start"),
    [
        ("monk/king/druid", "B"),
        ("wizard/king/druid", "A"),
        ("monk/-king/druid", "A"),
        ("monk/-king/-druid queen", "C"),
        ("-monk/-king/-druid", "D"),
        ("-monk/-king wizard/-druid", "B"),
    ],
)
def test_LT_8_the_start_player_card_goes_to_the_highest_open_top_card(piles: str, start: str) -> None:
    a, b, c = piles.split("/")
    after = scene(f"A: abbot | {a}\nB: bishop | {b}\nC: witch | {c}\nD*: quack saint\nstart: A").play("play quack")
    assert (after.start, after.acting, after.state["round"]) == (start, start, 2)
    assert after.event("start_card").clause == "LT.8"


@pytest.mark.parametrize(("rank", "start"), [(20, "B"), (0, "A")])
def test_LT_8_the_inquisitor_counts_with_the_rank_that_was_chosen(rank: int, start: str) -> None:
    table = scene(
        f"A: abbot | monk\nB: bishop | inquisitor\nC: witch | poisoner\nD*: quack saint\nstart: A\nrank: {rank}"
    )
    assert table.play("play quack").start == start


def test_LT_8_an_inquisitor_of_rank_0_is_the_lowest_but_still_a_rank() -> None:
    table = scene("A: abbot | -monk\nB: bishop | -witch\nC*: inquisitor druid\nstart: A")
    assert table.play("play inquisitor", "rank 0", "name saint").start == "C"


def test_LT_8_also_after_the_last_round_before_influence_is_taken() -> None:
    ended = scene("""
        A*: saint
        B:        | poisoner
        C:        | king
        round: 4
        start: B
        supply: 1 0 0
        C owns 2 blue
    """).play("play saint")
    assert ended.start == "A"
    assert ended.events[:3] == ["played", "chapel_token", "start_card"]
    assert "chapter 2 A" in ended.chance().told("spectator")


def test_LT_8_and_after_the_very_last_one() -> None:
    ended = last_turn("A*: wizard # B: | poisoner # C: | abbot # chapter: 4")
    assert ended.over
    assert ended.start == "A"


# --- Instructions -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "first"),
    [
        ("courtesan", "offer monk"),
        ("clairvoyant", "gaze"),
        ("druid", "offer monk"),
        ("white_knight", "offer monk"),
        ("witch", "look B"),
    ],
)
def test_LT_9_you_may_is_optional(card: str, first: str) -> None:
    table = scene(f"A*: {card} monk\nB: bishop queen\nC: king\nD: saint").play(f"play {card}")
    assert first in table.legal()
    assert table.legal()[-1] == "decline"
    declined = table.play("decline")
    assert declined.told("spectator") == [f"declined A {card}"]
    assert declined.event("declined").clause == "LT.9"
    assert declined.acting == "B"


@pytest.mark.parametrize(
    ("lines", "card"),
    [
        ("A*: quack # B: | king # C: # A: ", "quack"),
        ("A*: executioner # B: monk # C: king", "executioner"),
        ("A*: saint # B: monk # C: king", "saint"),
        ("A*: inquisitor # B: monk # C: king", "inquisitor"),
    ],
)
def test_LT_9_everything_else_must_be_done(lines: str, card: str) -> None:
    drawn = lines if card != "quack" else "A*: quack | -druid -monk # B: | king # C: bishop"
    table = scene(drawn.replace("#", "\n") + "\nD: abbot").play(f"play {card}")
    assert table.acting == "A"
    assert "decline" not in table.legal()


def test_LT_9_the_quack_heals_an_eliminated_card_of_the_own_pile() -> None:
    table = scene("A*: quack | -druid monk -king\nB: | -wizard\nC: bishop\nD: abbot").play("play quack")
    assert table.legal() == ["heal druid", "heal king"]
    after = table.play("heal king")
    assert after.pile("A") == "-druid monk king quack"
    assert after.told("spectator") == ["healed A king"]
    assert after.event("healed").clause == "LT.9"


def test_LT_9_a_single_eliminated_card_is_healed_without_a_question() -> None:
    after = scene("A*: quack | -druid monk\nB: | -wizard\nC: bishop\nD: abbot").play("play quack")
    assert after.pile("A") == "druid monk quack"
    assert after.events == ["played", "healed"]
    assert after.acting == "B"


def test_LT_9_with_nobody_to_heal_the_quack_does_nothing() -> None:
    after = scene("A*: quack | druid\nB: | -wizard\nC: bishop\nD: abbot").play("play quack")
    assert after.pile("A") == "druid quack"
    assert after.pile("B") == "-wizard"
    assert after.events == ["played", "nobody_to_heal"]


def test_LT_9_the_text_of_a_healed_card_is_not_repeated() -> None:
    after = scene("A*: quack | -assassin\nB: monk | king\nC: bishop\nD: abbot").play("play quack")
    assert after.pile("A") == "assassin quack"
    assert after.pile("B") == "king"
    assert after.acting == "B"


@pytest.mark.parametrize("threat", ["king", "queen"])
def test_LT_9_the_threat_of_a_healed_card_does_not_revive(threat: str) -> None:
    victim = {"king": "queen", "queen": "king"}[threat]
    after = scene(f"A*: quack | -{threat}\nB: {victim}\nC: bishop\nD: abbot").play("play quack", f"play {victim}")
    assert after.pile("B") == victim


def test_LT_9_a_healed_card_is_hit_again_with_its_pile() -> None:
    table = scene("A*: quack executioner wizard | -monk\nB: berserker\nC: bishop\nD: abbot")
    table = table.play("play quack", "play berserker", "play bishop", "play abbot")
    assert table.pile("A") == "monk quack"
    assert table.acting == "C"


def test_LT_9_the_clairvoyant_sees_all_four_middle_cards_in_their_places() -> None:
    table = scene("A*: clairvoyant\nB: bishop\nC: king\nD: saint\nmiddle: druid monk witch abbot").play(
        "play clairvoyant"
    )
    assert table.legal() == ["gaze", "decline"]
    after = table.play("gaze")
    assert after.middle == "druid monk witch abbot"
    assert after.sees("A", "middle") == "druid monk witch abbot"
    assert [after.sees(who, "middle") for who in "BCD"] == ["? ? ? ?"] * 3
    assert after.told("A") == ["gazed A druid,monk,witch,abbot"]
    assert after.told("B") == ["gazed A"]
    assert after.acting == "B"


def test_LT_9_the_saint_puts_a_token_of_any_colour_into_the_chapel() -> None:
    table = scene("A*: saint\nB: bishop\nC: king\nD: monk\nchapel: elimination").play("play saint")
    assert table.legal() == ["chapel blue", "chapel green", "chapel yellow"]
    after = table.play("chapel green")
    assert after.chapel == "elimination green"
    assert after.supply == "13 12 13"
    assert after.told("B") == ["chapel_token A green"]


@pytest.mark.parametrize(
    ("supply", "choices_there"),
    [("0 2 1", ["chapel green", "chapel yellow"]), ("3 0 3", ["chapel blue", "chapel yellow"])],
)
def test_LT_9_the_saint_takes_only_from_what_is_left(supply: str, choices_there: list[str]) -> None:
    table = scene(f"A*: saint\nB: bishop\nC: king\nD: monk\nsupply: {supply}").play("play saint")
    assert table.legal() == choices_there


def test_LT_9_the_only_colour_left_needs_no_question() -> None:
    after = scene("A*: saint\nB: bishop\nC: king\nD: monk\nsupply: 0 0 2").play("play saint")
    assert (after.chapel, after.supply, after.acting) == ("yellow", "0 0 1", "B")


@pytest.mark.parametrize("card", ["bishop", "wizard", "black_knight"])
def test_LT_9_some_ask_nothing_when_they_are_played(card: str) -> None:
    after = scene(f"A*: {card}\nB: monk\nC: witch\nD: abbot").play(f"play {card}")
    assert after.events == ["played"]
    assert after.acting == "B"


# --- Elimination ------------------------------------------------------------------------------------

MURDERERS = {
    "poisoner": ("bishop", "abbot"),
    "berserker": ("wizard", "schemer"),
    "assassin": ("king", "queen"),
    "abbot": ("witch", "druid"),
}


@pytest.mark.parametrize(("murderer", "victim"), [(one, victim) for one, both in MURDERERS.items() for victim in both])
def test_LT_10_a_murderer_strikes_an_open_top_card(murderer: str, victim: str) -> None:
    after = scene(f"A*: {murderer} monk\nB: saint | {victim}\nC: clairvoyant\nD: quack").play(f"play {murderer}")
    assert after.pile("B") == f"-{victim}"
    assert after.owns("A") == "1 points"
    assert after.told("spectator") == [f"played A {murderer}", f"eliminated A {murderer} B {victim}", "point A 1"]
    assert after.event("eliminated").clause == "LT.10"
    assert after.acting == "B"


@pytest.mark.parametrize("murderer", MURDERERS)
def test_LT_10_with_both_victims_there_one_is_chosen(murderer: str) -> None:
    one, two = sorted(MURDERERS[murderer], key=CARDS.index)
    table = scene(f"A*: {murderer} monk\nB: saint | {one}\nC: clairvoyant\nD: quack | {two}").play(f"play {murderer}")
    assert table.legal() == [f"strike {one}", f"strike {two}"]
    assert table.pile("B") == one
    after = table.play(f"strike {two}")
    assert (after.pile("B"), after.pile("D"), after.owns("A")) == (one, f"-{two}", "1 points")


@pytest.mark.parametrize(("murderer", "victim"), [(one, victim) for one, both in MURDERERS.items() for victim in both])
@pytest.mark.parametrize("where", ["own", "covered", "down", "hand", "other"])
def test_LT_10_nobody_there_nothing_happens(murderer: str, victim: str, where: str) -> None:
    mine = f"| {victim}" if where == "own" else ""
    theirs = {"covered": f"| {victim} quack", "down": f"| -{victim}", "other": "| saint"}.get(where, "")
    hand = victim if where == "hand" else "clairvoyant"
    table = scene(f"A*: {murderer} monk {mine}\nB: {hand} {theirs}\nC: courtesan\nD: inquisitor")
    after = table.play(f"play {murderer}")
    assert after.events == ["played", "nobody_there"]
    assert after.event("nobody_there").clause == "LT.10"
    assert after.owns("A") == ""
    assert after.acting == "B"


@pytest.mark.parametrize(("murderer", "victim"), [(one, victim) for one, both in MURDERERS.items() for victim in both])
def test_LT_10_a_murderer_strikes_only_in_the_moment_of_being_played(murderer: str, victim: str) -> None:
    table = scene(f"A: monk | {murderer}\nB*: {victim} saint\nC: clairvoyant\nD: quack\nstart: A").play(
        f"play {victim}"
    )
    assert table.pile("B") == victim
    assert "eliminated" not in table.events


def test_LT_11_the_whole_pile_turns_face_down() -> None:
    after = scene("A*: assassin\nB: saint | monk -druid king\nC: witch | bishop\nD: quack").play("play assassin")
    assert after.pile("B") == "-monk -druid -king"
    assert after.pile("C") == "bishop"
    assert after.told("C")[2] == "turned A B monk,king"
    assert after.event("turned").clause == "LT.11"


def test_LT_11_a_single_card_turns_alone() -> None:
    after = scene("A*: assassin\nB: saint | king\nC: witch\nD: quack").play("play assassin")
    assert after.events == ["played", "eliminated", "point"]


def test_LT_11_what_is_played_later_lies_open_again() -> None:
    after = scene("A*: saint wizard | -monk -king\nB: quack\nC: witch\nD: druid").play("play saint", "chapel blue")
    assert after.pile("A") == "-monk -king saint"


@pytest.mark.parametrize(("threat", "victim"), [("king", "queen"), ("queen", "king")])
def test_LT_12_king_and_queen_threaten_each_other(threat: str, victim: str) -> None:
    after = scene(f"A: monk | {threat}\nB: witch\nC*: {victim} saint | druid\nD: quack\nstart: A").play(
        f"play {victim}"
    )
    assert after.pile("C") == f"-druid -{victim}"
    assert after.owns("A") == "1 points"
    assert after.told("spectator")[1] == f"eliminated A {threat} C {victim}"
    assert after.event("eliminated").clause == "LT.12"
    assert after.acting == "D"


@pytest.mark.parametrize(("threat", "victim"), [("king", "queen"), ("queen", "king")])
def test_LT_12_they_do_not_strike_what_lies_there_already(threat: str, victim: str) -> None:
    after = scene(f"A: monk | {victim}\nB*: {threat}\nC: saint\nD: quack\nstart: A").play(f"play {threat}")
    assert after.pile("A") == victim if threat != "king" else True
    assert after.pile("B") == (f"-{threat}")  # the one who lies there is a threat itself
    assert after.owns("A") == "1 points"


@pytest.mark.parametrize("pile", ["king monk", "-king", "monk"])
def test_LT_12_a_threat_holds_only_while_it_lies_open_on_top(pile: str) -> None:
    after = scene(f"A: saint | {pile}\nB: witch\nC*: queen wizard\nD: quack\nstart: A").play("play queen")
    assert after.pile("C") == "queen"
    assert "eliminated" not in after.events


@pytest.mark.parametrize(("threat", "victim"), [("king", "queen"), ("queen", "king"), ("executioner", "monk")])
def test_LT_12_your_own_next_card_covers_your_threat_and_is_not_struck(threat: str, victim: str) -> None:
    after = scene(f"A*: {victim} saint | {threat}\nB: witch\nC: abbot\nD: quack\nnamed: monk").play(f"play {victim}")
    assert after.pile("A") == f"{threat} {victim}"
    assert after.owns("A") == ""


@pytest.mark.parametrize("seats", [3, 4])
def test_LT_12_the_executioner_names_any_character_of_this_game_but_the_saint(seats: int) -> None:
    fourth = "\nD: quack" if seats == 4 else ""
    table = scene(f"A*: executioner monk | druid\nB: witch\nC: abbot | schemer{fourth}").play("play executioner")
    of_this_game = KINGDOM if seats == 4 else KINGDOM[4:]
    assert table.legal() == [f"name {card}" for card in of_this_game if card != "saint"]


def test_LT_12_in_a_game_of_random_sixteen_the_executioner_may_name_all() -> None:
    table = scene("A*: executioner monk\nB: witch\nC: abbot\nsixteen: random").play("play executioner")
    assert table.legal() == [f"name {card}" for card in KINGDOM if card != "saint"]


@pytest.mark.parametrize("victim", [card for card in KINGDOM if card not in ("executioner", "saint")])
def test_LT_12_the_executioner_strikes_whom_he_named(victim: str) -> None:
    other = "abbot" if victim != "abbot" else "bishop"
    table = scene(
        f"A*: executioner saint\nB: {victim}\nC: {other}\nD: quack".replace(
            "D: quack", "D: inquisitor" if victim == "quack" else "D: quack"
        )
    )
    table = table.play("play executioner", f"name {victim}")
    assert table.told("spectator") == [f"threatens A executioner {victim}"]
    after = table.play(f"play {victim}")
    assert after.pile("B") == f"-{victim}"
    assert after.owns("A") == "1 points"
    assert after.acting == "C"


def test_LT_12_who_was_not_named_is_safe() -> None:
    after = scene("A: saint | executioner\nB*: witch bishop\nC: abbot\nD: quack\nnamed: monk\nstart: A").play(
        "play bishop"
    )
    assert after.pile("B") == "bishop"


@pytest.mark.parametrize(
    ("card", "rest"),
    [
        ("inquisitor", "C: abbot | monk\nD: quack"),
        ("assassin", "C: abbot | king\nD: quack"),
        ("schemer", "C: abbot | king\nD: quack"),
        ("quack", "C: abbot | monk\nD: druid"),
        ("witch", "C: abbot | monk\nD: druid"),
        ("courtesan", "C: abbot | monk\nD: druid"),
    ],
)
def test_LT_12_a_threatened_card_loses_its_instruction(card: str, rest: str) -> None:
    table = scene(f"A: saint | executioner\nB*: {card} bishop | -wizard\n{rest}\nnamed: {card}\nstart: A")
    after = table.play(f"play {card}")
    assert after.pile("B") == f"-wizard -{card}"
    assert after.acting == "C"
    assert after.pile("C") == table.pile("C")
    assert after.state["inquisitor_rank"] is None
    assert after.owns("B") == ""


def test_LT_12_the_threat_of_a_card_that_was_struck_never_begins() -> None:
    table = scene("A: saint | executioner\nB*: king bishop\nC: queen\nD: quack\nnamed: king\nstart: A")
    after = table.play("play king", "play queen")
    assert (after.pile("B"), after.pile("C")) == ("-king", "queen")


@pytest.mark.parametrize(
    ("piles", "nearest"),
    [(("queen*", "executioner", "", "king"), "B"), (("queen*", "king", "", "executioner"), "B"),
     (("executioner", "", "queen*", "king"), "D"), (("king", "queen*", "executioner", ""), "C"),
     (("executioner", "king", "", "queen*"), "A")],
)  # fmt: skip
def test_LT_12_of_two_threats_the_nearest_clockwise_after_the_player_strikes(
    piles: tuple[str, ...], nearest: str
) -> None:
    lines = [
        f"{seat}*: queen saint" if pile == "queen*" else f"{seat}: | {pile}"
        for seat, pile in zip("ABCD", piles, strict=True)
    ]
    after = scene("\n".join([*lines, "named: queen"])).play("play queen")
    assert after.pile("ABCD"[piles.index("queen*")]) == "-queen"
    assert [after.owns(seat) for seat in "ABCD"] == ["1 points" if seat == nearest else "" for seat in "ABCD"]
    assert after.state["eliminations"] == 19


def test_LT_13_one_point_for_each_elimination_however_many_cards_turn() -> None:
    after = scene("A*: assassin\nB: saint | monk druid king\nC: witch\nD: quack\nA owns 2 points").play("play assassin")
    assert after.owns("A") == "3 points"
    assert after.state["eliminations"] == 19
    assert after.event("point").clause == "LT.13"


def test_LT_14_the_saint_cannot_be_eliminated() -> None:
    reach = sum(int(court.VICTIMS[card]) for card in range(1, 21) if CARDS[card] in MURDERERS)
    assert not reach >> CARDS.index("saint") & 1
    table = scene("A*: executioner\nB: saint\nC: witch\nD: quack").play("play executioner")
    assert "name saint" not in table.legal()
    with pytest.raises(Refused):
        table.play("name saint")


@pytest.mark.parametrize("murderer", MURDERERS)
def test_LT_14_what_lies_below_her_is_safe(murderer: str) -> None:
    victim = MURDERERS[murderer][0]
    after = scene(f"A*: {murderer}\nB: monk | {victim} saint\nC: clairvoyant\nD: quack").play(f"play {murderer}")
    assert after.pile("B") == f"{victim} saint"


def test_LT_14_covered_she_protects_nobody_and_turns_with_the_pile() -> None:
    after = scene("A*: assassin\nB: monk | wizard saint king\nC: clairvoyant\nD: quack").play("play assassin")
    assert after.pile("B") == "-wizard -saint -king"


# --- The schemer ------------------------------------------------------------------------------------


def test_LT_15_the_schemer_swaps_places_with_the_highest_open_card() -> None:
    after = scene("A*: schemer | monk\nB: quack | druid queen\nC: witch | wizard\nD: abbot | -inquisitor").play(
        "play schemer"
    )
    assert after.pile("A") == "monk wizard"
    assert after.pile("C") == "schemer"
    assert after.told("spectator")[1] == "schemed A C wizard"
    assert after.event("schemed").clause == "LT.15"
    assert after.acting == "B"


@pytest.mark.parametrize("others", ["-king/monk/druid", "-king/-wizard/monk", "//", "king monk//"])
def test_LT_15_if_that_is_the_schemer_nothing_happens(others: str) -> None:
    b, c, d = others.split("/")
    after = scene(f"A*: schemer\nB: quack | {b}\nC: witch | {c}\nD: abbot | {d}").play("play schemer")
    assert after.pile("A") == "schemer"
    assert after.events == ["played", "schemer_stays"]


@pytest.mark.parametrize(("rank", "mine"), [(20, "inquisitor"), (0, "king")])
def test_LT_15_a_chosen_rank_counts_and_moves_with_its_card(rank: int, mine: str) -> None:
    after = scene(f"A*: schemer\nB: quack | king\nC: witch | inquisitor\nD: abbot\nrank: {rank}").play("play schemer")
    assert after.pile("A") == mine
    assert after.state["inquisitor_rank"] == rank
    ended = after.play("play quack", "play witch", "decline", "play abbot")
    assert ended.start == "A"


def test_LT_15_the_swapped_in_card_is_not_carried_out_again() -> None:
    after = scene("A*: schemer\nB: quack\nC: witch | saint\nD: abbot").play("play schemer")
    assert after.pile("A") == "saint"
    assert after.acting == "B"
    assert after.chapel == ""


def test_LT_15_it_triggers_no_threat() -> None:
    after = scene("A*: schemer\nB: quack | queen\nC: witch | king\nD: abbot").play("play schemer")
    assert (after.pile("A"), after.pile("B")) == ("king", "queen")


def test_LT_15_but_it_threatens_for_its_new_owner() -> None:
    table = scene("A*: schemer\nB: queen\nC: witch | king\nD: abbot").play("play schemer")
    after = table.play("play queen")
    assert after.pile("B") == "-queen"
    assert after.owns("A") == "1 points"
    assert after.owns("C") == ""


def test_LT_15_a_named_victim_stays_named_when_the_executioner_is_covered_by_nobody() -> None:
    table = scene("A: saint | executioner\nB*: schemer\nC: monk\nD: quack\nnamed: monk\nstart: A").play("play schemer")
    assert table.pile("B") == "schemer"  # 13 beats 12
    assert table.play("play monk").pile("C") == "-monk"


def test_LT_15_the_owner_of_a_card_that_was_fetched_back_is_struck_by_his_old_king() -> None:
    table = scene("A*: queen schemer\nB: quack\nC: witch | king\nD: abbot\nstart: A")
    after = table.play("play schemer")
    assert after.pile("C") == "schemer"
    assert after.pile("A") == "king"


def test_LT_15_the_schemer_under_threat_swaps_nothing() -> None:
    table = scene("A: saint | executioner\nB*: schemer\nC: witch | king\nD: abbot\nnamed: schemer\nstart: A")
    after = table.play("play schemer")
    assert (after.pile("B"), after.pile("C")) == ("-schemer", "king")


# --- Swaps ------------------------------------------------------------------------------------------

SWAP = """
    A*: courtesan monk king
    B:  queen wizard bishop
    C:  druid witch
    D:  saint poisoner
"""


def test_LT_16_the_courtesan_offers_a_card_and_chooses_a_partner() -> None:
    table = scene(SWAP).play("play courtesan")
    assert table.legal() == ["offer monk", "offer king", "decline"]
    offered = table.play("offer monk")
    assert offered.legal() == ["with B", "with C", "with D"]
    assert offered.told("spectator") == ["offered A light"]
    assert offered.told("A") == ["offered A light monk"]
    assert offered.view("B")["offered"] == ["?", None, None, None]
    assert offered.view("A")["offered"] == ["monk", None, None, None]


def test_LT_16_the_partner_returns_a_card_of_the_same_back_before_seeing_the_offered_one() -> None:
    table = scene(SWAP).play("play courtesan", "offer monk", "with B")
    assert table.acting == "B"
    assert table.told("spectator") == ["asked A B light"]
    assert table.legal() == ["return queen", "return wizard"]
    assert table.view("B")["offered"][0] == "?"
    after = table.play("return wizard")
    assert after.hand("A") == "king wizard"
    assert after.hand("B") == "monk queen bishop"
    assert after.told("B") == ["traded A B monk wizard"] == after.told("A")
    assert after.told("C") == ["traded A B"]
    assert after.event("traded").clause == "LT.16"


def test_LT_16_both_know_both_cards_and_nobody_else_does() -> None:
    after = scene(SWAP).play("play courtesan", "offer monk", "with B", "return wizard")
    assert after.sees("A", "B") == "monk ? ?"
    assert after.sees("B", "A") == "wizard ?"
    assert [after.sees(who, "A") for who in ("C", "D", "spectator")] == ["? ?"] * 3
    assert [after.sees(who, "B") for who in ("C", "D", "spectator")] == ["? ? ?"] * 3
    assert (after.witnessed("A", "B"), after.witnessed("B", "A")) == (1, 1)


def test_LT_16_the_new_card_is_seen_before_a_second_swap_with_the_other_back() -> None:
    table = scene(SWAP).play("play courtesan", "offer monk", "with B", "return wizard")
    assert table.acting == "A"
    assert table.legal() == ["offer king", "decline"]
    assert table.view("spectator")["swapped"] == ["light"]
    for partner, card in (("B", "bishop"), ("C", "witch")):
        after = table.play("offer king", f"with {partner}")
        assert after.hand("A") == by_rank(["wizard", card])
        assert "king" in after.hand(partner)
        assert after.acting == "B"


def test_LT_16_two_swaps_with_one_partner_or_two_or_one_or_none() -> None:
    one = scene(SWAP).play("play courtesan", "offer king", "with C", "offer monk", "with D", "return saint")
    assert (one.hand("A"), one.acting) == ("witch saint", "B")
    stopped = scene(SWAP).play("play courtesan", "offer king", "with C", "decline")
    assert (stopped.hand("A"), stopped.acting) == ("monk witch", "B")


def test_LT_16_the_only_card_with_that_back_is_returned_without_a_question() -> None:
    after = scene(SWAP).play("play courtesan", "offer monk", "with C")
    assert after.acting == "A"
    assert after.events == ["traded"]
    assert after.hand("C") == "monk witch"


def test_LT_16_a_partner_without_such_a_card_cannot_be_chosen() -> None:
    table = scene("A*: courtesan monk king\nB: queen\nC: witch\nD: saint bishop").play("play courtesan")
    assert table.play("offer monk").legal() == ["with B", "with D"]
    assert table.play("offer king").legal() == ["with C", "with D"]


def test_LT_16_the_only_possible_partner_is_not_asked_for() -> None:
    table = scene("A*: courtesan monk king\nB: queen wizard\nC: witch\nD: bishop").play("play courtesan", "offer monk")
    assert (table.acting, table.legal()) == ("B", ["return queen", "return wizard"])
    assert table.events == ["offered", "asked"]


def test_LT_16_what_nobody_can_swap_is_not_offered() -> None:
    table = scene("A*: courtesan monk king\nB: queen\nC: wizard\nD: saint").play("play courtesan")
    assert table.legal() == ["offer monk", "decline"]


@pytest.mark.parametrize("hand", ["", "king"])
def test_LT_16_with_no_card_to_swap_nothing_happens(hand: str) -> None:
    after = scene(f"A*: courtesan {hand}\nB: queen\nC: wizard\nD: saint").play("play courtesan")
    assert after.events == ["played", "no_swap"]
    assert after.event("no_swap").clause == "LT.16"
    assert after.acting == "B"


def test_LT_16_with_one_hand_card_there_is_one_swap() -> None:
    after = scene("A*: courtesan monk\nB: queen wizard king\nC: witch\nD: bishop").play(
        "play courtesan", "offer monk", "return queen"
    )
    assert (after.hand("A"), after.acting) == ("queen", "B")


def test_LT_16_nobody_can_tell_which_card_was_offered_or_returned() -> None:
    table = scene("A*: courtesan monk druid\nB: queen wizard\nC: witch saint\nD: bishop").play("play courtesan")
    one, two = table.play("offer monk"), table.play("offer druid")
    for who in onlookers(one, "A"):
        assert (one.view(who), one.told(who)) == (two.view(who), two.told(who))
    asked = one.play("with B")
    one, two = asked.play("return queen"), asked.play("return wizard")
    for who in onlookers(one, "A", "B"):
        assert (one.view(who), one.told(who)) == (two.view(who), two.told(who))


def test_LT_16_who_knew_a_card_does_not_know_whether_it_was_given_away() -> None:
    table = scene("A*: courtesan monk druid\nB: queen wizard\nC: witch saint\nD: bishop\nD knows monk\nD saw queen")
    for card in ("monk", "druid"):
        after = table.play("play courtesan", f"offer {card}", "with B", "return queen")
        assert after.sees("D", "A") == "? ?"
        assert after.sees("D", "B") == "? ?"


def test_LT_16_unless_it_was_the_only_card_with_its_back() -> None:
    table = scene("A*: courtesan monk\nB: queen king\nC: witch\nD: bishop\nD knows monk\nC saw queen")
    after = table.play("play courtesan", "offer monk")
    assert after.sees("D", "B") == "monk ?"
    assert after.sees("C", "A") == "queen"
    assert after.sees("C", "B") == "? ?"


EXCHANGERS = pytest.mark.parametrize("card", ["druid", "white_knight", "monk"])
AT_THE_MIDDLE = "A*: {card} queen king\nB: bishop\nC: abbot\nD: quack\nmiddle: saint wizard witch executioner"


@EXCHANGERS
def test_LT_17_a_hand_card_for_a_middle_card_of_the_same_back(card: str) -> None:
    table = scene(AT_THE_MIDDLE.format(card=card)).play(f"play {card}")
    assert table.legal() == ["offer queen", "offer king", "decline"]
    assert table.play("offer queen").legal() == ["middle 1", "middle 2"]
    assert table.play("offer king").legal() == ["middle 3", "middle 4"]
    after = table.play("offer king", "middle 4")
    assert after.hand("A") == by_rank(["queen", "executioner"])
    assert after.middle == "saint wizard witch king"
    assert after.acting == "B"
    assert after.event("exchanged").clause == "LT.17"


@EXCHANGERS
def test_LT_17_the_middle_card_is_not_seen_before_and_nobody_sees_the_one_that_is_left(card: str) -> None:
    table = scene(AT_THE_MIDDLE.format(card=card)).play(f"play {card}", "offer queen")
    assert table.sees("A", "middle") == "? ? ? ?"
    after = table.play("middle 2")
    assert after.sees("A", "middle") == "? queen ? ?"
    assert after.told("A") == ["exchanged A light 2 queen wizard"]
    for who in onlookers(after, "A"):
        assert after.sees(who, "middle") == "? ? ? ?"
        assert after.sees(who, "A") == "? ?"
        assert after.told(who) == ["exchanged A light 2"]


@EXCHANGERS
def test_LT_17_who_knew_the_middle_card_knows_where_it_went(card: str) -> None:
    table = scene(AT_THE_MIDDLE.format(card=card) + "\nB saw wizard\nC knows queen\nD knows king")
    after = table.play(f"play {card}", "offer queen", "middle 2")
    assert after.sees("B", "A") == "wizard ?"
    assert after.sees("C", "middle") == "? queen ? ?"  # it was the only light card
    assert after.sees("D", "A") == "king ?"


def test_LT_17_nobody_can_tell_which_card_was_left_in_the_middle() -> None:
    table = scene("A*: monk queen druid king\nB: bishop\nC: abbot\nD: quack\nC knows queen").play("play monk")
    one, two = table.play("offer queen", "middle 1"), table.play("offer druid", "middle 1")
    for who in onlookers(one, "A"):
        assert (one.view(who), one.told(who)) == (two.view(who), two.told(who))
    assert one.sees("C", "A") == "? ? ?"


@EXCHANGERS
def test_LT_17_with_an_empty_hand_nothing_is_swapped(card: str) -> None:
    after = scene(f"A*: {card}\nB: bishop\nC: abbot\nD: quack").play(f"play {card}")
    assert after.events == ["played", "no_swap"]
    assert after.event("no_swap").clause == "LT.17"


def test_LT_17_the_witch_looks_at_a_hand() -> None:
    table = scene("A*: witch queen\nB: bishop king druid\nC: abbot\nD: quack").play("play witch")
    assert table.legal() == ["look B", "look C", "look D", "decline"]
    after = table.play("look B")
    assert after.sees("A", "B") == "druid king bishop"
    assert [after.sees(who, "B") for who in ("C", "D", "spectator")] == ["? ? ?"] * 3
    assert after.sees("B", "A") == "?"
    assert after.told("A") == ["looked A B druid,king,bishop"]
    assert after.told("C") == ["looked A B"]
    assert after.event("looked").clause == "LT.17"
    assert after.witnessed("A", "B") == 3
    assert after.acting == "B"


def test_LT_17_the_witch_cannot_choose_a_player_without_cards() -> None:
    table = scene("A*: witch queen\nB: \nC: abbot\nD: \nround: 2").play("play witch")
    assert table.legal() == ["look C", "decline"]
    nobody = scene("A*: witch\nB: | king\nC: | abbot\nD: | monk\nround: 4\nstart: B").play("play witch")
    assert nobody.events[:2] == ["played", "no_look"]
    assert nobody.event("no_look").clause == "LT.17"


def test_LT_17_what_the_witch_saw_follows_the_cards() -> None:
    table = scene("A*: witch\nB: bishop king druid monk\nC: abbot\nD: quack").play("play witch", "look B")
    after = table.play("play king")
    assert after.sees("A", "B") == "druid monk bishop"
    assert after.witnessed("A", "B") == 3


def test_LT_17_a_look_does_not_tell_when_the_cards_came_or_who_knew_which() -> None:
    """C passed the monk, which everybody knows of one of the two cards; the witch cannot tell of which."""
    one, two = (
        scene(f"A*: witch\nB: {hand}\nC: abbot\nD: quack\nC {how}").play("play witch", "look B")
        for hand, how in (("druid monk", "knows monk"), ("monk druid", "knows druid"))
    )
    for who in ("A", "D", "spectator"):
        assert one.view(who) == two.view(who)
        assert one.told(who) == two.told(who)
    assert one.witnessed("C", "B") == 0
    assert (one.sees("C", "B"), two.sees("C", "B")) == ("monk ?", "druid ?")


def test_LT_17_what_all_know_of_all_the_cards_looked_at_stays_known() -> None:
    table = scene("A*: witch\nB: druid monk king\nC: abbot\nD: quack\nC knows monk druid\nB has no saint")
    table = show_to_all(table, "king").play("play witch", "look B")
    assert table.witnessed("C", "B") == 3
    assert table.barred("B") == {"saint"}
    assert table.sees("spectator", "B") == "king ? ?"


# --- The inquisitor ---------------------------------------------------------------------------------

COURT_HEARING = """
    A*: inquisitor queen king
    B:  bishop wizard
    C:  abbot druid monk
    D:  quack
    middle: saint schemer witch executioner
"""


def hearing(*more: str) -> Scene:
    return scene("\n".join([COURT_HEARING, *more])).play("play inquisitor", "rank 20")


def test_LT_18_the_holder_shows_the_named_card_to_all() -> None:
    table = hearing().play("name druid")
    assert table.told("spectator") == ["inquired A druid", "showed C druid"]
    for who in onlookers(table, "C"):
        assert table.sees(who, "C") == "druid ? ?"
    assert table.event("showed").clause == "LT.18"


@pytest.mark.parametrize("seats", [3, 4])
def test_LT_18_any_character_of_this_game_can_be_named(seats: int) -> None:
    fourth = "\nD: quack" if seats == 4 else ""
    table = scene(f"A*: inquisitor king\nB: bishop\nC: abbot | monk{fourth}").play("play inquisitor", "rank 0")
    assert table.legal() == [f"name {card}" for card in (KINGDOM if seats == 4 else KINGDOM[4:])]


@pytest.mark.parametrize("gave", ["queen", "king"])
def test_LT_18_any_hand_card_can_be_swapped_for_it_whatever_its_back(gave: str) -> None:
    table = hearing().play("name druid")
    assert table.legal() == ["offer queen", "offer king", "decline"]
    after = table.play(f"offer {gave}")
    kept = "king" if gave == "queen" else "queen"
    assert after.hand("A") == by_rank([kept, "druid"])
    assert after.hand("C") == by_rank(["abbot", "monk", gave])
    assert after.acting == "B"
    for who in ("B", "D", "spectator"):
        assert after.sees(who, "A") == "druid ?"
        assert after.sees(who, "C") == "? ? ?"
    assert after.sees("A", "C") == f"{gave} ? ?"
    assert after.sees("C", "A") == "druid ?"
    back = "light" if gave == "queen" else "dark"
    assert after.told("B") == [f"offered A {back}", "took_shown A C druid"]
    assert after.told("C") == [f"offered A {back}", f"took_shown A C druid {gave}"]


def test_LT_18_the_swap_may_be_left() -> None:
    after = hearing().play("name druid", "decline")
    assert (after.hand("A"), after.acting) == ("queen king", "B")
    assert after.sees("spectator", "C") == "druid ? ?"


def test_LT_18_the_holder_does_not_see_the_card_before() -> None:
    table = hearing().play("name druid")
    assert table.sees("C", "A") == "? ?"
    one, two = table.play("offer queen"), table.play("offer king")
    for who in ("B", "D", "spectator"):
        assert one.sees(who, "A") == two.sees(who, "A") == "druid ?"
    assert one.view("spectator")["backs"] != two.view("spectator")["backs"]


def test_LT_18_shown_also_where_there_is_no_card_to_swap() -> None:
    table = scene("A*: inquisitor\nB: bishop wizard\nC: abbot\nD: quack").play(
        "play inquisitor", "rank 0", "name wizard"
    )
    assert table.sees("spectator", "B") == "wizard ?"
    assert table.hand("B") == "bishop wizard"
    assert table.acting == "B"


def test_LT_18_named_in_the_own_hand_nothing_is_shown() -> None:
    after = hearing().play("name queen")
    assert after.told("spectator") == ["inquired A queen", "nobody_showed A queen"]
    assert after.sees("spectator", "A") == "? ?"
    assert after.acting == "B"


@pytest.mark.parametrize("named", ["queen", "saint"])
def test_LT_18_everybody_can_tell_then_that_no_other_player_holds_it(named: str) -> None:
    after = hearing().play(f"name {named}")
    assert [after.barred(seat) for seat in "ABCD"] == [set(), {named}, {named}, {named}]
    for who in ("B", "C", "D", "spectator"):
        for seed in range(30):
            world = after.tables.copy()
            run.redeal(world, 0, WATCHERS[who], fast_generator(seed, 1), GAME.room()[1])
            assert named in Scene(world).hand("A").split() + Scene(world).middle.split()


def test_LT_18_what_lies_on_a_pile_tells_nothing_new() -> None:
    after = scene("A*: inquisitor queen\nB: bishop | wizard\nC: abbot\nD: quack").play(
        "play inquisitor", "rank 0", "name wizard"
    )
    assert [after.barred(seat) for seat in "ABCD"] == [set()] * 4


def test_LT_18_a_dark_name_says_nothing_of_light_cards() -> None:
    after = hearing().play("name executioner")
    known = after.view("spectator")["known"][1]
    assert [card["not"] for card in known] == [["executioner"], []]


def test_LT_18_nobody_learns_which_of_the_cards_it_had_been() -> None:
    """C knows one of B's light cards by passing it; the one that is shown may be that or the other."""
    one, two = (
        scene(f"A*: inquisitor king\nB: {hand} witch\nC: abbot\nD: bishop\nC knows queen").play(
            "play inquisitor", "rank 0", "name wizard"
        )
        for hand in ("wizard queen", "queen wizard")
    )
    for who in onlookers(one):
        assert one.view(who) == two.view(who)
    assert one.witnessed("C", "B") == 1  # the one that all have seen
    assert one.sees("C", "B") == "queen wizard ?"


def test_LT_18_a_card_that_all_saw_may_be_one_of_those_that_stayed() -> None:
    """B gives away a light card; the shown wizard lies where it went, or stayed, and nowhere else."""
    table = scene("A: monk | king\nB*: druid wizard queen\nC: abbot saint\nD: bishop\nstart: A")
    table = show_to_all(table, "wizard").play("play druid")
    one, two = table.play("offer wizard", "middle 1"), table.play("offer queen", "middle 1")
    for who in ("A", "C", "D", "spectator"):
        assert one.view(who) == two.view(who)
        assert one.sees(who, "B") == "? ?"
        places = Counter[str]()
        for seed in range(60):
            world = one.tables.copy()
            run.redeal(world, 0, WATCHERS[who], fast_generator(seed, 2), GAME.room()[1])
            there = Scene(world)
            places[
                "B" if "wizard" in there.hand("B") else "middle" if there.middle.split()[0] == "wizard" else "?"
            ] += 1
        assert {*places} == {"B", "middle"}
        assert min(places.values()) > 12
    assert one.sees("B", "middle").startswith("wizard")


@pytest.mark.parametrize("hand", ["wizard king", "wizard"])
def test_LT_18_a_card_that_all_saw_and_that_must_be_the_one_stays_known(hand: str) -> None:
    table = scene(
        f"A: monk | king\nB*: druid {hand.replace('king', 'executioner')}\nC: abbot saint\nD: bishop\nstart: A"
    )
    after = show_to_all(table, "wizard").play("play druid", "offer wizard", "middle 1")
    assert after.sees("spectator", "middle").split()[0] == "wizard"


def test_LT_18_the_rank_comes_first_then_the_name() -> None:
    table = scene(COURT_HEARING).play("play inquisitor")
    assert table.legal() == ["rank 0", "rank 20"]
    assert table.play("rank 0").legal("name")


@pytest.mark.parametrize(("rank", "start"), [(20, "A"), (0, "B")])
def test_LT_19_the_rank_is_chosen_when_played_and_counts_for_the_start_player(rank: int, start: str) -> None:
    table = scene("A*: inquisitor queen\nB: monk | bishop\nC: abbot | -wizard\nstart: B")
    after = table.play("play inquisitor", f"rank {rank}")
    assert after.told("spectator") == [f"rank A {rank}"]
    assert after.event("rank").clause == "LT.19"
    assert after.state["inquisitor_rank"] == rank
    assert after.play("name saint").start == start


def test_LT_19_in_the_next_chapter_it_is_chosen_anew() -> None:
    ended = last_turn("A*: bishop # B: | inquisitor # C: | abbot # rank: 20")
    assert ended.state["inquisitor_rank"] == 20
    assert ended.chance().state["inquisitor_rank"] is None


# --- The end of a chapter ---------------------------------------------------------------------------


def test_LT_20_everybody_takes_the_influence_of_the_open_cards() -> None:
    ended = last_turn("A*: bishop | king -monk # B: | queen druid # C: | -wizard abbot")
    assert [ended.owns(seat) for seat in "ABC"] == ["2 blue 2 green", "1 blue 1 yellow", "1 green"]
    assert ended.supply == "8 8 10"
    assert ended.told("C")[2:5] == ["influence A 2 2 0", "influence B 1 0 1", "influence C 0 1 0"]


@pytest.mark.parametrize(("start_card", "order"), [("bishop", "ABC"), ("monk", "BCA")])
def test_LT_20_the_new_start_player_first_then_clockwise(start_card: str, order: str) -> None:
    ended = last_turn(f"A*: {start_card} # B: | queen # C: | abbot")
    taken = [event.params["seat"] for event in ended.happened if event.code in ("influence", "no_influence")]
    assert "".join(LETTERS[seat] for seat in taken) == order


def test_LT_20_what_the_supply_lacks_is_not_replaced() -> None:
    ended = last_turn("A*: bishop | king # B: | queen monk # C: | wizard abbot # supply: 2 3 1")
    assert ended.start == "A"
    assert [ended.owns(seat) for seat in "ABC"] == ["2 blue 2 green", "1 green", "1 yellow"]
    assert ended.told("A")[2:7] == [
        "influence A 2 2 0",
        "influence B 0 1 0",
        "lacking B blue",
        "influence C 0 0 1",
        "lacking C green,yellow",
    ]


def test_LT_20_the_black_knight_takes_a_token_at_his_place_in_the_order() -> None:
    table = last_turn("A*: monk # B: | black_knight # C: | schemer king # supply: 3 2 1")
    assert table.start == "C"
    assert table.acting == "B"
    assert table.owns("C") == "2 blue"
    assert table.owns("A") == "1 green"
    assert table.legal() == ["take blue", "take green", "take yellow", "decline"]
    after = table.play("take yellow")
    assert after.owns("B") == "1 yellow"
    assert after.supply == "1 1 0"
    assert after.told("spectator")[0] == "knight_took B yellow"
    assert after.event("knight_took").clause == "LT.20"


def test_LT_20_those_after_him_take_theirs_after_him() -> None:
    table = last_turn("A*: bishop # B: | black_knight # C: | wizard abbot # supply: 1 2 1")
    assert (table.start, table.acting) == ("A", "B")
    assert table.owns("C") == ""
    after = table.play("take yellow")
    assert after.owns("C") == ""
    assert after.told("A")[1:3] == ["no_influence C", "lacking C green,yellow"]


def test_LT_20_he_may_leave_it() -> None:
    after = last_turn("A*: bishop # B: | black_knight # C: | abbot").play("decline")
    assert after.owns("B") == ""
    assert after.owns("C") == "1 green"
    assert after.due == "deal_light"


@pytest.mark.parametrize("pile", ["black_knight queen", "-black_knight", "-black_knight -monk"])
def test_LT_20_he_asks_nothing_if_he_was_eliminated_or_influence_was_taken(pile: str) -> None:
    ended = last_turn(f"A*: bishop # B: | {pile} # C: | abbot")
    assert ended.due == "deal_light"
    assert "knight_took" not in ended.events


def test_LT_20_elimination_tokens_do_not_matter_to_him() -> None:
    assert last_turn("A*: bishop # B: | black_knight # C: | abbot # B owns 3 points").acting == "B"


def test_LT_20_influence_that_was_lacking_was_not_taken() -> None:
    table = last_turn("A*: bishop # B: | black_knight queen # C: | abbot # supply: 0 9 9")
    assert table.acting == "B"
    assert table.legal() == ["take green", "take yellow", "decline"]


def test_LT_20_with_no_token_left_he_is_not_asked() -> None:
    ended = last_turn("A*: poisoner # B: | black_knight # C: | abbot # supply: 0 0 0")
    assert ended.due == "deal_light"


def test_LT_21_without_the_saint_the_start_player_lays_a_point_into_the_chapel() -> None:
    ended = last_turn("A*: bishop # B: | queen # C: | abbot # chapel: green # A owns 2 points")
    assert ended.chapel == "green elimination"
    assert ended.state["eliminations"] == 19  # it comes from the supply
    assert ended.owns("A").endswith("2 points")
    assert ended.told("spectator")[-1] == "chapel_point A"
    assert ended.event("chapel_point").clause == "LT.21"


@pytest.mark.parametrize("pile", ["saint", "saint monk", "-saint", "-saint -king"])
def test_LT_21_with_the_saint_played_nobody_does(pile: str) -> None:
    ended = last_turn(f"A*: bishop # B: | {pile} # C: | abbot # chapel: green")
    assert ended.chapel == "green"
    assert ended.state["eliminations"] == 20


def test_LT_21_a_saint_without_a_token_places_nothing_and_nothing_comes_for_her() -> None:
    ended = last_turn("A*: saint # B: | poisoner # C: | abbot # supply: 0 0 0")
    assert ended.chapel == ""
    assert ended.events[:2] == ["played", "no_token"]
    assert ended.event("no_token").clause == "LT.21"


@for_every_table
def test_LT_22_all_cards_are_shuffled_and_dealt_anew(seats: int, sixteen: str) -> None:
    chapters = 0
    for table in random_match(seats, sixteen, 8):
        if "chapter" in table.events:
            chapters += 1
            assert table.event("chapter").clause == ("LT.4" if chapters == 1 else "LT.22")
            assert [table.pile(seat) for seat in table.seats] == [""] * seats
            assert [len(table.hand(seat).split()) for seat in table.seats] == [2] * seats
            assert (table.state["named"], table.state["inquisitor_rank"]) == (None, None)
    assert chapters == 4


def test_LT_22_what_was_known_of_cards_is_over() -> None:
    ended = last_turn("A*: bishop # B: | queen # C: | abbot # middle: saint wizard witch king # A knows saint wizard")
    dealt = ended.chance()
    assert dealt.sees("A", "middle") == "? ?"
    for seat in "ABC":
        assert [dealt.sees(who, seat) for who in onlookers(dealt, seat)] == ["? ?"] * 3


# --- The end of the game ----------------------------------------------------------------------------

LAST = "A*: poisoner # B: | assassin # C: | berserker # chapter: 4 # "


def test_LT_23_a_token_is_worth_what_is_left_of_its_colour() -> None:
    ended = last_turn(
        LAST + "supply: 3 0 1 # chapel: green blue # A owns 2 blue 1 points # B owns 3 green # C owns 8 yellow"
    )
    assert ended.told("spectator")[-5:] == [
        "values 4 1 1",
        "counted A 8 1 9",
        "counted B 3 0 3",
        "counted C 8 0 8",
        "won A 9",
    ]
    assert ended.event("values").clause == "LT.23"
    assert ended.scores == (1.0, 0.0, 0.0)


def test_LT_23_tokens_of_a_colour_that_is_gone_are_worth_nothing() -> None:
    ended = last_turn(LAST + "supply: 0 1 0 # A owns 11 blue # B owns 1 green # C owns 11 yellow")
    assert ended.told("A")[-4:-1] == ["counted A 0 0 0", "counted B 1 0 1", "counted C 0 0 0"]


def test_LT_23_points_for_eliminations_count_one_each_wherever_others_lie() -> None:
    ended = last_turn(LAST + "chapel: elimination elimination # supply: 0 0 0 # A owns 1 points # B owns 4 points")
    assert ended.told("A")[-4:] == ["counted A 0 1 1", "counted B 0 4 4", "counted C 0 0 0", "won B 4"]


def test_LT_24_most_points_win() -> None:
    ended = last_turn(LAST + "A owns 1 points # C owns 2 points")
    assert ended.ending == "most_points"
    assert ended.scores == (0.0, 0.0, 1.0)
    assert ended.event("won").clause == "LT.24"


@pytest.mark.parametrize(
    ("owned", "winner"),
    [("B owns 2 points # C owns 2 points", "B"), ("A owns 2 points # B owns 2 points", "B"),
     ("A owns 2 points # C owns 2 points", "C"), ("A owns 2 points # B owns 2 points # C owns 2 points", "B")],
)  # fmt: skip
def test_LT_24_tied_the_start_player_card_decides_else_who_sits_nearest(owned: str, winner: str) -> None:
    ended = last_turn(LAST + owned)
    assert ended.start == "B"
    assert ended.ending == "start_card"
    assert ended.scores == tuple(float(seat == winner) for seat in "ABC")
    assert ended.event("won_tied").params["holder"] == 1


@for_every_table
def test_LT_24_there_is_always_one_winner(seats: int, sixteen: str) -> None:
    for number in range(MATCHES):
        ended = random_match(seats, sixteen, number)[-1]
        assert sorted(ended.scores) == [0.0] * (seats - 1) + [1.0]


# --- What is hidden ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "sixteen"), [(3, "random"), (4, "fixed")])
def test_LT_17_no_hidden_choice_shows_which_it_was(seats: int, sixteen: str) -> None:
    """Whatever is passed, offered or returned: with the same back, nobody but those who handle it sees a difference."""
    compared = 0
    for number in range(FEW):
        for table in random_match(seats, sixteen, number)[:-1]:
            for seat in table.acting.split():
                for back in (LIGHT, DARK):
                    hidden = [
                        choice
                        for choice in table.legal(who=seat)
                        if choice.split()[0] in ("pass", "offer", "return") and choice.split()[1] in back
                    ]
                    afters = [table.play(f"{seat}: {choice}") for choice in hidden]
                    for after in afters[1:]:
                        involved = {seat, *(LETTERS[one] for event in after.happened for one in event.readers)}
                        for who in onlookers(after, *involved):
                            assert after.view(who) == afters[0].view(who)
                            assert after.told(who) == afters[0].told(who)
                            compared += 1
    assert compared > 40 * FEW


def test_everything_all_know_is_true_in_every_position() -> None:
    """No card lies where everybody can tell it does not, and every card knows its holder."""
    for number, (seats, sixteen) in product(range(MATCHES), [(3, SIXTEEN[0]), (3, SIXTEEN[1]), (4, SIXTEEN[0])]):
        for table in random_match(seats, sixteen, number):
            s = table.tables[0]
            for slot in range(court.SLOTS):
                if s.card[slot]:
                    assert not int(s.barred[slot]) >> (int(s.card[slot]) - 1) & 1
                    assert not int(s.witnessed[slot]) & ~int(s.shown[slot])
                    holder = slot // 4
                    if slot < court.MIDDLE:
                        assert int(s.shown[slot]) & (1 << holder | 1 << EVERYBODY)
