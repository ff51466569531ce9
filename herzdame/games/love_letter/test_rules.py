"""Love Letter, clause by clause: scenes in the order of the rulebook."""

from itertools import product
from typing import Any

import pytest

from herzdame.kernel.errors import Code, Refused
from herzdame.kernel.scene import LETTERS

from . import EDITIONS
from .scene import Scene, opening, scene
from .words import CARDS

COURT = CARDS[1:]
BOX = "guard guard guard guard guard priest priest baron baron handmaid handmaid prince prince king countess princess"
AIMED = ("guard", "priest", "baron", "king")

in_both_editions = pytest.mark.parametrize("edition", EDITIONS)
for_every_table = pytest.mark.parametrize("seats", [2, 3, 4])


def seats_of(table: Scene) -> str:
    return LETTERS[: len(table.tokens.split())]


def onlookers(table: Scene, *without: str) -> list[str]:
    return [who for who in [*seats_of(table), "spectator"] if who not in without]


def a_round(table: Scene) -> list[Scene]:
    """All scenes of a round in which everybody takes the middle of the possible actions."""
    scenes = [table]
    while table.acting:
        table = table.play(table.legal()[len(table.legal()) // 2])
        scenes.append(table)
    return scenes


# --- Material and set-up ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "card", "copies"),
    [
        (1, "guard", 5),
        (2, "priest", 2),
        (3, "baron", 2),
        (4, "handmaid", 2),
        (5, "prince", 2),
        (6, "king", 1),
        (7, "countess", 1),
        (8, "princess", 1),
    ],
)
def test_LL_1_the_court(value: int, card: str, copies: int) -> None:
    assert CARDS[value] == card
    assert opening(4).cards.split().count(card) == copies


@for_every_table
def test_LL_1_no_card_is_ever_lost(seats: int) -> None:
    for table in a_round(opening(seats)):
        assert table.cards == table.census == BOX


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ("B: priest # deck: king", "2 times king, and the box holds 1"),
        ("B: priest | princess princess", "2 times princess"),
        ("B: priest # deck: joker", "'joker' is not known"),
        ("B: priest # deck: barn", "did you mean 'baron'"),
        (f"B: priest # deck: {BOX.replace('guard ', '', 1).replace('priest ', '', 1).replace('king ', '')}", "reserve"),
        ("B: priest # C: princess prince", "seat C has two cards when it is to play"),
        ("B: priest # C: princess | guard, safe", "safe only from laying a Handmaid"),
        ("B: priest # D: princess", "seat D is drawn where seat C sits"),
        ("B*: priest princess", "exactly one seat is to play"),
        ("B: out", "at least two seats are still in"),
        ("B: priest # open: guard guard", "three cards lie open"),
        ("B: priest # A knows C", "nobody can know the card of a seat without any"),
        ("B: priest # tokens: 5 0", "each below 5"),
        ("B: priest # A looks angry", "this line says nothing: 'A looks angry'"),
    ],
)
def test_LL_1_no_scene_can_be_drawn_that_cannot_be(lines: str, complaint: str) -> None:
    with pytest.raises(Refused, match=complaint):
        scene("A*: guard king\n" + lines.replace("#", "\n"))


@in_both_editions
@pytest.mark.parametrize(("seats", "deck"), [(2, 9), (3, 11), (4, 10)])
def test_LL_2_a_card_for_everybody_one_aside_and_the_rest_to_draw(edition: str, seats: int, deck: int) -> None:
    table = opening(seats, edition, starter="A")
    assert [len(table.hand(seat).split()) for seat in seats_of(table)] == [2, *[1] * (seats - 1)]
    assert table.reserve in COURT
    assert len(table.deck.split()) == deck
    assert table.cards == BOX


@for_every_table
def test_LL_2_every_deal_is_another(seats: int) -> None:
    deals = [opening(seats, seed=seed) for seed in range(200)]
    assert {table.reserve for table in deals} == {*COURT}
    assert {table.hand("B").split()[0] for table in deals} == {*COURT}
    assert len({table.deck for table in deals}) == 200


def test_LL_2_each_round_all_sixteen_come_back() -> None:
    ended = scene("""
        A*: guard countess | priest handmaid
        B:  king           | guard
        C:  out            | princess
    """).play("guard B king")
    dealt = ended.chance()
    assert dealt.round == 2
    assert dealt.cards == BOX
    assert (dealt.out, dealt.protected) == ("", "")
    assert [dealt.pile(seat) for seat in "ABC"] == ["", "", ""]


@for_every_table
def test_LL_2_the_hands_are_secret(seats: int) -> None:
    table = opening(seats, starter="A")
    for whose in seats_of(table):
        assert table.sees(whose, whose) == table.hand(whose).split()[0]
        assert [table.sees(who, whose) for who in onlookers(table, whose)] == ["?"] * seats
        mine = f"dealt {whose} {table.sees(whose, whose)}"
        assert mine in table.told(whose)
        assert [mine in table.told(who) for who in onlookers(table, whose)] == [False] * seats
    assert table.event("reserve").clause == "LL.2"


@in_both_editions
@for_every_table
def test_LL_2_nobody_ever_sees_the_reserve(edition: str, seats: int) -> None:
    for seed in range(10):
        for table in a_round(opening(seats, edition, seed=seed)):
            seen = {table.view(who)["reserve"] for who in onlookers(table)}
            assert seen == ({"?"} if table.reserve else {None})
            assert seen == {"?"} or "drew_reserve" in table.events


@for_every_table
def test_LL_2_nobody_sees_the_deck(seats: int) -> None:
    table = opening(seats)
    for who in onlookers(table):
        assert table.view(who)["draw_pile"] == ["?"] * len(table.deck.split())


@in_both_editions
def test_LL_3_with_two_players_everybody_sees_three_open_cards(edition: str) -> None:
    table = opening(2, edition)
    assert len(table.open.split()) == 3
    for who in onlookers(table):
        assert table.view(who)["open"] == table.open.split()
        assert f"open_three {table.open.replace(' ', ',')}" in table.told(who)
    assert table.event("open_three").clause == "LL.3"


@pytest.mark.parametrize("seats", [3, 4])
def test_LL_3_with_more_players_no_card_lies_open(seats: int) -> None:
    table = opening(seats)
    assert table.open == ""
    assert "open_three" not in table.events


