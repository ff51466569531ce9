"""Sleeping Queens, clause by clause: scenes in the order of the rulebook."""

from collections import Counter
from itertools import combinations

import pytest

from herzdame.kernel.errors import Code, Refused
from herzdame.kernel.match import CHANCE
from herzdame.kernel.scene import LETTERS
from tests.gallery import VARIANTS, random_match

from . import A_CARD, GAME, SHUFFLES, court
from .court import CARDS, HAND_SIZE, NUMBERS, QUEENS
from .scene import ALPHABET, Scene, opening, scene

SPECIAL = [*court.SPECIAL]
KINDS = [*SPECIAL, "number"]

for_every_table = pytest.mark.parametrize("seats", [2, 3, 4, 5])
with_either_weapon = pytest.mark.parametrize(("weapon", "verb"), [("knight", "rob"), ("potion", "lull")])


def onlookers(table: Scene, *without: str) -> list[str]:
    return [who for who in [*table.seats, "spectator"] if who not in without]


def discards(table: Scene) -> list[str]:
    return [action.removeprefix("discard ") for action in table.legal("discard")]


def place_of(queen: str) -> int:
    return ALPHABET.index(queen) + 1


# --- Material and set-up ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "queens"),
    [
        (20, "heart"),
        (15, "cat dog pancake"),
        (10, "ladybug moon peacock sunflower"),
        (5, "cake rainbow rose starfish"),
    ],
)
def test_SQ_1_twelve_queens_and_their_points(points: int, queens: str) -> None:
    assert len(QUEENS) == 12
    for queen in queens.split():
        table = scene(f"A*: king | {queen}\nB: king")
        assert table.points == f"{points} 0"
        assert opening(2).census.split().count(queen) == 1


def test_SQ_1_queens_have_a_back_of_their_own() -> None:
    assert {int(court.BACKS[CARDS.index(queen)]) for queen in QUEENS} == {1}
    assert {int(court.BACKS[card]) for card in range(1, court.FIRST_QUEEN)} == {0}


@pytest.mark.parametrize(
    ("card", "copies"),
    [
        ("king", 8),
        ("jester", 5),
        ("knight", 4),
        ("potion", 4),
        ("dragon", 3),
        ("wand", 3),
        *((str(n), 4) for n in NUMBERS),
    ],
)
def test_SQ_2_the_red_cards(card: str, copies: int) -> None:
    assert opening(3).census.split().count(card) == copies


def test_SQ_2_no_card_is_ever_lost() -> None:
    box = sorted(opening(2).census.split())
    assert len(box) == 12 + 67
    for variant in (variant for variant in VARIANTS if variant.game is GAME):
        for step in random_match(variant, 2).steps:
            table = Scene(step.table)
            assert not table.census or sorted(table.census.split()) == box


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ("B: dragon dragon dragon dragon", "4 times dragon, and the box holds 3"),
        ("B: 1 | heart", "2 times heart"),
        ("B: rose", "or of others"),
        ("B: 1 2 3 4 5 6", "a hand of more than 5"),
        ("B: 1 | king", "more before it than queens"),
        ("B: joker", "'joker' is not known"),
        ("C: 1", "seat C is drawn where seat B sits"),
        ("B*: 1", "exactly one seat is to play"),
        ("B: 1 | cat dog", "cat beside the dog"),
        ("B: 1 | cake moon rose rainbow starfish", "seat B has won already"),
        ("B: 1 | cat pancake moon peacock", "seat B has won already"),
        ("B: 1\nasleep: heart!", "nobody sleeps and is awake"),
        ("B: 1\nB sings", "this line says nothing"),
    ],
)
def test_SQ_2_no_scene_can_be_drawn_that_cannot_be(lines: str, complaint: str) -> None:
    with pytest.raises(Refused, match=complaint):
        scene("A*: king | heart\n" + lines)


@for_every_table
def test_SQ_3_queens_asleep_five_cards_each_and_the_rest_to_draw(seats: int) -> None:
    table = opening(seats, starter="A")
    assert sorted(table.asleep.split()) == ALPHABET
    assert [len(table.hand(seat).split()) for seat in table.seats] == [5] * seats
    assert len(table.deck.split()) == 67 - 5 * seats
    assert table.discards == ""
    assert table.events == ["laid_out", *["dealt"] * seats, "begins"]


def test_SQ_3_every_deal_is_another() -> None:
    deals = [opening(2, seed=seed) for seed in range(150)]
    assert {table.asleep.split()[4] for table in deals} == {*QUEENS}
    assert len({table.deck for table in deals}) == 150
    assert {card for table in deals for card in table.hand("B").split()} == {*CARDS[1 : court.FIRST_QUEEN]}


@for_every_table
def test_SQ_3_hands_are_secret_and_nobody_knows_who_sleeps_where(seats: int) -> None:
    table = opening(seats, starter="A")
    for whose in table.seats:
        assert table.sees(whose, whose) == table.hand(whose)
        assert {table.sees(who, whose) for who in onlookers(table, whose)} == {"? ? ? ? ?"}
        assert any(told.startswith(f"dealt {whose} 5 ") for told in table.told(whose))
        assert f"dealt {whose} 5" in table.told("spectator")
    for who in onlookers(table):
        assert table.remembers(who) == ""
        assert set(table.view(who)["draw_pile"]) == {"?"}


