"""What the database keeps about clubs: their members, and the tables that belong to them."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    delete,
    func,
    insert,
    select,
    true,
    tuple_,
    update,
)
from sqlalchemy.exc import IntegrityError

from whistlestop.server.storage import schema
from whistlestop.server.storage.sqlite import intact, legible
from whistlestop.server.storage.store import NEVER, Listed, Store

Joining = Literal["joined", "ended", "full", "too_many"]
"""The result of an attempt to join a club.

`joined`: the person is a member now, or was one before. `ended`: the link is not valid. `full`: the
club has the maximum number of members. `too_many`: the person has the maximum number of clubs.
"""


@dataclass(frozen=True, slots=True)
class KeptClub:
    """A club, as one of its members sees it."""

    id: str
    name: str
    founder: bool
    """Whether the member is the founder."""
    joined: float | None
    """When the member joined, in seconds since 1970; None if the moment cannot be read."""
    members: int
    """The number of members."""


@dataclass(frozen=True, slots=True)
class KeptMember:
    """A member of a club."""

    id: str
    """The id of the member in this club. It may be sent to clients."""
    person: str
    """The id of the person, which is secret."""
    name: str
    """The present name of the person; empty if they have none."""
    founder: bool
    joined: float | None
    """When the person joined, in seconds since 1970; None if the moment cannot be read."""


@dataclass(frozen=True, slots=True)
class Invited:
    """What the invitation link of a club shows before the person joins."""

    name: str
    """The name of the club."""
    founder: str
    """The name of the founder; empty if they have none."""
    member: bool
    """Whether the person who opened the link is a member already."""


@dataclass(frozen=True, slots=True)
class KeptSeat:
    """The result of a seat in a finished game of a club."""

    table_id: str
    seat: int
    person: str | None
    """The id of the person; None for bots, and for people who were deleted."""
    bot: str | None
    place: int
    """The rank on the score sheet."""
    score: int
    given_up: bool
    """Whether the person resigned, or left the game to a bot or to another person."""


class ClubStore:
    """The access to the clubs in the database: their members, links and tables.

    Each change locks the row of the club. So two changes of a club never overlap, even if several
    servers share the database.
    """

    def __init__(self, store: Store) -> None:
        """Create the object for the database of `store`."""
        self._store = store

    # Clubs and members ----------------------------------------------------------------------

    async def found(self, name: str, person: str, now: float, most: int) -> str | None:
        """Add a club with its founder as the only member, and return its id.

        Args:
            name: the name of the club.
            person: the id of the founder.
            now: the present moment, in seconds since 1970.
            most: the maximum number of clubs of a person. If the person has so many, nothing
                changes, and the result is None.

        Raises:
            IntegrityError: there is no such person. Nothing has changed.
        """
        club = secrets.token_urlsafe(9)

        def work(connection: Connection) -> str | None:
            if _clubs_of(connection, person) >= most:
                return None
            row = {"id": club, "name": name, "key": _new_key(), "founder": person, "created": now}
            connection.execute(insert(schema.club), row)
            _add(connection, club, person, now)
            return club

        return await self._store.write(work)

    async def of_person(self, person: str) -> list[KeptClub]:
        """Return the clubs of a person, the one that the person joined first at the beginning."""
        return await self._store.read(lambda connection: _kept_clubs(connection, person))

    async def get(self, club: str, person: str) -> KeptClub | None:
        """Return a club; None if there is no such club, or if the person is no member."""
        found = await self._store.read(lambda connection: _kept_clubs(connection, person, club))
        return found[0] if found else None

    async def of_table(self, table_id: str, person: str) -> KeptClub | None:
        """Return the club of a table; None if it has none, or if the person is no member of it."""
        ours = schema.club_table.c
        found = select(ours.club).where(ours.table_id == table_id)

        def ask(connection: Connection) -> KeptClub | None:
            club = connection.execute(found).scalar_one_or_none()
            kept = [] if club is None else _kept_clubs(connection, person, club)
            return kept[0] if kept else None

        return await self._store.read(ask)

    async def members(self, club: str) -> list[KeptMember]:
        """Return the members of a club, the longest member first."""
        members, people = schema.club_member.c, schema.person.c
        found = (
            select(members.id, members.person, people.name, members.joined, schema.club.c.founder)
            .join(schema.person, people.id == members.person)
            .join(schema.club, schema.club.c.id == members.club)
            .where(members.club == club)
            .order_by(members.joined, members.id)
        )

        def ask(connection: Connection) -> list[KeptMember]:
            return [
                KeptMember(
                    row.id,
                    row.person,
                    legible(row.name),
                    row.person == row.founder,
                    _moment(row.joined),
                )
                for row in connection.execute(found)
            ]

        return await self._store.read(ask)

    async def invited(self, club: str, key: str, person: str) -> Invited | None:
        """Return what the link of a club shows to a person; None if the link is not valid.

        Args:
            club: the id of the club.
            key: the secret part of the link.
            person: the id of the person.
        """
        clubs = schema.club.c
        found = (
            select(clubs.name, schema.person.c.name)
            .join(schema.person, schema.person.c.id == clubs.founder)
            .where(clubs.id == club, clubs.key == key)
        )

        def ask(connection: Connection) -> Invited | None:
            row = connection.execute(found).one_or_none()
            if row is None:
                return None
            return Invited(legible(row[0]), legible(row[1]), _is_member(connection, club, person))

        return await self._store.read(ask)

    async def join(
        self, club: str, key: str, person: str, now: float, most: int, most_clubs: int
    ) -> Joining:
        """Make a person a member of a club. Nothing changes if the person is one already.

        Args:
            club: the id of the club.
            key: the secret part of the link.
            person: the id of the person.
            now: the present moment, in seconds since 1970.
            most: the maximum number of members of a club.
            most_clubs: the maximum number of clubs of a person.
        """
        columns = schema.club.c

        def work(connection: Connection) -> Joining:
            here = select(columns.id).where(columns.id == club, columns.key == key)
            if connection.execute(here.with_for_update()).one_or_none() is None:
                return "ended"
            if _is_member(connection, club, person):
                return "joined"
            if _members_of(connection, club) >= most:
                return "full"
            if _clubs_of(connection, person) >= most_clubs:
                return "too_many"
            _add(connection, club, person, now)
            return "joined"

        try:
            return await self._store.write(work)
        except IntegrityError:
            # The person was deleted meanwhile.
            return "ended"

    async def leave(self, club: str, person: str) -> bool:
        """Remove a person from a club, and return whether the person was a member.

        If the founder leaves, the longest member becomes the founder. If nobody is left, the club
        is deleted.
        """

        def work(connection: Connection) -> bool:
            _lock(connection, club)
            if not _is_member(connection, club, person):
                return False
            _leave(connection, club, person)
            return True

        return await self._store.write(work)

    # What the founder does ------------------------------------------------------------------

    async def key(self, club: str, founder: str) -> str | None:
        """Return the secret part of the link of a club; None if the person is not its founder."""
        columns = schema.club.c
        found = select(columns.key).where(columns.id == club, columns.founder == founder)

        def ask(connection: Connection) -> str | None:
            key = connection.execute(found).scalar_one_or_none()
            return None if key is None else legible(key)

        return await self._store.read(ask)

    async def renew(self, club: str, founder: str) -> bool:
        """Replace the link of a club. Return false if the person is not its founder, else true."""
        return await self._change(club, founder, lambda one: _set(one, club, key=_new_key()))

    async def rename(self, club: str, founder: str, name: str) -> bool:
        """Rename a club. Return whether this was possible: false if the person is not founder."""
        return await self._change(club, founder, lambda one: _set(one, club, name=name))

    async def remove(self, club: str, founder: str, member: str) -> bool:
        """Remove another member, and make a new link, because the member knows the old one.

        Args:
            club: the id of the club.
            founder: the id of the person who asks.
            member: the id of the member in this club.

        Returns:
            Whether this was possible: false if the person is not the founder, if there is no such
            member, or if the member is the founder.
        """

        def work(connection: Connection) -> bool:
            person = _person_of(connection, club, member)
            if person is None or person == founder:
                return False
            _leave(connection, club, person)
            return _set(connection, club, key=_new_key())

        return await self._change(club, founder, work)

    async def hand_over(self, club: str, founder: str, member: str) -> bool:
        """Make another member the founder.

        Args:
            club: the id of the club.
            founder: the id of the person who asks.
            member: the id of the member in this club.

        Returns:
            Whether this was possible: false if the person is not the founder, or if there is no
            such member.
        """

        def work(connection: Connection) -> bool:
            person = _person_of(connection, club, member)
            return person is not None and _set(connection, club, founder=person)

        return await self._change(club, founder, work)

    async def close(self, club: str, founder: str) -> bool:
        """Delete a club. Return whether this was possible: false if the person is not founder.

        The tables of the club stay, and belong to no club any more.
        """

        def work(connection: Connection) -> bool:
            _delete(connection, club)
            return True

        return await self._change(club, founder, work)

    async def _change(self, club: str, founder: str, change: Callable[[Connection], bool]) -> bool:
        """Let the founder change a club, and return whether the change was possible.

        Args:
            club: the id of the club.
            founder: the id of the person who asks. If they are not the founder, nothing changes.
            change: changes the locked club, and returns whether this was possible.
        """

        def work(connection: Connection) -> bool:
            return _lock(connection, club) == founder and change(connection)

        return await self._store.write(work)

    # Tables ---------------------------------------------------------------------------------

    async def tables(self, club: str, state: str, most: int, since: float = 0.0) -> list[Listed]:
        """Return tables of a club in one state, the last changed first.

        Tables where no present member is the host, or has or had a seat, are left out.

        Args:
            club: the id of the club.
            state: `open` or `playing`.
            most: the maximum number of tables.
            since: a moment, in seconds since 1970. Tables that last changed earlier are left out.
        """
        tables = schema.game_table.c
        found = (
            select(tables.id, tables.state, tables.updated, tables.summary)
            .join(schema.club_table, schema.club_table.c.table_id == tables.id)
            .where(schema.club_table.c.club == club, _has_member(club))
            .where(tables.state == state, tables.updated >= since)
            .order_by(tables.updated.desc(), tables.id.desc())
            .limit(most)
        )

        def ask(connection: Connection) -> list[Listed]:
            return [Listed(*row) for row in connection.execute(found)]

        return await self._store.read(ask)

    async def ended(
        self, club: str, before: tuple[float, str] | None, most: int
    ) -> list[tuple[Listed, float]]:
        """Return one page of the finished games of a club, the last ended first.

        Each table comes with the moment when its game ended, in seconds since 1970. Tables where no
        present member was the host or had a seat are left out.

        Args:
            club: the id of the club.
            before: `ended` and `id` of the last game on the previous page; None = the first page.
            most: the maximum number of games on the page.
        """
        ours, tables = schema.club_table.c, schema.game_table.c
        found = (
            select(tables.id, tables.state, tables.updated, tables.summary, ours.ended)
            .join(schema.club_table, ours.table_id == tables.id)
            .where(*self._are_over(club), _has_member(club))
            .order_by(ours.ended.desc(), tables.id.desc())
            .limit(most)
        )
        if before is not None:
            found = found.where(tuple_(ours.ended, tables.id) < before)

        def ask(connection: Connection) -> list[tuple[Listed, float]]:
            return [(Listed(*row[:4]), row.ended) for row in connection.execute(found)]

        return await self._store.read(ask)

    async def results(self, tables: Sequence[str]) -> dict[str, list[KeptSeat]]:
        """Return the results of finished games by the ids of their tables, in order of the seats.

        Results that were damaged on the disk are left out.
        """
        columns = schema.result.c
        found = (
            select(*_SEAT)
            .where(columns.table_id.in_(tables), self._intact())
            .order_by(columns.table_id, columns.seat)
        )

        def ask(connection: Connection) -> dict[str, list[KeptSeat]]:
            by_table: dict[str, list[KeptSeat]] = defaultdict(list)
            for row in connection.execute(found):
                by_table[row.table_id].append(_seat(row))
            return dict(by_table)

        return await self._store.read(ask)

    async def last_games(self, club: str, most: int, least_members: int) -> list[list[KeptSeat]]:
        """Return the results of the last games of a club that count, the first ended game first.

        Args:
            club: the id of the club.
            most: the maximum number of games.
            least_members: the minimum number of present members who must have played a game. Games
                in which a person had several seats are left out, too.
        """
        ours, columns = schema.club_table.c, schema.result.c
        last = (
            select(ours.table_id, ours.ended)
            .join(schema.game_table, schema.game_table.c.id == ours.table_id)
            .where(*self._are_over(club), _can_count(club, least_members))
            .order_by(ours.ended.desc(), ours.table_id.desc())
            .limit(most)
            .subquery()
        )
        found = (
            select(*_SEAT)
            .join(last, last.c.table_id == columns.table_id)
            .where(self._intact())
            .order_by(last.c.ended, columns.table_id, columns.seat)
        )

        def ask(connection: Connection) -> list[list[KeptSeat]]:
            games: dict[str, list[KeptSeat]] = {}
            for row in connection.execute(found):
                games.setdefault(row.table_id, []).append(_seat(row))
            return [*games.values()]

        return await self._store.read(ask)

    async def extent(self, club: str) -> tuple[int, float]:
        """Return the number of finished games of a club, and when the last one ended.

        The moment is in seconds since 1970; 0 if there are no games.
        """
        ours = schema.club_table.c
        found = (
            select(func.count(), func.max(ours.ended))
            .select_from(schema.club_table)
            .join(schema.game_table, schema.game_table.c.id == ours.table_id)
            .where(*self._are_over(club))
        )

        def ask(connection: Connection) -> tuple[int, float]:
            count, last = connection.execute(found).one()
            return count, last or 0.0

        return await self._store.read(ask)

    def _are_over(self, club: str) -> tuple[ColumnElement[bool], ...]:
        """Return the SQL conditions that select the tables of a club whose games are over."""
        ours = schema.club_table.c
        # A damaged time may be a text, which is greater than every number.
        when = and_(ours.ended >= 0, ours.ended < NEVER)
        return ours.club == club, schema.game_table.c.state == "over", when

    def _intact(self) -> ColumnElement[bool]:
        """Return the SQL condition that a row of `result` was not damaged on the disk."""
        if self._store.engine.dialect.name != "sqlite":
            return true()
        columns = schema.result.c
        whole = intact((columns.seat, columns.place, columns.score), (columns.bot,))
        return and_(whole, func.typeof(columns.given_up).in_(("integer", "null")))


def _has_member(club: str) -> ColumnElement[bool]:
    """Return the SQL condition that a table has or had a present member of the club.

    The member must be the host of the table, or have or have had a seat there.
    """
    there, members = schema.member.c, schema.club_member.c
    found = (
        select(there.person)
        .join(schema.club_member, members.person == there.person)
        .where(members.club == club, there.table_id == schema.club_table.c.table_id)
    )
    return found.correlate(schema.club_table).exists()


def _can_count(club: str, least: int) -> ColumnElement[bool]:
    """Return the SQL condition that enough members played a game and no person had several seats.

    Args:
        club: the id of the club.
        least: the minimum number of members.
    """
    results, members = schema.result.c, schema.club_member.c
    here = and_(members.club == club, members.person == results.person)
    people = func.count(results.person.distinct())
    found = (
        select(results.table_id)
        .outerjoin(schema.club_member, here)
        .where(results.table_id == schema.club_table.c.table_id)
        .group_by(results.table_id)
        .having(func.count(members.person.distinct()) >= least)
        .having(people == func.count(results.person))
    )
    return found.correlate(schema.club_table).exists()


_SEAT: Final = tuple(schema.result.c[name] for name in KeptSeat.__slots__)


def _seat(row: Any) -> KeptSeat:
    # Versions that had no clubs did not save whether a person gave up.
    return replace(KeptSeat(*row), given_up=bool(row.given_up))


def leave_all(connection: Connection, person: str) -> None:
    """Remove a person who is being deleted from all clubs, as if they had left each of them."""
    members = schema.club_member.c
    theirs = select(members.club).where(members.person == person).order_by(members.club)
    for club in [*connection.scalars(theirs)]:
        _lock(connection, club)
        _leave(connection, club, person)


def _kept_clubs(connection: Connection, person: str, club: str | None = None) -> list[KeptClub]:
    """Return the clubs of a person, or only the one with the id `club`, unless it is None."""
    members, clubs = schema.club_member.c, schema.club.c
    others = schema.club_member.alias()
    count = select(func.count()).where(others.c.club == clubs.id).scalar_subquery()
    found = (
        select(clubs.id, clubs.name, clubs.founder, members.joined, count.label("members"))
        .join(schema.club_member, members.club == clubs.id)
        .where(members.person == person, true() if club is None else clubs.id == club)
        .order_by(members.joined, clubs.id)
    )
    return [
        KeptClub(row.id, legible(row.name), row.founder == person, _moment(row.joined), row.members)
        for row in connection.execute(found)
    ]


def _moment(value: Any) -> float | None:
    """Return a stored time in seconds since 1970; None if it was damaged on the disk."""
    return value if isinstance(value, float) and 0 <= value < NEVER else None


def _new_key() -> str:
    """Return a new random text that a club's link contains, so that nobody can guess the link."""
    return secrets.token_urlsafe(16)


