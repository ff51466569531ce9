"""The board of Sleeping Queens: what a player taps and reads."""

import json
import random
import re
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from herzdame.games.sleeping_queens import GAME, court
from herzdame.server.protocol import Sight
from tests.server.serving import House
from tests.web.conftest import Arrive
from tests.web.reaching import Reach, Wanted, offers, reaching, sight_of, sit_down
from tests.web.test_heart_wishes import ROUND
from tests.web.test_types import SOURCES

LAPTOP = {"width": 1440, "height": 900}
HINT = "Hint for the first match"
# What is pointed out now, if its ring has had the time to come and is there; nothing if nothing is.
POINTED_OUT = """() => new Promise((settled) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const hint = document.querySelector('.hint-box p')
  settled(hint ? document.querySelector('.ring') && hint.innerText : 'nothing')
})))"""
UNDERSTOOD = "document.querySelector('.hint-box .button')?.click()"


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


class Hint(NamedTuple):
    """What the first match points out, what gets the ring, and in which moment."""

    said: str
    ringed: str
    so: Wanted
    prefer: tuple[str, ...] = ()
    seats: int = 2


def plays(*cards: str) -> Wanted:
    return lambda sight: any(choice.action in cards for choice in sight.choices)


def phase(wanted: str) -> Wanted:
    return lambda sight: sight.view["phase"] == wanted


HINTS = {
    "few": Hint("5 queens or 50 points win", ".own .plate.me .goal", phase("turn"), seats=3),
    "many": Hint("4 queens or 40 points win", ".own .plate.me .goal", phase("turn"), seats=4),
    "answer": Hint("A Dragon stops a Knight", ".stage .attack", phase("answer"), ("knight", "potion", "king")),
    "rose": Hint("brings a friend", ".stage .middle", phase("wake_more"), ("king", "wake")),
    "place": Hint("Choose any place", ".stage .middle", phase("wake"), ("king",)),
    "aim": Hint("within your reach", "ul.others", phase("aim"), ("king", "knight", "potion")),
    "king": Hint("Your King wakes", 'button[aria-label^="King. "]', plays("king")),
    "attack": Hint(
        "Others have queens awake",
        'button:is([aria-label^="Knight. "], [aria-label^="Sleeping Potion. "])',
        plays("knight", "potion"),
        ("king",),
    ),
    "count": Hint("counted out clockwise", ".own .count:not(:has(+ .count))", phase("may_wake"), ("jester",), 4),
    "jester": Hint("The Jester turns up", 'button[aria-label^="Jester. "]', plays("jester")),
    "rivals": Hint(
        "cannot stand each other",
        ".own .seat ul",
        lambda sight: {"cat", "dog"} & {*sight.view["courts"][0]},
        ("king",),
    ),
    "seen": Hint(
        "everybody saw where",
        ".place:has(.known)",
        lambda sight: any(queen not in (None, "?") for queen in sight.view["middle"]),
        ("lull", "let", "potion", "king"),
    ),
    "numbers": Hint(
        "get rid of several numbers",
        'ul[aria-label="Your hand"]',
        lambda sight: any(len(choice.action.split()) > 2 for choice in sight.choices),
    ),
    "useless": Hint(
        "Nothing in your hand can be played",
        'ul[aria-label="Your hand"]',
        lambda sight: offers(sight, "action.discard_useless"),
        prefer=("discard",),  # of numbers, until none is left
    ),
}


def test_every_hint_of_the_first_match_is_looked_at_below() -> None:
    source = (SOURCES / "games" / "sleeping_queens" / "guide.ts").read_text(encoding="utf-8")
    assert re.findall(r"\bid: '(\w+)'", source) == list(HINTS)


@pytest.mark.parametrize("name", HINTS)
def test_a_hint_comes_in_its_moment_and_rings_what_it_speaks_of(
    arrive: Arrive, reach: Reach, house: House, name: str
) -> None:
    hint = HINTS[name]
    tables = reach(hint.so, hint.prefer, seats=hint.seats)
    others = json.dumps([f"sleeping_queens {other}" for other in HINTS if other != name])
    kept = {"origin": house.address, "localStorage": [{"name": "herzdame-hints", "value": others}]}
    page = sit_down(arrive, tables, hints=True, storage_state={"origins": [kept]}, viewport=LAPTOP).page
    box = page.get_by_label(HINT)
    expect(box).to_contain_text(hint.said)
    page.wait_for_function(ROUND, arg=f".felt {hint.ringed}")
    box.get_by_role("button", name="Understood").click()
    expect(box.or_(page.locator(".ring"))).to_have_count(0)


def test_a_hint_that_was_followed_does_not_come_back(arrive: Arrive, reach: Reach) -> None:
    tables = reach(phase("wake"), ["king"])
    place = sight_of(tables).choices[-1].values["place"]
    page = sit_down(arrive, tables, hints=True).page
    box = page.get_by_label(HINT)
    expect(box).to_contain_text(HINTS["few"].said)
    box.get_by_role("button", name="Understood").click()
    expect(box).to_contain_text(HINTS["place"].said)
    page.locator(f'button[data-place="place:{place}"]').click()
    expect(box.get_by_text(HINTS["place"].said)).to_have_count(0)
    assert "sleeping_queens place" in page.evaluate("localStorage['herzdame-hints']")


def test_whatever_a_match_points_out_has_its_ring(arrive: Arrive) -> None:
    anna, choose = arrive(hints=True, viewport=LAPTOP), random.Random(3)
    anna.open_box(GAME, 3)
    anna.play_bots()
    seen: set[str] = set()
    for answers in (0, *[1] * 10):
        anna.play_so_far(choose, answers)
        while (said := str(anna.page.wait_for_function(POINTED_OUT).json_value())) != "nothing":
            seen.add(said)
            anna.page.evaluate(UNDERSTOOD)
    assert len(seen) > 2