def test_SQ_3_everything_played_lies_openly_and_can_be_looked_through() -> None:
    table = scene("A*: 2 3 5 king 7\nB: 4 4 1 6 9").play("discard 2 3 5", "discard 4 4")
    for who in onlookers(table):
        assert table.view(who)["discard_pile"] == ["2", "3", "5", "4", "4"]


@for_every_table
def test_SQ_3_the_host_names_who_begins(seats: int) -> None:
    for starter in LETTERS[:seats]:
        table = opening(seats, starter=starter)
        assert table.acting == table.turn == starter
        assert f"begins {starter}" in table.told("spectator")
        assert "starter" not in table.events


@for_every_table
def test_SQ_3_else_a_dealer_is_drawn_and_the_player_to_the_left_begins(seats: int) -> None:
    tables = [opening(seats, seed=seed) for seed in range(60)]
    assert {table.acting for table in tables} == {*LETTERS[:seats]}
    for table in tables:
        dealer = LETTERS[LETTERS.index(table.acting) - 1 if table.acting != "A" else seats - 1]
        assert table.told("spectator")[0] == f"starter {dealer} {table.acting}"


# --- A turn -----------------------------------------------------------------------------------------


def test_SQ_4_a_king_wakes_a_queen_of_your_choice() -> None:
    table = scene("A*: king\nB: king").play("king")
    assert table.acting == "A"
    assert table.legal() == [f"wake {place}" for place in range(1, 13)]
    assert "drew" not in table.events
    woken = table.play(f"wake {place_of('moon')}")
    assert woken.told("spectator") == ["woke A 6 moon", "drew A 1"]
    assert woken.event("woke").clause == "SQ.4"
    assert (woken.court("A"), woken.points) == ("moon", "10 0")
    assert "moon" not in woken.asleep.split()
    assert [woken.view(who)["courts"] for who in onlookers(woken)] == [[["moon"], []]] * 3
    assert woken.acting == woken.turn == "B"


def test_SQ_4_of_the_last_sleeper_nobody_is_asked() -> None:
    table = scene("""
        A*: king       | moon cake
        B:  1          | heart rose starfish
        C:  2          | cat ladybug rainbow
        D:  3          | pancake peacock sunflower
        asleep: dog
    """).play("king")
    assert table.told("B")[:2] == ["played A king", "woke A 3 dog"]
    assert table.court("A") == "dog moon cake"
    assert table.ending == "all_awake"


@pytest.mark.parametrize("card", SPECIAL)
def test_SQ_5_a_jester_that_turns_up_a_special_card_takes_it_and_plays_on(card: str) -> None:
    table = scene(f"A*: jester 2 4 6 9\nB: 7\ndeck: {card} 1").play("jester")
    assert table.told("B") == ["played A jester", f"took A {card}"]
    assert (table.acting, table.phase, table.turn, table.round) == ("A", "turn", "A", 1)
    assert table.hand("A") == f"{card} 2 4 6 9"
    assert table.deck.split()[0] == "1"
    assert {table.sees(who, "A") for who in onlookers(table, "A")} == {f"{card} ? ? ? ?"}
    assert [action for action in table.legal() if action in SPECIAL] == ([card] if card in ("king", "jester") else [])
    assert "discard 2" in table.legal()


def test_SQ_5_one_jester_after_another() -> None:
    table = scene("A*: jester jester 4 6 9\nB: 7\ndeck: jester king 3").play("jester", "jester", "jester")
    assert table.told("B") == ["played A jester", "counted A 3 A"]
    assert table.hand("A") == "king 4 6 9"


def test_SQ_5_what_was_taken_stays_known_while_it_is_there() -> None:
    table = scene("A*: jester 2 4 6 9\nB: 7 7 8 8 10\ndeck: potion 1 1").play("jester", "discard 2", "discard 7")
    assert table.sees("B", "A") == "potion ? ? ? ?"
    later = table.play("discard 4", "discard 7")
    assert later.sees("spectator", "A") == "potion ? ? ? ?"


@pytest.mark.parametrize(("known", "left"), [("knight!", "? ? ? ? ?"), ("knight! knight!", "knight ? ? ? ?")])
def test_SQ_5_of_equal_cards_nobody_can_tell_which_was_played(known: str, left: str) -> None:
    """Anna has another knight of which nobody knows; it may be the known one that she plays."""
    table = scene(f"A*: {known} knight 4 6\nB: 1 | moon").play("knight", "let")
    assert table.sees("B", "A") == left
    assert table.sees("A", "A").split().count("knight") == len(known.split())


def test_SQ_5_the_known_one_counts_as_played_whichever_lies_first() -> None:
    table = scene("A*: 4 6 knight knight! 8\nB: 1 | moon\ndeck: 9").play("knight", "let")
    assert table.sees("spectator", "A") == "? ? ? ? ?"
    assert table.hand("A") == "knight 4 6 8 9"


def test_SQ_5_another_card_leaves_the_known_one_known() -> None:
    table = scene("A*: knight! potion 4 6 8\nB: 1 | moon").play("potion", "let")
    assert table.sees("spectator", "A") == "knight ? ? ? ?"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("number", NUMBERS)
