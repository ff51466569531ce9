"""What was acknowledged outlasts a power cut; and the test that says so would notice if it did not."""

from bench.power_cuts import Found, cuts


def after(number: int, synchronous: str) -> Found:
    *_, found = cuts(number, synchronous, seed=7)
    return found


def test_no_acknowledged_move_is_lost_in_a_power_cut() -> None:
    found = after(50, "FULL")
    assert (found.cuts, found.lost, found.unreadable) == (50, 0, 0), found.notes
    assert found.moves > 1000


def test_a_log_that_is_not_synced_at_every_commit_loses_moves() -> None:
    assert after(5, "NORMAL").lost > 0
