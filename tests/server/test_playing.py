"""Actions that are refused, repeated, late, forged or too large; nothing of it changes a game."""

from __future__ import annotations

import json
import socket
import threading
from typing import Any

import pytest

from tests.server.serving import Person, Running, move, without_hidden


@pytest.fixture
def ada(server: Running) -> Person:
    return server.person("Ada")


@pytest.fixture
def ben(server: Running) -> Person:
    return server.person("Ben")


@pytest.fixture
def table(ada: Person, ben: Person) -> str:
    """Ada and Ben at a table of USA, both with tickets to choose."""
    made = ada.new_table("usa", "me", "open")
    ben.posted(f"/api/tables/{made}/join")
    return made


def version(person: Person, table: str) -> int:
    return person.table(table)["version"]


def begin(ada: Person, ben: Person, table: str) -> tuple[Person, Person]:
    """Answer the opening offers; who has the turn, and who has not."""
    for person in (ada, ben):
        person.act(table, "keep all", version(person, table))
    (deciding,) = ada.table(table)["deciding"]
    return (ada, ben) if deciding == 0 else (ben, ada)


def test_an_action_is_answered_with_the_version_it_led_to(
    ada: Person, ben: Person, table: str
) -> None:
    now = version(ada, table)
    assert ada.act(table, "keep 1 2", now) == {"version": now + 1}
    update = ben.table(table)
    assert update["version"] == now + 1
    assert update["deciding"] == [1]
    assert update["log"][-1]["events"] == [{"type": "TicketsAnswered", "seat": 0}]


def test_the_same_action_again_is_answered_the_same_and_not_taken(
    ada: Person, ben: Person, table: str
) -> None:
    mover, _ = begin(ada, ben, table)
    now = version(ada, table)
    first = mover.act(table, "draw deck", now, "once")
    again = mover.act(table, "draw deck", now, "once")
    later = mover.act(table, "tickets", now + 1, "once")
    assert first == again == later == {"version": now + 1}
    assert version(ada, table) == now + 1
    # Another action in the same words is another one.
    assert mover.act(table, "draw deck", now + 1, "twice") == {"version": now + 2}


def test_many_copies_of_an_action_at_once_are_one(ada: Person, ben: Person, table: str) -> None:
    mover, _ = begin(ada, ben, table)
    now = version(ada, table)
    answers: list[Any] = []

    def send() -> None:
        answers.append(mover.act(table, "draw deck", now, "at once"))

    threads = [threading.Thread(target=send) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [{"version": now + 1}] * 8
    assert version(ada, table) == now + 1


def test_one_persons_action_id_is_not_anothers(ada: Person, ben: Person, table: str) -> None:
    now = version(ada, table)
    ada.act(table, "keep all", now, "mine")
    assert ben.act(table, "keep all", now, "mine") == {"version": now + 2}


def test_refusals(ada: Person, ben: Person, table: str, server: Running) -> None:
    """Each has its code, and the table stays as it was."""
    mover, other = begin(ada, ben, table)
    before = without_hidden(ada.table(table))
    now = before["version"]
    cases: list[tuple[Person, str, int, tuple[int, str]]] = [
        (mover, "pass", now, (422, "illegal_action")),
        (mover, "keep all", now, (422, "illegal_action")),
        (mover, "dance", now, (422, "malformed_action")),
        (mover, "claim Denver-Miami with 3 red", now, (422, "malformed_action")),
        (mover, "claim \x00\u202e 9", now, (422, "malformed_action")),
        (mover, "draw 🚂", now, (422, "malformed_action")),
        (mover, "pass", now + 7, (422, "illegal_action")),
        (mover, "pass", now - 1, (409, "stale_version")),
        (mover, "pass", -(2**70), (409, "stale_version")),
        (other, "draw deck", now, (409, "not_your_turn")),
        (other, "draw deck", now - 1, (409, "stale_version")),
        (server.person(), "draw deck", now, (403, "not_your_seat")),
    ]
    for person, words, sent, expected in cases:
        assert person.refused_act(table, words, sent) == expected, words
    assert without_hidden(ada.table(table)) == before


def test_a_late_action_that_is_still_legal_is_taken(ada: Person, ben: Person, table: str) -> None:
    now = version(ada, table)
    ada.posted(f"/api/tables/{table}/chat", {"phrase": "hello"})
    assert ben.act(table, "keep all", now) == {"version": now + 2}


def test_an_ambiguous_action_names_its_choices(ada: Person, ben: Person, table: str) -> None:
    mover, _ = begin(ada, ben, table)
    claims = [a["words"] for a in mover.table(table)["legal"] if a["kind"] == "claim"]
    routes: dict[str, list[str]] = {}
    for words in claims:
        routes.setdefault(words.split()[1], []).append(words)
    several = next((route for route, ways in routes.items() if len(ways) > 1), None)
    while several is None:
        mover.act(table, "draw deck", version(mover, table))
        mover.act(table, "draw deck", version(mover, table))
        mover = ben if mover is ada else ada
        routes = {}
        for action in mover.table(table)["legal"]:
            if action["kind"] == "claim":
                routes.setdefault(action["route"], []).append(action["words"])
        several = next((route for route, ways in routes.items() if len(ways) > 1), None)
    response = mover.post(
        f"/api/tables/{table}/actions", move(f"claim {several}", version(mover, table))
    )
    assert response.status_code == 422
    assert response.json()["code"] == "ambiguous_action"
    assert set(response.json()["details"]["choices"]) == set(routes[several])


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (None, (400, "bad_request")),
        ({}, (400, "bad_request")),
        ([], (400, "bad_request")),
        ({"id": "1", "version": "now", "action": "draw deck"}, (400, "bad_request")),
        ({"id": 1, "version": 1, "action": "draw deck"}, (400, "bad_request")),
        ({"id": "", "version": 1, "action": "draw deck"}, (400, "bad_request")),
        ({"id": "x" * 65, "version": 1, "action": "draw deck"}, (400, "bad_request")),
        ({"id": "1", "version": 1, "action": ""}, (400, "bad_request")),
        ({"id": "1", "version": 1, "action": "x" * 401}, (400, "bad_request")),
        ({"id": "1", "version": 1, "action": "x" * 100_000}, (413, "too_large")),
        ({"id": "1", "version": 1, "action": ["draw deck"]}, (400, "bad_request")),
    ],
)
def test_a_body_that_is_no_action(
    ada: Person, table: str, body: Any, expected: tuple[int, str]
) -> None:
    assert ada.refused(f"/api/tables/{table}/actions", body) == expected


