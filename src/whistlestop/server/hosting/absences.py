"""How long the table still waits for players who are away."""

from __future__ import annotations

from whistlestop.server.hosting.managing import free_from
from whistlestop.server.hosting.rooms import Room
from whistlestop.server.sent.presence import Absence, Company
from whistlestop.server.table.table import Table


def standin_from(table: Table, seat: int, gone: float) -> float | None:
    """Return the moment at which a bot moves for an absent player who has to decide.

    Args:
        table: the table's state.
        seat: the player's seat.
        gone: the moment since which the player has been absent.

    Returns:
        The moment by the table's clock. None if the table never lets bots stand in.
    """
    if table.options.standin_after is None:
        return None
    # A new choice counts from the moment it was made: nobody's time is over by it.
    begun = max(gone, table.since[seat], table.standin_chosen)
    return begun + table.options.standin_after


def absences(
    room: Room, table: Table, company: Company, asking: str | None = None
) -> list[Absence]:
    """Return what happens next to the seats of absent players, and when.

    A bot stands in for a player who has to decide. Any other seat can be given to a bot or to
    another person after a while.

    Args:
        room: the table on this server.
        table: the table's state.
        company: the people who are connected, as everybody was told last.
        asking: who will read it: nobody is absent to themselves.

    Returns:
        One entry for each absent player for whom such a moment lies ahead.
    """
    if table.state != "playing" or table.lesson is not None:
        return []
    found: list[Absence] = []
    for number, seat in enumerate(table.seats):
        away = seat.kind == "person" and seat.person not in {*company.present, asking}
        if not away or seat.by_bot or seat.person is None:
            continue
        gone = max(room.gone_since.get(seat.person, 0.0), room.opened)
        deciding = number in table.deciding and bool(company.present)
        at = standin_from(table, number, gone) if deciding else None
        if at is not None:
            found.append(Absence(number, "standin", max(round(at - room.now()), 0)))
        elif (left := round(free_from(table, number, gone) - room.now())) > 0:
            found.append(Absence(number, "offer", left))
    return found
