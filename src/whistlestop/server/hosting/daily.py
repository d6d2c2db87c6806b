"""The deal of the day: attempts, practice, and who may look at the games of a day."""

from __future__ import annotations

from datetime import date

from sqlalchemy.exc import IntegrityError

from whistlestop.play.daily import (
    FIRST_DAY,
    Deal,
    closes_at,
    day_at,
    deal_of,
)
from whistlestop.server import clock
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.people import Person
from whistlestop.server.hosting.registry import Tables, daily_tables_in
from whistlestop.server.hosting.setting_up import SettingUpCommands
from whistlestop.server.sent.listing import begun_daily
from whistlestop.server.storage.daily import DailyStore, KeptAttempt
from whistlestop.server.storage.store import Store

MOST_SEARCHED = 50
"""The number of a person's last changed tables among which unfinished practice is found."""


class Daily:
    """The commands that set up tables for the deal of the day and check who may look at them."""

    def __init__(self, store: Store, tables: Tables, setting_up: SettingUpCommands) -> None:
        """Create the object.

        Args:
            store: the database.
            tables: the tables of the server.
            setting_up: sets up the tables for deals.
        """
        self.kept = DailyStore(store)
        self._store = store
        self._tables = tables
        self._setting_up = setting_up

    @property
    def today(self) -> date:
        """The present day in UTC, by the server's clock."""
        return day_at(clock.now())

    async def begun(self, person: Person, day: date) -> str | None:
        """Return the id of the table at which a person has begun the deal of a day.

        This is the person's attempt if the day is not over, or if the attempt's game is not over.
        Otherwise, it is an unfinished table for practice. None if there is no such table.

        Raises:
            Refusal: the deal of this day cannot be played.
        """
        today = self.today
        if day != today and not FIRST_DAY <= day < today:
            raise Refusal(404, "no_daily")
        attempt = await self.kept.attempt(person.id, day.isoformat())
        if attempt is not None and (day == today or attempt.ended is None):
            return attempt.table_id
        rows = await self._store.tables_of(person.id, MOST_SEARCHED)
        readable = await self._tables.readable(rows)
        found = ((row.id, row.state, row.summary) for row in readable)
        return begun_daily(found, day.isoformat())

    async def begin(self, person: Person, day: date) -> str:
        """Set up a table for the deal of a day, and return its id.

        On the day itself, the game is the person's only attempt. If the person has begun it in the
        meantime, return the id of that table. Later, the game is practice that does not count.

        Args:
            person: the person who plays.
            day: a day for which `begun` has returned None.

        Raises:
            Refusal: the person or their address has too many tables or no space left.
        """
        counts = day == self.today
        try:
            return await self._setting_up.begin_daily(person, deal_of(day), counts=counts)
        except IntegrityError:
            attempt = await self.kept.attempt(person.id, day.isoformat())
            if attempt is None:
                raise
            return attempt.table_id

    def unfinished(self, attempts: list[KeptAttempt]) -> Deal | None:
        """Return the deal before today's that a person can still finish in time; None = none.

        Args:
            attempts: the attempts of the person, the last day first.
        """
        for attempt in attempts:
            day = date.fromisoformat(attempt.day)
            if day < self.today:
                waits = attempt.ended is None and clock.now() < closes_at(day)
                return deal_of(day) if waits else None
        return None

    async def check_readable(self, path: str, person: str | None) -> None:
        """Check that a person may read what a path leads to.

        Until the deal of a day is closed, only its player may read a game with this deal. Other
        people could still play the deal.

        Args:
            path: the path of a request.
            person: the id of the person who asks; None = nobody is signed in.

        Raises:
            Refusal: the path leads to another person's game with a deal that is not closed, or to
                no table.
        """
        for day, table_id in daily_tables_in(path):
            if clock.now() < closes_at(day):
                async with self._tables.use(table_id, by_itself=True) as (_, table):
                    if table.seat_of(person) is None:
                        raise Refusal(403, "daily_hidden")
