"""Choosing the time to think at a table."""

from __future__ import annotations

from whistlestop.server.hosting.conflicts import retry_conflicts
from whistlestop.server.hosting.people import Person
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.table.happenings import PaceChanged


class PaceCommands:
    """The commands about the time to think at tables of one server. There is only `choose_pace`."""

    def __init__(self, tables: Tables) -> None:
        """Create the commands.

        Args:
            tables: the tables of the server.
        """
        self._tables = tables

    @retry_conflicts
    async def choose_pace(self, table_id: str, person: Person, wanted: PaceChanged) -> int:
        """Set the time to think, and return the table's new version.

        Raises:
            Refusal: the person is not the host, the table has ended, or the game is running and
                the new time is shorter than the present one.
        """
        async with self._tables.use(table_id) as (room, table):
            wanted.check(table, person.id)
            if not wanted.changes(table):
                return table.version
            return await self._tables.append(room, table, [wanted])
