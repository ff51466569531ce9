"""The board of Sleeping Queens: what a player taps and reads."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from herzdame.games.sleeping_queens import court
from herzdame.server.protocol import Sight
from tests.server.serving import House
from tests.web.conftest import Arrive
from tests.web.reaching import Reach, offers, reaching, sight_of, sit_down
from tests.web.test_types import SOURCES


@pytest.fixture
def reach(house: House) -> Iterator[Reach]:
    with reaching(house, "sleeping_queens") as reach:
        yield reach


def test_the_board_knows_what_queens_are_worth_and_what_wins() -> None:
    source = (SOURCES / "games" / "sleeping_queens" / "court.ts").read_text(encoding="utf-8")
    for queen, points in court.QUEENS.items():
        assert f"  {queen}: {points},\n" in source
    for name, enough in (("QUEENS", court.ENOUGH_QUEENS), ("POINTS", court.ENOUGH_POINTS)):
        by_seats = ", ".join(f"{seats}: {enough[seats]}" for seats in range(2, court.SEATS + 1))
        assert f"ENOUGH_{name}: Record<number, number> = {{ {by_seats} }}" in source


def test_SQ_7_numbers_are_tapped_together_and_their_sum_is_announced(arrive: Arrive, reach: Reach) -> None:
    tables = reach(lambda sight: offers(sight, "action.discard_sum"))
    choice = offers(sight_of(tables), "action.discard_sum")[0]
    anna = sit_down(arrive, tables)
    hand = anna.page.get_by_role("list", name="Your hand")
    for number in dict.fromkeys(choice.action.split()[1:]):
        cards = hand.get_by_role("button", name=f"{number}. ")
        for at in range(choice.action.split()[1:].count(number)):
            cards.nth(at).click()
    announced = anna.page.locator(".announce")
    assert choice.values["sum"] in announced.inner_text()
    announced.get_by_role("button", name="Discard").click()
    anna.page.get_by_role("status").get_by_text(choice.values["sum"]).wait_for(state="detached")
    tables[0].until(lambda table: table.now.acting != [0])
    assert sight_of(tables).view["discard_pile"][-1] == choice.action.split()[-1]


def test_SQ_7_a_number_that_makes_no_sum_with_the_others_takes_their_place(arrive: Arrive, reach: Reach) -> None:
    def apart(sight: Sight) -> list[str]:
        hand = sorted({card for card in sight.view["hands"][0] if card.isdecimal()}, key=int)
        sets = [set(choice.action.split()[1:]) for choice in sight.choices]
        pairs = (
            [one, two] for one, two in combinations(hand, 2) if not any({one, two} <= together for together in sets)
        )
        return next(pairs, [])

    tables = reach(lambda sight: sight.view["phase"] == "turn" and apart(sight))
    one, two = apart(sight_of(tables))
    anna = sit_down(arrive, tables)
    hand = anna.page.get_by_role("list", name="Your hand")
    hand.get_by_role("button", name=f"{one}. ").first.click()
    hand.get_by_role("button", name=f"{two}. ").first.click()
    chosen = hand.locator("[aria-pressed=true]")
    assert [label.split(".")[0] for label in chosen.evaluate_all("all => all.map(one => one.ariaLabel)")] == [two]


def test_SQ_4_a_king_wakes_the_queen_at_the_place_that_is_tapped(arrive: Arrive, reach: Reach) -> None:
    tables = reach(lambda sight: sight.view["phase"] == "wake", ["king"])
    place = sight_of(tables).choices[-1].values["place"]
    anna = sit_down(arrive, tables)
    anna.page.get_by_role("button", name=f"Place {place}: a queen asleep").click()
    anna.page.get_by_role("img", name=f"Place {place}: empty").or_(
        anna.page.get_by_role("img", name=f"Place {place}: asleep, and you saw who")
    ).wait_for()
    anna.page.get_by_role("list", name="Queens of Anna").get_by_role("img").first.wait_for()


def test_SQ_9_a_queen_seen_asleep_is_remembered_for_those_who_want_it(arrive: Arrive, reach: Reach) -> None:
    def remembered(sight: Sight) -> list[int]:
        return [at for at, queen in enumerate(sight.view["middle"], 1) if queen not in (None, "?")]

    for aid in (True, False):
        tables = reach(remembered, ["lull", "let", "potion", "king"], memory_aid=aid)
        place = remembered(sight_of(tables))[0]
        anna = sit_down(arrive, tables)
        label = anna.page.locator(f'[data-place="place:{place}"]').get_attribute("aria-label") or ""
        assert ("you saw who" in label) is aid


@pytest.mark.parametrize("phase", ["turn", "answer"])
def test_SQ_3_the_discard_pile_can_be_looked_through(arrive: Arrive, reach: Reach, phase: str) -> None:
    tables = reach(
        lambda sight: sight.view["phase"] == phase and len(sight.view["discard_pile"]) > 5, ["knight", "king"]
    )
    pile = sight_of(tables).view["discard_pile"]
    anna = sit_down(arrive, tables)
    anna.page.get_by_role("button", name="Look through the discard pile").last.click()
    dialog = anna.page.get_by_role("dialog")
    texts = tables[0].guest.ask("GET", "/api/games/sleeping_queens/texts/en")
    names = [text.strip() for text in dialog.locator("ol .unseen").all_text_contents()]
    assert names == [texts[f"card.{card}.name"] for card in reversed(pile)]
    dialog.get_by_role("button", name="Close").click()
    dialog.wait_for(state="hidden")


def test_SQ_13_the_owner_sees_who_wants_which_queen(arrive: Arrive, reach: Reach) -> None:
    tables = reach(lambda sight: sight.view["phase"] == "answer", ["knight", "potion", "king", "jester"])
    view = sight_of(tables).view
    texts = tables[0].guest.ask("GET", "/api/games/sleeping_queens/texts/en")
    anna = sit_down(arrive, tables)
    attack = anna.page.locator(".attack").inner_text()
    queen = texts[f"card.{view['aim']}.name"]
    assert f"Ben wants the {queen} of Anna" in attack
    assert ("dragon" if view["weapon"] == "knight" else "wand") in attack


def test_SQ_6_the_count_stands_at_the_seats_and_ends_at_the_one_who_may_wake(arrive: Arrive, reach: Reach) -> None:
    tables = reach(lambda sight: sight.view["phase"] == "may_wake", ["jester"], seats=4)
    last = sight_of(tables).view["discard_pile"][-1]
    anna = sit_down(arrive, tables)
    counted = anna.page.locator(".seat .count")
    assert sorted(map(int, counted.all_inner_texts())) == list(range(1, int(last) + 1))
    assert anna.page.locator('[data-place="seat:0"] .count').all_inner_texts()[-1] == last
