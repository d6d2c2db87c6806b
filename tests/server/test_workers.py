"""Strangers' files are read in worker processes: bounded, killed beyond that, out of the way."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from tests.server.serving import QUICK, Person, Process, Running, move, sqlite
from tests.server.test_own_editions import TINY, own_table, sent
from whistlestop import editions
from whistlestop.editions.load import load, loads
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting import boards, jobs, worker_pool
from whistlestop.server.hosting.worker_pool import MOST_OF_ONE, MOST_WAITING, WorkerPool

GOLDEN = Path(__file__).parents[1] / "golden"
EDITIONS = Path(editions.__file__).parent

needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="stops processes by signals")
needs_memory_limits = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only Linux holds processes to such limits"
)

USA = load("usa")
GOOD = jobs.CheckEdition(TINY)


def board(number: int = 0) -> jobs.ArrangeBoard:
    """Work of many seconds: a board that nobody has arranged yet."""
    return jobs.ArrangeBoard(replace(USA, name="nowhere", source=f"{number:064}"))


BOMBS = {
    "empty routes": "[map]\nroutes = [" + "{}," * 80_000 + "]",
    "digits": TINY + "unkept = 0x" + "f" * 5000,
    "keys": "".join(f"key{number} = 1\n" for number in range(20_000)),
    "nested": "a = " + "[" * 100_000,
    "tables": "a = " + "{a = " * 40_000,
    "dots": "a" + ".a" * 100_000 + " = 1",
    "open string": '"""\n\\' * 40_000,
}


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compile what has changed before anybody waits for it."""
    for task in (jobs.ReplayRecord("", None), board()):
        jobs.prepare(task)


def with_pool(
    test: Callable[[WorkerPool], Coroutine[Any, Any, None]],
    most: int = 2,
    megabytes: int = 1024,
    time: float = 1.0,
) -> None:
    """Run a test with a pool, which is closed in the end."""

    async def run() -> None:
        pool = WorkerPool(most, megabytes, time)
        try:
            await test(pool)
        finally:
            await pool.close()
        assert not pool.processes

    asyncio.run(run())


async def refused(answer: Awaitable[jobs.Answer]) -> tuple[int, str]:
    with pytest.raises(Refusal) as refusal:
        await answer
    assert refusal.value.message.endswith(".")
    return refusal.value.status, refusal.value.code


async def until(true: Callable[[], bool]) -> None:
    for _ in range(12_000):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it does not become so")


def is_alive(process: int) -> bool:
    """Whether a process runs; one that has ended may be left for its parent to look at."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    command = ["ps", "-o", "stat=", "-p", str(process)]
    shown = subprocess.run(command, capture_output=True, text=True).stdout.strip()
    return bool(shown) and not shown.startswith("Z")


def stop(pool: WorkerPool) -> list[int]:
    """Have every worker stand still: what it is doing is not done, however quick it is."""
    stopped = [*pool.processes]
    for process in stopped:
        os.kill(process, signal.SIGSTOP)
    return stopped


def go_on(processes: list[int]) -> None:
    for process in processes:
        os.kill(process, signal.SIGCONT)


# The pool by itself ---------------------------------------------------------------------------


def test_a_worker_does_one_task_after_another() -> None:
    async def test(pool: WorkerPool) -> None:
        assert not pool.processes
        assert await pool.do("ada", GOOD) == jobs.GoodEdition()
        (process,) = pool.processes
        bad = await pool.do("ben", jobs.CheckEdition(TINY.replace("most = 2", "most = 9")))
        assert isinstance(bad, jobs.BadEdition)
        assert "players.most" in bad.faults[0]
        assert pool.processes == (process,)
        assert (pool.running, pool.waiting) == (0, 0)

    with_pool(test)


