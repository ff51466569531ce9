"""A page says what its record says."""

from typing import Any

import numpy as np
import pytest

from herzdame.kernel.match import Match
from herzdame.kernel.page import copied, page
from herzdame.kernel.seeds import Fast
from tests.gallery import GAMES


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_page_says_of_every_field_what_the_record_says(game: Any) -> None:
    for seats in game.seats:
        match = Match(game, seats, {}, Fast(seats))
        while not match.over:
            match.act(match.acting[0], match.actions(match.acting[0])[-1])
            found = page(match.tables)
            for name in match.tables.dtype.names:
                assert np.array_equal(getattr(found, name), match.table[name]), name
            assert found.record.tobytes() == match.table.tobytes()


def test_a_page_takes_numbers_of_every_width_and_in_rows() -> None:
    record = np.dtype([("deep", "u8"), ("wide", "i4", (2,)), ("rows", "i2", (2, 2, 1)), ("low", "i1"), ("on", "?")])
    table = np.zeros(1, record)
    table[0] = (2**64 - 1, (-1, 7), (((1,), (2,)), ((3,), (-4,))), -128, True)
    found = page(table)
    assert (found.deep, found.wide, found.low, found.on) == (2**64 - 1, (-1, 7), -128, True)
    assert found.rows == (((1,), (2,)), ((3,), (-4,)))
    assert page(found) is found
    assert page(table[0]) == found


def test_a_copied_table_goes_its_own_way() -> None:
    table = np.zeros(1, np.dtype([("step", "i4")]))
    other = copied(table)
    other[0]["step"] = 1
    assert (table[0]["step"], other[0]["step"]) == (0, 1)
