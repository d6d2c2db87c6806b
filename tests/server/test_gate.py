"""Who is let in, what every answer carries, and what the server tells about itself."""

from __future__ import annotations

import re
import socket
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.serving import QUICK, Person, Running, sqlite
from whistlestop import __version__
from whistlestop.server.gate import POLICY
from whistlestop.server.limits import Limits, Rate
from whistlestop.server.metrics import Histogram
from whistlestop.server.people import LASTS, hashed


def code(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


# Sessions -----------------------------------------------------------------------------------


def test_whoever_opens_the_page_gets_a_session(server: Running) -> None:
    with httpx.Client(base_url=server.url) as client:
        cookie = client.get("/").headers["set-cookie"]
        assert re.fullmatch(
            r"whistlestop_session=[\w-]{43}; Path=/; Max-Age=\d+; HttpOnly; SameSite=Lax", cookie
        )
        assert "set-cookie" not in client.get("/").headers
        assert "set-cookie" not in client.get("/t/anything").headers
    with httpx.Client(base_url=server.url) as client:
        for path in ("/static/x.js", "/api/editions", "/api/bots", "/api/tables", "/health"):
            assert "set-cookie" not in client.get(path).headers


def test_only_hashes_of_tokens_are_stored(server: Running) -> None:
    person = server.person("Ada")
    token = person.posted("/api/tokens")["token"]
    session = person.http.cookies["whistlestop_session"]
    with server.store.engine.connect() as connection:
        for table in ("session", "api_token", "person"):
            rows = connection.exec_driver_sql(f"SELECT * FROM {table}").all()
            text = repr(rows)
            assert token not in text
            assert session not in text
            assert (hashed(token) in text) == (table == "api_token")
            assert (hashed(session) in text) == (table == "session")


def test_a_session_ends_and_is_prolonged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Running(sqlite(tmp_path)) as server:
        ada = server.person("Ada")
        table = ada.new_table("usa", "me", "random")
        now = time.time()
        monkeypatch.setattr("whistlestop.server.people.time.time", lambda: now + 0.6 * LASTS)
        answer = ada.http.get("/api/me")
        assert answer.json()["name"] == "Ada"
        assert answer.headers["set-cookie"].startswith("whistlestop_session=")
        monkeypatch.setattr("whistlestop.server.people.time.time", lambda: now + 1.5 * LASTS)
        assert ada.got("/api/me")["name"] == "Ada"
        monkeypatch.setattr("whistlestop.server.people.time.time", lambda: now + 3 * LASTS)
        # Over: whoever comes with it is somebody new, and has no seat.
        old = Person.moved(ada, server.url)
        assert old.refused_act(table, "keep all", 1) == (403, "not_your_seat")
        assert old.table(table)["table"]["you"]["seat"] is None
    monkeypatch.undo()


def test_a_token_stands_for_its_person(server: Running) -> None:
    """Programs need neither cookie nor header."""
    ada = server.person("Ada")
    program = Person(server.url, token=ada.posted("/api/tokens")["token"])
    assert program.got("/api/me")["name"] == "Ada"
    table = program.new_table("usa", "me", "random")
    assert ada.table(table)["table"]["you"]["seat"] == 0
    with program.follow(table) as following:
        assert following.update()["table"]["you"]["seat"] == 0
    program.posted("/api/me", {"name": "Ada the bot"})
    assert ada.got("/api/me")["name"] == "Ada the bot"
    stranger = httpx.get(f"{server.url}/api/me", headers={"Authorization": "Bearer nothing"})
    assert code(stranger) == (401, "unknown_token")


# Other sites --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({}, (403, "missing_header")),
        ({"X-Requested-With": "XMLHttpRequest"}, (403, "missing_header")),
        (
            {"X-Requested-With": "whistlestop", "Origin": "https://elsewhere.example"},
            (403, "wrong_origin"),
        ),
        ({"X-Requested-With": "whistlestop", "Origin": "null"}, (403, "wrong_origin")),
        ({"Origin": "https://elsewhere.example"}, (403, "wrong_origin")),
    ],
)
@pytest.mark.parametrize("path", ["/api/me", "/api/tables", "/api/tokens", "/api/records"])
def test_other_sites_cannot_act(
    server: Running, path: str, headers: dict[str, str], expected: tuple[int, str]
) -> None:
    cookies = dict(server.person("Ada").http.cookies)
    with httpx.Client(base_url=server.url, cookies=cookies, headers=headers) as client:
        assert code(client.post(path, json={"name": "Eve"})) == expected
        assert client.get("/api/me").json()["name"] == "Ada"