def test_SQ_6_a_number_is_counted_clockwise_beginning_with_yourself(seats: int, number: int) -> None:
    places = [
        f"{letter}{'*' if letter == 'B' else ''}: {'jester' if letter == 'B' else ''}" for letter in LETTERS[:seats]
    ]
    table = scene("\n".join([*places, f"deck: {number}"])).play("jester")
    reached = (LETTERS[1:seats] + "A")[(number - 1) % seats]
    assert table.told("spectator") == ["played B jester", f"counted B {number} {reached}"]
    assert table.event("counted").clause == "SQ.6"
    assert table.acting == reached
    assert table.discards == f"jester {number}"
    assert table.legal() == [*(f"wake {place}" for place in range(1, 13)), "decline"]
    woken = table.play("wake 1")
    assert woken.court(reached) == "cake"
    assert woken.event("woke").clause == "SQ.6"
    assert woken.turn == (LETTERS[1:seats] + "A")[1]
    assert woken.event("drew").params == {"seat": 1, "number": 1}


def test_SQ_6_the_player_reached_may_decline() -> None:
    table = scene("A*: jester\nB: 1\nC: 2\ndeck: 2 king").play("jester", "decline")
    assert table.told("A") == ["declined B", "drew A 1 king"]
    assert [table.court(seat) for seat in "ABC"] == ["", "", ""]
    assert table.turn == "B"


def test_SQ_6_one_may_decline_the_last_sleeper_too() -> None:
    table = scene("""
        A*: jester     | moon cake
        B:  1          | heart rose starfish
        C:  2          | cat ladybug rainbow
        D:  3          | pancake peacock sunflower
        deck: 1
    """).play("jester")
    assert table.legal() == ["wake 3", "decline"]
    assert not table.play("decline").over


@pytest.mark.parametrize(
    ("hand", "possible"),
    [
        ("3 king king king king", "3"),
        ("3 3 king king king", "3, 3 3"),
        ("4 4 4 king king", "4, 4 4"),
        ("2 3 5 king king", "2, 3, 5, 2 3 5"),
        ("2 3 4 king king", "2, 3, 4"),
        ("1 1 2 king king", "1, 2, 1 1, 1 1 2"),
        ("1 2 3 6 king", "1, 2, 3, 6, 1 2 3, 1 2 3 6"),
        ("1 2 3 4 10", "1, 2, 3, 4, 10, 1 2 3, 1 3 4, 1 2 3 4 10"),
        ("1 1 1 1 4", "1, 4, 1 1, 1 1 1 1 4"),
        ("2 2 4 4 8", "2, 4, 8, 2 2, 4 4, 2 2 4, 4 4 8, 2 2 4 8"),
        ("1 2 4 6 8", "1, 2, 4, 6, 8, 2 4 6, 2 6 8"),
        ("9 9 10 10 1", "1, 9, 10, 9 9, 10 10, 1 9 10"),
    ],
)
def test_SQ_7_one_number_two_equal_ones_or_a_sum(hand: str, possible: str) -> None:
    """No sum on both sides (1 + 4 = 2 + 3), no three of a kind, and each choice once."""
    assert discards(scene(f"A*: {hand}\nB: king")) == possible.split(", ")


def test_SQ_7_every_lawful_set_of_numbers_can_be_named_and_no_other() -> None:
    named = {
        tuple(map(int, name.split()[1:]))
        for name in map(GAME.words.name, range(len(court.ACTIONS)))
        if "discard" in name and name.split()[1].isdecimal()
    }
    sets = {tuple(sorted(some)) for many in (3, 4, 5) for some in combinations(sorted([*NUMBERS] * 4), many)}
    lawful = {some for some in sets if any(2 * number == sum(some) for number in some)}
    assert named == lawful | {(n,) for n in NUMBERS} | {(n, n) for n in NUMBERS}


def test_SQ_7_the_sum_is_announced() -> None:
    table = scene("A*: 3 5 2 king 7\nB: 1\ndeck: wand 6 6").play("discard 2 3 5")
    assert table.told("B") == ["discarded_sum A 2,3,5 2 + 3 = 5", "drew A 3"]
    assert table.told("A")[1] == "drew A 3 wand,6,6"
    assert table.discards == "2 3 5"
    assert table.hand("A") == "king wand 6 6 7"
    pair = scene("A*: 3 3 2 king 7\nB: 1").play("discard 3 3")
    assert pair.told("B") == ["discarded_pair A 3,3", "drew A 2"]
    single = scene("A*: 3 3 2 king 7\nB: 1").play("discard 3")
    assert single.told("B") == ["discarded A 3", "drew A 1"]


def test_SQ_7_the_numbers_may_be_said_in_any_order() -> None:
    assert GAME.words.parse("discard 5 2 3") == GAME.words.parse("Discard  2 3 5")
    for wrong in ("discard 2 3 6", "discard 3 3 3", "discard", "wake 13", "rob king", "king 2"):
        with pytest.raises(Refused, match="such as") as refusal:
            GAME.words.parse(wrong)
        assert refusal.value.code is Code.UNKNOWN_ACTION


