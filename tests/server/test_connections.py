"""Connections that keep others out: too many of them, and requests that never come whole."""

from __future__ import annotations

import json
import resource
import socket
import time
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode

from tests.server.serving import PATIENCE, QUICK, Process, Running, connect, sqlite
from whistlestop.server.connections import (
    LARGEST_HEAD,
    MOST_ASKED,
    RESERVED_FILES,
    Connection,
    frame_head,
    room_for,
)

HALF = b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Requested-With: whis"
WHOLE = b"GET /api/bots HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
HEAD = (
    b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Requested-With: whistlestop\r\n"
    b"Content-Type: application/json\r\nContent-Length: 15\r\n\r\n"
)


def upgrade(table: str) -> bytes:
    """A request to follow a table over a WebSocket."""
    return (
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()


@contextmanager
def serving(folder: Path, **settings: Any) -> Generator[Running]:
    with Running(sqlite(folder), replace(QUICK, **settings)) as server:
        yield server


def opened(server: Running | Process, sent: bytes = b"") -> socket.socket:
    where = urlsplit(server.url)
    line = socket.create_connection((where.hostname, where.port), timeout=PATIENCE)
    line.sendall(sent)
    return line


def rest(line: socket.socket) -> bytes:
    """All that comes until the connection ends."""
    found = b""
    try:
        while more := line.recv(65536):
            found += more
    except ConnectionResetError:
        pass
    return found


def refusal(answer: bytes) -> tuple[int, str]:
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"content-type: application/json" in head
    assert b"connection: close" in head
    told = json.loads(body)
    assert set(told) == {"code", "message", "details"}
    return int(head.split()[1]), told["code"]


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def time_runs_out(server: Running, sent: int) -> None:
    """Let the time of a connection run out as soon as the server has all that was sent."""
    known = server.server.connections
    found: list[Connection] = []

    def arrived() -> bool:
        waiting = tuple(known._waiting.items())  # pyright: ignore[reportPrivateUsage]
        # A head counts alone: of a body it is only known that it is not there yet.
        found[:] = [
            one
            for one, until in waiting
            if until is not None and one._received >= sent  # pyright: ignore[reportPrivateUsage]
        ]
        return bool(found)

    until(arrived)
    (one,) = found
    one.loop.call_soon_threadsafe(known.wait_for, one, 0.0)


# Time -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("sent", [HALF, HEAD + b'{"name"', b"\r\n", b"GET /", HEAD[:-2]])
def test_half_a_request_is_not_waited_for(
    tmp_path: Path, sent: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(tmp_path, head_timeout=3600, body_timeout=3600) as server:
        with opened(server, sent) as line:
            time_runs_out(server, len(sent))
            assert refusal(rest(line)) == (408, "too_slow")
        until(lambda: server.server.connections.number == 0)
        assert httpx.get(f"{server.url}/health", timeout=PATIENCE).status_code == 200
        assert not server.service.metrics.errors
    assert not caplog.records


def test_bytes_now_and_then_win_no_time(tmp_path: Path) -> None:
    """The whole head has to come in time, and not the next byte of it."""
    with serving(tmp_path, head_timeout=3600) as server, opened(server, WHOLE) as line:
        assert line.recv(65536).startswith(b"HTTP/1.1 200")
        server.server.connections.head = 1.0
        line.settimeout(0.05)
        began = time.monotonic()
        answer = b""
        while time.monotonic() < began + PATIENCE and not answer:
            try:
                line.sendall(b"\r\n")
                answer = line.recv(65536)
            except TimeoutError:
                continue
        assert refusal(answer) == (408, "too_slow")


def test_a_silent_connection_is_closed_without_a_word(tmp_path: Path) -> None:
    """Browsers open connections that they may need."""
    with serving(tmp_path, head_timeout=0.2) as server, opened(server) as line:
        assert rest(line) == b""


def test_idle_connections_are_kept_longer_than_proxies_keep_theirs(server: Running) -> None:
    """A proxy that sends a request on a connection that is just being closed answers 502."""
    caddy, nginx = 120, 60
    assert server.server.config.timeout_keep_alive > max(caddy, nginx)


def test_half_a_request_after_a_whole_one(tmp_path: Path) -> None:
    with serving(tmp_path, head_timeout=3600) as server:
        with opened(server, WHOLE) as line:
            assert line.recv(65536).startswith(b"HTTP/1.1 200")
            line.sendall(HALF)
            time_runs_out(server, len(HALF))
            assert refusal(rest(line)) == (408, "too_slow")
        with opened(server, WHOLE + WHOLE + HALF) as line:
            time_runs_out(server, 1)
            answers = rest(line)
            assert answers.count(b"HTTP/1.1 200") == 2
            assert answers.count(b"HTTP/1.1 408") == 1


def test_a_body_is_not_waited_for_after_a_refusal(tmp_path: Path) -> None:
    sent = HEAD.replace(b"127.0.0.1", b"x.example") + b"{"
    with serving(tmp_path, body_timeout=0.2) as server, opened(server, sent) as line:
        assert rest(line).startswith(b"HTTP/1.1 400")


def test_long_answers_are_not_cut_short(tmp_path: Path) -> None:
    """Neither streams nor WebSockets, however little their clients say."""
    with serving(tmp_path, head_timeout=0.5, body_timeout=0.5) as server:
        ada = server.person("Ada")
        table = ada.new_table("usa", "me", "open")
        with ada.follow(table) as following:
            frames = ada.frames(table)
            version = next(frames)["version"]
            following.update()
            # Whoever began later than these has had no more time by then.
            with opened(server, HALF) as line:
                assert rest(line)
            ada.posted(f"/api/tables/{table}/chat", {"phrase": "hello"})
            assert following.update()["version"] == version + 1
            assert next(frames)["version"] == version + 1


def test_who_does_not_read_is_cut_off(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Though not idle: more is asked for than finds room on the way. Nothing is logged of it."""
    with serving(tmp_path, send_timeout=0.2) as server:
        known = server.server.connections
        line = opened(server)
        with line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            until(lambda: known.number == 1)
            line.sendall(b"GET /docs/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 90)
            until(lambda: bool(known._unread))  # pyright: ignore[reportPrivateUsage]
            until(lambda: known.number == 0)
        # What was begun for that connection comes to its end.
        until(lambda: not server.server.server_state.tasks)
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


def test_who_pings_and_does_not_read_is_cut_off(tmp_path: Path) -> None:
    with serving(tmp_path, send_timeout=0.2) as server:
        ada = server.person("Ada")
        table = ada.new_table("usa", "me", "open")
        ada.http.close()
        known = server.server.connections
        until(lambda: known.number == 0)
        with opened(server, upgrade(table)) as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            assert line.recv(12) == b"HTTP/1.1 101"
            # Masked with nothing: all zeros.
            pings = (b"\x89\xfd" + bytes(4) + bytes(125)) * 500
            with suppress(ConnectionError, BrokenPipeError):
                while not known._unread:  # pyright: ignore[reportPrivateUsage]
                    line.sendall(pings)
            until(lambda: known.number == 0)


def test_nobody_asks_for_more_and_more_without_waiting_for_answers(
    server: Running, caplog: pytest.LogCaptureFixture
) -> None:
    known, number = server.server.connections, 50 * MOST_ASKED
    with opened(server, WHOLE * number) as line:
        assert rest(line).count(b"HTTP/1.1 200") < number
    until(lambda: known.number == 0)
    until(lambda: not server.server.server_state.tasks)
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


def test_an_upgrade_does_not_overtake_answers(server: Running) -> None:
    """A WebSocket whose connection still owes an answer would be taken for an idle one."""
    known = server.server.connections
    with opened(server, WHOLE + upgrade("nowhere0")) as line:
        assert b"HTTP/1.1 101" not in rest(line)
    until(lambda: known.number == 0)
    assert not known._waiting  # pyright: ignore[reportPrivateUsage]


def test_a_head_has_a_size(tmp_path: Path) -> None:
    with serving(tmp_path) as server, opened(server) as line:
        line.sendall(HALF + b"x" * (LARGEST_HEAD // 2))
        line.sendall(b"x" * LARGEST_HEAD)
        assert refusal(rest(line)) == (431, "too_large")


@pytest.mark.parametrize(
    "sent",
    [
        b"hello\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost : a\r\n\r\n",
        b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Requested-With: whistlestop\r\n"
        b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET http://[::1 HTTP/1.1\r\nHost: a\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ],
)
def test_what_is_no_http_is_refused_like_all_else(server: Running, sent: bytes) -> None:
    with opened(server, sent) as line:
        assert refusal(rest(line)) == (400, "bad_request")


def test_what_is_no_http_does_not_fill_the_log(tmp_path: Path) -> None:
    """Nobody who sends nonsense can have a line written for each time."""
    with Process(tmp_path) as server:
        for _ in range(30):
            with opened(server, b"hello\r\n\r\n") as line:
                assert refusal(rest(line)) == (400, "bad_request")
        complained = [line for line in server.interrupt().splitlines() if line.startswith("{")]
    told = [json.loads(line) for line in complained]
    assert [entry.get("times", 1) for entry in told] == [1, 10]
    assert len({entry["what"] for entry in told}) == 1


# Numbers --------------------------------------------------------------------------------------


def test_half_requests_keep_nobody_out(tmp_path: Path) -> None:
    """Where there is no room, the longest waiting one makes some."""
    with serving(tmp_path, connections=20) as server, ExitStack() as stack:
        lines = [stack.enter_context(opened(server, HALF)) for _ in range(60)]
        for _ in range(5):
            assert httpx.get(f"{server.url}/api/bots", timeout=PATIENCE).status_code == 200
        assert server.server.connections.number <= 20
        assert refusal(rest(lines[0])) == (503, "too_many_connections")


def test_busy_connections_stay(tmp_path: Path) -> None:
    """Where all of them are needed, new ones are refused."""
    with serving(tmp_path, connections=4) as server, ExitStack() as stack:
        ada = server.person("Ada")
        table = ada.new_table("usa", "me", "open")
        ada.http.close()
        follow = f"GET /api/tables/{table}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
        lines = [stack.enter_context(opened(server, follow)) for _ in range(4)]
        for line in lines:
            assert line.recv(65536).startswith(b"HTTP/1.1 200")
        with opened(server) as line:
            assert refusal(rest(line)) == (503, "too_many_connections")
        lines[0].close()
        until(lambda: server.server.connections.number == 3)
        assert httpx.get(f"{server.url}/api/bots", timeout=PATIENCE).status_code == 200


def test_websockets_are_counted(tmp_path: Path) -> None:
    with serving(tmp_path, connections=2) as server:
        ada = server.person("Ada")
        table = ada.new_table("usa", "me", "open")
        ada.http.close()
        with ada.follow(table) as one, ada.follow(table) as other:
            one.update()
            other.update()
            assert server.server.connections.number == 2
            with opened(server) as line:
                assert refusal(rest(line)) == (503, "too_many_connections")
        until(lambda: server.server.connections.number == 0)
        assert httpx.get(f"{server.url}/health", timeout=PATIENCE).status_code == 200


def test_one_address_has_its_share(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "192.0.2.1")
    with serving(tmp_path, connections_by_address=6) as server, ExitStack() as stack:
        for _ in range(30):
            stack.enter_context(opened(server, HALF))
        until(lambda: server.server.connections.number == 6)
        assert httpx.get(f"{server.url}/api/bots", timeout=PATIENCE).status_code == 200
        assert server.server.connections.number <= 6


def test_behind_a_proxy_its_clients_have_their_shares(tmp_path: Path) -> None:
    """By the addresses that the proxy names; its own is no client's."""
    with serving(tmp_path, connections_by_address=3) as server, ExitStack() as stack:
        ada = server.person("Ada")
        table = ada.new_table("usa", "me", "open")
        url = f"{server.url.replace('http', 'ws', 1)}/api/tables/{table}/live"

        def follow(address: str | None) -> str:
            headers = {} if address is None else {"X-Forwarded-For": address}
            line = stack.enter_context(connect(url, additional_headers=headers))
            return str(line.recv(timeout=PATIENCE))

        for _ in range(3):
            assert follow("203.0.113.7")
        with pytest.raises(InvalidStatus):
            follow("203.0.113.7")
        here = {"X-Forwarded-For": "203.0.113.7"}
        answer = httpx.get(f"{server.url}/api/bots", headers=here, timeout=PATIENCE)
        assert (answer.status_code, answer.json()["code"]) == (503, "too_many_connections")
        for address in ("203.0.113.8", "2001:db8::1", None, None, None, None):
            assert follow(address)


def test_there_is_room_for_as_many_as_there_are_file_handles() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft = 1024
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, before[1]))
        assert room_for(200) == 200
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == soft
        assert room_for(0) == soft - RESERVED_FILES
        if before[1] == resource.RLIM_INFINITY or before[1] >= 2000 + RESERVED_FILES:
            assert room_for(2000) == 2000
            assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == 2000 + RESERVED_FILES
        if before[1] != resource.RLIM_INFINITY:
            assert room_for(before[1] * 2) == before[1] - RESERVED_FILES
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
def test_frames_are_those_of_the_library(size: int) -> None:
    """A text of any length begins as the library for WebSockets would begin it."""
    text = b"x" * size
    assert frame_head(size) + text == Frame(Opcode.TEXT, text).serialize(mask=False)
