"""Editions of one's own: checked, drawn, played, kept and replayed; and no file of the server."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from tests.server.serving import Json, Person, Process, Running, play_on
from whistlestop.bots.registry import bot_names
from whistlestop.drawing.layout.layout import layout_of
from whistlestop.drawing.layout.own import moved, with_layout
from whistlestop.editions.load import LARGEST_FILE, loads
from whistlestop.editions.reading import MOST_FAULTS

DOCS = Path(__file__).parents[2] / "docs"
TINY = re.findall(
    r"```toml\n(.*?)```", (DOCS / "edition-files.md").read_text(encoding="utf-8"), re.DOTALL
)[0]
"""Two cities, a country, four routes, two tickets: the example of the documents."""

OTHER = TINY.replace('"The ferry line"', '"Another line"').replace("revision = 1", "revision = 7")


def own_table(person: Person, text: str, *seats: str, **options: Any) -> str:
    choices = [
        {"kind": seat} if seat in ("me", "open") else {"kind": "bot", "bot": seat} for seat in seats
    ]
    body = {"edition_text": text, "seats": choices, "shuffle": False, **options}
    return person.posted("/api/tables", body)["id"]


def sent(person: Person, path: str, text: str | bytes) -> httpx.Response:
    return person.http.post(path, content=text)


def finished(person: Person, table: str) -> Json:
    return play_on(person, table, person.frames(table), Random(3))


def test_a_file_is_checked(server: Running) -> None:
    answer = sent(server.person(), "/api/editions", TINY)
    assert answer.status_code == 200
    assert answer.json() == {
        "name": "ferry-line",
        "title": "The ferry line",
        "revision": 1,
        "players": [2, 2],
        "cities": 2,
        "routes": 4,
        "tickets": 2,
        "notes": ["An example."],
    }


def test_faults_are_told_with_their_places(server: Running) -> None:
    ada = server.person()
    text = TINY.replace('colour = "red"', 'colour = "rde"').replace("most = 2", "most = 9")
    line = text.splitlines().index("most = 9") + 1
    for path, body in (("/api/editions", text), ("/api/editions/board.svg", text)):
        answer = sent(ada, path, body)
        assert answer.status_code == 422
        told = answer.json()
        assert told["code"] == "bad_edition"
        assert told["details"]["number"] == len(told["details"]["faults"]) >= 2
        assert told["details"]["faults"][0].startswith(f"Line {line}, players.most: expected")
        assert any('did you mean "red"?' in fault for fault in told["details"]["faults"])
    seats = [{"kind": "me"}, {"kind": "bot"}]
    refused = ada.refused("/api/tables", {"edition_text": text, "seats": seats})
    assert refused == (422, "bad_edition")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "= = =",
        "[[[[",
        "a = " + "[" * 5000,
        "a" + ".a" * 120_000 + " = 1",
        "[" + "a . " * 60_000 + "a]",
        "x = 1\n" * 3,
        "\x00",
        '"\ud800"'.encode("utf-8", "surrogatepass"),
        b"\xff\xfe",
        "a = 9" * 2 + "9" * 5000,
        TINY + "unkept = 0x" + "f" * 5000,
        "[map]\nroutes = [" + "{}," * 80_000 + "]",
        "a = " + "{a = " * 5000,
    ],
)
def test_what_is_no_edition_is_refused(server: Running, text: str | bytes) -> None:
    answer = sent(server.person(), "/api/editions", text)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_edition")
    assert answer.json()["details"]["faults"]


def test_not_all_of_a_thousand_faults_are_told(server: Running) -> None:
    text = TINY + "\n".join(f"nothing_{number} = 1" for number in range(1000))
    details = sent(server.person(), "/api/editions", text).json()["details"]
    assert (details["number"], details["more"]) == (MOST_FAULTS, True)
    assert len(details["faults"]) == len(details["told"]) == MOST_FAULTS


def test_files_have_a_largest_size(server: Running) -> None:
    ada = server.person()
    huge = TINY + "#" * LARGEST_FILE
    for path in ("/api/editions", "/api/editions/board.svg"):
        answer = sent(ada, path, huge)
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    body = {"edition_text": huge, "seats": [{"kind": "me"}, {"kind": "bot"}]}
    assert ada.refused("/api/tables", body) == (413, "too_large")
    body = {"record": "x", "edition_text": huge}
    assert ada.refused("/api/records", body) == (413, "too_large")
    fits = TINY + "#" * (LARGEST_FILE - len(TINY.encode()))
    assert sent(ada, "/api/editions", fits).status_code == 200


def test_either_a_name_or_a_file(server: Running) -> None:
    ada = server.person()
    seats = [{"kind": "me"}, {"kind": "bot"}]
    both = {"edition": "usa", "edition_text": TINY, "seats": seats}
    assert ada.refused("/api/tables", both) == (422, "unknown_edition")
    assert ada.refused("/api/tables", {"seats": seats}) == (422, "unknown_edition")


def test_a_whole_life_of_a_table(server: Running) -> None:
    """Set up, joined, played with a bot, looked at, replayed, recorded, played again."""
    ada, guest = server.person("Ada"), server.person()
    table = own_table(ada, TINY, "me", "planner")
    update = guest.table(table)
    assert update["table"]["edition"] == f"table.{table}"
    assert update["table"]["title"] == "The ferry line"
    listed = ada.got("/api/tables")["mine"][0]
    assert (listed["edition"], listed["title"]) == (f"table.{table}", "The ferry line")
    facts = guest.got(f"/api/editions/table.{table}")
    assert (facts["name"], facts["own"]) == ("ferry-line", True)
    assert facts["cities"]["EAS"]["name"] == "Eastport"
    assert guest.got("/api/editions/usa")["own"] is False
    for file in ("board.svg", "thumbnail.svg", "cards.svg", "geometry.json"):
        answer = guest.http.get(f"/drawings/table.{table}/{file}")
        assert answer.status_code == 200
        again = guest.http.get(
            f"/drawings/table.{table}/{file}", headers={"if-none-match": answer.headers["etag"]}
        )
        assert again.status_code == 304
    assert "Eastport" in guest.http.get(f"/drawings/table.{table}/board.svg").text
    over = finished(ada, table)
    assert over["table"]["edition"] == f"table.{table}"
    assert guest.got(f"/api/tables/{table}/sheet")["totals"]
    assert guest.got(f"/api/tables/{table}/at/1")["table"]["title"] == "The ferry line"
    record = guest.http.get(f"/api/tables/{table}/record")
    assert "edition: ferry-line 1\n" in record.text
    assert "ferry-line-" in record.headers["content-disposition"]
    file = guest.http.get(f"/api/tables/{table}/edition.toml")
    assert file.text == TINY
    assert 'filename="ferry-line.toml"' in file.headers["content-disposition"]
    made = ada.posted(f"/api/tables/{table}/rematch")["id"]
    assert ada.table(made)["table"]["title"] == "The ferry line"
    assert guest.http.get(f"/api/tables/{made}/edition.toml").text == TINY


@pytest.mark.parametrize("bot", bot_names())
def test_bots_play_it(server: Running, bot: str) -> None:
    ada = server.person()
    table = own_table(ada, TINY, bot, bot)
    with ada.follow(table) as following:
        assert following.until_over()["position"]["phase"] == "over"


def test_a_board_set_by_hand_comes_with_its_file(server: Running) -> None:
    """Its cities stand at the table where the file's layout has them."""
    ada = server.person()
    edition = loads(TINY)
    layout = layout_of(edition)
    text = with_layout(TINY, edition, moved(layout, 0, 15, -6))
    assert text is not None
    table = own_table(ada, text, "me", "random")
    cities = ada.got(f"/drawings/table.{table}/geometry.json")["cities"]
    (x, y), there = layout.places[0], layout.places[1]
    assert cities == {"EAS": [x + 15, y - 6], "WES": [*there]}
    assert ada.http.get(f"/api/tables/{table}/edition.toml").text == text
    faulty = sent(ada, "/api/editions", text.replace("EAS = {at", "EAT = {at")).json()
    assert any("layout.cities.EAS" in fault for fault in faulty["details"]["faults"])


