"""A chromium, and people in front of it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.server.conftest import houses
from tests.server.serving import PATIENCE, House
from tests.web.browser import ARGUMENTS, chromium
from tests.web.person import NO_HINTS, Person

__all__ = ["houses"]  # a fixture, here too

Arrive = Callable[..., Person]
expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that the tests of one process share."""
    shared = House(tmp_path_factory.mktemp("house")).start()
    yield shared
    shared.stop()
    assert "Traceback" not in shared.said(), shared.said()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        yield found
        found.close()


@pytest.fixture
def arrive(browser: Browser, house: House) -> Iterator[Arrive]:
    """People with a browser of their own, whose pages may complain about nothing."""
    people: list[Person] = []

    def arrive(at: str = house.address, *, cuts: bool = False, hints: bool = False, **settings: Any) -> Person:
        usual = {"locale": "en", "reduced_motion": "reduce", "service_workers": "block"}
        context = browser.new_context(base_url=at, **usual | settings)
        if not hints:
            context.add_init_script(NO_HINTS)
        context.set_default_timeout(PATIENCE * 1000)
        people.append(Person(context.new_page(), at, cuts=cuts))
        return people[-1]

    yield arrive
    for person in people:
        complaints = person.complaints
        person.page.context.close()
        assert not complaints