def test_the_own_page_can_act(server: Running) -> None:
    ada = server.person()
    ada.http.headers["Origin"] = server.url
    assert ada.posted("/api/me", {"name": "Ada"})["name"] == "Ada"


@pytest.mark.parametrize("host", ["elsewhere.example", "elsewhere.example:8787", "", "[x]"])
def test_other_names_are_not_answered(server: Running, host: str) -> None:
    """Against a page that gives its own name our address."""
    response = httpx.get(f"{server.url}/api/me", headers={"Host": host})
    assert code(response) == (400, "unknown_host")


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:80", "127.0.0.1:1", "[::1]:8787", "192.168.1.7:8787"]
)
def test_own_names_and_numbers_are_answered(server: Running, host: str) -> None:
    assert httpx.get(f"{server.url}/health", headers={"Host": host}).status_code == 200
    own = {"Host": socket.gethostname()}
    assert httpx.get(f"{server.url}/health", headers=own).status_code == 200


def test_more_names_can_be_allowed(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), replace(QUICK, allowed_hosts=("Games.example",))) as server:
        headers = {"Host": "games.example"}
        assert httpx.get(f"{server.url}/health", headers=headers).status_code == 200


def test_every_answer_carries_the_policy(server: Running) -> None:
    """No inline code, nothing from elsewhere, no frames; on pages, data and refusals alike."""
    for path in ("/", "/api/me", "/nothing", "/docs", "/drawings/usa/board.svg", "/static/a"):
        headers = httpx.get(f"{server.url}{path}").headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert "referrer-policy" in headers
        assert "cross-origin-opener-policy" in headers
        assert "server" not in headers
    refused = httpx.get(f"{server.url}/", headers={"Host": "x.example"})
    assert "content-security-policy" in refused.headers


# Rates and sizes ----------------------------------------------------------------------------


def test_a_bucket_empties_and_fills_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("whistlestop.server.limits.time.monotonic", lambda: now[0])
    limits, rate = Limits(1), Rate(3, 2)
    assert [limits.allow(rate, "a") for _ in range(4)] == [True, True, True, False]
    assert limits.allow(rate, "b")
    now[0] += 0.5
    assert [limits.allow(rate, "a") for _ in range(2)] == [True, False]
    now[0] += 100
    assert [limits.allow(rate, "a") for _ in range(4)] == [True, True, True, False]
    assert all(Limits(0).allow(rate, "a") for _ in range(10))


def test_too_much_is_refused(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), replace(QUICK, rates=0.02)) as server:
        ada = server.person("Ada")
        answers = [ada.http.get("/api/bots") for _ in range(30)]
        assert code(answers[-1]) == (429, "too_many_requests")
    with Running(sqlite(tmp_path), replace(QUICK, rates=0.05)) as server:
        ada = Person(server.url)
        results = [
            ada.post("/api/tables", {"edition": "usa", "seats": [{"kind": "open"}] * 2}).status_code
            for _ in range(6)
        ]
        assert results[0] == 201
        assert results[-1] == 429
        table = ada.got("/api/tables")["mine"][0]["id"]
        path = f"/api/tables/{table}"
        bustle = [ada.post(f"{path}/{way}").status_code for way in ("join", "leave") * 3]
        assert (bustle[0], bustle[-1]) == (200, 429)
        statuses = [httpx.get(f"{server.url}/api/me").status_code for _ in range(12)]
        assert 429 in statuses


def test_bodies_have_limits(server: Running) -> None:
    ada = server.person()
    huge = {"name": "x" * 200_000}
    assert ada.refused("/api/me", huge) == (413, "too_large")

    def endless() -> Any:
        for _ in range(100):
            yield b"x" * 10_000

    assert code(ada.http.post("/api/me", content=endless())) == (413, "too_large")
    record = ada.http.post("/api/records", content=b"x" * 1_100_000)
    assert code(record) == (413, "too_large")