def test_SQ_8_a_knight_takes_a_queen_from_another_player() -> None:
    table = scene("A*: knight | cake\nB: 1 | moon heart\nC: 2 | rose").play("knight")
    assert table.acting == "A"
    assert table.legal() == ["rob heart", "rob moon", "rob rose"]
    taken = table.play("rob heart", "let")
    assert taken.told("spectator") == ["let B", "robbed A heart B", "drew A 1"]
    assert taken.event("robbed").clause == "SQ.8"
    assert (taken.court("A"), taken.court("B"), taken.court("C")) == ("heart cake", "moon", "rose")
    assert taken.turn == "B"


def test_SQ_8_the_only_victim_is_not_asked_for() -> None:
    table = scene("A*: knight | cake\nB: 1 | moon\nC: 2").play("knight")
    assert table.told("C") == ["played A knight", "robs A moon B", "asked B"]
    assert table.acting == "B"


def test_SQ_9_a_potion_puts_a_queen_back_to_sleep_where_she_came_from() -> None:
    table = scene("A*: potion | cake\nB: 1 | moon heart\nC: 2").play("potion")
    assert table.legal() == ["lull heart", "lull moon"]
    slept = table.play("lull heart", "let")
    assert slept.told("C") == ["let B", "lulled heart B 4", "drew A 1"]
    assert slept.event("lulled").clause == "SQ.9"
    assert (slept.court("A"), slept.court("B")) == ("cake", "moon")
    assert slept.state["middle"][3] == "heart"
    assert slept.points == "5 10 0"


def test_SQ_9_everybody_remembers_where_she_sleeps() -> None:
    table = scene("A*: potion\nB: king 1 2 4 9 | moon\nC: 2").play("potion", "let")
    for who in onlookers(table):
        assert table.remembers(who) == "moon"
        assert table.view(who)["middle"].count("?") == 11
    assert "wake 6" in table.play("king").legal()


def test_SQ_10_with_nothing_to_play_any_card_is_discarded_for_a_new_one() -> None:
    table = scene("A*: knight potion dragon wand wand\nB: 1\ndeck: king")
    assert table.legal() == ["discard knight", "discard potion", "discard dragon", "discard wand"]
    after = table.play("discard wand")
    assert after.told("A") == ["discarded_useless A wand", "drew A 1 king"]
    assert after.event("discarded_useless").clause == "SQ.10"
    assert after.hand("A") == "king knight potion dragon wand"
    assert after.turn == "B"


@pytest.mark.parametrize(
    ("mine", "court_of_others", "playable"),
    [
        ("king dragon dragon wand wand", "", "king"),
        ("jester dragon dragon wand wand", "", "jester"),
        ("7 dragon dragon wand wand", "", "discard 7"),
        ("knight dragon dragon wand wand", "| moon", "knight"),
        ("potion dragon dragon wand wand", "| moon", "potion"),
    ],
)
def test_SQ_10_not_while_one_card_can_be_played(mine: str, court_of_others: str, playable: str) -> None:
    assert scene(f"A*: {mine}\nB: 1 {court_of_others}").legal() == [playable]


def test_SQ_10_nor_do_own_queens_serve_as_victims() -> None:
    table = scene("A*: knight potion dragon wand wand | moon\nB: 1")
    assert table.legal("discard")


def test_SQ_10_also_at_a_further_turn_after_a_jester() -> None:
    table = scene("A*: jester knight potion dragon wand\nB: 1\ndeck: wand 5").play("jester")
    assert table.legal() == ["discard knight", "discard potion", "discard dragon", "discard wand"]
    after = table.play("discard potion")
    assert (after.turn, after.hand("A")) == ("B", "knight dragon wand wand 5")


@pytest.mark.parametrize(
    ("courts", "hand", "left_out"),
    [
        (("", ""), "knight potion dragon wand wand", {"knight", "potion"}),
        (("", "| moon"), "dragon dragon dragon wand wand", set()),
        (("| cat", "| dog"), "knight dragon dragon wand wand", {"knight"}),
    ],
)
def test_SQ_10_tells_everybody_what_the_other_cards_are_not(
    courts: tuple[str, str], hand: str, left_out: set[str]
) -> None:
    table = scene(f"A*: {hand} {courts[0]}\nB: 1 {courts[1]}").play("discard wand")
    not_these = " ".join(kind for kind in KINDS if kind not in {"dragon", "wand"} | left_out)
    assert table.barred("A") == [not_these] * 4
    later = table.play("discard 10") if "discard 10" in table.legal() else table.play("discard 1")
    assert later.barred("A") == [not_these] * 4


NO_USE = "king jester number"


def test_SQ_10_of_equal_cards_it_may_be_the_one_of_which_something_was_known() -> None:
    """Anna draws a dragon and uses it.  For all that Ben can tell, she had it before."""
    table = scene("""
        A*: knight potion potion wand wand | moon
        B:  knight 9 9 8 8
        deck: dragon 7 6
    """).play("discard wand")
    assert table.barred("A") == [NO_USE] * 4
    after = table.play("knight", "dragon")
    assert after.barred("A") == [NO_USE] * 3
    assert after.hand("A") == "knight potion potion wand 6"
    assert no_lie(after, "A")


def test_SQ_10_a_card_that_it_cannot_have_been_came_later() -> None:
    table = scene("A*: knight potion dragon wand wand | moon\nB: 9 9 8 8 7\ndeck: king 1 2").play("discard wand")
    after = table.play("discard 7", "king", "wake 1")
    assert after.barred("A") == [NO_USE] * 4
    assert no_lie(after, "A")


