"""How long players must be absent before others can have their seats, or become the host."""

from __future__ import annotations

from typing import Final

from whistlestop.server.hosting.rooms import Room
from whistlestop.server.table.seats import Options
from whistlestop.server.table.table import Table

AWAY: Final = 120.0
"""The minimum absence, in seconds, of a player before others can have the seat."""


def patience(options: Options) -> float:
    """Return the seconds for which a player must be absent before others can have the seat.

    This is `AWAY`, or the time after which the table lets bots stand in, if that is longer. In
    games over days it is at least the time for a turn, because players are absent most of the time.
    """
    turn = options.clock if options.pace == "days" and options.clock is not None else 0.0
    return max(AWAY, options.standin_after or 0.0, turn)


def long_gone(room: Room, table: Table, seat: int) -> bool:
    """Return whether a player has been absent for so long that others can have the seat.

    `needed` returns the seconds that suffice.
    """
    return absence(room, table, seat, table.seats[seat].person) >= needed(table, seat)


def needed(table: Table, seat: int) -> float:
    """Return the seconds for which a person must be absent before others can have the seat.

    This is `AWAY` if a bot already stands in, and otherwise what `patience` returns.
    """
    # If a bot stands in already, the table's own waiting time is over.
    return AWAY if table.seats[seat].standin else patience(table.options)


def free_from(table: Table, seat: int, gone: float) -> float:
    """Return the moment from which a bot or another person can get an absent player's seat.

    It is some time after the player left, or after the last move that a person made in the seat if
    that was later. `needed` returns how long.

    Args:
        table: the table's state.
        seat: the player's seat.
        gone: when the player left, in seconds since 1970 by the table's clock (`Room.now`).

    Returns:
        Seconds since 1970 by the table's clock. The moment may lie in the past.
    """
    return max(gone, moved(table, seat)) + needed(table, seat)


def moved(table: Table, seat: int) -> float:
    """Return when a person last moved in a seat. 0 if nobody has.

    The moment is in seconds since 1970 by the table's clock (`Room.now`). A person's
    program can move without being connected.
    """
    log = reversed(table.log)
    moved = (logged.at for logged in log if logged.seat == seat and logged.by == "person")
    return next(moved, 0.0)


def absence(room: Room, table: Table, seat: int, person: str | None) -> float:
    """Return for how many seconds the owner of a seat has certainly been absent.

    The count starts when the owner's last page or program disconnected. It starts later if the
    table came into memory or a person moved in the seat after that.

    Args:
        room: the table on this server.
        table: the table's state.
        seat: the number of the seat.
        person: the id of the owner; None = no owner, who counts as absent.

    Returns:
        The seconds, or -1 if the owner is connected.
    """
    gone = room.absent_since(person)
    if gone is None:
        return -1.0
    return room.now() - max(gone, moved(table, seat))


def host_gone(room: Room, table: Table) -> bool:
    """Return whether other players can make themselves the host.

    They can if there is no host, or if the host has resigned or been absent for long enough:
    for the seconds that `needed` returns or, if the host has no seat, that `patience` returns.
    """
    if table.host is None:
        return True
    seat = table.seat_of(table.host)
    if seat is not None:
        return table.seats[seat].resigned or long_gone(room, table, seat)
    if table.host in room.polling:
        return False
    if any(listener.person == table.host for listener in room.listeners):
        return False
    gone = max(room.gone_since.get(table.host, 0.0), room.opened)
    return room.now() - gone >= patience(table.options)
