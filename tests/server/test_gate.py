"""Who is let in, what every answer carries, and what the server tells about itself."""

from __future__ import annotations

import re
import socket
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.exceptions import InvalidStatus

from tests.server.clocks import Clock
from tests.server.serving import PATIENCE, QUICK, Person, Running, connect, sqlite
from whistlestop import __version__
from whistlestop.server.addresses import network
from whistlestop.server.hosting.people import LASTS, hashed
from whistlestop.server.http.guard import POLICY
from whistlestop.server.metrics import Histogram, Metrics, gauge
from whistlestop.server.rate_limits import Rate, RateLimits
from whistlestop.server.storage.store import Unavailable


def code(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


# Sessions -----------------------------------------------------------------------------------


def test_whoever_opens_the_page_gets_a_session(server: Running) -> None:
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        cookie = client.get("/").headers["set-cookie"]
        assert re.fullmatch(
            r"whistlestop_session=[\w-]{43}; Path=/; Max-Age=\d+; HttpOnly; SameSite=Lax", cookie
        )
        assert "set-cookie" not in client.get("/").headers
        assert "set-cookie" not in client.get("/t/anything").headers
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        for path in (
            "/static/x.js",
            "/api/editions",
            "/api/boards",
            "/api/bots",
            "/api/tables",
            "/health",
        ):
            assert "set-cookie" not in client.get(path).headers


def test_no_shared_cache_keeps_an_answer_that_sets_a_session(server: Running) -> None:
    for path in ("/", "/t/anything", "/me"):
        with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
            new, known = client.get(path), client.get(path)
        assert ("set-cookie" in new.headers, "set-cookie" in known.headers) == (True, False)
        assert new.headers.get_list("cache-control") == ["private, no-cache"]
        assert known.headers["cache-control"] == "no-cache"
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        made = client.post("/api/me", json={}, headers={"X-Requested-With": "whistlestop"})
        assert made.headers["cache-control"] == "no-store"


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


def test_a_session_ends_and_is_prolonged(tmp_path: Path, clock: Clock) -> None:
    with Running(sqlite(tmp_path)) as server:
        ada = server.person("Ada")
        table = ada.new_table("usa", "me", "random")
        clock.forward(0.6 * LASTS)
        answer = ada.http.get("/api/me")
        assert answer.json()["name"] == "Ada"
        assert answer.headers["set-cookie"].startswith("whistlestop_session=")
        clock.forward(0.9 * LASTS)
        assert ada.got("/api/me")["name"] == "Ada"
        clock.forward(1.5 * LASTS)
        # Over: whoever comes with it is somebody new, and has no seat.
        old = Person.moved(ada, server.url)
        assert old.refused_act(table, "keep all", 1) == (403, "not_your_seat")
        assert old.table(table)["table"]["you"]["seat"] is None


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
    stranger = httpx.get(
        f"{server.url}/api/me", headers={"Authorization": "Bearer nothing"}, timeout=PATIENCE
    )
    assert code(stranger) == (401, "unknown_token")


def test_a_session_is_no_token_and_a_token_no_session(server: Running) -> None:
    """Not even while the server remembers them: a session as a token would get past the origin."""
    ada = server.person("Ada")
    token = ada.posted("/api/tokens")["token"]
    program = Person(server.url, token=token)
    assert program.got("/api/me")["name"] == "Ada"
    session = ada.http.cookies["whistlestop_session"]
    for _ in range(2):
        for path in ("/api/me", "/api/tables", "/health"):
            answer = httpx.get(
                f"{server.url}{path}",
                headers={"Authorization": f"Bearer {session}"},
                timeout=PATIENCE,
            )
            assert code(answer) == (401, "unknown_token")
        answer = httpx.get(
            f"{server.url}/api/me",
            headers={"Cookie": f"whistlestop_session={token}"},
            timeout=PATIENCE,
        )
        assert answer.json()["name"] == ""
        assert "set-cookie" in answer.headers
        assert program.got("/api/me")["name"] == "Ada"
        assert ada.got("/api/me")["name"] == "Ada"
    stranger = server.person("Ben").http.cookies["whistlestop_session"]
    table = ada.new_table("usa", "me", "open")
    line = f"{server.url.replace('http', 'ws', 1)}/api/tables/{table}/live"
    with pytest.raises(InvalidStatus):
        connect(line, additional_headers={"Authorization": f"Bearer {stranger}"})


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
    with httpx.Client(
        base_url=server.url, cookies=cookies, headers=headers, timeout=PATIENCE
    ) as client:
        assert code(client.post(path, json={"name": "Eve"})) == expected
        assert client.get("/api/me").json()["name"] == "Ada"


OTHER_ORIGINS = [
    "https://127.0.0.1:{port}",
    "http://127.0.0.1",
    "http://127.0.0.1:1{port}",
    "http://localhost:{port}",
    "http://127.0.0.1:{port}.example",
    "http://127.0.0.1:{port}/",
    "ws://127.0.0.1:{port}",
    "//127.0.0.1:{port}",
    "127.0.0.1:{port}",
    "null",
    "",
]
"""What differs from this server's own by scheme, host or port, or is no origin."""


@pytest.mark.parametrize("origin", OTHER_ORIGINS)
def test_other_origins_can_neither_act_nor_listen(server: Running, origin: str) -> None:
    ada = server.person("Ada")
    table = ada.new_table("usa", "me", "random")
    ada.http.headers["Origin"] = origin.format(port=server.url.rpartition(":")[2])
    assert ada.refused("/api/me", {"name": "Eve"}) == (403, "wrong_origin")
    with pytest.raises(InvalidStatus) as caught:
        listen(ada, table, ada.http.headers["Origin"])
    assert caught.value.response.status_code == 403


@pytest.mark.parametrize("origin", ["http://127.0.0.1:{port}", "HTTP://127.0.0.1:{port}"])
def test_the_own_page_can_listen(server: Running, origin: str) -> None:
    ada = server.person("Ada")
    table = ada.new_table("usa", "me", "random")
    frame = listen(ada, table, origin.format(port=server.url.rpartition(":")[2]))
    assert '"you":{"seat":0,' in frame


@pytest.mark.parametrize(
    ("host", "forwarded", "origin", "allowed"),
    [
        ("games.example", "https", "https://games.example", True),
        ("games.example:443", "https", "https://games.example", True),
        ("games.example", "https", "https://games.example:443", True),
        ("games.example", "https", "http://games.example", False),
        ("games.example", "http", "https://games.example", False),
        ("games.example", "https", "https://games.example:8443", False),
        ("games.example:8443", "https", "https://games.example:8443", True),
        ("[::1]:8787", "http", "http://[::1]:8787", True),
    ],
)
def test_behind_a_proxy_the_origin_is_the_proxys(
    tmp_path: Path, host: str, forwarded: str, origin: str, allowed: bool
) -> None:
    with Running(sqlite(tmp_path), replace(QUICK, allowed_hosts=("games.example",))) as server:
        ada = server.person("Ada")
        table = ada.new_table("usa", "me", "random")
        headers = {"Host": host, "X-Forwarded-Proto": forwarded}
        ada.http.headers.update({**headers, "Origin": origin})
        assert ada.post("/api/me", {"name": "Eve"}).status_code == (200 if allowed else 403)
        if allowed:
            assert listen(ada, table, origin, **headers)
        else:
            with pytest.raises(InvalidStatus):
                listen(ada, table, origin, **headers)


def listen(person: Person, table: str, origin: str, **headers: str) -> str:
    """The first frame that a page of some origin is sent."""
    url = f"{person.url.replace('http', 'ws', 1)}/api/tables/{table}/live"
    cookie = f"whistlestop_session={person.http.cookies['whistlestop_session']}"
    host = headers.pop("Host", "")
    if host:
        # It is where the client connects to that may differ from what it says.
        where = urlsplit(person.url)
        sock = socket.create_connection((where.hostname, where.port))
        url = f"ws://{host}/api/tables/{table}/live"
        with connect(
            url, sock=sock, additional_headers={"Cookie": cookie, "Origin": origin, **headers}
        ) as line:
            return str(line.recv(timeout=PATIENCE))
    with connect(url, additional_headers={"Cookie": cookie, "Origin": origin}) as line:
        return str(line.recv(timeout=PATIENCE))


def test_the_own_page_can_act(server: Running) -> None:
    ada = server.person()
    ada.http.headers["Origin"] = server.url
    assert ada.posted("/api/me", {"name": "Ada"})["name"] == "Ada"


@pytest.mark.parametrize(
    "host",
    [
        "elsewhere.example",
        "elsewhere.example:8787",
        "",
        "[x]",
        "[::1]:x",
        "127.0.0.1:abc",
        "127.0.0.1:99999",
        "127.0.0.1:80@elsewhere.example",
    ],
)
def test_other_names_are_not_answered(server: Running, host: str) -> None:
    """Against a page that gives its own name our address."""
    response = httpx.get(f"{server.url}/api/me", headers={"Host": host}, timeout=PATIENCE)
    assert code(response) == (400, "unknown_host")


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:80", "127.0.0.1:1", "[::1]:8787", "192.168.1.7:8787"]
)
def test_own_names_and_numbers_are_answered(server: Running, host: str) -> None:
    assert (
        httpx.get(f"{server.url}/health", headers={"Host": host}, timeout=PATIENCE).status_code
        == 200
    )
    own = {"Host": socket.gethostname()}
    assert httpx.get(f"{server.url}/health", headers=own, timeout=PATIENCE).status_code == 200


