"""Listings: a table as the lists on the start page show it, in memory or not."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final

import msgspec

from whistlestop.server.sent.update import iso, seats_data
from whistlestop.server.storage.store import NEVER
from whistlestop.server.table.seats import with_mended_names
from whistlestop.server.table.table import Table


def summary(table: Table) -> str:
    """A table's line in lists; people are told apart, but never named to others."""
    people = [seat.person for seat in table.seats]
    data = {
        "title": table.edition.title,
        "edition": table.edition_key,
        "lesson": table.lesson,
    }
    return json.dumps({**data, "seats": seats_data(table, ()), "people": people})


class _Line(msgspec.Struct):
    """What a kept line of a table has to hold."""

    title: str
    edition: str
    seats: list[dict[str, Any]]
    people: list[str | None]


_read: Final = msgspec.json.Decoder(_Line).decode


def is_readable(state: Any, updated: Any, kept: Any) -> bool:
    """Whether the line that the database has of a table can be shown.

    Args:
        state: the table's state.
        updated: when the table changed last.
        kept: the summary. All three may have been damaged on the disk, and be of any type.
    """
    if state not in _STATES or not isinstance(updated, int | float) or not 0 <= updated < NEVER:
        return False
    try:
        _read(kept)
    except (msgspec.DecodeError, UnicodeError, TypeError):
        return False
    return True


_STATES: Final = ("open", "playing", "over", "closed")


def newest_lessons(rows: Iterable[tuple[str, str, str]]) -> dict[str, str]:
    """The tables of the lessons that somebody has begun and not finished, by the lessons' names.

    Args:
        rows: id, state and summary of their tables, the last changed first. Of several of one
            lesson the first counts: it has been begun anew since the others.
    """
    newest: dict[str, tuple[str, str]] = {}
    for table_id, state, kept in rows:
        name = json.loads(kept).get("lesson")
        if name is not None:
            newest.setdefault(name, (table_id, state))
    return {
        name: table_id
        for name, (table_id, state) in newest.items()
        if state not in ("over", "closed")
    }


def listed(table: Table, person: str, present: frozenset[str]) -> dict[str, Any]:
    """A table in a list."""
    seat = table.seat_of(person)
    return {
        "id": table.id,
        "edition": table.edition_key,
        "title": table.edition.title,
        "lesson": table.lesson,
        "state": table.state,
        "seats": seats_data(table, present),
        "yours": seat,
        "your_turn": any(
            held in table.deciding and not table.seats[held].resigned
            for held in table.seats_of(person)
        ),
        "updated": iso(table.updated),
    }


def listed_from(table_id: str, state: str, updated: float, kept: str, person: str) -> Any:
    """A table in a list that is not in memory."""
    data = json.loads(kept)
    people = data.pop("people")
    # Versions without lessons have kept nothing of them.
    data.setdefault("lesson", None)
    # Nor have versions without several people at one device.
    data["seats"] = [{"beside": False, **with_mended_names(seat)} for seat in data["seats"]]
    seat = people.index(person) if person in people else None
    return {
        "id": table_id,
        **data,
        "state": state,
        "yours": seat,
        "your_turn": False,
        "updated": iso(updated),
    }
