"""What hosts can change about a table, and players about their seats, while a game goes on.

Nobody can be thrown out who is there: a person's seat goes to somebody else only by their own
leave, after they have given up, or when they have been away for long. And nobody sees two hands:
whoever has had a seat in a game cannot take another one there.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from msgspec import UNSET

from whistlestop.server.errors import Refusal, ended, not_started, not_your_seat
from whistlestop.server.hosting.commands import agreed_without, name_at, unnamed
from whistlestop.server.hosting.outrun import unless_outrun
from whistlestop.server.hosting.people import Person, hashed
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.hosting.rooms import Room
from whistlestop.server.table.entries import (
    CloseAnswered,
    CloseAsked,
    Closed,
    Content,
    HostChanged,
    Offerer,
    PaceChanged,
    Replaced,
    SeatOffered,
    TakenOver,
)
from whistlestop.server.table.seats import Options
from whistlestop.server.table.table import Table

AWAY: Final = 120.0
"""Seconds for which somebody has to be away before others can have their seat."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A seat that can be taken."""

    version: int
    key: str
    """What whoever takes it has to show."""


class Managing:
    """The tables of one server, for those who see to them."""

    def __init__(self, tables: Tables) -> None:
        """Prepare."""
        self._tables = tables

    # Seats ----------------------------------------------------------------------------------

    @unless_outrun
    async def offer(self, table_id: str, person: Person, seat: int) -> Offered:
        """Let whoever has a link take a seat: one's own, or as the host one that is free.

        An earlier link to the seat is good for nothing afterwards.
        """
        async with self._tables.use(table_id) as (room, table):
            by = self._offerer(room, table, person, seat)
            key = secrets.token_urlsafe(24)
            offered = SeatOffered(seat, by, hashed(key))
            return Offered(await self._tables.append(room, table, [offered]), key)

    @unless_outrun
    async def withdraw(self, table_id: str, person: Person, seat: int) -> int:
        """Let nobody take a seat any more; the host can do so, and who sits there."""
        async with self._tables.use(table_id) as (room, table):
            _going_on(table)
            _there_is(table, seat)
            if person.id not in (table.host, table.seats[seat].person):
                raise _not_host()
            offer = table.offers.get(seat)
            if offer is None:
                return table.version
            return await self._tables.append(room, table, [SeatOffered(seat, offer.by, None)])

    @unless_outrun
    async def take(self, table_id: str, person: Person, seat: int, key: str) -> int:
        """Take a seat that was offered; the key is good for one person only."""
        async with self._tables.use(table_id) as (room, table):
            _there_is(table, seat)
            if table.seat_of(person.id) == seat and seat not in table.offers:
                # The answer to the same request got lost.
                return table.version
            _going_on(table)
            offer = table.offers.get(seat)
            if offer is None or not hmac.compare_digest(offer.key, hashed(key)):
                raise Refusal(409, "no_such_offer", "This link has been used or withdrawn.")
            if table.seat_of(person.id) is not None:
                raise Refusal(409, "already_seated", "You have a seat at this table.")
            if table.former.get(person.id, seat) != seat:
                raise Refusal(409, "knows_a_hand", "You have had another seat in this game.")
            if offer.by == "host":
                self._free(room, table, seat)
            name = name_at(table, seat, person.name or unnamed(seat))
            taken = TakenOver(seat, person.id, name, UNSET if person.name else True)
            return await self._tables.append(room, table, [taken])

    @unless_outrun
    async def replace(self, table_id: str, person: Person, seat: int, bot: str) -> int:
        """Give a seat to a bot for good; only the host may."""
        async with self._tables.use(table_id) as (room, table):
            _host(table, person)
            _going_on(table)
            _there_is(table, seat)
            player = table.seats[seat]
            if player.kind == "bot" and player.bot == bot:
                return table.version
            self._free(room, table, seat)
            name = name_at(table, seat, bot.capitalize())
            drafts: list[Content] = [Replaced(seat, bot, name), *agreed_without(table, seat)]
            drafts += self._closed_without(room, table, seat)
            return await self._tables.append(room, table, drafts)

    def _offerer(self, room: Room, table: Table, person: Person, seat: int) -> Offerer:
        """As whom somebody can offer a seat."""
        _going_on(table)
        _there_is(table, seat)
        player = table.seats[seat]
        if player.person == person.id and not player.resigned:
            if table.lesson is not None:
                raise _in_lesson()
            return "player"
        _host(table, person)
        self._free(room, table, seat)
        return "host"

    def _free(self, room: Room, table: Table, seat: int) -> None:
        """Refuse if a seat is somebody's who is there, or has not been away for long."""
        if table.lesson is not None:
            raise _in_lesson()
        player = table.seats[seat]
        if player.kind == "bot" or player.resigned:
            return
        if not _long_gone(room, table, seat):
            raise Refusal(
                409,
                "still_there",
                "Somebody sits there who has not been away for long.",
                seconds=patience(table.options),
            )

    # The host -------------------------------------------------------------------------------

    @unless_outrun
    async def choose_host(self, table_id: str, person: Person, seat: int) -> int:
        """Make another player the host; or oneself, if the host has been away for long."""
        async with self._tables.use(table_id) as (room, table):
            if table.ended:
                raise ended(table.state)
            _there_is(table, seat)
            chosen = table.seats[seat].person
            if chosen is None or table.seats[seat].resigned:
                raise Refusal(409, "nobody_there", "Nobody sits there who could be the host.")
            if chosen == table.host:
                return table.version
            if table.host != person.id:
                if chosen != person.id:
                    raise _not_host()
                if not _host_gone(room, table):
                    raise Refusal(
                        409,
                        "still_there",
                        "The host has not been away for long.",
                        seconds=patience(table.options),
                    )
            return await self._tables.append(room, table, [HostChanged(seat)])

    @unless_outrun
    async def choose_pace(self, table_id: str, person: Person, wanted: PaceChanged) -> int:
        """Set another time to think; while a game goes on, only a longer one."""
        async with self._tables.use(table_id) as (room, table):
            _host(table, person)
            if table.ended:
                raise ended(table.state)
            options = table.options
            if (wanted.pace, wanted.amount) == (options.pace, options.amount):
                return table.version
            if table.game is not None and not _is_longer(options, wanted):
                raise Refusal(
                    409, "only_longer", "While a game goes on, the time can only be made longer."
                )
            return await self._tables.append(room, table, [wanted])

    # Closing --------------------------------------------------------------------------------

    @unless_outrun
    async def close(self, table_id: str, person: Person) -> int:
        """End a table without a result, or ask the others where people are playing."""
        async with self._tables.use(table_id) as (room, table):
            _host(table, person)
            if table.state == "closed":
                return table.version
            if table.ended:
                raise ended(table.state)
            seat = table.seat_of(person.id)
            closing = table.closing
            agreed = frozenset[int]() if closing is None else closing.agreed
            if not self._awaited(room, table, agreed):
                drafts: Sequence[Content] = [Closed(seat)]
            elif closing is None:
                drafts = [CloseAsked(seat)]
            else:
                return table.version
            return await self._tables.append(room, table, drafts)

    @unless_outrun
    async def answer_close(self, table_id: str, person: Person, asked: int, *, agrees: bool) -> int:
        """Agree to the end of a game without a result, or refuse; the host gives it up so."""
        async with self._tables.use(table_id) as (room, table):
            _going_on(table)
            closing = table.closing
            held = table.seats_of(person.id)
            asked_of = (one for one in table.asked_to_close() if one in held)
            seat = next(asked_of, table.seat_of(person.id))
            asker = person.id == table.host
            if not asker and (seat is None or table.seats[seat].resigned):
                raise not_your_seat()
            if closing is None or closing.entry != asked:
                raise Refusal(409, "not_asked", "Nobody asks for that any more.")
            if agrees and (asker or seat in closing.agreed):
                return table.version
            drafts: list[Content] = [CloseAnswered(seat, agrees)]
            if agrees and seat is not None:
                drafts += self._closed_without(room, table, seat)
            return await self._tables.append(room, table, drafts)

    def _awaited(self, room: Room, table: Table, agreed: frozenset[int]) -> tuple[int, ...]:
        """The seats whose consent is missing: people who are there, or not gone for long."""
        if table.game is None or table.lesson is not None:
            return ()
        return tuple(
            seat
            for seat in table.asked_to_close()
            if seat not in agreed and not _long_gone(room, table, seat)
        )

    def _closed_without(self, room: Room, table: Table, seat: int) -> list[Content]:
        """What follows when a seat's consent is not waited for any more: maybe it was the last."""
        closing = table.closing
        if closing is None or self._awaited(room, table, closing.agreed | {seat}):
            return []
        return [Closed(closing.seat)]