def test_more_names_can_be_allowed(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), replace(QUICK, allowed_hosts=("Games.example",))) as server:
        headers = {"Host": "games.example"}
        assert (
            httpx.get(f"{server.url}/health", headers=headers, timeout=PATIENCE).status_code == 200
        )


def test_every_answer_carries_the_policy(server: Running) -> None:
    """No inline code, nothing from elsewhere, no frames; on pages, data and refusals alike."""
    for path in ("/", "/api/me", "/nothing", "/docs", "/drawings/usa/board.svg", "/static/a"):
        headers = httpx.get(f"{server.url}{path}", timeout=PATIENCE).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert "referrer-policy" in headers
        assert "cross-origin-opener-policy" in headers
        assert "server" not in headers
    refused = httpx.get(f"{server.url}/", headers={"Host": "x.example"}, timeout=PATIENCE)
    assert "content-security-policy" in refused.headers


# Rates and sizes ----------------------------------------------------------------------------


@contextmanager
def strict(folder: Path, rates: float) -> Generator[Running]:
    """A server whose buckets have some part of their size, and never fill again."""
    with Running(sqlite(folder), replace(QUICK, rates=rates)) as server:
        server.service.limits.clock = lambda: 0.0
        yield server


def test_a_bucket_empties_and_fills_again() -> None:
    now = [0.0]
    limits, rate = RateLimits(1, lambda: now[0]), Rate(3, 2)
    assert [limits.allow(rate, "a") for _ in range(4)] == [True, True, True, False]
    assert limits.allow(rate, "b")
    now[0] += 0.5
    assert [limits.allow(rate, "a") for _ in range(2)] == [True, False]
    now[0] += 100
    assert [limits.allow(rate, "a") for _ in range(4)] == [True, True, True, False]
    assert all(RateLimits(0).allow(rate, "a") for _ in range(10))