def test_LL_3_the_open_cards_are_out_for_this_round() -> None:
    ended = scene("""
        A*: guard priest
        B:  king
        open: princess handmaid prince
        deck: guard
    """).play("guard B countess", "guard A princess")
    assert "highest_card" in ended.events
    assert ended.open == "princess handmaid prince"
    assert ended.chance().open != ended.open


@for_every_table
def test_LL_4_the_host_names_the_starter(seats: int) -> None:
    for starter in LETTERS[:seats]:
        table = opening(seats, starter=starter)
        assert (table.acting, table.starter) == (starter, starter)
        assert table.event("round").clause == "LL.4"
        assert "starter" not in table.events


@for_every_table
def test_LL_4_else_chance_names_the_starter(seats: int) -> None:
    tables = [opening(seats, seed=seed) for seed in range(40)]
    assert {table.acting for table in tables} == {*LETTERS[:seats]}
    for table in tables:
        assert table.told("spectator")[0] == f"starter {table.acting}"
        assert table.event("starter").clause == "LL.4"


def test_LL_4_the_order_of_age_is_set_by_the_host_else_by_the_seats() -> None:
    assert opening(4).ages == "A B C D"
    assert opening(4, ages="C A D B").ages == "C A D B"


@in_both_editions
@pytest.mark.parametrize(("guess", "winner"), [("guard B king", "A"), ("baron B", "B")])
def test_LL_5_the_winner_begins_the_next_round(edition: str, guess: str, winner: str) -> None:
    ended = scene(f"""
        {edition}
        A*: {guess.split()[0]} guard
        B:  king
        C:  out
    """).play(guess)
    dealt = ended.chance()
    assert (ended.starter, dealt.starter, dealt.acting) == (winner, winner, winner)
    assert dealt.event("round").clause == "LL.5"


@in_both_editions
@pytest.mark.parametrize(("ages", "first"), [("A B C D", "B"), ("D C B A", "D"), ("A C B D", "B"), ("C D A B", "D")])
def test_LL_5_of_several_winners_the_youngest_begins(edition: str, ages: str, first: str) -> None:
    ended = scene(f"""
        {edition}
        A*: guard priest    | guard
        B:  prince          | king guard
        C:  handmaid        | guard
        D:  prince          | countess
        deck: empty
        ages: {ages}
    """).play("guard C king")
    assert ended.tokens == "0 1 0 1"
    assert ended.chance().acting == first


# --- A turn -----------------------------------------------------------------------------------------


def test_LL_6_the_next_player_draws_the_top_card() -> None:
    after = scene("""
        A*: guard handmaid
        B:  king
        deck: baron prince
    """).play("handmaid")
    assert (after.acting, after.hand("B"), after.deck) == ("B", "king baron", "prince")
    assert after.told("B")[-1] == "drew B baron"
    assert after.told("A")[-1] == after.told("spectator")[-1] == "drew B"
    assert after.event("drew").clause == "LL.6"


@pytest.mark.parametrize(("action", "stays"), [("guard B king", "handmaid"), ("handmaid", "guard")])
def test_LL_6_either_of_the_two_is_laid_and_the_other_stays_secret(action: str, stays: str) -> None:
    after = scene("""
        A*: guard handmaid | baron
        B:  countess
        C:  prince
    """).play(action)
    assert after.hand("A") == stays
    assert [after.sees(who, "A") for who in onlookers(after)] == [stays, "?", "?", "?"]


def test_LL_6_nobody_can_tell_the_card_kept_from_the_card_drawn() -> None:
    one, two = (
        scene(f"""
            A*: {hand}
            B:  king
            C:  prince
        """).play("handmaid")
        for hand in ("priest handmaid", "handmaid priest")
    )
    for who in onlookers(one):
        assert one.view(who) == two.view(who)
        assert one.told(who) == two.told(who)


@in_both_editions
def test_LL_6_turns_go_to_the_left(edition: str) -> None:
    table = scene(f"""
        {edition}
        A*: guard countess
        B:  guard
        C:  guard
        D:  guard
        deck: handmaid priest baron prince
    """)
    order = [table.acting]
    for action in ("countess", "handmaid", "priest D", "baron C"):
        table = table.play(action)
        order.append(table.acting)
    assert order == ["A", "B", "C", "D", "A"]


@pytest.mark.parametrize(
    ("acting", "out", "next_one"),
    [("A", "B", "C"), ("A", "BC", "D"), ("C", "D", "A"), ("C", "DA", "B"), ("D", "A", "B"), ("B", "", "C")],
)
def test_LL_6_those_who_are_out_are_skipped(acting: str, out: str, next_one: str) -> None:
    lines = [
        f"{seat}: out" if seat in out else f"{seat}*: guard countess" if seat == acting else f"{seat}: guard"
        for seat in "ABCD"
    ]
    assert scene("\n".join(lines)).play("countess").acting == next_one


@pytest.mark.parametrize(
    ("card", "choices"),
    [
        ("guard", [f"guard B {card}" for card in COURT[1:]]),
        ("baron", ["baron B"]),
        ("handmaid", ["handmaid"]),
        ("prince", ["prince A", "prince B"]),
    ],
)
def test_LL_6_two_equal_cards_are_one_choice(card: str, choices: list[str]) -> None:
    table = scene(f"""
        A*: {card} {card}
        B:  king
    """)
    assert table.legal() == choices


@pytest.mark.parametrize(
    ("action", "hearts", "premium"),
    [
        ("prince A", "priest guard prince", "priest prince guard"),
        ("baron B", "priest guard baron", "priest baron guard"),
        ("princess", "priest princess guard", "priest princess guard"),
        ("countess", "priest countess", "priest countess"),
        ("king B", "priest king", "priest king"),
        ("guard B priest", "priest guard", "priest guard"),
    ],
)
def test_LL_6_when_the_card_joins_the_pile(action: str, hearts: str, premium: str) -> None:
    for edition, pile in (("hearts", hearts), ("premium", premium)):
        after = scene(f"""
            {edition}
            A*: guard {action.split()[0]} | priest
            B:  handmaid
            C:  handmaid
        """).play(action)
        assert after.pile("A") == pile
        assert after.view("spectator")["piles"][0] == pile.split()


