"""What happens to the seats of absent players, and when."""

from __future__ import annotations

from whistlestop.server.hosting.absence_times import free_from
from whistlestop.server.hosting.rooms import Room
from whistlestop.server.sent.presence import Absence, Presence
from whistlestop.server.table.table import Table


def standin_from(table: Table, seat: int, gone: float) -> float | None:
    """Return the moment at which a bot moves for an absent player who has to decide.

    Args:
        table: the table's state.
        seat: the player's seat.
        gone: the moment since which the player has been absent, in seconds since 1970.

    Returns:
        The moment by the table's time, in seconds since 1970. None if the table never lets bots
        stand in.
    """
    if table.options.standin_after is None:
        return None
    # A new setting counts from the moment it was chosen, so that it ends no player's time at once.
    begun = max(gone, table.clocks.since[seat], table.standin_chosen)
    return begun + table.options.standin_after


def absences(room: Room, table: Table, presence: Presence, reader: str | None) -> list[Absence]:
    """List the absent players of a running game, each with what happens to their seat next.

    A bot stands in for an absent player who has to decide, if the table lets bots stand in and
    another player is connected. The seats of all other absent players can be given away after a
    while.

    Args:
        room: the table on this server.
        table: the table's state.
        presence: the people who are connected, according to the last update to clients.
        reader: the id of the person who will read the list, who is never listed; None = the reader
            has no id.

    Returns:
        One entry for each absent player, in the order of seats: what happens next, and the seconds
        until then. Seats that a bot already plays or that can be given away now are left out.
        The list is empty before and after a game, and in lessons.
    """
    if table.state != "playing" or table.lesson is not None:
        return []
    found: list[Absence] = []
    for number, seat in enumerate(table.seats):
        away = seat.kind == "person" and seat.person not in {*presence.present, reader}
        if not away or seat.by_bot or seat.person is None:
            continue
        gone = max(room.gone_since.get(seat.person, 0.0), room.opened)
        deciding = number in table.deciding and bool(presence.present)
        at = standin_from(table, number, gone) if deciding else None
        if at is not None:
            found.append(Absence(number, "standin", max(round(at - room.now()), 0)))
        elif (left := round(free_from(table, number, gone) - room.now())) > 0:
            found.append(Absence(number, "offer", left))
    return found