def test_too_much_is_refused(tmp_path: Path) -> None:
    with strict(tmp_path, 0.02) as server:
        ada = server.person("Ada")
        answers = [ada.http.get("/api/bots") for _ in range(30)]
        assert code(answers[-1]) == (429, "too_many_requests")
    with strict(tmp_path, 0.05) as server:
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
        statuses = [
            httpx.get(f"{server.url}/api/me", timeout=PATIENCE).status_code for _ in range(12)
        ]
        assert 429 in statuses


ELSEWHERE = {"X-Forwarded-For": "203.0.113.7"}
"""Somebody behind a proxy, which is what this machine's own address is."""


def test_many_tokens_are_one_person(tmp_path: Path) -> None:
    with strict(tmp_path, 0.1) as server:
        ada = server.person("Ada")
        tokens = [ada.posted("/api/tokens")["token"] for _ in range(2)]
        assert ada.refused("/api/tokens") == (429, "too_many_requests")
        programs = [Person(server.url, token=token) for token in tokens]
        answers = [program.http.get("/api/bots") for _ in range(60) for program in programs]
        assert answers[0].status_code == 200
        for asks in (*programs, ada):
            assert code(asks.http.get("/api/bots")) == (429, "too_many_requests")
        assert (
            httpx.get(f"{server.url}/api/bots", headers=ELSEWHERE, timeout=PATIENCE).status_code
            == 200
        )