@pytest.mark.parametrize(("edition", "pile"), [("hearts", "princess prince"), ("premium", "prince princess")])
def test_LL_6_the_prince_and_the_princess_discarded_to_him(edition: str, pile: str) -> None:
    after = scene(f"""
        {edition}
        A*: princess prince
        B:  handmaid
    """).play("prince A")
    assert after.pile("A") == pile


@in_both_editions
@pytest.mark.parametrize("card", ["priest", "handmaid", "prince", "king", "countess", "princess"])
def test_LL_7_who_is_knocked_out_lays_the_hand_without_effect(edition: str, card: str) -> None:
    after = scene(f"""
        {edition}
        A*: guard baron
        B:  {card}       | guard
        C:  guard
    """).play(f"guard B {card}")
    assert (after.out, after.hand("B"), after.pile("B")) == ("B", "", f"guard {card}")
    assert (after.protected, after.beside("B"), after.hand("C").split()[0]) == ("", "", "guard")
    assert f"out_laying B {card}" in after.told("spectator")
    assert after.event("out_laying").clause == "LL.7"


def test_LL_7_who_is_out_is_passed_over_for_the_rest_of_the_round() -> None:
    table = scene("""
        A*: guard guard
        B:  king
        C:  guard
        deck: countess priest handmaid
    """).play("guard B king")
    turns = [table.acting]
    for action in ("countess", "priest C", "handmaid"):
        table = table.play(action)
        turns.append(table.acting)
    assert turns == ["C", "A", "C", ""]
    assert "revealed B" not in " ".join(table.told("A"))


@in_both_editions
def test_LL_7_after_the_princess_no_card_is_left_to_lay(edition: str) -> None:
    after = scene(f"""
        {edition}
        A*: prince guard
        B:  princess     | handmaid
        C:  king
    """).play("prince B")
    assert (after.out, after.hand("B"), after.pile("B")) == ("B", "", "handmaid princess")


def test_LL_7_who_is_out_sees_the_open_table_and_keeps_what_was_seen() -> None:
    after = scene("""
        A*: guard priest
        B:  king
        C:  prince
        D:  handmaid
        deck: baron guard
        B knows C
    """).play("guard B king")
    assert [after.sees("B", whose) for whose in "ABCD"] == ["?", "", "prince", "?"]
    seen = after.view("B")
    assert (seen["draw_pile"], seen["reserve"]) == (["?"], "?")
    assert seen["piles"] == [["guard"], ["king"], [], []]
    later = after.play("baron A")
    assert [later.sees("B", whose) for whose in "ACD"] == ["", "prince", "?"]


@in_both_editions
@pytest.mark.parametrize("card", [*AIMED, "prince"])
def test_LL_8_only_those_who_are_in_and_unprotected_may_be_chosen(edition: str, card: str) -> None:
    table = scene(f"""
        {edition}
        A*: {card} guard
        B:  guard        | handmaid, safe
        C:  out          | baron
        D:  guard
    """)
    allowed = {choice.split()[1] for choice in table.legal(card)}
    assert allowed == ({"A", "D"} if card == "prince" else {"D"})


@pytest.mark.parametrize("action", ["baron A", "baron B", "baron C", "baron", "king D", "guard D"])
def test_LL_8_a_scene_refuses_whatever_is_not_allowed(action: str) -> None:
    table = scene("""
        A*: baron handmaid
        B:  guard          | handmaid, safe
        C:  out            | guard
        D:  guard
    """)
    with pytest.raises(Refused) as refused:
        table.play(action)
    assert refused.value.code in (Code.ILLEGAL_ACTION, Code.UNKNOWN_ACTION)


@in_both_editions
@pytest.mark.parametrize("card", AIMED)
def test_LL_9_with_nobody_to_choose_the_card_is_laid_for_nothing(edition: str, card: str) -> None:
    table = scene(f"""
        {edition}
        A*: {card} priest
        B:  guard         | handmaid, safe
        C:  out           | guard
        D:  guard         | handmaid, safe
        deck: prince
    """)
    assert table.legal(card) == [card]
    after = table.play(card)
    assert after.told("spectator") == [f"played A {card}", f"no_effect A {card}", "protection_ended B", "drew B"]
    assert [after.hand(seat) for seat in "ABD"] == ["priest", "guard prince", "guard"]
    assert [after.sees("A", whose) for whose in "BD"] == ["?", "?"]
    assert (after.out, after.pile("A"), after.event("no_effect").clause) == ("C", card, "LL.9")


@pytest.mark.parametrize("card", AIMED)
def test_LL_9_as_long_as_somebody_can_be_chosen_somebody_must_be(card: str) -> None:
    table = scene(f"""
        A*: {card} handmaid
        B:  guard           | handmaid, safe
        C:  guard
    """)
    assert card not in table.legal()


@in_both_editions
def test_LL_9_the_prince_must_then_be_used_on_oneself(edition: str) -> None:
    table = scene(f"""
        {edition}
        A*: guard prince
        B:  guard        | handmaid, safe
        deck: baron king
    """)
    assert table.legal("prince") == ["prince A"]
    after = table.play("prince A")
    assert after.hand("A") == "baron"
    assert "guard" in after.pile("A")


def test_LL_9_prince_and_princess_and_no_way_out() -> None:
    table = scene("""
        A*: prince princess
        B:  guard           | handmaid, safe
        C:  guard           | handmaid, safe
    """)
    assert table.legal() == ["prince A", "princess"]
    assert [table.play(action).out for action in table.legal()] == ["A", "A"]


# --- The people -------------------------------------------------------------------------------------


@in_both_editions
@pytest.mark.parametrize("hand", ["princess king", "handmaid princess"])
def test_LL_10_who_plays_the_princess_is_out(edition: str, hand: str) -> None:
    after = scene(f"""
        {edition}
        A*: {hand}
        B:  guard
        C:  guard
    """).play("princess")
    other = hand.replace("princess", "").strip()
    assert (after.out, after.hand("A"), after.pile("A"), after.acting) == ("A", "", f"princess {other}", "B")
    assert after.told("B")[:2] == ["played A princess", f"out_laying A {other}"]
    assert after.event("out_laying").clause == "LL.10"


@in_both_editions
@pytest.mark.parametrize("victim", ["A", "B"])
def test_LL_10_who_discards_the_princess_is_out(edition: str, victim: str) -> None:
    after = scene(f"""
        {edition}
        A*: prince {"princess" if victim == "A" else "guard"}
        B:  {"princess" if victim == "B" else "guard"}
        C:  guard
    """).play(f"prince {victim}")
    assert after.out == victim
    assert after.told("spectator")[1:3] == [f"discarded {victim} princess", f"out {victim}"]
    assert after.event("out").clause == "LL.10"


