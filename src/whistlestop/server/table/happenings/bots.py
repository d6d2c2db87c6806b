"""How bots play at a table: their pace, and whether they explain their moves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType

from whistlestop.server.table.happenings.happening import Happening, Notice
from whistlestop.server.table.permissions import check_host, check_not_ended
from whistlestop.server.table.seats import BotPace

if TYPE_CHECKING:
    from whistlestop.server.table.entries import Entry
    from whistlestop.server.table.table import Table


class OptionsChosen(Notice, tag="OptionsChanged", frozen=True):
    """The host changed the bots' pace, or whether bots explain their moves; None = unchanged."""

    bot_pace: BotPace | None
    explain: bool | None


class OptionsChanged(Happening, tag_field="kind", tag="bots", frozen=True):
    """The host changed options of the bots."""

    bot_pace: BotPace | UnsetType = UNSET
    """The bots' pace; absent = unchanged."""
    explain: bool | UnsetType = UNSET
    """Whether bots explain their moves during the game; absent = unchanged."""

    def check(self, table: Table, person: str) -> None:
        """Check that a person may change options of the bots.

        Raises:
            Refusal: the person is not the host, or the table has ended.
        """
        check_host(table, person)
        check_not_ended(table)

    def new_at(self, table: Table) -> OptionsChanged:
        """Return the part of the change that the table does not have already."""
        options = table.options
        return OptionsChanged(
            UNSET if self.bot_pace == options.pace_of_bots else self.bot_pace,
            UNSET if self.explain == options.explained else self.explain,
        )

    def change(self, table: Table, entry: Entry) -> Notice:
        """Change the options. Bots explain only moves that they make from now on."""
        options, bot_pace, explain = table.options, self.bot_pace, self.explain
        table.options = replace(
            options,
            bot_pace=options.bot_pace if bot_pace is UNSET else bot_pace,
            explain=options.explain if explain is UNSET else explain,
        )
        if explain is not UNSET:
            table.explained_since = entry.number
        return OptionsChosen(
            None if bot_pace is UNSET else bot_pace, None if explain is UNSET else explain
        )

    def subject(self, table: Table) -> int | None:
        """Return the host's seat."""
        return table.seat_of(table.host)
