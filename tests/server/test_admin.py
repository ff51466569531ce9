"""Looking after the database: what is in it, copies, and what is taken out; while the house is open."""

import gzip
import json
import shutil
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from herzdame.cli.main import run
from herzdame.client import Guest, Table, new_id
from herzdame.kernel import transcript
from herzdame.server import protocol as say
from tests.server.conftest import Come, Houses
from tests.server.serving import House, wait_for
from tests.server.test_play import around, choose
from tests.server.test_replays import TEXT, bring, finished
from tests.server.test_tables import TOY, listed, settled

Admin = Callable[..., tuple[int, str]]
DAY = 24 * 3600


@pytest.fixture
def house(houses: Houses) -> House:
    return houses()


@pytest.fixture
def anna(come: Come, house: House) -> Guest:
    return come("Anna", house)


@pytest.fixture
def ben(come: Come, house: House) -> Guest:
    return come("Ben", house)


@pytest.fixture
def admin(house: House, capsys: pytest.CaptureFixture[str]) -> Admin:
    """The command line in the folder of the house, or in another one."""

    def admin(*arguments: str | Path, data: Path | None = None) -> tuple[int, str]:
        where = ["--data", str(data or house.folder / "data")]
        status = run(["admin", *map(str, arguments), *where])
        out, error = capsys.readouterr()
        return status, out + error

    return admin


def over(house: House, table: Table) -> bool:
    """Has the list of tables heard of the end?"""
    with sqlite3.connect(house.folder / "data" / "herzdame.sqlite") as kept:
        phase = kept.execute('SELECT phase FROM tables WHERE "table" = ?', [table.id]).fetchone()[0]
    kept.close()
    return bool(phase == "over")


def aged(house: House, table: Table, days: float) -> None:
    """As if the last thing at this table had been done so long ago; its seal is of no use then."""
    with sqlite3.connect(house.folder / "data" / "herzdame.sqlite") as kept:
        (number, body) = kept.execute(
            'SELECT number, body FROM entries WHERE "table" = ? ORDER BY number DESC', [table.id]
        ).fetchone()
        entry = json.loads(body)
        entry["at"] -= days * DAY
        change = 'UPDATE entries SET body = ? WHERE "table" = ? AND number = ?'
        kept.execute(change, [json.dumps(entry).encode(), table.id, number])
        kept.execute('UPDATE tables SET changed = changed - ? WHERE "table" = ?', [days * DAY, table.id])
    kept.close()


def test_the_operator_sees_what_there_is(house: House, anna: Guest, ben: Guest, admin: Admin) -> None:
    done = finished(anna, ben)[0]
    waiting = anna.open(TOY, 3, bots=["easy"])
    at_bens = ben.join(waiting.id)
    settled(waiting, at_bens.now.number)
    waiting.do(say.Rise(id=new_id(), seat=2))
    wait_for(lambda: over(house, done))
    status, said = admin("list")
    assert status == 0
    rows = {line.split()[0]: line for line in said.splitlines()}
    assert "over" in rows[done.id]
    assert "Anna, Ben" in rows[done.id]
    bot = waiting.now.seats[1].name
    assert f"Anna, {bot} " in rows[waiting.id]
    assert "gathering" in rows[waiting.id]
    assert said.splitlines()[-1] == "2 tables."


def test_finished_matches_are_exported_and_others_are_nobodys_business(
    house: House, anna: Guest, ben: Guest, admin: Admin
) -> None:
    done, running = finished(anna, ben)[0], around(anna, ben)[0]
    wait_for(lambda: over(house, done))
    expected = anna.ask("GET", f"/api/tables/{done.id}/transcript?view=open")
    assert admin("export", done.id) == admin("export", done.id[:9]) == admin("export", "--all") == (0, expected)
    assert len(transcript.verify(expected.splitlines())) == 1
    for arguments, words in [
        ([running.id], "not over"), (["nothing"], "no table"), ([""], "several tables"), ([], "or --all"),
        ([done.id, "--all"], "or --all"),
    ]:  # fmt: skip
        status, said = admin("export", *arguments)
        assert status == 2
        assert words in said