def test_it_may_be_called_like_one_that_comes_along(server: Running) -> None:
    ada = server.person()
    text = TINY.replace('name = "ferry-line"', 'name = "usa"')
    table = own_table(ada, text, "me", "planner")
    usual = ada.new_table("usa", "me", "planner")
    assert ada.got(f"/api/editions/table.{table}")["cities"].keys() == {"EAS", "WES"}
    assert "DEN" in ada.got("/api/editions/usa")["cities"]
    assert ada.table(usual)["table"]["title"] == "USA"
    own, theirs = (
        ada.http.get(f"/drawings/{key}/board.svg").text for key in (f"table.{table}", "usa")
    )
    assert "Eastport" in own
    assert "Denver" not in own
    assert "Denver" in theirs
    again = ada.new_table("usa", "me", "planner")
    assert ada.table(again)["table"]["title"] == "USA"


def test_what_others_write_is_text_and_never_markup(server: Running) -> None:
    bad = '</title><script>alert(1)</script>&\\"'
    text = TINY.replace('"Eastport"', f'"{bad}"').replace('"The ferry line"', f'"{bad}"')
    answer = sent(server.person(), "/api/editions/board.svg?theme=dark", text)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "<script" not in answer.text
    assert "&lt;script" in answer.text


@pytest.mark.parametrize(
    "name", ["../usa", "/etc/passwd", "a/b", "a.b", "table.x", "..", "A", "x" * 32, "a\\nb"]
)
def test_a_name_is_no_path(server: Running, name: str) -> None:
    text = TINY.replace('"ferry-line"', f'"{name}"')
    answer = sent(server.person(), "/api/editions", text)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_edition")


