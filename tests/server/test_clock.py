"""The machine's wall clock jumps by days: no clock, seat, code or session goes with it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.server.clocks import DAY, Clock, WallClock, turned
from tests.server.disk import needs_compiler
from tests.server.serving import QUICK, Json, Person, Process, Running, sqlite
from tests.server.test_sleeping import room_of
from whistlestop.server import clock as server_clock
from whistlestop.server.hosting.accounts import CODE_LASTS
from whistlestop.server.hosting.people import LASTS
from whistlestop.server.storage.store import LONG_GAP

MINUTES = {"pace": {"kind": "minutes", "amount": 10}, "standin_after": 60}

JUMPS = pytest.mark.parametrize("jump", [3 * DAY, -3 * DAY], ids=["forward", "back"])


def game(url: str) -> tuple[Person, Person, str]:
    """A game of two people with a clock."""
    ada, ben = Person(url, "Ada"), Person(url, "Ben")
    table = ada.new_table("usa", "me", "open", **MINUTES)
    ben.posted(f"/api/tables/{table}/join")
    return ada, ben, table


def keep_all(person: Person, table: str) -> None:
    person.act(table, "keep all", person.table(table)["version"])


def events(update: Json) -> list[str]:
    """What has happened at a table."""
    return [event["type"] for entry in update["log"] for event in entry["events"]]


def in_order(update: Json) -> bool:
    """Whether no entry is older than the one before it."""
    moments = [entry["at"] for entry in update["log"]]
    return moments == sorted(moments)


# The clock itself ----------------------------------------------------------------------------


@JUMPS
def test_nobody_can_set_it(monkeypatch: pytest.MonkeyPatch, jump: float) -> None:
    wall = time.time
    before = server_clock.now()
    monkeypatch.setattr(time, "time", lambda: wall() + jump)
    assert 0 <= server_clock.now() - before < DAY
    assert abs(server_clock.wall_ahead() - jump) < DAY


@pytest.fixture
def own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget afterwards what the clock has taken over."""
    monkeypatch.setattr(server_clock, "_offset", vars(server_clock)["_offset"])


def test_a_newcomer_takes_the_time_that_others_have(own_time: None) -> None:
    del own_time
    wanted = server_clock.now() + 3 * DAY
    assert server_clock.join(wanted) == pytest.approx(3 * DAY, abs=3600)
    assert 0 <= server_clock.now() - wanted < 3600
    # What a message takes is no difference.
    before = server_clock.now()
    assert server_clock.join(server_clock.now() - server_clock.NEAR / 2) == 0
    assert server_clock.now() >= before


# While a server runs -------------------------------------------------------------------------


@needs_compiler
@JUMPS
def test_a_wall_clock_that_is_set_moves_nothing(tmp_path: Path, jump: float) -> None:
    """Neither while a server runs, nor when it starts the next time with the new wall clock."""
    wall = WallClock(tmp_path)
    with Process(tmp_path / "data", **wall.environment) as server:
        ada, ben, table = game(server.url)
        code = ada.posted("/api/me/code")["code"]
        with ada.follow(table) as hers, ben.follow(table):
            hers.update()
            wall.set(jump)
            # The server looks at everybody's time whenever somebody moves.
            keep_all(ada, table)
            found = ada.table(table)
        assert "StandinStarted" not in events(found)
        assert in_order(found)
        assert all(300 < left <= 600 for left in found["clocks"])
        # Sessions and codes are as good as before.
        assert ben.got("/api/me")["name"] == "Ben"
        assert Person(server.url).posted("/api/me/code/read", {"code": code})
        assert "whistlestop_clock_off_seconds" in ada.http.get("/metrics").text
    with Process(tmp_path / "data", **wall.environment) as server:
        ada, ben = ada.moved(server.url), ben.moved(server.url)
        with ada.follow(table), ben.follow(table):
            keep_all(ben, table)
            found = ada.table(table)
        assert "StandinStarted" not in events(found)
        assert "ClocksResumed" in events(found)
        assert in_order(found)
        assert all(300 < left <= 600 for left in found["clocks"])
        assert ben.got("/api/me")["name"] == "Ben"


# A restart -----------------------------------------------------------------------------------


@pytest.fixture
def clock() -> Iterator[Clock]:
    """The clock of all servers of this process, which stands still unless it is put forward."""
    now = time.time()
    found = Clock(lambda: now)
    with turned(found):
        yield found


Restart = Callable[[float], Running]


