"""Tables as the lists of the start page show them, from memory or from the database."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final, get_args

import msgspec

from whistlestop.server.sent.entries import iso
from whistlestop.server.sent.tables import Seat, State, seats_sent
from whistlestop.server.storage import accounts as storage
from whistlestop.server.storage import store
from whistlestop.server.table.seats import with_mended_names
from whistlestop.server.table.table import Table


class Listed(msgspec.Struct, frozen=True):
    """A table as one line of a list."""

    id: str
    """The id of the table."""
    edition: str
    """The name of the edition, or `table.ID` for a player's own edition."""
    title: str
    """The title of the edition."""
    lesson: str | None
    """The name of the lesson that is taken at the table; null if the table is not for a lesson."""
    daily: str | None
    """The day whose deal is played at the table, such as `2026-11-27`; null if there is none."""
    state: State
    """`open` = the game has not begun; `playing` = the game is going on; `over` = the game has
    ended with a result; `closed` = the table was closed without a result."""
    seats: tuple[Seat, ...]
    """The seats of the table, in the order of their numbers."""
    yours: int | None
    """The caller's seat; null if the caller does not play at the table."""
    your_turn: bool
    """Whether the caller has to decide now. False if the table is not in the server's memory."""
    updated: str
    """When the table last changed, in UTC (ISO 8601)."""


class Ended(Listed, frozen=True):
    """A finished game of the caller."""

    place: int | None
    """The caller's place; null if the game does not count, as in lessons. Those who gave up share
    the last place."""
    score: int | None
    """The caller's final score; null if the game does not count, or if the caller gave up."""
    given_up: bool
    """Whether the caller resigned, or left the game to a bot or to another person. False if the
    game does not count."""


def summary(table: Table) -> str:
    """Return a table's summary for lists, as the JSON that the database keeps.

    The JSON includes the ids of the people in the seats. `listed_from` removes the ids.
    """
    people = [seat.person for seat in table.seats]
    data = {
        "title": table.edition.title,
        "edition": table.edition_key,
        "lesson": table.lesson,
        "puzzle": table.puzzle,
        "daily": None if table.daily is None else table.daily.isoformat(),
    }
    seats = msgspec.to_builtins(seats_sent(table, ()))
    return json.dumps({**data, "seats": seats, "people": people})


class _Line(msgspec.Struct):
    """The summary of a table, as read from the JSON that the database keeps."""

    title: str
    edition: str
    seats: list[dict[str, Any]]
    people: list[str | None]
    lesson: str | None = None
    """The name of the table's lesson; None = the table is not for a lesson. Summaries from versions
    without lessons lack this field."""
    puzzle: str | None = None
    """The id of the puzzle that is solved at the table; None = there is none, or the summary comes
    from a version without puzzles."""
    daily: str | None = None
    """The day whose deal is played at the table; None = no deal of the day. Summaries from versions
    without such deals lack this field."""

    def seats_sent(self) -> tuple[Seat, ...]:
        """Return the seats in the form in which clients get them.

        Raises:
            msgspec.ValidationError: a seat is damaged.
        """
        # Summaries from versions that knew only one person per device lack `beside`.
        whole = [{"name_of": None, "beside": False, **seat} for seat in self.seats]
        read = msgspec.convert(whole, list[Seat])
        return tuple(Seat(**with_mended_names(msgspec.structs.asdict(seat))) for seat in read)


_read: Final = msgspec.json.Decoder(_Line).decode


def is_readable(state: Any, updated: Any, kept: Any) -> bool:
    """Return whether a table in the database can be shown as a line of a list.

    Damage on the disk may have changed each argument to any value of any type.

    Args:
        state: the table's state.
        updated: when the table last changed.
        kept: the summary of the table.
    """
    if (
        state not in _STATES
        or not isinstance(updated, int | float)
        or not 0 <= updated < store.NEVER
    ):
        return False
    try:
        _read(kept).seats_sent()
    except (msgspec.DecodeError, UnicodeError, TypeError):
        return False
    return True


_STATES: Final = get_args(State)


def puzzle_of(row: store.Listed) -> str | None:
    """Return the id of the puzzle that is solved at a table; None if there is none.

    Args:
        row: the table's row in the database.
    """
    return _read(row.summary).puzzle


def newest_lessons(rows: Iterable[tuple[str, str, str]]) -> dict[str, str]:
    """Return the ids of the tables of a person's unfinished lessons, by the names of the lessons.

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


def begun_daily(rows: Iterable[tuple[str, str, str]], day: str) -> str | None:
    """Return the id of the table at which a person has an unfinished game with the deal of a day.

    None if there is no such table.

    Args:
        rows: id, state and summary of the person's tables, the last changed first.
        day: the day in UTC, such as `2026-11-27`.
    """
    return next(
        (
            table_id
            for table_id, state, kept in rows
            if state not in ("over", "closed") and _read(kept).daily == day
        ),
        None,
    )


def listed(table: Table, person: str, present: frozenset[str]) -> Listed:
    """Return a table in memory as a line of a list.

    Args:
        table: the table.
        person: the id of the person who reads the list.
        present: the ids of the people who are connected to the table.
    """
    return Listed(
        id=table.id,
        edition=table.edition_key,
        title=table.edition.title,
        lesson=table.lesson,
        daily=None if table.daily is None else table.daily.isoformat(),
        state=table.state,
        seats=seats_sent(table, present),
        yours=table.seat_of(person),
        your_turn=any(
            held in table.deciding and not table.seats[held].resigned
            for held in table.seats_of(person)
        ),
        updated=iso(table.updated),
    )


def listed_from(row: store.Listed, person: str) -> Listed:
    """Return a table that is only in the database as a line of a list.

    Args:
        row: the table's row in the database.
        person: the id of the person who reads the list.
    """
    line = _read(row.summary)
    return Listed(
        id=row.id,
        edition=line.edition,
        title=line.title,
        lesson=line.lesson,
        daily=line.daily,
        state=msgspec.convert(row.state, State),
        seats=line.seats_sent(),
        yours=line.people.index(person) if person in line.people else None,
        your_turn=False,
        updated=iso(row.updated),
    )


def ended_from(row: storage.Ended, person: str) -> Ended:
    """Return a finished game from the database as a line of a list.

    Args:
        row: the game's row in the database.
        person: the id of the person who reads the list.
    """
    line = listed_from(store.Listed(row.id, "over", row.updated, row.summary), person)
    return Ended(
        **msgspec.structs.asdict(line), place=row.place, score=row.score, given_up=row.given_up
    )
