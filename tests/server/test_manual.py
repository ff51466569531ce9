"""What is written for those who program: the protocol's page is fresh, and the example plays."""

import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import get_args

import msgspec
import yaml

from herzdame.server import protocol as say
from herzdame.server import sockets
from herzdame.server.app import LARGEST_BODY
from herzdame.server.imports import LARGEST
from herzdame.server.manual import manual, settings_table
from herzdame.server.settings import Server
from tests.server.conftest import Come
from tests.server.serving import PATIENCE, ROOT, House, wait_for

PAGE = ROOT / "docs" / "protocol.md"
BOT = ROOT / "docs" / "examples" / "bot.py"


def test_the_page_about_the_protocol_is_fresh() -> None:
    assert PAGE.read_text(encoding="utf-8") == manual(), (
        "docs/protocol.md is stale: python -m herzdame.server.manual > docs/protocol.md"
    )


def test_the_page_tells_every_message_and_its_fields() -> None:
    page = manual()
    for kind in [*get_args(say.AnyCommand), *get_args(say.AnyMessage), say.Opening, say.Replay, say.Proof]:
        part = re.search(rf"^### {kind.__name__}\n(.*?)(?=^##|\Z)", page, re.MULTILINE | re.DOTALL)
        assert part, kind
        for field in msgspec.structs.fields(kind):
            assert f"`{field.name}`" in part[1]
    for link in re.findall(r"\]\(#([\w-]+)\)", page):
        headings = [re.sub(r"[^\w -]", "", line).strip().lower().replace(" ", "-") for line in page.splitlines()]
        assert link in headings, link


def test_the_example_bot_opens_a_table_and_plays_to_the_end(house: House, come: Come, tmp_path: Path) -> None:
    said = tmp_path / "said.txt"
    with said.open("w") as out:
        bot = subprocess.Popen([sys.executable, BOT, house.address], cwd=ROOT, stdout=out, stderr=subprocess.STDOUT)
    address = wait_for(lambda: re.search(r"/t/(\S+)\n", said.read_text()))
    table = come("Anna").join(address[1])
    for sight in table.turns():
        table.act(sight.seat, sight.choices[0].action)
    assert bot.wait(PATIENCE) == 0, said.read_text()
    assert table.now.result
    won = 0 in table.now.result.winners
    assert said.read_text().splitlines()[1] == ("I have won." if won else "Well played!")


def test_the_example_bot_sits_down_at_a_table_of_somebody_else(house: House, come: Come, tmp_path: Path) -> None:
    table = come("Anna").open("love_letter", 2)
    bot = subprocess.Popen(
        [sys.executable, BOT, f"{house.address}/t/{table.id}"], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    table.until(lambda table: table.now.seats[1].name == "Minna").start()
    for sight in table.turns():
        table.act(sight.seat, sight.choices[0].action)
    said, _ = bot.communicate(timeout=PATIENCE)
    assert bot.returncode == 0
    assert said.strip() in ("I have won.", "Well played!")


def test_the_page_about_operating_tells_every_setting() -> None:
    page = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    assert settings_table() in page, "docs/operating.md is stale: python -m herzdame.server.manual settings"
    for limit in (sockets.LARGEST, LARGEST_BODY):
        assert f"{limit:,}" in page
    assert f"{LARGEST // 2**20} MiB" in page


def test_what_is_deployed_sets_what_there_is() -> None:
    known = {f"HERZDAME_{one.name.upper()}" for one in fields(Server)} | {"HERZDAME_CACHE"}
    known |= {"HERZDAME_DOMAIN", "HERZDAME_UPSTREAM"}  # Caddy's own
    for file in (ROOT / "deploy").iterdir():
        assert set(re.findall(r"HERZDAME_[A-Z]\w+", file.read_text(encoding="utf-8"))) <= known, file
    compose = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8"))
    proxy = compose["services"]["proxy"]["networks"]["front"]["ipv4_address"]
    house = compose["services"]["house"]
    assert house["environment"]["HERZDAME_PROXIES"] == proxy
    assert (ROOT / house["build"]["dockerfile"]).exists()
