"""Listening: addresses, the server's loop, and how it ends."""

from __future__ import annotations

import errno
import gc
import ipaddress
import signal
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import uvicorn

from whistlestop.server.app import application
from whistlestop.server.connections import Config, Connections, room_for
from whistlestop.server.http.guard import Guard
from whistlestop.server.settings import DEFAULT_PORT, Settings
from whistlestop.server.storage.lock import Lock
from whistlestop.server.storage.sqlite import sqlite_file
from whistlestop.server.storage.store import Store, StoreError

SWITCH = 0.0005
"""Seconds for which a thread that computes may keep the others waiting; Python's own is ten times
as long, which a move's way through the writer and back would feel several times."""

COLLECTED = (20_000, 2, 1_000)
"""How many new objects there are, and then how many smaller collections, before garbage is looked
for among the youngest objects, the younger ones, and all. Everybody waits meanwhile, for some ten
milliseconds with the youngest; but what is left of a move has no cycles, and there is next to
nothing to find."""

TRIED = 20
"""Ports that are tried after the usual one."""


class CannotListen(Exception):
    """The address is not to be had; `str()` says why."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server can be reached."""

    url: str
    """From this machine."""
    lan: tuple[str, ...] | None
    """From other devices in the house; None = it cannot."""


def bound(settings: Settings) -> socket.socket:
    """A socket that listens where the settings say.

    Raises:
        CannotListen: it cannot.
    """
    host = "0.0.0.0" if settings.lan and settings.host == "127.0.0.1" else settings.host
    asked = settings.port is not None
    first = DEFAULT_PORT if settings.port is None else settings.port
    ports = [first] if asked else range(first, first + TRIED)
    for port in ports:
        try:
            return _socket(host, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or asked:
                raise CannotListen(
                    f"cannot listen on {host} port {port}: {error.strerror or error}"
                ) from error
    raise CannotListen(f"the ports {first} to {first + TRIED - 1} are all taken; name one")


def _socket(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    made = socket.socket(family, kind, protocol)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
        made.listen(1024)
    except OSError:
        made.close()
        raise
    return made


def address_of(listening: socket.socket) -> Address:
    """Where a listening socket can be reached."""
    host, port = listening.getsockname()[:2]
    everywhere = ipaddress.ip_address(host).is_unspecified
    own = "127.0.0.1" if everywhere else host
    lan = tuple(_url(ip, port) for ip in _own_addresses()) if everywhere else None
    return Address(_url(own, port), lan)


def _url(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _own_addresses() -> list[str]:
    """This machine's addresses in the local network, the likeliest first."""
    found: list[str] = []
    probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        # Nothing is sent: this asks which address would be used to reach others.
        probe.connect(("192.0.2.1", 9))
        found.append(str(probe.getsockname()[0]))
    except OSError:
        pass
    finally:
        probe.close()
    try:
        entries = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        found.extend(str(entry[4][0]) for entry in entries)
    except OSError:
        pass
    return [ip for ip in dict.fromkeys(found) if not ipaddress.ip_address(ip).is_loopback]


class Server(uvicorn.Server):
    """A server that says when it is up, and tells its clients before it ends."""

    def __init__(self, gate: Guard, on_up: Callable[[], None]) -> None:
        """Prepare.

        Args:
            gate: the application.
            on_up: called when it answers.
        """
        settings = gate.service.settings
        self.connections = Connections(
            room_for(settings.connections),
            settings.connections_by_address,
            settings.head_timeout,
            settings.body_timeout,
            settings.send_timeout,
        )
        super().__init__(
            Config(
                gate,
                self.connections,
                log_config=None,
                access_log=False,
                ws_max_size=16 * 1024,
                ws_per_message_deflate=False,
                timeout_graceful_shutdown=10,
                server_header=False,
                date_header=True,
            )
        )
        self._gate = gate
        self._on_up = on_up

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        if self.started:
            self.connections.watch()
            self._on_up()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let every connection know, and then close them."""
        await self._gate.service.close()
        await super().shutdown(sockets)
        self.connections.close()


def serve(
    settings: Settings,
    on_up: Callable[[Address], None] | None = None,
    on_step: Callable[[str], None] | None = None,
) -> None:
    """Serve until interrupted.

    Args:
        settings: how.
        on_up: called when the server answers.
        on_step: called before something that bots need is compiled, with the name of that step.

    Raises:
        CannotListen: its address is taken.
        StoreError: the database cannot be used.
        Locked: another server is using the database.
    """
    file = sqlite_file(settings.database_url)
    try:
        lock = None if file is None else Lock(file)
        if lock is not None:
            lock.tell("")
    except OSError as error:
        reason = error.strerror or error
        raise StoreError(f"cannot keep tables in {file}: {reason}") from error
    try:
        with bound(settings) as listening:
            address = address_of(listening)
            store = Store(settings.database_url)
            try:

                def up() -> None:
                    if lock is not None:
                        lock.tell(address.url)
                    if on_up is not None:
                        on_up(address)

                gate = application(settings, store, address.lan)
                if on_step is not None:
                    gate.service.players.on_step = on_step
                server = Server(gate, up)
                _run(server, listening)
                if not server.started:
                    raise StoreError("the server could not start; what is wrong is written above")
            finally:
                store.close()
    finally:
        if lock is not None:
            lock.release()


def _run(server: Server, listening: socket.socket) -> None:
    # Bots and the writer are threads: none shall wait long for its turn.
    sys.setswitchinterval(SWITCH)
    # What is loaded stays, and games are lists that grow: looking through all of it for garbage
    # again and again would hold up everybody.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)
    if threading.current_thread() is threading.main_thread():
        # To be ended by a service manager is no other end than Ctrl-C.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    # When it has ended as it should, it passes the signal on; where it cannot start, it exits.
    with suppress(KeyboardInterrupt, SystemExit):
        server.run(sockets=[listening])
