"""Fair deals: fixed before, told after, and checked by somebody who believes nothing."""

import http.server
import json
import threading
from collections.abc import Callable, Iterator
from hashlib import sha256

import pytest

from herzdame.cli.main import run
from herzdame.client import Guest, Table, new_id
from herzdame.server import protocol as say
from tests.server.conftest import Come
from tests.server.test_play import around, choose, pass_cards
from tests.server.test_tables import TOY, settled

Said = Callable[..., tuple[int, str]]


@pytest.fixture
def verify(capsys: pytest.CaptureFixture[str]) -> Said:
    """The command line: its status, and what it said."""

    def verify(*arguments: str) -> tuple[int, str]:
        status = run(["verify", *arguments])
        out, error = capsys.readouterr()
        assert "Traceback" not in error
        return status, out + error

    return verify


@pytest.fixture
def tables(come: Come) -> list[Table]:
    """A match of Anna and Ben, with words of theirs in its chance."""
    anna, ben = come("Anna"), come("Ben")
    at_annas = anna.open(TOY, 2, {"lead": "0"})
    at_bens = ben.join(at_annas.id)
    for table, text in [(at_annas, "hearts"), (at_bens, "[bold]crowns")]:
        number = table.do(say.AddSeed(id=new_id(), text=text))
        settled(at_annas, number)
    settled(at_bens, at_annas.start())
    return [at_annas, at_bens]


def end(tables: list[Table]) -> None:
    pass_cards(tables)
    choose(tables[0], 0, "peek")


def address(table: Table) -> str:
    return f"{table.guest.address}/t/{table.id}"


def test_a_finished_match_proves_that_it_was_dealt_as_promised(tables: list[Table], verify: Said) -> None:
    noted = tables[0].hello.commitment
    status, said = verify("--url", address(tables[0]))
    assert status == 2
    assert "not over" in said
    assert noted in said
    end(tables)
    status, said = verify("--url", address(tables[0]), "--commitment", noted.upper())
    assert status == 0, said
    assert f"fits the commitment {noted}" in said
    assert "'hearts', '[bold]crowns'" in said
    assert f"{tables[0].now.step} steps: all follow" in said
    assert "you noted" in said
    status, said = verify("--url", address(tables[0]) + "/")
    assert status == 0
    assert "--commitment compares it" in said


def test_the_commitment_is_the_hash_of_the_seed_that_is_told_afterwards(tables: list[Table]) -> None:
    anna, path = tables[0].guest, f"/api/tables/{tables[0].id}/proof"
    before = anna.ask("GET", path)
    assert before["seed"] is None
    end(tables)
    after = anna.ask("GET", path)
    assert sha256(bytes.fromhex(after["seed"])).hexdigest() == after["commitment"] == before["commitment"]
    assert after["commitment"] == tables[1].hello.commitment


def test_another_commitment_than_the_one_noted_is_said(tables: list[Table], verify: Said) -> None:
    status, said = verify("--url", address(tables[0]), "--commitment", "ab" * 32)
    assert status == 2
    assert f"noted the commitment {'ab' * 32}" in said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "Name one thing"),
        (["x.jsonl", "--url", "http://127.0.0.1/t/x"], "Name one thing"),
        (["x.jsonl", "--commitment", "ab"], "goes with --url"),
        (["--url", "nonsense"], "no address of a table"),
        (["--url", "ftp://127.0.0.1/t/x"], "no address of a table"),
        (["--url", "http://[/t/x"], "no address of a table"),
        (["--url", "http://127.0.0.1:9/t/x"], "does not answer"),
    ],
)
def test_what_cannot_be_verified_is_refused(verify: Said, arguments: list[str], words: str) -> None:
    status, said = verify(*arguments)
    assert status == 2
    assert words in said


def test_an_unknown_or_closed_table_says_why(come: Come, verify: Said) -> None:
    anna, ben = come("Anna"), come("Ben")
    assert "no such table" in verify("--url", f"{anna.address}/t/nothing")[1]
    closed = around(anna, ben, spectators=False)[0]
    assert "does not want spectators" in verify("--url", address(closed))[1]


# --- A house that lies ---------------------------------------------------------------------------


@pytest.fixture
def liar() -> Iterator[dict[str, tuple[str, str]]]:
    """A server that answers what it is told to: by the end of an address, its kind and its body."""
    answers: dict[str, tuple[str, str]] = {}

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            kind, body = answers[self.path.partition("?")[0].rpartition("/")[2]]
            self.send_response(200)
            self.send_header("content-type", kind)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, format: str, *values: object) -> None:  # noqa: A002 (its name in the library)
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        answers["address"] = ("", f"http://127.0.0.1:{server.server_port}/t/x")
        yield answers
        server.shutdown()
        thread.join()


def told(guest: Guest, table: Table) -> tuple[dict[str, object], str]:
    proof = guest.ask("GET", f"/api/tables/{table.id}/proof")
    return proof, guest.ask("GET", f"/api/tables/{table.id}/transcript?view=open")


def exchanged(text: str) -> str:
    """As if Anna had been dealt Ben's hand."""
    lines = text.splitlines()
    dealt = json.loads(lines[1])
    dealt["state"]["hands"].reverse()
    return "\n".join([lines[0], json.dumps(dealt), *lines[2:]])


@pytest.mark.parametrize(
    ("lie", "words"),
    [
        ("another seed", "does not fit"),
        ("another commitment", "does not fit"),
        ("no seed at all", "256 bits"),
        ("other texts", "another seed"),
        ("another match", "another seed"),
        ("two matches", "another seed"),
        ("another card", "should be"),
        ("no proof", "unexpected"),
        ("a page", "unexpected"),
    ],
)
def test_a_house_that_lies_is_found_out(
    tables: list[Table], liar: dict[str, tuple[str, str]], come: Come, verify: Said, lie: str, words: str
) -> None:
    end(tables)
    proof, text = told(tables[0].guest, tables[0])
    if lie == "another seed":
        proof["seed"] = "ab" * 32
    if lie == "another commitment":
        proof["commitment"] = "ab" * 32
    if lie == "no seed at all":
        proof["seed"] = "trust me"
    if lie == "other texts":
        proof["players"] = ["hearts"]
    if lie == "another match":
        others = around(come("Clara"), come("Dora"))
        end(others)
        text = told(others[0].guest, others[0])[1]
    if lie == "two matches":
        text += text
    if lie == "another card":
        text = exchanged(text)
    liar["transcript"] = ("application/jsonl", text)
    liar["proof"] = ("application/json", json.dumps({} if lie == "no proof" else proof))
    if lie == "a page":
        liar["proof"] = ("text/html", "<p>Hello")
    status, said = verify("--url", liar["address"][1])
    assert status == 2
    assert words in said
