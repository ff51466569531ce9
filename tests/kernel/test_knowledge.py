"""What a seat may see, drawn by hand on a small table."""

from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from herzdame.kernel import knowledge, run, verbs
from herzdame.kernel.compile import COMPILED
from herzdame.kernel.match import read_knowledge, read_slots, seats_in
from herzdame.kernel.seats import EVERYBODY
from herzdame.kernel.seeds import fast_generator
from tests.toy import GAME, rules
from tests.toy.words import CARDS

LIGHT, DARK = -1, -2  # what a view shows of an unseen card


def table(cards: dict[int, int], shown: dict[int, int] | None = None, barred: dict[int, int] | None = None) -> Any:
    """A table with these cards in these slots; `shown` gives masks of seats, witnessed by all."""
    found = GAME.new(3)
    for slot, card in cards.items():
        found[0].card[slot] = card
    for slot, mask in (shown or {}).items():
        found[0].shown[slot] = found[0].witnessed[slot] = mask
    for slot, mask in (barred or {}).items():
        found[0].barred[slot] = mask
    return found


def seen(found: Any, seat: int) -> list[int]:
    other = found.copy()
    run.view(other, 0, seat)
    return [int(card) for card in other[0].card[:4]]


def test_a_view_shows_what_was_shown_and_the_backs_of_the_rest() -> None:
    found = table({0: 3, 1: 7, 2: 5}, shown={0: 0b1, 1: 0b10, 2: 1 << EVERYBODY})
    assert seen(found, 0) == [3, DARK, 5, 0]
    assert seen(found, 1) == [LIGHT, 7, 5, 0]
    assert seen(found, EVERYBODY) == [LIGHT, DARK, 5, 0]


def test_a_view_does_not_tell_who_else_knows_unless_all_saw_it() -> None:
    found = table({0: 3, 1: 4}, shown={0: 0b1, 1: 0b1})
    found[0].shown[0] |= 0b10  # seat 1 knows, and nobody can tell
    for seat, masks in ((0, [0b1, 0b1]), (1, [0b11, 0b1]), (2, [0b1, 0b1])):
        other = found.copy()
        run.view(other, 0, seat)
        assert other[0].shown[:2].tolist() == masks


def test_redeal_keeps_kinds_of_back_apart() -> None:
    found, (_, room) = table({0: 1, 1: 7, 2: 2, 3: 8}, shown={0: 0b1}), GAME.room()
    worlds = set()
    for number in range(100):
        other = found.copy()
        run.redeal(other, 0, 0, fast_generator(number, 0), room)
        worlds.add(tuple(other[0].card[:4].tolist()))
    assert worlds == {(1, 7, 2, 8), (1, 8, 2, 7)}


def test_redeal_spares_no_world_that_is_hard_to_find() -> None:
    """Two slots that only one card each can fill, one of them claimed by both at first."""
    barred = {0: ~(1 << 0) & 0x1FF, 1: ~(0b11) & 0x1FF}  # slot 0 can only hold 1; slot 1 only 1 or 2
    found, (_, room) = table({0: 1, 1: 2, 2: 3, 3: 4}, barred=barred), GAME.room()
    worlds = set()
    for number in range(200 if COMPILED else 60):
        other = found.copy()
        run.redeal(other, 0, 0, fast_generator(number, 1), room)
        worlds.add(tuple(other[0].card[:4].tolist()))
    assert worlds == {(1, 2, 3, 4), (1, 2, 4, 3)}


def test_redeal_is_fair_where_slots_compete_for_cards() -> None:
    """Slot 0 can hold 1 or 2, slot 1 also 3: picking for one after the other would favour two of the worlds."""
    barred = {0: ~0b11 & 0x1FF, 1: ~0b111 & 0x1FF}
    found, (_, room) = table({0: 1, 1: 2, 2: 3, 3: 4}, barred=barred), GAME.room()
    draws, rng = (8000 if COMPILED else 1600), fast_generator(3, 3)
    worlds = Counter[tuple[int, int]]()
    for _ in range(draws):
        other = found.copy()
        run.redeal(other, 0, 0, rng, room)
        worlds[(int(other[0].card[0]), int(other[0].card[1]))] += 1
    assert set(worlds) == {(1, 2), (2, 1), (1, 3), (2, 3)}
    assert sum((times - draws / 4) ** 2 / (draws / 4) for times in worlds.values()) < 25


def test_redeal_is_quick_where_open_knowledge_binds_every_card() -> None:
    """Two batches of three: picks that could run into each other would fail four times out of five."""
    batches = {slot: (0b111000 if slot < 3 else 0b000111) for slot in range(6)}
    found, (_, room) = table({slot: slot + 1 for slot in range(6)}, barred=batches), GAME.room()
    draws, rng = (3600 if COMPILED else 720), fast_generator(4, 4)
    for slot in range(6):
        room[slot] = slot
    assert all(knowledge.deal_bound(found[0], room, 0, 6, rng) for _ in range(100))
    worlds = Counter[tuple[int, ...]]()
    for _ in range(draws):
        other = found.copy()
        run.redeal(other, 0, 0, rng, room)
        worlds[tuple(other[0].card[:6].tolist())] += 1
    assert len(worlds) == 36
    assert all({*world[:3]} == {1, 2, 3} for world in worlds)
    assert sum((times - draws / 36) ** 2 / (draws / 36) for times in worlds.values()) < 80


