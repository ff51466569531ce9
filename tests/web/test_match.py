"""Whole matches, played through the page alone."""

import random

import pytest

from tests.web.conftest import Arrive


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_stranger_plays_a_whole_match_against_bots_from_the_first_page(arrive: Arrive, seats: int) -> None:
    anna = arrive()
    anna.open_box("love_letter", "?edition=hearts", seats)
    anna.play_bots()
    anna.play_on(random.Random(seats))
    assert anna.page.locator("section.over h2").inner_text()
    assert anna.page.locator(".plate").count() == seats


@pytest.mark.parametrize("seats", [2, 3])
def test_a_game_without_a_board_of_its_own_is_played_on_the_plain_one(arrive: Arrive, seats: int) -> None:
    anna = arrive()
    anna.open_box("toy", "", seats)
    anna.play_bots()
    anna.play_on(random.Random(seats))
    assert anna.page.locator("section.over h2").inner_text()
