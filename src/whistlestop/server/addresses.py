"""Clients' addresses: which of them count as one, and which are proxies'."""

from __future__ import annotations

import os
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Any

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware


@lru_cache(maxsize=4096)
def network(address: str) -> str:
    """The network that counts as one address: with IPv6, everybody has at least 2**64 addresses."""
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
    """Whether this is a proxy's address, whose word on its clients' addresses is believed.

    `FORWARDED_ALLOW_IPS` names them, as for uvicorn, which does the believing.
    """
    return address in _proxies(os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1"))


@lru_cache(maxsize=8)
def _proxies(named: str) -> Any:
    return ProxyHeadersMiddleware(_nowhere, named).trusted_hosts


async def _nowhere(*_: object) -> None:
    """No application: only the list is of interest."""
