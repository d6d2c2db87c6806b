"""Twin worlds at one device: what one seat keeps secret changes no byte of what the other is told.

On their own: people's clock stands still in twin worlds.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from msgspec import structs

from tests.server.serving import Running
from tests.server.test_twin_worlds import (
    OF_A_TABLE,
    RESIGNING,
    Ask,
    Twins,
    answer,
    differently_many,
    holes_of,
    id_of,
    keep,
    other_cards,
)
from tests.server.test_twin_worlds import worlds as worlds
from whistlestop.server.table.entries import Entry
from whistlestop.server.table.happenings import Created
from whistlestop.server.table.table import played


def at_one_device(entries: Sequence[Entry], holder: int) -> list[Entry]:
    """The same entries where one person holds all seats."""
    created = entries[0].content
    assert isinstance(created, Created)
    seats = [
        structs.replace(seat, person=id_of(holder), beside=number != holder)
        for number, seat in enumerate(created.seats)
    ]
    first = structs.replace(created, seats=seats, host=id_of(holder))
    return [replace(entries[0], content=first), *entries[1:]]


@pytest.mark.parametrize("make", [differently_many, other_cards])
def test_other_eyes_at_the_device_are_not_told_a_byte(
    worlds: tuple[Running, Running], make: Callable[..., Twins]
) -> None:
    """Twin worlds: seat 0 has other secrets; seat 1 and nobody, at the same device, ask for all."""
    _, *both = make(secrets.token_urlsafe(9), "europe", 2, 0)
    both = [at_one_device(entries, 1) for entries in both]
    table, _ = played(secrets.token_urlsafe(9), both[0])
    for server, entries in zip(worlds, both, strict=True):
        keep(server, table, entries)
    names = holes_of(table)
    asked = [
        (method, ask)
        for (method, path), asks in OF_A_TABLE.items()
        for ask in asks
        # Each server has its own address there.
        if not path.endswith("/qr.svg")
    ]
    asked.append((RESIGNING[0], Ask("/api/tables/{table}/resign")))
    for method, ask in asked:
        named = f"{ask.address}{'&' if '?' in ask.address else '?'}seat=1"
        for address in (ask.address, named):
            one = replace(ask, address=address)
            found = [answer(server, method, one, 1, names) for server in worlds]
            assert found[0] == found[1], (method, address)
