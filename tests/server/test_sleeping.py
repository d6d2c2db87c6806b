"""Tables that nobody uses leave memory, and go on as if nothing had been when somebody comes."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.server.serving import QUICK, Person, Running, sqlite
from tests.server.test_workers import wait_until
from whistlestop.server.hosting import autoplay, registry
from whistlestop.server.hosting.rooms import Room

SLEEPY = replace(QUICK, sleep_after=0.05)
"""Tables sleep as soon as nobody has used them for a moment."""

HOURS = replace(QUICK, sleep_after=10_000.0)
"""Tables sleep when nobody has used them since the server started."""


def room_of(server: Running, table: str) -> Room:
    room = server.service.tables.in_memory(table)
    assert room is not None
    return room


def asleep(server: Running, table: str) -> bool:
    room = room_of(server, table)
    return room.table is None and room.autoplay is not None and room.autoplay.done()


def stays_awake(server: Running, table: str, other: str) -> bool:
    """Whether a table is awake at every moment while another one falls asleep three times."""
    person = server.person()
    for _ in range(3):
        person.table(other)
        wait_until(lambda: room_of(server, table).table is None or asleep(server, other))
    return room_of(server, table).table is not None


def test_a_table_that_nobody_touches_leaves_memory(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), SLEEPY) as server:
        ada = server.person("Ada")
        tables = [ada.new_table("usa", "me", "random") for _ in range(5)]
        wait_until(lambda: all(asleep(server, table) for table in tables))
        text = ada.http.get("/metrics").text
        assert "whistlestop_tables 0.0\n" in text
        assert "whistlestop_tables_asleep 5.0\n" in text
        assert not server.service.autoplay._bots  # pyright: ignore[reportPrivateUsage]


def test_it_wakes_as_it_was(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), SLEEPY) as server:
        ada = server.person("Ada")
        table = ada.new_table("usa", "me", "random")
        wait_until(lambda: asleep(server, table))
        before = ada.table(table)
        assert before["legal"]
        wait_until(lambda: asleep(server, table))
        read = ada.table(table)
        assert read["version"] == before["version"]
        assert read["legal"] == before["legal"]
        assert read["position"] == before["position"]
        # It is listed with whose turn it is.
        wait_until(lambda: asleep(server, table))
        (listed,) = ada.got("/api/tables")["mine"]
        assert (listed["id"], listed["your_turn"]) == (table, True)
        # An action is taken, and the bot answers it.
        wait_until(lambda: asleep(server, table))
        version = ada.act(table, before["legal"][0]["words"], before["version"])["version"]
        assert version == before["version"] + 1
        wait_until(lambda: asleep(server, table))
        with ada.follow(table, version) as following:
            while not (frame := following.update())["legal"]:
                pass
            assert frame["version"] >= version
        bots = [entry for entry in ada.table(table)["log"] if entry["seat"] == 1]
        assert bots, "the bot has not moved"


def test_whoever_follows_a_table_keeps_it_awake(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), SLEEPY) as server:
        ada = server.person("Ada")
        table, other = (ada.new_table("usa", "me", "random") for _ in range(2))
        with ada.follow(table) as following:
            while not following.update()["legal"]:
                pass
            assert stays_awake(server, table, other)
        wait_until(lambda: asleep(server, table))
        # A viewer is somebody, too; and a sleeping table is woken by who looks.
        with server.person("Ben").follow(table) as following:
            assert following.update()["table"]["state"] == "playing"
            assert stays_awake(server, table, other)
        wait_until(lambda: asleep(server, table))


def test_a_game_whose_bots_are_to_move_stays_awake(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), replace(SLEEPY, bot_pause=1000)) as server:
        ada = server.person("Ada")
        table, other = ada.new_table("usa", "random", "random"), ada.new_table("usa", "me", "open")
        server.person("Ben").posted(f"/api/tables/{other}/join")
        assert stays_awake(server, table, other)


def test_a_bot_stands_in_at_a_table_that_slept(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), SLEEPY) as server:
        ada, ben = server.person("Ada"), server.person("Ben")
        table = ada.new_table("usa", "me", "open", standin_after=0.05)
        ben.posted(f"/api/tables/{table}/join")
        wait_until(lambda: asleep(server, table))
        opened = room_of(server, table).opened
        with ada.follow(table) as following:
            while not following.update()["table"]["seats"][1]["standin"]:
                pass
        # How long somebody has been away is not forgotten.
        assert room_of(server, table).opened == opened


def test_a_clock_runs_out_while_its_table_sleeps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(autoplay, "WAKE_EARLY", 0.0)
    pace = {"kind": "minutes", "amount": 0.05}
    with Running(sqlite(tmp_path), SLEEPY) as server:
        tables, slept = server.service.tables, list[str]()
        fall_asleep = tables.sleep

        def sleep(room: Room) -> None:
            slept.append(room.id)
            fall_asleep(room)

        monkeypatch.setattr(tables, "sleep", sleep)
        ada, ben = server.person("Ada"), server.person("Ben")
        table = ada.new_table("usa", "me", "open", pace=pace)
        ben.posted(f"/api/tables/{table}/join")
        wait_until(lambda: server.service.metrics.moves["standin"] > 0)
        assert slept[0] == table
        wait_until(lambda: ada.table(table)["table"]["state"] == "over")


def test_after_a_restart_only_what_is_used_stays_in_memory(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), HOURS) as server:
        ada = server.person("Ada")
        tables = [ada.new_table("usa", "me", "random") for _ in range(4)]
        clocked = ada.new_table("usa", "me", "random", pace={"kind": "days", "amount": 3})
        before = ada.table(tables[0])
        assert not any(asleep(server, table) for table in tables)
    with Running(sqlite(tmp_path), HOURS) as server:
        known = server.service.tables.in_memory
        # Each has been read once: a bot or a deadline might have been due.
        wait_until(lambda: all(known(table) for table in (*tables, clocked)))
        wait_until(lambda: all(asleep(server, table) for table in (*tables, clocked)))
        assert room_of(server, clocked).alarm is not None
        ada = ada.moved(server.url)
        assert ada.table(tables[0])["version"] >= before["version"]
        assert not asleep(server, tables[0])
        assert asleep(server, tables[1])


def test_what_is_remembered_of_sleeping_tables_is_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "IDLE_ROOMS", 5)
    monkeypatch.setattr(registry, "SLEEPING_ROOMS", 10)
    with Running(sqlite(tmp_path), SLEEPY) as server:
        ada = server.person("Ada")
        tables = [ada.new_table("usa", "me", "random") for _ in range(30)]
        wait_until(lambda: len(server.service.tables.rooms) <= 16)
        wait_until(lambda: all(room.table is None for room in server.service.tables.rooms))
        for table in tables:
            assert ada.table(table)["table"]["state"] == "playing"


def test_others_wait_for_a_table_while_it_falls_asleep_and_wakes(tmp_path: Path) -> None:
    """Requests that come at every moment of falling asleep all find the same table."""
    with Running(sqlite(tmp_path), replace(QUICK, sleep_after=1e-6)) as server:
        ada, ben = server.person("Ada"), server.person("Ben")
        table = ada.new_table("usa", "me", "open", take_back=False)
        ben.posted(f"/api/tables/{table}/join")
        players: tuple[Person, ...] = (ada, ben)
        for _ in range(30):
            for person in players:
                update = person.table(table)
                if update["legal"]:
                    person.act(table, update["legal"][0]["words"], update["version"])
        assert ada.table(table)["version"] > 20
        assert ada.table(table)["version"] < sys.maxsize