def test_many_people_are_one_address(tmp_path: Path) -> None:
    """Sessions cost nothing, so that people of one address share some allowances."""
    body = {"edition": "usa", "seats": [{"kind": "open"}] * 2}
    with strict(tmp_path, 0.04) as server:
        statuses: list[int] = []
        for number in range(8):
            token = httpx.get(server.url, headers=ELSEWHERE, timeout=PATIENCE).cookies[
                "whistlestop_session"
            ]
            headers = {"Cookie": f"whistlestop_session={token}", "X-Requested-With": "whistlestop"}
            answers = [
                httpx.post(
                    f"{server.url}/api/tables",
                    json=body,
                    headers={**headers, **ELSEWHERE},
                    timeout=PATIENCE,
                )
                for _ in range(2)
            ]
            statuses += [answer.status_code for answer in answers]
            assert statuses[:8] == [201] * len(statuses[:8]), number
        assert statuses[-1] == 429
        other = {"X-Requested-With": "whistlestop", "X-Forwarded-For": "203.0.113.8"}
        assert (
            httpx.post(
                f"{server.url}/api/tables", json=body, headers=other, timeout=PATIENCE
            ).status_code
            == 201
        )


@pytest.mark.parametrize("kind", ["Authorization", "Cookie"])
def test_wrong_tokens_are_not_looked_up_without_end(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with strict(tmp_path, 0.1) as server:
        ada = Person(server.url)
        program = Person(server.url, token=ada.posted("/api/tokens")["token"])
        assert program.got("/api/me")
        server.service.people.forget(only_person(server))
        looked: list[str] = []
        for name in ("session", "holder"):
            ask = getattr(server.store, name)

            async def counted(key: str, ask: Any = ask) -> Any:
                looked.append(key)
                return await ask(key)

            monkeypatch.setattr(server.store, name, counted)

        def tried(word: str) -> int:
            value = f"Bearer {word}" if kind == "Authorization" else f"whistlestop_session={word}"
            headers = {kind: value, **ELSEWHERE}
            return httpx.get(
                f"{server.url}/static/x", headers=headers, timeout=PATIENCE
            ).status_code

        # The same one again costs nothing more: a browser has an old session with every request.
        assert [tried("old") for _ in range(20)] == [401 if kind == "Authorization" else 404] * 20
        assert len(looked) == 1
        found = [tried(f"guess-{number}") for number in range(40)]
        assert found[-1] == 429
        assert len(looked) < 20
        # Others can still come, and those who are known.
        assert program.got("/api/me")
        assert (
            httpx.get(f"{server.url}/api/bots", headers=ELSEWHERE, timeout=PATIENCE).status_code
            == 200
        )


def only_person(server: Running) -> str:
    with server.store.engine.connect() as connection:
        (person,) = connection.exec_driver_sql("SELECT id FROM person").scalars()
        return str(person)


@pytest.mark.parametrize(
    ("address", "home"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:0db8:0001:0002::/64"),
        ("2001:db8:1:2::9", "2001:0db8:0001:0002::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("", ""),
        ("a pipe", "a pipe"),
    ],
)
def test_an_ipv6_network_counts_as_one_address(address: str, home: str) -> None:
    assert network(address) == home


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
    response = httpx.get(f"{server.url}{path}", timeout=PATIENCE)
    assert response.headers["content-type"].startswith("text/html")
    assert response.text == httpx.get(server.url, timeout=PATIENCE).text


@pytest.mark.parametrize("edition", ["usa", "germany", "london", "europe"])
def test_drawings(server: Running, edition: str) -> None:
    """Every route and city of the facts is on the board, and in the geometry."""
    facts = {
        e["name"]: e for e in httpx.get(f"{server.url}/api/editions", timeout=PATIENCE).json()
    }[edition]
    board = httpx.get(f"{server.url}/drawings/{edition}/board.svg", timeout=PATIENCE).text
    cards = httpx.get(f"{server.url}/drawings/{edition}/cards.svg", timeout=PATIENCE).text
    geometry = httpx.get(f"{server.url}/drawings/{edition}/geometry.json", timeout=PATIENCE).json()
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
    packed = httpx.get(path, timeout=PATIENCE)
    plain = httpx.get(path, headers={"Accept-Encoding": "identity"}, timeout=PATIENCE)
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text
    assert packed.headers["cache-control"] == "no-cache"
    named = httpx.get(f"{path}?v={__version__}", timeout=PATIENCE)
    assert "immutable" in named.headers["cache-control"]
    again = httpx.get(path, headers={"If-None-Match": packed.headers["etag"]}, timeout=PATIENCE)
    assert (again.status_code, again.content) == (304, b"")
    style = httpx.get(f"{server.url}/drawings/stylesheet.css", timeout=PATIENCE).text
    for font in re.findall(r"url\((/[^)]*)\)", style):
        assert (
            httpx.get(f"{server.url}{font}", timeout=PATIENCE).headers["content-type"]
            == "font/woff2"
        )


def test_facts(server: Running) -> None:
    ada = server.person()
    bots = ada.got("/api/bots")
    assert bots[:2] == [
        {"name": "beginner", "level": 1, "usual": False},
        {"name": "casual", "level": 2, "usual": True},
    ]
    assert [bot["level"] for bot in bots] == [1, 2, 3, 4, 5, None, None]
    assert [bot["usual"] for bot in bots].count(True) == 1
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
        "substitute": None,
    }
    nordic = editions["nordic"]["routes"]
    assert nordic["AND-BER"]["substitute"] == {"cards": 3, "most": 2}
    assert nordic["LIE-MUR"]["substitute"] == {"cards": 4, "most": 9}


# For whoever runs it ------------------------------------------------------------------------


def test_health_and_metrics(server: Running) -> None:
    ada = server.person()
    table = ada.new_table("newyork", "me", "random")
    ada.act(table, "keep all", ada.table(table)["version"])
    with ada.follow(table) as following:
        following.update()
        text = httpx.get(f"{server.url}/metrics", timeout=PATIENCE).text
    assert httpx.get(f"{server.url}/health", timeout=PATIENCE).json() == {"status": "ok"}
    figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if line[0] != "#")
    assert float(figures["whistlestop_games_running"]) >= 1
    assert float(figures["whistlestop_connections"]) >= 1
    assert float(figures['whistlestop_moves_total{by="person"}']) >= 1
    assert float(figures['whistlestop_requests_total{status="2xx"}']) >= 1
    assert float(figures["whistlestop_bot_decisions_queued"]) >= 0
    assert 0 < float(figures["whistlestop_bot_seconds_given"]) <= QUICK.bot_seconds
    assert float(figures['whistlestop_move_seconds_bucket{le="+Inf"}']) >= 1
    kinds = {family.name: family.type for family in text_string_to_metric_families(text)}
    assert kinds == {f"whistlestop_{name}": kind for name, kind in METRICS.items()}


