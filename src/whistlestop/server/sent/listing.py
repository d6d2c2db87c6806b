"""Listings: a table as the lists on the start page show it, in memory or not."""

from __future__ import annotations

import json
from typing import Any

from whistlestop.server.sent.update import iso, seats_data
from whistlestop.server.table.seats import with_mended_names
from whistlestop.server.table.table import Table


def summary(table: Table) -> str:
    """A table's line in lists; people are told apart, but never named to others."""
    people = [seat.person for seat in table.seats]
    data = {"title": table.edition.title, "edition": table.edition_key}
    return json.dumps({**data, "seats": seats_data(table, ()), "people": people})


def listed(table: Table, person: str, present: frozenset[str]) -> dict[str, Any]:
    """A table in a list."""
    seat = table.seat_of(person)
    return {
        "id": table.id,
        "edition": table.edition_key,
        "title": table.edition.title,
        "state": table.state,
        "seats": seats_data(table, present),
        "yours": seat,
        "your_turn": seat in table.deciding and not table.seats[seat].resigned
        if seat is not None
        else False,
        "updated": iso(table.updated),
    }


def listed_from(table_id: str, state: str, updated: float, kept: str, person: str) -> Any:
    """A table in a list that is not in memory."""
    data = json.loads(kept)
    people = data.pop("people")
    data["seats"] = list(map(with_mended_names, data["seats"]))
    seat = people.index(person) if person in people else None
    return {
        "id": table_id,
        **data,
        "state": state,
        "yours": seat,
        "your_turn": False,
        "updated": iso(updated),
    }
