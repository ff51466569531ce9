"""Servers for the tests."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from herzdame.client import Guest
from herzdame.server.store.engine import sqlite_url
from tests.server import databases
from tests.server.databases import Postgres
from tests.server.serving import House

Houses = Callable[..., House]
Come = Callable[..., Guest]


KINDS = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with databases.postgres() as server:
        yield server


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path)
    server: Postgres = request.getfixturevalue("postgres")
    return server.new()


@pytest.fixture(scope="session", params=KINDS)
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that the tests of one process share, on each kind of database; its log holds no traceback at the end."""
    settings = {}
    if request.param == "postgresql":
        settings["HERZDAME_DATABASE"] = request.getfixturevalue("postgres").new()
    shared = House(tmp_path_factory.mktemp("house"), **settings).start()
    yield shared
    shared.stop()
    assert "Traceback" not in shared.said(), shared.said()


@pytest.fixture
def houses(tmp_path: Path) -> Iterator[Houses]:
    """Servers of one's own, with settings of one's own, that may be killed."""
    built: list[House] = []

    def build(**settings: str) -> House:
        folder = tmp_path / str(len(built))
        folder.mkdir()
        built.append(House(folder, **settings))
        return built[-1].start()

    yield build
    for house in built:
        house.stop()


@contextmanager
def visitors(house: House | None = None) -> Iterator[Come]:
    """Guests of this server, or of another one."""
    guests: list[Guest] = []

    def come(name: str = "Anna", at: House | None = house) -> Guest:
        assert at
        guests.append(at.guest(name))
        return guests[-1]

    yield come
    for guest in guests:
        guest.close()


@pytest.fixture
def come(house: House) -> Iterator[Come]:
    """Guests of the shared server, or of another one."""
    with visitors(house) as come:
        yield come