@pytest.mark.parametrize(
    ("method", "path", "expected"),
    [
        ("GET", "/nothing", (404, "not_found")),
        ("GET", "/static/../settings.py", (404, "not_found")),
        ("GET", "/static/%2e%2e/server/settings.py", (404, "not_found")),
        ("GET", "/static/..%2fserver/settings.py", (404, "not_found")),
        ("GET", "/static//etc/passwd", (404, "not_found")),
        ("GET", "/static/.hidden", (404, "not_found")),
        ("GET", "/static/a%00b", (404, "not_found")),
        ("GET", "/api/editions/moon", (404, "no_edition")),
        ("GET", "/drawings/usa/thumbnail.svg?theme=loud", (404, "not_found")),
        ("GET", "/static/", (404, "not_found")),
        ("GET", "/drawings/moon/board.svg", (404, "not_found")),
        ("GET", "/drawings/fonts/x.woff2", (404, "not_found")),
        ("DELETE", "/api/me", (405, "method_not_allowed")),
        ("GET", "/api/records", (405, "method_not_allowed")),
    ],
)
def test_what_is_not_there(
    server: Running, method: str, path: str, expected: tuple[int, str]
) -> None:
    person = server.person()
    assert code(person.http.request(method, path)) == expected


# The page and its drawings ------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/t/abc", "/replay/abc", "/rules/usa"])
def test_all_addresses_are_one_page(server: Running, path: str) -> None:
    response = httpx.get(f"{server.url}{path}")
    assert response.headers["content-type"].startswith("text/html")
    assert response.headers["cache-control"] == "no-cache"
    assert response.text == httpx.get(server.url).text


@pytest.mark.parametrize("edition", ["usa", "germany", "london", "europe"])
def test_drawings(server: Running, edition: str) -> None:
    """Every route and city of the facts is on the board, and in the geometry."""
    facts = {e["name"]: e for e in httpx.get(f"{server.url}/api/editions").json()}[edition]
    board = httpx.get(f"{server.url}/drawings/{edition}/board.svg").text
    cards = httpx.get(f"{server.url}/drawings/{edition}/cards.svg").text
    geometry = httpx.get(f"{server.url}/drawings/{edition}/geometry.json").json()
    assert set(geometry["routes"]) == set(facts["routes"])
    assert set(geometry["cities"]) == set(facts["cities"])
    assert set(geometry["borders"]) == set(facts["countries"])
    assert len(geometry["track"]) == 100
    for route, entry in geometry["routes"].items():
        assert f'id="route-{entry["number"]}" data-route="{route}"' in board
        assert len(entry["spaces"]) == facts["routes"][route]["length"]
    assert all(f'id="city-{city}"' in board for city in facts["cities"])
    assert all(f'id="border-{b.replace("/", "-")}"' in board for b in geometry["border_ids"])
    kinds = [*facts["colours"], facts["locomotive"], "back"]
    assert all(f'id="card-{kind}"' in cards for kind in kinds)
    assert all(f'id="ticket-back-{stack}"' in cards for stack in facts["stacks"])
    assert 'id="mini-map"' in cards