def test_SQ_10_where_more_is_known_of_some_cards_they_count_as_played_first() -> None:
    """Twice Anna could play nothing, the second time with Ben's moon awake."""
    table = scene("""
        A*: dragon dragon wand wand wand
        B:  king 9 9 8 8
        deck: dragon 7 6 potion
    """).play("discard wand", "king", "wake 6", "discard wand")
    more = "king jester knight potion number"
    assert table.barred("A") == [more] * 4
    assert table.hand("A") == "dragon dragon dragon wand 6"
    later = table.play("discard 9", "discard 6")
    assert later.barred("A") == [more] * 4


def no_lie(table: Scene, whose: str) -> bool:
    """No card is what everybody thinks it is not."""
    seat = LETTERS.index(whose)
    held, known = table.state["hands"][seat], table.state["known"][seat]
    kinds = ["number" if card.isdecimal() else card for card in held]
    return all(kind not in entry["not"] for kind, entry in zip(kinds, known, strict=True))


def test_SQ_11_after_the_turn_draw_up_to_five() -> None:
    for cards in ("7", "3 3", "2 3 5", "1 2 3 6", "1 2 3 4 10"):
        number = len(cards.split())
        hand = " ".join([*cards.split(), *["king"] * (HAND_SIZE - number)])
        table = scene(f"A*: {hand}\nB: 1").play(f"discard {cards}")
        assert len(table.hand("A").split()) == HAND_SIZE
        assert table.event("drew").params == {"seat": 0, "number": number}
        assert table.event("drew").clause == "SQ.11"


def test_SQ_11_the_discard_pile_becomes_the_draw_pile_when_a_card_must_be_drawn() -> None:
    table = scene("A*: 2 3 5 king 7\nB: 1\ndeck: wand only")
    before = Counter(table.discards.split())
    waits = table.play("discard 2 3 5")
    assert waits.told("A") == ["discarded_sum A 2,3,5 2 + 3 = 5", "drew A 1 wand"]
    assert (waits.acting, waits.over, waits.deck, waits.turn) == ("", False, "", "A")
    after = waits.chance()
    number = sum(before.values()) + 3
    assert after.told("B")[-2:] == [f"reshuffled {number}", "drew A 2"]
    assert after.event("reshuffled").clause == "SQ.11"
    assert after.discards == ""
    pile = Counter(after.deck.split()) + Counter(after.hand("A").split()) - Counter(waits.hand("A").split())
    assert pile == before + Counter("235")
    assert after.turn == "B"


def test_SQ_11_nothing_is_shuffled_before_a_card_is_missing() -> None:
    table = scene("A*: 7\nB: 1\ndeck: wand only").play("discard 7")
    assert (table.acting, table.deck) == ("B", "")


def test_SQ_11_the_jester_finds_the_pile_empty_and_may_turn_up_itself() -> None:
    waits = scene("A*: jester\nB: 1\ndeck: empty").play("jester")
    assert waits.told("B") == ["played A jester"]
    assert waits.phase == "reveal"
    found = set()
    for seed in range(400):
        after = waits.chance(seed)
        assert after.events[-2] == "reshuffled"
        shown = after.happened[-1]
        found.add(shown.params["card"])
        assert after.phase == ("may_wake" if shown.code == "counted" else "turn")
        assert (shown.code == "counted") == str(shown.params["card"]).isdecimal()
    assert "jester" in found


def test_SQ_11_a_shuffled_card_is_forgotten() -> None:
    waits = scene("A*: 2 2 king! 7 9\nB: 1\ndeck: empty").play("discard 7")
    for who in onlookers(waits):
        assert set(waits.chance().view(who)["draw_pile"]) == {"?"}


def test_SQ_11_every_order_of_the_new_pile_is_possible() -> None:
    waits = scene("A*: 7\nB: 1\ndeck: empty").play("discard 7")
    assert len({waits.chance(seed).deck for seed in range(50)}) == 50


# --- Defence ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weapon", "verb", "defence", "other"), [("knight", "rob", "dragon", "wand"), ("potion", "lull", "wand", "dragon")]
)
def test_SQ_12_a_dragon_against_a_knight_a_wand_against_a_potion(
    weapon: str, verb: str, defence: str, other: str
) -> None:
    table = scene(f"A*: {weapon}\nB: {defence} {other} 1 1 2 | moon heart\nC: 3\ndeck: 4 5")
    asked = table.play(weapon, f"{verb} moon")
    assert asked.acting == "B"
    assert asked.legal() == [defence, "let"]
    stays = asked.play(defence)
    assert stays.told("B") == [f"defended B {defence} moon", "drew A 1", "drew B 1 5"]
    assert stays.event("defended").clause == "SQ.12"
    assert stays.court("B") == "heart moon"
    assert stays.court("A") == ""
    assert stays.discards.split()[-2:] == [weapon, defence]
    assert "4" in stays.hand("A").split()
    assert stays.turn == "B"


