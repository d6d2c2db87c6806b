"""Put load on a server: people who move at their own pace, and others who watch.

    python benchmarks/server_load.py --rate 500 --seconds 20
    python benchmarks/server_load.py --idle 1000 --moves 20
    python benchmarks/server_load.py --rate 300 --pairs 5        what the fast path of moves saves
    python benchmarks/server_load.py --rate 500 --fsync 2        on a disk whose fsync takes 2 ms
    python benchmarks/server_load.py --rate 500 --fsync 2 --against OTHER/src --pairs 5
                                                                 paired with another version

Moves arrive at random moments, with a given mean rate, whether or not the server has answered the
earlier ones (open loop). A latency is the time from the moment when a move should have been sent to
its acknowledgement, so it includes waiting.

The server is a separate process with a database in a temporary folder. This program and other
programs share the machine with it. The server's processor time per move depends the least on them.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from websockets.asyncio.client import connect


@dataclass
class Player:
    """A person with a token, and a connection for requests."""

    port: int
    token: str = ""
    streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
    free: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Send a request over the kept connection. Return the status and the answer."""
        async with self.free:
            return await self._ask(method, path, body)

    async def _ask(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        if self.streams is None or self.streams[0].at_eof():
            # A server closes a connection that has been idle for some minutes.
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        data = b"" if body is None else json.dumps(body).encode()
        who = f"Authorization: Bearer {self.token}\r\n" if self.token else ""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Requested-With: whistlestop\r\n"
            f"{who}Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        )
        writer.write(head.encode() + data)
        lines = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = int(lines.partition(b"content-length: ")[2].partition(b"\r\n")[0])
        answer = await reader.readexactly(length)
        return int(lines.split(maxsplit=2)[1]), json.loads(answer)

    async def admitted(self) -> Player:
        """Get a token from the server, and return this player."""
        _, answer = await self.ask("POST", "/api/tokens")
        self.token = answer["token"]
        return self


@dataclass
class Load:
    """All tables of a server, and the measurements."""

    port: int
    viewers: int
    random: Random
    ready: dict[str, tuple[Player, str, int, list[str]]] = field(default_factory=dict)
    """The seats that can move, by token: the player, the table, its version, the legal actions."""
    waiting: asyncio.Event = field(default_factory=asyncio.Event)
    latencies: list[float] = field(default_factory=list)
    frames: int = 0

    async def table(self, edition: str) -> None:
        """Let two people play one game after the other while others watch."""
        players = [await Player(self.port).admitted() for _ in range(2)]
        while True:
            seats = [{"kind": "me"}, {"kind": "open"}]
            _, made = await players[0].ask(
                "POST", "/api/tables", {"edition": edition, "seats": seats}
            )
            await players[1].ask("POST", f"/api/tables/{made['id']}/join")
            others = [self.look_on(made["id"]) for _ in range(self.viewers - 2)]
            await asyncio.gather(*(self.play(player, made["id"]) for player in players), *others)

    async def play(self, player: Player, table: str) -> None:
        url = f"ws://127.0.0.1:{self.port}/api/tables/{table}/live"
        headers = {"Authorization": f"Bearer {player.token}"}
        told = -1
        async with connect(url, additional_headers=headers, compression=None) as socket:
            async for text in socket:
                self.frames += 1
                if '"state":"over"' in text:
                    return
                # Parse only the updates in which the player must decide.
                if '"legal":[{' in text:
                    update = json.loads(text)
                    if update["version"] > told:
                        told = update["version"]
                        words = [action["words"] for action in update["legal"]]
                        self.ready[player.token] = (player, table, told, words)
                        self.waiting.set()

    async def look_on(self, table: str) -> None:
        url = f"ws://127.0.0.1:{self.port}/api/tables/{table}/live"
        async with connect(url, compression=None) as socket:
            async for text in socket:
                self.frames += 1
                if '"state":"over"' in text:
                    return

    async def arrivals(self, rate: float, seconds: float) -> None:
        """Send moves at random moments, whether or not earlier ones have been answered."""
        moment = time.perf_counter()
        end = moment + seconds
        under_way: set[asyncio.Task[None]] = set()
        while moment < end:
            moment += self.random.expovariate(rate)
            if (wait := moment - time.perf_counter()) > 0:
                await asyncio.sleep(wait)
            while not self.ready:
                self.waiting.clear()
                await self.waiting.wait()
            first = next(iter(self.ready))
            task = asyncio.create_task(self.move(moment, *self.ready.pop(first)))
            under_way.add(task)
            task.add_done_callback(under_way.discard)
        await asyncio.gather(*under_way)

    async def move(
        self, moment: float, player: Player, table: str, version: int, words: list[str]
    ) -> None:
        body = {"id": f"{version}", "version": version, "action": self.random.choice(words)}
        status, _ = await player.ask("POST", f"/api/tables/{table}/actions", body)
        # Both players answer the opening offers at the same time. The later answer is still legal.
        if status == 200:
            self.latencies.append(time.perf_counter() - moment)


def processor_time(process: int) -> float:
    """Return the seconds of processor time that a process has used in all its threads."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> float:
    """Return the resident memory of a process in megabytes."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(found[1]) / 1024 if found else 0.0


async def play_at_a_rate(port: int, options: argparse.Namespace, process: int) -> float:
    """Play at a rate, and print how long moves took.

    Returns:
        The server's processor time per move in milliseconds.
    """
    load = Load(port, options.viewers, Random(1))
    tables = [asyncio.create_task(load.table(options.edition)) for _ in range(options.tables)]
    await asyncio.sleep(1 + options.tables / 50)
    await load.arrivals(options.rate, 2)
    load.latencies.clear()
    load.frames, began = 0, time.perf_counter()
    theirs, ours = processor_time(process), time.process_time()
    # Do not wait for ever if the server stops answering.
    async with asyncio.timeout(10 * options.seconds + 60):
        await load.arrivals(options.rate, options.seconds)
    took = time.perf_counter() - began
    theirs, ours = processor_time(process) - theirs, time.process_time() - ours
    for task in tables:
        task.cancel()
    await asyncio.gather(*tables, return_exceptions=True)
    found = sorted(load.latencies)
    shares = {share: found[int(share / 100 * (len(found) - 1))] * 1000 for share in (50, 95, 99)}
    print(
        f"{len(found) / took:.0f} moves/s acknowledged of {options.rate:g}/s offered, "
        f"{load.frames / took:.0f} frames/s to {options.viewers} viewers of {options.tables} tables"
    )
    print("  ".join(f"p{share} {value:.1f} ms" for share, value in shares.items()))
    each = 1000 / len(found)
    print(
        f"processor time for each move: server {theirs * each:.2f} ms, "
        f"this program {ours * each:.2f} ms"
    )
    return theirs * each


async def make_moves(players: list[Player], table: str, moves: int) -> None:
    """Play some random moves, one after the other."""
    random = Random(moves)
    while moves > 0:
        for player in players:
            _, update = await player.ask("GET", f"/api/tables/{table}")
            if moves > 0 and update["legal"]:
                action = random.choice(update["legal"])["words"]
                body = {"id": str(moves), "version": update["version"], "action": action}
                await player.ask("POST", f"/api/tables/{table}/actions", body)
                moves -= 1


async def keep_open(port: int, options: argparse.Namespace, process: int) -> None:
    """Print how much memory open games and viewers take."""
    players = [await Player(port).admitted() for _ in range(2)]
    tables: list[str] = []
    before, first = 0.0, options.idle // 10
    for number in range(options.idle):
        if number == first:
            # The first games also load parts of the server. That memory does not count.
            before = memory(process)
        seats = [{"kind": "me"}, {"kind": "open"}]
        body = {"edition": options.edition, "seats": seats}
        _, made = await players[0].ask("POST", "/api/tables", body)
        await players[1].ask("POST", f"/api/tables/{made['id']}/join")
        tables.append(made["id"])
        await make_moves(players, made["id"], options.moves)
    between = memory(process)
    each = (between - before) / (options.idle - first) * 1024
    print(
        f"{options.idle} open games, {options.moves} moves played in each: {each:.0f} kB for "
        f"each game"
    )
    sockets = [
        await connect(f"ws://127.0.0.1:{port}/api/tables/{table}/live", compression=None)
        for table in tables[:500]
    ]
    await asyncio.sleep(1)
    each = (memory(process) - between) / len(sockets) * 1024
    print(f"{len(sockets)} viewers: {each:.0f} kB for each viewer; {memory(process):.0f} MB in all")
    for socket in sockets:
        await socket.close()


WITHOUT_FAST_PATH = """
from whistlestop.cli import main
from whistlestop.server import app
app.FastPath = lambda inside, service: inside
main()
"""
"""A program that runs the server, but answers moves through the web framework."""


SLOW_DISK = Path(__file__).parents[1] / "tests" / "server" / "disk_shim.c"


def slowed(folder: str, milliseconds: int) -> dict[str, str]:
    """Return the additional environment variables of a process whose fsync takes this long.

    The library that delays fsync is compiled into the folder.
    """
    library = f"{folder}/disk_shim.so"
    words = ["-O1", "-shared", "-fPIC", "-o", library, str(SLOW_DISK), "-ldl", "-lpthread"]
    subprocess.run(["cc", *words], check=True)
    return {"LD_PRELOAD": library, "DISK_MILLISECONDS": str(milliseconds)}


@contextmanager
def served(
    options: argparse.Namespace, *, fast_path: bool = True, sources: str = ""
) -> Iterator[tuple[int, int]]:
    """Run a server with its own database. Yield its port and its process id."""
    with tempfile.TemporaryDirectory() as folder:
        slow = slowed(folder, options.fsync) if options.fsync else {}
        if sources:
            slow["PYTHONPATH"] = str(Path(sources).resolve())
        environment = {
            **os.environ,
            "WHISTLESTOP_DATA": folder,
            "WHISTLESTOP_RATES": "0",
            "WHISTLESTOP_DATABASE": options.database,
            **slow,
        }
        program = ["-m", "whistlestop"] if fast_path else ["-c", WITHOUT_FAST_PATH]
        command = [sys.executable, *program, "serve", "--no-open", "--port", "0"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        try:
            assert server.stdout is not None
            url = server.stdout.readline().split()[-1]
            urllib.request.urlopen(f"{url}/health").close()
            yield int(url.rpartition(":")[2]), server.pid
        finally:
            server.terminate()
            server.wait()


def compare(options: argparse.Namespace) -> None:
    """Print pairs of runs: with and without the fast path, or of two versions."""
    ways: dict[str, dict[str, Any]] = {
        "with the fast path": {},
        "without the fast path": {"fast_path": False},
    }
    if options.against:
        ways = {"this version": {}, "the other version": {"sources": options.against}}
    ratios: list[float] = []
    for pair in range(options.pairs):
        figures: dict[str, float] = {}
        # Swap the order in each pair, because the speed of the machine changes.
        for name in [*ways][:: 1 if pair % 2 else -1]:
            print(f"pair {pair + 1}, {name}:", flush=True)
            with served(options, **ways[name]) as (port, process):
                figures[name] = asyncio.run(play_at_a_rate(port, options, process))
        first, second = (figures[name] for name in ways)
        ratios.append(first / second)
    print(
        f"processor time for each move, {' to '.join(ways)}: median {median(ratios):.2f} "
        f"of {len(ratios)} pairs ({min(ratios):.2f} to {max(ratios):.2f})"
    )


def main() -> None:
    """Start a server, and put load on it."""
    # Garbage collection here would delay moves and count as the server's latency.
    gc.disable()
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rate", type=float, default=200, help="the moves per second")
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument(
        "--tables", type=int, default=100, help="the number of games played at a time"
    )
    parser.add_argument(
        "--viewers", type=int, default=4, help="the number of connections to each game"
    )
    parser.add_argument("--edition", default="usa")
    parser.add_argument(
        "--idle", type=int, default=0, help="measure only the memory of this number of open games"
    )
    parser.add_argument(
        "--moves", type=int, default=20, help="with --idle: the moves played in each game"
    )
    parser.add_argument(
        "--pairs",
        type=int,
        default=0,
        help="the number of pairs of runs, with and without the fast path",
    )
    parser.add_argument(
        "--against",
        default="",
        help="with --pairs: the sources of another version, to compare with",
    )
    parser.add_argument(
        "--fsync",
        type=int,
        default=0,
        help="simulate a disk whose fsync takes this number of milliseconds",
    )
    parser.add_argument(
        "--database", default="", help="the URL of a database (default: an SQLite file)"
    )
    options = parser.parse_args()
    if options.pairs:
        compare(options)
        return
    with served(options) as (port, process):
        if options.idle:
            asyncio.run(keep_open(port, options, process))
        else:
            asyncio.run(play_at_a_rate(port, options, process))


if __name__ == "__main__":
    main()