def test_tables_that_are_not_there(ada: Person) -> None:
    for path in ("actions", "join", "leave", "start", "resign", "return", "rematch"):
        body = move("draw deck", 1) if path == "actions" else None
        assert ada.refused(f"/api/tables/nowhere/{path}", body) == (404, "no_table")
    assert ada.http.get("/api/tables/nowhere").json()["code"] == "no_table"
    assert ada.http.get("/api/tables/nowhere/stream").json()["code"] == "no_table"
    assert ada.http.get("/api/tables/x/at/1").json()["code"] == "no_table"


def test_before_the_start_and_after_the_end(ada: Person) -> None:
    table = ada.new_table("newyork", "me", "open")
    assert ada.refused_act(table, "draw deck", 1) == (409, "not_started")
    for path in ("at/0", "record", "why?route=X"):
        assert ada.http.get(f"/api/tables/{table}/{path}").json()["code"] == "not_started"
    assert ada.http.get(f"/api/tables/{table}/sheet").json()["code"] == "not_over"
    table = ada.new_table("newyork", "me", "random")
    ada.posted(f"/api/tables/{table}/resign")
    with ada.follow(table) as following:
        following.until_over()
    assert ada.refused_act(table, "draw deck", 1) == (403, "not_your_seat")
    assert ada.refused(f"/api/tables/{table}/resign") == (409, "game_over")
    other = ada.new_table("newyork", "me", "random")
    assert ada.refused(f"/api/tables/{other}/rematch") == (409, "not_over")


def test_why_a_route_cannot_be_claimed(
    server: Running, ada: Person, ben: Person, table: str
) -> None:
    assert "tickets" in ada.got(f"/api/tables/{table}/why?route=DEN-OMA")["message"]
    mover, other = begin(ada, ben, table)
    legal = {a["route"] for a in mover.table(table)["legal"] if a["kind"] == "claim"}
    for route in ("DEN-OMA", "NYC-WAS", "CAL-VAN", "DUL-HEL"):
        answer = mover.got(f"/api/tables/{table}/why?route={route}")
        assert bool(answer["message"]) == bool(answer["code"]) == (route not in legal)
    waiting = other.got(f"/api/tables/{table}/why?route=DEN-OMA")
    assert waiting["message"].startswith("It is not your turn")
    assert (waiting["code"], waiting["values"]) == (
        "not_your_turn",
        {"seats": ada.table(table)["deciding"]},
    )
    for query, code in (
        ("route=XXX-YYY", "unknown_route"),
        ("city=XXX", "unknown_city"),
        ("", "unknown_city"),
    ):
        response = mover.http.get(f"/api/tables/{table}/why?{query}")
        assert response.json()["code"] == code
    assert "no stations" in mover.got(f"/api/tables/{table}/why?city=DEN")["message"]
    stranger = server.person().http.get(f"/api/tables/{table}/why?route=DEN-OMA")
    assert stranger.json()["code"] == "not_your_seat"