def test_files_are_packed_and_kept(server: Running) -> None:
    path = f"{server.url}/drawings/usa/board.svg"
    packed = httpx.get(path)
    plain = httpx.get(path, headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text
    assert packed.headers["cache-control"] == "no-cache"
    named = httpx.get(f"{path}?v={__version__}")
    assert "immutable" in named.headers["cache-control"]
    again = httpx.get(path, headers={"If-None-Match": packed.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    style = httpx.get(f"{server.url}/drawings/stylesheet.css").text
    for font in re.findall(r"url\((/[^)]*)\)", style):
        assert httpx.get(f"{server.url}{font}").headers["content-type"] == "font/woff2"


def test_facts(server: Running) -> None:
    ada = server.person()
    bots = ada.got("/api/bots")
    assert bots[0] == {"name": "planner", "level": "strong"}
    assert {"name": "random", "level": "beginner"} in bots
    me = ada.got("/api/me")
    assert (me["lan"], me["version"]) == (None, __version__)
    editions = {edition["name"]: edition for edition in ada.got("/api/editions")}
    assert editions["london"]["locomotive_glyph"] == "bus"
    assert editions["germany"]["passengers"] == 3
    assert editions["usa"]["routes"]["DEN-OMA"] == {
        "a": "DEN",
        "b": "OMA",
        "length": 4,
        "colour": "purple",
        "ferry": 0,
        "tunnel": False,
    }


# For whoever runs it ------------------------------------------------------------------------


def test_health_and_metrics(server: Running) -> None:
    ada = server.person()
    table = ada.new_table("newyork", "me", "random")
    ada.act(table, "keep all", ada.table(table)["version"])
    with ada.follow(table) as following:
        following.update()
        text = httpx.get(f"{server.url}/metrics").text
    assert httpx.get(f"{server.url}/health").json() == {"status": "ok"}
    figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if line[0] != "#")
    assert int(figures["whistlestop_games_running"]) >= 1
    assert int(figures["whistlestop_connections"]) >= 1
    assert int(figures['whistlestop_moves_total{by="person"}']) >= 1
    assert int(figures['whistlestop_requests_total{status="2xx"}']) >= 1
    assert int(figures['whistlestop_move_seconds_bucket{le="+Inf"}']) >= 1


def test_a_histogram_counts_upwards() -> None:
    histogram = Histogram()
    for seconds in (0.0001, 0.001, 0.03, 99):
        histogram.add(seconds)
    counts = [int(line.rsplit(" ", 1)[1]) for line in histogram.lines("x") if "bucket" in line]
    assert counts == sorted(counts)
    assert (counts[0], counts[-2], counts[-1]) == (2, 3, 4)


def test_health_says_when_the_database_is_gone(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def gone() -> None:
        raise OSError("gone")

    monkeypatch.setattr(server.store, "alive", gone)
    assert httpx.get(f"{server.url}/health").status_code == 503


def test_the_api_is_described(server: Running) -> None:
    """By OpenAPI, and on a page that loads nothing from anywhere."""
    page = httpx.get(f"{server.url}/docs").text
    assert "POST /api/tables/{table_id}/actions" in page
    assert "<script" not in page
    assert "//" not in page.replace("<!doctype", "").replace("http://", "")
    described = httpx.get(f"{server.url}/docs/openapi.json").json()
    assert described["openapi"].startswith("3.")
    paths = described["paths"]
    for path, item in paths.items():
        assert path.startswith(("/api/", "/drawings/", "/health", "/metrics")), path
        for operation in item.values():
            assert operation["summary"], path
            assert operation["description"], path
    assert {"/api/tables", "/api/tables/{table_id}/stream", "/api/records"} <= set(paths)


def test_heads_are_answered_as_the_whole(server: Running) -> None:
    """With the headers of GET, those of safety among them, and without a body."""
    ada = server.person("Ada")
    table = ada.new_table("usa", "me", "open")
    paths = httpx.get(f"{server.url}/docs/openapi.json").json()["paths"]
    asked = [path for path, operations in paths.items() if "get" in operations]
    assert len(asked) > 20
    for path in [*asked, "/", "/static/main.js", "/docs", "/nothing"]:
        filled = path.format(
            table_id=table,
            moves=0,
            name="usa" if "editions" in path else "text.woff2",
            edition="usa",
        )
        head = ada.http.head(filled)
        assert head.content == b""
        assert head.headers["content-security-policy"] == POLICY, path
        assert head.headers["x-content-type-options"] == "nosniff", path
        if path.endswith("/stream"):
            assert head.status_code == 200
            continue
        whole = ada.http.get(filled)
        assert head.status_code == whole.status_code, path
        assert head.headers["content-type"] == whole.headers["content-type"], path
        if not path.startswith(("/api/tables", "/metrics")):
            assert head.headers.get("content-length") == whole.headers.get("content-length"), path
    assert ada.http.head("/api/tokens").status_code == 405
    assert httpx.head(f"{server.url}/health", headers={"host": "evil.example"}).status_code == 400
    # Nobody is left listening.
    rooms = server.service.tables.in_memory(table)
    assert rooms is not None
    assert not rooms.listeners
