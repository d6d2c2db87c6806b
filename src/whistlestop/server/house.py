"""The devices in the house: let in, and shut out again, while the server runs.

Besides the address of this machine alone, the server then listens at the machine's private
addresses, and at no others; whoever comes to them from elsewhere than a private network is hung up
on (decision 0018).
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import weakref
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from whistlestop.server.connections import Connection
from whistlestop.server.listening import listening_socket, own_addresses, url_of

_PRIVATE: Final = tuple(
    ipaddress.ip_network(network)
    for network in (
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",
        "fc00::/7",
        "fe80::/10",
    )
)
"""Networks that no router passes on to the internet: RFC 1918, RFC 3927, RFC 4193, and RFC 4291's
addresses of one link."""


def is_private(address: str) -> bool:
    """Whether only devices near by can have an address, or reach it."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return any(found in network for network in _PRIVATE)


def private_addresses() -> list[str]:
    """This machine's private addresses, the likeliest first.

    Those that hold on one link only are left out where a browser would have to name the link, too,
    which it cannot.
    """
    found = own_addresses()
    if socket.has_ipv6:
        found += own_addresses(socket.AF_INET6)
    linked = ipaddress.ip_network("fe80::/10")
    return [
        address
        for address in found
        if is_private(address) and ipaddress.ip_address(address.partition("%")[0]) not in linked
    ]


class House:
    """The way for the devices in the house."""

    def __init__(
        self,
        port: int,
        addresses: Callable[[], Sequence[str]] = private_addresses,
        is_near: Callable[[str], bool] = is_private,
    ) -> None:
        """It is closed at first.

        Args:
            port: the one the server has on this machine.
            addresses: finds the addresses to listen at.
            is_near: whether a device with this address may come in.
        """
        self._port = port
        self._find = addresses
        self._switching = asyncio.Lock()
        self.is_near = is_near
        self.listen: Callable[[House, socket.socket], Awaitable[asyncio.Server]] | None = None
        """How to listen at a socket; the server says it."""
        self.servers: list[asyncio.Server] = []
        self.addresses: tuple[str, ...] = ()
        """Where it listens now, the likeliest first."""
        self.connections: weakref.WeakSet[asyncio.Transport] = weakref.WeakSet()

    @property
    def open(self) -> bool:
        """Whether the devices in the house can join."""
        return bool(self.addresses)

    @property
    def urls(self) -> tuple[str, ...]:
        """Where they find the server."""
        return tuple(url_of(address, self._port) for address in self.addresses)

    async def switch(self, on: bool) -> None:
        """Let them in, or shut them out; where there is no private network it stays closed."""
        async with self._switching:
            if on and not self.open:
                await self._let_in()
            elif not on:
                self._shut_out()

    async def _let_in(self) -> None:
        assert self.listen is not None
        found: list[str] = []
        for address in self._find():
            try:
                sock = listening_socket(address, self._port)
            except OSError:
                # Another program has the port there, or the network has just gone.
                continue
            self.servers.append(await self.listen(self, sock))
            found.append(address)
        self.addresses = tuple(found)

    def _shut_out(self) -> None:
        for server in self.servers:
            server.close()
        for connection in list(self.connections):
            connection.abort()
        self.servers.clear()
        self.addresses = ()


class Neighbour(Connection):
    """A connection of a device in the house."""

    def __init__(self, house: House, *args: Any) -> None:
        """Prepare; `args`: as for every connection."""
        super().__init__(*args)
        self._house = house

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Hang up on whoever is not near, however their way here was redirected."""
        super().connection_made(transport)
        self._house.connections.add(transport)
        if self.client is None or not self._house.is_near(self.client[0]):
            transport.abort()
