"""The ladder: who is on it, and whether the games of tables count."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from whistlestop.server import clock, logs
from whistlestop.server.hosting.fair_shares import FairGate, Payer
from whistlestop.server.hosting.people import Person
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.storage.ladder import Changed, LadderStore, Listing, Rival
from whistlestop.server.storage.settling import settle
from whistlestop.server.storage.store import Store
from whistlestop.server.table.ladder import Uncounted, why_uncounted, why_uncounted_if_set_up
from whistlestop.server.table.seats import Options, Seat

PAUSE: Final = 10.0
"""Seconds after a failed attempt to rate games until the next attempt."""

PATIENCE: Final = 2.0
"""The maximum time in seconds that a request waits for the rating of games. Computing all ratings
again can take minutes."""


@dataclass(frozen=True, slots=True)
class TableOnLadder:
    """Whether a table's game counts for the ladder, and how it changed the ratings."""

    why_not: Uncounted | None
    """Why the game does not count; None = it counts, as far as is known now."""
    changes: list[Changed]
    """How the game has changed the ratings; empty if it is not over or does not count."""


class Ladder:
    """The operations on the ladder of one server: join, leave, rate games, and read results."""

    def __init__(self, store: Store, tables: Tables) -> None:
        """Create the object.

        Args:
            store: the database.
            tables: the tables of the server.
        """
        self.kept = LadderStore(store)
        self._store = store
        self._tables = tables
        self._free = asyncio.Lock()
        """Held while games are being rated."""
        self._settling: asyncio.Task[None] | None = None
        self._pausing_until = 0.0
        self._comparing = FairGate(1)

    async def close(self) -> None:
        """Stop rating games, because the server ends.

        Games that are not rated yet are rated after a restart.
        """
        if self._settling is not None:
            self._settling.cancel()
            await asyncio.wait((self._settling,))

    async def join(self, person: Person) -> None:
        """Put a person on the ladder. Their games that begin from now on count."""
        await self.kept.join(person.id, clock.now())

    async def leave(self, person: Person) -> None:
        """Take a person off the ladder, and hide their ratings and results."""
        await self.kept.leave(person.id)

    async def is_on(self, person: Person | None) -> bool:
        """Return whether a person is on the ladder; false if nobody is signed in."""
        return person is not None and bool(await self.kept.joined([person.id]))

    async def settle(self) -> None:
        """Rate all games that have ended. Call this before reading ratings.

        Games are rated when somebody looks, and not when they end. So a failure here cannot keep a
        last move from being saved. If the database cannot be written now, the ratings stay what
        they are, and nothing is tried again for a while. If the rating takes longer than
        `PATIENCE`, it goes on, and the caller gets the ratings that there are.
        """
        try:
            async with asyncio.timeout(PATIENCE):
                await self._free.acquire()
        except TimeoutError:
            return
        self._settling = asyncio.create_task(self._settled(), name="ladder")
        self._settling.add_done_callback(lambda _: self._free.release())
        await asyncio.wait((self._settling,), timeout=PATIENCE)

    async def _settled(self) -> None:
        if clock.now() < self._pausing_until:
            return
        try:
            await settle(self._store)
        except Exception:
            self._pausing_until = clock.now() + PAUSE
            logs.failed("ladder")

    async def rivals(
        self,
        asks: Payer,
        player: str,
        listing: Listing,
        season: str,
        against: str | None,
        first: int,
        most: int,
    ) -> list[Rival]:
        """Return a player's results against each opponent, the most frequent opponents first.

        Reading all results of a bot can take seconds. So only one such request uses the database at
        a time, and addresses and people who wait take turns.

        Args:
            asks: the person who asks.
            player: the player's id.
            listing: the list whose games count.
            season: the season whose games count; empty = all time.
            against: the id of the only other player; None = all others.
            first: the number of rows to leave out at the beginning.
            most: the maximum number of rows.
        """
        async with self._comparing.turn(asks):
            return await self.kept.rivals(player, listing, season, against, first, most)

    async def of_new_table(
        self, person: Person | None, seats: Sequence[Seat], options: Options, *, own_board: bool
    ) -> Uncounted | None:
        """Return why a game would not count if a person set its table up now.

        None if it would count, as far as is known before other people have sat down.

        Args:
            person: the person; None if nobody is signed in.
            seats: the seats of the table.
            options: the options of the table.
            own_board: whether the table would have the person's own edition.
        """
        why_not = why_uncounted_if_set_up(seats, options, own_board=own_board)
        sits = any(seat.kind == "person" for seat in seats)
        if why_not is None and sits and not await self.is_on(person):
            return "not_joined"
        return why_not

    async def of_table(self, table_id: str) -> TableOnLadder:
        """Return whether the game of a table counts, and how it has changed the ratings.

        Raises:
            Refusal: there is no such table, or it is damaged.
        """
        async with self._tables.use(table_id) as (_, table):
            begun = await self.kept.has_begun(table_id)
            why_not = why_uncounted(table, begun=begun)
            people = [seat.person for seat in table.seats if seat.kind == "person"]
            known = [person for person in people if person is not None]
            waits, over = table.game is None, table.state == "over"
        if why_not is None and not begun:
            joined = await self.kept.joined(known) if waits else {}
            if len(joined) < len(people) or not waits:
                why_not = "not_joined"
        if why_not is not None or not over:
            return TableOnLadder(why_not, [])
        await self.settle()
        return TableOnLadder(None, await self.kept.changes(table_id))
