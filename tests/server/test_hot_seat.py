"""Several people at one device: each seat's eyes see their own alone, and act for themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.serving import QUICK, Json, Person, Running, move, sqlite
from whistlestop.server.table.seats import Colour

SIMPLE = replace(QUICK, standin_bot="random")
"""A bot that needs no time to be made ready."""

HERE = ({"kind": "me"}, {"kind": "here", "name": "Ben"})


def set_up(person: Person, *seats: Json, edition: str = "london", **options: Any) -> str:
    body = {"edition": edition, "seats": [*seats], "shuffle": False, **options}
    return person.posted("/api/tables", body)["id"]


def seen(person: Person, table: str, seat: int) -> Json:
    """The table with the eyes of a seat."""
    return person.got(f"/api/tables/{table}?seat={seat}")


def own(person: Person, table: str, seat: int) -> Json:
    """What a seat has, as its own eyes see it."""
    return seen(person, table, seat)["position"]["players"][seat]


def acted(person: Person, table: str, seat: int, words: str, version: int) -> int:
    answer = person.posted(f"/api/tables/{table}/actions?seat={seat}", move(words, version))
    return answer["version"]


def keep_all(person: Person, table: str, seats: Sequence[int]) -> int:
    """The opening tickets of these seats are chosen, one after the other."""
    version = 0
    for seat in seats:
        version = acted(person, table, seat, "keep all", seen(person, table, seat)["version"])
    return version


def test_each_seat_sees_its_own_and_nobody_sees_nothing(server: Running) -> None:
    ada, stranger = server.person("Ada"), server.person("Eve")
    table = set_up(ada, *HERE)
    as_ada, as_ben, as_nobody = seen(ada, table, 0), seen(ada, table, 1), ada.table(table)
    assert [seat["name"] for seat in as_ada["table"]["seats"]] == ["Ada", "Ben"]
    assert len({seat["colour"] for seat in as_ada["table"]["seats"]}) == 2
    for update, seat in ((as_ada, 0), (as_ben, 1)):
        you = {"seat": seat, "name": "Ada", "seats": [0, 1], "former": None}
        assert update["table"]["you"] == you
        players = update["position"]["players"]
        assert players[seat]["hand"] is not None
        assert players[seat]["offer"] is not None
        assert players[1 - seat]["hand"] is None
        assert players[1 - seat]["offer"] is None
        assert update["legal"]
    # Who names no seat is told what a stranger is told, but for who they are.
    assert as_nobody["table"]["you"]["seat"] is None
    assert not as_nobody["legal"]
    watching = stranger.table(table)
    for part in ("position", "log", "legal", "ways", "districts"):
        assert as_nobody[part] == watching[part]


def test_only_the_named_seat_acts(server: Running) -> None:
    ada, eve = server.person("Ada"), server.person("Eve")
    table = set_up(ada, *HERE)
    version = keep_all(ada, table, (0, 1))
    (first,) = seen(ada, table, 0)["deciding"]
    path = f"/api/tables/{table}/actions"
    words = seen(ada, table, first)["legal"][0]["words"]
    assert ada.refused(f"{path}?seat={1 - first}", move(words, version)) == (409, "not_your_turn")
    assert ada.refused(path, move(words, version)) == (409, "which_seat")
    assert ada.refused(f"{path}?seat=7", move(words, version)) == (403, "not_your_seat")
    assert ada.refused(f"{path}?seat=x", move(words, version)) == (400, "bad_request")
    for seat in (0, 1):
        assert eve.refused(f"{path}?seat={seat}", move(words, version)) == (403, "not_your_seat")
    acted(ada, table, first, words, version)


def test_nobody_looks_with_a_seat_that_is_not_theirs(server: Running) -> None:
    ada, cleo, eve = server.person("Ada"), server.person("Cleo"), server.person("Eve")
    table = set_up(ada, *HERE, {"kind": "open"})
    cleo.posted(f"/api/tables/{table}/join")
    asked = (
        "?seat={seat}",
        "/record?seat={seat}",
        "/log?seat={seat}",
        "/log?eyes={seat}",
        "/at/0?seat={seat}",
        "/at/0?eyes={seat}",
        "/why?route=x&seat={seat}",
        "/stream?seat={seat}",
    )
    for person, others in ((cleo, (0, 1)), (eve, (0, 1, 2)), (ada, (2, 9))):
        for seat in others:
            for form in asked:
                answer = person.http.get(f"/api/tables/{table}{form.format(seat=seat)}")
                assert answer.status_code in (403, 404), (form, answer.text)
            with person.follow(table, seat=seat) as line:
                with pytest.raises(ConnectionClosed) as closed:
                    line.update()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.reason == "not_your_seat"
    # Of the seats at one device, too, one's eyes are not the other's.
    for form in ("/log?seat=0&eyes=1", "/at/0?seat=0&eyes=1", "/log?eyes=0"):
        assert ada.http.get(f"/api/tables/{table}{form}").json()["code"] == "eyes_secret"


def test_setting_up(server: Running) -> None:
    ada = server.person("Ada")
    body = {"edition": "london", "shuffle": False}

    def refused(*seats: Json) -> tuple[int, str]:
        return ada.refused("/api/tables", {**body, "seats": [*seats]})

    for name in ("", "  ", "x" * 25, None):
        assert refused({"kind": "me"}, {"kind": "here", "name": name}) == (422, "bad_name")
    assert refused({"kind": "me"}, {"kind": "me"}) == (422, "already_seated")
    # All at the device have names of their own, and nobody is the one who sets up.
    table = set_up(ada, {"kind": "here", "name": "Ben"}, {"kind": "here", "name": "Cleo"})
    assert ada.table(table)["table"]["you"]["seats"] == [0, 1]
    ada.posted("/api/me", {"name": "Ida"})
    assert [seat["name"] for seat in ada.table(table)["table"]["seats"]] == ["Ben", "Cleo"]


def test_everybody_at_a_device_has_a_colour_of_their_own(server: Running) -> None:
    """Chosen when the table is set up, or later, before the game and in it."""
    ada, cleo = server.person("Ada"), server.person("Cleo")
    ada.posted("/api/me", {"colour": "red"})
    cleo.posted("/api/me", {"colour": "yellow"})

    def here(name: str, colour: str | None = None) -> Json:
        return {"kind": "here", "name": name, "colour": colour}

    def painted(table: str) -> list[str | None]:
        return [seat["colour"] for seat in ada.table(table)["table"]["seats"]]

    seats = [{"kind": "me"}, here("Ben"), here("Dora", "blue"), {"kind": "open"}]
    body = {"edition": "usa", "shuffle": False}
    for twice in ("red", "blue"):
        wrong = {**body, "seats": [*seats[:3], here("Eve", twice)]}
        assert ada.refused("/api/tables", wrong) == (422, "colour_taken")
    table = set_up(ada, *seats, edition="usa")
    assert painted(table) == ["red", "yellow", "blue", None]
    at = f"/api/tables/{table}/seats/colour"
    ada.posted(at, {"seat": 1, "colour": "black"})
    assert painted(table) == ["red", "black", "blue", None]
    for colour in ("red", "blue"):
        assert ada.refused(at, {"seat": 1, "colour": colour}) == (409, "colour_taken")
    assert cleo.refused(at, {"seat": 1, "colour": "turquoise"}) == (403, "not_your_seat")
    cleo.posted(f"/api/tables/{table}/join")
    ada.posted(at, {"seat": 2, "colour": "turquoise"})
    assert painted(table) == ["red", "black", "turquoise", "yellow"]
    assert ada.refused(at, {"seat": 3, "colour": "blue"}) == (403, "not_your_seat")
    # What Ada likes elsewhere is what it was.
    assert ada.got("/api/me")["colour"] == "red"
    # A whole family at the device of somebody who does not play.
    everybody = [here(name, "red" if name == "E" else None) for name in "ABCDE"]
    assert {*painted(set_up(ada, *everybody, edition="usa"))} == {*get_args(Colour)}
    bots = set_up(ada, here("Ben"), {"kind": "bot", "bot": "random"}, edition="london")
    theirs = painted(bots)
    ada.posted(f"/api/tables/{bots}/seats/colour", {"seat": 0, "colour": theirs[1]})
    assert painted(bots) == theirs[::-1], "a bot gives its colour away"


def test_sitting_down_beside_somebody(server: Running) -> None:
    """Elsewhere, too, several may share a device; the last seat taken begins the game."""
    ada, cleo = server.person("Ada"), server.person("Cleo")
    table = set_up(ada, *HERE, {"kind": "open"}, {"kind": "open"}, shuffle=True)
    join = f"/api/tables/{table}/join"
    assert cleo.refused(join, {"beside": "Dora"}) == (403, "not_your_seat")
    cleo.posted(join)
    assert cleo.refused(join, {"seat": 3}) == (409, "already_seated")
    assert cleo.refused(join, {"beside": ""}) == (422, "bad_name")
    waiting = cleo.table(table)["table"]
    assert (waiting["state"], waiting["you"]["seats"]) == ("open", [2])
    cleo.posted(join, {"beside": "Ben"})
    begun = cleo.table(table)
    assert begun["table"]["state"] == "playing"
    # However seats were shuffled: these two are theirs, and nobody's eyes see anything yet.
    seats = begun["table"]["seats"]
    held = [seats[seat]["name"] for seat in begun["table"]["you"]["seats"]]
    assert sorted(held) == ["Ben 2", "Cleo"]
    assert begun["table"]["you"]["seat"] is None
    assert all(player["hand"] is None for player in begun["position"]["players"])


def test_leaving_before_the_game(server: Running) -> None:
    ada, cleo = server.person("Ada"), server.person("Cleo")
    table = set_up(ada, *HERE, {"kind": "open"}, {"kind": "open"})
    cleo.posted(f"/api/tables/{table}/join")
    ada.posted(f"/api/tables/{table}/leave?seat=1")
    left = ada.table(table)["table"]
    assert [seat["kind"] for seat in left["seats"]] == ["person", "open", "person", "open"]
    assert left["host"]
    ada.posted(f"/api/tables/{table}/join", {"beside": "Ben"})
    ada.posted(f"/api/tables/{table}/leave")
    left = cleo.table(table)["table"]
    assert [seat["kind"] for seat in left["seats"]] == ["open", "open", "person", "open"]
    assert left["host"]
    assert ada.table(table)["table"]["you"]["seats"] == []


def test_lines_with_different_eyes(server: Running) -> None:
    """Two lines of one person, each with the eyes of a seat, and one with nobody's."""
    ada = server.person("Ada")
    table = set_up(ada, *HERE)
    with (
        ada.follow(table, seat=0) as as_ada,
        ada.follow(table, seat=1) as as_ben,
        ada.follow(table) as as_nobody,
    ):
        lines = {0: as_ada, 1: as_ben, None: as_nobody}
        version = max(line.update()["version"] for line in lines.values())
        version = keep_all(ada, table, (0, 1))
        (first,) = seen(ada, table, 0)["deciding"]
        version = acted(ada, table, first, "draw deck", version)
        drawn = dict[int | None, str | None]()
        for seat, line in lines.items():
            update = line.until(version)
            assert update["table"]["you"]["seat"] == seat
            (event,) = [one for one in update["entry"]["events"] if one["type"] == "CardDrawn"]
            drawn[seat] = event["card"]
            assert bool(update["legal"]) == (seat == first)
    assert drawn.pop(first) is not None
    assert set(drawn.values()) == {None}


