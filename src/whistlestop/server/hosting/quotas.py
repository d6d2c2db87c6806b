"""Quotas: how much of a server one person may use, and all people of one address together.

Quotas need little data of their own: the database knows each person's tables, and requests show
each person's address. Addresses are not stored. After a restart, an address is known again when its
people send requests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Final

from whistlestop.server import clock
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.fair_shares import NOBODY, Addresses, Pace, Payer
from whistlestop.server.hosting.rooms import Room
from whistlestop.server.rate_limits import Rate, RateLimits, everybody
from whistlestop.server.settings import Settings
from whistlestop.server.storage.store import Store
from whistlestop.server.table.table import Table

DAY: Final = 86_400.0
"""Seconds in a day. A table that has not changed for a day no longer counts towards the quotas."""

SAVED_UP: Final = 300.0
"""A time in seconds. A person or an address can save up the bot moves that become permitted in this
time. They are enough for whole games without a pause."""

MOST_PEOPLE: Final = 20_000
"""The maximum number of people whose addresses are remembered."""

MOST_TABLES: Final = 50_000
"""The maximum number of tables for which the address that set them up is remembered."""

MOST_ASKED: Final = 300
"""The maximum number of people of one address whose tables are counted. If there are more,
only the people who have sent requests most recently are included."""


class Quotas:
    """The counters of what people and addresses use. They refuse what exceeds the quotas."""

    def __init__(self, settings: Settings, limits: RateLimits, store: Store) -> None:
        """Create the counters. No address has been counted yet.

        Args:
            settings: the operator's settings. Without rate limits there are no quotas either.
            limits: counts moves and bytes.
            store: the database, which knows each person's tables.
        """
        limited = settings.rates > 0
        self._by_person = settings.tables_by_person if limited else 0
        self._by_address = settings.tables_by_address if limited else 0
        self._limits = limits
        self._store = store
        self._people = Addresses(MOST_PEOPLE)
        self._tables = Addresses(MOST_TABLES)
        self._beginning: Counter[str] = Counter()
        """The number of tables that are being set up now, by person and by address."""
        daily = settings.daily_megabytes * 1e6
        self._bytes = Rate(daily, daily / DAY) if daily else None
        self.pace: Pace = Pace()
        """How often bots may move."""
        if settings.bot_moves:
            rate = Rate(settings.bot_moves * SAVED_UP, settings.bot_moves)
            self.pace = BotMoves(limits, rate)

    # Who pays -------------------------------------------------------------------------------

    def seen(self, person: str, home: str) -> None:
        """Remember the address from which a person has just sent a request."""
        self._people.put(person, home)

    def of(self, person: str) -> Payer:
        """Return a person together with the person's last known address, as a payer.

        The quotas of the person and of the address are both charged for work that the server does
        for this payer. The address is `UNKNOWN` if the server does not remember it.
        """
        return Payer(person, self._people.of(person))

    def payer(self, room: Room, table: Table) -> Payer:
        """Return the person for whom the server's work on a table's bots is counted.

        This is the host. If the host is absent, it is the first player who is connected. If no
        player is connected, it is the host, or `NOBODY` if there is no host.
        """
        there = _waiting(room, table)
        host = table.host
        if there and host not in there:
            return self.of(there[0])
        return NOBODY if host is None else self.of(host)

    # Tables ---------------------------------------------------------------------------------

    @asynccontextmanager
    async def new_table(self, person: str) -> AsyncGenerator[Callable[[str], None]]:
        """Check that a person may set up a table, and count the table while it is being set up.

        Yields:
            A function to call with the id of the new table.

        Raises:
            Refusal: the person or their address has too many tables or no space left.
        """
        self.check_space(person)
        payer = self.of(person)
        keys = (f"person {payer.person}", f"address {payer.home}")
        self._beginning.update(keys)
        try:
            if self._by_person:
                own = await self._store.running((person,), (), clock.now() - DAY)
                if len(own) + self._beginning[keys[0]] > self._by_person:
                    raise _too_many_tables(self._by_person)
            if self._by_address:
                others = await self._running_at(payer.home)
                if others + self._beginning[keys[1]] > self._by_address:
                    raise _too_many_at_the_address(self._by_address)
            yield lambda table: self._tables.put(table, payer.home)
        finally:
            self._beginning.subtract(keys)
            for key in keys:
                if not self._beginning[key]:
                    del self._beginning[key]

    async def _running_at(self, home: str) -> int:
        """Return how many unfinished tables the people of an address have."""
        people = tuple(self._people.at(home))[-MOST_ASKED:]
        made = tuple(self._tables.at(home))
        running = await self._store.running(people, made, clock.now() - DAY)
        for table in made:
            if table not in running:
                self._tables.drop(table)
        return len(running)

    # Space ----------------------------------------------------------------------------------

    def check_space(self, person: str) -> None:
        """Check that a person and the person's address may save more data.

        Raises:
            Refusal: the person or the address has used up the bytes allowed in a day.
        """
        if self._bytes is None:
            return
        payer = self.of(person)
        wait = max(
            self._limits.wait(self._bytes, payer.person),
            self._limits.wait(everybody(self._bytes), payer.home),
        )
        if wait > 0:
            raise Refusal(429, "no_space_left", seconds=round(wait))

    def kept(self, table: Table, size: int) -> None:
        """Count bytes that were written for a table among those that its host may save in a day.

        Args:
            table: the table.
            size: the number of bytes.
        """
        if self._bytes is None or table.host is None:
            return
        payer = self.of(table.host)
        self._limits.spend(self._bytes, payer.person, size)
        self._limits.spend(everybody(self._bytes), payer.home, size)


class BotMoves(Pace):
    """The limits on how often the bots of one person, and all bots of one address, may move."""

    def __init__(self, limits: RateLimits, rate: Rate) -> None:
        """Create the limits. Everybody starts with as many saved-up moves as possible.

        Args:
            limits: counts the moves.
            rate: the rate of moves of one person's bots.
        """
        self._limits = limits
        self._rate = rate

    def of_home(self, home: str) -> float:
        """Return the seconds until the bots of an address may make their next move; 0 = now."""
        return self._limits.wait(everybody(self._rate), home)

    def of_person(self, person: str) -> float:
        """Return the seconds until a person's bots may make their next move; 0 = now."""
        return self._limits.wait(self._rate, person)

    def spend(self, payer: Payer) -> None:
        """Count a move by a bot of this person."""
        self._limits.spend(self._rate, payer.person)
        self._limits.spend(everybody(self._rate), payer.home)


def is_awaited(room: Room, table: Table) -> bool:
    """Return whether a player who is connected waits for the bots of a table."""
    return bool(_waiting(room, table))


def _waiting(room: Room, table: Table) -> Sequence[str]:
    """Return the ids of the connected players who have not resigned, in the order of seats."""
    present = room.presence().present
    people = (seat.person for seat in table.seats if not seat.resigned)
    return [person for person in people if person is not None and person in present]


def _too_many_tables(most: int) -> Refusal:
    return Refusal(429, "too_many_tables", most=most)


def _too_many_at_the_address(most: int) -> Refusal:
    return Refusal(429, "too_many_tables_here", most=most)
