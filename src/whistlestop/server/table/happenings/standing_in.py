"""Bots that move for people: for absent ones, and for those who resigned."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from whistlestop.server.table.happenings.happening import Happening, HostsChoice, Notice

if TYPE_CHECKING:
    from whistlestop.server.table.entries import Entry
    from whistlestop.server.table.table import Table

Why = Literal["absent", "clock"]
"""Why a bot stands in for a person: the person is away, or the clock has run out."""


class Resignation(Notice, tag="Resigned", frozen=True):
    """The notice that a person resigned. A bot plays on their seat until the end of the game."""

    seat: int
    """The seat of the person who resigned."""


class StandinBegan(Notice, tag="StandinStarted", frozen=True):
    """The notice that a bot stands in for a person. `why` is the reason: `absent` or `clock`."""

    seat: int
    """The seat for which the bot moves."""
    why: str
    """Why the bot moves: `absent` = the person is away; `clock` = the time has run out."""


class StandinOver(Notice, tag="StandinEnded", frozen=True):
    """The notice that a person took their seat back from the bot that stood in."""

    seat: int
    """The seat that the person took back."""


class StandinAfterChosen(Notice, tag="StandinAfterChanged", frozen=True):
    """The notice that the host changed how long people can be absent before bots stand in."""

    seconds: float | None
    """The seconds that a person must be absent before a bot stands in; null = never."""


class Resigned(Happening, tag_field="kind", tag="resigned", frozen=True):
    """The entry for a person who resigned. A bot plays on the seat until the end of the game."""

    seat: int
    bot: str

    def change(self, table: Table, entry: Entry) -> Notice:
        """Record that the bot plays on the seat, and cancel the requests of the seat.

        Return the notice about the resignation.
        """
        seat = table.seats[self.seat]
        seat.resigned, seat.bot = True, self.bot
        table.forget_requests(self.seat)
        return Resignation(self.seat)


class StandinStarted(Happening, tag_field="kind", tag="standin", frozen=True):
    """The entry for a bot that stands in for a person until the person returns."""

    seat: int
    why: Why
    """Why the bot stands in: the person is away, or the seat's clock has run out."""
    bot: str

    def change(self, table: Table, entry: Entry) -> Notice:
        """Record that the bot plays on the seat. Return the notice about the bot.

        If the seat's clock of minutes has run out, set the clock to 0.
        """
        seat = table.seats[self.seat]
        seat.standin, seat.bot = True, self.bot
        if self.why == "clock" and table.options.pace == "minutes":
            table.clocks.left[self.seat] = 0.0
        return StandinBegan(self.seat, self.why)


class StandinEnded(Happening, tag_field="kind", tag="returned", frozen=True):
    """The entry for a person who took a seat back from the bot that stood in."""

    seat: int

    def change(self, table: Table, entry: Entry) -> Notice:
        """Let the person play on, with at least `RESPITE` seconds on the clock.

        Return the notice that the person plays again.
        """
        seat = table.seats[self.seat]
        seat.standin, seat.bot = False, None
        table.clocks.begin_again(self.seat, entry.at, table.options.clock)
        return StandinOver(self.seat)


class StandinAfterChanged(HostsChoice, tag_field="kind", tag="standin_after", frozen=True):
    """The entry for the host's new choice of how long people can be absent before bots stand in."""

    seconds: float | None
    """Seconds after which a bot moves for an absent person; null = bots never stand in."""

    def change(self, table: Table, entry: Entry) -> Notice:
        """Change after how many seconds bots stand in. Return the notice about the change.

        For all seats, only the time from this entry on counts as absence.
        """
        table.options = replace(table.options, standin_after=self.seconds)
        table.standin_chosen = entry.at
        return StandinAfterChosen(self.seconds)
