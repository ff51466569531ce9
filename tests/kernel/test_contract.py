"""Finding games, choosing options, and saying clearly what is not there."""

from typing import Any

import numpy as np
import pytest

from herzdame.kernel import options, rulebook, texts
from herzdame.kernel.contract import game, games
from herzdame.kernel.errors import Code, Refused
from herzdame.kernel.options import Option
from herzdame.kernel.seats import NOBODY
from herzdame.kernel.table import Table, layout
from tests.gallery import GAMES
from tests.toy import GAME as TOY
from tests.toy import rules as toy_rules


def refusal(code: Code, *parts: str) -> Any:
    """Expect a refusal with this code whose message names all of these."""

    class Expected:
        def __enter__(self) -> None:
            self.raises = pytest.raises(Refused)
            self.found = self.raises.__enter__()

        def __exit__(self, *error: Any) -> bool:
            caught = bool(self.raises.__exit__(*error))
            assert self.found.value.code == code
            assert all(part in str(self.found.value) for part in parts), str(self.found.value)
            return caught

    return Expected()


def test_a_game_is_found_by_its_folder() -> None:
    assert all(game(name) is games()[name] for name in games())
    assert {found.id for found in GAMES} == set(games())


def test_an_unknown_game_is_refused_with_the_nearest() -> None:
    near = next(iter(games()))
    with refusal(Code.UNKNOWN_GAME, f"'{near}s'", f"did you mean '{near}'"):
        game(near + "s")
    with refusal(Code.UNKNOWN_GAME, "there is: "):
        game("poker")


def test_options_have_defaults_and_enter_the_table() -> None:
    table = TOY.new(3, {"dice": "six", "lead": "2", "rank": "2,0,1"})[0]
    assert (table.seats, table.dice, table.lead, table.rank.tolist()) == (3, 1, 2, [1, 2, 0])
    table = TOY.new(2)[0]
    assert (table.dice, table.lead, table.rank.tolist()) == (0, NOBODY, [0, 1, 0])
    assert TOY.settle(2, {"lead": "1"}) == {"dice": "three", "lead": "1", "rank": "0,1"}


@pytest.mark.parametrize(
    ("wish", "parts"),
    [
        ({"dice": "two"}, ["dice cannot be 'two'", "three or six"]),
        ({"lead": "3"}, ["lead cannot be '3'", "chance or a seat from 0 to 2"]),
        ({"lead": "-1"}, ["lead cannot be '-1'"]),
        ({"rank": "0,1"}, ["rank cannot be '0,1'", "such as 0,1,2"]),
        ({"rank": "0,1,1"}, ["rank cannot be"]),
        ({"rank": "a,b,c"}, ["rank cannot be"]),
    ],
)
def test_a_value_that_an_option_does_not_take_is_refused(wish: dict[str, str], parts: list[str]) -> None:
    with refusal(Code.BAD_VALUE, *parts):
        TOY.new(3, wish)


def test_a_choice_may_be_open_to_some_numbers_of_players_only() -> None:
    option = options.Choice("die", "die", among=("small", "large"), only_for=range(3, 4))
    option.set(TOY.new(3)[0], "large")
    two = TOY.new(2)[0]
    option.set(two, option.default(2))
    with refusal(Code.BAD_VALUE, "die cannot be 'large'; it is small."):
        option.set(two, "large")


def test_a_switch_is_on_or_off() -> None:
    option, table = options.Switch("die", "die"), TOY.new(2)[0]
    option.set(table, "yes")
    assert table.die == 1
    with refusal(Code.BAD_VALUE, "die cannot be 'on'", "yes or no"):
        option.set(table, "on")
    assert table.die == 1
    option.set(table, option.default(2))
    assert table.die == 0


def test_a_number_is_between_two_others() -> None:
    option, table = options.Number("die", "die", least=2, most=12, usual=7), TOY.new(2)[0]
    option.set(table, option.default(2))
    assert (table.die, option.values(2)) == (7, "a number from 2 to 12")
    for wrong in ("1", "13", "07", "-7", "7.0", "seven", ""):
        with refusal(Code.BAD_VALUE, f"die cannot be '{wrong}'", "from 2 to 12"):
            option.set(table, wrong)
    assert table.die == 7


