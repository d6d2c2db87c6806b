"""Taking a seat before the game begins, and giving it back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET, UnsetType

from whistlestop.server.errors import Refusal, not_your_seat, table_closed
from whistlestop.server.table.happenings.happening import Happening, Notice
from whistlestop.server.table.permissions import any_seat, check_seat
from whistlestop.server.table.seats import Colour, Seat

if TYPE_CHECKING:
    from whistlestop.server.table.entries import Entry
    from whistlestop.server.table.forgetting import Forgetting, Seating
    from whistlestop.server.table.table import Table


class SeatTaken(Notice, tag="SeatTaken", frozen=True, omit_defaults=True):
    """The notice that a person took an open seat."""

    seat: int
    """The seat that the person took."""
    name: str
    """The name of the person."""
    name_of: str | None = None
    """`player` if the server made the name ("Player 2") because the person chose none.

    Absent if the person chose the name.
    """


class SeatLeft(Notice, tag="SeatLeft", frozen=True, omit_defaults=True):
    """The notice that a person gave a seat back before the game began.

    `name` is the name that the person had.
    """

    seat: int
    """The seat that is open again."""
    name: str
    """The name that the person had."""
    name_of: str | None = None
    """The word that `name` begins with if the server made it, as in "Player 2": `player` or a
    bot's name. Absent if a person chose `name`."""


class Joined(Happening, tag_field="kind", tag="joined", frozen=True):
    """The entry for a person who took an open seat before the game began."""

    seat: int
    person: str
    """The id of the person."""
    name: str
    colour: Colour | None = None
    luck: str | UnsetType = UNSET
    """The value that the person added to the luck; absent if there is none."""
    given: bool | UnsetType = UNSET
    """Whether the server made the name because the person has not chosen one; absent if not."""
    beside: bool | UnsetType = UNSET
    """Whether this is a second person at the device of a seated person; absent if not."""

    def change(self, table: Table, entry: Entry) -> Notice:
        """Put the person on the seat. Return the notice about the person.

        The person becomes the host if the table has none.
        """
        seat = Seat(
            "person",
            self.person,
            self.name,
            colour=self.colour,
            given=self.given is True,
            beside=self.beside is True,
        )
        table.seats[self.seat] = seat
        table.host = table.host or self.person
        if self.luck is not UNSET:
            table.added[self.seat] = self.luck
        return SeatTaken(self.seat, self.name, seat.name_of)

    def sit(self, seating: Seating) -> None:
        """Record in the seating that the person sits on the seat."""
        seating.put(self.seat, self.person)

    def people(self, seating: Seating) -> Iterable[tuple[str | None, str | None]]:
        """Return one pair: the id and the name of the person who took the seat."""
        return [(self.person, self.name)]

    def without(self, forgetting: Forgetting) -> Joined:
        """Return the entry with a neutral name and a random id if the deleted person took the seat.

        If another person took the seat, return the entry itself.
        """
        changed = forgetting.blank_at(self.seat, self.person, self.name, self.given)
        return msgspec.structs.replace(self, **changed)


class Left(Happening, tag_field="kind", tag="left", frozen=True):
    """The entry for a person who gave a seat back before the game began."""

    seat: int

    def change(self, table: Table, entry: Entry) -> Notice:
        """Open the seat for others. Return the notice about the open seat."""
        seat = table.seats[self.seat]
        give_back(table, self.seat)
        return SeatLeft(self.seat, seat.name, seat.name_of)

    def sit(self, seating: Seating) -> None:
        """Record in the seating that no person sits on the seat."""
        seating.put(self.seat, None)


def free_seat(table: Table, person: str, wanted: int | None, *, beside: bool) -> int:
    """Return the seat that a person gets when sitting down.

    Args:
        table: the table.
        person: the id of the person.
        wanted: the seat that the person wants; None = the first open seat.
        beside: whether the seat is for another player at the person's device.

    Raises:
        Refusal: the table is closed or its game has begun; there is no such seat, or it is not
            open; `beside` is false and the person has a seat already; or `beside` is true and the
            person has no seat.
    """
    _check_not_closed(table)
    if table.state != "open":
        raise Refusal(409, "already_started")
    if wanted is not None:
        check_seat(table, wanted)
    seated = table.seat_of(person) is not None
    if beside and not seated:
        raise not_your_seat()
    if seated and not beside:
        raise Refusal(409, "already_seated")
    free = open_seats(table)
    if wanted is not None and wanted not in free:
        raise Refusal(409, "seat_taken")
    return free[0] if wanted is None else wanted


def open_seats(table: Table) -> list[int]:
    """Return the numbers of the seats that neither a person nor a bot has."""
    return [number for number, seat in enumerate(table.seats) if seat.kind == "open"]


def seats_to_leave(table: Table, person: str, named: int | None) -> tuple[int, ...]:
    """Return the seats that a person gives back before the game begins.

    Args:
        table: the table.
        person: the id of the person.
        named: the seat that the person names; None = all seats at the person's device.

    Raises:
        Refusal: the person has no seat or names a seat that is not theirs, the game has begun, or
            the table is closed.
    """
    seat = any_seat(table, person, named)
    _check_not_closed(table)
    if table.state != "open":
        raise Refusal(409, "already_started", case="resign")
    return table.seats_of(person) if named is None else (seat,)


def _check_not_closed(table: Table) -> None:
    if table.state == "closed":
        raise table_closed()


def give_back(table: Table, seat: int) -> None:
    """Open a seat before the game begins.

    If this was the host's only seat, the person in the next seat becomes the host. Seats without a
    person are skipped, and the first seat follows the last. If nobody is left, the table has no
    host until a person sits down.
    """
    others = [*table.seats[seat + 1 :], *table.seats[:seat]]
    stays = any(other.person == table.host for other in others)
    if table.seats[seat].person == table.host and not stays:
        # The next person at the table becomes the host. If there is none, the next to sit down
        # does.
        table.host = next((other.person for other in others if other.person), None)
    table.seats[seat] = Seat("open")
    table.added.pop(seat, None)
