"""The database: migrations, group commit, claims; on SQLite and, where there is one, PostgreSQL."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import (
    Column,
    Connection,
    Integer,
    MetaData,
    String,
    Table,
    create_engine,
    event,
    select,
)
from sqlalchemy.exc import OperationalError

from tests.server import databases
from tests.server.serving import QUICK, Running, sqlite
from tests.server.test_whole_games import check_ended
from whistlestop.server.storage import schema
from whistlestop.server.storage import writer as writing
from whistlestop.server.storage.lock import Lock, Locked
from whistlestop.server.storage.store import (
    Change,
    KeptEntry,
    Listing,
    NewTable,
    Outrun,
    Store,
    StoreError,
)
from whistlestop.server.storage.writer import Writer

POSTGRESQL = databases.database(databases.NAMED)


@pytest.fixture(
    params=[
        "sqlite",
        pytest.param(
            "postgresql",
            marks=pytest.mark.skipif(not POSTGRESQL, reason=f"{databases.NAMED} names no database"),
        ),
    ]
)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database."""
    if request.param == "sqlite":
        yield sqlite(tmp_path)
        return
    databases.empty(POSTGRESQL)
    yield POSTGRESQL


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    made = Store(database)
    yield made
    made.close()


def entry(number: int, data: str = "{}") -> KeptEntry:
    return KeptEntry(number, "chat", data, None, float(number))


def change(*entries: KeptEntry, listing: Listing | None = None) -> Change:
    return Change("t", entries, listing)


async def made(store: Store) -> None:
    await store.add_person("ada", "Ada", "hash", 10.0, 0.0)
    first = Change("t", (entry(1),), joined=frozenset(("ada",)))
    await store.create_table(NewTable("usa", True, Listing("open", 1.0, '{"a":1}'), first))


def test_migrations_make_what_the_schema_says(store: Store) -> None:
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, schema.metadata) == []


def test_a_database_is_opened_again(database: str) -> None:
    first = Store(database)
    asyncio.run(made(first))
    first.close()
    again = Store(database)
    assert [e.number for e in asyncio.run(again.entries("t"))] == [1]
    again.close()


def test_what_is_written_is_read(store: Store) -> None:
    async def check() -> None:
        await made(store)
        secret = KeptEntry(2, "started", '{"names":["Zoë 🚂"]}', '{"seed":1}', 1.5)
        await store.append(change(secret, entry(3), listing=Listing("playing", 3.0, "{}")))
        entries = await store.entries("t")
        assert entries[1] == secret
        assert await store.unfinished() == ["t"]
        (mine,) = await store.tables_of("ada", 9)
        assert (mine.id, mine.state, mine.updated, mine.summary) == ("t", "playing", 3.0, "{}")
        assert await store.public_tables(9, 0.0) == []
        await store.append(change(entry(4)))
        assert [e.number for e in await store.entries("t")] == [1, 2, 3, 4]
        assert await store.unfinished() == ["t"]
        await store.append(change(entry(5), listing=Listing("open", 4.0, "{}")))
        assert [listed.id for listed in await store.public_tables(9, 4.0)] == ["t"]
        assert await store.public_tables(9, 5.0) == []
        # Earlier versions did not note who left, and so somebody may come who is there already.
        ada = frozenset(("ada",))
        await store.append(Change("t", (entry(6),), joined=ada))
        assert [listed.id for listed in await store.tables_of("ada", 9)] == ["t"]
        await store.append(Change("t", (entry(7),), left=ada))
        assert await store.tables_of("ada", 9) == []
        assert await store.entries("nothing") == []

    asyncio.run(check())


def test_people(store: Store) -> None:
    async def check() -> None:
        await made(store)
        assert await store.session("hash") == ("ada", "Ada", 10.0, None)
        assert await store.session("other") is None
        await store.prolong("hash", 20.0)
        await store.rename("ada", "Ada L")
        await store.recolour("ada", "black")
        await store.forget_expired(15.0)
        assert await store.session("hash") == ("ada", "Ada L", 20.0, "black")
        await store.forget_expired(25.0)
        assert await store.session("hash") is None
        await store.add_api_token("token", "ada", 1.0)
        assert await store.holder("token") == ("ada", "Ada L", "black")
        assert await store.holder("nothing") is None
        await store.check()

    asyncio.run(check())


