"""Damaged tables: nobody else is held up, people are told, and `whistlestop repair` mends them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, select, text, update

from tests.cli.running import run
from tests.cli.zygote import Ended
from tests.server.serving import Person, Running, sqlite
from whistlestop.server.hosting.registry import new_id
from whistlestop.server.storage import schema
from whistlestop.server.storage.lock import Lock
from whistlestop.server.storage.store import Store

ENTRY = schema.entry.c


def repair(folder: Path, *arguments: str) -> Ended:
    """Run the command."""
    return run("repair", "--database", sqlite(folder), *arguments)


def begun(server: Running) -> tuple[Person, str, str]:
    """Somebody with two games that have begun."""
    ada = server.person("Ada")
    return ada, begun_by(ada), begun_by(ada)


def begun_by(person: Person) -> str:
    """A new game of somebody, in which the opening tickets are kept."""
    table = person.new_table("usa", "me", "random", bot_pace="relaxed")
    person.act(table, "keep all", person.table(table)["version"])
    return table


def damage(folder: Path, table: str, number: int, how: str) -> None:
    here = (ENTRY.table_id == table) & (ENTRY.number == number)
    changes: dict[str, dict[str, Any]] = {
        "data": {"data": '{"seat":'},
        # A changed byte: no UTF-8.
        "bytes": {"data": text("CAST(x'7b2273656174223afe7d' AS TEXT)")},
        "kind": {"kind": "unheard"},
        "moment": {"at": float("inf")},
        "blob": {"data": text("x'7b22fe'")},
    }
    store = Store(sqlite(folder))
    with store.engine.begin() as connection:
        if how == "missing":
            connection.execute(delete(schema.entry).where(here))
        elif how == "move":
            row = connection.execute(select(ENTRY.data).where(here)).scalar_one()
            bad = json.dumps({**json.loads(row), "action": "fly to the moon"})
            connection.execute(update(schema.entry).where(here).values(data=bad))
        else:
            connection.execute(update(schema.entry).where(here).values(**changes[how]))
    store.close()


WAYS = ("data", "bytes", "kind", "move", "moment", "blob", "missing")
"""The ways in which `damage` changes an entry."""


def test_damaged_tables_hold_nobody_up_and_are_repaired(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server:
        ada, good = begun(server)[:2]
        bad = {how: begun_by(ada) for how in WAYS}
    for how, table in bad.items():
        damage(tmp_path, table, 3, how)
    with Running(sqlite(tmp_path)) as server:
        here = ada.moved(server.url)
        for table in bad.values():
            for _ in range(2):
                answer = here.http.get(f"/api/tables/{table}")
                assert (answer.status_code, answer.json()["code"]) == (503, "damaged_table")
                assert answer.json()["details"] == {"entry": 3}
        assert {good, *bad.values()} <= {row["id"] for row in here.got("/api/tables")["mine"]}
        assert here.table(good)["table"]["state"] == "playing"
    # Not while a server has the tables.
    lock = Lock(tmp_path / "tables.sqlite3")
    assert repair(tmp_path).returncode == 2
    lock.release()
    listed = repair(tmp_path)
    assert listed.returncode == 1
    assert {line.partition(" ")[0] for line in listed.stdout.splitlines()} >= {
        f"{table}:" for table in bad.values()
    }
    assert good not in listed.stdout
    for how, table in bad.items():
        assert f"{table}: entry 3: " in listed.stdout
        folder = tmp_path / how / "to" / "be" / "made"
        repaired = repair(tmp_path, table, "--aside", str(folder))
        assert (repaired.returncode, repaired.stderr) == (0, "")
        assert repaired.stdout.startswith("Kept 2 entries")
        (file,) = folder.glob("*.jsonl")
        aside = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        assert aside[0]["number"] == (4 if how == "missing" else 3)
    assert repair(tmp_path).stdout == "No table is damaged.\n"
    with Running(sqlite(tmp_path)) as server:
        here = ada.moved(server.url)
        # They go on from there.
        for table in bad.values():
            assert here.table(table)["version"] >= 2
            here.act(table, "keep all", here.table(table)["version"])


TABLE = schema.game_table


DAMAGED_LINES: list[dict[str, Any]] = [
    {"summary": '{"title": "US'},
    {"summary": "[]"},
    # No UTF-8, and no text.
    {"summary": text("CAST(x'7b2273656174223afe7d' AS TEXT)")},
    {"summary": text("x'7b22fe'")},
    {"updated": text("'yesterday'")},
    {"updated": float("inf")},
    {"state": "opfn"},
]


def test_damaged_lines_in_lists_are_made_anew(tmp_path: Path) -> None:
    """The entries are the game: what lists show of it is made from them."""
    with Running(sqlite(tmp_path)) as server:
        ada, ben = server.person("Ada"), server.person("Ben")
        tables = [ada.new_table("usa", "me", "open", public=True) for _ in range(8)]
    store = Store(sqlite(tmp_path))
    with store.engine.begin() as connection:
        for table, line in zip(tables, DAMAGED_LINES, strict=False):
            connection.execute(update(TABLE).where(TABLE.c.id == table).values(**line))
    store.close()
    # The first question finds and mends them.
    for _ in range(2):
        with Running(sqlite(tmp_path)) as server:
            here = ada.moved(server.url)
            mine = {row["id"]: row for row in here.got("/api/tables")["mine"]}
            assert mine.keys() == set(tables)
            assert {row["state"] for row in mine.values()} == {"open"}
            assert {row["seats"][0]["name"] for row in mine.values()} == {"Ada"}
            public = ben.moved(server.url).got("/api/tables")["public"]
            assert {row["id"] for row in public} == set(tables)
            assert len(here.got("/api/me/everything")["tables"]) == 8


def test_what_cannot_be_listed_at_all_is_left_out(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server:
        ada, bad, good = begun(server)
    damage(tmp_path, bad, 3, "data")
    store = Store(sqlite(tmp_path))
    with store.engine.begin() as connection:
        connection.execute(update(TABLE).where(TABLE.c.id == bad).values(summary="{"))
    store.close()
    with Running(sqlite(tmp_path)) as server:
        here = ada.moved(server.url)
        assert [row["id"] for row in here.got("/api/tables")["mine"]] == [good]
        assert [row["id"] for row in here.got("/api/me/everything")["tables"]] == [good]


def test_damaged_names_and_plans_hold_nobody_up(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server:
        ada, table, _ = begun(server)
    store = Store(sqlite(tmp_path))
    with store.engine.begin() as connection:
        name = {"name": text("CAST(x'416461fe' AS TEXT)")}
        connection.execute(update(schema.person).values(**name))
        (who,) = connection.execute(select(schema.person.c.id)).scalars()
        plans = {"table_id": table, "person": who, "data": '{"marked": ['}
        connection.execute(schema.ahead.insert(), plans)
    store.close()
    with Running(sqlite(tmp_path)) as server:
        here = ada.moved(server.url)
        assert here.got("/api/me")["name"] == "Ada\N{REPLACEMENT CHARACTER}"
        assert here.got(f"/api/tables/{table}/ahead")["marked"] == []
        assert here.got("/api/me/everything")["plans"] == {}


RESULT = schema.result.c

DAMAGED_RESULTS: list[tuple[str, dict[str, Any]]] = [
    ("me", {"score": text("'many'")}),
    ("me", {"place": text("x'01'")}),
    ("me", {"won": text("'perhaps'")}),
    ("me", {"given_up": text("'perhaps'")}),
    ("me", {"path": float("inf")}),
    # No UTF-8, and no text.
    ("me", {"board": text("CAST(x'7573fe' AS TEXT)")}),
    ("me", {"board": text("x'757361'")}),
    ("random", {"bot": text("CAST(x'72616efe' AS TEXT)")}),
    ("random", {"bot": text("x'72616e646f6d'")}),
]


@pytest.mark.parametrize(("seat", "change"), DAMAGED_RESULTS)
def test_damaged_results_are_left_out(tmp_path: Path, seat: str, change: dict[str, Any]) -> None:
    with Running(sqlite(tmp_path)) as server:
        ada = server.person("Ada")
        tables = [ada.new_table("usa", "me", "random") for _ in range(2)]
    store = Store(sqlite(tmp_path))
    with store.engine.begin() as connection:
        (who,) = connection.execute(select(schema.person.c.id)).scalars()
        for table, won in zip(tables, (True, False), strict=True):
            connection.execute(update(TABLE).where(TABLE.c.id == table).values(state="over"))
            same = {"table_id": table, "board": "usa", "path": 7}
            place = 1 if won else 2
            mine = {"seat": 0, "person": who, "bot": None, "place": place, "won": won, "score": 90}
            bots = {
                "seat": 1,
                "person": None,
                "bot": "random",
                "place": 3 - place,
                "won": not won,
                "score": 5,
            }
            connection.execute(schema.result.insert(), [same | mine, same | bots])
        number = 0 if seat == "me" else 1
        here = (RESULT.table_id == tables[0]) & (RESULT.seat == number)
        connection.execute(update(schema.result).where(here).values(**change))
    store.close()
    with Running(sqlite(tmp_path)) as server:
        there = ada.moved(server.url)
        found = there.got("/api/me/results")
        # Of the damaged row, nothing counts. The bot's row says only whom Ada played against.
        counted = 1 if seat == "me" else 2
        assert found["all"] == {"played": counted, "won": counted - 1}
        assert found["against"] == [{"bot": "random", "played": 1, "won": 0}]
        board = {"board": "usa", "best": 90, "path": 7}
        assert found["boards"] == [board | found["all"]]
        assert there.got("/api/me/everything")["results"] == found
        places = {row["id"]: row["place"] for row in there.got("/api/me/games")["games"]}
        assert places == {tables[0]: None if seat == "me" else 1, tables[1]: 2}


@pytest.mark.parametrize("moment", ["'long ago'", "x'00'", "9e999", "-9e999", "1e300"])
def test_a_damaged_moment_of_a_person_is_unknown(tmp_path: Path, moment: str) -> None:
    with Running(sqlite(tmp_path)) as server:
        ada = server.person("Ada")
    store = Store(sqlite(tmp_path))
    with store.engine.begin() as connection:
        connection.execute(update(schema.person).values(created=text(moment)))
    store.close()
    with Running(sqlite(tmp_path)) as server:
        found = ada.moved(server.url).got("/api/me/everything")
        assert (found["name"], found["since"]) == ("Ada", None)


@pytest.mark.parametrize("colour", ["CAST(x'726564fe' AS TEXT)", "x'726564'", "7"])
def test_a_damaged_colour_is_chosen_again(tmp_path: Path, colour: str) -> None:
    with Running(sqlite(tmp_path)) as server:
        ada = server.person("Ada")
    store = Store(sqlite(tmp_path))
    with store.engine.begin() as connection:
        connection.execute(update(schema.person).values(colour=text(colour)))
    store.close()
    with Running(sqlite(tmp_path)) as server:
        there = ada.moved(server.url)
        me = there.got("/api/me")
        assert me["colour"] in me["colours"]
        assert there.got("/api/me/everything")["colour"] == me["colour"]
        seats = there.table(there.new_table("usa", "me", "open"))["table"]["seats"]
        assert seats[0]["colour"] == me["colour"]


def test_a_session_without_an_end_has_ended(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server:
        ada, ben = server.person("Ada"), server.person("Ben")
        table = ada.new_table("usa", "me", "open")
    store = Store(sqlite(tmp_path))
    with store.engine.begin() as connection:
        mine = select(schema.person.c.id).where(schema.person.c.name == "Ada").scalar_subquery()
        never = update(schema.session).where(schema.session.c.person == mine)
        connection.execute(never.values(expires=text("'never'")))
    store.close()
    with Running(sqlite(tmp_path)) as server:
        assert ada.moved(server.url).got("/api/me")["name"] != "Ada"
        there = ben.moved(server.url)
        assert there.got("/api/me")["name"] == "Ben"
        assert there.table(table)["table"]["state"] == "open"


def test_no_id_of_a_table_looks_like_an_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or `whistlestop repair ID` would not know what is meant."""
    made = iter(["-lower-case0", "-hard-to-say", "x-all-right-x"])

    def token_urlsafe(_: int) -> str:
        return next(made)

    monkeypatch.setattr("secrets.token_urlsafe", token_urlsafe)
    assert new_id() == "x-all-right-x"
    # Earlier ones do.
    assert "-lower-case0" in repair(tmp_path, "--", "-lower-case0").stderr


def test_a_table_without_a_good_entry_is_listed_nowhere(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server:
        ada, bad, good = begun(server)
    damage(tmp_path, bad, 1, "data")
    assert repair(tmp_path, bad, "--aside", str(tmp_path)).stdout.startswith("Kept 0 entries")
    with Running(sqlite(tmp_path)) as server:
        here = ada.moved(server.url)
        assert [row["id"] for row in here.got("/api/tables")["mine"]] == [good]
        assert here.http.get(f"/api/tables/{bad}").status_code == 404
    assert repair(tmp_path, "nowhere0").returncode == 2


def test_the_command_says_that_entries_are_missing(tmp_path: Path) -> None:
    """Whoever opens the database first notices it, and is the only one who does."""
    with Running(sqlite(tmp_path)) as server:
        begun(server)
    file = tmp_path / "tables.sqlite3.acknowledged"
    known = int(file.read_text(encoding="utf-8"))
    file.write_text(f"{known + 5:19}\n", encoding="utf-8")
    assert "5 entries that were saved" in repair(tmp_path).stderr
    assert repair(tmp_path).stderr == ""