def test_an_arranged_board_is_sent_back_as_text() -> None:
    async def test(pool: WorkerPool) -> None:
        edition = replace(loads(TINY), source="1" * 64)
        answer = await pool.do("ada", jobs.ArrangeBoard(edition))
        assert isinstance(answer, jobs.Arranged)
        assert boards.adopt(edition, answer.layout)
        assert boards.is_arranged(edition)
        other = replace(loads(TINY), source="2" * 64)
        for text in ("", "x", "size = 3", answer.layout.replace("EAS", "EAX"), "size = [[]]"):
            assert not boards.adopt(other, text)

    with_pool(test)


@needs_signals
def test_a_task_beyond_its_computing_time_ends_the_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "WAITED", 1000)

    async def test(pool: WorkerPool) -> None:
        assert await refused(pool.do("ada", board())) == (422, "too_much_work")
        assert await pool.do("ada", GOOD) == jobs.GoodEdition()

    # The least there is: a second.
    with_pool(test, time=0.001)


@needs_signals
def test_a_task_beyond_its_time_by_the_clock_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that stands still takes no computing time, and is killed all the same."""

    async def test(pool: WorkerPool) -> None:
        monkeypatch.setattr(worker_pool, "WAITED", 1000)
        await pool.do("ada", GOOD)
        (stopped,) = stop(pool)
        monkeypatch.setattr(worker_pool, "WAITED", 1)
        stuck = asyncio.create_task(pool.do("ada", GOOD))
        await until(lambda: pool.running == 1)
        await asyncio.sleep(0)
        monkeypatch.setattr(worker_pool, "WAITED", 1000)
        # The one who comes next gets another worker.
        assert await pool.do("ben", GOOD) == jobs.GoodEdition()
        assert await refused(stuck) == (422, "too_much_work")
        await until(lambda: not is_alive(stopped))

    with_pool(test, time=0.1)


@needs_memory_limits
def test_a_task_beyond_its_memory_is_refused() -> None:
    async def test(pool: WorkerPool) -> None:
        task = jobs.CheckEdition(BOMBS["empty routes"])
        assert await refused(pool.do("ada", task)) == (422, "too_much_work")
        assert await pool.do("ada", GOOD) == jobs.GoodEdition()

    with_pool(test, megabytes=4)


@needs_signals
def test_a_worker_that_is_lost_is_replaced() -> None:
    async def test(pool: WorkerPool) -> None:
        await pool.do("ada", GOOD)
        (lost,) = stop(pool)
        stuck = asyncio.create_task(pool.do("ada", GOOD))
        await until(lambda: pool.running == 1)
        os.kill(lost, signal.SIGKILL)
        assert await refused(stuck) == (503, "work_lost")
        assert await pool.do("ada", GOOD) == jobs.GoodEdition()
        (idle,) = pool.processes
        # One that ends while it has nothing to do is not even noticed.
        os.kill(idle, signal.SIGKILL)
        await until(lambda: not pool.processes)
        assert await pool.do("ada", GOOD) == jobs.GoodEdition()

    with_pool(test)


def test_a_worker_that_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(pool: WorkerPool) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(sys, "executable", "/nowhere/python")
            assert await refused(pool.do("ada", GOOD)) == (503, "work_lost")
        assert await pool.do("ada", GOOD) == jobs.GoodEdition()

    with_pool(test)


@needs_signals
def test_those_who_wait_take_turns_and_nobody_has_two_workers() -> None:
    async def test(pool: WorkerPool) -> None:
        await pool.do("ada", GOOD)
        stopped = stop(pool)
        done: list[str] = []

        async def ask(person: str) -> None:
            await pool.do(person, GOOD)
            done.append(person)

        asked: list[asyncio.Task[None]] = []
        for person in ("ada", "ada", "ada", "ben", "ben", "cleo"):
            asked.append(asyncio.create_task(ask(person)))
            await asyncio.sleep(0)
        await until(lambda: pool.waiting == 5)
        assert pool.running == 1
        go_on(stopped)
        await asyncio.gather(*asked)
        assert done == ["ada", "ben", "cleo", "ada", "ben", "ada"] or done == [
            *("ada", "ada", "ben", "cleo", "ada", "ben")
        ]

    with_pool(test, most=1)


@needs_signals
def test_one_person_has_one_worker() -> None:
    async def test(pool: WorkerPool) -> None:
        await pool.do("ada", GOOD)
        stopped = stop(pool)
        mine = [asyncio.create_task(pool.do("ada", GOOD)) for _ in range(2)]
        await until(lambda: pool.waiting == 1)
        assert pool.running == 1
        assert await pool.do("ben", GOOD) == jobs.GoodEdition()
        assert (pool.running, pool.waiting) == (1, 1)
        go_on(stopped)
        assert await asyncio.gather(*mine) == [jobs.GoodEdition()] * 2

    with_pool(test)


@needs_signals
def test_queues_are_bounded_and_can_be_left() -> None:
    async def test(pool: WorkerPool) -> None:
        await pool.do("ada", GOOD)
        stopped = stop(pool)
        mine = [asyncio.create_task(pool.do("ada", GOOD)) for _ in range(MOST_OF_ONE)]
        await until(lambda: pool.waiting == MOST_OF_ONE - 1)
        assert await refused(pool.do("ada", GOOD)) == (429, "too_many_files")
        people = [f"person {number}" for number in range(MOST_WAITING - pool.waiting)]
        others = [asyncio.create_task(pool.do(person, GOOD)) for person in people]
        await until(lambda: pool.waiting == MOST_WAITING)
        assert await refused(pool.do("ben", GOOD)) == (503, "queue_full")
        others.pop().cancel()
        await until(lambda: pool.waiting == MOST_WAITING - 1)
        last = asyncio.create_task(pool.do("ben", GOOD))
        await until(lambda: pool.waiting == MOST_WAITING)
        go_on(stopped)
        answers = await asyncio.gather(*mine, *others, last)
        assert answers == [jobs.GoodEdition()] * (MOST_WAITING + 1)

    with_pool(test, most=1)


@needs_signals
def test_a_pool_that_is_closed_ends_its_workers_and_tells_those_who_wait() -> None:
    async def run() -> None:
        pool = WorkerPool(1)
        await pool.do("ada", GOOD)
        (stopped,) = stop(pool)
        asked = [asyncio.create_task(refused(pool.do(name, GOOD))) for name in ("ada", "ben")]
        await until(lambda: pool.waiting == 1)
        await pool.close()
        assert await asyncio.gather(*asked) == [(503, "work_lost")] * 2
        assert not is_alive(stopped)
        assert await refused(pool.do("ada", GOOD)) == (503, "work_lost")

    asyncio.run(run())


PARENT = """
import asyncio, sys
from dataclasses import replace
from whistlestop.editions.load import load
from whistlestop.server.hosting import jobs
from whistlestop.server.hosting.worker_pool import WorkerPool