def _lock(connection: Connection, club: str) -> str | None:
    """Lock the row of a club until the transaction ends, and return the id of the founder.

    None if there is no such club. SQLite has only one writer, and ignores the lock.
    """
    columns = schema.club.c
    found = select(columns.founder).where(columns.id == club).with_for_update()
    return connection.execute(found).scalar_one_or_none()


def _set(connection: Connection, club: str, **values: str) -> bool:
    """Set columns of a club's row. Return true, as `_change` expects of a change that was made."""
    connection.execute(update(schema.club).where(schema.club.c.id == club).values(**values))
    return True


def _add(connection: Connection, club: str, person: str, now: float) -> None:
    row = {"club": club, "person": person, "id": secrets.token_urlsafe(9), "joined": now}
    connection.execute(insert(schema.club_member), row)


def _clubs_of(connection: Connection, person: str) -> int:
    """Return the number of a person's clubs. Lock the person's row until the transaction ends."""
    known = select(schema.person.c.id).where(schema.person.c.id == person).with_for_update()
    connection.execute(known)
    found = select(func.count()).where(schema.club_member.c.person == person)
    return connection.execute(found).scalar_one()


def _members_of(connection: Connection, club: str) -> int:
    found = select(func.count()).where(schema.club_member.c.club == club)
    return connection.execute(found).scalar_one()


