"""Records in and out, and every moment of a game again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.serving import Json, Running
from whistlestop import load_edition, read_record
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.record import Reader

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.record"))


def check_paths(text: str, sheet: Json) -> None:
    """Each shown path is one, of the player's own routes, and as long as the sheet says."""
    edition = load_edition(Reader(text).headers().edition)
    index = gazetteer(edition)
    for player in sheet["players"]:
        path = sheet["longest_paths"].get(str(player["seat"]), [])
        assert bool(path) == (player["longest_path"] > 0)
        assert len(set(path)) == len(path)
        numbers = [index.route_of[code] for code in path]
        assert sum(edition.routes[number].length for number in numbers) == player["longest_path"]
        reached = set(index.route_ends[numbers[0]]) if numbers else set[int]()
        for number in numbers[1:]:
            ends = set(index.route_ends[number])
            assert ends & reached
            reached = {other for place in reached & ends for other in ends - {place}}


def without_day(record: str) -> list[str]:
    return [line for line in record.splitlines() if not line.startswith("date:")]


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_a_record_is_imported_whole(server: Running, file: Path) -> None:
    """It becomes a table that everybody can look at, with the same score and the same record."""
    ada, ben = server.person("Ada"), server.person("Ben")
    text = file.read_text(encoding="utf-8")
    response = ada.http.post("/api/records", content=text.encode())
    assert response.status_code == 201, response.text
    table = response.json()["id"]
    update = ben.table(table)
    assert update["table"]["state"] == "over"
    assert update["table"]["imported"] is True
    headers = Reader(text).headers()
    assert [seat["name"] for seat in update["table"]["seats"]] == list(headers.seats)
    assert tuple(ben.got(f"/api/tables/{table}/sheet")["totals"]) == headers.result
    check_paths(text, ben.got(f"/api/tables/{table}/sheet"))
    assert without_day(ben.http.get(f"/api/tables/{table}/record").text) == without_day(text)
    assert [table_["id"] for table_ in ada.got("/api/tables")["mine"]] == [table]
    assert ada.refused(f"/api/tables/{table}/rematch") == (403, "not_your_seat")
    assert ada.refused_act(table, "draw deck", 1) == (403, "not_your_seat")


@pytest.mark.parametrize("stem", ["europe-2", "germany-3"])
def test_every_moment_of_a_game_can_be_seen_again(server: Running, stem: str) -> None:
    """Also where moves make no event, as placing no passenger does."""
    ada = server.person("Ada")
    [file] = [one for one in GOLDEN if one.stem == stem]
    text = file.read_text(encoding="utf-8")
    table = ada.http.post("/api/records", content=text.encode()).json()["id"]
    game = read_record(text)
    last = len(game.moves)
    for moves in (last, last - 1, last // 2, 1, 0):
        while len(game.moves) > moves:
            game.undo()
        update = ada.got(f"/api/tables/{table}/at/{moves}")
        hands = [player["hand"] for player in update["position"]["players"]]
        assert hands == [dict(player.hand or {}) for player in game.view(-2).players]
        assert update["deciding"] == list(game.deciding)
        assert update["version"] == moves + 2
        assert update["entry"]["number"] == moves + 2
    for moves in (last + 1, -1):
        response = ada.http.get(f"/api/tables/{table}/at/{moves}")
        assert response.json()["code"] in ("no_such_move", "not_found")


def test_ones_own_running_game_can_be_stepped_through(server: Running) -> None:
    """As one saw it then: the hand of the time, and nothing of the others."""
    ada = server.person("Ada")
    table = ada.new_table("usa", "me", "open")
    ben = server.person("Ben")
    ben.posted(f"/api/tables/{table}/join")
    then = ada.table(table)
    for person in (ada, ben):
        person.act(table, "keep all", 0)
    ada.posted(f"/api/tables/{table}/chat", {"phrase": "hello"})
    update = ada.got(f"/api/tables/{table}/at/0")
    assert update["position"] == then["position"]
    assert update["ways"] == then["ways"]
    assert update["legal"] == []
    assert ada.got(f"/api/tables/{table}/at/2")["position"]["phase"] == "turn"


def test_an_unfinished_record_is_looked_at_openly(server: Running) -> None:
    ada = server.person("Ada")
    lines = GOLDEN[0].read_text(encoding="utf-8").splitlines()[:30]
    text = "\n".join(line for line in lines if not line.startswith("result"))
    table = ada.http.post("/api/records", content=text.encode()).json()["id"]
    update = server.person().table(table)
    assert update["table"]["state"] == "over"
    assert update["position"]["viewer"] == -2
    assert update["deciding"] == []


def test_damaged_records_are_refused_with_the_place(server: Running) -> None:
    ada = server.person()
    good = GOLDEN[0].read_text(encoding="utf-8")
    lines = good.splitlines()
    hidden = good.replace("; draw deck > ", "; draw deck > ? ", 1)
    for text, line in (
        ("", 1),
        ("hello", 1),
        (good.replace(lines[1], "edition: moon 1"), None),
        ("\n".join([*lines[:12], "9 p1: dance", *lines[13:]]), 13),
        (hidden, None),
        ("\x00" * 100, 1),
    ):
        response = ada.http.post("/api/records", content=text.encode())
        assert response.status_code == 400, text[:50]
        assert response.json()["code"] == "bad_record"
        details = response.json()["details"]
        assert details["column"] >= 1
        assert line is None or details["line"] == line
    response = ada.http.post("/api/records", content=b"\xff\xfe\x00")
    assert (response.status_code, response.json()["code"]) == (400, "bad_record")