@in_both_editions
def test_LL_10_to_show_her_at_the_end_is_no_discard(edition: str) -> None:
    after = scene(f"""
        {edition}
        A*: guard princess
        B:  king
        deck: empty
    """).play("guard B priest")
    assert (after.out, after.hand("A"), after.tokens) == ("", "princess", "1 0")
    assert "highest_card A princess" in after.told("B")


@pytest.mark.parametrize("hand", ["countess king", "king countess", "countess prince", "prince countess"])
def test_LL_11_beside_king_or_prince_the_countess_must_be_played(hand: str) -> None:
    for protected in ("", "| handmaid, safe"):
        table = scene(f"""
            A*: {hand}
            B:  guard {protected}
        """)
        assert table.legal() == ["countess"]


@pytest.mark.parametrize("other", ["guard", "priest", "baron", "handmaid", "princess"])
def test_LL_11_beside_others_she_may_be_played_or_kept(other: str) -> None:
    for hand in (f"countess {other}", f"{other} countess"):
        table = scene(f"""
            A*: {hand}
            B:  guard
        """)
        assert {action.split()[0] for action in table.legal()} == {"countess", other}


@in_both_editions
def test_LL_11_she_has_no_effect(edition: str) -> None:
    after = scene(f"""
        {edition}
        A*: countess guard
        B:  priest
        C:  king
        deck: baron
    """).play("countess")
    assert [after.hand(seat) for seat in "ABC"] == ["guard", "priest baron", "king"]
    assert (after.out, after.protected, after.pile("A")) == ("", "", "countess")
    assert after.told("C") == ["played A countess", "drew B"]
    assert after.event("played").clause == "LL.11"


@in_both_editions
@pytest.mark.parametrize("other", ["king", "prince", "princess"])
def test_LL_11_nobody_can_tell_whether_she_was_forced(edition: str, other: str) -> None:
    forced, free = (
        scene(f"""
            {edition}
            A*: {hand}
            B:  priest
            C:  baron
            deck: guard
            reserve: handmaid
        """).play("countess")
        for hand in (f"countess {other}", "guard countess")
    )
    for who in ("B", "C", "spectator"):
        assert forced.told(who) == free.told(who)
        assert forced.view(who) == free.view(who)


@pytest.mark.parametrize(
    ("action", "barred"), [("king", "countess"), ("prince B", "countess"), ("countess", ""), ("handmaid", "")]
)
def test_LL_11_who_lays_king_or_prince_keeps_no_countess(action: str, barred: str) -> None:
    after = scene(f"""
        A*: guard {action.split()[0]}
        B:  baron                     {"| handmaid, safe" if action == "king" else ""}
        A is no princess
    """).play(action)
    assert after.barred("A") == barred


@in_both_editions
def test_LL_12_the_king_swaps_and_only_those_two_know_what_moved(edition: str) -> None:
    after = scene(f"""
        {edition}
        A*: priest king
        B:  princess
        C:  handmaid
        deck: guard
    """).play("king B")
    assert (after.hand("A"), after.hand("B"), after.out) == ("princess", "priest guard", "")
    assert after.told("A")[1] == after.told("B")[1] == "swapped A B priest princess"
    assert after.told("C")[1] == after.told("spectator")[1] == "swapped A B"
    assert [after.sees(who, "B") for who in onlookers(after)] == ["priest", "priest", "?", "?"]
    assert [after.sees(who, "A") for who in onlookers(after)] == ["princess", "princess", "?", "?"]
    assert (after.witnessed("A"), after.witnessed("B")) == ("A B", "A B")
    assert after.event("swapped").clause == "LL.12"


def test_LL_12_the_remaining_card_is_swapped_not_the_king() -> None:
    for hand in ("king guard", "guard king"):
        after = scene(f"""
            A*: {hand}
            B:  prince
        """).play("king B")
        assert (after.hand("A"), after.hand("B").split()[0], after.pile("A")) == ("prince", "guard", "king")


@in_both_editions
def test_LL_13_the_prince_may_be_used_on_anybody(edition: str) -> None:
    table = scene(f"""
        {edition}
        A*: guard prince
        B:  king
        C:  baron
    """)
    assert table.legal("prince") == ["prince A", "prince B", "prince C"]


@in_both_editions
@pytest.mark.parametrize("card", ["guard", "handmaid", "king", "countess"])
def test_LL_13_the_hand_is_discarded_without_effect_and_a_new_card_drawn(edition: str, card: str) -> None:
    after = scene(f"""
        {edition}
        A*: priest prince
        B:  guard
        C:  {card}        | baron
        deck: prince guard
    """).play("prince C")
    assert (after.hand("C"), after.pile("C")) == ("prince", f"baron {card}")
    assert (after.out, after.protected, after.hand("B"), after.deck) == ("", "", "guard guard", "")
    assert after.told("C")[1:3] == [f"discarded C {card}", "drew_new C prince"]
    assert after.told("A")[1:3] == after.told("spectator")[1:3] == [f"discarded C {card}", "drew_new C"]
    assert [after.sees(who, "C") for who in onlookers(after)] == ["?", "?", "prince", "?"]
    assert after.event("drew_new").clause == "LL.13"


@in_both_editions
@pytest.mark.parametrize("target", ["A", "B"])
def test_LL_13_from_an_empty_deck_the_reserve_is_drawn(edition: str, target: str) -> None:
    after = scene(f"""
        {edition}
        A*: guard prince
        B:  baron
        C:  priest
        deck: empty
        reserve: king
    """).play(f"prince {target}")
    assert (after.hand(target), after.reserve, after.tokens.count("1")) == ("king", "", 1)
    assert f"drew_reserve {target} king" in after.told(target)
    for who in onlookers(after, target):
        assert f"drew_reserve {target}" in after.told(who)
    assert f"highest_card {target} king" in after.told("C")
    assert after.event("drew_reserve").clause == "LL.13"


