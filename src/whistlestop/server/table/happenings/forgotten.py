"""A person who was deleted at their own request. `table/forgetting.py` rewrites what was kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.server.table.happenings.changing_hands import drop_request
from whistlestop.server.table.happenings.happening import Happening, Notice
from whistlestop.server.table.happenings.hints import awaited_for_hints
from whistlestop.server.table.happenings.seating import give_back
from whistlestop.server.table.happenings.taking_back import awaited_to_take_back

if TYPE_CHECKING:
    from whistlestop.server.table.entries import Entry
    from whistlestop.server.table.table import Table


class PersonForgotten(Notice, tag="Forgotten", frozen=True):
    """The notice that the server deleted a person at the person's request.

    `seats` has the seats that the person had. A bot plays on these seats if the game is still
    running. The list is empty if the game had not begun, because the seats are open again.
    """

    seats: list[int]
    """The seats that the person had; empty if the game had not begun."""


class Forgotten(Happening, frozen=True, tag_field="kind", tag="forgotten"):
    """The entry for a person who was deleted at their own request.

    No entry of the table names the person any more.
    """

    person: str
    """The random id that replaces the person's id in all earlier entries of this table."""
    bot: str

    def change(self, table: Table, entry: Entry) -> Notice:
        """Remove the person from their seats, and end what they have asked or offered.

        In a running game, a bot gets the seats. Before the game, the seats are open again. Return
        the notice with these seats.
        """
        person = self.person
        theirs = [number for number, seat in enumerate(table.seats) if seat.person == person]
        for number in theirs:
            if table.state == "open":
                give_back(table, number)
                continue
            seat = table.seats[number]
            seat.person = None
            if table.state == "playing":
                seat.resigned, seat.bot = True, self.bot
            table.holders.offers.pop(number, None)
            table.forget_requests(number)
        table.holders.forget(person)
        if table.requests.take_back is not None and not awaited_to_take_back(table):
            table.requests.take_back = None
        if not awaited_for_hints(table):
            table.requests.hints = None
        if table.host == person:
            table.requests.closing = table.requests.hints = None
            drop_request(table)
            others = (seat.person for seat in table.seats if not seat.resigned)
            table.host = next((other for other in others if other), None)
        return PersonForgotten([] if table.state == "open" else theirs)
