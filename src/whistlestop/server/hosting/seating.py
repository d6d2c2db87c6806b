"""Taking a seat before the game begins, and giving it back."""

from __future__ import annotations

from msgspec import UNSET

from whistlestop.server.hosting.appearance import default_name, name_at
from whistlestop.server.hosting.conflicts import retry_conflicts
from whistlestop.server.hosting.people import Person
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.hosting.starting import start_draft
from whistlestop.server.settings import Settings
from whistlestop.server.table.happenings import Joined, Left
from whistlestop.server.table.happenings.happening import Happening
from whistlestop.server.table.happenings.seating import free_seat, open_seats, seats_to_leave
from whistlestop.server.table.seats import free_colour


class SeatingCommands:
    """The commands that take seats and give them back at tables of one server."""

    def __init__(self, tables: Tables, settings: Settings) -> None:
        """Create the commands.

        Args:
            tables: the tables of the server.
            settings: the operator's settings, which name the bot for open seats.
        """
        self._tables = tables
        self._settings = settings

    @retry_conflicts
    async def join(
        self,
        table_id: str,
        person: Person,
        wanted: int | None,
        luck: str | None = None,
        beside: str | None = None,
    ) -> int:
        """Take a seat, and return the table's new version.

        Taking the last open seat starts the game. Nothing changes if the person already sits in the
        wanted seat, or in any seat if none is wanted.

        Args:
            table_id: the id of the table.
            person: the person who takes the seat.
            wanted: the number of the seat; None = the first open seat.
            luck: a random value that the person adds to the luck of the game; None = nothing.
            beside: the name of a second player at the device of the person, who already has a
                seat. The second player gets the seat. None = the person gets the seat.

        Raises:
            Refusal: the table is closed or its game has begun, the seat is taken or does not exist,
                the person has a seat already, or `beside` is given and the person has no seat.
        """
        async with self._tables.use(table_id) as (room, table):
            seat = table.seat_of(person.id)
            if beside is None and seat is not None and wanted in (None, seat):
                return table.version
            number = free_seat(table, person.id, wanted, beside=beside is not None)
            name = name_at(table, number, beside or person.name or default_name(number))
            colour = free_colour(person.colour, (), table.seats)
            drafts: list[Happening] = [
                Joined(
                    number,
                    person.id,
                    name,
                    colour,
                    UNSET if luck is None else luck,
                    UNSET if beside or person.name else True,
                    UNSET if beside is None else True,
                )
            ]
            if len(open_seats(table)) == 1:
                drafts.append(start_draft(self._settings.standin_bot, table))
            return await self._tables.append(room, table, drafts)

    @retry_conflicts
    async def leave(self, table_id: str, person: Person) -> int:
        """Give up a seat before the game begins, and return the table's new version.

        If the person names no seat, all seats at their device are given up.

        Raises:
            Refusal: the person has no such seat, the game has begun, or the table is closed.
        """
        async with self._tables.use(table_id) as (room, table):
            given = seats_to_leave(table, person.id, person.seat)
            return await self._tables.append(room, table, [Left(one) for one in given])
