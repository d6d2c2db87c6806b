"""Access for other devices in the house, which can be opened and closed while the server runs.

While access is open, the server listens on the machine's private addresses as well as on its
loopback address. A connection from an address outside the private networks is closed at once
(decision 0018).
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
"""Networks that no router passes on to the internet: RFC 1918, RFC 3927, RFC 4193, and the
link-local addresses of RFC 4291."""


def is_private(address: str) -> bool:
    """Return whether a text is an address of a private network."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return any(found in network for network in _PRIVATE)


def private_addresses() -> list[str]:
    """Return this machine's private addresses.

    The address that other devices most likely reach comes first. IPv6 link-local addresses are left
    out, because URLs with them would have to name a network interface, and browsers do not accept
    that.
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
    """Access to the server from other devices in the house, which can be switched on and off."""

    def __init__(
        self,
        port: int,
        addresses: Callable[[], Sequence[str]] = private_addresses,
        is_near: Callable[[str], bool] = is_private,
    ) -> None:
        """Create the access. It is closed until `switch` opens it.

        Args:
            port: the port on which the server listens on this machine.
            addresses: returns the addresses to listen on.
            is_near: returns whether a device with an address may connect.
        """
        self._port = port
        self._find = addresses
        self._switching = asyncio.Lock()
        self.is_near = is_near
        self.listen: Callable[[House, socket.socket], Awaitable[asyncio.Server]] | None = None
        """Starts a server on a listening socket. The web server sets this attribute when it is
        created."""
        self.servers: list[asyncio.Server] = []
        self.addresses: tuple[str, ...] = ()
        """The addresses on which the server listens for devices in the house. The address that
        devices most likely reach comes first. Empty = access is closed."""
        self.connections: weakref.WeakSet[asyncio.Transport] = weakref.WeakSet()

    @property
    def open(self) -> bool:
        """Whether devices in the house can connect now."""
        return bool(self.addresses)

    @property
    def urls(self) -> tuple[str, ...]:
        """The URLs that devices in the house use for the server; empty = access is closed."""
        return tuple(url_of(address, self._port) for address in self.addresses)

    async def switch(self, on: bool) -> None:
        """Open or close access for the devices in the house. Closing also cuts their connections.

        If the server cannot listen on any private address, access stays closed.
        """
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
                # Another program uses this port, or the network was just disconnected.
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
    """A connection from a device in the house."""

    def __init__(self, house: House, *args: Any) -> None:
        """Prepare the connection.

        Args:
            house: the access through which the device comes.
            args: the arguments of `Connection`.
        """
        super().__init__(*args)
        self._house = house

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection, or abort it if the client's address is not private."""
        super().connection_made(transport)
        self._house.connections.add(transport)
        if self.client is None or not self._house.is_near(self.client[0]):
            transport.abort()
