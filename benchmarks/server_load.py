"""Load on a server: people who move at their own pace, and others who look on.

    python benchmarks/server_load.py --rate 500 --seconds 20
    python benchmarks/server_load.py --idle 1000 --moves 20
    python benchmarks/server_load.py --rate 300 --pairs 5        what the fast path of moves buys
    python benchmarks/server_load.py --rate 500 --fsync 2        on a disk whose fsync takes 2 ms
    python benchmarks/server_load.py --rate 500 --fsync 2 --against OTHER/src --pairs 5
                                                                 paired with another version

Moves arrive at random moments, on average so many a second, whether or not the server has answered
the ones before (open loop): what is measured is the time from the moment when a move should have
been sent to its acknowledgement, which includes waiting. The server is a process of its own with a
database in a temporary folder; this program shares the machine with it, and so does whatever else
runs there: the processor time that the server takes for a move depends on that the least.
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
    """Somebody with a token, and one connection for requests."""

    port: int
    token: str = ""
    streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
    free: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Send a request over the kept connection."""
        async with self.free:
            return await self._ask(method, path, body)

    async def _ask(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        if self.streams is None or self.streams[0].at_eof():
            # A server hangs up on whoever has had nothing to say for some minutes.
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
        """With a token of their own."""
        _, answer = await self.ask("POST", "/api/tokens")
        self.token = answer["token"]
        return self


@dataclass
class Load:
    """All tables, and what was measured."""

    port: int
    viewers: int
    random: Random
    ready: dict[str, tuple[Player, str, int, list[str]]] = field(default_factory=dict)
    """Seats that can move, by token: who, which table, its version, and the words."""
    waiting: asyncio.Event = field(default_factory=asyncio.Event)
    latencies: list[float] = field(default_factory=list)
    frames: int = 0

    async def table(self, edition: str) -> None:
        """Two people play one game after the other, and others look on."""
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
                # Only what can be answered is read.
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
        """Send moves at random moments, whatever has become of those before."""
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
        # Both answer the opening offers at once: the later one is still legal.
        if status == 200:
            self.latencies.append(time.perf_counter() - moment)


def processor_time(process: int) -> float:
    """Seconds of processor time that a process has taken, all its threads together."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> float:
    """Resident megabytes of a process."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(found[1]) / 1024 if found else 0.0


async def play_at_a_rate(port: int, options: argparse.Namespace, process: int) -> float:
    """Print how long moves took at this rate; the server's processor time a move, in ms."""
    load = Load(port, options.viewers, Random(1))
    tables = [asyncio.create_task(load.table(options.edition)) for _ in range(options.tables)]
    await asyncio.sleep(1 + options.tables / 50)
    await load.arrivals(options.rate, 2)
    load.latencies.clear()
    load.frames, began = 0, time.perf_counter()
    theirs, ours = processor_time(process), time.process_time()
    # A server that stops answering must not keep this program for ever.
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
        f"processor time a move: server {theirs * each:.2f} ms, this program {ours * each:.2f} ms"
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
    """Print what open games and viewers cost in memory."""
    players = [await Player(port).admitted() for _ in range(2)]
    tables: list[str] = []
    before, first = 0.0, options.idle // 10
    for number in range(options.idle):
        if number == first:
            # What the first ones bring along is the server's, and not theirs.
            before = memory(process)
        seats = [{"kind": "me"}, {"kind": "open"}]
        body = {"edition": options.edition, "seats": seats}
        _, made = await players[0].ask("POST", "/api/tables", body)
        await players[1].ask("POST", f"/api/tables/{made['id']}/join")
        tables.append(made["id"])
        await make_moves(players, made["id"], options.moves)
    between = memory(process)
    each = (between - before) / (options.idle - first) * 1024
    print(f"{options.idle} open games, {options.moves} moves into each: {each:.0f} kB each")
    sockets = [
        await connect(f"ws://127.0.0.1:{port}/api/tables/{table}/live", compression=None)
        for table in tables[:500]
    ]
    await asyncio.sleep(1)
    each = (memory(process) - between) / len(sockets) * 1024
    print(f"{len(sockets)} viewers: {each:.0f} kB each; {memory(process):.0f} MB in all")
    for socket in sockets:
        await socket.close()


WITHOUT_FAST_PATH = """
from whistlestop.cli import main
from whistlestop.server import app
app.FastPath = lambda inside, service: inside
main()
"""
"""A program that serves as ever, but answers moves by way of the framework."""


SLOW_DISK = Path(__file__).parents[1] / "tests" / "server" / "disk_shim.c"


def slowed(folder: str, milliseconds: int) -> dict[str, str]:
    """What gives a process a disk whose fsync takes so long; compiled into this folder."""
    library = f"{folder}/disk_shim.so"
    words = ["-O1", "-shared", "-fPIC", "-o", library, str(SLOW_DISK), "-ldl", "-lpthread"]
    subprocess.run(["cc", *words], check=True)
    return {"LD_PRELOAD": library, "DISK_MILLISECONDS": str(milliseconds)}


@contextmanager
def served(
    options: argparse.Namespace, *, fast_path: bool = True, sources: str = ""
) -> Iterator[tuple[int, int]]:
    """A server with a database of its own: its port, and the number of its process."""
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
    """Print pairs of runs, one after the other: with the fast path and without, or two versions."""
    ways: dict[str, dict[str, Any]] = {
        "with the fast path": {},
        "without the fast path": {"fast_path": False},
    }
    if options.against:
        ways = {"this version": {}, "the other version": {"sources": options.against}}
    ratios: list[float] = []
    for pair in range(options.pairs):
        figures: dict[str, float] = {}
        # Which comes first changes: the machine's speed changes, too.
        for name in [*ways][:: 1 if pair % 2 else -1]:
            print(f"pair {pair + 1}, {name}:", flush=True)
            with served(options, **ways[name]) as (port, process):
                figures[name] = asyncio.run(play_at_a_rate(port, options, process))
        first, second = (figures[name] for name in ways)
        ratios.append(first / second)
    print(
        f"processor time a move, {' to '.join(ways)}: median {median(ratios):.2f} "
        f"of {len(ratios)} pairs ({min(ratios):.2f} to {max(ratios):.2f})"
    )


def main() -> None:
    """Start a server and load it."""
    # Its own pauses would pass for the server's.
    gc.disable()
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rate", type=float, default=200, help="moves a second")
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--tables", type=int, default=100, help="games at a time")
    parser.add_argument("--viewers", type=int, default=4, help="connections to each game")
    parser.add_argument("--edition", default="usa")
    parser.add_argument("--idle", type=int, default=0, help="only open so many games")
    parser.add_argument("--moves", type=int, default=20, help="moves in each game left open")
    parser.add_argument("--pairs", type=int, default=0, help="with and without the fast path")
    parser.add_argument(
        "--against", default="", help="with --pairs: the sources of another version"
    )
    parser.add_argument("--fsync", type=int, default=0, help="milliseconds that an fsync takes")
    parser.add_argument("--database", default="", help="a URL; an SQLite file if left out")
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
