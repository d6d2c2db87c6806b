"""Running the server: choosing addresses, listening, the main loop, and shutting down."""

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
"""Seconds after which a computing thread has to let other threads run. Python's default is ten
times as long. A move passes through the thread of the database writer and back, so this wait can
occur several times for each move."""

COLLECTED = (20_000, 2, 1_000)
"""The three thresholds of Python's garbage collector (`gc.set_threshold`). The collector checks the
youngest objects after 20,000 new objects, the younger objects after more than 2 such checks, and
all objects after more than 1,000 checks of the younger objects. A check of the youngest objects
stops all threads for about ten milliseconds. Moves leave almost no garbage with cycles, so checks
are rare."""

TRIED = 20
"""The number of ports that are tried, beginning with the default port."""


class CannotListen(Exception):
    """The error raised if the server cannot listen on an address. `str()` gives the reason."""


@dataclass(frozen=True, slots=True)
class Address:
    """The URLs under which a server can be reached."""

    url: str
    """The URL on this machine."""
    lan: tuple[str, ...] | None
    """The URLs for other devices in the house; None = other devices cannot reach the server."""


def bound(settings: Settings) -> socket.socket:
    """Return a socket that listens on the host and port of the settings.

    If the settings name no port, the first free port from the default port on is used.

    Raises:
        CannotListen: the address or port cannot be used, or all ports that were tried are taken.
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
    """Return the access for devices in the house, still closed.

    Return None if the settings or the variable `FORWARDED_ALLOW_IPS` already decide who can reach
    the server.
    """
    said = settings.host is not None or settings.lan or bool(settings.allowed_hosts)
    if said or "FORWARDED_ALLOW_IPS" in os.environ:
        return None
    return House(listening.getsockname()[1])


def address_of(listening: socket.socket) -> Address:
    """Return the URLs under which a listening socket can be reached."""
    host, port = listening.getsockname()[:2]
    everywhere = ipaddress.ip_address(host).is_unspecified
    own = "127.0.0.1" if everywhere else host
    lan = tuple(url_of(ip, port) for ip in own_addresses()) if everywhere else None
    return Address(url_of(own, port), lan)


KEPT_IDLE: Final = 150
"""Seconds after which the server closes an idle connection. The time is longer than that of proxies
(nginx one minute, Caddy two). If the server closed connections earlier than a proxy, the proxy
could send a request on a connection that is being closed, and the request would be lost."""


class Server(uvicorn.Server):
    """A uvicorn server that reports when it is up, and notifies its clients before it stops."""

    def __init__(self, gate: Guard, on_up: Callable[[], None]) -> None:
        """Prepare the server.

        Args:
            gate: the application.
            on_up: called when the server answers requests.
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
        """Start listening, and call `on_up` if the application has started."""
        await super().startup(sockets)
        if self.started:
            self.connections.watch()
            self._on_up()

    async def _listen_for_neighbours(self, house: House, sock: socket.socket) -> asyncio.Server:
        """Return a running server that accepts devices in the house on a further socket."""

        def connection() -> Neighbour:
            return Neighbour(house, self.config, self.server_state, self.lifespan.state)

        return await asyncio.get_running_loop().create_server(connection, sock=sock)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the service, which notifies all clients, and then close all connections."""
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
    """Run the server until it is interrupted.

    Args:
        settings: the operator's settings.
        on_up: called with the server's URLs when it answers requests.
        on_step: called with the name of each step before it compiles something that bots need.
        on_loss: called with an explanation if saved entries are missing from the database.

    Raises:
        CannotListen: the address or port cannot be used.
        StoreError: the database cannot be used, or the application could not start.
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
    # Bots and the database writer run in threads. No thread should wait long for its turn.
    sys.setswitchinterval(SWITCH)
    # Loaded modules stay in memory, and games only grow. Checking all of them for garbage again and
    # again would delay every request.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)
    if threading.current_thread() is threading.main_thread():
        # A service manager's SIGTERM ends the server in the way that Ctrl-C does.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    # uvicorn raises the signal again after a clean shutdown, and exits if it cannot start.
    with suppress(KeyboardInterrupt, SystemExit):
        server.run(sockets=[listening])
