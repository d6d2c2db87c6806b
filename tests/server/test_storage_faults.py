"""Files that are locked, damaged, emptied, read-only or reached by a second name."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest

from tests.server.serving import PATIENCE, Running, move, sqlite
from whistlestop.server import logs
from whistlestop.server.http.guard import PROOF
from whistlestop.server.serve import serve
from whistlestop.server.settings import Settings
from whistlestop.server.storage import sqlite as files
from whistlestop.server.storage.lock import Lock, Locked
from whistlestop.server.storage.store import Store, StoreError


@pytest.fixture
def logged() -> Generator[list[logging.LogRecord]]:
    """What the server logs, each record once, whether or not a test before has started its log."""
    records: list[logging.LogRecord] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            records.append(record)

    handler = Kept()
    logs.logger.addHandler(handler)
    yield records
    logs.logger.removeHandler(handler)


@contextmanager
def written_by_another(file: Path) -> Generator[None]:
    """Another program that does not stop writing."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def test_what_cannot_be_saved_is_refused_with_a_sentence_and_played_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logged: list[logging.LogRecord]
) -> None:
    monkeypatch.setattr(files, "LOCK_TIMEOUT", 50)
    with Running(sqlite(tmp_path)) as server:
        ada = server.person("Ada")
        table = ada.new_table("usa", "me", "open")
        server.person("Ben").posted(f"/api/tables/{table}/join")
        before = ada.table(table)
        path = f"/api/tables/{table}/actions"
        body = move("keep 1 2", before["version"], "again")
        with written_by_another(tmp_path / "tables.sqlite3"):
            for _ in range(12):
                answer = ada.post(path, body)
                assert answer.status_code == 503, answer.text
                assert answer.json()["code"] == "storage_unavailable"
                assert answer.json()["message"].endswith(".")
            # Somebody new would have to be written down, too.
            headers = {"X-Requested-With": PROOF}
            newcomer = httpx.post(
                f"{server.url}/api/me", json={"name": "Eve"}, headers=headers, timeout=PATIENCE
            )
            assert newcomer.status_code == 503
            assert newcomer.json()["code"] == "storage_unavailable"
            health = httpx.get(f"{server.url}/health", timeout=PATIENCE)
            assert health.status_code == 503
            assert "locked" in health.json()["status"]
        assert httpx.get(f"{server.url}/health", timeout=PATIENCE).json() == {"status": "ok"}
        assert ada.table(table)["version"] == before["version"]
        assert ada.act(table, "keep 1 2", before["version"], "again")["version"] > before["version"]
    # Not every refusal is told, and of none what was to be kept.
    told = [record for record in logged if record.getMessage() == "storage"]
    assert 0 < len(told) < 10
    formatter = logging.Formatter()
    text = "\n".join(f"{formatter.format(record)} {vars(record)}" for record in logged)
    assert "database is locked" in text
    assert '"outcomes"' not in text


def test_a_fault_that_repeats_is_written_whole_once(logged: list[logging.LogRecord]) -> None:
    for number in range(120):
        try:
            raise OSError("the disk is full")
        except OSError as fault:
            logs.failed("a test of repeats", fault, number=number)
    told = [record for record in logged if record.getMessage() == "a test of repeats"]
    assert [record.exc_info is not None for record in told] == [True, False, False]
    fields = [getattr(record, "fields")["number"] for record in told]  # noqa: B009
    assert fields == [0, 9, 99]


def test_damage_is_told_and_does_not_heal(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server:
        ada = server.person("Ada")
        table = ada.new_table("usa", "me", "open")
    file = tmp_path / "tables.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'entry'"
        ).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with file.open("r+b") as damaged:
        damaged.seek((page - 1) * size)
        damaged.write(b"\xff" * size)
    with Running(sqlite(tmp_path)) as server:
        ada = ada.moved(server.url)
        answer = ada.http.get(f"/api/tables/{table}")
        assert (answer.status_code, answer.json()["code"]) == (503, "storage_unavailable")
        for _ in range(2):
            health = httpx.get(f"{server.url}/health", timeout=PATIENCE)
            assert health.status_code == 503
            assert "malformed" in health.json()["status"]


