"""Changing the host of a table."""

from __future__ import annotations

from functools import partial

from whistlestop.server.hosting.absence_times import host_gone, patience
from whistlestop.server.hosting.conflicts import retry_conflicts
from whistlestop.server.hosting.people import Person
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.table.happenings import HostChanged


class HostingCommands:
    """The commands about hosts at tables of one server. There is only `choose_host`."""

    def __init__(self, tables: Tables) -> None:
        """Create the commands.

        Args:
            tables: the tables of the server.
        """
        self._tables = tables

    @retry_conflicts
    async def choose_host(self, table_id: str, person: Person, seat: int) -> int:
        """Make another player the host, and return the table's new version.

        The host can choose any player. Other players can only make themselves the host, and only if
        the host has been absent for long. Nothing changes if the seat's player is the host already.

        Args:
            table_id: the id of the table.
            person: the person who asks.
            seat: the seat of the new host.

        Raises:
            Refusal: the person may not choose this player, no person plays in the seat, or the
                table has ended.
        """
        async with self._tables.use(table_id) as (room, table):
            changed = HostChanged(seat)
            gone = partial(host_gone, room, table)
            changed.check(table, person.id, gone, patience(table.options))
            if table.seats[seat].person == table.host:
                return table.version
            return await self._tables.append(room, table, [changed])
