"""Requests from this server to addresses that people enter. Such a request is named a call.

Nobody may reach into the operator's own network through the server. So a name is looked up once,
every address that it leads to is checked, and the connection goes to a checked address. Redirects,
proxies and cookies are not used, and nothing of an answer except its status is read.
"""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
import threading
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any, Final, Literal

import httpcore

from whistlestop import __version__
from whistlestop.server.sent.webhooks import CallResult
from whistlestop.server.settings import HOST_NAME

LONGEST_ADDRESS: Final = 2000
"""The maximum length of an address, in characters."""

PATIENCE: Final = 5.0
"""Seconds that each step of a call may take: looking up the host's name, connecting, sending the
request, reading the answer."""

MOST_SECONDS: Final = 10.0
"""Seconds that a whole call may take."""

MOST_LOOK_UPS: Final = 64
"""The maximum number of hosts' names that are looked up at the same time. A look-up can hang,
usually for less than half a minute. At the maximum, the next call raises `Overloaded`."""

MOST_TRIED: Final = 3
"""The maximum number of addresses of one name to which a connection is tried."""

PORTS: Final = (443, 8443)
"""The ports that may be called at hosts that the operator has not named."""

DEFAULT_PORTS: Final = {"https": 443, "http": 80}

Fault = Literal["form", "https", "user", "port", "inside"]
"""Why an address cannot be called.

`form` = it is not the address of a web page. `https` = it does not begin with `https://`. `user` =
it contains a user name or password. `port` = its port may not be called. `inside` = it names an IP
address in a network that the server does not call.
"""

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
"""A function that looks up the IP addresses of a host's name, for a port."""

Listed = frozenset[tuple[str, int | None]]
"""Hosts that the operator has named in the settings, each with its port. None = the default port of
the scheme."""


class AddressError(ValueError):
    """The error raised for an address that cannot be called."""

    def __init__(self, fault: Fault) -> None:
        """Create the error.

        Args:
            fault: why the address cannot be called.
        """
        super().__init__(fault)
        self.fault: Fault = fault


@dataclass(frozen=True, slots=True)
class Address:
    """An address that may be called."""

    scheme: str
    host: str
    """The name or IP address of the host, in small letters and without brackets."""
    port: int
    target: str
    """The path and the query, as one text."""
    listed: bool
    """Whether the operator has named the host. It may then be in any network."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a request to another server ended: whether it was accepted, and if not, why."""

    result: CallResult
    status: int | None = None
    """The status of the answer; None = there was no answer."""


_ADDRESS: Final = re.compile(
    r"(?P<scheme>https?)://(?P<authority>[^/?#]*)(?P<target>[/?][^#]*)?(?:#.*)?", re.IGNORECASE
)
_PRINTABLE: Final = re.compile(r"[!-~]+")


def listed_hosts(names: Iterable[str]) -> Listed:
    """Return the hosts that the operator has named, such as `chat.home` and `10.0.0.5:8065`.

    Raises:
        ValueError: a text is no name of a host.
    """
    found: set[tuple[str, int | None]] = set()
    for name in names:
        match = HOST_NAME.fullmatch(name)
        if match is None:
            raise ValueError(name)
        port = match["port"]
        found.add((_host(match["host"]), None if port is None else int(port)))
    return frozenset(found)


def read_address(text: str, listed: Listed) -> Address:
    """Return the address that a text means, if the server may call it.

    The name of its host is not looked up, so a call can still be refused.

    Args:
        text: the text, such as `https://chat.example/hooks/1`.
        listed: the hosts that the operator has named. They may be called by `http`, too, and at any
            port that is named.

    Raises:
        AddressError: the address cannot be called.
    """
    whole = _ADDRESS.fullmatch(text) if _PRINTABLE.fullmatch(text) else None
    if whole is None or len(text) > LONGEST_ADDRESS or "\\" in text:
        raise AddressError("form")
    if "@" in whole["authority"]:
        raise AddressError("user")
    authority = HOST_NAME.fullmatch(whole["authority"])
    if authority is None or len(authority["host"]) > 253:
        raise AddressError("form")
    scheme, host = whole["scheme"].lower(), _host(authority["host"])
    usual = DEFAULT_PORTS[scheme]
    port = usual if authority["port"] is None else int(authority["port"])
    named = (host, port) in listed or (port == usual and (host, None) in listed)
    if not named:
        if scheme != "https":
            raise AddressError("https")
        if port not in PORTS:
            raise AddressError("port")
    try:
        address = ip_address(host)
    except ValueError:
        if ":" in host:
            raise AddressError("form") from None
    else:
        if not named and not is_outside(str(address)):
            raise AddressError("inside")
    target = whole["target"] or "/"
    return Address(scheme, host, port, target if target[0] == "/" else f"/{target}", named)