def test_no_two_entries_have_one_number(store: Store) -> None:
    """And what fails leaves nothing behind, nor does it harm what is written with it."""

    async def check() -> None:
        await made(store)
        good = [change(entry(number)) for number in range(2, 40)]
        bad = change(entry(40), entry(1))
        results = await asyncio.gather(
            *(store.append(each) for each in [*good[:20], bad, *good[20:]]),
            return_exceptions=True,
        )
        assert [type(result) for result in results if result is not None] == [Outrun]
        assert [e.number for e in await store.entries("t")] == [*range(1, 40)]

    asyncio.run(check())


def test_sqlite_does_not_need_the_thread_for_a_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(sqlite(tmp_path))
    asyncio.run(made(store))
    monkeypatch.setattr(Writer, "insert", None)
    asyncio.run(store.append(change(entry(2))))
    assert [e.number for e in asyncio.run(store.entries("t"))] == [1, 2]
    store.close()


def test_what_sqlite_has_appended_does_not_grow_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "TIDIED_AFTER", 100)
    store = Store(sqlite(tmp_path))
    asyncio.run(made(store))

    async def write() -> None:
        for number in range(2, 1500):
            await store.append(change(entry(number, "x" * 500)))
            if number % 300 == 0:
                # The thread tidies up again, this time with nothing else to be written meanwhile.
                for _ in range(writing.TIDIED_AFTER + 1):
                    await store.prolong("nobody", 0.0)

    asyncio.run(write())
    (appended,) = tmp_path.rglob("*-wal")
    # Without being tidied up it has 14.
    assert appended.stat().st_size < 5_000_000
    store.close()
    assert not [*tmp_path.rglob("*-wal")]