def test_SQ_12_the_attacker_draws_first_also_where_the_pile_runs_out() -> None:
    asked = scene("A*: knight\nB: dragon 1 1 2 2 | moon\nC: 3\ndeck: king only").play("knight")
    waits = asked.play("dragon")
    assert waits.told("A")[1:] == ["drew A 1 king"]
    assert waits.acting == ""
    assert waits.chance().told("C")[-1] == "drew B 1"


@with_either_weapon
def test_SQ_13_the_owner_is_asked_also_with_nothing_to_answer(weapon: str, verb: str) -> None:
    table = scene(f"A*: {weapon}\nB: 1 | moon cake\nC: 3").play(weapon, f"{verb} moon")
    assert table.acting == "B"
    assert table.legal() == ["let"]
    assert table.event("asked").clause == "SQ.13"
    assert table.told("C") == [f"{verb}s A moon B", "asked B"]


@with_either_weapon
def test_SQ_13_neither_log_nor_view_tell_whether_there_was_a_defence(weapon: str, verb: str) -> None:
    defence = {"knight": "dragon", "potion": "wand"}[weapon]
    told = []
    for held in (f"{defence} 1 1 2 2", "4 1 1 2 2"):
        table = scene(f"A*: {weapon} 10 10 9 9\nB: {held} | moon\nC: 3 3 3 8 8\ndeck: 7")
        asked = table.play(weapon)
        after = asked.play("let")
        told.append([asked.told(who) + after.told(who) for who in ("A", "C", "spectator")])
        told[-1].append([str(table.view(who)) for table in (asked, after) for who in ("A", "C", "spectator")])
    assert told[0] == told[1]


def test_SQ_13_one_may_let_it_happen_with_a_dragon_in_hand() -> None:
    table = scene("A*: knight\nB: dragon | moon\nC: 3").play("knight", "let")
    assert table.court("A") == "moon"
    assert "dragon" in table.hand("B")


# --- Special queens ---------------------------------------------------------------------------------


def test_SQ_14_the_rose_wakes_one_more() -> None:
    table = scene("A*: king\nB: 1").play("king", "wake 10")
    assert table.told("B") == ["woke A 10 rose", "one_more A"]
    assert table.event("one_more").clause == "SQ.14"
    assert table.acting == "A"
    assert table.legal() == [f"wake {place}" for place in range(1, 13) if place != 10]
    after = table.play("wake 6")
    assert after.told("B") == ["woke A 6 moon", "drew A 1"]
    assert after.event("woke").clause == "SQ.14"
    assert after.court("A") == "moon rose"


def test_SQ_14_also_for_one_who_was_reached_by_a_jester() -> None:
    table = scene("A*: jester\nB: 1\nC: 2\ndeck: 3").play("jester", "wake 10")
    assert table.acting == "C"
    assert "decline" not in table.legal()
    after = table.play("wake 6")
    assert after.court("C") == "moon rose"
    assert after.event("drew").params["seat"] == 0
    assert after.turn == "B"


def test_SQ_14_the_last_sleeper_wakes_by_herself() -> None:
    table = scene("""
        A*: king       | moon
        B:  1          | heart cake starfish
        C:  2          | cat ladybug rainbow
        D:  3          | pancake peacock sunflower
    """).play("king", "wake 10")
    assert table.told("B")[:3] == ["woke A 10 rose", "one_more A", "woke A 3 dog"]
    assert table.court("A") == "dog moon rose"
    assert table.ending == "all_awake"


def test_SQ_14_not_when_she_is_taken_with_a_knight() -> None:
    table = scene("A*: knight\nB: 1 | rose").play("knight", "let")
    assert table.court("A") == "rose"
    assert table.turn == table.acting == "B"
    assert "one_more" not in table.events


def test_SQ_14_put_back_to_sleep_she_wakes_one_more_again() -> None:
    table = scene("A*: potion\nB: king 1 1 2 2 | rose").play("potion", "let", "king", "wake 10")
    assert "one_more" in table.events


@pytest.mark.parametrize(("mine", "other"), [("cat", "dog"), ("dog", "cat")])
def test_SQ_15_cat_and_dog_do_not_stay_together(mine: str, other: str) -> None:
    table = scene(f"A*: king | {mine}\nB: 1\nC: 2").play("king")
    assert f"wake {place_of(other)}" in table.legal()
    after = table.play(f"wake {place_of(other)}")
    assert after.told("B") == [f"quarrel A {place_of(other)} {other} {mine}", "drew A 1"]
    assert after.event("quarrel").clause == "SQ.15"
    assert after.court("A") == mine
    assert after.state["middle"][place_of(other) - 1] == other
    assert {after.remembers(who) for who in onlookers(after)} == {other}
    assert after.turn == "B"


def test_SQ_15_with_a_jester_it_is_the_turn_of_the_one_on_turn_that_ends() -> None:
    table = scene("A*: jester\nB: 1\nC: 2 | cat\ndeck: 3").play("jester", "wake 3")
    assert table.told("B") == ["quarrel C 3 dog cat", "drew A 1"]
    assert (table.court("C"), table.turn) == ("cat", "B")


def test_SQ_15_the_rose_stays_and_there_is_no_other_queen_instead() -> None:
    table = scene("A*: king | cat\nB: 1\nC: 2").play("king", "wake 10", "wake 3")
    assert table.told("B") == ["quarrel A 3 dog cat", "drew A 1"]
    assert table.court("A") == "cat rose"
    assert table.turn == "B"


