"""Quotas: one person cannot fill the server, however many people they pretend to be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.server.clocks import DAY, Clock
from tests.server.serving import QUICK, Person, Running, sqlite
from tests.server.test_own_editions import TINY
from tests.server.test_workers import GOLDEN, wait_until
from whistlestop.server.settings import Settings

LIMITED = replace(QUICK, rates=1, tables_by_person=0, tables_by_address=0, bot_moves=0)
"""Settings without quotas, with rates that tests do not reach."""

TABLES = replace(LIMITED, tables_by_person=2, tables_by_address=5)
OPEN = {"edition": "usa", "seats": [{"kind": "open"}] * 2}


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Running]:
    with Running(sqlite(tmp_path), TABLES) as running:
        yield running


def person_at(server: Running, address: str) -> Person:
    """Somebody new behind a proxy, which is what this machine's own address is."""
    found = server.person()
    found.http.headers["X-Forwarded-For"] = address
    return found


def moved(person: Person, server: Running) -> Person:
    """The same person after a restart, at the same address."""
    same = person.moved(server.url)
    same.http.headers["X-Forwarded-For"] = person.http.headers["X-Forwarded-For"]
    return same


# Tables ---------------------------------------------------------------------------------------


def test_a_person_has_so_many_tables(tables: Running, clock: Clock) -> None:
    ada = person_at(tables, "203.0.113.7")
    playing = ada.new_table("usa", "me", "random")
    waiting = ada.new_table("usa", "me", "open")
    answer = ada.post("/api/tables", OPEN)
    assert answer.status_code == 429
    assert answer.json()["code"] == "too_many_tables"
    assert answer.json()["details"] == {"most": 2}
    # A lesson is a table as well, and what is there already can be gone on with.
    assert ada.refused("/api/lessons/first") == (429, "too_many_tables")
    assert ada.table(playing)["legal"]
    # One that is closed makes room, and so does the end of a game.
    ada.posted(f"/api/tables/{waiting}/close")
    assert ada.post("/api/tables", OPEN).status_code == 201
    assert ada.refused("/api/tables", OPEN) == (429, "too_many_tables")
    # After a day without any change they count no more.
    clock.forward(DAY + 60)
    assert ada.post("/api/tables", OPEN).status_code == 201


def test_an_address_has_so_many_tables_whoever_makes_them(tables: Running) -> None:
    crowd = [person_at(tables, f"2001:db8:0:7::{number:x}") for number in range(7)]
    statuses = [new.post("/api/tables", OPEN).status_code for new in crowd]
    assert statuses == [201] * 5 + [429] * 2
    assert crowd[0].refused("/api/tables", OPEN) == (429, "too_many_tables_here")
    ada = person_at(tables, "2001:db8:0:8::1")
    assert ada.post("/api/tables", OPEN).status_code == 201
    # Who joins a table of somebody else's is not kept from it.
    table = ada.new_table("usa", "me", "open")
    assert crowd[0].post(f"/api/tables/{table}/join").status_code == 200


def test_tables_count_after_a_restart(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), TABLES) as server:
        crowd = [person_at(server, "203.0.113.7") for _ in range(4)]
        for _ in range(2):
            assert crowd[0].post("/api/tables", OPEN).status_code == 201
        assert [new.post("/api/tables", OPEN).status_code for new in crowd[1:]] == [201] * 3
    with Running(sqlite(tmp_path), TABLES) as server:
        crowd = [moved(new, server) for new in crowd]
        assert crowd[0].refused("/api/tables", OPEN) == (429, "too_many_tables")
        assert crowd[1].post("/api/tables", OPEN).status_code == 201, "others have not come back"
        for new in crowd:
            new.got("/api/me")
        assert crowd[2].refused("/api/tables", OPEN) == (429, "too_many_tables_here")


