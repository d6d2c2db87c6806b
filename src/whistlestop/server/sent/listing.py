"""Tables as the lists of the start page show them, from memory or from the database."""

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
    """Return a table's line for lists, as the JSON that the database keeps.

    It includes the ids of the people in the seats. `listed_from` removes them before sending.
    """
    people = [seat.person for seat in table.seats]
    data = {
        "title": table.edition.title,
        "edition": table.edition_key,
        "lesson": table.lesson,
    }
    return json.dumps({**data, "seats": seats_data(table, ()), "people": people})


class _Line(msgspec.Struct):
    """The fields that a kept summary of a table must have."""

    title: str
    edition: str
    seats: list[dict[str, Any]]
    people: list[str | None]


_read: Final = msgspec.json.Decoder(_Line).decode


def is_readable(state: Any, updated: Any, kept: Any) -> bool:
    """Return whether the line that the database has of a table can be shown.

    Damage on the disk may have changed each argument to any value of any type.

    Args:
        state: the table's state.
        updated: when the table last changed.
        kept: the summary of the table.
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
    """Return the tables of a person's unfinished lessons, by the names of the lessons.

    Only the last changed table of each lesson counts. If its game has ended, the lesson is left
    out.

    Args:
        rows: id, state and summary of the person's tables, the last changed first.
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
    """Return a table in memory as a line of a list, as JSON data.

    Args:
        table: the table.
        person: the id of the person who reads the list.
        present: the ids of the people who are connected to the table.
    """
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
    """Return a table that is only in the database as a line of a list, as JSON data.

    Args:
        table_id: the table's id.
        state: the table's state.
        updated: when the table last changed, in seconds since 1970.
        kept: the summary that the database has.
        person: the id of the person who reads the list.
    """
    data = json.loads(kept)
    people = data.pop("people")
    # Summaries from versions without lessons lack this field.
    data.setdefault("lesson", None)
    # Summaries from versions that knew only one person per device lack `beside`.
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
