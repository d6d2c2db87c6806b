"""A real server on a free port, in a thread or in a process of its own, and people who use it."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Self
from urllib.parse import urlencode
from uuid import uuid4

import httpx
from websockets.sync import client
from websockets.sync.client import ClientConnection
from websockets.typing import Origin

from whistlestop.server.app import application
from whistlestop.server.house import House
from whistlestop.server.serve import Server, address_of, bound
from whistlestop.server.service import Service
from whistlestop.server.settings import Settings
from whistlestop.server.storage.store import Store
from whistlestop.server.table.commitment import Luck

QUICK = Settings(
    port=0,
    bot_pause=0,
    presence_grace=0.02,
    polling_grace=0,
    rates=0,
    heartbeat=60,
    no_open=True,
)
"""Settings for tests: nothing waits, nothing is limited, and only connections are presence."""

PATIENCE = 240.0
"""Seconds until something hangs: on a busy machine, what is fast elsewhere may take long."""

Json = dict[str, Any]

people: list[Person] = []
"""Everybody whose connections are still open."""


def sqlite(folder: Path) -> str:
    """The URL of a database in a folder."""
    return f"sqlite:///{folder / 'tables.sqlite3'}"


class Running:
    """A server in a thread of this process."""

    def __init__(
        self,
        database: str,
        settings: Settings = QUICK,
        house: Callable[[int], House] | None = None,
    ) -> None:
        settings = replace(settings, database=database)
        self.store = Store(database)
        self.socket: socket.socket = bound(settings)
        self.url = address_of(self.socket).url
        made = house and house(self.socket.getsockname()[1])
        self.gate = application(settings, self.store, house=made)
        self.up = threading.Event()
        self.server = Server(self.gate, self.up.set)
        self.thread = threading.Thread(target=self.server.run, args=([self.socket],))

    @property
    def service(self) -> Service:
        return self.gate.service

    def __enter__(self) -> Self:
        self.thread.start()
        assert self.up.wait(PATIENCE)
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()
        self.store.close()
        self.socket.close()

    def person(self, name: str = "") -> Person:
        """Somebody new."""
        return Person(self.url, name)


class Process:
    """A server as users start it, which can be killed."""

    def __init__(
        self,
        data: Path,
        *arguments: str,
        command: Sequence[str] = (sys.executable, "-m", "whistlestop"),
        **environment: str,
    ) -> None:
        # A file takes as much as there is to log; a pipe that nobody reads would hold it up.
        self.complained = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115
        self.process = subprocess.Popen(
            [*command, "serve", "--no-open", "--port", "0", *arguments],
            stdout=subprocess.PIPE,
            stderr=self.complained,
            text=True,
            env={
                **os.environ,
                "WHISTLESTOP_DATA": str(data),
                "WHISTLESTOP_BOT_PAUSE": "0",
                "WHISTLESTOP_RATES": "0",
                **environment,
            },
        )
        assert self.process.stdout is not None
        self.said = ""
        while not self.said.endswith("Stop it with Ctrl-C.\n"):
            line = self.process.stdout.readline()
            assert line, self._end()
            self.said += line
        self.url = self.said.split()[3]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def kill(self) -> None:
        """End it with no chance to do anything more."""
        self.process.kill()
        self._end()

    def complaints(self) -> str:
        """What it has written to standard error so far."""
        file = self.complained.fileno()
        # The server writes at the position of the same open file, which must not move.
        return os.pread(file, os.fstat(file).st_size, 0).decode()

    def interrupt(self, how: signal.Signals = signal.SIGINT) -> str:
        """End it by Ctrl-C, or as a service manager does; what it wrote to standard error."""
        self.process.send_signal(how)
        said, complained = self._end()
        assert (self.process.returncode, said) == (0, ""), complained
        return complained

    def _end(self) -> tuple[str, str]:
        """Wait for the end; what was said since it was up, and all that was complained about."""
        if self.complained.closed:
            return "", ""
        said, _ = self.process.communicate(timeout=PATIENCE)
        self.complained.seek(0)
        complained = self.complained.read()
        self.complained.close()
        return said, complained


class Person:
    """Somebody with a browser, or a program with a token."""

    def __init__(self, url: str, name: str = "", token: str | None = None) -> None:
        headers = {"X-Requested-With": "whistlestop"}
        if token is not None:
            headers = {"Authorization": f"Bearer {token}"}
        self.url = url
        self.http = httpx.Client(base_url=url, headers=headers, timeout=PATIENCE)
        self.headers: dict[str, str] = headers
        people.append(self)
        if token is None:
            self.got("/api/me")
        if name:
            self.posted("/api/me", {"name": name})

    def moved(self, url: str) -> Person:
        """The same person at another address, or after a restart."""
        same = Person.__new__(Person)
        same.url, same.headers = url, self.headers
        cookies = dict(self.http.cookies)
        same.http = httpx.Client(
            base_url=url, headers=self.headers, cookies=cookies, timeout=PATIENCE
        )
        people.append(same)
        return same

    def got(self, path: str) -> Any:
        """What is at an address."""
        response = self.http.get(path)
        assert response.status_code == 200, response.text
        return response.json()

    def post(self, path: str, body: Any = None) -> httpx.Response:
        """The answer to a request, whatever it is."""
        return self.http.post(path, json=body) if body is not None else self.http.post(path)

    def posted(self, path: str, body: Any = None) -> Any:
        """The answer to a request that is carried out."""
        response = self.post(path, body)
        assert response.status_code in (200, 201), response.text
        return response.json()

    def refused(self, path: str, body: Any = None) -> tuple[int, str]:
        """Status and code of a request that is not carried out."""
        response = self.post(path, body)
        assert response.status_code >= 400, response.text
        answer = response.json()
        assert set(answer) == {"code", "message", "details"}
        assert answer["message"].endswith((".", "?")) or answer["code"] == "bad_request"
        return response.status_code, answer["code"]

    def new_table(self, edition: str, *seats: str, **options: Any) -> str:
        """A table with seats in short: `me`, `open`, or a bot's name."""
        choices = [
            {"kind": seat} if seat in ("me", "open") else {"kind": "bot", "bot": seat}
            for seat in seats
        ]
        body = {"edition": edition, "seats": choices, "shuffle": False, **options}
        return self.posted("/api/tables", body)["id"]

    def table(self, table: str) -> Json:
        """The newest update."""
        return self.got(f"/api/tables/{table}")

    def act(self, table: str, words: str, version: int, action: str | None = None) -> Any:
        """Take an action."""
        return self.posted(f"/api/tables/{table}/actions", move(words, version, action))

    def refused_act(self, table: str, words: str, version: int) -> tuple[int, str]:
        """Try to take an action."""
        return self.refused(f"/api/tables/{table}/actions", move(words, version))

    def follow(self, table: str, since: int | None = None, *, seat: int | None = None) -> Following:
        """A WebSocket that follows a table; `seat`: with whose eyes, of several at one device."""
        return Following(self, table, since, seat)

    def frames(self, table: str, since: int | None = None) -> Iterator[Json]:
        """The same by lines."""
        query = "" if since is None else f"?since={since}"
        with self.http.stream("GET", f"/api/tables/{table}/stream{query}") as response:
            assert response.status_code == 200
            for line in response.iter_lines():
                frame = json.loads(line)
                if frame["type"] == "update":
                    yield frame


