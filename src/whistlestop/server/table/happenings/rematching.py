"""Rematches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.server.table.happenings.happening import Happening, Notice

if TYPE_CHECKING:
    from whistlestop.server.table.entries import Entry
    from whistlestop.server.table.table import Table


class RematchOpened(Notice, tag="RematchMade", frozen=True):
    """The notice that a new table was set up for the same players; `table` is its id."""

    table: str
    """The id of the new table."""


class RematchMade(Happening, tag_field="kind", tag="rematch", frozen=True):
    """The entry for another table that a person set up for the same players."""

    seat: int
    table: str
    """The id of the new table."""

    def change(self, table: Table, entry: Entry) -> Notice:
        """Record the id of the new table. Return the notice about the new table."""
        table.rematch = self.table
        return RematchOpened(self.table)