def test_taking_back_asks_other_devices(server: Running) -> None:
    ada, cleo = server.person("Ada"), server.person("Cleo")
    table = set_up(ada, *HERE, {"kind": "open"})
    cleo.posted(f"/api/tables/{table}/join")
    version = 0
    for person, seat in ((ada, 0), (ada, 1), (cleo, 2)):
        version = acted(person, table, seat, "keep all", seen(person, table, seat)["version"])
    holders = {0: ada, 1: ada, 2: cleo}
    moved: list[int] = []
    while len(moved) < 3:
        (seat,) = ada.table(table)["deciding"]
        for _ in range(2):
            version = acted(holders[seat], table, seat, "draw deck", version)
        moved.append(seat)
    # Ada's is asked of Cleo alone, and Ben's seat answers nothing.
    ada.posted(f"/api/tables/{table}/take-back?seat=0", {"ask": True})
    asked = ada.table(table)["table"]["take_back"]["asked"]
    assert (asked["seat"], asked["awaited"]) == (0, [2])
    reply = f"/api/tables/{table}/take-back/answer"
    ada.posted(f"{reply}?seat=1", {"asked": asked["entry"], "agrees": False})
    # Cleo's is asked of the device once; whoever holds it answers, with whichever eyes.
    cleo.posted(f"/api/tables/{table}/take-back", {"ask": True})
    asked = ada.table(table)["table"]["take_back"]["asked"]
    assert asked["awaited"] == [0]
    ada.posted(f"{reply}?seat=1", {"asked": asked["entry"], "agrees": True})
    after = ada.table(table)
    assert after["table"]["take_back"]["asked"] is None
    assert after["deciding"] == [2]


