"""What a game that is over has brought each seat, for people's own statistics."""

from __future__ import annotations

from whistlestop.server.storage.store import SeatResult
from whistlestop.server.table.table import Table


def outcome(table: Table) -> tuple[SeatResult, ...]:
    """The results of a table's game; none if it is not over."""
    if table.state != "over" or table.game is None:
        return ()
    # A lesson's deal is known, and a record is of games that others have played elsewhere.
    counts = table.lesson is None and not table.imported
    board = table.edition.name if table.edition_text is None else None
    found: list[SeatResult] = []
    for seat, column in zip(table.seats, table.game.score_sheet().players, strict=True):
        bot = seat.bot if seat.kind == "bot" else None
        won = column.rank == 1 and not seat.resigned
        path = column.longest_path
        person = seat.person if counts else None
        found.append(
            SeatResult(column.seat, person, bot, board, column.rank, won, column.total, path)
        )
    return tuple(found)