def test_what_waits_together_is_committed_together(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'x'}", connect_args={"check_same_thread": False})
    busy, held = threading.Event(), threading.Event()
    writer = Writer(engine)

    def hold(_: Connection) -> bool:
        busy.set()
        return held.wait(60)

    first = writer.submit(hold)
    assert busy.wait(60)

    def work(connection: Connection) -> int:
        return id(connection)

    waiting = [writer.submit(work) for _ in range(50)]
    held.set()
    assert first.result()
    commits = [future.result() for future in waiting]
    assert len(set(commits)) == 1
    last = writer.submit(lambda _: 1 // 0)
    writer.close()
    assert isinstance(last.exception(), ZeroDivisionError)
    engine.dispose()


def test_those_who_wait_for_a_locked_database_wait_once(tmp_path: Path) -> None:
    """All together: nobody is at fault, and one after the other it would take minutes."""
    url = f"sqlite:///{tmp_path / 'x'}"
    engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": 0.05})
    thing = Table("thing", MetaData(), Column("number", Integer, primary_key=True))
    thing.create(engine)
    tried: list[Connection] = []
    event.listen(engine, "begin", tried.append)
    busy, held = threading.Event(), threading.Event()
    writer = Writer(engine)

    def hold(_: Connection) -> bool:
        busy.set()
        return held.wait(60)

    first = writer.submit(hold)
    assert busy.wait(60)
    waiting = [writer.insert(thing, [{"number": number}]) for number in range(20)]
    with closing(sqlite3.connect(tmp_path / "x", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        held.set()
        assert first.result(60)
        for future in waiting:
            assert isinstance(future.exception(60), OperationalError)
        other.execute("ROLLBACK")
    assert len(tried) == 2
    writer.insert(thing, [{"number": 1}]).result(60)
    writer.close()
    engine.dispose()


def test_rows_are_written_at_once_unless_somebody_else_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "TIDIED_AFTER", 4)
    url = f"sqlite:///{tmp_path / 'x'}"
    engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": 0})
    rows = [{"table_id": "t", "number": number} for number in range(1, 6)]
    thing = Table(
        "thing", MetaData(), Column("table_id", String), Column("number", Integer, primary_key=True)
    )
    thing.create(engine)
    tidied = threading.Event()
    quick = sqlite3.connect(tmp_path / "x", timeout=0, check_same_thread=False)
    writer = Writer(engine, quick=quick, tidy=tidied.set)

    def numbers() -> list[int]:
        with create_engine(url).connect() as elsewhere:
            return list(elsewhere.scalars(select(thing.c.number)))

    busy, held = threading.Event(), threading.Event()

    def hold(_: Connection) -> bool:
        busy.set()
        return held.wait(60)

    holding = writer.submit(hold)
    assert busy.wait(60)
    assert not writer.insert_at_once(thing, rows[:1])
    held.set()
    assert holding.result()
    writer.submit(lambda _: None).result()
    while not writer.insert_at_once(thing, rows[:2]):
        pass
    assert numbers() == [1, 2]

    other = create_engine(url, isolation_level="AUTOCOMMIT").connect()
    other.exec_driver_sql("BEGIN IMMEDIATE")
    assert not writer.insert_at_once(thing, rows[2:3])
    other.exec_driver_sql("COMMIT")
    assert not writer.insert_at_once(thing, [rows[2], rows[0]])
    assert writer.insert_at_once(thing, rows[2:])
    assert numbers() == [1, 2, 3, 4, 5]
    assert tidied.wait(60)
    writer.close()
    quick.close()


def test_somebody_who_is_told_may_write_at_once(tmp_path: Path) -> None:
    """The thread has finished with the database before it tells of what it has written."""
    url = f"sqlite:///{tmp_path / 'x'}"
    engine = create_engine(url, connect_args={"check_same_thread": False})
    thing = Table("thing", MetaData(), Column("number", Integer, primary_key=True))
    thing.create(engine)
    quick = sqlite3.connect(tmp_path / "x", timeout=0, check_same_thread=False)
    writer = Writer(engine, quick=quick)
    written: Future[bool] = Future()
    busy, held = threading.Event(), threading.Event()

    def hold(_: Connection) -> bool:
        busy.set()
        return held.wait(60)

    future = writer.submit(hold)
    assert busy.wait(60)
    future.add_done_callback(
        lambda _: written.set_result(writer.insert_at_once(thing, [{"number": 1}]))
    )
    held.set()
    assert written.result(60)
    writer.close()
    quick.close()
    engine.dispose()


def test_a_game_is_played_on_it(database: str) -> None:
    """Over HTTP, with a restart in the middle."""
    with Running(database) as server:
        ada = server.person("Ada")
        table = ada.new_table("newyork", "me", "random")
        ada.act(table, "keep all", ada.table(table)["version"], "first")
    with Running(database, QUICK) as server:
        ada = ada.moved(server.url)
        ada.posted(f"/api/tables/{table}/resign")
        with ada.follow(table) as following:
            following.until_over()
        check_ended(ada, table)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("nonsense", "cannot use the database"),
        ("sqlite://", "cannot be kept in memory"),
        ("sqlite:////proc/nowhere/x.sqlite3", "cannot use the database"),
        ("mysql+nothing://host/x", "cannot use the database"),
        ("postgresql+psycopg://me:secret@127.0.0.1:1/x", "cannot use the database"),
    ],
)
def test_databases_that_cannot_be_used(url: str, words: str) -> None:
    with pytest.raises(StoreError, match=words) as refused:
        Store(url)
    assert "secret" not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_one_server_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    claim = Lock(file)
    with pytest.raises(Locked) as refused:
        Lock(file)
    assert refused.value.url == ""
    with pytest.raises(OSError, match="unable to open"):
        Lock(Path("/proc/x"))
    claim.tell("http://127.0.0.1:1")
    with pytest.raises(Locked) as refused:
        Lock(file)
    assert refused.value.url == "http://127.0.0.1:1"
    claim.release()
    Lock(file).release()
