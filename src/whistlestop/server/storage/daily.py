"""What the database keeps about the deal of the day: attempts and rankings."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import Connection, and_, case, func, or_, select, true

from whistlestop.play.daily import OTHER_POINTS, POINTS
from whistlestop.server.storage import schema
from whistlestop.server.storage.sqlite import intact, legible
from whistlestop.server.storage.store import Store

Row = TypeVar("Row")

MOST_DAYS: Final = 4000
"""The maximum number of a person's attempts that are read: those of more than ten years."""


@dataclass(frozen=True, slots=True)
class KeptAttempt:
    """A person's attempt at the deal of a day, from a row of the database table `daily`."""

    day: str
    """The day in UTC, such as `2026-11-27`."""
    table_id: str
    ended: float | None
    """When the game ended, in seconds since 1970. This and all further fields are None while the
    game is running."""
    counts: bool | None
    given_up: bool | None
    won: bool | None
    place: int | None
    score: int | None
    margin: int | None


@dataclass(frozen=True, slots=True)
class RankedAttempt:
    """A person's row in the ranking of a day."""

    person: str
    name: str
    """The present name of the person; empty if they have none."""
    rank: int
    table_id: str
    given_up: bool
    won: bool
    score: int
    margin: int
    """The person's score less the highest score of the bots."""


@dataclass(frozen=True, slots=True)
class RankedPerson:
    """A person's row in the ranking of a week or month."""

    person: str
    name: str
    """The present name of the person; empty if they have none."""
    rank: int
    points: int
    days: int
    """The number of days on which the person finished the game without giving up."""
    won: int
    """The number of days on which the person won against the bots."""
    margin: int
    """The sum of the person's margins on the days on which the person did not give up. A margin is
    the person's score less the highest score of the bots."""


@dataclass(frozen=True, slots=True)
class Ranking(Generic[Row]):
    """One page of a ranking, and the row of the person who asks for it."""

    rows: list[Row]
    """The rows of the page, the best first."""
    mine: Row | None
    """The row of the person who asks; None if the person is not in the ranking."""
    people: int
    """The number of people in the whole ranking. 0 if the page lies beyond the end and `mine` is
    None."""


