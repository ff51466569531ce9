"""Watching over a server: is it alive, what does it do, what does it write down, and what does it keep to itself."""

import json
import re
import secrets
import sqlite3
import time

import pytest

from herzdame.client import Guest, new_id
from herzdame.kernel.errors import Code
from herzdame.server import protocol as say
from herzdame.server.metrics import BOUNDS
from tests.server.conftest import Come, Houses
from tests.server.serving import House, refusal, wait_for
from tests.server.test_hostile import ELSEWHERE, Raw
from tests.server.test_play import around, choose
from tests.server.test_tables import TOY, code, settled


def figures(guest: Guest) -> dict[str, float]:
    """All figures, and a check of the format that Prometheus reads."""
    found: dict[str, float] = {}
    kinds: dict[str, str] = {}
    for line in guest.ask("GET", "/metrics").splitlines():
        if line.startswith("#"):
            _, word, name, said = line.split(" ", 3)
            assert word in ("HELP", "TYPE")
            if word == "TYPE":
                assert said in ("gauge", "counter", "histogram")
                kinds[name] = said
            continue
        parts = re.fullmatch(r'([a-z_]+)(\{(?:\w+="[^"\\]*",?)+\})? (-?[\d.e+-]+)', line)
        assert parts, line
        assert parts[1] in kinds or re.sub(r"_(bucket|sum|count)$", "", parts[1]) in kinds
        assert parts[1] + (parts[2] or "") not in found
        found[parts[1] + (parts[2] or "")] = float(parts[3])
    return found


def test_the_server_says_that_it_is_alive(house: House, come: Come) -> None:
    assert come().ask("GET", "/healthz")["ok"] is True


def test_figures_tell_what_has_been_done(houses: Houses, come: Come) -> None:
    house = houses()
    anna, ben = (come(name, house) for name in ("Anna", "Ben"))
    assert figures(anna)['herzdame_tables{phase="playing"}'] == 0
    tables = around(anna, ben)
    settled(tables[1], choose(tables[0], 0, "pass low"))
    assert code(lambda: choose(tables[0], 0, "peek")) == Code.NOT_ACTING
    bots = anna.open(TOY, 2, bots=["gentle"], start=True)
    bots.act(0, "pass low")
    bots.until(lambda table: table.now.acting == [0] or table.over)
    found = figures(anna)
    assert found['herzdame_tables{phase="playing"}'] + found['herzdame_tables{phase="over"}'] == 2
    assert found["herzdame_sockets"] == 3
    assert found['herzdame_commands_total{do="act",outcome="accepted"}'] == 2
    assert found['herzdame_commands_total{do="act",outcome="not_acting"}'] == 1
    assert found['herzdame_requests_total{method="GET",status="200"}'] >= 3
    assert found['herzdame_sockets_total{outcome="opened"}'] == 3
    assert found['herzdame_think_seconds_count{level="gentle"}'] >= 1
    assert found["herzdame_keep_seconds_count"] >= 4
    assert found['herzdame_keep_seconds_bucket{le="+Inf"}'] == found["herzdame_keep_seconds_count"]
    steps = [found[f'herzdame_keep_seconds_bucket{{le="{bound}"}}'] for bound in BOUNDS]
    assert steps == sorted(steps)
    assert found["process_resident_memory_bytes"] > 2**20
    assert found["process_start_time_seconds"] < time.time()


def test_figures_are_not_for_everybody_and_name_nobody(houses: Houses, come: Come) -> None:
    house = houses()
    anna = come("Anna", house)
    table = anna.open(TOY, 2)
    strangers = [Raw(house, ELSEWHERE), Raw(house), Raw(house)]
    assert strangers[0].ask("GET /metrics").status() == 403
    assert strangers[1].ask("GET /metrics", f"X-Forwarded-For: {ELSEWHERE}").status() == 403
    strangers[2].ask("EVIL /metrics").status()
    for stranger in strangers:
        stranger.close()
    text = anna.ask("GET", "/metrics")
    assert table.id not in text
    assert "EVIL" not in text
    assert "Anna" not in text
    figures(anna)


# --- The log -------------------------------------------------------------------------------------


def test_the_log_is_json_and_holds_no_secret(houses: Houses, come: Come) -> None:
    house = houses(HERZDAME_LOG="json", HERZDAME_LOG_LEVEL="debug")
    anna, ben = (come(name, house) for name in ("Anna", "Ben"))
    tables = around(anna, ben)
    broken = anna.open(TOY, 2, bots=["easy"], start=True)
    link = anna.ask("POST", f"/api/tables/{tables[0].id}/seats/0/link")["token"]
    tables[0].do(say.Say(id=new_id(), text="between you and me"))
    refusal(lambda: anna.ask("GET", f"/api/tables/{secrets.token_urlsafe(16)}"))
    for at, action in [(0, "pass low"), (1, "pass low"), (0, "peek")]:
        number = choose(tables[at], at, action)
        for table in tables:
            settled(table, number)
    assert tables[0].over
    seed = anna.ask("GET", f"/api/tables/{tables[0].id}/proof")["seed"]
    house.stop()
    with sqlite3.connect(house.folder / "data" / "herzdame.sqlite") as kept:
        kept.execute("UPDATE entries SET body = replace(body, 'Anna', 'Hans') WHERE \"table\" = ?", [broken.id])
    kept.close()
    house.start()
    assert code(lambda: anna.ask("GET", f"/api/tables/{broken.id}")) == Code.DOES_NOT_FOLLOW
    lines = [json.loads(line) for line in house.said().splitlines()]
    assert all({"time", "level", "event", "source"} <= set(line) for line in lines)
    events = [line["event"] for line in lines]
    assert events.count("a table was opened") == 2
    assert events.count("a match is over") == 1
    (error,) = (line for line in lines if line["level"] == "error")
    assert error["table"] == f"{broken.id[:6]}..."
    keys = [guest.http.cookies["herzdame"] for guest in (anna, ben)]
    for secret in [*(table.id for table in (*tables, broken)), *keys, link, seed, "between you", "pass low", "Hans"]:
        assert secret not in house.said()


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("HERZDAME_LOG", "xml", "text or json"),
        ("HERZDAME_LOG_LEVEL", "loud", "error"),
        ("HERZDAME_SECURE", "perhaps", "yes or no"),
        ("HERZDAME_PORT", "front door", "a number"),
        ("HERZDAME_IDLE", "soon", "a number"),
    ],
)
def test_a_setting_that_makes_no_sense_is_said_at_once(houses: Houses, name: str, value: str, words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        houses(**{name: value})


def test_a_house_in_trouble_says_so(houses: Houses, come: Come) -> None:
    house = houses()
    anna = come("Anna", house)
    house_file = house.folder / "data" / "herzdame.sqlite"
    kept = sqlite3.connect(house_file)
    kept.execute("DROP TABLE chairs")
    kept.execute("DROP TABLE tables")
    kept.commit()
    kept.close()
    answer = wait_for(lambda: anna.http.get("/healthz"))
    assert answer.status_code == 503
    assert answer.json()["code"] == Code.NOT_KEPT