async def run():
    pool = WorkerPool(2)
    edition = replace(load("usa"), name="nowhere")
    tasks = [
        asyncio.create_task(pool.do(n, jobs.ArrangeBoard(replace(edition, source=n * 64))))
        for n in ("a", "b")
    ]
    while len(pool.processes) < 2:
        await asyncio.sleep(0.01)
    print(*pool.processes, flush=True)
    await asyncio.gather(*tasks)

asyncio.run(run())
"""


@needs_signals
def test_workers_end_when_the_server_is_killed(tmp_path: Path) -> None:
    environment = {**os.environ, "WHISTLESTOP_CACHE": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True, env=environment
    ) as parent:
        assert parent.stdout is not None
        workers = [int(word) for word in parent.stdout.readline().split()]
        assert len(workers) == 2
        assert all(map(is_alive, workers))
        parent.kill()
    end = time.monotonic() + 120
    while any(map(is_alive, workers)):
        assert time.monotonic() < end
        time.sleep(0.05)


@needs_signals
def test_a_full_queue_has_room_for_another_address() -> None:
    """Forty new people of one address ask for boards; who comes from elsewhere is served next."""

    async def test(pool: WorkerPool) -> None:
        await pool.do("eve", GOOD, "E")
        stopped = stop(pool)
        crowd = [
            asyncio.create_task(pool.do(f"new {number}", GOOD, "E"))
            for number in range(MOST_WAITING + 8)
        ]
        await until(lambda: sum(one.done() for one in crowd) == 7)
        assert pool.waiting == MOST_WAITING
        ada = asyncio.create_task(pool.do("ada", GOOD, "A"))
        await until(lambda: sum(one.done() for one in crowd) == 8)
        assert not ada.done()
        assert pool.waiting == MOST_WAITING
        go_on(stopped)
        assert await ada == jobs.GoodEdition()
        assert pool.waiting >= MOST_WAITING - 3, "she is served next"
        answers = await asyncio.gather(*crowd, return_exceptions=True)
        codes = [answer.code for answer in answers if isinstance(answer, Refusal)]
        assert codes == ["queue_full"] * 8
        assert answers.count(jobs.GoodEdition()) == MOST_WAITING

    with_pool(test, most=1)


@needs_signals
def test_one_address_leaves_a_worker_free_of_boards() -> None:
    async def test(pool: WorkerPool) -> None:
        crowd = [
            asyncio.create_task(pool.do(f"new {number}", board(number), "E")) for number in range(3)
        ]
        await until(lambda: (pool.running, pool.waiting) == (1, 2))
        assert await pool.do("ada", GOOD, "A") == jobs.GoodEdition()
        # Short tasks take any worker that is free.
        assert await pool.do("new", GOOD, "E") == jobs.GoodEdition()
        elsewhere = asyncio.create_task(pool.do("ada", board(9), "A"))
        await until(lambda: (pool.running, pool.waiting) == (2, 2))
        for task in (*crowd, elsewhere):
            task.cancel()
        await asyncio.wait([*crowd, elsewhere])

    with_pool(test)


@needs_signals
def test_tasks_for_which_nobody_waits_leave_a_worker_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "UNHURRIED", frozenset((jobs.ArrangeBoard,)))

    async def test(pool: WorkerPool) -> None:
        crowd = [
            asyncio.create_task(pool.do(f"new {number}", board(number), f"E{number}"))
            for number in range(3)
        ]
        await until(lambda: (pool.running, pool.waiting) == (1, 2))
        assert await pool.do("ada", GOOD, "A") == jobs.GoodEdition()
        assert (pool.running, pool.waiting) == (1, 2)
        for task in crowd:
            task.cancel()
        await asyncio.wait(crowd)

    with_pool(test)


@pytest.mark.parametrize("steps", range(6))
def test_whoever_hangs_up_together_leaves_the_workers_to_others(
    monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    """However far those have come who were next."""

    async def for_ever(_: jobs.Task) -> jobs.Answer:
        await asyncio.Event().wait()
        return jobs.GoodEdition()

    async def test() -> None:
        pool = WorkerPool(2)
        monkeypatch.setattr(pool, "_done", for_ever)
        crowd = [
            asyncio.create_task(pool.do(f"new {number}", board(number), f"home {number}"))
            for number in range(6)
        ]
        await until(lambda: (pool.running, pool.waiting) == (2, 4))
        for task in crowd[:2]:
            task.cancel()
        for _ in range(steps):
            await asyncio.sleep(0)
        for task in crowd[2:]:
            task.cancel()
        await asyncio.wait(crowd)
        await until(lambda: (pool.running, pool.waiting) == (0, 0))
        await pool.close()

    asyncio.run(test())


@needs_signals
def test_long_work_ends_when_its_sender_leaves() -> None:
    async def test(pool: WorkerPool) -> None:
        await pool.do("ada", GOOD)
        (stopped,) = stop(pool)
        running = asyncio.create_task(pool.do("ada", board()))
        waiting = asyncio.create_task(pool.do("ada", board()))
        await until(lambda: (pool.running, pool.waiting) == (1, 1))
        await asyncio.sleep(0)
        waiting.cancel()
        await until(lambda: pool.waiting == 0)
        running.cancel()
        await until(lambda: pool.running == 0)
        await until(lambda: not is_alive(stopped))
        assert await pool.do("ada", GOOD) == jobs.GoodEdition()

    with_pool(test, most=1)


@needs_signals
def test_a_board_is_given_up_when_all_who_asked_have_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "is_arranged", never)

    async def test(pool: WorkerPool) -> None:
        arranging = boards.Boards(pool)
        await pool.do("ada", GOOD)
        (stopped,) = stop(pool)
        edition = board().edition
        asked = [
            asyncio.create_task(arranging.ready(edition, name, "A")) for name in ("ada", "ben")
        ]
        await until(lambda: (arranging.waiting, pool.running) == (1, 1))
        asked[0].cancel()
        await asyncio.wait(asked[:1])
        assert (arranging.waiting, pool.running) == (1, 1), "one still waits"
        asked[1].cancel()
        await asyncio.wait(asked)
        assert arranging.waiting == 0
        await until(lambda: pool.running == 0)
        await until(lambda: not is_alive(stopped))

    with_pool(test, most=1)


# Over HTTP ------------------------------------------------------------------------------------


class Asking:
    """A request in a thread of its own, which may have to wait."""

    def __init__(self, ask: Callable[[], Any]) -> None:
        self.answer: Any = None
        self._ask = ask
        self.thread = threading.Thread(target=self._run)
        self.thread.start()

    def _run(self) -> None:
        self.answer = self._ask()

    def told(self) -> tuple[int, str]:
        """Status and code of the refusal."""
        self.thread.join(120)
        assert not self.thread.is_alive()
        body = self.answer.json()
        assert set(body) == {"code", "message", "details"}
        return self.answer.status_code, body["code"]


def wait_until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 120
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def check_others_play_on(server: Running) -> None:
    """Somebody elsewhere sets a table up, plays, looks at boards and follows the game."""
    person = server.person("Cleo")
    person.http.headers["X-Forwarded-For"] = "203.0.113.99"
    table = person.new_table("usa", "me", "random")
    acted = 0
    for frame in person.frames(table):
        if frame["legal"]:
            # The bot may have moved meanwhile; then there is another frame.
            body = move(frame["legal"][0]["words"], frame["version"])
            acted += person.post(f"/api/tables/{table}/actions", body).status_code == 200
        if acted == 3:
            break
    assert person.got("/api/editions")
    assert person.http.get("/drawings/usa/board.svg").status_code == 200
    assert person.http.get(f"/api/tables/{table}/record").status_code == 200


@needs_signals
@pytest.mark.parametrize("name", BOMBS)
def test_others_play_on_while_a_bomb_is_read(tmp_path: Path, name: str) -> None:
    """Worker processes that stand still stand for files that take for ever."""
    with Running(sqlite(tmp_path), replace(QUICK, worker_time=100)) as server:
        ada, ben = server.person("Ada"), server.person("Ben")
        record = f"whistlestop record 1\nedition: bomb 1\nseats: {'x' * 100}\n"
        workers = server.service.workers
        for person in (ada, ben):
            assert sent(person, "/api/editions", TINY).status_code == 200
        stopped = stop(workers)
        assert len(stopped) == 1
        asks: list[Callable[[], Any]] = [
            lambda: sent(ada, "/api/editions", BOMBS[name]),
            lambda: sent(ada, "/api/editions/board.svg", BOMBS[name]),
            lambda: ada.post(
                "/api/tables",
                {"edition_text": BOMBS[name], "seats": [{"kind": "me"}, {"kind": "bot"}]},
            ),
        ]
        asked: list[Asking] = []
        for ask in asks:
            # One after the other: the first of them has the worker that stands still.
            asked.append(Asking(ask))
            wait_until(lambda: workers.running + workers.waiting == len(asked))
        # A worker that is new reads this one.
        asked.append(
            Asking(
                lambda: ben.post("/api/records", {"record": record, "edition_text": BOMBS[name]})
            )
        )
        check_others_play_on(server)
        assert [asking.answer for asking in asked[:3]] == [None] * 3
        go_on(stopped)
        assert [asking.told() for asking in asked] == [(422, "bad_edition")] * len(asked)
        check_others_play_on(server)


@needs_signals
def test_the_server_goes_on_when_workers_die(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path)) as server:
        ada = server.person("Ada")
        sent(ada, "/api/editions", TINY)
        (lost,) = stop(server.service.workers)
        asking = Asking(lambda: sent(ada, "/api/editions", TINY))
        wait_until(lambda: server.service.workers.running == 1)
        os.kill(lost, signal.SIGKILL)
        assert asking.told() == (503, "work_lost")
        assert sent(ada, "/api/editions", TINY).status_code == 200
        check_others_play_on(server)


@needs_signals
def test_a_record_that_takes_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Running(sqlite(tmp_path)) as server:
        ada = server.person("Ada")
        sent(ada, "/api/editions", TINY)
        stop(server.service.workers)
        monkeypatch.setattr(worker_pool, "WAITED", 0.01)
        record = (GOLDEN / "usa-2.record").read_bytes()
        answer = ada.http.post("/api/records", content=record)
        assert (answer.status_code, answer.json()["code"]) == (422, "too_much_work")
        check_others_play_on(server)


@needs_signals
def test_a_board_that_takes_too_much_is_tried_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_pool, "WAITED", 1000)
    monkeypatch.setattr(boards, "is_arranged", never)
    text = (EDITIONS / "usa.toml").read_text(encoding="utf-8")
    text = text.replace('name = "usa"', f'name = "own-{os.getpid()}"')
    with Running(sqlite(tmp_path), replace(QUICK, worker_time=0.001)) as server:
        ada = server.person("Ada")
        answer = sent(ada, "/api/editions/board.svg", text)
        assert (answer.status_code, answer.json()["code"]) == (422, "too_much_work")
        answer = sent(ada, "/api/editions/board.svg", text)
        assert (answer.status_code, answer.json()["code"]) == (422, "bad_edition")
        assert answer.json()["message"] == "This board cannot be drawn."


@needs_signals
def test_who_asks_for_the_same_board_waits_for_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "is_arranged", never)
    with Running(sqlite(tmp_path), replace(QUICK, worker_time=100)) as server:
        workers, people = server.service.workers, [server.person() for _ in range(3)]
        table = own_table(people[0], TINY, "me", "random")
        address = f"/drawings/table.{table}/board.svg"
        stopped = stop(workers)
        asked = [Asking(lambda one=one: one.http.get(address)) for one in people]
        wait_until(lambda: server.service.boards.waiting == 1)
        check_others_play_on(server)
        assert (workers.running, workers.waiting) == (1, 0)
        go_on(stopped)
        for asking in asked:
            asking.thread.join(120)
            assert asking.answer.status_code == 200
        assert server.service.boards.waiting == 0


def hung_up(person: Person, path: str, body: str | None = None) -> socket.socket:
    """Send a request for which nobody will wait; closing the socket hangs up."""
    method, data = ("GET", b"") if body is None else ("POST", body.encode())
    cookies = "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())
    forwarded = person.http.headers.get("X-Forwarded-For", "127.0.0.1")
    host, port = person.url.removeprefix("http://").rstrip("/").split(":")
    line = socket.create_connection((host, int(port)))
    head = (
        f"{method} {path} HTTP/1.1\r\nHost: {host}:{port}\r\nCookie: {cookies}\r\n"
        f"X-Requested-With: whistlestop\r\nX-Forwarded-For: {forwarded}\r\n"
        f"Content-Length: {len(data)}\r\n\r\n"
    )
    line.sendall(head.encode() + data)
    return line


@needs_signals
def test_who_hangs_up_leaves_the_queue_and_the_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the work has begun, and while it is done."""
    monkeypatch.setattr(boards, "is_arranged", never)
    with Running(sqlite(tmp_path), replace(QUICK, worker_time=100, workers=1)) as server:
        workers, ada = server.service.workers, server.person("Ada")
        table = own_table(ada, TINY, "me", "random")
        (stopped,) = stop(workers)
        board = hung_up(ada, f"/drawings/table.{table}/board.svg")
        wait_until(lambda: (workers.running, workers.waiting) == (1, 0))
        lines = [
            hung_up(server.person(), f"/api/editions/board.svg?theme={theme}", TINY)
            for theme in ("light", "dark") * 4
        ]
        wait_until(lambda: workers.waiting == 8)
        for line in lines:
            line.close()
        wait_until(lambda: workers.waiting == 0)
        assert (workers.running, server.service.boards.waiting) == (1, 1)
        board.close()
        wait_until(lambda: (workers.running, server.service.boards.waiting) == (0, 0))
        wait_until(lambda: not is_alive(stopped))
        assert sent(ada, "/api/editions", TINY).status_code == 200