def test_SQ_15_she_may_be_chosen_although_all_know_her_also_as_the_last_sleeper() -> None:
    table = scene("""
        A*: king       | cat
        B:  1          | heart cake starfish
        C:  2          | moon ladybug rainbow
        D:  3          | pancake peacock sunflower
        asleep: dog!
    """)
    assert "wake 3" in table.play("king").legal()
    rose = table.play("king", "wake 10")
    assert rose.told("B")[:3] == ["woke A 10 rose", "one_more A", "quarrel A 3 dog cat"]
    assert rose.turn == "B"
    last = scene("""
        A*: king       | cat rose
        B:  1          | heart cake starfish
        C:  2          | moon ladybug rainbow
        D:  3          | pancake peacock sunflower
    """).play("king")
    assert last.told("B")[:2] == ["played A king", "quarrel A 3 dog cat"]
    assert (last.over, last.turn) == (False, "B")


def test_SQ_15_she_never_counted_as_awake() -> None:
    table = scene("A*: king | cat heart\nB: 1\nC: 2").play("king", "wake 3")
    assert not table.over
    assert table.points == "35 0 0"


@pytest.mark.parametrize(("mine", "other"), [("cat", "dog"), ("dog", "cat")])
def test_SQ_15_a_knight_cannot_choose_her_but_a_potion_can(mine: str, other: str) -> None:
    table = scene(f"A*: knight potion | {mine}\nB: 1 | {other} moon cake")
    assert table.play("knight").legal() == ["rob moon", "rob cake"]
    assert f"lull {other}" in table.play("potion").legal()
    alone = scene(f"A*: knight potion | {mine}\nB: 1 | {other}")
    assert "knight" not in alone.legal()
    assert "potion" in alone.legal()


def test_SQ_15_without_the_one_the_other_is_welcome() -> None:
    table = scene("A*: knight\nB: king 1 | cat").play("knight", "let", "king", "wake 3")
    assert (table.court("A"), table.court("B")) == ("cat", "dog")


# --- Ends -------------------------------------------------------------------------------------------

FIVE_OF_FEW_POINTS = "cake rainbow starfish moon"


@pytest.mark.parametrize(
    ("seats", "queens", "ending"),
    [
        (2, "cake rainbow starfish moon", "enough_queens"),
        (3, "cake rainbow starfish moon", "enough_queens"),
        (2, "cake rainbow starfish", ""),
        (4, "cake rainbow starfish", "enough_queens"),
        (5, "cake rainbow starfish", "enough_queens"),
        (4, "cake rainbow", ""),
        (2, "heart cat moon", "enough_points"),
        (3, "heart cat cake", "enough_points"),
        (3, "heart moon", ""),
        (4, "heart moon", "enough_points"),
        (5, "heart cake", "enough_points"),
        (5, "moon cake", ""),
    ],
)
def test_SQ_16_enough_queens_or_points(seats: int, queens: str, ending: str) -> None:
    """Anna wakes the pancake, 15 points."""
    others = "\n".join(f"{letter}: 1" for letter in LETTERS[1:seats])
    table = scene(f"A*: king 2 4 6 8 | {queens}\n{others}").play("king", "wake 7")
    assert table.ending == ending
    assert table.scores == ((1, *[0] * (seats - 1)) if ending else table.scores)
    assert ("drew" in table.events) == (not ending)
    if ending:
        assert table.acting == ""
        assert table.hand("A") == "2 4 6 8"
        assert table.happened[-1].clause == "SQ.16"


def test_SQ_16_says_how_much_is_enough() -> None:
    many = scene("A*: king | cake rainbow starfish moon\nB: 1").play("king", "wake 8")
    assert many.told("B") == ["woke A 8 peacock", "won_queens A 5"]
    rich = scene("A*: king | heart cat moon\nB: 1").play("king", "wake 7")
    assert rich.told("B") == ["woke A 7 pancake", "won_points A 60"]


def test_SQ_16_a_knight_can_bring_it() -> None:
    table = scene("A*: knight | heart cat cake\nB: 1 | pancake").play("knight", "let")
    assert table.told("B") == ["let B", "robbed A pancake B", "won_points A 55"]
    assert table.scores == (1, 0)


def test_SQ_16_in_another_player_s_turn() -> None:
    table = scene("A*: jester | cat moon peacock\nB: 1 | heart dog cake\ndeck: 2").play("jester", "wake 7")
    assert table.told("A") == ["woke B 7 pancake", "won_points B 55"]
    assert table.scores == (0, 1)


def test_SQ_16_is_looked_at_after_each_single_queen() -> None:
    """The rose herself is enough: nobody is asked for one more."""
    table = scene("A*: king | cake rainbow starfish moon\nB: 1").play("king", "wake 10")
    assert table.told("B") == ["woke A 10 rose", "won_queens A 5"]
    by_more = scene("A*: king | cake rainbow starfish\nB: 1").play("king", "wake 10", "wake 6")
    assert by_more.ending == "enough_queens"


