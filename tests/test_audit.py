"""The audit of random matches notices what it is there for: tables broken by hand."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from herzdame.bots import audit
from herzdame.kernel import run
from herzdame.kernel.seeds import fast_generator
from tests.toy import GAME, rules


def broken(how: Callable[[Any], None]) -> int:
    """What the audit says to a freshly dealt table after this was done to it."""
    table, (out, _) = GAME.new(3), GAME.room()
    while not table[0].acting:
        run.chance(table, 0, fast_generator(1, 1))
    how(table[0])
    return int(audit.fault(table[0], rules.BOX, GAME.longest, out, np.zeros(rules.BOX.size, np.int64)))


def set_to(field: str, slot: int, value: int) -> Callable[[Any], None]:
    def change(s: Any) -> None:
        s[field][slot] = value

    return change


@pytest.mark.parametrize(
    ("how", "found"),
    [
        (lambda s: None, audit.FINE),
        (set_to("card", 0, 0), audit.LOST_CARD),
        (set_to("card", rules.PASSED, 9), audit.LOST_CARD),
        (set_to("witnessed", 0, 0b111), audit.LOOSE_KNOWLEDGE),
        (set_to("shown", rules.PASSED, 1), audit.LOOSE_KNOWLEDGE),
        (set_to("barred", rules.PASSED, 1), audit.LOOSE_KNOWLEDGE),
        (lambda s: s.__setattr__("step", GAME.longest + 1), audit.ENDLESS),
    ],
)
def test_a_broken_table_is_noticed(how: Callable[[Any], None], found: int) -> None:
    assert broken(how) == found


def test_actions_out_of_order_or_missing_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def legal(actions: list[int]) -> Callable[..., int]:
        def legal(s: Any, seat: int, out: Any) -> int:
            out[: len(actions)] = actions
            return len(actions)

        return legal

    plain = getattr(audit.fault, "py_func", audit.fault)
    for actions, found in (([1, 0], audit.UNSORTED_ACTIONS), ([0, 0], audit.UNSORTED_ACTIONS), ([], audit.NO_ACTION)):
        monkeypatch.setitem(plain.__globals__, "legal", legal(actions))
        monkeypatch.setitem(plain.__globals__, "card_lost", lambda *_: False)
        table, (out, _) = GAME.new(2), GAME.room()
        table[0].acting = 0b11
        assert plain(table[0], rules.BOX, GAME.longest, out, np.zeros(rules.BOX.size, np.int64)) == found


def test_the_match_that_broke_is_named() -> None:
    assert audit.audit(GAME, 2, {}, 50) == "fine"
    hasty = replace(GAME, longest=3)
    assert audit.audit(hasty, 2, {}, 50) == "match 0 of run 0: the match is longer than the game allows"
