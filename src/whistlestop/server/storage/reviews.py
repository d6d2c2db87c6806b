"""What the database keeps about reviews: the reviews themselves, and puzzles from own games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import IntegrityError

from whistlestop.server.storage import schema
from whistlestop.server.storage.store import NEVER, Store

MOST_REVIEWS: Final = 2000
"""The maximum number of reviews in the database. If there are more, those that were stored longest
ago are deleted."""

MOST_DECISIONS: Final = 200
"""The maximum number of examined decisions of one person. Those that were examined longest ago are
deleted."""


@dataclass(frozen=True, slots=True)
class KeptReview:
    """The review of a game, from a row of the database table `review`."""

    version: int
    game: str
    changed: float
    """When the review was stored, in seconds since 1970."""
    data: bytes


@dataclass(frozen=True, slots=True)
class KeptExamined:
    """A decision that was examined as a possible puzzle: one row of the database table `missed`."""

    id: str
    person: str
    table_id: str
    move: int
    examined: float
    """When the decision was examined, in seconds since 1970."""
    data: str | None
    """The puzzle as JSON; None = the decision is not suitable for a puzzle."""


class ReviewStore:
    """The database tables `review` and `missed`.

    They hold the reviews of games, and the decisions that were examined as possible puzzles.
    """

    def __init__(self, store: Store) -> None:
        """Create the object for the database of `store`."""
        self._store = store

    async def review(self, table_id: str) -> KeptReview | None:
        """Return the review of a table's game; None if there is none, or if its row is damaged."""
        columns = schema.review.c
        found = select(columns.version, columns.game, columns.changed, columns.data)

        def ask(connection: Connection) -> KeptReview | None:
            row = connection.execute(found.where(columns.table_id == table_id)).one_or_none()
            return None if row is None or not _are_bytes(row.data) else KeptReview(*row)

        return await self._store.read(ask)

    async def keep_review(
        self,
        table_id: str,
        version: int,
        game: str,
        now: float,
        made: Callable[[bytes | None], bytes],
    ) -> None:
        """Store the review of a table's game in place of an earlier one.

        If there are now more than `MOST_REVIEWS` reviews, delete those that were stored longest
        ago.

        Args:
            table_id: the id of the table.
            version: the version of the code that made the review.
            game: the SHA-256 of the final position.
            now: the present moment, in seconds since 1970.
            made: returns the data to store. Its argument is the stored data if the version and the
                game are the same, and None otherwise.
        """
        columns = schema.review.c
        here = columns.table_id == table_id

        def work(connection: Connection) -> None:
            same = here & (columns.version == version) & (columns.game == game)
            before = connection.scalar(select(columns.data).where(same))
            data = made(before if _are_bytes(before) else None)
            connection.execute(delete(schema.review).where(here))
            row = {"version": version, "game": game, "changed": now, "data": data}
            connection.execute(insert(schema.review), {"table_id": table_id, **row})
            newest = select(columns.table_id).order_by(columns.changed.desc()).limit(MOST_REVIEWS)
            connection.execute(delete(schema.review).where(columns.table_id.not_in(newest)))

        await self._store.write(work)

    async def examined(self, person: str, table_id: str | None = None) -> list[KeptExamined]:
        """Return a person's own decisions that were examined, puzzles or not.

        Decisions that are not suitable for a puzzle are included. The last examined decision is
        first. Damaged rows are left out.

        Args:
            person: the id of the person.
            table_id: the table to which the decisions belong; None = all tables.
        """
        found = _EXAMINED.where(_COLUMNS.person == person).order_by(*_NEWEST).limit(MOST_DECISIONS)
        return await self._examined(
            found if table_id is None else found.where(_COLUMNS.table_id == table_id)
        )

    async def examined_named(self, person: str, name: str) -> KeptExamined | None:
        """Return one of a person's examined decisions by its id.

        None if the person has no decision with this id, or if its row is damaged.
        """
        found = _EXAMINED.where(_COLUMNS.id == name, _COLUMNS.person == person)
        return next(iter(await self._examined(found)), None)

    async def _examined(self, found: Any) -> list[KeptExamined]:
        def ask(connection: Connection) -> list[KeptExamined]:
            rows = [KeptExamined(*row) for row in connection.execute(found)]
            return [row for row in rows if _is_intact(row)]

        return await self._store.read(ask)

    async def keep_examined(self, one: KeptExamined) -> None:
        """Store an examined decision, unless the person has been deleted.

        If the person has more than `MOST_DECISIONS` then, the one that was examined longest ago is
        deleted.
        """
        theirs = _COLUMNS.person == one.person
        there = select(schema.person.c.id).where(schema.person.c.id == one.person)

        def work(connection: Connection) -> None:
            if connection.execute(there).first() is None:
                return
            connection.execute(delete(schema.examined).where(_COLUMNS.id == one.id))
            connection.execute(insert(schema.examined), asdict(one))
            newest = select(_COLUMNS.id).where(theirs).order_by(*_NEWEST).limit(MOST_DECISIONS)
            connection.execute(delete(schema.examined).where(theirs, _COLUMNS.id.not_in(newest)))

        try:
            await self._store.write(work)
        except IntegrityError:
            # Another server has stored the same decision, or deleted the person, just now.
            return


def _are_bytes(data: Any) -> bool:
    """Return whether a value is bytes. A value that was damaged on the disk may be a text."""
    return isinstance(data, bytes)


def _is_intact(row: Any) -> bool:
    """Return whether the values of a row of `missed` have the types that they should have."""
    return (
        isinstance(row.move, int)
        and isinstance(row.examined, int | float)
        and 0 <= row.examined < NEVER
        and isinstance(row.data, str | None)
    )


_COLUMNS = schema.examined.c

_EXAMINED = select(
    _COLUMNS.id,
    _COLUMNS.person,
    _COLUMNS.table_id,
    _COLUMNS.move,
    _COLUMNS.examined,
    _COLUMNS.data,
)

_NEWEST = (_COLUMNS.examined.desc(), _COLUMNS.id)
