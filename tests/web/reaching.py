"""Matches played over the wire up to a wanted moment, at which their host opens a browser."""

import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any

from herzdame.client import Guest, Table
from herzdame.server.protocol import Choice, Sight
from tests.server.serving import House
from tests.web.person import Person

MATCHES = 150  # after so many without the wanted moment something is wrong
Wanted = Callable[[Sight], object]
Reach = Callable[..., list[Table]]


@contextmanager
def reaching(house: House, game: str) -> Iterator[Reach]:
    """What plays to a moment; its guests leave at the end."""
    with ExitStack() as leaving:

        def guest(name: str) -> Guest:
            return leaving.enter_context(house.guest(name))

        yield partial(reached, guest, game)


def reached(
    guest: Callable[[str], Guest],
    game: str,
    so: Wanted,
    prefer: Iterable[str] = (),
    *,
    seats: int = 2,
    **settings: Any,
) -> list[Table]:
    """A match played up to a moment in which the host has to act and it is so; everybody else prefers some actions."""
    choose = random.Random(0)
    for _ in range(MATCHES):
        host = guest("Anna").open(game, seats, **settings)
        tables = [host, *(guest(name).join(host.id) for name in ("Ben", "Cleo", "Dora")[: seats - 1])]
        host.until(lambda table: all(seat.name for seat in table.now.seats)).start()
        while not together(tables).over:
            table, sight = next((table, sight) for table in tables for sight in table.to_act())
            if table is host and so(sight):
                return tables
            liked = [choice for word in prefer for choice in sight.choices if choice.action.split()[0] == word]
            table.act(sight.seat, (liked[0] if liked else choose.choice(sight.choices)).action)
    raise AssertionError("the moment never came")


def together(tables: list[Table]) -> Table:
    """The host's table, when everybody has heard the same."""
    latest = max(table.now.number for table in tables)
    for table in tables:
        table.until(lambda table: table.now.number >= latest and table.now.phase != "gathering")
    return tables[0]


def sit_down(arrive: Callable[..., Person], tables: list[Table], at: int = 0, **settings: Any) -> Person:
    """One of them, the host if nobody is named, looks at the table in a browser."""
    table, anna = tables[at], arrive(**settings)
    cookies = [
        {"name": name, "value": value, "url": table.guest.address} for name, value in table.guest.http.cookies.items()
    ]
    anna.page.context.add_cookies(cookies)  # type: ignore[arg-type]
    anna.page.goto(f"/table/{table.id}")
    anna.page.locator(".court").wait_for()
    return anna


def sight_of(tables: list[Table]) -> Sight:
    return tables[0].now.sights[0]


def offers(sight: Sight, key: str) -> list[Choice]:
    return [choice for choice in sight.choices if choice.key == key]
