"""Closing a table: the host asks, and the other players agree or refuse.

Players who have been absent for long are not asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from whistlestop.server.errors import Refusal, ended
from whistlestop.server.hosting.absence_times import long_gone
from whistlestop.server.hosting.conflicts import retry_conflicts
from whistlestop.server.hosting.people import Person
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.hosting.rooms import Room
from whistlestop.server.table.happenings import CloseAnswered, CloseAsked, Closed
from whistlestop.server.table.happenings.happening import Happening
from whistlestop.server.table.permissions import (
    asked_by_host,
    check_going_on,
    check_host,
    check_not_daily,
    seat_answering_host,
)
from whistlestop.server.table.table import Table


class ClosingCommands:
    """The commands that close tables of one server."""

    def __init__(self, tables: Tables) -> None:
        """Create the commands.

        Args:
            tables: the tables of the server.
        """
        self._tables = tables

    @retry_conflicts
    async def close(self, table_id: str, person: Person) -> int:
        """Close a table without a result. If other players have to agree, ask them first.

        Before the game and in lessons, nobody has to agree. Players who have been absent for long
        do not have to agree, either. Nothing changes if the table is closed already, or if the
        players were asked before and answers are missing.

        Returns:
            The table's new version.

        Raises:
            Refusal: the person is not the host, the game is over, or the table plays a deal of the
                day.
        """
        async with self._tables.use(table_id) as (room, table):
            check_host(table, person.id)
            if table.state == "closed":
                return table.version
            if table.ended:
                raise ended(table.state)
            check_not_daily(table)
            seat = table.seat_of(person.id)
            closing = table.requests.closing
            agreed = frozenset[int]() if closing is None else closing.agreed
            if not _awaited(room, table, agreed):
                drafts: Sequence[Happening] = [Closed(seat)]
            elif closing is None:
                drafts = [CloseAsked(seat)]
            else:
                return table.version
            return await self._tables.append(room, table, drafts)

    @retry_conflicts
    async def answer_close(self, table_id: str, person: Person, asked: int, *, agrees: bool) -> int:
        """Answer the host's request to end the game, and return the table's new version.

        The game ends when all players who have to agree have agreed. Any refusal ends the request.
        If the host refuses, the request is withdrawn.

        Args:
            table_id: the id of the table.
            person: the person who answers.
            asked: the number of the entry with the host's request.
            agrees: whether the person agrees.

        Raises:
            Refusal: the person does not play here, or the request has ended.
        """
        async with self._tables.use(table_id) as (room, table):
            check_going_on(table)
            closing = table.requests.closing
            seat = seat_answering_host(table, person.id)
            if closing is None or closing.entry != asked:
                raise Refusal(409, "not_asked")
            if agrees and (person.id == table.host or seat in closing.agreed):
                return table.version
            drafts: list[Happening] = [CloseAnswered(seat, agrees)]
            if agrees and seat is not None:
                drafts += closed_without(room, table, seat)
            return await self._tables.append(room, table, drafts)


def _awaited(room: Room, table: Table, agreed: frozenset[int]) -> tuple[int, ...]:
    """Return the seats whose consent to closing is still missing.

    Players who have been absent for long are not asked. Before a game and in lessons, nobody is.

    Args:
        room: the table on this server.
        table: the table's state.
        agreed: the seats that have agreed already.
    """
    if table.game is None or table.lesson is not None:
        return ()
    return tuple(
        seat
        for seat in asked_by_host(table)
        if seat not in agreed and not long_gone(room, table, seat)
    )


def closed_without(room: Room, table: Table, seat: int) -> list[Happening]:
    """Return the entries that close a table, if one seat's consent is all that was missing.

    If the host has asked to close the table, and no other seat's consent is missing, the list has
    one entry, which closes the table. Otherwise the list is empty. The function changes nothing.

    Args:
        room: the table on this server.
        table: the table's state.
        seat: the seat that has just agreed, or that a bot gets for good.
    """
    closing = table.requests.closing
    if closing is None or _awaited(room, table, closing.agreed | {seat}):
        return []
    return [Closed(closing.seat)]
