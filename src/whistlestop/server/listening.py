"""Listening sockets, and the addresses of this machine."""

from __future__ import annotations

import errno
import ipaddress
import socket


def listening_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens on a host and port.

    Raises:
        OSError: the address or port cannot be used.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except UnicodeError as error:
        # A label of the name is empty or too long.
        raise OSError(errno.EINVAL, "this is not a host name") from error
    made = socket.socket(family, kind, protocol)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
        made.listen(1024)
    except OSError:
        made.close()
        raise
    return made


def url_of(host: str, port: int) -> str:
    """Return the HTTP URL of a server on a host and port. An IPv6 address gets brackets."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def own_addresses(family: socket.AddressFamily = socket.AF_INET) -> list[str]:
    """Return this machine's addresses in the local network.

    The address from which the system sends by default comes first.
    """
    found: list[str] = []
    probe = socket.socket(family, socket.SOCK_DGRAM)
    try:
        # Nothing is sent. The system only chooses the address that it would send from.
        probe.connect(("192.0.2.1" if family == socket.AF_INET else "2001:db8::1", 9))
        found.append(str(probe.getsockname()[0]))
    except OSError:
        pass
    finally:
        probe.close()
    try:
        entries = socket.getaddrinfo(socket.gethostname(), None, family)
        found.extend(str(entry[4][0]) for entry in entries)
    except OSError:
        pass
    return [ip for ip in dict.fromkeys(found) if not ipaddress.ip_address(ip).is_loopback]
