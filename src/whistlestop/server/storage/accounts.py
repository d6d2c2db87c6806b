"""What the database keeps about one person: devices, codes, results and games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    case,
    delete,
    func,
    insert,
    not_,
    or_,
    select,
    true,
    tuple_,
    update,
)
from sqlalchemy.exc import IntegrityError

from whistlestop.server.storage import schema
from whistlestop.server.storage.clubs import leave_all
from whistlestop.server.storage.rated import take_off
from whistlestop.server.storage.sqlite import intact, legible
from whistlestop.server.storage.store import SeatResult, Store, result_rows


@dataclass(frozen=True, slots=True)
class Devices:
    """The counts of a person's browser sessions and API tokens."""

    sessions: int
    """The number of browser sessions that have not expired."""
    programs: int
    """The number of API tokens."""


@dataclass(frozen=True, slots=True)
class Played:
    """The numbers of games that a person played and won."""

    played: int
    won: int


@dataclass(frozen=True, slots=True)
class OnBoard:
    """A person's results in the games of one edition, or of all editions made by players."""

    board: str | None
    """The name of the edition; None for all editions made by players, counted together."""
    played: int
    won: int
    best: int | None
    """The person's highest score; None if they gave up all of these games."""
    path: int
    """The length of the person's longest path in spaces; 0 in editions that do not count it."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A finished game of a person."""

    id: str
    updated: float
    summary: str
    place: int | None
    """The person's place; None if the game does not count for this person. Those who gave up share
    the last place."""
    score: int | None
    """The person's score; None if the game does not count for this person, or if they gave up."""
    given_up: bool
    """Whether the person resigned, or left the game to a bot or to another person."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The counts of games that a person played and won: in all, by opponent, and by edition."""

    all: Played
    against: dict[str | None, Played]
    """Results by opponent: the name of a bot, or None for all people together.

    A game with several kinds of opponents counts for each of them.
    """
    boards: list[OnBoard]
    """Results by edition. The edition with the most games comes first."""