def test_a_full_disk_is_told_though_something_small_may_still_fit(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server:
        ada = server.person("Ada")
        # The connection has room for what is there, and for no page more.
        raw = server.store.engine.raw_connection()
        raw.cursor().execute("PRAGMA max_page_count = 1")
        raw.close()
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
        answer = ada.post("/api/tables", {"edition": "usa", "seats": seats})
        for _ in range(200):
            if answer.status_code != 201:
                break
            answer = ada.post("/api/tables", {"edition": "usa", "seats": seats})
        assert (answer.status_code, answer.json()["code"]) == (503, "storage_unavailable")
        health = httpx.get(f"{server.url}/health", timeout=PATIENCE)
        assert (health.status_code, health.json()["status"]) == (
            503,
            "nothing can be saved: database or disk is full",
        )


def test_an_emptied_file_is_not_a_new_one(tmp_path: Path) -> None:
    Store(sqlite(tmp_path)).close()
    file = tmp_path / "tables.sqlite3"
    file.write_bytes(b"")
    with pytest.raises(StoreError, match="the file is empty") as refused:
        Store(sqlite(tmp_path))
    assert "\n" not in str(refused.value)
    assert file.stat().st_size == 0
    file.unlink()
    Store(sqlite(tmp_path)).close()


def test_a_database_that_was_never_finished_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / ".tables.sqlite3.new").write_bytes(b"half of one")
    Store(sqlite(tmp_path)).close()
    assert (tmp_path / "tables.sqlite3").stat().st_size > 0
    assert not (tmp_path / ".tables.sqlite3.new").exists()


def test_a_second_name_is_no_way_around_the_lock(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    Store(sqlite(tmp_path)).close()
    link = tmp_path / "elsewhere" / "other.sqlite3"
    link.parent.mkdir()
    link.symlink_to(file)
    folder = tmp_path / "folder"
    folder.symlink_to(tmp_path, target_is_directory=True)
    held = Lock(file)
    held.tell("http://127.0.0.1:1")
    for other in (link, folder / "tables.sqlite3"):
        with pytest.raises(Locked) as locked:
            Lock(other)
        assert locked.value.url == "http://127.0.0.1:1"
    held.release()
    Lock(link).release()
    hard = tmp_path / "hard.sqlite3"
    os.link(file, hard)
    for name in ("hard", "tables"):
        with pytest.raises(StoreError, match="a hard link"):
            Store(f"sqlite:///{tmp_path / name}.sqlite3")


def test_a_start_where_nothing_can_be_written_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise OSError(30, "Read-only file system")

    Store(sqlite(tmp_path)).close()
    monkeypatch.setattr(Lock, "tell", refused)
    with pytest.raises(StoreError, match="Read-only file system") as failed:
        serve(Settings(port=0, database=sqlite(tmp_path)))
    assert "\n" not in str(failed.value)


def test_only_the_path_of_a_file_is_a_database(tmp_path: Path) -> None:
    """An SQLite URI would be locked under a name that keeps nobody from the file it means."""
    Store(sqlite(tmp_path)).close()
    for name in (f"file:{tmp_path}/tables.sqlite3", "file::memory:"):
        with pytest.raises(StoreError, match="nor under an SQLite URI") as refused:
            serve(Settings(port=0, database=f"sqlite:///{name}?uri=true"))
        assert "\n" not in str(refused.value)
    with pytest.raises(StoreError, match="this is not a file"):
        Store(f"sqlite:///{tmp_path}")


@pytest.mark.parametrize("loss", ["removed", "emptied", "replaced"])
def test_health_sees_that_the_file_is_gone(tmp_path: Path, loss: str) -> None:
    file, other = tmp_path / "tables.sqlite3", tmp_path / "other.sqlite3"
    with Running(sqlite(tmp_path)) as server:
        assert httpx.get(f"{server.url}/health", timeout=PATIENCE).status_code == 200
        if loss == "removed":
            file.unlink()
        elif loss == "emptied":
            os.truncate(file, 0)
        else:
            Store(f"sqlite:///{other}").close()
            other.replace(file)
        health = httpx.get(f"{server.url}/health", timeout=PATIENCE)
        assert health.status_code == 503
        assert "removed, emptied or replaced" in health.json()["status"]