def test_a_backup_is_made_while_people_play_and_brings_everything_back(
    house: House, anna: Guest, ben: Guest, come: Come, admin: Admin, houses: Houses, tmp_path: Path
) -> None:
    tables = around(anna, ben)
    imported = bring(anna, TEXT)
    settled(tables[1], choose(tables[0], 0, "pass high"))
    status, said = admin("backup", tmp_path / "copy.gz")
    assert status == 0
    assert "1 tables, 4 entries, 2 guests" in said
    settled(tables[0], choose(tables[1], 1, "pass low"))  # comes too late for the copy
    elsewhere = tmp_path / "elsewhere"
    status, said = admin("restore", tmp_path / "copy.gz", data=elsewhere)
    assert (status, "1 tables, 4 entries, 2 guests" in said) == (0, True)
    house.stop()
    shutil.rmtree(house.folder / "data")
    elsewhere.rename(house.folder / "data")
    house.start()
    again = [guest.look(tables[0].id) for guest in (anna, ben)]  # everybody is known by the same cookie
    assert [table.now.acting for table in again] == [[1], [1]]
    settled(again[0], choose(again[1], 1, "pass high"))
    assert listed(ben, "/api/me/tables")[tables[0].id].number == 5
    assert anna.ask("GET", f"/api/replays/{imported}/transcript") == TEXT
    status, said = admin("restore", tmp_path / "copy.gz")
    assert status == 2
    assert "empty database" in said


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        ("no backup", "no backup"),
        ("a text", "no backup"),
        ("cut in the middle", "cut short"),
        ("a row is missing", "cut short"),
        ("the end is missing", "cut short"),
        ("an entry was altered", "was altered"),
        ("another version", "database version"),
    ],
)
def test_a_backup_that_is_not_whole_restores_nothing(
    anna: Guest, ben: Guest, admin: Admin, tmp_path: Path, harm: str, words: str
) -> None:
    around(anna, ben)
    copy, data = tmp_path / "copy.gz", tmp_path / "elsewhere"
    assert admin("backup", copy)[0] == 0
    lines = gzip.decompress(copy.read_bytes()).decode().splitlines(keepends=True)
    if harm == "no backup":
        copy.write_bytes(b"\x00\x01\x02" * 100)
    elif harm == "a text":
        copy.write_bytes(gzip.compress(b"hello\n"))
    elif harm == "cut in the middle":
        copy.write_bytes(copy.read_bytes()[:-200])
    else:
        if harm == "a row is missing":
            lines = [line for line in lines if not line.startswith('["chairs"')]
        if harm == "the end is missing":
            lines.pop()
        if harm == "an entry was altered":
            lines = [line.replace("Anna", "Hans") if line.startswith('["entries"') else line for line in lines]
        if harm == "another version":
            lines[0] = lines[0].replace('"revision": "', '"revision": "9')
        copy.write_bytes(gzip.compress("".join(lines).encode()))
    status, said = admin("restore", copy, data=data)
    assert status == 2
    assert words in said
    if (data / "herzdame.sqlite").exists():
        assert admin("list", data=data)[1].splitlines()[-1] == "0 tables."


def test_what_is_old_is_taken_out_and_nothing_else(
    house: House, anna: Guest, ben: Guest, admin: Admin, houses: Houses
) -> None:
    old, new, running = finished(anna, ben)[0], finished(anna, ben)[0], around(anna, ben)[0]
    wait_for(lambda: over(house, old) and over(house, new))
    house.stop()
    aged(house, old, 40)
    aged(house, running, 40)
    counted = admin("prune", "--days", "30")
    assert counted == (0, "Would be taken out: 1 tables, 0 links, 0 guests. Do it with --yes.\n")
    assert "3 tables." in admin("list")[1]
    assert admin("prune", "--days", "30", "--yes")[1].startswith("Taken out: 1 tables")
    assert old.id not in admin("list")[1]
    assert "2 tables." in admin("list")[1]
    assert "1 tables" in admin("prune", "--days", "30", "--what", "playing", "--yes")[1]
    house.start()
    assert list(listed(anna, "/api/me/tables")) == [new.id]
    assert "not 'all'" in admin("prune", "--days", "30", "--what", "all")[1]


def test_a_match_that_goes_on_is_not_old_however_long_ago_it_began(
    house: House, anna: Guest, ben: Guest, admin: Admin
) -> None:
    tables = around(anna, ben)
    with sqlite3.connect(house.folder / "data" / "herzdame.sqlite") as kept:
        kept.execute("UPDATE tables SET changed = changed - ?", [100 * DAY])
    kept.close()
    settled(tables[1], choose(tables[0], 0, "pass low"))
    assert "taken out: 0 tables" in admin("prune", "--days", "30", "--what", "playing", "--yes")[1].lower()
    assert time.time() - tables[0].news[-1].at < DAY


def test_a_folder_without_a_house_is_said(admin: Admin, tmp_path: Path) -> None:
    for arguments in (["list"], ["export", "--all"], ["backup", tmp_path / "x"], ["prune", "--days", "9"]):
        status, said = admin(*arguments, data=tmp_path / "nowhere")
        assert status == 2
        assert "There is no" in said
    assert not (tmp_path / "nowhere").exists()
    status, said = admin("restore", tmp_path / "missing.gz", data=tmp_path / "new")
    assert status == 2
    assert "No such file" in said