def test_a_place_is_one_of_many_or_left_to_chance() -> None:
    option, table = options.Place("die", "die", among=("red", "blue")), TOY.new(2)[0]
    option.set(table, "blue")
    assert table.die == 1
    with refusal(Code.BAD_VALUE, "die cannot be 'green'", "chance or one of red, blue"):
        option.set(table, "green")
    option.set(table, option.default(2))
    assert table.die == NOBODY


def test_a_seat_may_be_left_to_another_rule() -> None:
    option, table = options.Seat("lead", "lead", otherwise="youngest"), TOY.new(2)[0]
    option.set(table, "youngest")
    assert (table.lead, option.default(2)) == (NOBODY, "youngest")
    with refusal(Code.BAD_VALUE, "lead cannot be 'chance'", "youngest or a seat from 0 to 1"):
        option.set(table, "chance")


def test_an_option_that_there_is_not_is_refused() -> None:
    with refusal(Code.UNKNOWN_OPTION, "'dise'", "did you mean 'dice'"):
        TOY.new(2, {"dise": "six"})


@pytest.mark.parametrize("seats", [-1, 0, 1, 4])
def test_a_number_of_seats_that_does_not_fit_is_refused(seats: int) -> None:
    with refusal(Code.BAD_VALUE, "2 to 3 players", f"not {seats}"):
        TOY.new(seats)


def test_every_option_says_what_it_takes_and_takes_its_default() -> None:
    for found in GAMES:
        for seats in found.seats:
            for option in found.options:
                chosen: Option = option
                assert chosen.values(seats)
                chosen.set(found.new(seats)[0], chosen.default(seats))


def test_a_field_that_numpy_would_hide_is_not_allowed() -> None:
    class Clash(Table):
        round: int

    with pytest.raises(TypeError, match="'round'"):
        layout(Clash, slots=1, kinds=1)


def test_a_record_has_no_byte_without_a_name() -> None:
    for found in GAMES:
        record = found.rules.TABLE
        named = sum(record[name].itemsize for name in record.names)
        assert named == record.itemsize
    assert toy_rules.TABLE["barred"].base == np.dtype(np.uint16)


# --- Languages -----------------------------------------------------------------------------------


def test_an_unknown_language_is_refused() -> None:
    found = GAMES[0]
    with refusal(Code.UNKNOWN_LANGUAGE, "'es'", "en, de, fr, it"):
        found.texts("es")
    with refusal(Code.UNKNOWN_LANGUAGE, "'es'"):
        found.rulebook("es")


def test_a_template_shows_seats_by_name_and_lists_item_by_item() -> None:
    found = texts.Texts({"a": "{seats:who} have {n}.", "list.join": ", "})
    assert "a" in found
    assert "b" not in found
    assert found.say("a", {"seats": [0, 2], "n": 3}, ["Anna", "Ben", "Clara"]) == "Anna, Clara have 3."


@pytest.mark.parametrize("name", ["1", "{letters}.1", "{lower}.1"])
def test_a_clause_is_found_by_its_number(name: str) -> None:
    for found in games().values():
        if found.package.startswith("herzdame."):
            wanted = name.format(letters=found.clauses, lower=found.clauses.lower())
            assert found.rulebook("en").clause(wanted).id == f"{found.clauses}.1"


def test_an_unknown_clause_is_refused() -> None:
    with refusal(Code.UNKNOWN_CLAUSE, "'999'", "here is:"):
        next(iter(games().values())).rulebook("en").clause("999")


def test_a_rulebook_can_be_read_for_one_choice_of_options() -> None:
    text = "For all.\n- [one] First.\n- [two] Second.\n- [b=two] B.\n- [c=two] C.\n- an item"
    assert rulebook.only(text, {"b": "two"}) == "For all.\nSecond.\nB.\n- an item"
