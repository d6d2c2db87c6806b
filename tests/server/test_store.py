"""The database: migrations, group commit, claims; on SQLite and, where there is one, PostgreSQL."""

from __future__ import annotations

import asyncio
import itertools
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import op
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
)
from sqlalchemy.exc import IntegrityError, OperationalError

from tests.server import databases
from tests.server.serving import QUICK, Running, sqlite
from tests.server.test_whole_games import check_ended
from whistlestop.server.storage import log, repair, schema
from whistlestop.server.storage import writer as writing
from whistlestop.server.storage.accounts import AccountStore
from whistlestop.server.storage.lock import Lock, Locked
from whistlestop.server.storage.store import (
    Change,
    Conflict,
    KeptEntry,
    Listing,
    NewTable,
    Store,
    StoreError,
)
from whistlestop.server.storage.writer import Quick, Writer

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


def test_an_interrupted_upgrade_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = sqlite(tmp_path)
    Store(database).close()
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as file, file:
        for table in NEW_IN_7_TO_11:
            file.execute(f"DROP TABLE {table}")
        file.execute("ALTER TABLE result DROP COLUMN given_up")
        file.execute("UPDATE alembic_version SET version_num = '0006'")
    create_index = op.create_index

    def interrupted(name: str, *arguments: Any, **more: Any) -> None:
        if name == "ladder_standing_by_group":
            raise OSError("interrupted")
        create_index(name, *arguments, **more)

    monkeypatch.setattr(op, "create_index", interrupted)
    with pytest.raises(StoreError, match="interrupted"):
        Store(database)
    monkeypatch.setattr(op, "create_index", create_index)
    Store(database).close()


NEW_IN_7_TO_11 = [
    "ladder_player",
    "ladder_result",
    "ladder_change",
    "ladder_standing",
    "ladder_version",
    "review",
    "missed",
    "webhook",
    "turn_call",
    "club_table",
    "club_member",
    "club",
    "push_key",
    "push_device",
]
"""The tables that the migrations 0007 to 0011 add."""


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


def test_what_a_repair_deletes_is_not_missed(database: str) -> None:
    """At the next start only entries count as lost that nobody deleted."""
    first = Store(database)
    try:
        asyncio.run(made(first))
        asyncio.run(first.append(change(entry(2), entry(3))))
        repair.cut(first, "t", 2, None)
        assert [kept.number for kept in repair.entries_of(first, "t")] == [1]
    finally:
        first.close()
    again = Store(database)
    try:
        assert again.loss is None
    finally:
        again.close()


def test_people(store: Store) -> None:
    async def check() -> None:
        await made(store)
        assert await store.session("hash") == ("ada", "Ada", 10.0, None)
        assert await store.session("other") is None
        await store.prolong("hash", 20.0)
        await store.rename("ada", "Ada L")
        await store.recolour("ada", "black")
        await store.settle_times(15.0, 10.0, 1.0)
        assert await store.session("hash") == ("ada", "Ada L", 20.0, "black")
        await store.settle_times(25.0, 10.0, 1.0)
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
        assert [type(result) for result in results if result is not None] == [Conflict]
        assert [e.number for e in await store.entries("t")] == [*range(1, 40)]

    asyncio.run(check())


