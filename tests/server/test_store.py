"""The database: migrations, group commit, and what stands where."""

import asyncio
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text

from herzdame.kernel.errors import Code
from herzdame.server import protocol as say
from herzdame.server.entry import Deed, Entry, encode, encode_deed, first_link, next_link
from herzdame.server.room import Listed
from herzdame.server.store.engine import open_database, sqlite_url
from herzdame.server.store.schema import metadata
from herzdame.server.store.store import Forked, Store
from tests.server.serving import refusal
from tests.server.test_tables import TOY

DEED = Deed("table", "anna", say.Settings(TOY, 2), "ab" * 32, 1, 1.0)


def test_the_migrated_schema_is_the_one_we_work_with(database: str) -> None:
    engine = open_database(database)
    with engine.connect() as connection:
        options = {"compare_type": True, "compare_server_default": True}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, metadata) == []
        found = inspect(connection)
        for table in metadata.sorted_tables:
            keys = {tuple(key["constrained_columns"]): key["options"] for key in found.get_foreign_keys(table.name)}
            wanted = {(column.name,): {"ondelete": "CASCADE"} for column in table.columns if column.foreign_keys}
            assert keys == wanted
    engine.dispose()
    open_database(database).dispose()  # a second time changes nothing


def test_what_was_committed_is_on_the_disk(tmp_path: Path) -> None:
    engine = open_database(sqlite_url(tmp_path))
    with engine.connect() as connection:
        found = {name: connection.execute(text(f"PRAGMA {name}")).scalar() for name in ("journal_mode", "synchronous")}
        assert found == {"journal_mode": "wal", "synchronous": 2}
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1
    engine.dispose()


@pytest.mark.parametrize("url", ["", "nonsense", "mysql://localhost/x", "sqlite:////proc/nowhere/x.sqlite"])
def test_what_is_no_database_is_refused(url: str) -> None:
    assert refusal(lambda: open_database(url)).code in (Code.BAD_VALUE, Code.NOT_KEPT)


def test_of_two_writers_of_one_number_one_is_told(database: str) -> None:
    stores = [Store(open_database(database)) for _ in range(2)]
    asyncio.run(race(stores))
    for store in stores:
        store.close()


async def race(stores: list[Store]) -> None:
    await prepare(stores[0])
    chain = first_link(encode_deed(DEED))
    for number in range(1, 6):
        bodies = [encode(Entry(number, 1.0, f"guest {at}", say.Start(id="x"))) for at in range(len(stores))]
        outcomes = await asyncio.gather(
            *(
                store.append("table", number, body, next_link(chain, body))
                for store, body in zip(stores, bodies, strict=True)
            ),
            return_exceptions=True,
        )
        assert sorted(map(str, map(type, outcomes))) == sorted(map(str, (type(None), Forked)))
        won = bodies[[type(outcome) for outcome in outcomes].index(type(None))]
        (kept,) = await stores[1].entries_after("table", number - 1)
        chain = next_link(chain, won)
        assert (kept.body, kept.chain) == (won, chain)


async def prepare(store: Store) -> None:
    await store.new_guest("anna", "x")
    await store.open_table(DEED, [], Listed("gathering", public=False, guests=("anna",)))


def test_one_write_that_fails_lets_the_others_pass(database: str) -> None:
    store = Store(open_database(database))

    def fail(connection: object) -> None:
        raise RuntimeError("on purpose")

    async def work() -> None:
        await prepare(store)
        body = encode(Entry(1, 1.0, "anna", say.Start(id="x")))
        outcomes = await asyncio.gather(
            store.append("table", 1, body, ""),
            store.write(work=fail),
            store.append("table", 1, body, ""),
            store.append("table", 2, body, ""),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes] == [type(None), RuntimeError, Forked, type(None)]
        assert len(await store.entries_after("table", 0)) == 2
        assert len(await store.entries_after("table", 1)) == 1

    asyncio.run(work())
    store.close()