@needs_signals
def test_forty_people_of_one_address_do_not_keep_others_out(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), replace(QUICK, worker_time=100, workers=1)) as server:
        workers, ada = server.service.workers, server.person("Ada")
        assert sent(ada, "/api/editions", TINY).status_code == 200
        stopped = stop(workers)
        lines: list[socket.socket] = []
        for number in range(40):
            new = server.person()
            new.http.headers["X-Forwarded-For"] = f"2001:db8:0:7::{number:x}"
            lines.append(hung_up(new, "/api/editions/board.svg", TINY))
        wait_until(lambda: workers.waiting == MOST_WAITING)
        asking = Asking(lambda: sent(ada, "/api/editions", TINY))
        asking.thread.join(0.2)
        go_on(stopped)
        asking.thread.join(120)
        assert asking.answer.status_code == 200
        for line in lines:
            line.close()
        wait_until(lambda: workers.running + workers.waiting == 0)


@needs_signals
def test_a_busy_worker_does_not_keep_the_server_from_ending(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), replace(QUICK, worker_time=100)) as server:
        ada = server.person()
        sent(ada, "/api/editions", TINY)
        (stopped,) = stop(server.service.workers)
        asking = Asking(lambda: sent(ada, "/api/editions/board.svg", TINY))
        wait_until(lambda: server.service.workers.running == 1)
        server.stop()
        assert asking.told() == (503, "work_lost")
        assert not is_alive(stopped)


