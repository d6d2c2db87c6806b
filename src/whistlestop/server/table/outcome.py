"""The result of each seat in a finished game, for the players' own statistics."""

from __future__ import annotations

from whistlestop.play.daily import closes_at, day_at
from whistlestop.server.storage.store import AttemptResult, SeatResult
from whistlestop.server.table.ladder import has_given_up
from whistlestop.server.table.table import Table


def outcome(table: Table) -> tuple[SeatResult, ...]:
    """Return the result of each seat of a table's game; an empty tuple if the game is not over.

    Results of lessons, of imported records, of games that go on from a moment of another game, and
    of the deals of past days name no person, so that they do not count for anybody.
    """
    if table.state != "over" or table.game is None:
        return ()
    # The deal of a lesson or of a past day is known in advance, and the game of a record was played
    # elsewhere. Whoever plays on from an earlier game has seen that game's cards.
    practice = table.daily is not None and not is_attempt(table)
    known = table.lesson is not None or table.begun_elsewhere or practice
    counts = not known and not table.imported
    board = table.edition.name if table.edition_text is None else None
    found: list[SeatResult] = []
    for seat, column in zip(table.seats, table.game.score_sheet().players, strict=True):
        bot = seat.bot if seat.kind == "bot" else None
        won = column.rank == 1 and not seat.resigned
        path = column.longest_path
        person = seat.person if counts else None
        found.append(
            SeatResult(
                column.seat,
                person,
                bot,
                board,
                column.rank,
                won,
                column.total,
                path,
                has_given_up(table, column.seat),
            )
        )
    return tuple(found)


def is_attempt(table: Table) -> bool:
    """Return whether a table plays the deal of the day on which it was set up."""
    return table.daily is not None and day_at(table.log[0].at) == table.daily


def attempt_result(table: Table) -> AttemptResult | None:
    """Return the result that a finished deal of the day has for its player.

    None if the game is not over, is not a deal of the day, or was played by a deleted person.
    """
    if table.state != "over" or table.game is None or table.daily is None:
        return None
    seat = next((number for number, seat in enumerate(table.seats) if seat.kind == "person"), None)
    if seat is None:
        return None
    columns = {column.seat: column for column in table.game.score_sheet().players}
    own, given_up = columns.pop(seat), table.seats[seat].resigned
    return AttemptResult(
        ended=table.updated,
        counts=table.updated < closes_at(table.daily),
        given_up=given_up,
        won=own.rank == 1 and not given_up,
        place=len(table.seats) if given_up else own.rank,
        score=own.total,
        margin=own.total - max(column.total for column in columns.values()),
    )
