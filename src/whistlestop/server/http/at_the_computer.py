"""Find out whether a request comes from the person at the computer that runs the server."""

from __future__ import annotations

import ipaddress
from typing import Final

from whistlestop.server.http.request import Call, service_of

_PASSED_ON: Final = frozenset(
    ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
)
"""Headers that only a request passed on by a proxy has."""


def at_the_computer(call: Call) -> bool:
    """Return whether a request came from this machine, to `localhost`, and not through a proxy.

    A loopback address counts as `localhost`. The result is False if the server has no switch for
    the devices in the house.
    """
    client, server = call.scope["client"], call.scope["server"]
    house = service_of(call).house
    return (
        house is not None
        and client is not None
        and server is not None
        and server[0] not in house.addresses
        and all(_is_own(host) for host in (client[0], server[0], call.url.hostname or ""))
        and not any(header in call.headers for header in _PASSED_ON)
    )


def _is_own(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