METRICS = {
    "tables": "gauge",
    "tables_asleep": "gauge",
    "games_running": "gauge",
    "connections": "gauge",
    "bot_decisions_queued": "gauge",
    "bot_seconds_given": "gauge",
    "servers": "gauge",
    "clock_off_seconds": "gauge",
    "requests": "counter",
    "moves": "counter",
    "bot_decisions": "counter",
    "webhook_calls": "counter",
    "push_messages": "counter",
    "errors": "counter",
    "request_seconds": "histogram",
    "move_seconds": "histogram",
}
"""Dashboards of hosts name these metrics: a name that changes breaks them."""

UPPER = ("0.001", "0.0025", "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1.0", "2.5")
"""The upper bounds of the buckets of durations, besides infinity. They last, too."""


@pytest.mark.parametrize("path", ["/metrics", "/health"])
def test_no_other_spelling_passes_a_proxy_that_keeps_figures_inside(
    server: Running, path: str
) -> None:
    where = urlsplit(server.url)
    encoded = f"/%{ord(path[1]):x}{path[2:]}"
    for spelling in (f"{path}/", f"/{path}", f"{path}//", f"{path}%2f", encoded, path):
        line = HTTPConnection(where.hostname or "", where.port)
        line.request("GET", spelling)
        answer = line.getresponse()
        assert answer.status == (200 if spelling == path else 404), spelling
        line.close()
    assert httpx.get(f"{server.url}{path}?x=1", timeout=PATIENCE).status_code == 200


def test_a_histogram_counts_upwards() -> None:
    histogram = Histogram()
    for seconds in (0.0001, 0.001, 0.03, 99):
        histogram.add(seconds)
    samples = histogram.family("x", "").samples
    counts = [sample.value for sample in samples if sample.name == "x_bucket"]
    assert counts == sorted(counts)
    assert (counts[0], counts[-2], counts[-1]) == (2, 3, 4)


