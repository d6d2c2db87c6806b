"""Bots that move for people: for absent ones, until they come back, and for those who resigned."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from whistlestop.server.hosting.appearance import default_name, name_at
from whistlestop.server.hosting.conflicts import retry_conflicts
from whistlestop.server.hosting.people import Person
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.hosting.rooms import Room
from whistlestop.server.settings import Settings
from whistlestop.server.table.happenings import (
    Resigned,
    SeatAnswered,
    SeatOffered,
    StandinAfterChanged,
    StandinEnded,
    StandinStarted,
    TakenOver,
)
from whistlestop.server.table.happenings.changing_hands import reclaimable
from whistlestop.server.table.happenings.happening import Happening
from whistlestop.server.table.happenings.hints import hints_without
from whistlestop.server.table.happenings.standing_in import Why
from whistlestop.server.table.happenings.taking_back import agreed_without
from whistlestop.server.table.permissions import any_seat, check_playing, seat_in_game
from whistlestop.server.table.table import Table


class StandingInCommands:
    """The commands about bots that move for people at tables of one server."""

    def __init__(self, tables: Tables, settings: Settings) -> None:
        """Create the commands.

        Args:
            tables: the tables of the server.
            settings: the operator's settings, which name the bot that stands in.
        """
        self._tables = tables
        self._settings = settings

    @retry_conflicts
    async def choose_standin_after(
        self, table_id: str, person: Person, seconds: float | None
    ) -> int:
        """Set when a bot stands in for an absent player, and return the table's new version.

        Args:
            table_id: the id of the table.
            person: the person who asks.
            seconds: how long a player must be absent; None = bots never stand in.

        Raises:
            Refusal: the person is not the host, or the table has ended.
        """
        async with self._tables.use(table_id) as (room, table):
            changed = StandinAfterChanged(seconds)
            changed.check(table, person.id)
            if table.options.standin_after == seconds:
                return table.version
            return await self._tables.append(room, table, [changed])

    @retry_conflicts
    async def resign(self, table_id: str, person: Person) -> int:
        """Give a person's seat to a bot for good, and return the table's new version.

        Raises:
            Refusal: the person has no such seat, or the game is not running.
        """
        async with self._tables.use(table_id) as (room, table):
            seat = seat_in_game(table, person.id, person.seat)
            if table.seats[seat].resigned:
                return table.version
            resigned = Resigned(seat, self._settings.standin_bot)
            drafts = [resigned, *agreed_without(table, seat), *hints_without(table, seat)]
            return await self._tables.append(room, table, drafts)

    @retry_conflicts
    async def come_back(self, table_id: str, person: Person) -> int:
        """Give a person back the seats that a bot or another person took over meanwhile.

        All seats at one device come back together. If such a seat was offered to another person,
        the offer ends.

        Returns:
            The table's new version.

        Raises:
            Refusal: the person has no seat at this table, or the game is not running.
        """
        async with self._tables.use(table_id) as (room, table):
            lost = reclaimable(table, person.id)
            if not lost:
                check_playing(table, any_seat(table, person.id, person.seat))
            drafts = [*return_drafts(table, person), *_reclaim_drafts(table, person, lost)]
            if not drafts:
                return table.version
            return await self._tables.append(room, table, drafts)

    async def stand_in(self, room: Room, table: Table, seat: int, why: Why) -> None:
        """Let a bot stand in for a player. The caller holds the room's lock.

        Args:
            room: the table's room.
            table: the table.
            seat: the player's seat.
            why: why a bot stands in. If the player is absent, bots stand in for all players at the
                player's device.
        """
        bot = self._settings.standin_bot
        away = table.seats_of(table.seats[seat].person) if why == "absent" else (seat,)
        drafts = [StandinStarted(one, why, bot) for one in away if not table.seats[one].by_bot]
        await self._tables.append(room, table, drafts)


def return_drafts(table: Table, person: Person) -> list[Happening]:
    """Return the entries that give a person back the seats in which bots stand in.

    The entries cover all seats at the person's device. They also end a request or an offer of the
    host to give such a seat to another person. The list is empty if there is nothing to end.
    """
    held = table.seats_of(person.id)
    drafts: list[Happening] = [StandinEnded(seat) for seat in held if table.seats[seat].standin]
    for seat in held:
        offer = table.holders.offers.get(seat)
        if table.seats[seat].resigned:
            continue
        request = table.requests.seat
        if request is not None and request.seat == seat:
            drafts.append(SeatAnswered(seat, agrees=False))
        elif offer is not None and offer.by == "host":
            drafts.append(SeatOffered(seat, "host", None))
    return drafts


def _reclaim_drafts(table: Table, person: Person, seats: Sequence[int]) -> list[Happening]:
    """Return the entries that give a person back the seats that they lost while absent."""
    drafts: list[Happening] = []
    for seat in seats:
        owner = next(one for one in table.holders.owners[seat] if one.person == person.id)
        named = owner.name if owner.beside else person.name
        name = name_at(table, seat, named or default_name(seat))
        drafts.append(TakenOver(seat, person.id, name, UNSET if named else True, back=True))
    return drafts
