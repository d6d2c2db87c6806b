"""Following a table: nothing is missed, nobody disagrees, everybody is seen."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from select import select
from socket import socket

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.serving import QUICK, Json, Person, Running, connect, sqlite, without_hidden
from tests.server.test_connections import until
from tests.virtual_time import run_virtually
from whistlestop.server.connections import MOST_PARTS, Line
from whistlestop.server.http.routes.live import Patience


def some_moves(person: Person, table: str, number: int) -> None:
    """Take the first legal action, so many times."""
    for _ in range(number):
        update = person.table(table)
        if update["legal"]:
            person.act(table, update["legal"][0]["words"], update["version"])


@pytest.fixture
def ada(server: Running) -> Person:
    return server.person("Ada")


def two(ada: Person, ben: Person) -> str:
    table = ada.new_table("usa", "me", "open")
    ben.posted(f"/api/tables/{table}/join")
    return table


def both_move(ada: Person, ben: Person, table: str, number: int) -> None:
    for _ in range(number):
        some_moves(ada, table, 1)
        some_moves(ben, table, 1)


def test_the_first_frame_is_a_snapshot(ada: Person) -> None:
    table = ada.new_table("usa", "me", "open")
    with ada.follow(table) as following:
        update = following.update()
    assert [entry["number"] for entry in update["log"]] == [1]
    assert update["entry"] is None
    assert update["version"] == 1


def test_every_change_comes_as_an_update(server: Running, ada: Person) -> None:
    ben = server.person("Ben")
    table = two(ada, ben)
    with ada.follow(table) as hers, ben.follow(table) as his:
        start = hers.update()["version"]
        his.update()
        both_move(ada, ben, table, 6)
        newest = ada.table(table)
        entries: list[Json] = []
        while True:
            update = hers.update()
            if update["entry"] is not None:
                assert update["entry"]["number"] == update["version"]
                entries.append(update["entry"])
            if update["version"] == newest["version"]:
                break
        assert [entry["number"] for entry in entries] == [*range(start + 1, newest["version"] + 1)]
        assert entries == newest["log"][start:]
        last = his.until(newest["version"])
        assert last["entry"]["number"] == newest["version"]


def test_whoever_was_away_misses_nothing(server: Running, ada: Person) -> None:
    """From every version on: each later entry once, in order, and the position at the end."""
    ben = server.person("Ben")
    table = two(ada, ben)
    both_move(ada, ben, table, 5)
    newest = ada.table(table)
    for since in range(newest["version"] + 1):
        with ada.follow(table, since) as following:
            updates = [following.update()]
            while updates[-1]["version"] < newest["version"]:
                updates.append(following.update())
        told = [update["entry"] for update in updates if update["entry"] is not None]
        assert told == newest["log"][since:]
        assert all(update["position"] is None for update in updates[:-1])
        assert updates[-1]["position"] == newest["position"]
        assert updates[-1]["legal"] == newest["legal"]
        assert "log" not in updates[-1]


def test_a_version_that_never_was_brings_a_snapshot(ada: Person) -> None:
    table = ada.new_table("usa", "me", "open")
    for since in (99, -1):
        with ada.follow(table, since) as following:
            assert following.update()["log"]


def test_a_very_old_version_brings_a_snapshot(ada: Person) -> None:
    table = ada.new_table("germany", "random", "random", "random", "random", "random")
    with ada.follow(table) as following:
        version = following.until_over()["version"]
    assert version > 250
    with ada.follow(table, 1) as following:
        assert len(following.update()["log"]) == version
    with ada.follow(table, version - 5) as following:
        assert following.update()["entry"]["number"] == version - 4


def test_two_tabs_of_one_person_agree(server: Running, ada: Person) -> None:
    """By WebSocket and by lines, on two devices with one session."""
    ben = server.person("Ben")
    table = two(ada, ben)
    other = ada.moved(ada.url)
    with ada.follow(table) as one, ada.follow(table) as two_:
        lines = other.frames(table)
        both_move(ada, ben, table, 3)
        version = ada.table(table)["version"]
        frames = [one.until(version), two_.until(version)]
        for frame in lines:
            frames.append(frame)
            if frame["version"] == version:
                break
    by_line = {**frames[-1], "entry": None}
    by_line.pop("log", None)
    assert without_hidden(frames[0]) == without_hidden(frames[1])
    assert without_hidden(by_line) == without_hidden({**frames[0], "entry": None})


def test_who_is_there_is_told(server: Running, ada: Person) -> None:
    ben, cleo = server.person("Ben"), server.person("Cleo")
    table = two(ada, ben)

    def there(update: Json) -> tuple[list[bool], int]:
        return [seat["present"] for seat in update["table"]["seats"]], update["table"]["viewers"]

    with ada.follow(table) as following:
        first = following.update()
        assert there(first) == ([True, False], 0)
        with ben.follow(table) as his:
            his.update()
            arrived = following.update()
            assert there(arrived) == ([True, True], 0)
            assert (arrived["version"], arrived["entry"]) == (first["version"], None)
            assert arrived["position"] == first["position"]
            with cleo.follow(table) as hers:
                assert hers.update()["position"]["viewer"] == -1
                assert there(following.update()) == ([True, True], 1)
            assert there(following.update()) == ([True, True], 0)
        assert there(following.update()) == ([True, False], 0)


def test_a_reload_is_no_absence(tmp_path: Path) -> None:
    """With another connection in time nobody hears of it."""
    with Running(sqlite(tmp_path), replace(QUICK, presence_grace=30)) as server:
        ada, ben = server.person("Ada"), server.person("Ben")
        table = two(ada, ben)
        with ada.follow(table) as following:
            following.update()
            with ben.follow(table) as his:
                his.update()
                following.update()
            with ben.follow(table) as his:
                his.update()
                ada.posted(f"/api/tables/{table}/chat", {"phrase": "hello"})
                update = following.update()
        assert update["entry"]["events"][0]["type"] == "Said"
        assert update["table"]["seats"][1]["present"] is True


def test_signs_of_life(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), replace(QUICK, heartbeat=0.05)) as server:
        ada = server.person("Ada")
        table = ada.new_table("usa", "me", "open")
        with ada.follow(table) as following:
            following.update()
            assert following.next() == {"type": "heartbeat"}
        with ada.http.stream("GET", f"/api/tables/{table}/stream?since=1") as response:
            lines = response.iter_lines()
            next(lines)
            assert json.loads(next(lines)) == {"type": "heartbeat"}


def test_a_ping_is_answered(ada: Person) -> None:
    table = ada.new_table("usa", "me", "open")
    with ada.follow(table) as following:
        following.update()
        following.socket.send('{"type":"ping"}')
        assert following.next() == {"type": "heartbeat"}


def test_pings_count_as_requests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who sends without end is read no faster than they may ask."""
    with Running(sqlite(tmp_path), replace(QUICK, rates=0.05)) as server:
        now = time.monotonic()
        monkeypatch.setattr(server.service.limits, "clock", lambda: now)
        ada = server.person("Ada")
        table = ada.new_table("usa", "me", "open")
        with ada.follow(table) as following:
            following.update()
            for _ in range(40):
                following.socket.send("{}")
            assert following.next() == {"type": "heartbeat"}
            answered = 1
            with suppress(TimeoutError):
                while answered < 40:
                    message = json.loads(following.socket.recv(timeout=2))
                    answered += message == {"type": "heartbeat"}
        assert answered < 30