def _is_member(connection: Connection, club: str, person: str) -> bool:
    columns = schema.club_member.c
    found = select(columns.id).where(columns.club == club, columns.person == person)
    return connection.execute(found).one_or_none() is not None


def _person_of(connection: Connection, club: str, member: str) -> str | None:
    """Return the id of the person who is a member of a club; None if there is no such member."""
    columns = schema.club_member.c
    found = select(columns.person).where(columns.club == club, columns.id == member)
    return connection.execute(found).scalar_one_or_none()


def _leave(connection: Connection, club: str, person: str) -> None:
    """Remove a member from a club whose row is locked.

    If the founder leaves, the longest member becomes the founder. If nobody is left, the club is
    deleted.
    """
    members, clubs = schema.club_member.c, schema.club.c
    theirs = (members.club == club) & (members.person == person)
    connection.execute(delete(schema.club_member).where(theirs))
    longest = select(members.person).where(members.club == club)
    found = connection.execute(longest.order_by(members.joined, members.id).limit(1))
    heir = found.scalar_one_or_none()
    if heir is None:
        _delete(connection, club)
        return
    led = update(schema.club).where(clubs.id == club, clubs.founder == person)
    connection.execute(led.values(founder=heir))


def _delete(connection: Connection, club: str) -> None:
    for table in (schema.club_table, schema.club_member):
        connection.execute(delete(table).where(table.c.club == club))
    connection.execute(delete(schema.club).where(schema.club.c.id == club))
