"""A server that is stopped, killed and started again in the middle of matches; and a database with a broken row."""

import signal
import sqlite3
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode

from herzdame.client import Table, new_id
from herzdame.kernel.errors import Code
from herzdame.server import protocol as say
from herzdame.server.entry import first_link, next_link
from tests.server.conftest import Come, Houses, visitors
from tests.server.serving import House, wait_for
from tests.server.test_play import around, choose
from tests.server.test_tables import TOY, code, listed, settled


@pytest.fixture
def come() -> Iterator[Come]:
    """Guests of servers that a test has for itself."""
    with visitors() as come:
        yield come


def database(house: House) -> sqlite3.Connection:
    return sqlite3.connect(house.folder / "data" / "herzdame.sqlite")


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL], ids=lambda how: how.name)
def test_after_a_restart_everything_is_still_there(houses: Houses, come: Come, how: signal.Signals) -> None:
    house = houses()
    anna, ben = come("Anna", house), come("Ben", house)
    at_annas, at_bens = around(anna, ben)
    waiting = anna.open(TOY, 3, public=True)
    link = ben.ask("POST", f"/api/tables/{at_annas.id}/seats/1/link")["token"]
    act = say.Act(id="once", seat=0, action="pass high")
    number = at_annas.do(act)
    settled(at_bens, number)
    before = at_annas.now
    house.again(how)
    assert at_annas.do(act) == number  # sent again with the same id
    at_bens.do(say.Say(id=new_id(), phrase="hello"))
    settled(at_annas, number + 1)
    assert at_annas.now.sights == before.sights
    assert [news.number for news in at_annas.news] == list(range(1, number + 2))
    assert waiting.id in listed(ben, "/api/tables")
    assert set(listed(anna, "/api/me/tables")) == {at_annas.id, waiting.id}
    choose(at_bens, 1, "pass low")
    settled(at_annas, number + 2)
    house.again(how)
    choose(at_annas, 0, "peek")
    assert at_bens.until(lambda table: table.over).now.result == at_annas.now.result
    assert come("Clara", house).ask("POST", f"/api/seats/{link}") == {"table": at_annas.id}
    check_log(house)


def test_a_house_that_is_stopped_tells_everybody_that_it_opens_again(houses: Houses, come: Come) -> None:
    house = houses()
    tables = around(come("Anna", house), come("Ben", house))
    connections = [table.connected() for table in tables]
    house.stop(signal.SIGTERM)
    for connection in connections:
        with pytest.raises(ConnectionClosed):
            list(connection)
        assert connection.close_code == CloseCode.SERVICE_RESTART
    assert house.process
    assert house.process.returncode in (0, -signal.SIGTERM)
    check_log(house)


def check_log(house: House) -> None:
    assert "Traceback" not in house.said(), house.said()


def test_a_bot_that_was_thinking_when_the_server_died_thinks_again(houses: Houses, come: Come) -> None:
    house = houses(HERZDAME_BOT_PAUSE="30")
    guest = come("Anna", house)
    table = guest.open(TOY, 2, {"lead": "0"}, bots=["normal"], start=True)
    number = choose(table, 0, "pass low")
    assert table.now.acting == [1]
    house.settings["HERZDAME_BOT_PAUSE"] = "0"
    house.again(signal.SIGKILL)
    table.until(lambda table: table.now.number > number)
    assert table.now.acting == [0]


def test_a_clock_goes_on_while_the_server_is_down(houses: Houses, come: Come) -> None:
    house = houses()
    anna, ben = come("Anna", house), come("Ben", house)
    at_annas, _ = around(anna, ben, clock=say.Clock("turn", 5))
    left = at_annas.now.time_left[0]
    house.again(signal.SIGKILL)
    at_annas.receive()
    assert at_annas.hello.now.time_left.get(0, 0.0) < left


def test_one_broken_row_takes_nothing_else_down(houses: Houses, come: Come) -> None:
    house = houses()
    anna = come("Anna", house)
    tables = [anna.open(TOY, 2, bots=["easy"], start=True) for _ in range(5)]
    house.stop()
    with database(house) as kept:
        for table, sql in zip(
            tables,
            [
                "UPDATE entries SET body = replace(body, 'start', 'stort') WHERE \"table\" = ? AND number = 3",
                "UPDATE entries SET body = replace(body, 'Anna', 'Hans') WHERE \"table\" = ? AND number = 1",
                'DELETE FROM entries WHERE "table" = ? AND number = 2',
                'UPDATE tables SET deed = replace(deed, \'"rules":1\', \'"rules":99\') WHERE "table" = ?',
            ],
            strict=False,
        ):
            assert kept.execute(sql, [table.id]).rowcount == 1
    kept.close()
    house.start()
    for table, why in zip(tables, [Code.DOES_NOT_FOLLOW] * 3 + [Code.OTHER_VERSION], strict=False):
        address = f"/api/tables/{table.id}"
        assert code(lambda address=address: anna.ask("GET", address)) == why  # type: ignore[misc]
    assert list(listed(anna, "/api/me/tables")) == [tables[4].id]
    whole = tables[4]
    whole.until(lambda table: table.to_act())
    choose(whole, 0, whole.to_act()[0].choices[0].action)
    check_log(house)


def test_lists_that_were_left_behind_are_mended(houses: Houses, come: Come) -> None:
    house = houses()
    anna = come("Anna", house)
    table = anna.open(TOY, 2, {"lead": "0"}, bots=["easy"], start=True)
    for sight in table.turns():
        table.act(sight.seat, sight.choices[0].action)
    wait_for(lambda: phase(house, table) == "over")
    house.stop()
    with database(house) as kept:
        kept.execute("UPDATE tables SET phase = 'playing'")
    kept.close()
    house.start()
    assert listed(anna, "/api/me/tables")[table.id].phase == "over"
    wait_for(lambda: phase(house, table) == "over")


def phase(house: House, table: Table) -> str:
    kept = database(house)
    (found,) = kept.execute('SELECT phase FROM tables WHERE "table" = ?', [table.id]).fetchone()
    kept.close()
    return str(found)


def test_a_table_of_an_earlier_version_whose_deed_said_less_is_whole(houses: Houses, come: Come) -> None:
    house = houses()
    anna = come("Anna", house)
    table = anna.open(TOY, 2, {"lead": "0"}, bots=["easy"], start=True)
    table.until(lambda table: table.to_act())
    house.stop()
    with database(house) as kept:
        (deed,) = kept.execute('SELECT deed FROM tables WHERE "table" = ?', [table.id]).fetchone()
        older = deed.replace(b'"talk":"free",', b"").replace(b',"talk":"free"', b"")
        assert older != deed
        kept.execute('UPDATE tables SET deed = ? WHERE "table" = ?', [older, table.id])
        chain, rows = first_link(older), 'SELECT number, body FROM entries WHERE "table" = ? ORDER BY number'
        for number, body in kept.execute(rows, [table.id]).fetchall():
            chain = next_link(chain, body)
            kept.execute('UPDATE entries SET chain = ? WHERE "table" = ? AND number = ?', [chain, table.id, number])
    kept.close()
    house.start()
    again = anna.look(table.id)
    assert again.now.settings.talk == "free"
    again.act(0, again.until(lambda table: table.to_act()).to_act()[0].choices[0].action)
