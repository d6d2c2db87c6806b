"""Records in and out, and every moment of a game again."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.server.serving import Json, Person, Running, move, sqlite
from whistlestop import load_edition, read_record
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.play.record import Reader

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
        touched = sheet["attractions"][player["seat"]]
        assert len(set(touched)) == len(touched)
        assert len(touched) * edition.attraction_points == player["attraction_points"]
        assert all(edition.cities[index.place_of[code]].attraction for code in touched)


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


def test_a_refused_move_of_a_record_is_sent_with_its_reason(server: Running) -> None:
    """The values pass through a worker process and keep their types."""
    lines = (GOLDEN[0].parent / "usa-2.record").read_text(encoding="utf-8").splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("1 p1: "))
    text = "\n".join([*lines[:first], "1 p1: claim DEN-OMA/7 with 4 red"])
    answer = server.person().http.post("/api/records", content=text.encode())
    assert answer.status_code == 400
    details = answer.json()["details"]
    assert (details["line"], details["fault"]) == (first + 1, "move")
    message = "Denver–Omaha has no track 7."
    reason = {"city": "DEN", "goal": "OMA", "track": "7"}
    assert details["values"] == {"message": message, "reason": "no_track", "values": reason}
    assert (details["board"], len(details["seats"])) == ("usa", 2)


NO_NAMES = {
    "lone surrogate": "A\ud800",
    "other half": "\udc00",
    "newline": "A\nB",
    "NUL": "A\0B",
    "escape": "\x1b[31mA",
    "very long": "A" * 3000,
    "nothing to see": "\u200b",
    "other direction": "A\u202eB",
    "blanks": " A ",
}


def with_names(text: str, header: str, first: str) -> str:
    """A record whose first seat or bot has another name."""
    lines = text.splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("seats:"))
    names: list[str] = json.loads(f"[{lines[at].partition(':')[2]}]")
    names = [first, *(names[1:] if header == "seats" else [""] * len(names[1:]))]
    lines = [line for line in lines if not line.startswith(f"{header}:")]
    lines.insert(at, f"{header}: {', '.join(map(json.dumps, names))}")
    return "\n".join(lines) + "\n"


# A bot may be a file, whose name may begin with a blank.
@pytest.mark.parametrize(
    ("header", "name"), sorted({*product(("seats", "bots"), NO_NAMES)} - {("bots", "blanks")})
)
def test_what_is_no_name_is_refused_in_a_record(server: Running, header: str, name: str) -> None:
    ada = server.person("Ada")
    text = with_names(GOLDEN[0].read_text(encoding="utf-8"), header, NO_NAMES[name])
    for body in (text, {"record": text}):
        answer = (
            ada.http.post("/api/records", content=body)
            if isinstance(body, str)
            else ada.post("/api/records", body)
        )
        assert answer.status_code == 400, answer.text
        told = answer.json()
        assert (told["code"], told["details"]["fault"]) == ("bad_record", "name")
        assert told["details"]["reason"].startswith("Names of 1 to ")
        assert len(answer.content) < 2000


def test_names_that_can_be_displayed_are_imported(server: Running) -> None:
    ada = server.person("Ada")
    for name in ("Zoë", "李小龙", "Νίκη", "a" * 27, "👩‍🚀"):
        text = with_names(GOLDEN[0].read_text(encoding="utf-8"), "seats", name)
        answer = ada.http.post("/api/records", content=text.encode())
        expected = 201 if "\u200d" not in name else 400
        assert answer.status_code == expected, answer.text
    # Two that look alike, both as long as can be, are told apart.
    text = GOLDEN[0].read_text(encoding="utf-8")
    long = with_names(text, "seats", "a" * 27).replace('"Ben"', f'"{"a" * 26}\u0430"')
    answer = ada.http.post("/api/records", content=long.encode())
    assert answer.status_code == 201, answer.text
    record = ada.http.get(f"/api/tables/{answer.json()['id']}/record")
    assert ada.http.post("/api/records", content=record.content).status_code == 201


def test_tables_with_names_from_an_earlier_version_open(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    """Such names were once imported, and made that table's record impossible for ever."""
    text = with_names(GOLDEN[0].read_text(encoding="utf-8"), "bots", "random")
    with Running(sqlite(tmp_path)) as server:
        ada = server.person("Ada")
        tables = {
            name: ada.http.post("/api/records", content=text.encode()).json()["id"]
            for name in NO_NAMES
        }
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as database, database:
        for name, table in tables.items():
            rename_first(database, table, NO_NAMES[name])
    with Running(sqlite(tmp_path)) as server:
        ada = ada.moved(server.url)
        for name, table in tables.items():
            with subtests.test(name):
                for _ in range(2):
                    (shown,) = (row for row in ada.got("/api/tables")["mine"] if row["id"] == table)
                    assert len(shown["seats"][0]["name"]) < 28
                    ada.table(table)
                record = ada.http.get(f"/api/tables/{table}/record")
                assert record.status_code == 200
                seats = ada.table(table)["table"]["seats"]
                assert Reader(record.text).headers().seats == tuple(seat["name"] for seat in seats)
                assert ada.http.post("/api/records", content=record.content).status_code == 201
                assert ada.got(f"/api/tables/{table}/sheet")["totals"]


def rename_first(database: sqlite3.Connection, table: str, name: str) -> None:
    """Give the first seat of a kept table, and its bot, a name that is not allowed any more."""
    entry = "SELECT data FROM entry WHERE table_id = ? AND number = 1"
    (kept,) = database.execute(entry, (table,)).fetchone()
    data = json.loads(kept)
    data["seats"][0] |= {"name": name, "bot": name}
    change = "UPDATE entry SET data = ? WHERE table_id = ? AND number = 1"
    database.execute(change, (json.dumps(data), table))
    (kept,) = database.execute("SELECT summary FROM game_table WHERE id = ?", (table,)).fetchone()
    listed = json.loads(kept)
    listed["seats"][0] |= {"name": name, "bot": name}
    change = "UPDATE game_table SET summary = ? WHERE id = ?"
    database.execute(change, (json.dumps(listed), table))


def test_half_a_character_is_a_bad_request_everywhere(server: Running) -> None:
    """JSON can write half of a character that takes two; it is no text."""
    ada = server.person("Ada")
    table = ada.new_table("usa", "me", "random")
    bodies: dict[str, Any] = {
        "/api/me": {"name": "@"},
        f"/api/tables/{table}/chat": {"phrase": "@"},
        f"/api/tables/{table}/actions": move("@", 1),
        "/api/tables": {"edition_text": "@", "seats": [{"kind": "me"}, {"kind": "bot"}]},
        "/api/records": {"record": "@", "edition_text": "@"},
    }
    bodies[f"/api/tables/{table}/actions?"] = move("pass", 1, "@")
    bodies["/api/tables?"] = {"edition": "@", "seats": [{"kind": "me"}]}
    bodies["/api/tables?bot"] = {"edition": "usa", "seats": [{"kind": "bot", "bot": "@"}] * 2}
    for path, body in bodies.items():
        for half in (rb"\ud800", rb"x\udc00x", rb"\ud800\ud800", b"\xed\xa0\x80", b"\xff"):
            content = json.dumps(body).encode().replace(b"@", half)
            answer = send(ada, path, content)
            assert (answer.status_code, answer.json()["code"]) == (400, "bad_request"), path


def send(person: Person, path: str, content: bytes) -> Any:
    return person.http.post(path, content=content, headers={"content-type": "application/json"})