@in_both_editions
@pytest.mark.parametrize(("deck", "cards"), [("guard baron", "baron"), ("empty", "")])
def test_LL_13_after_a_discarded_princess_nothing_is_drawn(edition: str, deck: str, cards: str) -> None:
    after = scene(f"""
        {edition}
        A*: guard prince
        B:  princess
        C:  priest
        deck: {deck}
        reserve: king
    """).play("prince B")
    assert (after.out, after.hand("B"), after.pile("B")) == ("B", "", "princess")
    assert (after.reserve, after.deck) == ("king", cards)
    assert not {"drew_new", "drew_reserve"} & {*after.events}


@in_both_editions
def test_LL_14_the_handmaid_protects_until_the_own_next_turn_begins(edition: str) -> None:
    table = scene(f"""
        {edition}
        A*: handmaid guard
        B:  guard
        C:  guard
        deck: prince countess priest handmaid
    """).play("handmaid")
    assert table.protected == "A"
    assert table.told("spectator")[:2] == ["played A handmaid", "protected A"]
    assert table.legal("prince") == ["prince B", "prince C"]
    table = table.play("guard C king")
    assert {action.split()[1] for action in table.legal("guard")} == {"B"}
    table = table.play("countess")
    assert (table.acting, table.protected) == ("A", "")
    assert table.told("B")[-2:] == ["protection_ended A", "drew A"]
    assert table.event("protection_ended").clause == "LL.14"
    assert "prince A" in table.play("priest B").legal()


def test_LL_14_of_two_players_the_other_can_only_lay_for_nothing() -> None:
    table = scene("""
        A*: handmaid guard
        B:  guard
        deck: baron priest prince
    """).play("handmaid")
    assert table.legal() == ["guard", "baron"]
    assert table.play("baron", "priest B").legal("guard")[0] == "guard A priest"


@pytest.mark.parametrize(
    ("edition", "pile", "beside"), [("hearts", "baron", "handmaid"), ("premium", "baron handmaid", "")]
)
def test_LL_14_in_the_hearts_edition_she_waits_beside_the_pile(edition: str, pile: str, beside: str) -> None:
    laid = scene(f"""
        {edition}
        A*: handmaid guard | baron
        B:  guard
        deck: countess priest
    """).play("handmaid")
    assert (laid.pile("A"), laid.beside("A")) == (pile, beside)
    turn = laid.play("countess")
    assert (turn.acting, turn.pile("A"), turn.beside("A")) == ("A", "baron handmaid", "")


@pytest.mark.parametrize(
    ("edition", "pile", "beside"), [("hearts", "baron", "handmaid"), ("premium", "baron handmaid", "")]
)
def test_LL_14_at_the_end_of_a_round_she_stays_where_she_is(edition: str, pile: str, beside: str) -> None:
    ended = scene(f"""
        {edition}
        A*: guard king
        B:  priest       | baron handmaid, safe
        deck: empty
    """).play("guard")
    assert "highest_card" in ended.events
    assert (ended.pile("B"), ended.beside("B"), ended.protected) == (pile, beside, "B")
    dealt = ended.chance()
    assert (dealt.acting, dealt.pile("B"), dealt.beside("B"), dealt.protected) == ("A", "", "", "")


PAIRS = [
    pair
    for pair in product(COURT, COURT)
    if pair != ("baron", "baron") and (pair[0] != pair[1] or BOX.count(pair[0]) > 1)
]  # beside the Baron that is laid


@pytest.mark.parametrize(("mine", "theirs"), PAIRS)
def test_LL_15_the_lower_card_is_out(mine: str, theirs: str) -> None:
    after = scene(f"""
        A*: {mine} baron
        B:  {theirs}
        C:  guard
    """).play("baron B")
    lower = "" if mine == theirs else "A" if COURT.index(mine) < COURT.index(theirs) else "B"
    assert after.out == lower
    assert ("equal" in after.events) == (mine == theirs)
    assert after.pile("B") == (theirs if lower == "B" else "")


@pytest.mark.parametrize(
    ("mine", "theirs", "lower", "laid"), [("guard", "king", "A", "guard"), ("king", "prince", "B", "prince")]
)
def test_LL_15_the_cards_are_seen_by_those_two_only(mine: str, theirs: str, lower: str, laid: str) -> None:
    after = scene(f"""
        A*: baron {mine}
        B:  {theirs}
        C:  priest
    """).play("baron B")
    for who in ("A", "B"):
        assert after.told(who)[1:3] == [f"compared A B {mine} {theirs}", f"out_laying {lower} {laid}"]
    for who in ("C", "spectator"):
        assert after.told(who)[1:3] == ["compared A B", f"out_laying {lower} {laid}"]
    higher = "B" if lower == "A" else "A"
    assert [after.sees(who, higher) for who in onlookers(after)] == ["king", "king", "?", "?"]
    assert after.witnessed(higher) == "A B"
    assert after.event("compared").clause == "LL.15"


def test_LL_15_equal_cards_stay_secret_to_the_others() -> None:
    after = scene("""
        A*: baron prince
        B:  prince
        C:  priest
    """).play("baron B")
    assert (after.hand("A"), after.hand("B").split()[0], after.out) == ("prince", "prince", "")
    assert after.told("B")[1:3] == ["compared A B prince prince", "equal A B"]
    assert after.told("C")[1:3] == ["compared A B", "equal A B"]
    for whose in ("A", "B"):
        assert [after.sees(who, whose) for who in onlookers(after)] == ["prince", "prince", "?", "?"]
        assert after.witnessed(whose) == "A B"


@pytest.mark.parametrize(
    ("mine", "theirs", "barred"),
    [
        ("guard", "king", ("", "guard")),
        ("handmaid", "king", ("", "guard priest baron handmaid")),
        ("king", "guard", ("guard", "")),
        ("princess", "countess", ("guard priest baron handmaid prince king countess", "")),
        ("prince", "prince", ("king countess princess", "king countess princess")),
    ],
)
def test_LL_15_what_everybody_learns(mine: str, theirs: str, barred: tuple[str, str]) -> None:
    after = scene(f"""
        A*: {mine} baron
        B:  {theirs}
        C:  priest
    """).play("baron B")
    assert (after.barred("A"), after.barred("B")) == barred


@in_both_editions
def test_LL_16_only_the_looker_sees(edition: str) -> None:
    after = scene(f"""
        {edition}
        A*: priest guard
        B:  princess
        C:  king
    """).play("priest B")
    assert after.told("A")[1] == "looked A B princess"
    assert after.told("B")[1] == after.told("C")[1] == after.told("spectator")[1] == "looked A B"
    assert [after.sees(who, "B") for who in onlookers(after)] == ["princess", "princess", "?", "?"]
    assert [after.sees(who, "A") for who in onlookers(after)] == ["guard", "?", "?", "?"]
    assert (after.witnessed("B"), after.witnessed("A"), after.out) == ("A B", "A", "")
    assert after.event("looked").clause == "LL.16"