def test_metrics_are_written_as_prometheus_reads_them() -> None:
    metrics, others = Metrics(), Metrics()
    metrics.moves["person"] += 2
    metrics.moves["bot"] += 1
    metrics.errors['a "strange"\nplace'] += 1
    metrics.request_seconds.add(0.03)
    others.moves["person"] += 50
    text = metrics.text([gauge("tables", "Tables in memory.", 1_234_567)])
    samples = {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    buckets = {
        (f"whistlestop_{name}_seconds_bucket", upper): 0.0 if float(upper) < 0.05 else float(count)
        for name, count in (("request", 1), ("move", 0))
        for upper in (*UPPER, "+Inf")
    }
    # Nothing else is there: no metrics of the process or of another server in it.
    assert samples == {
        ("whistlestop_tables",): 1_234_567,
        ("whistlestop_moves_total", "bot"): 1,
        ("whistlestop_moves_total", "person"): 2,
        ("whistlestop_errors_total", 'a "strange"\nplace'): 1,
        **buckets,
        ("whistlestop_request_seconds_sum",): 0.03,
        ("whistlestop_request_seconds_count",): 1,
        ("whistlestop_move_seconds_sum",): 0,
        ("whistlestop_move_seconds_count",): 0,
    }


def test_health_says_when_the_database_is_gone(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def gone() -> None:
        raise Unavailable("gone")

    monkeypatch.setattr(server.store, "check", gone)
    answer = httpx.get(f"{server.url}/health", timeout=PATIENCE)
    assert (answer.status_code, answer.json()) == (503, {"status": "nothing can be saved: gone"})


def test_the_api_is_described(server: Running) -> None:
    """By OpenAPI, and on a page that loads nothing from anywhere."""
    page = httpx.get(f"{server.url}/docs", timeout=PATIENCE).text
    assert "POST /api/tables/{table_id}/actions" in page
    assert "<script" not in page
    assert "//" not in page.replace("<!doctype", "").replace("http://", "")
    described = httpx.get(f"{server.url}/docs/openapi.json", timeout=PATIENCE).json()
    assert described["openapi"].startswith("3.")
    paths = described["paths"]
    for path, item in paths.items():
        assert path.startswith(("/api/", "/drawings/", "/health", "/metrics")), path
        for operation in item.values():
            assert operation["summary"], path
            assert operation["description"], path
    assert {"/api/tables", "/api/tables/{table_id}/stream", "/api/records"} <= set(paths)


@pytest.mark.parametrize("path", ["/docs/nothing", "/docs/openapi.yml", "/docs/a/b", "/nothing"])
def test_where_nothing_is_a_program_is_told_so_and_a_person_gets_the_page(
    server: Running, path: str
) -> None:
    told = httpx.get(f"{server.url}{path}", timeout=PATIENCE)
    assert (told.status_code, told.json()) == (
        404,
        {"code": "not_found", "message": "There is nothing at this address.", "details": {}},
    )
    opened = httpx.get(f"{server.url}{path}", headers={"Accept": "text/html"}, timeout=PATIENCE)
    assert (opened.status_code, opened.text) == (
        404,
        httpx.get(f"{server.url}/", timeout=PATIENCE).text,
    )


def test_heads_are_answered_as_the_whole(server: Running) -> None:
    """With the headers of GET, those of safety among them, and without a body."""
    ada = server.person("Ada")
    table = ada.new_table("usa", "me", "open")
    club = ada.posted("/api/clubs", {"name": "Sunday"})["id"]
    paths = httpx.get(f"{server.url}/docs/openapi.json", timeout=PATIENCE).json()["paths"]
    asked = [path for path, operations in paths.items() if "get" in operations]
    assert len(asked) > 20
    for path in [*asked, "/", "/static/main.js", "/docs", "/nothing"]:
        filled = path.format(
            table_id=table,
            moves=0,
            name="usa" if "editions" in path else "text.woff2",
            edition="usa",
            player="nobody",
            club=club,
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
    assert (
        httpx.head(
            f"{server.url}/health", headers={"host": "evil.example"}, timeout=PATIENCE
        ).status_code
        == 400
    )
    # Nobody is left listening.
    rooms = server.service.tables.in_memory(table)
    assert rooms is not None
    assert not rooms.listeners