HEAP = rules.REST
# Cards of a heap with who has seen them, of whom that is known, and what each is known not to be.
HEAPED = [
    (3, 0b1, 0b1, 0),
    (5, 0, 0, 0),
    (2, 0b10, 0b10, 0),
    (7, 0, 0, 0),
    (4, 0b10, 0, 0),
    (1, 0, 0, 0b100),
    (3, 0b1, 0, 0),
]


ORDERS = [*permutations(range(len(HEAPED)))][:: 7 if COMPILED else 131]


def heap(order: tuple[int, ...], gap: int = 0) -> Any:
    """These cards of the heap, in this order, some of its places left empty."""
    found = GAME.new(3)
    for slot, at in enumerate(order, HEAP + gap):
        s = found[0]
        s.card[slot], s.shown[slot], s.witnessed[slot], s.barred[slot] = HEAPED[at]
    return found


@pytest.mark.parametrize("reader", [0, 1, 2, EVERYBODY])
def test_where_a_card_lies_in_a_hand_without_an_order_tells_nothing(reader: int) -> None:
    _, room = GAME.room()
    views, worlds = set(), set()
    for order in ORDERS:
        for found in (heap(order), heap(order, gap=2)):
            seen, world = found.copy(), found.copy()
            run.view(seen, 0, reader)
            run.redeal(world, 0, reader, fast_generator(5, 5), room)
            run.view(world, 0, reader)
            views.add(seen.tobytes())
            worlds.add(world.tobytes())
    assert len(views) == 1
    assert worlds == views


def test_the_world_dealt_anew_depends_on_nothing_but_what_is_seen() -> None:
    _, room = GAME.room()
    worlds = set()
    for order in ORDERS:
        world = heap(order)
        run.redeal(world, 0, 0, fast_generator(6, 6), room)
        worlds.add(world.tobytes())
    assert len(worlds) == 1


def test_how_many_cards_a_seat_has_not_been_shown() -> None:
    found = table({0: 3, 1: 7, 2: 5}, shown={0: 0b101, 1: 1 << EVERYBODY}, barred={0: 0b10})
    assert [run.unseen(found, 0, reader) for reader in (0, 1, EVERYBODY)] == [1, 2, 2]


def test_cards_and_knowledge_by_name() -> None:
    found = table({0: 3, 1: 7}, shown={0: 0b101, 1: 1 << EVERYBODY}, barred={0: 0b10})
    assert read_slots(found[0], range(3), CARDS) == ["light3", "dark1"]
    assert read_knowledge(found[0], range(3), CARDS[1:]) == [
        {"seen": [0, 2], "witnessed": [0, 2], "not": ["light2"]},
        {"seen": "all", "witnessed": "all", "not": []},
    ]
    assert seats_in(0) == []


@pytest.mark.skipif(COMPILED, reason="compiled code goes this way by itself, at compile time")
def test_compiled_verbs_are_those_of_the_rules() -> None:
    import numba

    record = numba.from_dtype(rules.TABLE)
    played, direct = GAME.new(2), GAME.new(2)
    out, counts, scores = np.zeros(4, np.int16), np.zeros(10, np.int64), np.zeros(2)
    verbs._chance(record, None)(played[0], fast_generator(1, 1))
    verbs.chance(direct[0], fast_generator(1, 1))
    assert played.tobytes() == direct.tobytes()
    assert verbs._legal(record, None, None)(played[0], 0, out) == verbs.legal(direct[0], 0, out) == 2
    assert verbs._legal(record, None, None)(played[0], 2, out) == verbs.legal(direct[0], 2, out) == 0
    verbs._apply(record, None, None)(played[0], 0, 1)
    verbs.apply(direct[0], 0, 1)
    assert played.tobytes() == direct.tobytes()
    verbs._census(record, None)(played[0], counts)
    assert counts.tolist() == rules.BOX.tolist()
    verbs._score(record, None)(played[0], scores)
    assert scores.sum() == 1
    assert verbs._back(record, None)(played[0], 7) == verbs.back(direct[0], 7) == 1
    assert verbs._kind_of(record, None)(played[0], 3) == verbs.kind_of(direct[0], 3) == 0b100
    assert verbs._hand_of(record, None)(played[0], 12) == verbs.hand_of(direct[0], 12) == 1
    assert verbs._worth(record, None, None)(played[0], 0, 2) == verbs.worth(direct[0], 0, 2) == 1.0
    assert verbs._outlook(record, None)(played[0], scores) is verbs.outlook(direct[0], scores) is False