def test_a_connection_cut_at_any_byte_does_no_harm(ada: Person, ben: Person, table: str) -> None:
    """The action is taken whole or not at all, and sent again it is answered."""
    mover, _ = begin(ada, ben, table)
    now = version(ada, table)
    body = json.dumps(move("draw deck", now, "cut off")).encode()
    cookie = f"whistlestop_session={mover.http.cookies['whistlestop_session']}"
    host = mover.url.removeprefix("http://")
    head = (
        f"POST /api/tables/{table}/actions HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n"
        "X-Requested-With: whistlestop\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    ).encode()
    request = head + body
    address = (host.partition(":")[0], int(host.partition(":")[2]))
    for cut in (1, 20, len(head) - 2, len(head), len(head) + 5, len(request) - 1):
        with socket.create_connection(address) as line:
            line.sendall(request[:cut])
    assert version(ada, table) == now
    # All of it arrives, but nobody waits for the answer.
    with socket.create_connection(address) as line:
        line.sendall(request)
    assert mover.act(table, "draw deck", now, "cut off") == {"version": now + 1}
    assert version(ada, table) == now + 1


def test_following_cut_at_any_byte_does_no_harm(server: Running, ada: Person, table: str) -> None:
    host = ada.url.removeprefix("http://")
    address = (host.partition(":")[0], int(host.partition(":")[2]))
    request = (
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()
    for cut, read in ((5, 0), (60, 0), (len(request), 0), (len(request), 1), (len(request), 200)):
        with socket.create_connection(address) as line:
            line.sendall(request[:cut])
            if read:
                assert line.recv(read)
            # What is no frame of the protocol ends the connection, and nothing else.
            line.sendall(b"\xff\xff\xff")
    assert ada.table(table)["table"]["state"] == "playing"
    with ada.follow(table) as following:
        assert following.update()["table"]["viewers"] >= 0
    assert server.thread.is_alive()


def test_the_framework_says_of_an_action_what_the_straight_way_says(
    ada: Person, ben: Person, table: str, server: Running
) -> None:
    """A body in two pieces, or a content type with more to it, goes another way."""
    first, other = begin(ada, ben, table)
    now = version(ada, table)
    taken = move("draw deck", now)
    stranger = server.person("Cleo")
    cases: list[tuple[Person, str, bytes]] = [
        (first, table, json.dumps(taken).encode()),
        (first, table, json.dumps(move("claim", now)).encode()),
        (first, table, json.dumps(move("claim", now + 1)).encode()),
        (first, table, json.dumps(move("fly to the moon", now + 1)).encode()),
        (other, table, json.dumps(move("draw deck", now)).encode()),
        (stranger, table, json.dumps(move("draw deck", now)).encode()),
        (first, "nothing-here", json.dumps(taken).encode()),
        (first, table, b"{"),
        (first, table, b'{"id": "", "version": 1, "action": "draw deck"}'),
        (first, table, b'{"id": "\xff", "version": 1, "action": "draw deck"}'),
    ]
    assert first.http.post(f"/api/tables/{table}/actions", json=taken).status_code == 200
    statuses: list[int] = []
    for person, at, body in cases:
        path = f"/api/tables/{at}/actions"
        answers = [
            person.http.post(path, content=content, headers={"Content-Type": kind})
            for content, kind in (
                (body, "application/json"),
                (body, "application/json; charset=utf-8"),
                (iter((body[:5], body[5:])), "application/json"),
            )
        ]
        straight, *others = [(answer.status_code, answer.json()) for answer in answers]
        assert others == [straight, straight]
        kinds = {answer.headers["content-type"].partition(";")[0] for answer in answers}
        assert kinds == {"application/json"}
        statuses.append(straight[0])
    assert statuses == [200, 409, 422, 422, 409, 403, 404, 400, 400, 400]