def patience(options: Options) -> float:
    """Seconds for which somebody has to be away before others can have their seat.

    In a game over days people are away most of the time: there it is the time for a turn.
    """
    turn = options.clock if options.pace == "days" and options.clock is not None else 0.0
    return max(AWAY, options.standin_after or 0.0, turn)


def _long_gone(room: Room, table: Table, seat: int) -> bool:
    player = table.seats[seat]
    gone = room.absent_since(player.person)
    if gone is None:
        return False
    # Programs move without following the table: whoever has moved was there.
    moved = (told.at for told in reversed(table.told) if told.seat == seat and told.by == "person")
    gone = max(gone, next(moved, 0.0))
    # Where a bot moves for them already, the table's own patience has ended.
    return time.time() - gone >= (AWAY if player.standin else patience(table.options))


def _host_gone(room: Room, table: Table) -> bool:
    if table.host is None:
        return True
    seat = table.seat_of(table.host)
    if seat is not None:
        return table.seats[seat].resigned or _long_gone(room, table, seat)
    if any(listener.person == table.host for listener in room.listeners):
        return False
    gone = max(room.gone_since.get(table.host, 0.0), room.opened)
    return time.time() - gone >= patience(table.options)


def _is_longer(now: Options, wanted: PaceChanged) -> bool:
    if wanted.pace == "none":
        return True
    if now.pace == wanted.pace:
        return wanted.amount > now.amount
    return (now.pace, wanted.pace) == ("minutes", "days")


def _host(table: Table, person: Person) -> None:
    if table.host is None or table.host != person.id:
        raise _not_host()


def _going_on(table: Table) -> None:
    if table.ended:
        raise ended(table.state)
    if table.game is None:
        raise not_started()


def _there_is(table: Table, seat: int) -> None:
    if not 0 <= seat < len(table.seats):
        raise Refusal(404, "no_such_seat", f"Seats are 0 to {len(table.seats) - 1}.")


def _not_host() -> Refusal:
    return Refusal(403, "not_host", "Only the host of the table can do this.")


def _in_lesson() -> Refusal:
    return Refusal(409, "in_lesson", "In a lesson nobody changes seats.")