def test_among_themselves_they_take_back_at_once(server: Running) -> None:
    ada = server.person("Ada")
    table = set_up(ada, *HERE)
    version = keep_all(ada, table, (0, 1))
    (first,) = ada.table(table)["deciding"]
    for _ in range(2):
        version = acted(ada, table, first, "draw deck", version)
    path = f"/api/tables/{table}/take-back"
    assert ada.refused(path, {"ask": True}) == (409, "which_seat")
    ada.posted(f"{path}?seat={first}", {"ask": True})
    assert ada.table(table)["deciding"] == [first]


def test_giving_up_one_seat(server: Running) -> None:
    ada = server.person("Ada")
    table = set_up(ada, *HERE)
    path = f"/api/tables/{table}/resign"
    assert ada.refused(path) == (409, "which_seat")
    ada.posted(f"{path}?seat=0")
    # Who has given up watches; the other one plays on, and who names nobody still sees nothing.
    assert all(player["hand"] is None for player in seen(ada, table, 0)["position"]["players"])
    assert seen(ada, table, 1)["position"]["players"][1]["hand"] is not None
    assert ada.table(table)["table"]["you"]["seat"] is None


def test_a_bot_stands_in_for_the_whole_device(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), SIMPLE) as server:
        ada, cleo = server.person("Ada"), server.person("Cleo")
        table = set_up(ada, *HERE, {"kind": "open"}, standin_after=0.05)
        with cleo.follow(table) as line:
            cleo.posted(f"/api/tables/{table}/join")
            while not all(seat["standin"] for seat in line.update()["table"]["seats"][:2]):
                pass
            ada.posted(f"/api/tables/{table}/standin-after", {"seconds": None})
            ada.posted(f"/api/tables/{table}/return")
            assert not any(seat["standin"] for seat in ada.table(table)["table"]["seats"])


