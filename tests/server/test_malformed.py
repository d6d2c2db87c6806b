"""Requests that make no sense: refused with a sentence, on every route, and never our fault."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from litestar import Litestar
from websockets.exceptions import InvalidStatus

from tests.server.serving import PATIENCE, Person, Running, connect

BODIES = {
    "nothing": b"",
    "no JSON": b"what?",
    "half": b'{"action": "draw',
    "an array": b"[]",
    "null": b"null",
    "a number": b"1e999",
    "many digits": b'{"id": "1", "version": ' + b"9" * 5000 + b', "action": "tickets"}',
    "a large number": b'{"id": "1", "version": 1e300, "seat": 1e300, "action": "tickets"}',
    "NaN": b'{"version": NaN, "seat": NaN, "seconds": NaN}',
    "other types": b'{"id": [], "version": {}, "action": 1, "name": 2, "seat": "x", "phrase": []}',
    "deep objects": b'{"a":' * 5000,
    "deep objects, closed": b'{"a":' * 5000 + b"1" + b"}" * 5000,
    "deep arrays": b"[" * 30_000 + b"]" * 30_000,
    "deep in a field": b'{"id": "1", "version": 1, "action": ' + b'{"a":' * 5000,
    "deep in another field": b'{"id": "1", "x": ' + b"[" * 20_000 + b"]" * 20_000 + b"}",
    "no UTF-8": b'{"name": "\xff\xfe", "id": "\xff"}',
    "half a pair": b'{"name": "\\ud800", "record": "\\ud800", "phrase": "\\ud800"}',
    "NUL": b'{"name": "\\u0000", "phrase": "\\u0000", "record": "\\u0000", "edition": "\\u0000"}',
    "UTF-16": '{"name": "Ada"}'.encode("utf-16"),
    "twice": b'{"seat": 0, "seat": "x", "name": "A", "name": 1}',
    "a table": b'{"edition": {"a": 1}, "seats": "me", "pace": [1], "public": "yes"}',
}

JSON = "application/json"
TYPES = (
    "Application/JSON; charset=utf-16",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "multipart/form-data; boundary=x",
    "application/msgpack",
    "text/plain",
    "nonsense",
    "",
)

ADDRESSES = (
    "/api/tables/{table}/at/x",
    "/api/tables/{table}/at/-1",
    "/api/tables/{table}/at/" + "9" * 5000,
    "/api/tables/{table}/at/1e3",
    "/api/tables/{table}/at/%00",
    "/api/tables/{table}/stream?since=x",
    "/api/tables/{table}/stream?since=" + "9" * 5000,
    "/api/tables/{table}/why?route=%ff",
    "/api/tables/{table}/why?route=%00&city=%ed%a0%80",
    "/api/tables/{table}/why?" + "&".join(["route=x"] * 2000),
    "/api/tables/%00",
    "/api/tables/%ff%fe",
    "/api/tables/..%2f..%2fetc",
    "/api/tables/" + "x" * 30_000,
    "/api/editions/%ff",
    "/api/editions/table.%00",
    "/api/editions/table.",
    "/drawings/%ff/board.svg",
    "/drawings/%00/thumbnail.svg?theme=%00",
    "/drawings/fonts/..%2f..%2fx",
    "/static/%ff",
    "/static/%00",
    "/static/../../x",
)


def is_refusal(response: httpx.Response) -> bool:
    """Whether it says in our form what is wrong."""
    if not 400 <= response.status_code < 500:
        return False
    answer = response.json()
    message = str(answer["message"])
    assert answer["code"] != "internal_error"
    assert "Traceback" not in message
    assert len(response.content) < 20_000
    return set(answer) == {"code", "message", "details"} and bool(message)


def posts(server: Running) -> Iterator[str]:
    inside = server.gate
    while not isinstance(inside, Litestar):
        inside = inside._inside  # pyright: ignore[reportPrivateUsage]
    for route in inside.routes:
        if "POST" in getattr(route, "methods", ()):
            yield route.path_format


@pytest.mark.parametrize("body", BODIES)
def test_no_body_is_our_fault(server: Running, body: str) -> None:
    ada = server.person("Ada")
    names = {
        "table_id": ada.new_table("usa", "me", "open"),
        "club": ada.posted("/api/clubs", {"name": "Sunday"})["id"],
        "device": "first",
        "name": "first",
    }
    found = sorted(posts(server))
    assert len(found) > 10
    for number, path in enumerate(found, [*BODIES].index(body)):
        # As JSON, and as one of the other types in turn: every path and every body meets each.
        for kind in (JSON, TYPES[number % len(TYPES)]):
            response = ada.http.post(
                path.format(**names),
                content=BODIES[body],
                headers={"content-type": kind},
            )
            # Some need no body, and look at none.
            assert response.status_code < 300 or is_refusal(response), (path, kind, response.text)
            if path.endswith("/actions"):
                assert is_refusal(response), kind


@pytest.mark.parametrize("body", ["deep objects", "deep objects, closed", "deep in a field"])
def test_nested_bodies_are_bad_requests(server: Running, body: str) -> None:
    """On the fast path of moves, too."""
    ada = server.person("Ada")
    table = ada.new_table("usa", "me", "random")
    json = {"content-type": "application/json"}
    for path in ("/api/me", "/api/tables", f"/api/tables/{table}/chat", "/api/records"):
        response = ada.http.post(path, content=BODIES[body], headers=json)
        assert (response.status_code, response.json()["code"]) == (400, "bad_request")
    response = ada.http.post(f"/api/tables/{table}/actions", content=BODIES[body], headers=json)
    assert (response.status_code, response.json()["code"]) == (400, "bad_request")


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_address_is_our_fault(server: Running, address: str) -> None:
    ada = server.person("Ada")
    table = ada.new_table("usa", "me", "random")
    address = address.format(table=table)
    assert is_refusal(ada.http.get(address)), address
    if "/stream" in address:
        url = server.url.replace("http", "ws") + address.replace("/stream", "/live")
        with pytest.raises(InvalidStatus), connect(url):
            pass


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "POST"])
def test_no_method_is_our_fault(server: Running, method: str) -> None:
    ada = server.person("Ada")
    for path in ("/", "/api/bots", "/health", "/nothing", "/static/x", "/api/tables/x/y"):
        assert is_refusal(ada.http.request(method, path)), path


@pytest.mark.parametrize(
    "headers",
    [
        {"Cookie": "whistlestop_session=\xff"},
        {"Cookie": "whistlestop_session=" + "x" * 20_000},
        {"Cookie": 'whistlestop_session="\\777"; =; ;;'},
        {"Authorization": "Bearer \xff\xfe"},
        {"Authorization": "Bearer"},
        {"Authorization": "Bearer " + "x" * 20_000},
        {"Authorization": "Basic x"},
        {"Content-Length": "0", "If-None-Match": "\xff"},
        {"Accept": "\xff"},
        {"Origin": "\xff"},
    ],
)
def test_no_header_is_our_fault(server: Running, headers: dict[str, str]) -> None:
    sent = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    for path in ("/api/me", "/", "/health", "/api/tables"):
        response = httpx.get(f"{server.url}{path}", headers=sent, timeout=PATIENCE)
        assert response.status_code < 400 or is_refusal(response)


def test_a_body_in_pieces_is_read_as_a_whole(server: Running) -> None:
    ada = Person(server.url, "Ada")

    def pieces() -> Iterator[bytes]:
        yield b'{"na'
        yield b'me": "Countess"}'

    answer = ada.http.post(
        "/api/me", content=pieces(), headers={"content-type": "application/json"}
    )
    assert answer.json()["name"] == "Countess"

    def deep() -> Iterator[bytes]:
        yield b'{"a":' * 2500
        yield b'{"a":' * 2500

    table = ada.new_table("usa", "me", "random")
    for path in ("/api/me", f"/api/tables/{table}/actions"):
        answer = ada.http.post(path, content=deep(), headers={"content-type": "application/json"})
        assert is_refusal(answer)
