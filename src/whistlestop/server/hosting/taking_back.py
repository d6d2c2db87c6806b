"""Taking moves back: at once if nothing was revealed, otherwise with the consent of all others."""

from __future__ import annotations

from whistlestop.server.errors import Refusal, stale_version
from whistlestop.server.hosting.conflicts import retry_conflicts
from whistlestop.server.hosting.people import Person
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.hosting.standing_in import return_drafts
from whistlestop.server.table.happenings import TakeBackAnswered, TakeBackAsked, TakenBack
from whistlestop.server.table.happenings.taking_back import (
    agreed_without,
    answering_seat,
    asked_to_take_back,
    free_to_take_back,
    gone_on,
    move_to_take_back,
)
from whistlestop.server.table.permissions import seat_in_game


class TakingBackCommands:
    """The commands that take moves back at tables of one server."""

    def __init__(self, tables: Tables) -> None:
        """Create the commands.

        Args:
            tables: the tables of the server.
        """
        self._tables = tables

    @retry_conflicts
    async def take_back(
        self,
        table_id: str,
        person: Person,
        move: int | None,
        version: int | None = None,
        *,
        ask: bool,
    ) -> int:
        """Take back a move at once if no consent is needed, or ask the others for consent.

        Args:
            table_id: the id of the table.
            person: the person whose move it is.
            move: the number of the move, counted from 1; all later moves are taken back, too. None
                = the newest move of the person's seat.
            version: the newest version that the person had seen. If moves were made or taken back
                since then, the request is refused, so that a second click has no effect. None = not
                checked.
            ask: whether to ask the other players if their consent is needed. Bots always consent.

        Returns:
            The table's new version.

        Raises:
            Refusal: the person has no seat in the running game, the table does not allow taking
                back, there is no such move, moves were made or taken back after `version`, consent
                is needed but `ask` is false, or another request waits for answers.
        """
        async with self._tables.use(table_id) as (room, table):
            seat = seat_in_game(table, person.id, person.seat, resigned=False)
            if version is not None and gone_on(table, version):
                raise stale_version(table.version)
            chosen = move_to_take_back(table, seat, move)
            request = table.requests.take_back
            free = chosen == free_to_take_back(table, seat)
            drafts = return_drafts(table, person)
            if free or (ask and not asked_to_take_back(table, seat)):
                drafts.append(TakenBack(seat, chosen))
            elif not ask:
                raise Refusal(409, "needs_consent")
            elif request is not None:
                if (request.seat, request.move) == (seat, chosen):
                    return table.version
                raise Refusal(409, "already_asked")
            else:
                drafts.append(TakeBackAsked(seat, chosen))
            return await self._tables.append(room, table, drafts)

    @retry_conflicts
    async def answer_take_back(
        self, table_id: str, person: Person, asked: int, *, agrees: bool
    ) -> int:
        """Answer a request to take moves back, and return the table's new version.

        If the person who asked refuses, the request is withdrawn.

        Args:
            table_id: the id of the table.
            person: the person who answers.
            asked: the table's version at which the request was made.
            agrees: whether the person agrees.

        Raises:
            Refusal: there is no such request any more, or the person has no seat in the running
                game.
        """
        async with self._tables.use(table_id) as (room, table):
            request = table.requests.take_back
            seat = answering_seat(table, person.id, person.seat)
            if request is None or request.entry != asked:
                raise Refusal(409, "not_asked")
            if agrees and seat in (request.seat, *request.agreed):
                return table.version
            drafts = return_drafts(table, person)
            drafts.append(TakeBackAnswered(seat, agrees))
            if agrees:
                drafts += agreed_without(table, seat)
            return await self._tables.append(room, table, drafts)
