"""The board of Heart Wishes: what a player taps and reads."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from herzdame.games.heart_wishes import WISHES_A_STONE, board, track
from herzdame.server.protocol import Choice, Sight
from tests.server.serving import House
from tests.web.conftest import Arrive
from tests.web.reaching import Reach, offers, reaching, sight_of, sit_down, together
from tests.web.test_access import THEMES, axe
from tests.web.test_types import SOURCES

# Writes down through how many points the figure is moved.
RECORD = """() => {
  const figure = document.querySelector('.figure')
  const animate = figure.animate.bind(figure)
  window.hops = []
  figure.animate = (points, ...rest) => (window.hops.push(points.length), animate(points, ...rest))
}"""
# Is the ring around this? It breathes: its middle and its upper edge hardly move.
ROUND = """(what) => {
  const [ring, inside] = ['.ring', what].map((one) => document.querySelector(one)?.getBoundingClientRect())
  const middle = ({ x, width }) => x + width / 2
  return ring && Math.abs(middle(ring) - middle(inside)) < 4 && Math.abs(ring.y - inside.y) < 16
}"""
PHONE = {"width": 390, "height": 844}
LAYING = ("lay", "pay")  # players who prefer these get on


@pytest.fixture
def reach(house: House) -> Iterator[Reach]:
    with reaching(house, "heart_wishes") as reach:
        yield reach


def names(tables: Any) -> dict[str, str]:
    """Every wish by what it is called."""
    texts = tables[0].guest.ask("GET", "/api/games/heart_wishes/texts/en")
    return {field: texts[f"card.{field}.name"] for field in track.FIELDS}


def fields_ahead(view: dict[str, Any], field: str) -> int:
    return (track.FIELDS.index(field) - track.FIELDS.index(view["figure"])) % len(track.FIELDS)


def far(steps: int) -> str:
    """How the board says it."""
    return {0: "here", len(track.FIELDS) - 1: "1 back"}.get(steps, f"{steps} ahead")


def two_colours(sight: Sight) -> bool:
    return len(offers(sight, "action.move")) > 1


def test_HW_1_the_board_draws_the_track_of_the_rules() -> None:
    source = (SOURCES / "games" / "heart_wishes" / "court.ts").read_text(encoding="utf-8")
    for name, parts in (("GROUNDS", track.GROUNDS), ("COLOURS", track.COLOURS)):
        assert f"export const {name} = {list(parts)}\n" in source
    assert f"WISHES_A_STONE = {WISHES_A_STONE}\n" in source


def test_HW_1_every_wish_in_hand_has_a_flag_that_says_how_far_it_is(arrive: Arrive, reach: Reach) -> None:
    def one_behind(sight: Sight) -> bool:
        return any(far(fields_ahead(sight.view, wish)) == "1 back" for wish in sight.view["hands"][0])

    tables = reach(one_behind)
    view, called = sight_of(tables).view, names(tables)
    anna = sit_down(arrive, tables)
    steps = {wish: far(fields_ahead(view, wish)) for wish in view["hands"][0]}
    marked = anna.page.get_by_role("list", name="The track").get_by_label(re.compile("your wish"))
    expect(marked).to_have_count(len(steps))
    for wish, away in steps.items():
        label = anna.page.locator(f'[data-place="field:{wish}"]').get_attribute("aria-label") or ""
        assert f"{called[wish]}, field {track.FIELDS.index(wish) + 1}" in label
        assert f"your wish, {away}" in label
    hand = anna.page.get_by_role("list", name="Your wishes").get_by_role("button").all_inner_texts()
    ahead = sorted(steps, key=lambda wish: (fields_ahead(view, wish) + 1) % len(track.FIELDS))
    for text, wish in zip(hand, ahead, strict=True):
        assert called[wish] in text
        assert steps[wish] in text


@pytest.mark.parametrize("standing_on_it", [False, True])
def test_HW_11_the_figure_goes_to_the_lit_heart_that_is_tapped(
    arrive: Arrive, reach: Reach, standing_on_it: bool
) -> None:
    def wanted(sight: Sight) -> list[Choice]:
        below = (sight.view["figure"] or "").split("-")[0]
        moves = offers(sight, "action.move")
        return [move for move in moves[:2] if len(moves) > 1 and (move.values["colour"] == below) is standing_on_it]

    tables = reach(wanted)
    choice = wanted(sight_of(tables))[0]
    anna = sit_down(arrive, tables)
    lit = anna.page.get_by_role("button", name=re.compile("the figure can go here"))
    expect(lit).to_have_count(2)
    goal = lit.and_(anna.page.locator(f'[data-place^="field:{choice.values["colour"]}-"]'))
    place = goal.get_attribute("data-place") or ""
    goal.click()
    tables[0].until(lambda table: table.now.sights[0].view["phase"] != "dice")
    assert place == f"field:{sight_of(tables).view['figure']}"


def test_HW_7_a_leap_goes_to_any_of_the_six_hearts(arrive: Arrive, reach: Reach) -> None:
    tables = reach(lambda sight: offers(sight, "action.leap"))
    sight = sight_of(tables)
    leaps = {choice.values["field"] for choice in offers(sight, "action.leap")}
    anna = sit_down(arrive, tables)
    lit = anna.page.get_by_role("button", name=re.compile("the figure can go here"))
    expect(lit).to_have_count(len(leaps))
    farthest = max(leaps, key=lambda field: fields_ahead(sight.view, field) % (len(track.FIELDS) - 1))
    anna.page.locator(f'button[data-place="field:{farthest}"]').click()
    tables[0].until(lambda table: table.now.sights[0].view["figure"] == farthest)
    assert sight_of(tables).view["blood"] == sight.view["blood"]


def test_HW_12_two_wishes_are_chosen_and_laid_together(arrive: Arrive, reach: Reach) -> None:
    tables = reach(lambda sight: offers(sight, "action.lay_and_pay") + offers(sight, "action.pay_both"), seats=3)
    view, called = sight_of(tables).view, names(tables)
    both = (offers(sight_of(tables), "action.lay_and_pay") + offers(sight_of(tables), "action.pay_both"))[0]
    free = [both.values["wish"]] if "wish" in both.values else []
    wishes = [*free, *both.values["paid"]]
    anna = sit_down(arrive, tables)
    hand = anna.page.get_by_role("list", name="Your wishes")
    hand.get_by_role("button", name=re.compile(called[wishes[0]])).click()
    anna.page.locator(f'[data-place="field:{wishes[1]}"]').click()
    expect(hand.locator("[aria-pressed=true]")).to_have_count(2)
    said = anna.page.locator(".fulfil")
    assert all(called[wish] in said.inner_text() for wish in wishes)
    assert f"({len(both.values['paid'])} heart-blood)" in said.inner_text()
    said.get_by_role("button", name="Fulfil").click()
    tables[0].until(lambda table: table.now.acting != [0, 1, 2] and 0 not in table.now.acting)
    now = sight_of(tables).view
    done = now["decided"][0] if now["decided"][0] is not None else [*now["laid"][0], *now["discard_pile"]]
    assert set(wishes) <= set(done)
    assert view["decided"][0] is None


def test_HW_12_others_see_that_somebody_has_chosen_but_not_what(arrive: Arrive, reach: Reach) -> None:
    def asked(sight: Sight) -> bool:
        fresh = sight.view["phase"] == "fulfilling" and not any(sight.view["decided"])
        return fresh and bool(offers(sight, "action.lay"))

    tables = reach(asked, seats=3)
    choice = offers(sight_of(tables), "action.lay")[0]
    called = names(tables)[choice.values["wish"]]
    tables[0].act(0, choice.action)
    together(tables)
    anna, ben = (sit_down(arrive, tables, at) for at in (0, 1))
    expect(anna.page.locator('[data-place="seat:0"] .chosen')).to_have_text(re.compile(f"chosen: {called}"))
    expect(ben.page.locator('[data-place="seat:0"] .chosen')).to_have_text(re.compile("has chosen"))
    expect(ben.page.locator('[data-place="seat:2"] .choosing')).to_have_text(re.compile("choosing"))
    assert called not in ben.page.locator('[data-place="seat:0"]').inner_text()


def test_HW_12_a_wish_that_cannot_be_paid_says_why(arrive: Arrive, reach: Reach) -> None:
    def near(sight: Sight) -> list[str]:
        poor = sight.view["phase"] == "fulfilling" and sight.view["blood"][0] == 0
        beside = (1, len(track.FIELDS) - 1)
        return [wish for wish in sight.view["hands"][0] if poor and fields_ahead(sight.view, wish) in beside]

    tables = reach(near, ["pay", "lay", "throb", "move"])
    wish = near(sight_of(tables))[0]
    anna = sit_down(arrive, tables)
    why = anna.page.locator(".blocked", has_text=names(tables)[wish])
    expect(why).to_contain_text("no heart-blood to pay with HW.12")
    expect(anna.page.locator(f'button[data-place="field:{wish}"]')).to_have_count(0)
    why.press("Enter")  # it is no use, but tells where the rulebook says so
    expect(anna.page.locator("h3.here")).to_contain_text("HW.12")


def test_HW_15_the_discards_tell_where_all_wishes_are_and_what_a_shuffle_gave_away(
    arrive: Arrive, reach: Reach
) -> None:
    tables = reach(lambda sight: sight.view["shuffles"] and sight.view["discard_pile"], LAYING)
    view, called = sight_of(tables).view, names(tables)
    anna = sit_down(arrive, tables)
    anna.page.get_by_role("button", name=re.compile("Where all wishes are")).click()
    dialog = anna.page.get_by_role("dialog")
    expect(dialog.get_by_role("listitem")).to_have_count(len(track.FIELDS))
    expect(dialog.get_by_role("listitem").filter(has_text="discarded")).to_have_count(len(view["discard_pile"]))
    unseen = board.not_seen(view)
    expect(dialog).to_contain_text(f"Not seen yet: {len(unseen)}")
    for since in sorted(set(view["since"][1])):
        among = [called[wish] for wish in board.from_origin(view, since, unseen)]
        cards = view["since"][1].count(since)
        expect(dialog).to_contain_text(f"Ben: {cards} of these {len(among)}: {', '.join(among)}")
    anna.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_HW_19_fulfilled_wishes_lie_face_down_where_hands_lie_open(arrive: Arrive, reach: Reach) -> None:
    tables = reach(lambda sight: sight.view["laid"][1], LAYING, options={"open_hands": "yes"})
    view, called = sight_of(tables).view, names(tables)
    anna = sit_down(arrive, tables)
    laid = anna.page.locator('[data-place="front:1"]')
    expect(laid.get_by_label("face down")).to_have_count(len(view["laid"][1]))
    hand = anna.page.locator('[data-place="hand:1"]').get_attribute("aria-label") or ""
    assert all(called[wish] in hand for wish in view["hands"][1])


def test_HW_4_the_figure_hops_over_every_field_on_its_way(arrive: Arrive, reach: Reach) -> None:
    tables = reach(two_colours)
    view = sight_of(tables).view
    anna = sit_down(arrive, tables, reduced_motion="no-preference")
    anna.page.evaluate(RECORD)
    lit = anna.page.get_by_role("button", name=re.compile("the figure can go here")).first
    goal = (lit.get_attribute("data-place") or "").removeprefix("field:")
    lit.click()
    steps = fields_ahead(view, goal)
    anna.page.wait_for_function("() => window.hops.length")
    assert anna.page.evaluate("window.hops[0]") == 2 * steps + 1  # from each field up into the air, and the last one


@THEMES
def test_axe_finds_nothing_while_wishes_are_chosen_and_counted(arrive: Arrive, reach: Reach, theme: str) -> None:
    tables = reach(lambda sight: offers(sight, "action.lay"), LAYING, seats=4)
    anna = sit_down(arrive, tables, at=0, color_scheme=theme, viewport=PHONE)
    anna.page.get_by_role("list", name="Your wishes").get_by_role("button").first.click()
    axe(anna)
    anna.page.get_by_role("button", name=re.compile("Where all wishes are")).click()
    axe(anna)


def test_the_first_match_points_at_wishes_and_figure(arrive: Arrive, reach: Reach) -> None:
    tables = reach(lambda sight: sight.view["turn"] == 1)
    anna = sit_down(arrive, tables, hints=True)
    hint = anna.page.get_by_label("Hint for the first match")
    for said, pointed in (("These are your wishes", '[data-place="hand:0"]'), ("There is one figure", ".figure")):
        expect(hint).to_contain_text(said)
        anna.page.wait_for_function(ROUND, arg=pointed)
        hint.get_by_role("button", name="Understood").click()
    expect(hint).to_contain_text("To hop")