def test_moves_that_wait_together_share_one_statement(tmp_path: Path) -> None:
    """One that is at fault harms no other, and what is acknowledged is counted."""
    store = Store(sqlite(tmp_path))
    told: list[str] = []

    @event.listens_for(store.engine, "begin")
    def note(_: Connection) -> None:  # pyright: ignore[reportUnusedFunction]
        told.append("transaction")

    async def check() -> None:
        await made(store)
        told.clear()
        await asyncio.gather(*(store.append(change(entry(number))) for number in range(2, 40)))
        # None of them took SQLAlchemy's way.
        assert told == []
        results = await asyncio.gather(
            store.append(change(entry(40))),
            store.append(change(entry(41), entry(3))),
            store.append(change(entry(42))),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [type(None), Conflict, type(None)]

    asyncio.run(check())
    assert [e.number for e in asyncio.run(store.entries("t"))] == [*range(1, 41), 42]
    store.close()
    assert int((tmp_path / "tables.sqlite3.acknowledged").read_text()) == 41


def test_whoever_is_cancelled_waits_for_the_write(tmp_path: Path) -> None:
    """Else the table would be read again before its last entry is there."""
    store = Store(sqlite(tmp_path))

    async def check() -> None:
        await made(store)
        held = threading.Event()

        def hold(_: Connection) -> bool:
            return held.wait(60)

        holding = asyncio.create_task(store.write(hold))
        adding = asyncio.create_task(store.append(change(entry(2))))
        await asyncio.sleep(0)
        adding.cancel()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not adding.done()
        held.set()
        with pytest.raises(asyncio.CancelledError):
            await adding
        assert [e.number for e in await store.entries("t")] == [1, 2]
        assert await holding

    asyncio.run(check())
    store.close()


@pytest.mark.parametrize(("safe", "level"), [(True, 2), (False, 1)])
def test_what_sqlite_is_told(tmp_path: Path, safe: bool, level: int) -> None:
    store = Store(sqlite(tmp_path), power_cut_safe=safe)

    def pragma(name: str) -> object:
        with store.engine.connect() as connection:
            return connection.exec_driver_sql(f"PRAGMA {name}").scalar()

    assert pragma("synchronous") == level
    assert pragma("secure_delete") == 1
    assert pragma("journal_mode") == "wal"
    assert pragma("journal_size_limit") == log.LARGE
    store.close()


def test_what_is_deleted_is_overwritten(tmp_path: Path) -> None:
    name = "Wilhelmina Deleted"
    file = tmp_path / "tables.sqlite3"
    store = Store(sqlite(tmp_path))
    asyncio.run(store.add_person("ada", name, "hash", 10.0, 0.0))
    store.close()
    assert name.encode() in file.read_bytes()
    store = Store(sqlite(tmp_path))
    asyncio.run(store.settle_times(20.0, 10.0, 1.0))
    assert asyncio.run(AccountStore(store).delete("ada"))
    store.close()
    assert name.encode() not in file.read_bytes()


def wal(folder: Path) -> int:
    """The bytes of the write-ahead log; 0 if there is none."""
    return sum(found.stat().st_size for found in folder.glob("*.sqlite3-wal"))


@pytest.fixture
def small_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """A log that counts as large soon, so that little need be written."""
    monkeypatch.setattr(log, "LARGE", 400_000)
    monkeypatch.setattr(log, "CHECKPOINT_AFTER", 20)
    monkeypatch.setattr(log, "LOOKED_AFTER", 4)
    monkeypatch.setattr(writing, "PACE", 0)


@pytest.mark.usefixtures("small_log")
def test_the_log_stays_small_while_moves_are_made_without_a_pause(tmp_path: Path) -> None:
    store = Store(sqlite(tmp_path))
    largest: list[int] = []

    async def write(table: int) -> None:
        for number in range(1, 60):
            row = KeptEntry(number, "chat", "x" * 500, None, 0.0)
            await store.append(Change(f"t{table}", (row,)))
            # Others read all the time.
            await store.entries(f"t{table}", number - 2)
            largest.append(wal(tmp_path))

    async def check() -> None:
        for table in range(20):
            first = Change(f"t{table}", (KeptEntry(0, "chat", "{}", None, 0.0),))
            await store.create_table(NewTable("usa", True, Listing("open", 1.0, "{}"), first))
        await asyncio.gather(*map(write, range(20)))

    asyncio.run(check())
    assert max(largest) < 1_000_000
    store.close()
    assert wal(tmp_path) == 0


@pytest.mark.usefixtures("small_log")
def test_a_log_that_a_reader_has_kept_large_shrinks_when_the_reader_is_gone(tmp_path: Path) -> None:
    store = Store(sqlite(tmp_path))
    numbers = itertools.count(2)

    async def write() -> None:
        await store.append(change(entry(next(numbers), "x" * 500)))

    async def check() -> None:
        await made(store)
        with closing(sqlite3.connect(tmp_path / "tables.sqlite3", isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM entry").fetchone()
            # It sees what there was, nobody waits for it, and the log cannot be cut.
            while wal(tmp_path) < 2 * log.LARGE:
                await write()
            assert reader.execute("SELECT count(*) FROM entry").fetchone() == (1,)
        while wal(tmp_path) > log.LARGE:
            await write()
        assert len(await store.entries("t")) == next(numbers) - 1

    asyncio.run(check())
    store.close()


def test_what_waits_together_is_committed_together(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'x'}", connect_args={"check_same_thread": False})
    busy, held = threading.Event(), threading.Event()
    writer = Writer(engine)

    def hold(_: Connection) -> bool:
        busy.set()
        return held.wait(60)

    def work(connection: Connection) -> int:
        return id(connection)

    async def check() -> None:
        first = writer.submit(hold)
        assert await asyncio.to_thread(busy.wait, 60)
        waiting = [writer.submit(work) for _ in range(50)]
        held.set()
        assert await first
        assert len(set(await asyncio.gather(*waiting))) == 1
        last = writer.submit(lambda _: 1 // 0)
        await asyncio.to_thread(writer.close)
        with pytest.raises(ZeroDivisionError):
            await last

    asyncio.run(check())
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

    async def check() -> None:
        first = writer.submit(hold)
        assert await asyncio.to_thread(busy.wait, 60)
        waiting = [writer.insert(thing, [{"number": number}]) for number in range(20)]
        with closing(sqlite3.connect(tmp_path / "x", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            held.set()
            assert await first
            for future in waiting:
                with pytest.raises(OperationalError):
                    await future
            other.execute("ROLLBACK")
        assert len(tried) == 2
        await writer.insert(thing, [{"number": 1}])

    asyncio.run(check())
    writer.close()
    engine.dispose()


class Deadlock(Exception):
    """The error of a driver when PostgreSQL has broken a transaction off."""

    sqlstate = "40P01"


def test_a_deadlock_fails_no_job_that_can_be_tried_again(tmp_path: Path) -> None:
    """Other jobs of the batch are not affected, and a job that always fails ends."""
    engine = create_engine(f"sqlite:///{tmp_path / 'x'}", connect_args={"check_same_thread": False})
    busy, held = threading.Event(), threading.Event()
    writer = Writer(engine)
    tries = {"sometimes": 0, "always": 0}

    def hold(_: Connection) -> bool:
        busy.set()
        return held.wait(60)

    def lose(name: str, times: int) -> Callable[[Connection], str]:
        def work(_: Connection) -> str:
            tries[name] += 1
            if tries[name] <= times:
                raise OperationalError("UPDATE club", {}, Deadlock())
            return name

        return work

    async def check() -> None:
        first = writer.submit(hold)
        assert await asyncio.to_thread(busy.wait, 60)
        innocent = [writer.submit(lambda _: "done") for _ in range(2)]
        sometimes = writer.submit(lose("sometimes", 3))
        always = writer.submit(lose("always", 1000))
        held.set()
        assert await first
        assert await asyncio.gather(*innocent) == ["done", "done"]
        assert await sometimes == "sometimes"
        with pytest.raises(OperationalError):
            await always

    asyncio.run(check())
    assert tries["always"] <= 1 + writing.MOST_TRIES
    writer.close()
    engine.dispose()


def test_one_statement_waits_for_no_other_program_and_changes_all_or_nothing(
    tmp_path: Path,
) -> None:
    """What it cannot do, the other way does, or says what is wrong."""
    url = f"sqlite:///{tmp_path / 'x'}"
    engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": 60})
    thing = Table(
        "thing", MetaData(), Column("table_id", String), Column("number", Integer, primary_key=True)
    )
    thing.create(engine)
    connection = sqlite3.connect(
        tmp_path / "x", timeout=0, check_same_thread=False, isolation_level=None
    )
    written: list[int] = []
    writer = Writer(engine, quick=Quick(connection, written.append))

    def rows(*numbers: int) -> list[dict[str, object]]:
        return [{"table_id": "t", "number": number} for number in numbers]

    async def check() -> None:
        await writer.insert(thing, rows(1, 2))
        assert written == [2]
        with closing(sqlite3.connect(tmp_path / "x", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            waiting = writer.insert(thing, rows(3))
            await asyncio.sleep(0)
            assert not waiting.done()
            other.execute("ROLLBACK")
            await waiting
        with pytest.raises(IntegrityError):
            await writer.insert(thing, rows(4, 1))
        await writer.insert(thing, rows(*range(4, 4 + 2 * writing.MOST_ROWS)))
        await writer.insert(thing, rows(1000))
        assert written[-1] == 1000

    asyncio.run(check())
    writer.close()
    numbers = [row[0] for row in connection.execute("SELECT number FROM thing ORDER BY 1")]
    assert numbers == [*range(1, 4 + 2 * writing.MOST_ROWS), 1000]
    connection.close()
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