def test_tables_that_are_set_up_at_once_are_counted(tables: Running) -> None:
    """Each of them counts before it is in the database."""
    import asyncio

    quotas = tables.service.quotas
    quotas.seen("eve", "E")
    entered: list[bool] = []

    async def test() -> None:
        go_on = asyncio.Event()

        async def make() -> None:
            try:
                async with quotas.new_table("eve"):
                    entered.append(True)
                    await go_on.wait()
            except Exception:
                entered.append(False)

        tasks = [asyncio.create_task(make()) for _ in range(5)]
        while len(entered) < 5:
            await asyncio.sleep(0.01)
        go_on.set()
        await asyncio.gather(*tasks)

    asyncio.run(test())
    assert sum(entered) <= 2


def test_without_rates_there_are_no_quotas(tmp_path: Path) -> None:
    strict = replace(TABLES, rates=0, tables_by_person=1, daily_megabytes=1e-6)
    with Running(sqlite(tmp_path), strict) as server:
        ada = server.person()
        assert [ada.post("/api/tables", OPEN).status_code for _ in range(3)] == [201] * 3


def test_quotas_are_generous() -> None:
    """A class of thirty behind one address, each with two games and four bots at each."""
    usual = Settings()
    assert usual.tables_by_person >= 50
    assert usual.tables_by_address >= 30 * 2
    assert usual.bot_moves * 5 >= 30


# Space ----------------------------------------------------------------------------------------


def test_the_space_of_a_day_is_bounded(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), replace(LIMITED, daily_megabytes=0.02)) as server:
        limits, now = server.service.limits, [0.0]
        limits.clock = lambda: now[0]
        record = (GOLDEN / "usa-2.record").read_bytes()
        ada, ben = (person_at(server, f"203.0.113.{number}") for number in (7, 8))
        statuses: list[int] = []
        while not statuses or statuses[-1] == 201:
            statuses.append(ada.http.post("/api/records", content=record).status_code)
        assert statuses[-1] == 429
        assert 1 < len(statuses) < 20
        answer = ada.post("/api/tables", OPEN)
        assert answer.json()["code"] == "no_space_left"
        assert 0 < answer.json()["details"]["seconds"] < 2 * 86400
        body = {"edition_text": TINY, "seats": [{"kind": "me"}, {"kind": "bot"}]}
        assert ada.refused("/api/tables", body) == (429, "no_space_left")
        # New people of the address share what five have; others have their own.
        crowd = [person_at(server, "203.0.113.7") for _ in range(12)]
        filled = [
            [new.http.post("/api/records", content=record).status_code for _ in range(2)]
            for new in crowd
        ]
        assert filled[0][0] == 201
        assert filled[-1] == [429, 429]
        assert ben.http.post("/api/records", content=record).status_code == 201
        now[0] += 2 * 86400
        assert ada.post("/api/tables", OPEN).status_code == 201


# Moves of bots --------------------------------------------------------------------------------


def bots_alone(person: Person) -> None:
    """A table at which bots play as fast as they can, and nobody else."""
    person.new_table("usa", "random", "random", bot_pace="instant")


def test_bots_of_one_person_move_so_often(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), replace(LIMITED, bot_moves=0.1)) as server:
        limits, now, moves = server.service.limits, [0.0], server.service.metrics.moves
        limits.clock = lambda: now[0]
        eve, ada = person_at(server, "203.0.113.7"), person_at(server, "203.0.113.8")
        for _ in range(3):
            bots_alone(eve)
        # What is saved up in five minutes, and then no more.
        wait_until(lambda: moves["bot"] == 30)
        table = ada.new_table("usa", "me", "random")
        with ada.follow(table) as following:
            # Elsewhere bots move on: the bot answers the opening tickets, as she does.
            while not (frame := following.update())["legal"]:
                pass
            if "bot" not in {entry["by"] for entry in ada.table(table)["log"] if entry.get("by")}:
                wait_until(lambda: moves["bot"] == 31)
            assert moves["bot"] == 31, frame["version"]
        # Forty new people of her address have five persons' moves together.
        for number in range(40):
            bots_alone(person_at(server, "203.0.113.7"))
            wait_until(lambda number=number: moves["bot"] >= min(31 + 30 * (number + 1), 151))
        assert moves["bot"] == 151
        now[0] += 100
        bots_alone(person_at(server, "203.0.113.9"))
        wait_until(lambda: moves["bot"] >= 151 + 30)
