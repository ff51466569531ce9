"""The board of Mit List und Tücke: what a player taps and reads."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from herzdame.client import Guest, Table
from herzdame.games.list_und_tuecke import CHAPTERS, COLOURS, GAME, ROUNDS, court
from herzdame.games.list_und_tuecke.words import BACKS, CARDS
from herzdame.server.protocol import Choice, Sight
from tests.server.serving import House
from tests.web.conftest import Arrive
from tests.web.person import Person
from tests.web.reaching import MATCHES, Reach, reaching, sight_of, sit_down, together
from tests.web.test_types import SOURCES

NAMES = ("Anna", "Ben", "Cleo", "Dora")
TEXTS = GAME.texts("en").entries
BOARD = SOURCES / "games" / "list_und_tuecke"


@pytest.fixture
def reach(house: House) -> Iterator[Reach]:
    with reaching(house, "list_und_tuecke") as reach:
        yield partial(reach, seats=4)


def due(what: str) -> Any:
    """This is asked, and not at the end of a chapter, which the page would stop to tell of."""
    return lambda sight: sight.view["due"] == what and sight.view["round"] < ROUNDS


def called(card: str) -> str:
    return TEXTS[f"card.{card}.name"]


def hand_of(person: Person) -> Locator:
    return person.page.get_by_role("list", name="Your hand")


def held(person: Person, card: str) -> Locator:
    return hand_of(person).get_by_role("button", name=f"{called(card)} {CARDS.index(card)}. ")


def top(view: dict[str, Any], seat: int) -> str | None:
    """The card that lies open on top of a pile."""
    pile = view["piles"][seat]
    return pile[-1]["card"] if pile and not pile[-1]["eliminated"] else None


def threats(view: dict[str, Any]) -> list[tuple[int, str, str]]:
    """LT.12: from whose pile which card threatens whom, as long as the victim can still come."""
    played = {laid["card"] for pile in view["piles"] for laid in pile}
    victims = {"king": "queen", "queen": "king", "executioner": view["named"]}
    found = [(seat, card, victims.get(card)) for seat in range(view["seats"]) if (card := top(view, seat))]
    return [(seat, card, victim) for seat, card, victim in found if victim and victim not in played]


def worth(view: dict[str, Any], colour: str) -> int:
    return int(view["supply"][colour] + view["chapel"].count(colour))


def acted(tables: list[Table]) -> dict[str, Any]:
    """What the host sees after the page has acted."""
    before = tables[0].now.step or 0
    tables[0].until(lambda table: (table.now.step or 0) > before)
    together(tables)
    return sight_of(tables).view


def test_LT_1_the_board_draws_the_court_of_the_rules() -> None:
    source = (BOARD / "court.ts").read_text(encoding="utf-8")
    drawn = re.findall(r"^  \['(\w+)', '\w+', \w+(?:, '(\w+)', (\d))?\],$", source, re.MULTILINE)
    crests = [{colour: getattr(one, colour) for colour in COLOURS if getattr(one, colour)} for one in court.CHARACTERS]
    assert [name for name, _, _ in drawn] == [one.name for one in court.CHARACTERS] == list(CARDS[1:])
    assert [{colour: int(number)} if colour else {} for _, colour, number in drawn] == crests
    assert [BACKS[one.back] for one in court.CHARACTERS] == ["light", "dark"] * 10  # what `backOf` says
    assert f"CHAPTERS = {CHAPTERS}\n" in source
    assert f"ROUNDS = {ROUNDS}\n" in source
    assert "THREATS: Record<string, string> = { queen: 'king', king: 'queen' }" in source
    threatening = [one for one in court.CHARACTERS if one.deed == court.THREATEN]
    assert {one.name: one.victims for one in threatening} == {"queen": ("king",), "king": ("queen",)}


def test_LT_5_a_card_is_tapped_read_and_passed_on_and_others_see_that_it_was_chosen_but_not_which(
    arrive: Arrive, reach: Reach
) -> None:
    tables = reach(due("pass_light"))
    card = sight_of(tables).view["hands"][0][0]
    anna, ben = sit_down(arrive, tables), sit_down(arrive, tables, at=1)
    expect(ben.page.get_by_role("region", name="Anna").locator(".chose")).to_have_text("is choosing")
    held(anna, card).click()
    announced = anna.page.locator(".announce")
    expect(announced).to_contain_text(f"{called(card)} {CARDS.index(card)}")
    announced.get_by_role("button", name="Pass on").click()
    expect(hand_of(anna).get_by_text("for Ben")).to_be_visible()
    expect(ben.page.get_by_role("region", name="Anna").locator(".chose")).to_contain_text("has chosen")
    expect(ben.page.get_by_role("region", name="Anna").get_by_role("img", name="to be passed to Ben")).to_be_visible()
    assert called(card) not in ben.page.locator(".table").inner_text()


def test_LT_6_dark_cards_are_passed_to_the_right(arrive: Arrive, reach: Reach) -> None:
    tables = reach(due("pass_dark"))
    card = sight_of(tables).choices[0].values["card"]
    anna = sit_down(arrive, tables)
    expect(anna.page.locator(".question")).to_contain_text("Which dark card do you pass to Dora?")
    held(anna, card).click()
    held(anna, card).click()  # a second tap is a choice
    expect(hand_of(anna).get_by_text("for Dora")).to_be_visible()


def test_LT_7_a_light_card_that_may_not_be_passed_now_is_read_but_not_chosen(arrive: Arrive, reach: Reach) -> None:
    tables = reach(due("pass_dark"))
    card = next(card for card in sight_of(tables).view["hands"][0] if CARDS.index(card) % 2)
    anna = sit_down(arrive, tables)
    held(anna, card).click()
    expect(anna.page.locator(".announce")).to_contain_text(called(card))
    expect(anna.page.locator(".announce button")).to_have_count(0)
    expect(hand_of(anna).locator(".live")).to_have_count(len(sight_of(tables).choices))


def test_LT_11_eliminated_cards_lie_turned_on_their_pile(arrive: Arrive, reach: Reach) -> None:
    def struck(sight: Sight) -> bool:
        return any(laid["eliminated"] for pile in sight.view["piles"][1:] for laid in pile)

    tables = reach(struck, ["strike"])
    view = sight_of(tables).view
    anna = sit_down(arrive, tables)
    for seat, name in enumerate(NAMES):
        pile = view["piles"][seat]
        lying = anna.page.get_by_role("list", name=f"{name}’s pile").get_by_role("listitem")
        expect(lying).to_have_count(len(pile))
        labels = lying.locator("[aria-label]").evaluate_all("all => all.map(one => one.ariaLabel).filter(Boolean)")
        turned = [", eliminated" in label for label in labels]
        assert turned == [laid["eliminated"] for laid in pile]
        assert all(called(laid["card"]) in label for laid, label in zip(pile, labels, strict=True))


def two_victims(guests: list[Guest]) -> tuple[list[Table], int]:
    """Somebody has to choose: murderers are passed to seat 0 and played last there, and victims last by all others."""
    murderers = {one.name: one.victims for one in court.CHARACTERS if one.deed == court.STRIKE}
    victims = {victim for found in murderers.values() for victim in found}

    def liking(seat: int, choice: Choice) -> bool:
        card = choice.values.get("card")
        if choice.key == "action.pass":
            return (card in murderers) is (seat != 0)
        return card not in (victims if seat else murderers)

    for _ in range(2 * MATCHES):
        host = guests[0].open("list_und_tuecke", 4)
        tables = [host, *(guest.join(host.id) for guest in guests[1:])]
        host.until(lambda table: all(seat.name for seat in table.now.seats)).start()
        while not together(tables).over:
            table, sight = next((table, sight) for table in tables for sight in table.to_act())
            seat = tables.index(table)
            if sight.view["due"] == "strike":
                return tables, seat
            table.act(seat, max(sight.choices, key=partial(liking, seat)).action)
    raise AssertionError("nobody ever had to choose")


def test_LT_10_a_murderer_strikes_the_victim_whose_pile_is_tapped(arrive: Arrive, house: House) -> None:
    with ExitStack() as leaving:
        tables, seat = two_victims([leaving.enter_context(house.guest(name)) for name in NAMES])
        victim = tables[seat].now.sights[0].choices[-1].values["card"]
        murderer = sit_down(arrive, tables, at=seat)
        murderer.page.locator(".others").get_by_role("button", name=called(victim)).click()
        told = murderer.page.locator("li, .told", has_text=f"eliminates {called(victim)}")
        expect(told.first).to_be_attached()


def test_LT_12_who_threatens_whom_is_told_and_drawn_as_a_line_or_stands_at_the_pile_on_a_phone(
    arrive: Arrive, reach: Reach
) -> None:
    tables = reach(lambda sight: threats(sight.view) and threats(sight.view)[0][0] != 0, ["name"])
    found = threats(sight_of(tables).view)
    anna = sit_down(arrive, tables)
    anna.page.set_viewport_size({"width": 1440, "height": 900})
    told = anna.page.get_by_role("list", name="Who threatens whom").get_by_role("listitem")
    expect(told).to_have_count(len(found))
    for (seat, card, victim), line in zip(found, told.all_inner_texts(), strict=True):
        assert f"{called(card)} ({NAMES[seat]})" in line
        assert f"{called(victim)} {CARDS.index(victim)}" in line
    lines = anna.page.locator("svg.lines path.line")
    expect(lines.first).to_be_visible()
    assert lines.count() >= len(found)
    anna.page.set_viewport_size({"width": 390, "height": 844})
    expect(lines.first).to_be_hidden()
    marks = anna.page.locator(".laid .threat")
    expect(marks).to_have_count(len(found))
    for _, _, victim in found:
        expect(marks.filter(has_text=called(victim)).first).to_be_visible()


def test_LT_12_of_a_victim_that_has_come_already_no_threat_is_told(arrive: Arrive, reach: Reach) -> None:
    def past(sight: Sight) -> bool:
        tops = {card for seat in range(4) if (card := top(sight.view, seat))}
        return sight.view["due"] == "play" and bool(tops & {"king", "queen"}) and not threats(sight.view)

    anna = sit_down(arrive, reach(past))
    expect(anna.page.get_by_role("list", name="Who threatens whom")).to_have_count(0)
    expect(anna.page.locator(".laid .threat")).to_have_count(0)


def test_LT_12_a_card_that_would_fall_at_once_says_so_in_the_hand_and_in_the_sentence(
    arrive: Arrive, reach: Reach
) -> None:
    def endangered(sight: Sight) -> list[str]:
        view = sight.view
        return [victim for seat, _, victim in threats(view) if seat != 0 and victim in view["hands"][0]]

    tables = reach(lambda sight: sight.view["due"] == "play" and endangered(sight), ["name"])
    card = endangered(sight_of(tables))[0]
    anna = sit_down(arrive, tables)
    answer = anna.page.locator(".answer", has_text=called(card))
    expect(answer).to_contain_text("would be eliminated at once")
    held(anna, card).click()
    expect(anna.page.locator(".announce")).to_contain_text("would be eliminated at once")
    assert sight_of(tables).view["due"] == "play"  # one tap tells, and no more


def test_LT_17_a_card_of_the_middle_is_taken_and_the_one_left_there_stays_known_to_its_giver(
    arrive: Arrive, reach: Reach
) -> None:
    tables = reach(due("middle"))
    view = sight_of(tables).view
    place, left = sight_of(tables).choices[-1].values["place"], view["offered"][0]
    anna = sit_down(arrive, tables)
    anna.page.locator(f'[data-place="middle:{place}"]').get_by_role("button").click()
    got = (set(acted(tables)["hands"][0]) - set(view["hands"][0])).pop()
    expect(held(anna, got)).to_be_visible()
    expect(anna.page.get_by_role("img", name=f"Card {place}: {called(left)}")).to_be_visible()


def test_LT_18_a_character_is_named_among_the_court_and_LT_19_the_rank_stands_on_the_card(
    arrive: Arrive, reach: Reach
) -> None:
    tables = reach(lambda sight: due("name")(sight) and top(sight.view, 0) == "inquisitor")
    rank = sight_of(tables).view["inquisitor_rank"]
    named = sight_of(tables).choices[-1].values["card"]
    anna = sit_down(arrive, tables)
    expect(anna.page.get_by_role("img", name=f"Inquisitor {rank}, open on top")).to_be_visible()
    people = anna.page.locator(".characters")
    people.get_by_role("button", name=f"{called(named)} {CARDS.index(named)}: ").click()
    expect(anna.page.locator("aside ol li", has_text=f"Anna: {called(named)}?").first).to_be_attached()


def test_LT_9_the_saints_token_goes_from_the_supply_that_is_tapped_into_the_chapel(
    arrive: Arrive, reach: Reach
) -> None:
    tables = reach(due("chapel"))
    before = sight_of(tables).view
    colour = sight_of(tables).choices[-1].values["colour"]
    anna = sit_down(arrive, tables)
    anna.page.locator(".supply").get_by_role("button", name=re.compile(f"^{colour}")).click()
    fields = anna.page.locator(".chapel").get_by_role("img", name=colour)
    expect(fields).to_have_count(before["chapel"].count(colour) + 1)


def test_LT_23_everybody_reads_what_tokens_are_worth_and_what_all_have(arrive: Arrive, reach: Reach) -> None:
    tables = reach(lambda sight: sight.view["chapter"] == 3 and any(sight.view["chapel"]))
    view = sight_of(tables).view
    anna = sit_down(arrive, tables)
    for colour in COLOURS:
        row = anna.page.get_by_role("img", name=re.compile(f"^{colour}: {view['supply'][colour]} in the supply"))
        expect(row).to_have_accessible_name(re.compile(f"each token counts {worth(view, colour)} now$"))
    for seat, name in enumerate(NAMES):
        tokens = view["tokens"][seat]
        total = sum(tokens[colour] * worth(view, colour) for colour in COLOURS) + view["points"][seat]
        won = anna.page.get_by_role("region", name=name, exact=True).locator(".holdings")
        expect(won).to_have_accessible_name(re.compile(f"worth right now: {total}$"))
        expect(won.locator(".total")).to_have_text(f"= {total}")
        starts = "has the start-player card" in (won.get_attribute("aria-label") or "")  # LT.8
        assert starts is (view["start_player"] == seat)


@pytest.mark.parametrize("aid", [True, False])
def test_LT_6_what_one_has_passed_on_stays_open_for_those_who_want_it(
    arrive: Arrive, reach: Reach, *, aid: bool
) -> None:
    def known_to_anna(sight: Sight) -> list[str]:
        return [card for card in sight.view["hands"][1] if card != "?"]

    tables = reach(lambda sight: sight.view["due"] == "play" and known_to_anna(sight), memory_aid=aid)
    passed = known_to_anna(sight_of(tables))
    anna = sit_down(arrive, tables)
    known = anna.page.get_by_role("list", name="Ben’s hand").get_by_role("img", name=re.compile("you have seen it"))
    expect(known).to_have_count(len(passed) if aid else 0)
    expect(anna.page.locator(".characters")).to_have_count(1 if aid else 0)


def test_the_first_match_points_at_what_it_speaks_of(arrive: Arrive) -> None:
    anna = arrive(hints=True, viewport={"width": 1440, "height": 900})
    anna.open_box(GAME, 3)
    anna.play_bots()
    hint = anna.page.locator(".hint-box")
    for word, at in (("tokens in three colours", ".own .holdings"), ("pass the other to the left", ".holding ul")):
        expect(hint).to_contain_text(word)
        ring, target = anna.page.locator(".ring"), anna.page.locator(f".felt {at}")
        expect(ring).to_be_visible()
        anna.page.wait_for_function(
            """([ring, target]) => {
                const [outer, inner] = [ring, target].map((one) => document.querySelector(one)?.getBoundingClientRect())
                return outer && inner && outer.left < inner.left && outer.right > inner.right && outer.top < inner.top
            }""",
            arg=[".ring", f".felt {at}"],
        )
        assert target.count() == 1
        hint.get_by_role("button").nth(1).click()