def test_pings_of_the_protocol_count_as_requests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of somebody who sends too many of them, nothing is read for a while."""
    with Running(sqlite(tmp_path), replace(QUICK, rates=0.05)) as server:
        now = time.monotonic()
        monkeypatch.setattr(server.service.limits, "clock", lambda: now)
        ada = server.person("Ada")
        table = ada.new_table("usa", "me", "open")
        with ada.follow(table) as following:
            following.update()
            (line,) = lines_of(server)
            for _ in range(40):
                following.socket.ping()
            until(lambda: not line.transport.is_reading())
            # When the allowance has grown, all goes on.
            now += 3600
            following.socket.send("{}")
            assert following.next() == {"type": "heartbeat"}


def lines_of(server: Running) -> list[Line]:
    """The WebSockets of a server."""
    return [one for one in server.server.server_state.connections if isinstance(one, Line)]


def test_a_message_in_too_many_parts_is_refused(ada: Person) -> None:
    """Empty parts would never be too long together."""
    table = ada.new_table("usa", "me", "open")
    with ada.follow(table) as following:
        following.update()
        # The client ends a message with one more part.
        following.socket.send([""] * (MOST_PARTS - 1))
        assert following.next() == {"type": "heartbeat"}
        following.socket.send([""] * MOST_PARTS)
        with pytest.raises(ConnectionClosed) as closed:
            following.next()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


def test_clients_are_told_before_the_server_ends(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server:
        ada = server.person("Ada")
        table = ada.new_table("usa", "me", "open")
        with ada.follow(table) as following:
            following.update()
            with ada.http.stream("GET", f"/api/tables/{table}/stream") as response:
                lines = response.iter_lines()
                next(lines)
                server.server.should_exit = True
                assert json.loads(next(lines)) == {"type": "closing"}
            assert following.next() == {"type": "closing"}
            with pytest.raises(ConnectionClosed) as closed:
                following.next()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1001


def test_whoever_does_not_read_holds_nobody_up(ada: Person) -> None:
    """A client that sleeps through a game gets the rest of it when it wakes."""
    table = ada.new_table("germany", "random", "random", "random", "random")
    with ada.follow(table) as sleeper:
        with ada.follow(table) as following:
            version = following.until_over()["version"]
        seen = [entry["number"] for entry in sleeper.update()["log"]]
        while seen[-1] < version:
            update = sleeper.update()
            if update["entry"] is not None:
                seen.append(update["entry"]["number"])
    assert seen == [*range(1, version + 1)]


def test_a_client_that_was_away_hears_of_the_end_at_the_end(ada: Person) -> None:
    """A game is over in the update that ended it, and not before."""
    table = ada.new_table("usa", "random", "random")
    with ada.follow(table) as following:
        version = following.until_over()["version"]
    with ada.follow(table, version - 20) as again:
        updates = [again.update() for _ in range(20)]
    states = [update["table"]["state"] for update in updates]
    assert states == ["playing"] * 19 + ["over"]
    assert updates[-1]["position"]["phase"] == "over"


def test_a_client_that_takes_nothing_is_waited_for_so_long() -> None:
    """And not a moment longer; between frames nobody is in a hurry."""

    async def check() -> None:
        patience = Patience(0.05)
        accepted = asyncio.Event()

        async def talk() -> None:
            for _ in range(3):
                with patience:
                    pass
                await asyncio.sleep(0.15)
            with patience:
                await accepted.wait()

        talking = asyncio.create_task(talk())
        patience.watch(talking)
        await asyncio.sleep(0.44)
        assert not talking.done()
        with pytest.raises(asyncio.CancelledError):
            await talking
        # Three pauses, then one look that finds the send begun, and one that finds it too long.
        assert 0.5 <= asyncio.get_running_loop().time() <= 0.56
        patience.end()

    run_virtually(check())


def test_what_is_no_table_and_no_version(ada: Person) -> None:
    with ada.follow("nowhere") as following:
        with pytest.raises(ConnectionClosed) as closed:
            following.next()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404
    response = ada.http.get("/api/tables/nowhere/stream?since=now")
    assert (response.status_code, response.json()["code"]) == (400, "bad_request")


def test_frames_that_are_too_large_end_a_connection(ada: Person) -> None:
    table = ada.new_table("usa", "me", "open")
    with ada.follow(table) as following:
        following.update()
        following.socket.send("x" * 100_000)
        with pytest.raises(ConnectionClosed):
            following.until(99)
    assert ada.table(table)["version"] == 1


def test_another_sites_page_cannot_follow(server: Running, ada: Person) -> None:
    """Its browser would send the cookie along, and the origin."""
    table = ada.new_table("usa", "me", "open")
    url = f"{ada.url.replace('http', 'ws')}/api/tables/{table}/live"
    with pytest.raises(InvalidStatus), connect(url, origin="https://elsewhere.example"):
        pass
    with connect(url, origin=ada.url) as socket:
        assert json.loads(socket.recv())["version"] == 1
    assert isinstance(server.url, str)


def test_a_lost_session_looks_on(server: Running, ada: Person) -> None:
    """Whoever comes with a cookie that is nobody's sees what everybody sees."""
    table = ada.new_table("usa", "me", "random")
    ada.act(table, "keep all", ada.table(table)["version"])
    with httpx.Client(
        base_url=server.url, cookies={"whistlestop_session": "expired"}, timeout=60
    ) as client:
        update = client.get(f"/api/tables/{table}").json()
    assert update["table"]["you"]["seat"] is None
    assert update["table"]["you"]["name"] == ""
    assert update["position"]["viewer"] == -1
    assert update["legal"] == []


def test_a_page_hears_of_its_move_before_the_answer(server: Running, ada: Person) -> None:
    ben = server.person("Ben")
    table = two(ada, ben)
    with ada.http.stream("GET", f"/api/tables/{table}/stream") as response:
        listening: socket = response.extensions["network_stream"].get_extra_info("socket")
        lines = response.iter_lines()
        moved = 0
        while moved < 5:
            update = json.loads(next(lines))
            if not update["legal"]:
                some_moves(ben, table, 1)
                continue
            assert not select([listening], [], [], 0)[0]
            ada.act(table, update["legal"][0]["words"], update["version"])
            assert select([listening], [], [], 0)[0]
            moved += 1
