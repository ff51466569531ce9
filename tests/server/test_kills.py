"""A process that is killed in the middle of everything: what its clients know fits one order."""

from pathlib import Path

import pytest

from bench.kills import kills
from herzdame.server.store.engine import sqlite_url
from tests.server.conftest import KINDS
from tests.server.serving import House


@pytest.mark.parametrize("kind", KINDS)
def test_after_kill_9_every_client_s_history_fits_one_order(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    (tmp_path / "data").mkdir()
    database = sqlite_url(tmp_path / "data")
    if kind == "postgresql":
        database = request.getfixturevalue("postgres").new()
    *_, found = kills(3, House(tmp_path, HERZDAME_DATABASE=database), database, seed=3)
    assert found.kills == 3
    assert found.accepted > 0
    assert found.anomalies == []