def _host(text: str) -> str:
    return text.strip("[]").rstrip(".").lower()


_GLOBAL_V6: Final = ip_network("2000::/3")
"""The network of all IPv6 addresses that are routed in the internet."""

_REFUSED: Final = tuple(
    ip_network(text)
    for text in (
        "192.0.0.0/24",  # for protocols
        "192.88.99.0/24",  # relays that lead into IPv6
        "168.63.129.16/32",  # serves virtual machines of one provider alone
        "2001::/23",  # for protocols, such as Teredo, which contains an IPv4 address
        "2002::/16",  # 6to4: contains an IPv4 address
        "2001:db8::/32",  # for examples
        "3fff::/20",  # for examples
    )
)
"""Networks that are refused, although some versions of Python call them global."""


def is_outside(text: str) -> bool:
    """Return whether an IP address is in the internet, so that the server may call it.

    False for all addresses of private, local and reserved networks, for multicast, and for IPv6
    addresses that contain an IPv4 address (mapped, NAT64, 6to4, Teredo).

    Args:
        text: the address. An address with a zone, such as `fe80::1%eth0`, is not in the internet.
    """
    try:
        address: IPv4Address | IPv6Address = ip_address(text)
    except ValueError:
        return False
    if "%" in text or not address.is_global or address.is_multicast or address.is_reserved:
        return False
    if isinstance(address, IPv6Address) and address not in _GLOBAL_V6:
        return False
    return not any(
        address.version == network.version and address in network for network in _REFUSED
    )


class Overloaded(Exception):
    """The error raised if the server cannot make a call now, because it is busy with other calls.

    `MOST_LOOK_UPS` names of hosts are being looked up already.
    """


class _InsideError(Exception):
    """The error raised if a host's name has an IP address that the server does not call."""


class _UnknownHostError(Exception):
    """The error raised if looking up a host's name finds no IP address."""