def test_restart_end_and_rematch(tmp_path: Path) -> None:
    database = sqlite(tmp_path)
    with Running(database, SIMPLE) as server:
        ada = server.person("Ada")
        table = set_up(ada, *HERE, {"kind": "bot", "bot": "random"})
        version = seen(ada, table, 1)["version"]
        acted(ada, table, 1, "keep all", version)
        before = [own(ada, table, seat) for seat in (0, 1)]
    with Running(database, SIMPLE) as server:
        ada = ada.moved(server.url)
        assert [own(ada, table, seat) for seat in (0, 1)] == before
        assert ada.got("/api/tables")["mine"][0]["your_turn"]
        acted(ada, table, 0, "keep all", seen(ada, table, 0)["version"])
        for seat in (0, 1):
            ada.posted(f"/api/tables/{table}/resign?seat={seat}")
        with ada.follow(table) as line:
            over = line.until_over()
        # All lies open now, and one's own seat is one's own again.
        assert over["table"]["you"]["seat"] == 0
        assert all(player["hand"] is not None for player in over["position"]["players"])
        assert ada.http.get(f"/api/tables/{table}/log?eyes=1").status_code == 200
        again = ada.posted(f"/api/tables/{table}/rematch", {})["id"]
        seats = ada.table(again)["table"]
        names = [seat["name"] for seat in seats["seats"] if seat["kind"] == "person"]
        assert names == ["Ben", "Ada"]
        assert len(seats["you"]["seats"]) == 2
