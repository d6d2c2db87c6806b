"""Receivers of calls: servers on this machine that note what they are sent."""

from __future__ import annotations

import asyncio
import json
import ssl
import threading
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from typing import Any, Self

import httpcore

from tests.server.serving import PATIENCE, Json

CERTIFICATE = Path(__file__).with_name("rooms.example.pem")
"""A certificate for rooms.example with its key, which nobody else trusts. It lasts until 2126."""

OUTSIDE = "93.184.216.34"
"""An address of the internet, to which the tests open no connection."""


def trusting() -> ssl.SSLContext:
    """Trust in the certificate of the tests alone."""
    return ssl.create_default_context(cafile=CERTIFICATE)


@dataclass
class Call:
    """A call that arrived."""

    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Json:
        return json.loads(self.body)


class ChatRoom:
    """A chat room on this machine, without encryption, that notes every call."""

    def __init__(self, status: int = 204) -> None:
        self.status = status
        self.calls: Queue[Call] = Queue()
        room = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                room.calls.put(Call(headers, body))
                self.send_response(room.status)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self._server.server_address[1]}"
        self.address = f"http://{self.host}/hooks/1"
        self._thread = threading.Thread(target=self._server.serve_forever)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join(PATIENCE)
        self._server.server_close()

    def next(self) -> Json:
        """The body of the next call."""
        return self.calls.get(timeout=PATIENCE).json


Answer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[Any, Any, None]]


def answering(text: str) -> Answer:
    """Read a request, and answer with a text."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(text.encode())
        await writer.drain()

    return answer


@dataclass
class Network(httpcore.AsyncNetworkBackend):
    """Leads every connection to one port of this machine, and notes to where it was meant."""

    port: int
    meant: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])
    here: bool = False
    """Whether connections show that they lead to the machine itself."""

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Any = None,
    ) -> httpcore.AsyncNetworkStream:
        self.meant.append((host, port))
        real: Any = httpcore.AnyIOBackend()
        stream = await real.connect_tcp("127.0.0.1", self.port, timeout)
        return stream if self.here else _Elsewhere(stream)


class _Elsewhere(httpcore.AsyncNetworkStream):
    """A stream that seems to lead to another machine."""

    def __init__(self, inside: httpcore.AsyncNetworkStream) -> None:
        self._inside = inside

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return await self._inside.read(max_bytes, timeout)

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        await self._inside.write(buffer, timeout)

    async def aclose(self) -> None:
        await self._inside.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.AsyncNetworkStream:
        return await self._inside.start_tls(ssl_context, server_hostname, timeout)

    def get_extra_info(self, info: str) -> Any:
        if info == "server_addr":
            return (OUTSIDE, 443)
        return self._inside.get_extra_info(info)


@asynccontextmanager
async def receiver(answer: Answer) -> AsyncGenerator[Network]:
    """A receiver with the tests' certificate. Yield a network that leads to it."""
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(CERTIFICATE)

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await answer(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(handle, "127.0.0.1", 0, ssl=tls)
    async with server:
        yield Network(server.sockets[0].getsockname()[1])


class Names:
    """A look-up that gives one answer after the other."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self.left = [*answers]
        self.asked: list[str] = []

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked.append(host)
        return self.left.pop(0) if len(self.left) > 1 else self.left[0]
