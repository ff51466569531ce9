"""Servers for the tests."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from herzdame.client import Guest
from tests.server.serving import House

Houses = Callable[..., House]
Come = Callable[..., Guest]


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that the tests of one process share; its log holds no traceback at the end."""
    shared = House(tmp_path_factory.mktemp("house")).start()
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


@pytest.fixture
def come(house: House) -> Iterator[Come]:
    """Guests of the shared server, or of another one."""
    guests: list[Guest] = []

    def come(name: str = "Anna", at: House = house) -> Guest:
        guests.append(at.guest(name))
        return guests[-1]

    yield come
    for guest in guests:
        guest.close()
