"""What scenes of every game have in common, at the table of envelopes."""

from typing import ClassVar

import pytest

from herzdame.kernel.errors import Refused
from herzdame.kernel.scene import Scene, misdrawn, opening, reveal
from tests.toy import GAME


class Envelopes(Scene):
    GAME: ClassVar = GAME
    SEATS_AS_PARAMS: ClassVar[tuple[str, ...]] = ("seat", "target")


def test_several_act_and_each_says_who() -> None:
    table = opening(Envelopes, 3, {})
    assert (table.seats, table.acting, table.legal(who="B")) == ("ABC", "A B C", ["pass low", "pass high"])
    after = table.play("B: pass low", "A: pass high")
    assert (after.acting, after.events, after.over) == ("C", ["chose"], False)
    with pytest.raises(Refused, match=r"It is up to 'A C'; say who does 'pass low', such as 'A: pass low'"):
        table.play("B: pass low", "pass low")
    with pytest.raises(Refused, match=r"A cannot do 'peek', only: pass low, pass high"):
        table.play("A: peek")


def test_chance_falls_when_it_is_due() -> None:
    table = opening(Envelopes, 2, {"lead": "1"})
    with pytest.raises(Refused, match="No chance is due"):
        table.chance()
    passed = table.play("A: pass low", "B: pass low")
    with pytest.raises(Refused, match="Nobody can act"):
        passed.play("peek")
    rolled = passed.chance(seed=4)
    assert (rolled.acting, rolled.events[-1]) == ("B", "rolled")
    over = rolled.play("decline")
    assert (over.over, over.ending, sum(over.scores), len(over.census.split())) == (True, "counted", 1.0, 9)


def test_each_is_told_its_own_part() -> None:
    rolled = opening(Envelopes, 2, {"lead": "1"}).play("A: pass low", "B: pass low").chance()
    peeked = rolled.play("peek")
    card = peeked.event("peeked").secret["card"]
    assert peeked.told("B")[0] == f"peeked B A {card}"
    assert peeked.told("spectator")[0] == "peeked B A"
    assert peeked.view("B")["hands"][0].count("?") == peeked.view("spectator")["hands"][0].count("?") - 2


def test_seats_are_letters() -> None:
    assert Envelopes.numbered("give B 3") == "give 1 3"
    assert Envelopes.lettered(0) == "pass low"
    assert Envelopes.param("seat", [0, 2]) == "A,C"


def test_what_is_drawn_can_be_known_and_wrong() -> None:
    table = opening(Envelopes, 2, {})
    reveal(table.tables[0], 3, 0)
    assert "?" not in table.view("A")["hands"][1][:1]
    assert str(misdrawn("no cards")) == "The scene is misdrawn: no cards."
