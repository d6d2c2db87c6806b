"""Choosing how bots play at a table."""

from __future__ import annotations

from whistlestop.server.hosting.conflicts import retry_conflicts
from whistlestop.server.hosting.people import Person
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.table.happenings import OptionsChanged


class BotsCommands:
    """The commands about bots at tables of one server. There is only `choose_options`."""

    def __init__(self, tables: Tables) -> None:
        """Create the commands.

        Args:
            tables: the tables of the server.
        """
        self._tables = tables

    @retry_conflicts
    async def choose_options(self, table_id: str, person: Person, wanted: OptionsChanged) -> int:
        """Set the pace of bots and whether they explain moves, and return the table's new version.

        Raises:
            Refusal: the person is not the host, or the table has ended.
        """
        async with self._tables.use(table_id) as (room, table):
            wanted.check(table, person.id)
            changed = wanted.new_at(table)
            if changed == OptionsChanged():
                return table.version
            return await self._tables.append(room, table, [changed])
