"""How bots play at a table: their pace, and whether they explain their moves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType

from whistlestop.server.table.happenings.happening import HostsChoice, Notice
from whistlestop.server.table.permissions import check_host, check_not_daily, check_not_ended
from whistlestop.server.table.seats import BotPace

if TYPE_CHECKING:
    from whistlestop.server.table.entries import Entry
    from whistlestop.server.table.table import Table


class OptionsChosen(Notice, tag="OptionsChanged", frozen=True):
    """The notice that the host changed the bots' pace, or whether bots explain their moves."""

    bot_pace: BotPace | None
    """The new pace of bots; null = unchanged."""
    explain: bool | None
    """Whether bots now explain their moves; null = unchanged."""


class OptionsChanged(HostsChoice, tag_field="kind", tag="bots", frozen=True):
    """The entry for new options of the bots, chosen by the host."""

    bot_pace: BotPace | UnsetType = UNSET
    """The bots' pace; absent = unchanged."""
    explain: bool | UnsetType = UNSET
    """Whether bots explain their moves during the game; absent = unchanged."""

    def check(self, table: Table, person: str) -> None:
        """Check that a person may change the options.

        At a deal of the day, only the bots' pace can be changed.

        Raises:
            Refusal: the person is not the host, the table has ended, or bots must not explain their
                moves because the table plays a deal of the day.
        """
        if self.explain is not UNSET:
            check_not_daily(table)
        check_host(table, person)
        check_not_ended(table)

    def new_at(self, table: Table) -> OptionsChanged:
        """Return a copy without the options that already have these values at the table."""
        options = table.options
        return OptionsChanged(
            UNSET if self.bot_pace == options.pace_of_bots else self.bot_pace,
            UNSET if self.explain == options.explained else self.explain,
        )

    def change(self, table: Table, entry: Entry) -> Notice:
        """Change the bots' pace, and whether they explain moves. Leave what is absent unchanged.

        Bots explain only moves that they make from now on. Return the notice about the change.
        """
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
