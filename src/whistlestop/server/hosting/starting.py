"""Starting a game."""

from __future__ import annotations

from msgspec import UNSET

from whistlestop.server.errors import table_closed
from whistlestop.server.hosting.conflicts import retry_conflicts
from whistlestop.server.hosting.people import Person
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.settings import Settings
from whistlestop.server.table.commitment import new_luck
from whistlestop.server.table.happenings import Started
from whistlestop.server.table.happenings.starting import StartSecret
from whistlestop.server.table.permissions import check_host
from whistlestop.server.table.table import Table


class StartingCommands:
    """The commands that start games at tables of one server. There is only `start`."""

    def __init__(self, tables: Tables, settings: Settings) -> None:
        """Create the commands.

        Args:
            tables: the tables of the server.
            settings: the settings of the server, which name the bot for open seats.
        """
        self._tables = tables
        self._settings = settings

    @retry_conflicts
    async def start(self, table_id: str, person: Person) -> int:
        """Start the game with bots in the open seats, and return the table's new version.

        Nothing changes if the game has begun.

        Raises:
            Refusal: the person is not the host, or the table is closed.
        """
        async with self._tables.use(table_id) as (room, table):
            check_host(table, person.id)
            if table.state == "closed":
                raise table_closed()
            if table.state != "open":
                return table.version
            draft = start_draft(self._settings.standin_bot, table)
            return await self._tables.append(room, table, [draft])


def start_draft(bot: str, table: Table | None = None) -> Started:
    """Return the entry that starts a game.

    Args:
        bot: the bot that plays on seats that are still open.
        table: the table that waits for the start; None = a new table.
    """
    if table is None or table.luck is not None:
        return Started(UNSET, bot)
    # The table was set up by a version that made no commitment to the luck before the start.
    luck = new_luck()
    seats = len(table.seats)
    order = luck.order(seats) if table.options.shuffle else [*range(seats)]
    return Started(order, bot, secret=StartSecret(luck.seed, luck.salt))
