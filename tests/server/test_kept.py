"""Databases of earlier versions: they open, tell what they told, and their games go on.

`keep.py` made them, and never makes the same one again.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import pytest

from tests.server.keep import FOLDER
from tests.server.serving import QUICK, Json, Person, Running, deal_of, sqlite
from whistlestop import Game, load_edition, read_record, write_record
from whistlestop.editions.load import loads, names

KEPT = sorted(path.name.removesuffix(".sqlite3.gz") for path in FOLDER.glob("*.sqlite3.gz"))


@dataclass
class Opened:
    """A server on a kept database, and what was told of it."""

    server: Running
    tables: dict[str, str]
    people: dict[str, Person]
    told: Json


def told_of(name: str) -> Json:
    """What was told of a kept database, with the tables and tokens of its people."""
    told: Json = json.loads(gzip.decompress((FOLDER / f"{name}.json.gz").read_bytes()))
    return told


@pytest.fixture(params=KEPT)
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opened]:
    name: str = request.param
    data = gzip.decompress((FOLDER / f"{name}.sqlite3.gz").read_bytes())
    (tmp_path / "tables.sqlite3").write_bytes(data)
    told = told_of(name)
    with Running(sqlite(tmp_path), replace(QUICK, standin_bot="random")) as server:
        people = {who: Person(server.url, token=token) for who, token in told["tokens"].items()}
        people[""] = Person(server.url)
        yield Opened(server, told["tables"], people, told["told"])


LATER = {"india", "nordic"}
"""The editions that came after the databases were written."""


@pytest.mark.parametrize("name", KEPT)
def test_a_kept_database_holds_every_kind_of_table(name: str) -> None:
    """Every edition of its time, finished games and others, and whatever can happen at a table."""
    told = told_of(name)
    mine = told["told"]["Ada"]
    updates = [mine[f"/api/tables/{table}"] for table in told["tables"].values()]
    assert {update["table"]["edition"] for update in updates} >= {*names()} - LATER
    assert {update["table"]["state"] for update in updates} - {"closed"} == {
        "open",
        "playing",
        "over",
    }
    events = [e["type"] for u in updates for entry in u["log"] for e in entry["events"]]
    assert {*events} >= {
        "TableCreated",
        "SeatTaken",
        "SeatLeft",
        "Renamed",
        "ColourChosen",
        "Resigned",
        "StandinStarted",
        "StandinEnded",
        "ClocksResumed",
        "Said",
        "RematchMade",
    }


def test_a_kept_database_tells_the_same_and_its_games_go_on(
    opened: Opened, subtests: pytest.Subtests
) -> None:
    """In this order, on one server: what is told comes before anything changes."""
    for part in (tells_the_same, a_rematch_and_a_waiting_table_go_on, games_go_on):
        with subtests.test(part.__name__):
            part(opened)
    for what in ("newyork", "europe", "own", "germany"):
        with subtests.test("ends with the promised luck", what=what):
            ends_with_the_promised_luck(opened, what)


def tells_the_same(opened: Opened) -> None:
    """To those who sit there and to those who look on; more may be told today than then."""
    for who, addresses in opened.told.items():
        person = opened.people[who]
        for address, before in addresses.items():
            answer = person.http.get(address)
            assert answer.status_code == 200, (who, address)
            table = "/".join(address.split("/")[:4])
            if resigned(addresses.get(table)):
                # Somebody who has given up may be told less today.
                continue
            if address.endswith("/record"):
                check_record(before, answer.text)
            else:
                check_same(without_moments(before), without_moments(answer.json()), address)


def resigned(update: Json | None) -> bool:
    """Whether the caller has left a game that goes on."""
    table = (update or {}).get("table", {"state": "open"})
    seat = table["you"]["seat"] if table["state"] == "playing" else None
    return seat is not None and table["seats"][seat]["resigned"]


def without_moments(answer: Any) -> Any:
    """An answer without what depends on when it was asked for."""
    if "public" in answer and "mine" in answer:
        # Which clocks are put right first is a matter of chance, and that changes the order.
        rows = sorted(answer["mine"], key=lambda row: row["id"])
        return [{key: row[key] for key in row if key != "updated"} for row in rows]
    for entry in answer.get("log", ()):
        if entry["events"] and entry["events"][0]["type"] == "ClocksResumed":
            entry["at"] = None
    return {key: value for key, value in answer.items() if key not in ("clocks", "absences")}


def as_told_today(told: Json) -> Json:
    """What was told, without what is told otherwise now, and on purpose."""
    if told.get("type") == "TicketsKept" and not told["returned_stacks"]:
        # It was said where tickets went that did not go anywhere.
        return {key: value for key, value in told.items() if key != "unkept"}
    # Of several longest paths another may be shown; the sheet has their length.
    return {key: value for key, value in told.items() if key != "longest_paths"}


def check_same(before: object, now: Any, where: str) -> None:
    """All that was told is told, in the same order and by the same names."""
    if isinstance(before, dict):
        known = as_told_today(cast(Json, before))
        assert known.keys() <= now.keys(), where
        for key, value in known.items():
            check_same(value, now[key], f"{where} {key}")
    elif isinstance(before, list):
        items = cast(list[Any], before)
        assert len(items) == len(now), where
        for number, (value, other) in enumerate(zip(items, now, strict=True)):
            check_same(value, other, f"{where} {number}")
    else:
        assert before == now, where


def check_record(before: str, now: str) -> None:
    """Line by line the same, but for how what is hidden is written, and for notes at the end."""
    lines = zip(without_notes(before), without_notes(now), strict=True)
    assert [one for one, other in lines if one != other and "?" not in one] == []


def without_notes(record: str) -> list[str]:
    return [line for line in record.splitlines() if not line.startswith("# ")]


@pytest.mark.parametrize("opened", ["0.1.0-shared-luck"], indirect=True)
def test_what_players_added_and_chose_is_still_known(opened: Opened) -> None:
    """Their shares of the luck, their names when the game began, and when bots stand in."""
    ada = opened.people["Ada"]

    def now(what: str) -> Json:
        return ada.table(opened.tables[what])

    assert now("london")["table"]["luck"]["values"] == ["second", "second-Ben"]
    assert now("own, over")["table"]["luck"]["values"] == ["fourth", "fourth-Ben"]
    # What was added to a game that goes on is told when it is over.
    assert now("europe")["table"]["luck"] is None
    for name in ("Ada", "Ben"):
        for what in ("europe", "rematch"):
            opened.people[name].post(f"/api/tables/{opened.tables[what]}/resign")
    for what, values in (("europe", {"first", "first-Ben"}), ("rematch", {"", "third"})):
        with ada.follow(opened.tables[what]) as following:
            assert {*following.until_over()["table"]["luck"]["values"]} == values, what

    # A table as it was set up, and as its host chose later.
    assert now("newyork")["table"]["standin_after"] == 1800
    assert now("germany")["table"]["standin_after"] is None
    changed = [
        event["seconds"]
        for what in ("newyork", "germany")
        for entry in now(what)["log"]
        for event in entry["events"]
        if event["type"] == "StandinAfterChanged"
    ]
    assert changed == [1800, 900, None]

    # Ben is called otherwise than when the game began.
    renamed = [
        (event["before"], event["name"])
        for entry in now("usa")["log"]
        for event in entry["events"]
        if event["type"] == "Renamed"
    ]
    assert renamed == [("Ben", "Bengt")]
    assert [seat["name"] for seat in now("usa")["table"]["seats"]] == ["Ada", "Bengt"]
    # Who never said a name is called by the seat.
    for what, name in (("unnamed", "Player 2"), ("unnamed, again", "Player 1")):
        seat = next(one for one in now(what)["table"]["seats"] if one["name_of"] == "player")
        assert seat["name"] == name


def games_go_on(opened: Opened) -> None:
    """Whoever had to decide decides; what a bot did for somebody, somebody takes back."""
    going = [
        table
        for table in opened.tables.values()
        if opened.told["Ada"][f"/api/tables/{table}"]["table"]["state"] == "playing"
    ]
    assert len(going) > 4
    ada = opened.people["Ada"]
    for table in going:
        update = ada.table(table)
        if len(update["table"]["you"]["seats"]) > 1:
            # Where several share a device, seats are named (tests/server/test_hot_seat.py).
            assert update["legal"] == []
            continue
        words = update["legal"][0]["words"]
        # It was the clocks' turn, maybe, but nobody has moved meanwhile.
        version = ada.act(table, words, update["version"])["version"]
        after = ada.table(table)
        assert version == update["version"] + 1 <= after["version"]
        assert after["log"][: len(update["log"])] == update["log"]


def a_rematch_and_a_waiting_table_go_on(opened: Opened) -> None:
    ada, ben, cleo = (opened.people[name] for name in ("Ada", "Ben", "Cleo"))
    after = ben.posted(f"/api/tables/{opened.tables['london']}/rematch")
    assert after["id"] == opened.tables["rematch"]
    own = ada.posted(f"/api/tables/{opened.tables['own, over']}/rematch")["id"]
    assert ada.table(own)["table"]["title"] == "The ferry line"
    waiting = opened.tables["waiting"]
    ben.posted(f"/api/tables/{waiting}/join")
    cleo.posted(f"/api/tables/{waiting}/leave")
    ada.posted(f"/api/tables/{waiting}/start")
    assert ada.table(waiting)["table"]["state"] == "playing"


def own_file(opened: Opened, table: str) -> str:
    """The file of a table's own edition."""
    return opened.people["Ada"].http.get(f"/api/tables/{table}/edition.toml").text


def ends_with_the_promised_luck(opened: Opened, what: str) -> None:
    """Let a game be played from where it stopped to its end. Compare it with one from the seed."""
    table = opened.tables[what]
    promised = opened.told["Ada"][f"/api/tables/{table}"]["table"]["commitment"]
    for name in ("Ada", "Ben"):
        opened.people[name].post(f"/api/tables/{table}/resign")
    with opened.people["Ada"].follow(table) as following:
        over = following.until_over()["table"]
    assert over["commitment"] == promised
    text = opened.people["Ada"].http.get(f"/api/tables/{table}/record").text
    edition = load_edition(over["edition"]) if what != "own" else loads(own_file(opened, table))
    record = read_record(text, edition=edition)
    fair = Game.new(edition, record.seats, seed=deal_of(over))
    for taken in record.moves:
        fair.play(taken.action, taken.seat)
    assert write_record(fair) == write_record(record)
