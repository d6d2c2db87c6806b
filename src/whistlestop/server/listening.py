"""Sockets that listen, and the addresses of this machine."""

from __future__ import annotations

import ipaddress
import socket


def listening_socket(host: str, port: int) -> socket.socket:
    """A socket that listens.

    Raises:
        OSError: it cannot.
    """
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


def url_of(host: str, port: int) -> str:
    """The address of a server, as browsers want it."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def own_addresses(family: socket.AddressFamily = socket.AF_INET) -> list[str]:
    """This machine's addresses in the local network, the likeliest first."""
    found: list[str] = []
    probe = socket.socket(family, socket.SOCK_DGRAM)
    try:
        # Nothing is sent: this asks which address would be used to reach others.
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
