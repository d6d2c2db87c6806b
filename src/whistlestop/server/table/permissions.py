"""Check what a person may do at a table, and find the seat that a request is for.

The checks here are common to several kinds of happenings. Checks for a single kind are in the
module of that kind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.server.errors import (
    Refusal,
    ended,
    not_started,
    not_your_seat,
    which_seat,
)

if TYPE_CHECKING:
    from whistlestop.server.table.table import Table


def check_host(table: Table, person: str | None) -> None:
    """Check that a person is the host of a table.

    Raises:
        Refusal: the person is not the host.
    """
    if table.host is None or table.host != person:
        raise not_host()


def check_not_ended(table: Table) -> None:
    """Check that a table has not ended.

    Raises:
        Refusal: the game is over, or the host has closed the table.
    """
    if table.ended:
        raise ended(table.state)


def check_going_on(table: Table) -> None:
    """Check that the game of a table is going on.

    Raises:
        Refusal: the game has not begun, or the table has ended.
    """
    check_not_ended(table)
    if table.game is None:
        raise not_started()


def check_seat(table: Table, seat: int) -> None:
    """Check that a table has a seat.

    Raises:
        Refusal: there is no seat with this number.
    """
    if not 0 <= seat < len(table.seats):
        raise Refusal(404, "no_such_seat")


def check_not_daily(table: Table) -> None:
    """Check that a table does not play a deal of the day, where everybody has the same conditions.

    Raises:
        Refusal: the table plays a deal of the day.
    """
    if table.daily is not None:
        raise Refusal(409, "daily_is_fixed")


def not_host() -> Refusal:
    """Return the refusal of a request that only the host may make."""
    return Refusal(403, "not_host")


def any_seat(table: Table, person: str | None, named: int | None) -> int:
    """Return the seat that a person names, or their own seat (`Table.seat_of`) if they name none.

    Args:
        table: the table.
        person: the id of the person; None = nobody is signed in.
        named: the seat that the request names; None = it names none.

    Raises:
        Refusal: the person has no seat, or names a seat that is not theirs.
    """
    seat = table.seat_of(person) if named is None else named
    if seat is None or seat not in table.seats_of(person):
        raise not_your_seat()
    return seat


def the_seat(table: Table, person: str | None, named: int | None) -> int:
    """Return the seat that a person means: the named seat, or else their only seat.

    Args:
        table: the table.
        person: the id of the person; None = nobody is signed in.
        named: the seat that the request names; None = it names none.

    Raises:
        Refusal: the person has no seat, names a seat that is not theirs, or has several seats and
            names none.
    """
    held = table.seats_of(person)
    if len(held) > 1 and named is None:
        raise which_seat(held)
    return any_seat(table, person, named)


def seat_in_game(
    table: Table, person: str | None, named: int | None, *, resigned: bool = True
) -> int:
    """Return the seat that a person means, if the game is going on.

    Args:
        table: the table.
        person: the id of the person; None = nobody is signed in.
        named: the seat that the request names; None = it names none.
        resigned: whether a seat is accepted whose player has resigned.

    Raises:
        Refusal: the person has no seat, names a seat that is not theirs, or has several seats and
            names none; the game is not going on; or `resigned` is false and the player of the seat
            has resigned.
    """
    return check_playing(table, the_seat(table, person, named), resigned=resigned)


def asked_by_host(table: Table) -> tuple[int, ...]:
    """Return the seats whose consent the host needs for a change that concerns all players.

    Seats that have already agreed are included. For each device except the host's, only one seat is
    asked. Bots and people who resigned are not asked.
    """
    asked: dict[str | None, int] = {}
    for number, seat in enumerate(table.seats):
        if seat.person != table.host and seat.kind == "person" and not seat.resigned:
            asked.setdefault(seat.person, number)
    return tuple(asked.values())


def seat_answering_host(table: Table, person: str) -> int | None:
    """Return the seat for which a person answers a request of the host.

    Return None if the person is the host and has no seat.

    Raises:
        Refusal: the person is not the host and has no seat at the table, or has resigned.
    """
    held = table.seats_of(person)
    seat = next((one for one in asked_by_host(table) if one in held), table.seat_of(person))
    if person != table.host and (seat is None or table.seats[seat].resigned):
        raise not_your_seat()
    return seat


def check_playing(table: Table, seat: int, *, resigned: bool = True) -> int:
    """Check that the game of a seat is going on, and return the number of the seat.

    Args:
        table: the table.
        seat: the number of the seat.
        resigned: whether a seat is accepted whose player has resigned.

    Raises:
        Refusal: the game is not going on, or `resigned` is false and the player of the seat has
            resigned.
    """
    if table.state == "open":
        raise not_started()
    check_not_ended(table)
    if table.seats[seat].resigned and not resigned:
        raise not_your_seat()
    return seat