@in_both_editions
def test_LL_16_looking_is_not_optional(edition: str) -> None:
    table = scene(f"""
        {edition}
        A*: priest handmaid
        B:  princess
        C:  king
    """)
    assert table.legal("priest") == ["priest B", "priest C"]


@in_both_editions
@pytest.mark.parametrize("card", COURT[1:])
def test_LL_17_a_right_guess_knocks_out(edition: str, card: str) -> None:
    after = scene(f"""
        {edition}
        A*: guard guard
        B:  {card}
        C:  guard
    """).play(f"guard B {card}")
    assert (after.out, after.pile("B")) == ("B", card)
    assert after.told("C")[:2] == [f"played_guess A guard B {card}", "guessed_right A B"]
    assert after.event("guessed_right").clause == "LL.17"


@in_both_editions
def test_LL_17_a_wrong_guess_is_public_and_does_nothing(edition: str) -> None:
    after = scene(f"""
        {edition}
        A*: guard guard
        B:  king
        C:  guard
        deck: priest
    """).play("guard B prince")
    assert (after.out, after.hand("B"), after.sees("A", "B")) == ("", "king priest", "?")
    for who in onlookers(after, "B"):
        assert after.told(who) == ["played_guess A guard B prince", "guessed_wrong A B", "drew B"]
    assert after.event("guessed_wrong").clause == "LL.17"


def test_LL_17_everybody_remembers_what_was_named_in_vain() -> None:
    table = scene("""
        A*: guard guard
        B:  guard
        C:  king
        deck: guard priest
    """).play("guard C prince")
    assert table.barred("C") == "prince"
    assert table.play("guard C countess").barred("C") == "prince countess"


@in_both_editions
def test_LL_17_any_person_but_the_guard_may_be_named(edition: str) -> None:
    table = scene(f"""
        {edition}
        A*: guard handmaid
        B:  guard
        C:  king
    """)
    assert table.legal("guard") == [f"guard {who} {card}" for who in "BC" for card in COURT[1:]]
    with pytest.raises(Refused, match="guard B guard"):
        table.play("guard B guard")


def test_LL_17_a_guess_that_the_open_cards_refute_is_allowed() -> None:
    table = scene("""
        A*: guard handmaid | king
        B:  guard
        open: princess priest priest
        B is no prince
    """)
    for named in ("princess", "priest", "king", "handmaid", "prince"):
        assert table.play(f"guard B {named}").event("guessed_wrong").params == {"seat": 0, "target": 1}


# --- Ends -------------------------------------------------------------------------------------------


@in_both_editions
@pytest.mark.parametrize("deck", ["empty", "prince baron"])
def test_LL_18_the_last_one_in_wins_and_what_is_hidden_stays_hidden(edition: str, deck: str) -> None:
    after = scene(f"""
        {edition}
        A*: guard priest
        B:  countess
        C:  out          | handmaid
        deck: {deck}
    """).play("guard B countess")
    assert after.told("spectator")[-2:] == ["last_standing A", "token A 1"]
    assert "revealed" not in after.events
    assert (after.acting, after.tokens, after.hand("A")) == ("", "1 0 0", "priest")
    for who in onlookers(after, "A"):
        seen = after.view(who)
        assert (after.sees(who, "A"), seen["reserve"], {*seen["draw_pile"]} - {"?"}) == ("?", "?", set())
    assert after.deck == deck.replace("empty", "")
    assert after.event("last_standing").clause == "LL.18"


@pytest.mark.parametrize(
    ("hand", "action", "winner"),
    [("baron guard", "baron B", "B"), ("guard princess", "princess", "B"), ("prince princess", "prince A", "B")],
)
def test_LL_18_whoever_it_is_whatever_the_card(hand: str, action: str, winner: str) -> None:
    after = scene(f"""
        A*: {hand}
        B:  handmaid
        C:  out
    """).play(action)
    assert after.event("last_standing").params == {"seat": LETTERS.index(winner)}
    assert after.tokens == "0 1 0"
    with pytest.raises(Refused, match="Nobody can act"):
        after.play("handmaid")


@in_both_editions
def test_LL_19_with_the_deck_empty_all_hands_are_shown_and_the_highest_wins(edition: str) -> None:
    after = scene(f"""
        {edition}
        A*: guard handmaid
        B:  king
        C:  out            | princess
        D:  prince
        deck: empty
    """).play("guard B priest")
    shown = ["revealed A handmaid", "revealed B king", "revealed D prince"]
    for who in onlookers(after):
        assert after.told(who)[2:] == [*shown, "highest_card B king", "token B 1"]
        assert [after.sees(who, whose) for whose in "ABCD"] == ["handmaid", "king", "", "prince"]
        assert after.view(who)["reserve"] == "?"
    assert (after.acting, after.tokens, after.out) == ("", "0 1 0 0", "C")
    assert after.event("highest_card").clause == "LL.19"


def test_LL_19_the_turn_of_the_last_card_is_played_to_its_end() -> None:
    table = scene("""
        A*: guard priest
        B:  king
        C:  prince
        deck: handmaid
    """).play("guard B priest")
    assert (table.deck, table.acting, table.hand("B"), table.tokens) == ("", "B", "king handmaid", "0 0 0")
    assert [table.sees(who, "C") for who in ("A", "B", "spectator")] == ["?", "?", "?"]
    assert table.play("handmaid").tokens == "0 1 0"


def test_LL_19_as_long_as_there_is_a_card_play_goes_on() -> None:
    table = scene("""
        A*: guard priest
        B:  king
        deck: handmaid guard
    """).play("guard B priest", "handmaid")
    assert (table.acting, table.deck) == ("A", "")


@pytest.mark.parametrize("deck", ["baron", "empty"])
def test_LL_19_a_prince_may_draw_the_last_card(deck: str) -> None:
    after = scene(f"""
        A*: guard prince
        B:  guard
        deck: {deck}
        reserve: king
    """).play("prince B")
    drawn = "king" if deck == "empty" else "baron"
    assert after.told("A")[-2:] == [f"highest_card B {drawn}", "token B 1"]