@needs_signals
def test_a_command_that_is_interrupted_ends_its_workers(tmp_path: Path) -> None:
    with Process(tmp_path) as server:
        assert sent(Person(server.url), "/api/editions", TINY).status_code == 200
        (worker,) = workers_of(server.process.pid)
        assert "Stopped." in server.interrupt()
        assert not is_alive(worker)


def workers_of(process: int) -> list[int]:
    command = ["ps", "-A", "-ww", "-o", "pid=", "-o", "ppid=", "-o", "args="]
    shown = subprocess.run(command, capture_output=True, text=True)
    rows = [line.split(maxsplit=2) for line in shown.stdout.splitlines()]
    return [
        int(row[0])
        for row in rows
        if row[1] == str(process) and "whistlestop.server.hosting.worker" in row[2]
    ]


def never(edition: Any) -> bool:
    """No board is arranged, says this."""
    return edition is None


def test_what_a_worker_says_is_not_believed(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its answers are data: of a game that cannot be no table is made."""
    ada = server.person("Ada")
    played = jobs.do(jobs.ReplayRecord((GOLDEN / "usa-2.record").read_text(encoding="utf-8"), None))
    assert isinstance(played, jobs.Replayed)
    made_up = [
        structs.replace(played, moves=played.moves[1:]),
        structs.replace(played, dealt=["red"] * len(played.dealt)),
        jobs.GoodEdition(),
    ]
    for answer in made_up:

        async def do(
            person: str, task: jobs.Task, home: str, answer: jobs.Answer = answer
        ) -> jobs.Answer:
            return answer

        with monkeypatch.context() as patch:
            patch.setattr(server.service.workers, "do", do)
            assert ada.http.post("/api/records", content=b"x").status_code == 500
    assert ada.got("/api/tables")["mine"] == []
