"""Thinking ahead where several people share a device: each seat has its own, for its own eyes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from tests.server.serving import Json, Person, Running, sqlite
from tests.server.test_hot_seat import HERE, acted, keep_all, seen, set_up
from tests.server.test_thinking_ahead import NOTHING
from whistlestop.server.storage import schema
from whistlestop.server.table.ahead import Ahead, from_kept


def ahead(person: Person, table: str, seat: int) -> Json:
    return person.got(f"/api/tables/{table}/ahead?seat={seat}")


def plan(person: Person, table: str, seat: int, **body: Any) -> Json:
    return person.posted(f"/api/tables/{table}/ahead?seat={seat}", body)


def possible(person: Person, table: str, seat: int) -> list[Json]:
    return person.got(f"/api/tables/{table}/ahead/claims?seat={seat}")["claims"]


def waiting_until(person: Person, table: str, wanted: Callable[[int, int], bool]) -> int:
    """Both draw cards until one has the turn whose neighbour fits; that neighbour's seat.

    Args:
        person: who holds both seats.
        table: where nobody has decided anything yet.
        wanted: asked with who has the turn and who waits.
    """
    version = keep_all(person, table, (0, 1))
    for _ in range(40):
        (mover,) = seen(person, table, 0)["deciding"]
        if wanted(mover, 1 - mover):
            return 1 - mover
        for _ in range(2):
            version = acted(person, table, mover, "draw deck", version)
    raise AssertionError("it never came to that")


def test_each_seat_has_its_own(server: Running) -> None:
    ada, eve = server.person("Ada"), server.person("Eve")
    table = set_up(ada, *HERE, edition="usa")
    path = f"/api/tables/{table}/ahead"
    assert plan(ada, table, 0, marked=["DEN-OMA"])["marked"] == ["DEN-OMA"]
    assert ahead(ada, table, 1) == NOTHING
    assert plan(ada, table, 1, marked=["HEL-SEA"])["marked"] == ["HEL-SEA"]
    assert ahead(ada, table, 0)["marked"] == ["DEN-OMA"]
    # Until somebody has taken the device it has nobody's plans.
    assert ada.refused(path, {"marked": []}) == (409, "which_seat")
    for address in (path, f"{path}/claims"):
        assert ada.http.get(address).json()["code"] == "which_seat"
    for seat in (0, 1):
        assert eve.refused(f"{path}?seat={seat}", {"marked": []}) == (403, "not_your_seat")
        assert eve.http.get(f"{path}?seat={seat}").json()["code"] == "not_your_seat"
    assert ada.refused(f"{path}?seat=7", {"marked": []}) == (403, "not_your_seat")


def test_the_seat_that_planned_claims(server: Running) -> None:
    """In the other's turn the other's eyes hear nothing before it is done."""
    ada = server.person("Ada")
    table = set_up(ada, *HERE, edition="usa")
    waiting = waiting_until(ada, table, lambda _, other: bool(possible(ada, table, other)))
    mover = 1 - waiting
    found = possible(ada, table, waiting)
    with ada.follow(table, seat=mover) as theirs, ada.follow(table, seat=waiting) as own:
        version = theirs.update()["version"]
        own.until(version)
        # Coming to the table is told, too: go on when both have heard of it.
        chat = f"/api/tables/{table}/chat?seat={mover}"
        version = ada.posted(chat, {"phrase": "hello"})["version"]
        theirs.until(version)
        own.until(version)
        plan(ada, table, waiting, claims=[found[0]["words"]])
        assert own.update()["entry"] is None
        assert ahead(ada, table, mover) == NOTHING
        version = acted(ada, table, mover, "draw deck", version)
        heard = theirs.update()
        assert (heard["version"], heard["entry"]["seat"]) == (version, mover)
        acted(ada, table, mover, "draw deck", version)
        while True:
            entry = theirs.update()["entry"]
            if entry and entry["seat"] == waiting:
                break
    (claimed,) = [event for event in entry["events"] if event["type"] == "RouteClaimed"]
    assert claimed["route"] == found[0]["route"]
    assert seen(ada, table, mover)["deciding"] == [mover]
    assert ahead(ada, table, waiting) == NOTHING


def test_what_came_to_nothing_is_told_to_that_seat_alone(server: Running) -> None:
    ada = server.person("Ada")
    table = set_up(ada, *HERE, edition="usa")

    def both(mover: int, other: int) -> list[str]:
        claims = [one for one in seen(ada, table, mover)["legal"] if one["kind"] == "claim"]
        theirs = {one["route"] for one in claims}
        return [one["words"] for one in possible(ada, table, other) if one["route"] in theirs]

    waiting = waiting_until(ada, table, lambda mover, other: bool(both(mover, other)))
    mover = 1 - waiting
    wanted = both(mover, waiting)[0]
    route = wanted.split()[1]
    plan(ada, table, waiting, claims=[wanted])
    before = seen(ada, table, mover)
    words = next(one["words"] for one in before["legal"] if one.get("route") == route)
    with ada.follow(table, seat=waiting) as own:
        acted(ada, table, mover, words, before["version"])
        while not (dropped := ahead(ada, table, waiting)["dropped"]):
            own.update()
    assert [one["words"] for one in dropped] == [wanted]
    assert ahead(ada, table, mover) == NOTHING
    assert seen(ada, table, waiting)["deciding"] == [waiting]


def test_plans_outlive_a_restart_and_who_gave_up_has_none(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server:
        ada = server.person("Ada")
        table = set_up(ada, *HERE, edition="usa")
        for seat, route in enumerate(("DEN-OMA", "HEL-SEA")):
            plan(ada, table, seat, marked=[route])
    with Running(sqlite(tmp_path)) as server:
        ada = ada.moved(server.url)
        assert ahead(ada, table, 0)["marked"] == ["DEN-OMA"]
        ada.posted(f"/api/tables/{table}/resign?seat=0")
        assert ahead(ada, table, 0) == NOTHING
        assert ahead(ada, table, 1)["marked"] == ["HEL-SEA"]


def test_what_earlier_versions_kept_belongs_to_the_only_seat(tmp_path: Path) -> None:
    old = Ahead(marked=["DEN-OMA"])
    data = msgspec.json.encode(old).decode()
    assert from_kept(data, (1,)) == {1: old}
    assert from_kept(data, (0, 1)) == {}
    with Running(sqlite(tmp_path)) as server:
        ada = server.person("Ada")
        table = set_up(ada, {"kind": "me"}, {"kind": "bot", "bot": "random"}, edition="usa")
        plan(ada, table, 0, marked=["HEL-SEA"])
        with server.store.engine.begin() as connection:
            connection.execute(schema.ahead.update().values(data=data))
    with Running(sqlite(tmp_path)) as server:
        ada = ada.moved(server.url)
        assert ahead(ada, table, 0)["marked"] == ["DEN-OMA"]