@pytest.fixture
def restart(tmp_path: Path, clock: Clock) -> Iterator[Restart]:
    """Start a server, after the wall clock was set while none ran."""
    running: list[Running] = []

    def start(jump: float = 0.0) -> Running:
        while running:
            running.pop().stop()
        clock.forward(jump)
        found = Running(sqlite(tmp_path), replace(QUICK, sleep_after=10_000.0))
        running.append(found)
        return found.__enter__()

    yield start
    while running:
        running.pop().stop()


def test_clocks_run_on_though_entries_lie_in_the_future(restart: Restart, clock: Clock) -> None:
    ada, ben, table = game(restart(0).url)
    keep_all(ada, table)
    server = restart(-3 * DAY)
    ada, ben = ada.moved(server.url), ben.moved(server.url)
    assert ben.table(table)["clocks"] == [600, 600]
    clock.forward(60)
    assert ben.table(table)["clocks"][1] == 540
    keep_all(ben, table)
    clock.forward(60)
    found = ben.table(table)
    assert in_order(found)
    # Whoever's turn it is has thought for a minute, and Ben for another one before.
    (deciding,) = found["deciding"]
    assert found["clocks"][deciding] == (540 if deciding == 0 else 480)


def test_a_turn_clock_still_ends_after_a_jump_back(restart: Restart, clock: Clock) -> None:
    ada, _, table = game(restart(0).url)
    keep_all(ada, table)
    server = restart(-3 * DAY)
    with ada.moved(server.url).follow(table) as following:
        while "ClocksResumed" not in events(following.update()):
            pass
        clock.forward(601)
        room_of(server, table).stirred.set()
        while (update := following.update())["entry"] is None:
            pass
        assert [event["type"] for event in update["entry"]["events"]] == ["StandinStarted"]


def test_a_table_that_sleeps_keeps_its_time(restart: Restart, clock: Clock) -> None:
    ada, ben, table = game(restart(0).url)
    keep_all(ada, table)
    server = restart(-3 * DAY)
    ben = ben.moved(server.url)
    assert ben.table(table)["clocks"] == [600, 600]
    room = room_of(server, table)

    async def sleep() -> None:
        async with server.service.tables.use(table, by_itself=True) as (there, _):
            server.service.tables.sleep(there)

    assert room.autoplay is not None
    asyncio.run_coroutine_threadsafe(sleep(), room.autoplay.get_loop()).result()
    assert room.table is None
    clock.forward(60)
    found = ben.table(table)
    assert found["clocks"][1] == 540
    assert events(found).count("ClocksResumed") == 1


def test_nobody_is_away_for_longer_by_a_jump(restart: Restart) -> None:
    ada, _, table = game(restart(0).url)
    for jump in (3 * DAY, -6 * DAY):
        server = restart(jump)
        there = ada.moved(server.url)
        for verb, body in (("seats/offer", {}), ("seats/bot", {"bot": "random"})):
            path = f"/api/tables/{table}/{verb}"
            assert there.refused(path, {"seat": 1, **body}) == (409, "still_there")


@pytest.mark.parametrize("jump", [3 * DAY, -3 * DAY, 2 * LASTS, -2 * LASTS])
def test_sessions_outlast_a_jump_between_two_runs(restart: Restart, jump: float) -> None:
    ada = Person(restart(0).url, "Ada")
    for each in (jump, -jump, jump):
        server = restart(each)
        ada = ada.moved(server.url)
        assert ada.got("/api/me")["name"] == "Ada"


def test_sessions_end_after_all(restart: Restart, clock: Clock) -> None:
    ada = Person(restart(0).url, "Ada")
    server = restart(-3 * DAY)
    clock.forward(LASTS + 60)
    assert ada.moved(server.url).got("/api/me")["name"] == ""
    # A short break is none: what is over by then is over.
    server = restart(LONG_GAP / 2)
    assert ada.moved(server.url).got("/api/me")["name"] == ""


@pytest.mark.parametrize("jump", [3 * DAY, -3 * DAY])
def test_a_code_lasts_no_longer_by_a_jump(restart: Restart, jump: float) -> None:
    ada = Person(restart(0).url, "Ada")
    code = ada.posted("/api/me/code")["code"]
    other = Person(restart(jump).url)
    assert other.refused("/api/me/code/read", {"code": code}) == (404, "unknown_code")
    assert CODE_LASTS < LONG_GAP


def test_the_time_may_stand_still(tmp_path: Path) -> None:
    """Two entries of one moment are in order, too."""
    with turned(lambda: 1e9), Running(sqlite(tmp_path)) as server:
        ada, ben, table = game(server.url)
        keep_all(ada, table)
        keep_all(ben, table)
        assert len({entry["at"] for entry in ada.table(table)["log"]}) == 1