class Following:
    """A WebSocket, and every frame that came."""

    def __init__(
        self, person: Person, table: str, since: int | None = None, seat: int | None = None
    ) -> None:
        named = {"since": since, "seat": seat}
        query = urlencode({name: value for name, value in named.items() if value is not None})
        url = f"{person.url.replace('http', 'ws', 1)}/api/tables/{table}/live?{query}"
        headers = {"Cookie": "; ".join(f"{k}={v}" for k, v in person.http.cookies.items())}
        if "Authorization" in person.headers:
            headers = {"Authorization": person.headers["Authorization"]}
        self._stack = ExitStack()
        self.socket: ClientConnection = self._stack.enter_context(
            connect(url, additional_headers=headers, max_size=None, close_timeout=0.1)
        )
        self.texts: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Hang up."""
        self._stack.close()

    def next(self) -> Json:
        """The next frame."""
        text = self.socket.recv(timeout=PATIENCE)
        assert isinstance(text, str)
        self.texts.append(text)
        return json.loads(text)

    def update(self) -> Json:
        """The next update."""
        while (frame := self.next())["type"] != "update":
            pass
        return frame

    def until(self, version: int) -> Json:
        """The update of a version."""
        while (frame := self.update())["version"] < version:
            pass
        assert frame["version"] == version
        return frame

    def until_over(self) -> Json:
        """The last update of a game."""
        while (frame := self.update())["table"]["state"] != "over":
            pass
        return frame


def deal_of(over: Json) -> int:
    """The seed of a finished game, from what the end tells of its table."""
    seed, salt = over["seed"].split(":")
    values = None if over["luck"] is None else tuple(over["luck"]["values"])
    return Luck(int(seed), salt, values).deal


def move(words: str, version: int, action: str | None = None) -> Json:
    """The body of an action."""
    return {"id": action or str(uuid4()), "version": version, "action": words}


def play_on(person: Person, table: str, frames: Iterator[Json], random: Random) -> Json:
    """Take random legal actions whenever it is one's turn, until the game is over."""
    for frame in frames:
        if frame["table"]["state"] == "over":
            return frame
        if frame["legal"]:
            words = random.choice(frame["legal"])["words"]
            person.post(f"/api/tables/{table}/actions", move(words, frame["version"]))
    raise AssertionError("the game did not end")


def connect(
    url: str,
    sock: socket.socket | None = None,
    additional_headers: Mapping[str, str] | None = None,
    origin: str | None = None,
    max_size: int | None = 2**20,
    close_timeout: float = 10,
) -> ClientConnection:
    """A WebSocket to a server that may be busy."""
    return client.connect(
        url,
        sock=sock,
        additional_headers=additional_headers,
        origin=None if origin is None else Origin(origin),
        max_size=max_size,
        close_timeout=close_timeout,
        open_timeout=PATIENCE,
        ping_timeout=PATIENCE,
    )


def without_hidden(frame: Json) -> Json:
    """A frame without what differs from one connection to the next, or as time passes."""
    table = {key: value for key, value in frame["table"].items() if key != "viewers"}
    table["seats"] = [{**seat, "present": None} for seat in table["seats"]]
    return {**frame, "table": table, "absences": None}
