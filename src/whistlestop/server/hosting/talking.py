"""What people say at a table."""

from __future__ import annotations

from whistlestop.server.hosting.conflicts import retry_conflicts
from whistlestop.server.hosting.people import Person
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.table.happenings import Said
from whistlestop.server.table.happenings.talking import check_phrase
from whistlestop.server.table.permissions import any_seat


class TalkingCommands:
    """The commands with which people talk at tables of one server. There is only `chat`."""

    def __init__(self, tables: Tables) -> None:
        """Create the commands.

        Args:
            tables: the tables of the server.
        """
        self._tables = tables

    @retry_conflicts
    async def chat(self, table_id: str, person: Person, phrase: str) -> int:
        """Say one of the fixed phrases, and return the table's new version.

        Raises:
            Refusal: the phrase is not in the list, the person has no seat, or the table is closed.
        """
        check_phrase(phrase)
        async with self._tables.use(table_id) as (room, table):
            said = Said(any_seat(table, person.id, person.seat), phrase)
            said.check(table)
            return await self._tables.append(room, table, [said])
