"""Rematches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from msgspec import UNSET

from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.conflicts import retry_conflicts
from whistlestop.server.hosting.people import Person
from whistlestop.server.hosting.quotas import Quotas
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.hosting.setting_up import creation_draft
from whistlestop.server.hosting.starting import start_draft
from whistlestop.server.settings import Settings
from whistlestop.server.table.permissions import any_seat, check_not_daily
from whistlestop.server.table.seats import Seat


class RematchingCommands:
    """The commands about rematches at tables of one server. There is only `rematch`."""

    def __init__(self, tables: Tables, settings: Settings, quotas: Quotas) -> None:
        """Create the commands.

        Args:
            tables: the tables of the server.
            settings: the operator's settings, which name the bot for open seats.
            quotas: limits how many tables a person may set up.
        """
        self._tables = tables
        self._settings = settings
        self._quotas = quotas

    @retry_conflicts
    async def rematch(self, table_id: str, person: Person, luck: str | None = None) -> str:
        """Return the id of the table for a rematch, which is set up if there is none yet.

        The players stay, and the order of play moves on by one seat.

        Args:
            table_id: the id of the table whose game is over.
            person: a person who played there.
            luck: a random value that the person adds to the luck of the new game; None = nothing.

        Raises:
            Refusal: the person has no seat, the game is not over, was imported or is a deal of the
                day, or the person or their address has too many tables or no space left.
        """
        async with self._tables.use(table_id) as (room, table):
            seat = any_seat(table, person.id, person.seat)
            check_not_daily(table)
            if table.rematch is not None:
                return table.rematch
            if table.state != "over" or table.imported:
                raise Refusal(409, "not_over")
            people = [seat.person for seat in table.seats if seat.person is not None]
            names = await self._tables.names_of(people)
            seats = [_as_before(seat, names) for seat in (*table.seats[1:], table.seats[0])]
            # Others have agreed to hints for the game that is over, and not for the next one.
            alone = all(one in (None, person.id) for one in people)
            hints = table.options.hints if alone else UNSET
            options = replace(table.options, shuffle=False, hints=hints)
            drafts = [
                creation_draft(table.edition, table.edition_text, seats, options, person.id, luck),
                start_draft(self._settings.standin_bot),
            ]
            async with self._quotas.new_table(person.id) as made:
                table_id = await self._tables.follow_up(room, table, seat, drafts)
                made(table_id)
            return table_id


def _as_before(seat: Seat, names: Mapping[str, str]) -> Seat:
    """Return a seat for a rematch, with its player's present name.

    The seat is open if its player has been deleted.

    Args:
        seat: the seat in the game that is over.
        names: the present names of people, by their ids.
    """
    if seat.kind == "person":
        if seat.person is None:
            # The player was forgotten on request. A bot plays there when the game begins.
            return Seat("open")
        name = seat.name if seat.beside else names.get(seat.person) or seat.name
        given = seat.given and name == seat.name
        return Seat(
            "person", seat.person, name, colour=seat.colour, given=given, beside=seat.beside
        )
    return Seat("bot", bot=seat.bot, colour=seat.colour)