@pytest.mark.parametrize("path", ["{here}/own.toml", "own.toml", "../own.toml"])
def test_no_file_of_the_server_is_read(server: Running, tmp_path: Path, path: str) -> None:
    """Neither by an edition's name, nor by what a record says it is of."""
    ada = server.person()
    (tmp_path / "own.toml").write_text(TINY, encoding="utf-8")
    named = path.format(here=tmp_path)
    seats = [{"kind": "me"}, {"kind": "bot"}]
    assert ada.refused("/api/tables", {"edition": named, "seats": seats})[0] == 422
    record = f'whistlestop record 1\nedition: {named} 1\nseats: "A", "B"\n\ndeal > red\n'
    answer = sent(ada, "/api/records", record)
    told = answer.json()
    assert (answer.status_code, told["code"]) == (400, "bad_record")
    assert "does not have this edition" in told["message"]
    assert (told["details"]["line"], told["details"]["edition"]) == (2, named[:64])
    for address in (f"/api/editions/{named}", f"/drawings/{named}/board.svg"):
        assert ada.http.get(address).status_code == 404


def test_a_record_comes_with_its_edition(server: Running) -> None:
    ada = server.person()
    table = own_table(ada, TINY, "me", "random")
    finished(ada, table)
    record = ada.http.get(f"/api/tables/{table}/record").text
    answer = sent(ada, "/api/records", record)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_record")
    assert answer.json()["details"]["edition"] == "ferry-line"
    body = {"record": record, "edition_text": TINY}
    made = ada.posted("/api/records", body)["id"]
    update = server.person().table(made)
    assert (update["table"]["imported"], update["table"]["title"]) == (True, "The ferry line")
    assert ada.http.get(f"/api/tables/{made}/record").text.splitlines()[1] == record.splitlines()[1]
    assert ada.refused("/api/records", body | {"edition_text": OTHER}) == (400, "bad_record")
    assert ada.refused("/api/records", body | {"edition_text": "="}) == (422, "bad_edition")
    assert ada.refused("/api/records", {"edition_text": TINY}) == (400, "bad_request")
    assert ada.refused("/api/records", {"record": 3}) == (400, "bad_request")
    usual = ada.new_table("usa", "me", "random")
    theirs = ada.http.get(f"/api/tables/{usual}/record").text
    assert ada.refused("/api/records", {"record": theirs})[1] == "bad_record"  # Redacted.


def test_a_table_of_an_edition_that_comes_along_has_no_file(server: Running) -> None:
    ada = server.person()
    table = ada.new_table("usa", "me", "planner")
    assert ada.http.get(f"/api/tables/{table}/edition.toml").status_code == 404
    assert ada.got(f"/api/editions/table.{table}")["title"] == "USA"
    for path in ("/api/editions/table.nothing", "/drawings/table.nothing/board.svg"):
        assert ada.http.get(path).status_code == 404


def test_a_restart_knows_it(tmp_path: Path) -> None:
    with Process(tmp_path) as server:
        ada = Person(server.url, "Ada")
        table = own_table(ada, TINY, "me", "planner")
        update = next(frame for frame in ada.frames(table) if frame["legal"])
        ada.act(table, update["legal"][0]["words"], update["version"])
        before = ada.table(table)
        server.kill()
    with Process(tmp_path) as server:
        ada = ada.moved(server.url)
        after = ada.table(table)
        assert after["version"] >= before["version"]
        assert after["table"]["title"] == "The ferry line"
        assert ada.got(f"/api/editions/table.{table}")["name"] == "ferry-line"
        finished(ada, table)
