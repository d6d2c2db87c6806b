"""The result of each seat in a finished game, for the players' own statistics."""

from __future__ import annotations

from whistlestop.server.storage.store import SeatResult
from whistlestop.server.table.table import Table


def outcome(table: Table) -> tuple[SeatResult, ...]:
    """Return the result of each seat of a table's game; an empty tuple if the game is not over.

    Results of lessons, of imported records and of games that go on from a moment of another game
    name no person, so that they do not count for anybody.
    """
    if table.state != "over" or table.game is None:
        return ()
    # A lesson's deal is known in advance, and the game of a record was played elsewhere. Whoever
    # plays on from an earlier game has seen that game's cards.
    counts = table.lesson is None and not table.begun_elsewhere and not table.imported
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
