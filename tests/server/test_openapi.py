"""What is said about the addresses is true: an independent judge tries what the description allows and forbids."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from herzdame.client import Guest, Table
from herzdame.server.app import SPOKEN
from tests.server.conftest import Come
from tests.server.serving import ROOT
from tests.server.test_replays import TEXT, bring
from tests.server.test_tables import TOY

EXAMPLES = 12  # for each address


def described(guest: Guest) -> dict[str, dict[str, dict[str, object]]]:
    found: dict[str, dict[str, dict[str, object]]] = guest.ask("GET", "/api/openapi.json")["paths"]
    return found


def test_every_address_is_described(come: Come) -> None:
    found = described(come())
    for handler in SPOKEN:
        for path in handler.paths:
            plain = re.sub(r":\w+}", "}", path)
            wanted = plain.startswith("/api/")
            assert (plain in found) == wanted, plain
            if wanted:
                (method,) = handler.http_methods
                assert found[plain][method.lower()]["description"]


@pytest.mark.parametrize("known", ["nothing", "what there is"])
def test_the_description_is_true(come: Come, tmp_path: Path, known: str) -> None:
    anna = come("Anna")
    unless: tuple[str, ...] = ()
    wishes = [f'hooks = "tests.server.judge"\n[auth.openapi.guest]\napi_key = "{anna.http.cookies["herzdame"]}"']
    if known != "nothing":
        wishes += real_things(anna)
        unless = ("--exclude-checks", "negative_data_rejection")  # what should be wrong in an address is made right
    config = tmp_path / "judge.toml"
    config.write_text("\n".join(wishes))
    judged = subprocess.run(
        [
            Path(sys.executable).with_name("schemathesis"), "--config-file", config, "run",
            f"{anna.address}/api/openapi.json", "--checks", "all", *unless, "--max-examples", str(EXAMPLES),
            "--seed", "1", "--generation-database", "none", "--continue-on-failure", "--warnings", "off", "--no-color",
        ],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert judged.returncode == 0, judged.stdout[-6000:] + judged.stderr[-2000:]
    tested = re.search(r"(\d+) generated, (\d+) passed", judged.stdout)
    assert tested, judged.stdout[-2000:]
    assert int(tested[1]) > 300


def real_things(anna: Guest) -> list[str]:
    """A table in the middle of its match, a replay, a game: so that the judge gets past their doors."""
    table: Table = anna.open(TOY, 2, bots=["easy"], start=True)
    things = {"/api/tables/{table}": table.id, "/api/replays/{name}": bring(anna, TEXT), "/api/games/{name}": TOY}
    wishes = []
    for path, thing in things.items():
        start, name = path.rstrip("}").split("{")
        wishes += [
            "[[operations]]",
            f'include-path-regex = "^{start}"',
            f'parameters = {{ "path.{name}" = "{thing}" }}',
        ]
    return wishes