class Outgoing:
    """A client that sends requests to addresses that people enter."""

    def __init__(
        self,
        resolve: Resolve | None = None,
        tls: ssl.SSLContext | None = None,
        network: httpcore.AsyncNetworkBackend | None = None,
    ) -> None:
        """Create the sender. Nothing is looked up yet.

        Args:
            resolve: looks up the IP addresses of names; None = as the system does.
            tls: decides which certificates are valid; None = as the system does.
            network: opens connections to IP addresses; None = those of the system.
        """
        self._free = asyncio.Semaphore(MOST_LOOK_UPS)
        self._resolve = resolve or self._looked_up
        self._tls = tls
        # For type checkers, this class may be missing, because httpcore can do without anyio.
        system: Any = httpcore.AnyIOBackend()
        self._network: httpcore.AsyncNetworkBackend = network or system

    async def post(self, address: Address, body: bytes, headers: Mapping[str, str]) -> Outcome:
        """Send a POST request, and return how it ended.

        If the receiver refuses the request or cannot be reached, the `Outcome` says so. No
        exception is raised for this.

        Args:
            address: the address.
            body: the body, which is JSON.
            headers: further headers.

        Raises:
            Overloaded: nothing was sent, because `MOST_LOOK_UPS` names are being looked up.
        """
        if self._tls is None and address.scheme == "https":
            # Reading the certificates takes a while, which is not the receiver's fault.
            self._tls = await asyncio.to_thread(ssl.create_default_context)
        try:
            async with asyncio.timeout(MOST_SECONDS):
                status = await self._status(address, body, headers)
        except _InsideError:
            return Outcome("inside")
        except _UnknownHostError:
            return Outcome("unknown_host")
        except (TimeoutError, httpcore.TimeoutException):
            return Outcome("timeout")
        except httpcore.ConnectError as fault:
            return Outcome("certificate" if _is_about_tls(fault) else "unreachable")
        except (httpcore.NetworkError, httpcore.ProtocolError):
            return Outcome("no_answer")
        if 200 <= status < 300:
            return Outcome("sent", status)
        return Outcome("redirect" if 300 <= status < 400 else "status", status)

    async def _status(self, address: Address, body: bytes, headers: Mapping[str, str]) -> int:
        sent = {
            "content-type": "application/json",
            "user-agent": f"whistlestop/{__version__}",
            "accept": "*/*",
            "connection": "close",
            **headers,
        }
        limits = dict.fromkeys(("connect", "read", "write", "pool"), PATIENCE)
        url = httpcore.URL(
            scheme=address.scheme, host=address.host, port=address.port, target=address.target
        )
        backend = _Checked(self._resolve, self._network, address.listed)
        async with (
            httpcore.AsyncConnectionPool(self._tls, network_backend=backend) as pool,
            pool.stream(
                "POST",
                url,
                headers=list(sent.items()),
                content=body,
                extensions={"timeout": limits},
            ) as answer,
        ):
            return answer.status

    async def _looked_up(self, host: str, port: int) -> Sequence[str]:
        # A look-up cannot be stopped. It has a thread of its own, so that a slow one delays neither
        # other work nor the end of the program.
        if self._free.locked():
            # Waiting would use up the time of a receiver that is not at fault.
            raise Overloaded
        await self._free.acquire()
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[list[str]] = loop.create_future()

        def told(addresses: list[str]) -> None:
            self._free.release()
            if not answer.done():
                answer.set_result(addresses)

        def ask() -> None:
            addresses: list[str] = []
            with suppress(OSError, UnicodeError):
                found = socket.getaddrinfo(
                    host, port, type=socket.SOCK_STREAM, flags=socket.AI_ADDRCONFIG
                )
                addresses = [str(one[4][0]) for one in found]
            # After the end of the server, nobody waits any more.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(told, addresses)

        threading.Thread(target=ask, name="look-up", daemon=True).start()
        return await answer


class _Checked(httpcore.AsyncNetworkBackend):
    """A network that connects only to hosts whose IP addresses are all in the internet.

    The certificate is still checked for the name, because only the connection uses the address.
    """

    def __init__(
        self, resolve: Resolve, network: httpcore.AsyncNetworkBackend, anywhere: bool
    ) -> None:
        """Store the arguments.

        Args:
            resolve: looks up the IP addresses of a name.
            network: opens the connections.
            anywhere: whether all networks are allowed, because the operator has named the host.
        """
        self._resolve = resolve
        self._anywhere = anywhere
        self._network = network

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Look a host up, check all addresses, and connect to one of them.

        Raises:
            _InsideError: an address is in a network that the server does not call.
            _UnknownHostError: there is no such host.
        """
        async with asyncio.timeout(timeout):
            found = list(dict.fromkeys(await self._resolve(host, port)))
        if not found:
            raise _UnknownHostError
        if not self._anywhere and not all(is_outside(address) for address in found):
            raise _InsideError
        fault: Exception | None = None
        for address in found[:MOST_TRIED]:
            try:
                stream = await self._network.connect_tcp(
                    address, port, timeout, local_address, socket_options
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as failed:
                fault = failed
                continue
            try:
                if self._anywhere or not _is_this_machine(stream):
                    return stream
            except httpcore.ConnectError:
                await stream.aclose()
                raise
            await stream.aclose()
            raise _InsideError
        assert fault is not None
        raise fault


def _is_this_machine(stream: httpcore.AsyncNetworkStream) -> bool:
    """Return whether a connection leads to an address of the machine itself.

    Services of the machine may trust its own address more than all others.

    Raises:
        httpcore.ConnectError: the other side has closed the connection already.
    """
    here, there = stream.get_extra_info("client_addr"), stream.get_extra_info("server_addr")
    if here is None or there is None:
        raise httpcore.ConnectError("the connection was closed at once")
    return here[0] == there[0]


def _is_about_tls(fault: BaseException) -> bool:
    """Return whether a connection failed because of its certificate or encryption."""
    cause: BaseException | None = fault
    while cause is not None:
        if isinstance(cause, ssl.SSLError):
            return True
        cause = cause.__cause__ or cause.__context__
    return False