def test_SQ_16_with_the_rose_herself_the_last_sleeper_sleeps_on() -> None:
    table = scene("""
        A*: king       | cake rainbow starfish
        B:  1          | heart dog
        C:  2          | cat ladybug
        D:  3          | pancake moon
        E:  4          | peacock
        asleep: rose sunflower
    """).play("king", "wake 10")
    assert table.told("B") == ["woke A 10 rose", "won_queens A 4"]
    assert (table.asleep, table.phase, table.acting) == ("sunflower", "refill", "")


def test_SQ_17_all_awake_and_the_most_points_win() -> None:
    table = scene("""
        A*: king       | moon cake
        B:  1          | heart rose starfish
        C:  2          | cat ladybug rainbow
        D:  3          | pancake peacock sunflower
    """).play("king")
    assert table.points == "30 30 30 35"
    assert table.told("A")[2:] == ["all_awake", "most_points D 35"]
    assert table.event("all_awake").clause == "SQ.17"
    assert table.scores == (0, 0, 0, 1)


def test_SQ_17_tied_players_share() -> None:
    table = scene("""
        A*: king       | dog cake
        B:  1          | heart rose starfish
        C:  2          | cat ladybug rainbow
        D:  3          | pancake peacock
        E:  4          | moon
        asleep: sunflower
    """).play("king")
    assert table.points == "30 30 30 25 10"
    assert table.told("A")[-1] == "most_points_shared A,B,C 30"
    assert table.scores == (1 / 3, 1 / 3, 1 / 3, 0, 0)


def test_SQ_17_comes_after_SQ_16() -> None:
    table = scene("""
        A*: king       | cake rose rainbow
        B:  1          | heart dog
        C:  2          | cat ladybug
        D:  3          | pancake moon
        E:  4          | peacock sunflower
        asleep: starfish
    """).play("king")
    assert table.points == "20 35 25 25 20"
    assert table.ending == "enough_queens"
    assert "all_awake" not in table.events
    assert table.scores == (1, 0, 0, 0, 0)


def test_SQ_17_a_match_that_nobody_ends_is_over_when_the_pile_was_renewed_often_enough() -> None:
    table = scene(f"A*: 7\nB: 1 | moon\ndeck: wand only\nshuffles: {SHUFFLES}").play("discard 7")
    assert table.acting == "B"
    over = table.play(table.legal("discard")[0])
    assert over.told("A")[-2:] == ["no_end", "most_points B 10"]
    assert over.event("no_end").clause == "SQ.17"
    assert (over.ending, over.scores) == ("no_end", (0, 1))
    before = scene(f"A*: jester\nB: 1\ndeck: empty\nshuffles: {SHUFFLES - 1}").play("jester")
    assert not before.over
    jester = scene(f"A*: jester\nB: 1\ndeck: empty\nshuffles: {SHUFFLES}").play("jester")
    assert jester.told("A") == ["played A jester", "no_end", "most_points_shared A,B 0"]


def test_SQ_17_every_match_is_over_in_time() -> None:
    """No more than three steps for each card that comes from the draw pile, and three more for the last turn."""
    for variant in (variant for variant in VARIANTS if variant.game is GAME):
        match = random_match(variant, 3)
        told = [event for step in match.steps for event in step.events]
        drawn = sum(event.params["number"] for event in told if event.code == "drew")
        drawn += sum(event.code in ("took", "counted") for event in told)
        decisions = sum(step.seat != CHANCE for step in match.steps)
        assert decisions <= A_CARD * (drawn + 1)
    assert GAME.longest == 2 + SHUFFLES + A_CARD * (67 * (1 + SHUFFLES) + 1)


def test_SQ_18_only_what_lies_before_a_player_counts() -> None:
    """Neither kings in hand nor queens who were lost."""
    table = scene("A*: potion king king king king | cake\nB: 1 | heart cat\nC: 2").play("potion", "lull heart", "let")
    assert table.points == "5 15 0"
    lost = scene("A*: knight | cake\nB: king 1 1 2 2 | heart cat\nC: 2").play("knight", "rob heart", "let")
    after = lost.play("king", "wake 7")
    assert (after.points, after.over) == ("25 30 0", False)


# --- The order of things ----------------------------------------------------------------------------


def test_SQ_19_exactly_one_of_these_with_a_card_that_can_do_something() -> None:
    table = scene("A*: king jester knight 7 dragon\nB: 1")
    assert table.legal() == ["king", "jester", "discard 7"]
    assert scene("A*: king jester knight 7 dragon\nB: 1 | moon").legal() == ["king", "jester", "knight", "discard 7"]
    own = scene("A*: knight potion 7 8 9 | moon\nB: 1")
    assert own.legal() == ["discard 7", "discard 8", "discard 9"]


def test_SQ_19_dragons_and_wands_are_only_answers() -> None:
    assert scene("A*: dragon wand 7 dragon wand\nB: 1 | moon").legal() == ["discard 7"]


@for_every_table
def test_SQ_19_the_turn_goes_round_clockwise(seats: int) -> None:
    lines = "\n".join(f"{letter}{'*' if letter == 'A' else ''}:" for letter in LETTERS[:seats])
    table, turns = scene(lines), []
    for _ in range(2 * seats):
        turns.append(table.turn)
        table = table.play(table.legal("discard")[0])
    assert turns == [*LETTERS[:seats]] * 2
    assert table.round == 3
    assert opening(seats).round == 1
