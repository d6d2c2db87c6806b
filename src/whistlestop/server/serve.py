"""Listening: addresses, the server's loop, and how it ends."""

from __future__ import annotations

import asyncio
import errno
import gc
import ipaddress
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import uvicorn

from whistlestop.server import logs
from whistlestop.server.app import application
from whistlestop.server.connections import Config, Connections, room_for
from whistlestop.server.house import House, Neighbour
from whistlestop.server.http.guard import Guard
from whistlestop.server.listening import listening_socket, own_addresses, url_of
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
    here = settings.host is None or settings.host == "127.0.0.1"
    host = ("0.0.0.0" if settings.lan else "127.0.0.1") if here else str(settings.host)
    asked = settings.port is not None
    first = DEFAULT_PORT if settings.port is None else settings.port
    ports = [first] if asked else range(first, first + TRIED)
    for port in ports:
        try:
            return listening_socket(host, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or asked:
                raise CannotListen(
                    f"cannot listen on {host} port {port}: {error.strerror or error}"
                ) from error
    raise CannotListen(f"the ports {first} to {first + TRIED - 1} are all taken; name one")


def house_of(settings: Settings, listening: socket.socket) -> House | None:
    """The way for the devices in the house; None where the host has said who gets here, and how."""
    said = settings.host is not None or settings.lan or bool(settings.allowed_hosts)
    if said or "FORWARDED_ALLOW_IPS" in os.environ:
        return None
    return House(listening.getsockname()[1])


def address_of(listening: socket.socket) -> Address:
    """Where a listening socket can be reached."""
    host, port = listening.getsockname()[:2]
    everywhere = ipaddress.ip_address(host).is_unspecified
    own = "127.0.0.1" if everywhere else host
    lan = tuple(url_of(ip, port) for ip in own_addresses()) if everywhere else None
    return Address(url_of(own, port), lan)


KEPT_IDLE: Final = 150
"""Seconds until an idle connection is closed: longer than proxies keep theirs (nginx one minute,
Caddy two), or a request would now and then be lost on one that is being closed."""


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
                timeout_keep_alive=KEPT_IDLE,
                timeout_graceful_shutdown=10,
                server_header=False,
                date_header=True,
            )
        )
        self._gate = gate
        self._on_up = on_up
        if gate.service.house is not None:
            gate.service.house.listen = self._listen_for_neighbours

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        if self.started:
            self.connections.watch()
            self._on_up()

    async def _listen_for_neighbours(self, house: House, sock: socket.socket) -> asyncio.Server:
        """Begin to listen for the devices in the house, too."""

        def connection() -> Neighbour:
            return Neighbour(house, self.config, self.server_state, self.lifespan.state)

        return await asyncio.get_running_loop().create_server(connection, sock=sock)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let every connection know, and then close them."""
        if self._gate.service.house is not None:
            self.servers += self._gate.service.house.servers
        await self._gate.service.close()
        await super().shutdown(sockets)
        self.connections.close()


def serve(
    settings: Settings,
    on_up: Callable[[Address], None] | None = None,
    on_step: Callable[[str], None] | None = None,
    on_loss: Callable[[str], None] | None = None,
) -> None:
    """Serve until interrupted.

    Args:
        settings: how.
        on_up: called when the server answers.
        on_step: called before something that bots need is compiled, with the name of that step.
        on_loss: called if something that was saved is missing, with a sentence that says so.

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
            store = Store(settings.database_url, power_cut_safe=settings.power_cut_safe)
            if store.loss is not None:
                logs.warn("entries lost", why=store.loss)
                if on_loss is not None:
                    on_loss(store.loss)
            try:

                def up() -> None:
                    if lock is not None:
                        lock.tell(address.url)
                    if on_up is not None:
                        on_up(address)

                gate = application(settings, store, address.lan, house_of(settings, listening))
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