class AccountStore:
    """The access to a person's data in the database: devices, results and games."""

    def __init__(self, store: Store) -> None:
        """Create the object for the database of `store`."""
        self._store = store

    # Devices --------------------------------------------------------------------------------

    async def devices(self, person: str, now: float) -> Devices:
        """Return how many unexpired sessions and how many API tokens a person has.

        Args:
            person: the person's id.
            now: the present moment, in seconds since 1970.
        """
        sessions, tokens = schema.session.c, schema.api_token.c
        open_ones = select(func.count()).where(sessions.person == person, sessions.expires >= now)
        programs = select(func.count()).where(tokens.person == person)

        def ask(connection: Connection) -> Devices:
            return Devices(
                connection.execute(open_ones).scalar_one(),
                connection.execute(programs).scalar_one(),
            )

        return await self._store.read(ask)

    async def end_others(self, person: str, session: str) -> None:
        """Delete a person's API tokens and all their sessions except one.

        Also delete the code with which the person can take their account to another device, and
        send no more messages to the devices of the deleted sessions.

        Args:
            person: the person's id.
            session: the hash of the token of the session that is kept.
        """

        def work(connection: Connection) -> None:
            sessions = schema.session.c
            others = (sessions.person == person) & (sessions.token != session)
            connection.execute(delete(schema.session).where(others))
            devices = schema.push_device.c
            called = (devices.person == person) & (devices.session != session)
            connection.execute(delete(schema.push_device).where(called))
            connection.execute(delete(schema.api_token).where(schema.api_token.c.person == person))
            connection.execute(delete(schema.carrying).where(schema.carrying.c.person == person))

        await self._store.write(work)

    async def put_code(self, code: str, person: str, expires: float, now: float) -> None:
        """Store a new code with which a person can take their account to another device.

        The new code replaces the person's earlier code. Expired codes of all people are deleted.

        Args:
            code: the hash of the code.
            person: the person's id.
            expires: when the code expires, in seconds since 1970.
            now: the present moment, in seconds since 1970.
        """
        columns = schema.carrying.c

        def work(connection: Connection) -> None:
            old = or_(columns.person == person, columns.expires < now)
            connection.execute(delete(schema.carrying).where(old))
            row = {"code": code, "person": person, "expires": expires}
            connection.execute(insert(schema.carrying), row)

        await self._store.write(work)

    async def owner(self, code: str, now: float) -> tuple[str, str, Any] | None:
        """Return the person whose account a code takes to another device.

        Args:
            code: the hash of the code.
            now: the present moment, in seconds since 1970.

        Returns:
            The person's id, name and colour. The colour is None if the person has not chosen one.
            The result is None if the code is unknown, has expired, or was already used.
        """
        who, columns = schema.person.c, schema.carrying.c
        found = (
            select(who.id, who.name, who.colour)
            .join(schema.carrying, columns.person == who.id)
            .where(columns.code == code, columns.expires >= now)
        )

        def ask(connection: Connection) -> tuple[str, str, Any] | None:
            row = connection.execute(found).one_or_none()
            return None if row is None else (row[0], legible(row[1]), row[2])

        return await self._store.read(ask)

    async def use_code(
        self, code: str, session: str, expires: float, before: str | None, now: float
    ) -> str | None:
        """Take an account to another device: delete the code, and open a session for its owner.

        Args:
            code: the hash of the code.
            session: the hash of the new session's token.
            expires: when the new session ends, in seconds since 1970.
            before: the hash of the token of the device's earlier session. This session is deleted.
                None = the device had no session.
            now: the present moment, in seconds since 1970.

        Returns:
            The person's id; None if the code is unknown, has expired, or was already used.
        """
        columns = schema.carrying.c

        def work(connection: Connection) -> str | None:
            here = (columns.code == code) & (columns.expires >= now)
            person = connection.execute(select(columns.person).where(here)).scalar_one_or_none()
            # If two requests use the code at the same time, only one of them deletes the row.
            if (
                person is None
                or not connection.execute(delete(schema.carrying).where(here)).rowcount
            ):
                return None
            if before is not None:
                ended = schema.session.c.token == before
                connection.execute(delete(schema.session).where(ended))
                called = schema.push_device.c.session == before
                connection.execute(delete(schema.push_device).where(called))
            row = {"token": session, "person": person, "expires": expires}
            connection.execute(insert(schema.session), row)
            return person

        return await self._store.write(work)

    # Games ----------------------------------------------------------------------------------

    async def games(self, person: str) -> tuple[int, int]:
        """Return how many tables a person belongs to, and how many of these are being played."""
        tables, member = schema.game_table.c, schema.member.c
        running = func.sum(case((tables.state == "playing", 1), else_=0))
        found = (
            select(func.count(), running)
            .select_from(schema.member.join(schema.game_table, tables.id == member.table_id))
            .where(member.person == person)
        )

        def ask(connection: Connection) -> tuple[int, int]:
            row = connection.execute(found).one()
            return row[0], row[1] or 0

        return await self._store.read(ask)

    async def unsettled(self, person: str, most: int) -> list[str]:
        """Return the ids of a person's tables with finished games that have no stored results.

        Args:
            person: the person's id.
            most: the maximum number of ids. The most recently changed tables come first.
        """
        tables, member = schema.game_table.c, schema.member.c
        known = select(schema.result.c.seat).where(schema.result.c.table_id == tables.id)
        found = (
            select(tables.id)
            .join(schema.member, member.table_id == tables.id)
            .where(member.person == person, tables.state == "over", ~known.exists())
            .order_by(tables.updated.desc())
            .limit(most)
        )

        def ask(connection: Connection) -> list[str]:
            return [*connection.scalars(found)]

        return await self._store.read(ask)

    async def settle(self, table_id: str, results: Sequence[SeatResult]) -> None:
        """Store the results of a finished game. If the game has results already, change nothing."""

        def work(connection: Connection) -> None:
            columns = schema.result.c
            known = select(columns.seat).where(columns.table_id == table_id)
            if connection.execute(known).first() is None:
                connection.execute(insert(schema.result), result_rows(table_id, results))

        try:
            await self._store.write(work)
        except IntegrityError:
            # Another server has just written the results.
            return

    async def standing(self, person: str) -> Standing:
        """Return how many games a person has played and won, in all, by opponent, and by edition.

        Results that were damaged on the disk are left out. If the person has no results, the
        counts are 0, and `against` and `boards` are empty.
        """
        mine = self._counted(person).subquery()
        other = schema.result.alias()
        totals = select(func.count(), func.sum(mine.c.won))
        rivals = (
            select(
                other.c.bot,
                func.count(mine.c.table_id.distinct()),
                func.count(case((mine.c.won == 1, mine.c.table_id)).distinct()),
            )
            .join(mine, mine.c.table_id == other.c.table_id)
            .where(or_(other.c.person.is_(None), other.c.person != person), self._intact(other.c))
            .group_by(other.c.bot)
        )
        played = func.count().label("played")
        boards = (
            select(
                mine.c.board,
                played,
                func.sum(mine.c.won),
                func.max(mine.c.score),
                func.max(mine.c.path),
            )
            .group_by(mine.c.board)
            .order_by(played.desc(), mine.c.board)
        )

        def ask(connection: Connection) -> Standing:
            count, won = connection.execute(totals).one()
            return Standing(
                Played(count, won or 0),
                {row[0]: Played(row[1], row[2]) for row in connection.execute(rivals)},
                [OnBoard(*row) for row in connection.execute(boards)],
            )

        return await self._store.read(ask)

    async def ended(self, person: str, before: tuple[float, str] | None, most: int) -> list[Ended]:
        """Return one page of a person's finished games, the most recently changed first.

        Args:
            person: the person's id.
            before: `updated` and `id` of the last game on the previous page; None = the first page.
            most: the maximum number of games on the page.
        """
        tables, member = schema.game_table.c, schema.member.c
        mine = self._counted(person).subquery()
        found = (
            select(
                tables.id,
                tables.updated,
                tables.summary,
                mine.c.place,
                mine.c.score,
                func.coalesce(mine.c.given_up, 0),
            )
            .join(schema.member, member.table_id == tables.id)
            .outerjoin(mine, mine.c.table_id == tables.id)
            .where(member.person == person, tables.state == "over")
            .order_by(tables.updated.desc(), tables.id.desc())
            .limit(most)
        )
        if before is not None:
            found = found.where(tuple_(tables.updated, tables.id) < before)

        def ask(connection: Connection) -> list[Ended]:
            return [Ended(*row[:5], bool(row[5])) for row in connection.execute(found)]

        return await self._store.read(ask)

    def _counted(self, person: str) -> Any:
        """Return a query for a person's results, with one row for each table.

        The columns are `table_id`, `board`, `place`, `won` (1 or 0), `score`, `path` and `given_up`
        (1 or 0). `place` is the place that `rated.places` gives. If the person had several seats at
        a table, each column has the best value of these seats. Scores and paths of seats that were
        given up do not count: if there are no others, `score` is null and `path` is 0.
        """
        columns, other = schema.result.c, schema.result.alias()
        gave_up = _gave_up(columns)
        better = (
            select(func.count())
            .where(
                other.c.table_id == columns.table_id,
                not_(_gave_up(other.c)),
                or_(gave_up, other.c.place < columns.place),
            )
            .correlate(schema.result)
            .scalar_subquery()
        )
        seats = (
            select(
                columns.table_id,
                columns.board,
                (1 + better).label("place"),
                case((gave_up, 1), else_=0).label("given_up"),
                case((not_(gave_up), columns.score)).label("score"),
                case((not_(gave_up), columns.path), else_=0).label("path"),
            )
            .where(columns.person == person, self._intact(columns))
            .subquery()
            .c
        )
        wins = and_(seats.place == 1, seats.given_up == 0)
        return select(
            seats.table_id,
            seats.board,
            func.min(seats.place).label("place"),
            func.max(case((wins, 1), else_=0)).label("won"),
            func.max(seats.score).label("score"),
            func.max(seats.path).label("path"),
            func.min(seats.given_up).label("given_up"),
        ).group_by(seats.table_id, seats.board)

    def _intact(self, columns: Any) -> ColumnElement[bool]:
        """Return the condition that a row of the table `result` was not damaged on the disk.

        Args:
            columns: the columns of the table, or of an alias of it.
        """
        if self._store.engine.dialect.name != "sqlite":
            return true()
        numbers = (columns.place, columns.won, columns.score, columns.path)
        whole = intact(numbers, (columns.board, columns.bot))
        return and_(whole, func.typeof(columns.given_up).in_(("integer", "null")))

    # Everything -----------------------------------------------------------------------------

    async def created(self, person: str) -> float | None:
        """Return when a person was added, in seconds since 1970.

        None if the moment was damaged on the disk.

        Raises:
            NoResultFound: there is no such person.
        """
        found = select(schema.person.c.created).where(schema.person.c.id == person)

        def ask(connection: Connection) -> float | None:
            moment: Any = connection.execute(found).scalar_one()
            return moment if isinstance(moment, float) and 0 <= moment < _LAST else None

        return await self._store.read(ask)

    async def plans(self, person: str) -> dict[str, str]:
        """Return a person's plans as JSON texts, keyed by the id of the table."""
        columns = schema.ahead.c
        found = select(columns.table_id, columns.data).where(columns.person == person)

        def ask(connection: Connection) -> dict[str, str]:
            return {row.table_id: row.data for row in connection.execute(found)}

        return await self._store.read(ask)

    async def naming(self, person: str) -> list[str]:
        """Return the ids of all tables whose entries contain a person's id.

        This includes tables that the person left before the game began.
        """
        entries, member = schema.entry.c, schema.member.c
        found = (
            select(entries.table_id)
            .where(entries.kind.not_in(("move", "chat")), entries.data.contains(f'"{person}"'))
            .union(select(member.table_id).where(member.person == person))
        )

        def ask(connection: Connection) -> list[str]:
            return sorted(connection.scalars(found))

        return await self._store.read(ask)

    async def delete(self, person: str) -> bool:
        """Delete a person and everything that is stored only for them.

        These are plans, daily attempts, puzzles from own games, the webhook, the devices that get
        messages, codes, sessions and API tokens.

        Also remove the person from the ladder and from all clubs. Stored results of the person are
        kept without the person's id.

        Returns:
            Whether the person was deleted. If the person still belongs to a table, the result is
            False and nothing has been deleted.
        """

        def work(connection: Connection) -> bool:
            if connection.execute(
                select(schema.member.c.table_id).where(schema.member.c.person == person)
            ).first():
                return False
            change = update(schema.result).where(schema.result.c.person == person)
            connection.execute(change.values(person=None))
            take_off(connection, person)
            leave_all(connection, person)
            for table in (
                schema.ahead,
                schema.daily,
                schema.examined,
                schema.webhook,
                schema.push_device,
                schema.turn_call,
                schema.carrying,
                schema.session,
                schema.api_token,
            ):
                connection.execute(delete(table).where(table.c.person == person))
            connection.execute(delete(schema.person).where(schema.person.c.id == person))
            return True

        return await self._store.write(work)


def _gave_up(columns: Any) -> ColumnElement[bool]:
    """Return the condition that the person of a result gave up.

    Results of versions that did not save this say it in one case: if the seat is the first on the
    score sheet and has not won, the person resigned.

    Args:
        columns: the columns of the table `result`, or of an alias of it.
    """
    first_without_win = and_(columns.place == 1, columns.won.is_(False))
    return or_(columns.given_up.is_(True), and_(columns.given_up.is_(None), first_without_win))


_LAST: Final = datetime(9999, 1, 1, tzinfo=UTC).timestamp()
"""The beginning of the year 9999, in seconds since 1970. Later times count as damaged."""
