"""Who is the host of a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from whistlestop.server.errors import Refusal
from whistlestop.server.table.happenings.changing_hands import drop_request
from whistlestop.server.table.happenings.happening import Happening, Notice
from whistlestop.server.table.permissions import check_not_ended, check_seat, not_host

if TYPE_CHECKING:
    from whistlestop.server.table.entries import Entry
    from whistlestop.server.table.table import Table


class NewHost(Notice, tag="HostChanged", frozen=True):
    """The notice that the player in a seat became the host of the table."""

    seat: int
    """The seat of the new host."""


class HostChanged(Happening, tag_field="kind", tag="host", frozen=True):
    """The entry for a new host: the person in a seat."""

    seat: int

    def check(self, table: Table, person: str, gone: Callable[[], bool], patience: float) -> None:
        """Check that a person may choose the player in the seat as the new host.

        The host may choose anybody who plays. Players may choose themselves if the host has been
        absent for long.

        Args:
            table: the table.
            person: the id of the person.
            gone: returns whether the host has been absent for long.
            patience: how long the host must be absent, in seconds. Only the refusal names it.

        Raises:
            Refusal: the person may not choose, no person plays in the seat, or the table has ended.
        """
        check_not_ended(table)
        check_seat(table, self.seat)
        chosen = table.seats[self.seat]
        if chosen.person is None or chosen.resigned:
            raise Refusal(409, "nobody_there")
        if table.host == person or chosen.person == table.host:
            return
        if chosen.person != person:
            raise not_host()
        if not gone():
            raise Refusal(409, "still_there", case="host", seconds=patience)

    def change(self, table: Table, entry: Entry) -> Notice:
        """Make the person in the seat the host. Return the notice about the new host.

        If the earlier host has asked to end the game, to allow hints, or to give a seat to another
        person, cancel these requests.
        """
        table.host = table.seats[self.seat].person
        table.requests.closing = table.requests.hints = None
        drop_request(table)
        return NewHost(self.seat)
