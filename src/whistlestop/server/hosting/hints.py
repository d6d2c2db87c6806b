"""Hints during the game, and the coach: who may have them, and the entries about them."""

from __future__ import annotations

import math
from dataclasses import dataclass

from whistlestop.actions import Action
from whistlestop.seen.view import View
from whistlestop.server.errors import Refusal, stale_version
from whistlestop.server.hosting.changing_hands import PAUSE
from whistlestop.server.hosting.conflicts import retry_conflicts
from whistlestop.server.hosting.people import Person
from whistlestop.server.hosting.playing import Proposal, not_your_turn, read
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.hosting.standing_in import return_drafts
from whistlestop.server.table.happenings import (
    Coached,
    Hinted,
    HintsAnswered,
    HintsAsked,
    HintsSwitched,
)
from whistlestop.server.table.happenings.happening import Happening
from whistlestop.server.table.happenings.hints import (
    hinted_seat,
    hints_without,
    position_entry,
)
from whistlestop.server.table.permissions import (
    asked_by_host,
    check_not_ended,
    seat_answering_host,
)
from whistlestop.server.table.table import Table


@dataclass(frozen=True, slots=True)
class HintPosition:
    """A position in which a player has to decide, as the player's seat sees it."""

    table: str
    """The id of the table."""
    seat: int
    entry: int
    """The number of the entry that led to the position (`position_entry`)."""
    moves: int
    """The number of moves before the position."""
    view: View


class HintsCommands:
    """The commands about hints at tables of one server."""

    def __init__(self, tables: Tables) -> None:
        """Create the commands.

        Args:
            tables: the tables of the server.
        """
        self._tables = tables

    # Allowing hints -------------------------------------------------------------------------

    @retry_conflicts
    async def switch(self, table_id: str, person: Person, *, allowed: bool) -> int:
        """Allow hints, ask the other players to allow them, or forbid them.

        Hints are forbidden at once. They are allowed at once if no other person plays. During the
        game, the other people are asked. Before the game, they cannot be asked, because their seats
        may get other numbers when it starts.

        Args:
            table_id: the id of the table.
            person: the host.
            allowed: whether players can ask for hints.

        Returns:
            The table's new version.

        Raises:
            Refusal: the person is not the host, the table has ended, hints are not possible there,
                another person has taken a seat and the game has not begun, or the host asked less
                than `PAUSE` seconds ago.
        """
        async with self._tables.use(table_id) as (room, table):
            switched = HintsSwitched(allowed)
            switched.check(table, person.id)
            request = table.requests.hints
            if allowed == table.options.hinted and (allowed or request is None):
                return table.version
            drafts: list[Happening] = [switched]
            if allowed and asked_by_host(table):
                if table.game is None:
                    raise Refusal(409, "no_hints", case="seated")
                if request is not None:
                    return table.version
                wait = table.requests.hints_asked_at + PAUSE - room.now()
                if wait > 0:
                    raise Refusal(409, "asked_lately", case="hints", seconds=math.ceil(wait))
                drafts = [HintsAsked(table.seat_of(person.id))]
            return await self._tables.append(room, table, drafts)

    @retry_conflicts
    async def answer(self, table_id: str, person: Person, asked: int, *, agrees: bool) -> int:
        """Answer the host's request to allow hints, and return the table's new version.

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
            check_not_ended(table)
            seat = seat_answering_host(table, person.id)
            request = table.requests.hints
            if request is None or request.entry != asked:
                raise Refusal(409, "not_asked")
            if agrees and (person.id == table.host or seat in request.agreed):
                return table.version
            drafts: list[Happening] = [HintsAnswered(seat, agrees)]
            if agrees and seat is not None:
                drafts += hints_without(table, seat)
            return await self._tables.append(room, table, drafts)

    # Getting hints --------------------------------------------------------------------------

    async def position(self, table_id: str, person: Person) -> HintPosition:
        """Return the position in which a person has to decide and may have a hint.

        Raises:
            Refusal: the person has no seat in the running game or has resigned, hints are not
                allowed, it is not the person's turn, or there is only one possible action.
        """
        async with self._tables.use(table_id) as (_, table):
            return _position(table, person)

    async def proposed(
        self, table_id: str, person: Person, proposal: Proposal
    ) -> tuple[HintPosition, Action]:
        """Return the position in which a person has to decide, and the action that they propose.

        Raises:
            Refusal: the person has no seat in the running game or has resigned, hints are not
                allowed, it is not the person's turn, there is only one possible action, or the
                proposed action is not possible.
        """
        async with self._tables.use(table_id) as (_, table):
            position = _position(table, person)
            stale = proposal.version < table.version
            return position, read(table, position.seat, proposal, stale)

    @retry_conflicts
    async def give(self, person: Person, position: HintPosition) -> int:
        """Record that a person gets the hint for a position, unless they have it already.

        Returns:
            The table's new version.

        Raises:
            Refusal: the person no longer has to decide in this position, or hints are no longer
                allowed.
        """
        async with self._tables.use(position.table) as (room, table):
            now = _position(table, person)
            if (now.seat, now.entry) != (position.seat, position.entry):
                raise stale_version(table.version)
            drafts = return_drafts(table, person)
            if (now.seat, now.entry) not in table.hints.positions:
                drafts.append(Hinted(now.seat))
            return await self._tables.append(room, table, drafts) if drafts else table.version

    @retry_conflicts
    async def coach(self, table_id: str, person: Person) -> tuple[HintPosition, int]:
        """Record that a person plays with a coach, once for each game.

        Returns:
            The position in which the person has to decide, and the table's version.

        Raises:
            Refusal: the person has no seat in the running game or has resigned, hints are not
                allowed, it is not the person's turn, or there is only one possible action.
        """
        async with self._tables.use(table_id) as (room, table):
            position = _position(table, person)
            if position.seat not in table.hints.coached:
                drafts = [*return_drafts(table, person), Coached(position.seat)]
                await self._tables.append(room, table, drafts)
            return position, table.version


def _position(table: Table, person: Person) -> HintPosition:
    seat = hinted_seat(table, person.id, person.seat)
    game = table.game
    assert game is not None
    if seat not in table.deciding:
        raise not_your_turn(table)
    if len(game.legal_actions(seat)) < 2:
        raise Refusal(409, "no_hints", case="forced")
    return HintPosition(table.id, seat, position_entry(table), game.length, game.view(seat))