@pytest.mark.parametrize(
    ("edition", "tokens", "told"),
    [("hearts", "1 0 1", "tie_shared A,C prince"), ("premium", "0 0 1", "tie_by_sum A,C 4,5 C")],
)
def test_LL_20_a_tie_is_shared_or_told_apart_by_the_sum(edition: str, tokens: str, told: str) -> None:
    after = scene(f"""
        {edition}
        A*: guard prince | baron
        B:  priest       | princess countess
        C:  prince       | guard handmaid
        deck: empty
    """).play("guard B king")
    assert after.tokens == tokens
    assert told in after.told("spectator")
    assert after.event(told.split()[0]).clause == "LL.20"


@pytest.mark.parametrize("edition", EDITIONS)
def test_LL_20_the_handmaid_who_protects_counts(edition: str) -> None:
    after = scene(f"""
        {edition}
        A*: guard prince | priest
        B:  prince       | handmaid, safe
        deck: empty
    """).play("guard")
    assert after.tokens == ("1 1" if edition == "hearts" else "0 1")


@pytest.mark.parametrize(("edition", "tokens"), [("hearts", "0 1 1"), ("premium", "0 1 0")])
def test_LL_20_what_was_discarded_to_a_prince_counts(edition: str, tokens: str) -> None:
    after = scene(f"""
        {edition}
        A*: guard prince
        B:  countess
        C:  priest       | king
        deck: empty
        reserve: priest
    """).play("prince B")
    assert after.tokens == tokens


@in_both_editions
def test_LL_20_still_tied_all_of_those_win(edition: str) -> None:
    after = scene(f"""
        {edition}
        A*: guard guard | priest
        B:  guard       | baron
        C:  guard       | priest
        deck: empty
    """).play("guard B princess")
    assert after.tokens == ("1 1 1" if edition == "hearts" else "1 1 0")
    told = "tie_shared A,B,C guard" if edition == "hearts" else "tie_by_sum_shared A,B,C 3,3,2 A,B"
    assert told in after.told("C")


def test_LL_20_the_sum_is_asked_only_of_those_tied() -> None:
    after = scene("""
        premium
        A*: guard king   | guard
        B:  prince       | princess countess
        C:  baron
        deck: empty
    """).play("guard B priest")
    assert after.tokens == "1 0 0"
    assert "highest_card A king" in after.told("B")


@in_both_editions
def test_LL_21_every_winner_gets_one_and_nobody_else(edition: str) -> None:
    after = scene(f"""
        {edition}
        A*: guard handmaid
        B:  prince         | guard
        C:  prince         | guard
        D:  out            | princess
        deck: empty
        tokens: 1 2 0 2
    """).play("guard B priest")
    assert after.tokens == "1 3 1 2"
    assert [line for line in after.told("A") if line.startswith("token")] == ["token B 3", "token C 1"]
    assert {event.clause for event in after.happened if event.code == "token"} == {"LL.21"}


GOALS = [
    ("hearts", 2, 5),
    ("hearts", 3, 4),
    ("hearts", 4, 3),
    ("premium", 2, 7),
    ("premium", 3, 5),
    ("premium", 4, 4),
]


@pytest.mark.parametrize(("edition", "seats", "goal"), GOALS)
def test_LL_22_the_match_ends_when_somebody_has_enough(edition: str, seats: int, goal: int) -> None:
    short, enough = (
        scene(f"""
            {edition}
            A*: guard priest
            B:  king
            {"C: out" if seats > 2 else ""}
            {"D: out" if seats > 3 else ""}
            tokens: {held} {goal - 1} {"0 " * (seats - 2)}
        """).play("guard B king")
        for held in (goal - 2, goal - 1)
    )
    assert (short.over, short.chance().acting) == (False, "A")
    assert (enough.ending, enough.acting) == ("last_standing", "")
    assert enough.told("B")[-1] == f"won A {goal}"
    assert enough.event("won").clause == "LL.22"
    assert enough.scores == (1.0, *[0.0] * (seats - 1))
    with pytest.raises(Refused, match="the match is"):
        enough.chance()


def test_LL_22_a_match_may_end_by_the_highest_card_or_the_sum_or_a_tie() -> None:
    def ending(edition: str, hand: str, pile: str) -> str:
        return (
            scene(f"""
                {edition}
                A*: guard {hand}
                B:  prince       | {pile}
                C:  handmaid
                deck: empty
                tokens: {"3 3 3" if edition == "hearts" else "4 4 4"}
            """)
            .play("guard C priest")
            .ending
        )

    assert ending("hearts", "king", "guard") == ending("premium", "king", "guard") == "highest_card"
    assert ending("hearts", "prince", "priest") == "tie"
    assert ending("premium", "prince", "priest") == "largest_sum"
    assert ending("premium", "prince", "guard") == "tie"


@pytest.mark.parametrize(
    ("edition", "ages", "scores", "told"),
    [
        ("hearts", "A B C", (0.0, 1.0, 0.0), "won_youngest B,C B"),
        ("hearts", "A C B", (0.0, 0.0, 1.0), "won_youngest B,C C"),
        ("premium", "A B C", (0.0, 0.5, 0.5), "won_together B,C 5"),
        ("premium", "A C B", (0.0, 0.5, 0.5), "won_together B,C 5"),
    ],
)
def test_LL_23_several_at_the_goal(edition: str, ages: str, scores: tuple[float, ...], told: str) -> None:
    after = scene(f"""
        {edition}
        A*: guard handmaid
        B:  prince         | guard
        C:  prince         | guard
        deck: empty
        tokens: {"0 3 3" if edition == "hearts" else "0 4 4"}
        ages: {ages}
    """).play("guard B priest")
    assert (after.ending, after.scores) == ("tie", scores)
    assert after.told("spectator")[-1] == told
    assert after.happened[-1].clause == "LL.23"


@in_both_editions
def test_LL_23_a_younger_winner_of_the_round_without_enough_wins_nothing(edition: str) -> None:
    after = scene(f"""
        {edition}
        A*: guard handmaid
        B:  prince         | guard
        C:  prince         | guard
        deck: empty
        tokens: {"3 2 3" if edition == "hearts" else "4 2 4"}
    """).play("guard B priest")
    assert after.scores == (0.0, 0.0, 1.0)
    assert after.told("B")[-1] == f"won C {4 if edition == 'hearts' else 5}"


