"""Rules of thumb, seen at work: wake, steal, defend, and never hand the cat to the dog."""

from typing import Any

import numpy as np
import pytest

from herzdame.bots.ladder import Bot
from herzdame.kernel import verbs
from herzdame.kernel.compile import compiled_apart
from herzdame.kernel.scene import WATCHERS

from . import GAME
from .scene import Scene, scene


def choices(table: Scene) -> set[str]:
    """What greedy may choose here, over its ties."""
    bot = Bot(GAME, "greedy", WATCHERS[table.acting], seed=1)
    return {table.lettered(bot.choose(bot.given(table.tables))) for _ in range(60)}


def test_it_wakes_the_best_queen_it_remembers() -> None:
    table = scene("A*: king\nB: 1\nasleep: heart! cake! moon!").play("king")
    assert choices(table) == {"wake 4"}


def test_it_prefers_the_unknown_to_a_small_one() -> None:
    table = scene("A*: king\nB: 1\nasleep: cake!").play("king")
    assert "wake 1" not in choices(table)
    assert len(choices(table)) == 11


def test_it_never_wakes_the_dog_beside_the_cat_if_it_can_help_it() -> None:
    table = scene("A*: jester 2 4 6 9 | cat\nB: 1\nasleep: dog!\ndeck: 1").play("jester")
    assert "wake 3" not in choices(table)
    last = scene("""
        A*: jester     | cat
        B:  1          | heart cake starfish
        C:  2          | moon ladybug rainbow
        D:  3          | pancake peacock sunflower
        E:  4          | rose
        asleep: dog!
        deck: 1
    """).play("jester")
    assert choices(last) == {"decline"}


def test_it_takes_the_victory_where_it_is_to_be_had() -> None:
    king = scene("A*: king knight 1 2 3 | cake rainbow moon peacock\nB: 4 | heart")
    assert choices(king) == {"king"}
    points = scene("A*: king | heart cat moon\nB: 1\nasleep: cake! rainbow! starfish!").play("king")
    assert choices(points) == {"wake 1", "wake 9", "wake 11"}
    knight = scene("A*: knight | heart cat cake\nB: 1 | pancake moon rainbow").play("knight")
    assert choices(knight) <= {"rob pancake", "rob moon"}


@pytest.mark.parametrize(("weapon", "defence"), [("knight", "dragon"), ("potion", "wand")])
def test_it_defends_its_queens(weapon: str, defence: str) -> None:
    table = scene(f"A*: {weapon}\nB: {defence} | moon").play(weapon)
    assert choices(table) == {defence}


def test_it_strikes_at_the_one_who_is_ahead() -> None:
    table = scene("A*: potion\nB: 1 | moon\nC: 2 | peacock heart cake").play("potion")
    assert choices(table) == {"lull heart"}


def test_it_gets_rid_of_as_many_numbers_as_it_can() -> None:
    assert choices(scene("A*: 1 2 3 4 10\nB: 5")) == {"discard 1 2 3 4 10"}
    assert choices(scene("A*: 9 9 2 4 dragon\nB: 5")) == {"discard 9 9"}


def test_it_keeps_what_defends() -> None:
    assert choices(scene("A*: knight potion dragon wand wand\nB: 5")) == {"discard potion"}


# --- When the turn has come round -------------------------------------------------------------------


def outlook(table: Scene) -> list[float] | None:
    """The chances of the seats, where they can be told."""
    found, out = table.tables.copy(), np.zeros(5)
    return [float(chance) for chance in out[: len(table.seats)]] if told(found, out) else None


@compiled_apart
def told(tables: Any, out: Any) -> bool:
    return verbs.outlook(tables[0], out)


def test_the_outlook_is_told_where_the_turn_of_the_first_one_begins() -> None:
    table = scene("A*: 1 2 4 7 jester\nB: 1 2 4 7 8\nC: 2\ndeck: knight")
    chances = outlook(table)
    assert chances
    assert sum(chances) == pytest.approx(1)
    assert outlook(table.play("jester")) is None
    assert outlook(table.play("discard 1")) is None
    assert outlook(table.play("discard 1", "discard 2", "discard 2"))


@pytest.mark.parametrize("better", ["A*: king\nB: 1 | moon", "A*: knight\nB: 1 | moon", "A*: 2\nB: 1 | moon heart"])
def test_the_outlook_is_better_with_more_queens_and_better_cards(better: str) -> None:
    """Ben has the better chances, and Anna's are the better, the more she has in hand and the less he has."""
    plain, other = outlook(scene("A*: 2\nB: 1 | moon")), outlook(scene(better))
    assert plain
    assert other
    assert plain[1] > plain[0]
    assert (other[0] < plain[0]) if "heart" in better else (other[0] > plain[0])
