"""What is kept of one person: devices, codes for another one, results; and its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, case, delete, func, insert, or_, select, tuple_, update
from sqlalchemy.exc import IntegrityError

from whistlestop.server.storage import schema
from whistlestop.server.storage.sqlite import legible
from whistlestop.server.storage.store import SeatResult, Store, result_rows


@dataclass(frozen=True, slots=True)
class Devices:
    """Where somebody can act."""

    sessions: int
    """Browsers in which they are known."""
    programs: int
    """Tokens for programs."""


@dataclass(frozen=True, slots=True)
class Played:
    """How often somebody played, and won."""

    played: int
    won: int


@dataclass(frozen=True, slots=True)
class OnBoard:
    """How somebody fared on a board."""

    board: str | None
    """None = on boards of people's own."""
    played: int
    won: int
    best: int
    path: int
    """The longest path; 0 where none counts."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A game that is over."""

    id: str
    updated: float
    summary: str
    place: int | None
    """None: it does not count for this person."""
    score: int | None


@dataclass(frozen=True, slots=True)
class Standing:
    """All of somebody's results."""

    all: Played
    against: dict[str | None, Played]
    """By the names of bots; None = people. Games against both count for both."""
    boards: list[OnBoard]
    """The one that was played most comes first."""


class PersonalStore:
    """The SQL for it."""

    def __init__(self, store: Store) -> None:
        """Use a database."""
        self._store = store

    # Devices --------------------------------------------------------------------------------

    async def devices(self, person: str, now: float) -> Devices:
        """How many there are."""
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
        """End all sessions but the one with this hash, all tokens for programs, and codes."""

        def work(connection: Connection) -> None:
            sessions = schema.session.c
            others = (sessions.person == person) & (sessions.token != session)
            connection.execute(delete(schema.session).where(others))
            connection.execute(delete(schema.api_token).where(schema.api_token.c.person == person))
            connection.execute(delete(schema.carrying).where(schema.carrying.c.person == person))

        await self._store.write(work)

    async def put_code(self, code: str, person: str, expires: float, now: float) -> None:
        """Keep the hash of a code; a person has one at a time."""
        columns = schema.carrying.c

        def work(connection: Connection) -> None:
            old = or_(columns.person == person, columns.expires < now)
            connection.execute(delete(schema.carrying).where(old))
            row = {"code": code, "person": person, "expires": expires}
            connection.execute(insert(schema.carrying), row)

        await self._store.write(work)

    async def owner(self, code: str, now: float) -> tuple[str, str, Any] | None:
        """(person, name, colour) of the person to whom a code leads that still counts."""
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
        """Spend a code for a session; the person whose it is, or None if it counts no longer.

        Args:
            code: its hash.
            session: the hash of the new session's token.
            expires: when that session ends.
            before: the hash of the session that the device had, which ends.
            now: the present moment.
        """
        columns = schema.carrying.c

        def work(connection: Connection) -> str | None:
            here = (columns.code == code) & (columns.expires >= now)
            person = connection.execute(select(columns.person).where(here)).scalar_one_or_none()
            # Of two who come at once, one deletes it.
            if (
                person is None
                or not connection.execute(delete(schema.carrying).where(here)).rowcount
            ):
                return None
            if before is not None:
                ended = schema.session.c.token == before
                connection.execute(delete(schema.session).where(ended))
            row = {"token": session, "person": person, "expires": expires}
            connection.execute(insert(schema.session), row)
            return person

        return await self._store.write(work)

    # Games ----------------------------------------------------------------------------------

    async def games(self, person: str) -> tuple[int, int]:
        """How many tables somebody has a part in, and at how many of them the game runs."""
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
        """Tables of a person whose games are over, but whose results have not been written."""
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
        """Write the results of a game that ended before results were kept."""

        def work(connection: Connection) -> None:
            columns = schema.result.c
            known = select(columns.seat).where(columns.table_id == table_id)
            if connection.execute(known).first() is None:
                connection.execute(insert(schema.result), result_rows(table_id, results))

        try:
            await self._store.write(work)
        except IntegrityError:
            # Another server has just done the same.
            return

    async def standing(self, person: str) -> Standing:
        """Somebody's results."""
        mine = _counted(person).subquery()
        other = schema.result.alias()
        totals = select(func.count(), func.sum(mine.c.won))
        rivals = (
            select(
                other.c.bot,
                func.count(mine.c.table_id.distinct()),
                func.count(case((mine.c.won == 1, mine.c.table_id)).distinct()),
            )
            .join(mine, mine.c.table_id == other.c.table_id)
            .where(or_(other.c.person.is_(None), other.c.person != person))
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
        """Games of a person that are over, the last first.

        Args:
            person: whose.
            before: the time and the id of one after which the list goes on; None = from the start.
            most: how many at most.
        """
        tables, member = schema.game_table.c, schema.member.c
        mine = _counted(person).subquery()
        found = (
            select(tables.id, tables.updated, tables.summary, mine.c.place, mine.c.score)
            .join(schema.member, member.table_id == tables.id)
            .outerjoin(mine, mine.c.table_id == tables.id)
            .where(member.person == person, tables.state == "over")
            .order_by(tables.updated.desc(), tables.id.desc())
            .limit(most)
        )
        if before is not None:
            found = found.where(tuple_(tables.updated, tables.id) < before)

        def ask(connection: Connection) -> list[Ended]:
            return [Ended(*row) for row in connection.execute(found)]

        return await self._store.read(ask)

    # Everything -----------------------------------------------------------------------------

    async def created(self, person: str) -> float:
        """Since when somebody has been known."""
        found = select(schema.person.c.created).where(schema.person.c.id == person)
        return await self._store.read(lambda connection: connection.execute(found).scalar_one())

    async def plans(self, person: str) -> dict[str, str]:
        """What somebody has in mind, by table."""
        columns = schema.ahead.c
        found = select(columns.table_id, columns.data).where(columns.person == person)

        def ask(connection: Connection) -> dict[str, str]:
            return {row.table_id: row.data for row in connection.execute(found)}

        return await self._store.read(ask)

    async def naming(self, person: str) -> list[str]:
        """All tables whose entries know somebody, also where they left before the game began."""
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
        """Delete somebody whom no table knows any more; False = one does, meanwhile."""

        def work(connection: Connection) -> bool:
            if connection.execute(
                select(schema.member.c.table_id).where(schema.member.c.person == person)
            ).first():
                return False
            change = update(schema.result).where(schema.result.c.person == person)
            connection.execute(change.values(person=None))
            for table in (schema.ahead, schema.carrying, schema.session, schema.api_token):
                connection.execute(delete(table).where(table.c.person == person))
            connection.execute(delete(schema.person).where(schema.person.c.id == person))
            return True

        return await self._store.write(work)


def _counted(person: str) -> Any:
    """A person's results, one a table, also where they held several seats there."""
    columns = schema.result.c
    return (
        select(
            columns.table_id,
            columns.board,
            func.min(columns.place).label("place"),
            func.max(case((columns.won, 1), else_=0)).label("won"),
            func.max(columns.score).label("score"),
            func.max(columns.path).label("path"),
        )
        .where(columns.person == person)
        .group_by(columns.table_id, columns.board)
    )