@in_both_editions
def test_LL_24_the_guard_is_answered_truly_and_at_once(edition: str) -> None:
    for held, named in product(COURT[1:], COURT[1:]):
        after = scene(f"""
            {edition}
            A*: guard guard
            B:  {held}
            C:  guard
        """).play(f"guard B {named}")
        answer = "guessed_right A B" if held == named else "guessed_wrong A B"
        assert [after.told(who)[1] for who in onlookers(after)] == [answer] * 4
        assert after.acting == ("C" if held == named else "B")


@pytest.mark.parametrize(
    ("action", "shown"),
    [("priest B", "looked A B king"), ("baron B", "compared A B guard king"), ("prince B", "discarded B king")],
)
def test_LL_24_what_must_be_shown_is_shown(action: str, shown: str) -> None:
    after = scene(f"""
        A*: guard {action.split()[0]}
        B:  king
        C:  guard
    """).play(action)
    assert shown in after.told("A")


# --- What is remembered -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "who", "whose", "card"),
    [
        ("priest B", "A", "B", "handmaid"),
        ("baron B", "A", "B", "handmaid"),
        ("baron B", "B", "A", "handmaid"),
        ("king B", "A", "B", "handmaid"),
        ("king B", "B", "A", "handmaid"),
    ],
)
def test_LL_25_the_table_remembers_what_was_lawfully_seen(action: str, who: str, whose: str, card: str) -> None:
    after = scene(f"""
        A*: handmaid {action.split()[0]}
        B:  handmaid
        C:  prince
        deck: guard guard priest
    """).play(action)
    assert after.sees(who, whose) == card
    assert after.play("guard C king", "guard B princess").sees(who, whose) == card


def test_LL_25_a_loser_remembers_the_card_that_won() -> None:
    after = scene("""
        A*: guard baron
        B:  king
        C:  prince
        deck: handmaid countess guard
    """).play("baron B", "handmaid", "countess")
    assert (after.out, after.sees("A", "B"), after.sees("C", "B")) == ("A", "king", "?")


@pytest.mark.parametrize(
    ("kept", "drawn", "played", "seen"),
    [
        ("baron", "handmaid", "handmaid", "baron"),
        ("handmaid", "baron", "handmaid", "?"),
        ("handmaid", "handmaid", "handmaid", "?"),
        ("guard", "guard", "guard C king", "?"),
        ("guard", "king", "guard C king", "?"),
        ("king", "guard", "guard C king", "king"),
        ("countess", "king", "countess", "?"),
        ("king", "countess", "countess", "king"),
    ],
)
def test_LL_25_it_ends_when_a_card_of_that_name_is_laid(kept: str, drawn: str, played: str, seen: str) -> None:
    table = scene(f"""
        A*: {kept} {drawn}
        B:  guard
        C:  guard
        B knows A
    """)
    assert table.sees("B", "A") == kept
    after = table.play(played)
    assert (after.sees("B", "A"), after.sees("C", "A"), after.witnessed("A")) == (seen, "?", "A")


def test_LL_25_it_ends_when_the_card_is_lost_to_a_prince() -> None:
    after = scene("""
        A*: guard prince
        B:  king
        C:  guard
        deck: priest guard
        A knows B
    """).play("prince B")
    assert (after.hand("B").split()[0], after.sees("A", "B"), after.witnessed("B")) == ("priest", "?", "B")


def test_LL_25_it_follows_the_card_through_a_king_for_third_parties_too() -> None:
    after = scene("""
        A*: priest king
        B:  princess
        C:  guard
        D:  guard
        C knows B
        D knows A
    """).play("king B")
    assert [after.sees("C", whose) for whose in "AB"] == ["princess", "?"]
    assert [after.sees("D", whose) for whose in "AB"] == ["?", "priest"]
    assert (after.witnessed("A"), after.witnessed("B")) == ("A B C", "A B")


def test_LL_25_also_where_the_others_cannot_tell_that_it_is_known() -> None:
    after = scene("""
        A*: prince guard
        B:  baron
        C:  guard
        deck: king handmaid priest
        C knows A
    """).play("guard B priest", "king A")
    assert (after.hand("B"), after.witnessed("B")) == ("prince", "A B")
    assert [after.sees("C", whose) for whose in "AB"] == ["?", "prince"]


def test_LL_25_so_does_what_everybody_knows_it_is_not() -> None:
    after = scene("""
        A*: priest king
        B:  guard
        C:  guard
        A is no princess
        B is no prince baron
    """).play("king B")
    assert after.barred("A") == "baron prince"
    assert after.barred("B") == "countess"


def test_LL_25_whoever_lays_a_card_is_no_longer_certainly_known() -> None:
    after = scene("""
        A*: king handmaid
        B:  guard
        C:  guard
        B knows A
        A is no princess prince
    """).play("handmaid")
    assert (after.witnessed("A"), after.barred("A")) == ("A", "")
    assert (after.sees("B", "A"), after.sees("C", "A")) == ("king", "?")


@pytest.mark.parametrize(
    ("card", "barred"), [("handmaid", "handmaid prince"), ("prince C", "handmaid prince countess")]
)
def test_LL_25_unless_everybody_can_tell_that_the_old_card_stayed(card: str, barred: str) -> None:
    after = scene(f"""
        A*: king {card.split()[0]}
        B:  guard
        C:  guard
        B knows A
        A is no prince handmaid
    """).play(card)
    assert (after.witnessed("A"), after.barred("A")) == ("A B", barred)
    assert after.sees("B", "A") == "king"


def test_LL_25_whether_it_ended_is_no_business_of_the_others() -> None:
    def views(hand: str) -> list[dict[str, Any]]:
        after = scene(f"""
            A*: {hand}
            B:  guard
            C:  guard
            deck: baron
            reserve: countess
            B knows A
        """).play("handmaid")
        return [after.view(who) for who in ("C", "spectator")]

    assert views("king handmaid") == views("handmaid king") == views("handmaid priest")


def test_LL_25_only_the_one_who_knows_sees_that_it_is_known() -> None:
    after = scene("""
        A*: king handmaid
        B:  guard
        C:  guard
        B knows A
    """).play("handmaid")
    assert [after.view(who)["known"][0][0]["seen"] for who in ("B", "A", "C")] == [[0, 1], [0], [0]]
