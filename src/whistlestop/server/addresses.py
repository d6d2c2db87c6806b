"""Client addresses: which addresses count as one client, and which belong to proxies."""

from __future__ import annotations

import os
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Any

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware


@lru_cache(maxsize=4096)
def network(address: str) -> str:
    """Return the address or network that counts as one client for limits.

    For IPv6 this is the /64 network, because every client has at least 2**64 addresses. An IPv6
    address that maps an IPv4 address becomes that IPv4 address. Any other text is returned
    unchanged.
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return f"{found.exploded[:19]}::/64"


def is_proxy(address: str) -> bool:
    """Return whether an address belongs to a trusted proxy.

    `FORWARDED_ALLOW_IPS` lists the trusted proxies; the default is 127.0.0.1. uvicorn reads the
    client's address from the headers that these proxies send.
    """
    return address in _proxies(os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1"))


@lru_cache(maxsize=8)
def _proxies(named: str) -> Any:
    return ProxyHeadersMiddleware(_nowhere, named).trusted_hosts


async def _nowhere(*_: object) -> None:
    """Do nothing. `ProxyHeadersMiddleware` requires an application, but is never run here."""
