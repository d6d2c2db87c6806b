"""What is answered is on the disk: power cuts, disks that are full, and logs that are damaged."""

from __future__ import annotations

import asyncio
import json
import resource
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.server.disk import needs_compiler, shim
from tests.server.power_cuts import Outcome, agrees, cut
from tests.server.serving import Person, Process, move, sqlite
from whistlestop.server.storage.store import Change, KeptEntry, Listing, NewTable, Store

CUTS = 2


@needs_compiler
def test_a_power_cut_takes_nothing_that_was_answered_or_shown(tmp_path: Path) -> None:
    """`python -m tests.server.power_cuts` does this 200 times."""
    library, outcome, random = shim(tmp_path), Outcome(), Random(4)
    players: list[tuple[Person, str]] = []
    for _ in range(CUTS):
        cut(tmp_path, library, players, random, outcome, moves=40)
    assert outcome.answered >= CUTS * 20
    assert outcome.lost == []


@needs_compiler
def test_whoever_prefers_the_risk_may_lose_something(tmp_path: Path) -> None:
    """And so the disk of these tests does forget."""
    outcome = Outcome()
    cut(tmp_path, shim(tmp_path), [], Random(4), outcome, moves=40, risk=True)
    assert outcome.lost


def test_a_log_may_lay_open_what_was_secret_and_nothing_else() -> None:
    """The last move before a cut may have ended the game."""
    shown = [{"number": 1, "cards": None}, {"number": 2, "cards": ["red"]}]
    opened = [{"number": 1, "cards": ["blue", "red"]}, {"number": 2, "cards": ["red"]}]
    assert agrees(shown, shown)
    assert agrees(shown, opened)
    assert not agrees(opened, shown)
    assert not agrees(shown, opened[:1])
    assert not agrees(shown, [opened[0], {"number": 2, "cards": ["blue"]}])
    assert not agrees(shown, [opened[0], {"number": 2}])


def cut_short(log: Path) -> None:
    """Take the second half of a log away."""
    content = log.read_bytes()
    log.write_bytes(content[: len(content) // 2])


def changed(log: Path) -> None:
    """Change one byte in the middle of a log."""
    content = bytearray(log.read_bytes())
    content[len(content) // 2] ^= 1
    log.write_bytes(content)


async def filled(store: Store) -> None:
    """Add a table and twenty entries, each in a transaction of its own."""
    entries = [KeptEntry(number, "chat", "{}", None, 0.0) for number in range(1, 22)]
    first = Change("t", (entries[0],))
    await store.create_table(NewTable("usa", True, Listing("open", 1.0, "{}"), first))
    for entry in entries[1:]:
        await store.append(Change("t", (entry,)))


@pytest.mark.parametrize("damage", [cut_short, changed, Path.unlink])
def test_a_damaged_log_is_noticed_when_it_is_opened(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    whole, damaged = tmp_path / "whole", tmp_path / "damaged"
    store = Store(sqlite(tmp_path))
    asyncio.run(filled(store))
    # What a kill would leave.
    for folder in (whole, damaged):
        folder.mkdir()
        for file in tmp_path.glob("tables.sqlite3*"):
            shutil.copy(file, folder)
    store.close()
    opened = Store(sqlite(whole))
    assert opened.loss is None
    assert len(asyncio.run(opened.entries("t"))) == 21
    opened.close()
    log = damaged / "tables.sqlite3-wal"
    damage(log)
    left = log.read_bytes() if log.exists() else b""
    opened = Store(sqlite(damaged))
    lost = 21 - len(asyncio.run(opened.entries("t")))
    assert lost > 0
    assert opened.loss is not None
    assert opened.loss.startswith(f"{lost} entries that were saved in ")
    if left:
        assert (damaged / "tables.sqlite3-wal.damaged").read_bytes() == left
    opened.close()
    # It is said once: from now on, that is how things are.
    again = Store(sqlite(damaged))
    assert again.loss is None
    again.close()


def test_a_starting_server_says_that_something_is_missing_and_serves(tmp_path: Path) -> None:
    with Process(tmp_path) as server:
        ada = Person(server.url, "Ada")
        table = ada.new_table("usa", "me", "open")
        Person(server.url, "Ben").posted(f"/api/tables/{table}/join")
        server.kill()
    cut_short(tmp_path / "tables.sqlite3-wal")
    with Process(tmp_path) as server:
        # Whoever they were, somebody can sit down.
        Person(server.url, "Eve").new_table("usa", "me", "open")
        complained = server.interrupt()
    (warning,) = [line for line in complained.splitlines() if line.startswith("Warning: ")]
    assert "put it back now" in warning
    (logged,) = [line for line in complained.splitlines() if '"entries lost"' in line]
    assert json.loads(logged)["why"] == warning.removeprefix("Warning: ")


LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, ({0}, resource.RLIM_INFINITY))
from whistlestop.cli import main
main()
"""
"""A server whose files cannot grow beyond so many bytes, until the limit is lifted."""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems cannot lift a process's limit")
def test_moves_go_on_when_a_full_disk_has_room_again(tmp_path: Path) -> None:
    limit = 400_000
    command = (sys.executable, "-c", LIMITED.format(limit))
    with Process(tmp_path, command=command) as server:
        ada = Person(server.url, "Ada")
        ben = Person(server.url, "Ben")
        table = ada.new_table("usa", "me", "open")
        ben.posted(f"/api/tables/{table}/join")
        version, random = 3, Random(3)

        def try_to_move() -> int:
            nonlocal version
            for person in (ada, ben):
                update = person.table(table)
                if update["legal"]:
                    words = random.choice(update["legal"])["words"]
                    answer = person.post(
                        f"/api/tables/{table}/actions", move(words, update["version"])
                    )
                    if answer.status_code == 200:
                        version = answer.json()["version"]
                    return answer.status_code
            raise AssertionError("nobody can move")

        # The log would have filled the disk long since: it gives its room back.
        for _ in range(90):
            assert try_to_move() == 200
        # Now there is no room at all, and then there is again.
        process = server.process.pid
        resource.prlimit(process, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
        for _ in range(5):
            assert try_to_move() == 503
            assert ada.table(table)["version"] == version
        resource.prlimit(process, resource.RLIMIT_FSIZE, (2 * limit, resource.RLIM_INFINITY))
        for _ in range(20):
            assert try_to_move() == 200
        server.kill()
    with Process(tmp_path) as server:
        assert ada.moved(server.url).table(table)["version"] == version
