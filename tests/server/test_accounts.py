"""Oneself: on another device, in one's results, and forgotten."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from tests.server.serving import QUICK, Json, Person, Running, move, sqlite
from whistlestop.server.hosting import accounts
from whistlestop.server.hosting.people import COOKIE, hashed
from whistlestop.server.storage import schema
from whistlestop.server.storage.accounts import AccountStore, Ended
from whistlestop.server.storage.rated import SeatEnd, places
from whistlestop.server.storage.store import (
    Change,
    KeptEntry,
    Listing,
    NewTable,
    SeatResult,
    Store,
)

NAME = "Zerlina"
"""A name that nothing else contains."""


def play(table: str, *players: Person) -> None:
    """Random moves until the game is over."""
    random = Random(4)
    while True:
        for player in players:
            update = player.table(table)
            if update["table"]["state"] == "over":
                return
            if update["legal"]:
                words = random.choice(update["legal"])["words"]
                body = move(words, update["version"])
                player.post(f"/api/tables/{table}/actions", body)


def together(server: Running, *names: str) -> tuple[list[Person], str]:
    """A London table of these people, the first its host; the game begins."""
    people = [server.person(name) for name in names]
    table = people[0].new_table("london", "me", *["open"] * (len(names) - 1))
    for one in people[1:]:
        one.posted(f"/api/tables/{table}/join", {})
    return people, table


def code_of(person: Person) -> str:
    return person.posted("/api/me/code")["code"]


def rows(server: Running) -> str:
    """All that the database holds, as text."""
    with server.store.engine.connect() as connection:
        tables = schema.metadata.sorted_tables
        return "\n".join(str([*connection.execute(select(table))]) for table in tables)


# Other devices --------------------------------------------------------------------------------


def test_a_code_makes_another_device_the_same_person(server: Running) -> None:
    ada, phone = server.person("Ada"), server.person()
    table = ada.new_table("usa", "me", "open")
    made = ada.posted("/api/me/code")
    code = made["code"]
    assert made["link"].endswith(f"/me#{code}")
    assert made["qr"].startswith("<svg")
    assert made["seconds"] == 600
    typed = f"{code[:4].lower()}-{code[4:]} "
    read = phone.posted("/api/me/code/read", {"code": typed})
    assert (read["then"]["name"], read["then"]["games"]) == ("Ada", 1)
    assert (read["now"]["games"], read["now"]["elsewhere"], read["same"]) == (0, False, False)
    # To look changes nothing.
    assert phone.got("/api/me")["name"] == ""
    secret = ada.http.cookies[COOKIE]
    assert phone.posted("/api/me/code/use", {"code": typed})["name"] == "Ada"
    assert phone.got("/api/me")["name"] == "Ada"
    assert phone.table(table)["table"]["you"]["seat"] == 0
    # Each device has a secret of its own.
    assert ada.http.cookies[COOKIE] == secret != phone.http.cookies[COOKIE]
    # It holds once.
    assert server.person().refused("/api/me/code/use", {"code": code}) == (404, "unknown_code")
    phone.posted("/api/me", {"name": "Adele"})
    assert ada.got("/api/me")["name"] == "Adele"


def test_a_code_is_not_kept_and_ends(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, other = server.person("Ada"), server.person()
    first, second = code_of(ada), code_of(ada)
    kept = rows(server)
    assert first not in kept
    assert second not in kept
    # One at a time.
    assert other.refused("/api/me/code/read", {"code": first}) == (404, "unknown_code")
    assert ada.posted("/api/me/code/read", {"code": second})["same"]
    assert ada.refused("/api/me/code/use", {"code": second}) == (409, "same_person")
    monkeypatch.setattr(accounts, "CODE_LASTS", -1.0)
    third = code_of(ada)
    assert other.refused("/api/me/code/use", {"code": third}) == (404, "unknown_code")
    for nonsense in ("", "AAAAAAAA", "0" * 8, "BCDF", "B" * 40):
        assert other.refused("/api/me/code/use", {"code": nonsense}) == (404, "unknown_code")


def test_codes_cannot_be_guessed_in_rows(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), replace(QUICK, rates=1)) as server:
        ada, stranger = server.person("Ada"), server.person()
        found = [
            stranger.post("/api/me/code/read", {"code": "BCDFGHJK"}).status_code for _ in range(25)
        ]
        assert found[:20] == [404] * 20
        assert found[-1] == 429
        # A right one is not told from others now, either.
        assert stranger.refused("/api/me/code/use", {"code": code_of(ada)})[0] == 429


def test_a_right_code_is_hashed_once_and_not_read_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashing: list[bytes] = []
    slowly = accounts.hashlib.scrypt

    def counted(code: bytes, **how: Any) -> bytes:
        hashing.append(code)
        return slowly(code, **how)

    monkeypatch.setattr(accounts.hashlib, "scrypt", counted)
    with Running(sqlite(tmp_path), replace(QUICK, rates=1)) as server:
        ada = server.person("Ada")
        code = code_of(ada)
        told = [ada.post("/api/me/code/read", {"code": code}).status_code for _ in range(60)]
        assert told[:10] == [200] * 10
        assert told[-1] == 429
        assert len(hashing) == 1


def test_an_address_alone_carries_nobody(server: Running) -> None:
    """Whatever fetches links to show what is behind them is not the one who opens them."""
    ada, other = server.person("Ada"), server.person()
    link = ada.posted("/api/me/code")["link"]
    page = other.http.get(link.replace("#", "?code="))
    assert page.status_code == 200
    assert COOKIE not in page.headers.get("set-cookie", "")
    assert other.got("/api/me")["name"] == ""
    for path in ("/api/me/code", "/api/me/code/use", "/api/me/code/read", "/api/me/forget"):
        assert other.http.get(path).status_code == 405


def test_who_a_device_was_before_stays_with_their_games(server: Running) -> None:
    ada, ben = server.person("Ada"), server.person("Ben")
    token = ben.posted("/api/tokens")["token"]
    table = ben.new_table("usa", "me", "open")
    read = ben.posted("/api/me/code/read", {"code": code_of(ada)})
    assert read["now"] == read["now"] | {"name": "Ben", "games": 1, "elsewhere": True}
    was = ben.http.cookies[COOKIE]
    ben.posted("/api/me/code/use", {"code": code_of(ada)})
    assert ben.table(table)["table"]["you"]["seat"] is None
    assert Person(server.url, token=token).table(table)["table"]["you"]["seat"] == 0
    # The session of before is over.
    assert hashed(was) not in rows(server)


def test_nothing_is_left_of_somebody_without_games(server: Running) -> None:
    ada, guest = server.person("Ada"), server.person(NAME)
    guest.posted("/api/me/code/use", {"code": code_of(ada)})
    assert NAME not in rows(server)


def test_the_other_devices_are_signed_out(server: Running) -> None:
    ada, phone = server.person("Ada"), server.person()
    phone.posted("/api/me/code/use", {"code": code_of(ada)})
    program = Person(server.url, token=ada.posted("/api/tokens")["token"])
    table = ada.new_table("usa", "me", "random")
    assert ada.got("/api/me/results")["devices"] == {"sessions": 2, "programs": 1}
    code = code_of(ada)
    with phone.follow(table) as following:
        assert following.update()["table"]["you"]["seat"] == 0
        assert ada.posted("/api/me/devices/end") == {"sessions": 1, "programs": 0}
        # What was open there ends, too.
        while following.next()["type"] != "closing":
            pass
    assert ada.got("/api/me")["name"] == "Ada"
    assert phone.got("/api/me")["name"] == ""
    assert phone.table(table)["table"]["you"]["seat"] is None
    assert program.http.get("/api/me").status_code == 401
    assert phone.refused("/api/me/code/use", {"code": code}) == (404, "unknown_code")


def test_programs_do_not_multiply(server: Running) -> None:
    """A token that somebody lost must not become a session, nor delete anything."""
    program = Person(server.url, token=server.person("Ada").posted("/api/tokens")["token"])
    for path, body in (
        ("/api/me/code", None),
        ("/api/me/code/use", {"code": "BCDFGHJK"}),
        ("/api/me/devices/end", None),
        ("/api/me/forget", {"sure": True}),
    ):
        assert program.refused(path, body) == (403, "not_for_programs")


# Results --------------------------------------------------------------------------------------


def test_results_are_counted_once_a_game(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server:
        (ada, ben), first = together(server, "Ada", "Ben")
        assert ada.got("/api/me/results")["all"] == {"played": 0, "won": 0}
        assert ada.got("/api/me/games") == {"games": [], "further": None}
        play(first, ada, ben)
        sheet = ada.got(f"/api/tables/{first}/sheet")
        columns = {column["seat"]: column for column in sheet["players"]}
        second = ada.new_table("london", "me", "random")
        play(second, ada)
        third = ada.new_table("london", "me", "random")
        ada.posted(f"/api/tables/{third}/resign")
        with ada.follow(third) as following:
            following.until_over()
        lesson = ada.posted("/api/lessons/first", {})["id"]
        ada.posted(f"/api/tables/{lesson}/resign")
        with ada.follow(lesson) as following:
            following.until_over()
        found = ada.got("/api/me/results")
        won = int(columns[0]["rank"] == 1)
        by_bot = {one["bot"]: (one["played"], one["won"]) for one in found["against"]}
        assert found["all"]["played"] == 3
        assert by_bot[None] == (1, won)
        assert by_bot["random"][0] == 2
        assert found["all"]["won"] == won + by_bot["random"][1]
        (board,) = found["boards"]
        assert (board["board"], board["played"]) == ("london", 3)
        assert board["best"] >= columns[0]["total"]
        assert found["complete"]
        listed = ada.got("/api/me/games")["games"]
        assert [one["id"] for one in listed] == [lesson, third, second, first]
        assert listed[0]["place"] is None
        assert (listed[3]["place"], listed[3]["score"]) == (
            columns[0]["rank"],
            columns[0]["total"],
        )
        # Ben has another view of the same game.
        assert ben.got("/api/me/results")["all"]["played"] == 1
        _from_before_results_were_kept(server, ada, found)


def _from_before_results_were_kept(server: Running, ada: Person, found: Json) -> None:
    with server.store.engine.begin() as connection:
        connection.execute(schema.result.delete())
    assert ada.got("/api/me/results") == found


def test_places_are_those_of_the_ladder(tmp_path: Path) -> None:
    sheets = [(1, 2, 3), (2, 1, 3), (3, 1, 2), (1, 1, 3), (1, 2, 2), (3, 1, 1), (1, 1, 1)]
    games = {
        f"{number}": [*zip(ranks, gave_up, strict=True)]
        for number, (ranks, gave_up) in enumerate(
            product(sheets, product((False, True), repeat=3)),
        )
    }

    async def ended() -> list[Ended]:
        store = Store(sqlite(tmp_path))
        await store.add_person("ada", "Ada", "hash", 10.0, 0.0)
        created = KeptEntry(1, "created", "{}", None, 1.0)
        for name, seats in games.items():
            results = tuple(
                SeatResult(at, None if at else "ada", None, "usa", rank, False, 50 + at, 0, left)
                for at, (rank, left) in enumerate(seats)
            )
            first = Change(name, (created,), joined=frozenset(("ada",)), results=results)
            await store.create_table(NewTable("usa", True, Listing("over", 1.0, "{}"), first))
        try:
            return await AccountStore(store).ended("ada", None, len(games))
        finally:
            store.close()

    found = {one.id: one for one in asyncio.run(ended())}
    assert found.keys() == games.keys()
    for name, seats in games.items():
        ends = [SeatEnd(None, None, left, False, rank, 0) for rank, left in seats]
        (_, left), one = seats[0], found[name]
        assert (one.place, one.given_up) == (places(ends)[0], left)
        assert one.score == (None if left else 50)


def test_old_results_show_that_a_leading_player_resigned(server: Running) -> None:
    (ada, ben), table = together(server, "Ada", "Ben")
    ben.posted(f"/api/tables/{table}/resign")
    play(table, ada)
    columns = schema.result.c
    with server.store.engine.begin() as connection:
        for number in range(2):
            here = (columns.table_id == table) & (columns.seat == number)
            old = {"place": 2 - number, "won": False, "given_up": None}
            connection.execute(update(schema.result).where(here).values(**old))
    (game,) = ben.got("/api/me/games")["games"]
    assert (game["place"], game["score"], game["given_up"]) == (2, None, True)
    assert ada.got("/api/me/results")["all"] == {"played": 1, "won": 1}


def test_games_are_listed_in_pages(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("whistlestop.server.http.routes.accounts.PAGE", 2)
    record = (Path(__file__).parents[1] / "golden/london-2.record").read_text(encoding="utf-8")
    ada = server.person("Ada")
    ids = [ada.http.post("/api/records", content=record).json()["id"] for _ in range(5)]
    found: list[str] = []
    further = ""
    while further is not None:
        page = ada.got(f"/api/me/games?before={further}")
        assert len(page["games"]) <= 2
        found += [one["id"] for one in page["games"]]
        further = page["further"]
    assert found == ids[::-1]
    assert ada.http.get("/api/me/games?before=nan~xxxxxxxx").status_code == 422


# The end --------------------------------------------------------------------------------------


def everything_told(person: Person, table: str) -> Iterator[str]:
    """All answers about a table, and the lists."""
    of_table = f"/api/tables/{table}"
    for path in (
        of_table,
        f"{of_table}/log",
        f"{of_table}/turns",
        f"{of_table}/at/0",
        f"{of_table}/at/1",
        f"{of_table}/record",
        f"{of_table}/sheet",
        f"{of_table}/result.svg",
        "/api/tables",
        "/api/me/games",
        "/api/me/everything",
    ):
        answer = person.http.get(path)
        yield answer.text


def forgotten(person: Person) -> httpx.Response:
    answer = person.post("/api/me/forget", {"sure": True})
    assert answer.status_code == 200, answer.text
    return answer


def test_nobody_is_named_any_more(tmp_path: Path) -> None:
    """Not where they played, sat, left, hosted or were renamed; in no answer and in no row."""
    with Running(sqlite(tmp_path)) as server:
        (ada, ben), over = together(server, NAME, "Ben")
        id_of_ada = server.service.tables.in_memory(over)
        assert id_of_ada is not None
        assert id_of_ada.table is not None
        secret = str(id_of_ada.table.host)
        ada.posted("/api/me", {"name": f"{NAME}s"})
        ada.posted("/api/me", {"name": NAME})
        play(over, ada, ben)
        running = ada.new_table("london", "me", "open", public=True, shuffle=True)
        ben.posted(f"/api/tables/{running}/join", {})
        waiting = ada.new_table("london", "me", "open", "open", public=True)
        ben.posted(f"/api/tables/{waiting}/join", {})
        alone = ada.new_table("london", "me", "open", public=True)
        left = ben.new_table("london", "open", "open", public=True)
        ada.posted(f"/api/tables/{left}/join", {"seat": 1})
        ada.posted(f"/api/tables/{left}/leave")
        solo = ada.new_table("london", "me", "random")
        route = next(iter(ada.got("/api/editions/london")["routes"]))
        ada.posted(f"/api/tables/{solo}/ahead", {"marked": [route]})
        tables = (over, running, waiting, alone, left, solo)
        sheet = ben.got(f"/api/tables/{over}/sheet")["players"]
        record = ben.http.get(f"/api/tables/{over}/record").text
        assert NAME in rows(server)
        assert secret in rows(server)
        assert NAME in json.dumps(ben.got("/api/tables"))
        with ben.follow(over) as following:
            following.update()
            answer = forgotten(ada)
            # Whoever looks on is told everything anew, without the name.
            update = following.update()
            while "log" not in update or NAME in following.texts[-1]:
                update = following.update()
        assert f"{COOKIE}=;" in answer.headers["set-cookie"]
        assert NAME not in rows(server)
        assert secret not in rows(server)
        _told_without(ben, tables)
        assert ben.got(f"/api/tables/{over}/sheet")["players"] == sheet
        again = ben.http.get(f"/api/tables/{over}/record").text
        assert again == record.replace(NAME, "Player 1")
        # Running games go on with a bot, waiting ones with whoever is there.
        seats = {seat["name"]: seat for seat in ben.table(running)["table"]["seats"]}
        assert next(one for name, one in seats.items() if name != "Ben")["resigned"]
        assert ben.table(waiting)["table"]["host"]
        listed = [one["id"] for one in server.person().got("/api/tables")["public"]]
        assert (waiting in listed, alone in listed) == (True, False)
        # Nobody plays again with somebody who is gone.
        rematch = ben.posted(f"/api/tables/{over}/rematch")["id"]
        assert sorted(s["kind"] for s in ben.table(rematch)["table"]["seats"]) == ["bot", "person"]
        assert ada.got("/api/me")["name"] == ""
        assert ben.got("/api/me/results")["against"] == [
            one | {"bot": None} for one in ben.got("/api/me/results")["against"]
        ]
    with Running(sqlite(tmp_path)) as server:
        _told_without(ben.moved(server.url), tables)


def _told_without(person: Person, tables: tuple[str, ...]) -> None:
    for table in tables:
        for text in everything_told(person, table):
            assert NAME not in text


def test_others_of_the_same_name_keep_theirs(server: Running) -> None:
    """Also where a name that nobody chose is taken already."""
    (ada, _ben), table = together(server, NAME, "Player 1")
    forgotten(ada)
    names = [seat["name"] for seat in server.person().table(table)["table"]["seats"]]
    assert names == ["Player 2", "Player 1"]


def test_it_must_be_meant(server: Running) -> None:
    ada = server.person("Ada")
    for body in (None, {}, {"sure": False}, {"sure": 1}, {"sure": "yes"}):
        assert ada.refused("/api/me/forget", body)[0] == 400
    assert ada.got("/api/me")["name"] == "Ada"


def test_all_devices_forget(server: Running) -> None:
    ada, phone = server.person(NAME), server.person()
    phone.posted("/api/me/code/use", {"code": code_of(ada)})
    program = Person(server.url, token=ada.posted("/api/tokens")["token"])
    forgotten(phone)
    assert ada.got("/api/me")["name"] == ""
    assert program.http.get("/api/me").status_code == 401
    assert NAME not in rows(server)


def test_what_is_kept_of_oneself_can_be_taken_along(server: Running) -> None:
    (ada, _ben), table = together(server, "Ada", "Ben")
    route = next(iter(ada.got("/api/editions/london")["routes"]))
    ada.posted(f"/api/tables/{table}/ahead", {"marked": [route]})
    answer = ada.http.get("/api/me/everything")
    assert "attachment" in answer.headers["content-disposition"]
    found: Any = answer.json()
    assert found["name"] == "Ada"
    assert [one["id"] for one in found["tables"]] == [table]
    seat = ada.table(table)["table"]["you"]["seat"]
    assert found["plans"] == {table: {"seats": {str(seat): {"marked": [route]}}}}
    assert ada.http.cookies[COOKIE] not in answer.text