class DailyStore:
    """The access to the attempts at the deal of the day in the database. It writes nothing."""

    def __init__(self, store: Store) -> None:
        """Create the object for the database of `store`."""
        self._store = store

    async def attempt(self, person: str, day: str) -> KeptAttempt | None:
        """Return the attempt of a person at the deal of a day; None if they have not begun one."""
        found = await self.attempts(person, day, day)
        return found[0] if found else None

    async def attempts(self, person: str, first: str, last: str) -> list[KeptAttempt]:
        """Return the attempts of a person at the deals of some days, the last day first.

        Args:
            person: the id of the person.
            first: the first day.
            last: the last day. At most `MOST_DAYS` attempts are returned.
        """
        columns = schema.daily.c
        found = (
            select(*_ATTEMPT)
            .where(columns.person == person, columns.day >= first, columns.day <= last)
            .order_by(columns.day.desc())
            .limit(MOST_DAYS)
        )

        def ask(connection: Connection) -> list[KeptAttempt]:
            return [KeptAttempt(*row) for row in connection.execute(found)]

        return await self._store.read(ask)

    async def day(
        self,
        day: str,
        person: str,
        first: int,
        most: int,
        among: Collection[str] | None = None,
    ) -> Ranking[RankedAttempt]:
        """Return one page of the ranking of a day.

        Rows are sorted by the lead over the best bot, then by the score, then by the end of the
        game, the earliest first. People who gave up come last.

        Args:
            day: the day in UTC, such as `2026-11-27`.
            person: the id of the person who asks.
            first: the number of rows to leave out at the beginning.
            most: the maximum number of rows.
            among: the ids of the only people who are ranked; None = everybody.
        """
        ranked = self._places(day, day, among).add_columns(
            *_positions(*_ORDER, schema.daily.c.person)
        )
        return await self._page(ranked, RankedAttempt, person, first, most)

    async def days(
        self,
        first_day: str,
        last_day: str,
        person: str,
        first: int,
        most: int,
        among: Collection[str] | None = None,
    ) -> Ranking[RankedPerson]:
        """Return one page of the ranking of the people who played on some consecutive days.

        Rows are sorted by the sum of a person's points on these days, then by the sum of the
        margins.

        Args:
            first_day: the first day.
            last_day: the last day.
            person: the id of the person who asks.
            first: the number of rows to leave out at the beginning.
            most: the maximum number of rows.
            among: the ids of the only people who are ranked; None = everybody.
        """
        places = self._places(first_day, last_day, among).subquery()
        finished = places.c.given_up.is_(False)
        by_place = dict(enumerate(POINTS, start=1))
        points = case((~finished, 0), else_=case(by_place, value=places.c.rank, else_=OTHER_POINTS))
        sums = (
            select(
                places.c.person,
                func.sum(points).label("points"),
                func.sum(case((finished, 1), else_=0)).label("days"),
                func.sum(case((places.c.won, 1), else_=0)).label("won"),
                func.sum(case((finished, places.c.margin), else_=0)).label("margin"),
            )
            .group_by(places.c.person)
            .subquery()
        )
        order = (sums.c.points.desc(), sums.c.margin.desc())
        ranked = select(
            sums.c.person,
            func.rank().over(order_by=order).label("rank"),
            sums.c.points,
            sums.c.days,
            sums.c.won,
            sums.c.margin,
            *_positions(*order, sums.c.person),
        )
        return await self._page(ranked, RankedPerson, person, first, most)

    def _places(self, first: str, last: str, among: Collection[str] | None) -> Any:
        """Return a query for the attempts that count on the days from `first` to `last`.

        Each row has the place of the attempt on its day, as the column `rank`. `among` has the ids
        of the people to rank; None = all people.
        """
        columns = schema.daily.c
        whole = true()
        if self._store.engine.dialect.name == "sqlite":
            numbers = (columns.counts, columns.given_up, columns.won, columns.score, columns.margin)
            whole = intact(numbers, (columns.day,))
        return select(
            columns.person,
            func.rank().over(partition_by=columns.day, order_by=_ORDER).label("rank"),
            columns.table_id,
            columns.given_up,
            columns.won,
            columns.score,
            columns.margin,
        ).where(
            columns.day >= first,
            columns.day <= last,
            columns.counts,
            whole,
            true() if among is None else columns.person.in_(among),
        )

    async def _page(
        self, ranked: Any, kind: type[Any], person: str, first: int, most: int
    ) -> Ranking[Any]:
        """Return one page of a ranking, and the row of the person who asks.

        Args:
            ranked: the query for the whole ranking. Its columns are `person`, the fields of `kind`
                after `name`, `position` and `people`.
            kind: the class of the rows.
            person: the id of the person who asks.
            first: the number of rows to leave out at the beginning.
            most: the maximum number of rows.
        """
        rows = ranked.subquery()
        values = [column for column in rows.c if column.key not in ("position", "people")][1:]
        shown = and_(rows.c.position > first, rows.c.position <= first + most)
        found = (
            select(rows.c.position, rows.c.people, rows.c.person, schema.person.c.name, *values)
            .join(schema.person, schema.person.c.id == rows.c.person)
            .where(or_(shown, rows.c.person == person))
            .order_by(rows.c.position)
        )

        def ask(connection: Connection) -> Ranking[Any]:
            made: list[tuple[int, Any]] = []
            people = 0
            for position, everybody, who, name, *others in connection.execute(found):
                people = everybody
                made.append((position, kind(who, legible(name), *others)))
            page = [row for position, row in made if first < position <= first + most]
            mine = next((row for _, row in made if row.person == person), None)
            return Ranking(page, mine, people)

        return await self._store.read(ask)


def _positions(*order: Any) -> tuple[Any, Any]:
    """Return two columns for a query, computed from all of its rows.

    The column `position` numbers the rows from 1. The column `people` has the number of rows.

    Args:
        order: the columns by which the rows are sorted before they are numbered.
    """
    return (
        func.row_number().over(order_by=order).label("position"),
        func.count().over().label("people"),
    )


_COLUMNS = schema.daily.c

_ORDER = (_COLUMNS.given_up, _COLUMNS.margin.desc(), _COLUMNS.score.desc(), _COLUMNS.ended)
"""The columns that a day's ranking is sorted by: whether the person gave up, the margin, the score,
and the time at which the game ended."""

_ATTEMPT = (
    _COLUMNS.day,
    _COLUMNS.table_id,
    _COLUMNS.ended,
    _COLUMNS.counts,
    _COLUMNS.given_up,
    _COLUMNS.won,
    _COLUMNS.place,
    _COLUMNS.score,
    _COLUMNS.margin,
)
