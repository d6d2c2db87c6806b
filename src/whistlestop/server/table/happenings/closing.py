"""Ending a game without a result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.server.table.happenings.happening import Happening, Notice
from whistlestop.server.table.permissions import asked_by_host
from whistlestop.server.table.requests import CloseRequest

if TYPE_CHECKING:
    from whistlestop.server.table.entries import Entry
    from whistlestop.server.table.table import Table


class CloseRequested(Notice, tag="CloseAsked", frozen=True):
    """The notice that the host asks the players to end the game without a result."""

    seat: int | None
    """The host's seat; null if the host has none."""


class CloseConsent(Notice, tag="CloseAnswered", frozen=True):
    """The notice that a player agreed or refused to end the game without a result.

    A refusal by the host withdraws the request.
    """

    seat: int | None
    """The seat that answered; null if the host has no seat and withdrew the request."""
    agrees: bool
    """Whether the player agreed. If false, the request has ended."""


class TableClosed(Notice, tag="TableClosed", frozen=True):
    """The notice that the host closed the table."""

    seat: int | None
    """The host's seat; null if the host has none."""


class CloseAsked(Happening, tag_field="kind", tag="close_asked", frozen=True):
    """The entry for the host's request to end the game without a result."""

    seat: int | None
    """The host's seat; null if the host has none."""

    def change(self, table: Table, entry: Entry) -> Notice:
        """Record the host's request to end the game, to which nobody has agreed yet.

        Return the notice about the request.
        """
        table.requests.closing = CloseRequest(entry.number, entry.at, frozenset(), self.seat)
        return CloseRequested(self.seat)


class CloseAnswered(Happening, tag_field="kind", tag="close_answer", frozen=True):
    """The entry for an answer to the host's request to end the game without a result.

    Any refusal ends the request. A refusal by the host withdraws it.
    """

    seat: int | None
    agrees: bool

    def change(self, table: Table, entry: Entry) -> Notice:
        """Record that the seat agrees to end the game. If the seat refuses, end the request.

        The last missing consent does not close the table. The entry `Closed` follows for that.
        Return the notice about the answer.
        """
        request = table.requests.closing
        if request is not None and self.agrees and self.seat is not None:
            table.requests.closing = request.with_consent(self.seat)
        else:
            table.requests.closing = None
        return CloseConsent(self.seat, self.agrees)


class Closed(Happening, tag_field="kind", tag="closed", frozen=True):
    """The entry for the closing of a table by the host. The game cannot go on afterwards."""

    seat: int | None
    """The host's seat; null if the host has none."""

    def change(self, table: Table, entry: Entry) -> Notice:
        """Close the table. Stop its clocks, and end all open requests and offers.

        Return the notice that the table is closed.
        """
        table.state = "closed"
        table.requests.clear()
        table.holders.end()
        table.clocks.since.clear()
        return TableClosed(self.seat)


def awaited_to_close(table: Table) -> tuple[int, ...]:
    """Return the seats that have not answered the host's request to end the game.

    The tuple is empty if there is no request.
    """
    request = table.requests.closing
    if request is None:
        return ()
    return tuple(seat for seat in asked_by_host(table) if seat not in request.agreed)
