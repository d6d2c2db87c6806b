"""The time to think, and the clocks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from msgspec import UNSET

from whistlestop.server.errors import Refusal
from whistlestop.server.table.happenings.happening import Happening, HostsChoice, Notice
from whistlestop.server.table.seats import PaceKind

if TYPE_CHECKING:
    from whistlestop.server.table.entries import Entry
    from whistlestop.server.table.table import Table


class PaceChosen(Notice, tag="PaceChanged", frozen=True):
    """The notice that the host changed the time to think.

    `added` is the number of seconds added to every clock. It is null if the clocks started again
    from the full time, if there was or is no clock, and before the game begins.
    """

    pace: PaceKind
    """The new kind of clock."""
    amount: int | float
    """The new number of minutes or days; 0 without a clock."""
    added: float | None
    """The seconds added to every clock; null if no time was added."""


class ClocksGoOn(Notice, tag="ClocksResumed", frozen=True):
    """The notice that the clocks run again.

    Before, no server was running, or the machine's clock was set back.
    """


class PaceChanged(HostsChoice, tag_field="kind", tag="pace", frozen=True):
    """The entry for a new time to think, chosen by the host."""

    pace: PaceKind
    amount: int | float
    """The number of minutes or days; 0 without a clock."""

    def check(self, table: Table, person: str) -> None:
        """Check that a person may set this time to think at a table.

        Raises:
            Refusal: the person is not the host, the table has ended, or the game has begun and the
                new time is shorter than the present one.
        """
        super().check(table, person)
        if table.game is not None and not self._is_longer(table):
            raise Refusal(409, "only_longer")

    def changes(self, table: Table) -> bool:
        """Return whether this time to think differs from the table's present one."""
        return (self.pace, self.amount) != (table.options.pace, table.options.amount)

    def _is_longer(self, table: Table) -> bool:
        now = table.options
        if self.pace == "none" or not self.changes(table):
            return True
        if now.pace == self.pace:
            return self.amount > now.amount
        return (now.pace, self.pace) == ("minutes", "days")

    def change(self, table: Table, entry: Entry) -> Notice:
        """Set the time to think. During a game, also add time to all clocks, or start them again.

        Return the notice about the change.
        """
        return PaceChosen(self.pace, self.amount, self._added(table, entry.at))

    def _added(self, table: Table, at: float) -> float | None:
        """Set the time to think, and change the clocks.

        Return the seconds added to all clocks. Return None if the clocks start again from the full
        time, if there was or is no clock, or if the game has not begun.
        """
        before, clocks = table.options.clock, table.clocks
        same = self.pace == table.options.pace
        # There are no hints with a clock of minutes. Later, they need a new consent.
        hints = UNSET if self.pace == "minutes" else table.options.hints
        table.options = replace(table.options, pace=self.pace, amount=self.amount, hints=hints)
        full = table.options.clock
        if table.game is None:
            return None
        if same and full is not None and before is not None:
            clocks.left = [left + full - before for left in clocks.left]
            return full - before
        clocks.start(len(table.seats), full)
        clocks.resume(at)
        return None


class ClocksResumed(Happening, tag_field="kind", tag="resumed", frozen=True):
    """The entry for clocks that run again from this moment.

    Before, no server was running, or the machine's clock was set back.
    """

    def change(self, table: Table, entry: Entry) -> Notice:
        """Count the time of all present decisions from this entry on.

        Return the notice that the clocks run again.
        """
        table.clocks.resume(entry.at)
        return ClocksGoOn()
