"""What hosts can change about a table, and players about their seats, during a game.

Players who are present cannot be removed. Another person gets a seat only if its player offers it,
has resigned, or has been absent for long. A new player sees the seat's hand, so the host needs the
consent of all other players. If nobody else plays, the seat's owner must have been absent for a
day. Owners can come back at any time. Nobody may see two hands: a person who has had a seat in a
game cannot take another seat in it.
"""

from __future__ import annotations

import hmac
import math
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from msgspec import UNSET

from whistlestop.server import clock
from whistlestop.server.errors import Refusal, ended, not_your_seat
from whistlestop.server.hosting.commands import name_at, returned, unnamed
from whistlestop.server.hosting.conflicts import retry_conflicts
from whistlestop.server.hosting.people import Person, hashed
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.hosting.rooms import Room
from whistlestop.server.table.happenings import (
    CloseAnswered,
    CloseAsked,
    Closed,
    HostChanged,
    PaceChanged,
    Replaced,
    SeatAnswered,
    SeatAsked,
    SeatOffered,
    TakenOver,
)
from whistlestop.server.table.happenings.changing_hands import (
    asked_to_pass,
    awaited_to_pass,
    claimants,
)
from whistlestop.server.table.happenings.closing import asked_to_close
from whistlestop.server.table.happenings.happening import Happening
from whistlestop.server.table.happenings.taking_back import agreed_without
from whistlestop.server.table.holders import Offerer
from whistlestop.server.table.permissions import check_going_on, check_host, check_seat, not_host
from whistlestop.server.table.seats import Options
from whistlestop.server.table.table import Table

AWAY: Final = 120.0
"""Seconds for which a player must be absent before others can have the seat."""

DAY: Final = 86400.0
"""Seconds for which an owner must be absent before another person can have the seat, if nobody else
plays who could consent."""

COMING: Final = 3600.0
"""Seconds that owners have to come back after a start of the server, even if they were absent for a
day before. Nobody could come while no server was running, and the machine's clock may have been
set."""

PAUSE: Final = 600.0
"""Seconds after which the host can ask again for a seat that the others have refused."""


@dataclass(frozen=True, slots=True)
class Offered:
    """The result of offering a seat to another person."""

    version: int
    key: str | None
    """The secret key of the link with which a person can take the seat; None = there is no link
    yet."""


class Managing:
    """The commands of hosts, and of players about their seats, at the tables of one server."""

    def __init__(self, tables: Tables) -> None:
        """Keep the tables of this server."""
        self._tables = tables

    # Seats ----------------------------------------------------------------------------------

    @retry_conflicts
    async def offer(self, table_id: str, person: Person, seat: int) -> Offered:
        """Make a link with which another person can take a seat. An earlier link stops working.

        Players get a link to their own seat. The host gets a link to another seat after all other
        players have agreed. Until then the host's call asks them for consent and returns no key.

        Raises:
            Refusal: the person is neither the seat's player nor the host, the seat's owner is
                present or has not been absent for long, the game is not going on, or another
                request waits for answers.
        """
        async with self._tables.use(table_id) as (room, table):
            by = self._offerer(room, table, person, seat)
            if by == "host" and not self._may_pass(room, table, seat):
                return Offered(await self._ask_for(room, table, person, seat), None)
            key = secrets.token_urlsafe(24)
            offered = SeatOffered(seat, by, hashed(key))
            return Offered(await self._tables.append(room, table, [offered]), key)

    @retry_conflicts
    async def withdraw(self, table_id: str, person: Person, seat: int) -> int:
        """End the offer of a seat and the question about it, and return the table's new version.

        Raises:
            Refusal: the person is neither the host nor the seat's player, or the game is not going
                on.
        """
        async with self._tables.use(table_id) as (room, table):
            check_going_on(table)
            check_seat(table, seat)
            if person.id not in (table.host, table.seats[seat].person):
                raise not_host()
            offer, passing = table.holders.offers.get(seat), table.requests.seat
            drafts: list[Happening] = []
            if passing is not None and passing.seat == seat:
                keeps = table.seats[seat].person == person.id
                drafts.append(SeatAnswered(seat if keeps else passing.asker, agrees=False))
            if offer is not None:
                drafts.append(SeatOffered(seat, offer.by, None))
            if not drafts:
                return table.version
            return await self._tables.append(room, table, drafts)

    @retry_conflicts
    async def answer_offer(self, table_id: str, person: Person, asked: int, *, agrees: bool) -> int:
        """Record whether a player agrees that another person may take over a seat.

        A player who has agreed can still refuse until another person has taken the seat. If the
        host refuses, the question is withdrawn.

        Args:
            table_id: the id of the table.
            person: the person who answers.
            asked: the number of the entry that asked.
            agrees: whether the person agrees.

        Returns:
            The table's new version.

        Raises:
            Refusal: the person does not play here or is not asked, or nothing is asked any more.
        """
        async with self._tables.use(table_id) as (room, table):
            check_going_on(table)
            passing = table.requests.seat
            held = table.seats_of(person.id)
            asker = person.id == table.host
            if not asker and all(table.seats[one].resigned for one in held):
                raise not_your_seat()
            if passing is None or passing.entry != asked:
                raise Refusal(409, "not_asked")
            concerned = asked_to_pass(table, passing.seat)
            seat = next((one for one in concerned if one in held), None)
            if asker:
                seat = passing.asker
            elif passing.seat in held:
                seat = passing.seat
            if (seat is None and not asker) or (agrees and seat == passing.seat):
                raise Refusal(409, "not_asked", case="others")
            if agrees and (asker or seat in passing.agreed):
                return table.version
            drafts = [*returned(table, person), SeatAnswered(seat, agrees)]
            return await self._tables.append(room, table, drafts)

    async def _ask_for(self, room: Room, table: Table, person: Person, seat: int) -> int:
        """Ask the other players for consent that another person gets a seat.

        Nothing changes if a question about that seat waits for answers already.

        Returns:
            The table's new version.

        Raises:
            Refusal: a question about another seat waits for answers, or this one was asked less
                than `PAUSE` seconds ago.
        """
        request = table.requests.seat
        if request is not None:
            if request.seat == seat:
                return table.version
            raise Refusal(409, "already_asked")
        wait = table.requests.seats_asked_at.get(seat, 0.0) + PAUSE - room.now()
        if wait > 0:
            raise Refusal(409, "asked_lately", seconds=math.ceil(wait))
        asked = SeatAsked(seat, table.seat_of(person.id))
        return await self._tables.append(room, table, [asked])

    @retry_conflicts
    async def take(self, table_id: str, person: Person, seat: int, key: str) -> int:
        """Take a seat that was offered, and return the table's new version.

        Args:
            table_id: the id of the table.
            person: the person who takes the seat.
            seat: the number of the seat.
            key: the secret key from the link, which only one person can use.

        Raises:
            Refusal: the key is not valid, the person has or had another seat in this game, the
                owner is back, or the others have not consented.
        """
        async with self._tables.use(table_id) as (room, table):
            check_seat(table, seat)
            if table.seat_of(person.id) == seat and seat not in table.holders.offers:
                # The person repeats a request whose answer was lost.
                return table.version
            check_going_on(table)
            offer = table.holders.offers.get(seat)
            if offer is None or not hmac.compare_digest(offer.key, hashed(key)):
                raise Refusal(409, "no_such_offer")
            if table.seat_of(person.id) is not None:
                raise Refusal(409, "already_seated")
            if table.holders.former.get(person.id, seat) != seat:
                raise Refusal(409, "knows_a_hand")
            if offer.by == "host" and person.id not in claimants(table, seat):
                self._free(room, table, seat)
                if not self._may_pass(room, table, seat):
                    raise Refusal(409, "needs_consent")
            name = name_at(table, seat, person.name or unnamed(seat))
            taken = TakenOver(seat, person.id, name, UNSET if person.name else True)
            return await self._tables.append(room, table, [taken])

    @retry_conflicts
    async def replace(self, table_id: str, person: Person, seat: int, bot: str) -> int:
        """Give a seat to a bot for good, and return the table's new version.

        Raises:
            Refusal: the person is not the host, the seat's player is present or has not been absent
                for long, or the game is not going on.
        """
        async with self._tables.use(table_id) as (room, table):
            check_host(table, person.id)
            check_going_on(table)
            check_seat(table, seat)
            player = table.seats[seat]
            if player.kind == "bot" and player.bot == bot:
                return table.version
            self._free(room, table, seat, for_bot=True)
            name = name_at(table, seat, bot.capitalize())
            drafts: list[Happening] = [Replaced(seat, bot, name), *agreed_without(table, seat)]
            drafts += self._closed_without(room, table, seat)
            return await self._tables.append(room, table, drafts)

    def _offerer(self, room: Room, table: Table, person: Person, seat: int) -> Offerer:
        """Return whether a person offers a seat as its player or as the host.

        Raises:
            Refusal: the person may not offer the seat now.
        """
        check_going_on(table)
        check_seat(table, seat)
        player = table.seats[seat]
        if player.person == person.id and not player.resigned:
            if table.lesson is not None:
                raise _in_lesson()
            return "player"
        check_host(table, person.id)
        self._free(room, table, seat)
        return "host"

    def _free(self, room: Room, table: Table, seat: int, *, for_bot: bool = False) -> None:
        """Check that nobody with a right to a seat is present or has been absent only briefly.

        For a bot, that is the seat's player. For another person, it is also everyone who lost the
        seat while absent and can come back.

        Raises:
            Refusal: the seat is not free in this sense, or the table has a lesson.
        """
        if table.lesson is not None:
            raise _in_lesson()
        player = table.seats[seat]
        plays = player.kind == "person" and not player.resigned
        people = ((player.person,) if plays else ()) if for_bot else claimants(table, seat)
        needed = _needed(table, seat)
        if any(_absence(room, table, seat, one) < needed for one in people):
            raise Refusal(409, "still_there", seconds=patience(table.options))

    def _may_pass(self, room: Room, table: Table, seat: int) -> bool:
        """Return whether the host can give a seat to another person now.

        All other players must have agreed. If nobody else plays, every owner of the seat must have
        been absent for a day, or have left the seat of their own accord.
        """
        passing = table.requests.seat
        if passing is not None and passing.seat != seat:
            passing = None
        if asked_to_pass(table, seat):
            return passing is not None and not awaited_to_pass(table)
        wait = max(DAY, patience(table.options))
        # Absence before the server's start counts only after owners had `COMING` seconds to return.
        counts = clock.now() - self._tables.served_since >= COMING
        for owner in claimants(table, seat):
            absent = _absence(room, table, seat, owner)
            if passing is not None and absent >= 0 and counts:
                # Count from the host's question, which all clients were told of. The entry survives
                # restarts, unlike the record of when people left.
                heard = max(passing.at, _moved(table, seat), room.gone_since.get(owner, 0.0))
                absent = max(absent, room.now() - heard)
            if absent < wait:
                return False
        return True

    # The host -------------------------------------------------------------------------------

    @retry_conflicts
    async def choose_host(self, table_id: str, person: Person, seat: int) -> int:
        """Make another player the host, and return the table's new version.

        Players can make themselves the host if the host has been absent for long.

        Args:
            table_id: the id of the table.
            person: the person who asks.
            seat: the seat of the new host.

        Raises:
            Refusal: the person may not choose, no person plays in the seat, or the table has ended.
        """
        async with self._tables.use(table_id) as (room, table):
            changed = HostChanged(seat)
            gone = partial(_host_gone, room, table)
            changed.check(table, person.id, gone, patience(table.options))
            if table.seats[seat].person == table.host:
                return table.version
            return await self._tables.append(room, table, [changed])

    @retry_conflicts
    async def choose_pace(self, table_id: str, person: Person, wanted: PaceChanged) -> int:
        """Set the time to think, and return the table's new version.

        Raises:
            Refusal: the person is not the host, the table has ended, or the new time is shorter
                than that of a game that is going on.
        """
        async with self._tables.use(table_id) as (room, table):
            wanted.check(table, person.id)
            if not wanted.changes(table):
                return table.version
            return await self._tables.append(room, table, [wanted])

    # Closing --------------------------------------------------------------------------------

    @retry_conflicts
    async def close(self, table_id: str, person: Person) -> int:
        """End a table without a result, or ask the other players for consent to it.

        No consent is needed before the game, in a lesson, and from players who have been absent for
        long.

        Returns:
            The table's new version.

        Raises:
            Refusal: the person is not the host, or the game is over.
        """
        async with self._tables.use(table_id) as (room, table):
            check_host(table, person.id)
            if table.state == "closed":
                return table.version
            if table.ended:
                raise ended(table.state)
            seat = table.seat_of(person.id)
            closing = table.requests.closing
            agreed = frozenset[int]() if closing is None else closing.agreed
            if not self._awaited(room, table, agreed):
                drafts: Sequence[Happening] = [Closed(seat)]
            elif closing is None:
                drafts = [CloseAsked(seat)]
            else:
                return table.version
            return await self._tables.append(room, table, drafts)

    @retry_conflicts
    async def answer_close(self, table_id: str, person: Person, asked: int, *, agrees: bool) -> int:
        """Answer the host's request to end the game, and return the table's new version.

        If the host refuses, the request is withdrawn.

        Args:
            table_id: the id of the table.
            person: the person who answers.
            asked: the number of the entry that asked.
            agrees: whether the person agrees.

        Raises:
            Refusal: the person does not play here, or nothing is asked any more.
        """
        async with self._tables.use(table_id) as (room, table):
            check_going_on(table)
            closing = table.requests.closing
            held = table.seats_of(person.id)
            asked_of = (one for one in asked_to_close(table) if one in held)
            seat = next(asked_of, table.seat_of(person.id))
            asker = person.id == table.host
            if not asker and (seat is None or table.seats[seat].resigned):
                raise not_your_seat()
            if closing is None or closing.entry != asked:
                raise Refusal(409, "not_asked")
            if agrees and (asker or seat in closing.agreed):
                return table.version
            drafts: list[Happening] = [CloseAnswered(seat, agrees)]
            if agrees and seat is not None:
                drafts += self._closed_without(room, table, seat)
            return await self._tables.append(room, table, drafts)

    def _awaited(self, room: Room, table: Table, agreed: frozenset[int]) -> tuple[int, ...]:
        """Return the seats that must still agree to closing. Long absent players need not."""
        if table.game is None or table.lesson is not None:
            return ()
        return tuple(
            seat
            for seat in asked_to_close(table)
            if seat not in agreed and not _long_gone(room, table, seat)
        )

    def _closed_without(self, room: Room, table: Table, seat: int) -> list[Happening]:
        """Return the entry that closes the table if only this seat's consent was missing.

        No entry is returned if there is no request to close, or if it needs further consent.
        """
        closing = table.requests.closing
        if closing is None or self._awaited(room, table, closing.agreed | {seat}):
            return []
        return [Closed(closing.seat)]


def patience(options: Options) -> float:
    """Return the seconds for which a player must be absent before others can have the seat.

    In games over days it is at least the time for a turn, because players are absent most of the
    time.
    """
    turn = options.clock if options.pace == "days" and options.clock is not None else 0.0
    return max(AWAY, options.standin_after or 0.0, turn)


def _long_gone(room: Room, table: Table, seat: int) -> bool:
    return _absence(room, table, seat, table.seats[seat].person) >= _needed(table, seat)


def _needed(table: Table, seat: int) -> float:
    """Return the seconds for which a seat's person must be absent before others can have it."""
    # If a bot stands in already, the table's own waiting time is over.
    return AWAY if table.seats[seat].standin else patience(table.options)


def free_from(table: Table, seat: int, gone: float) -> float:
    """Return the moment from which a bot or another person can get an absent player's seat.

    It is some time after the player left, or after the last move that a person made in the seat if
    that was later. The table's pace and options decide how long.

    Args:
        table: the table's state.
        seat: the player's seat.
        gone: when the player left, in seconds by the table's time.

    Returns:
        Seconds by the table's time. The moment may lie in the past.
    """
    return max(gone, _moved(table, seat)) + _needed(table, seat)


def _moved(table: Table, seat: int) -> float:
    """Return when a person last moved in a seat. Programs can move without being connected."""
    moved = (told.at for told in reversed(table.log) if told.seat == seat and told.by == "person")
    return next(moved, 0.0)


def _absence(room: Room, table: Table, seat: int, person: str | None) -> float:
    """Return for how many seconds the owner of a seat has certainly been absent.

    The count starts when the owner's last page or program disconnected, or with the last move of
    the seat if that was later.

    Args:
        room: the table on this server.
        table: the table's state.
        seat: the number of the seat.
        person: the id of the owner.

    Returns:
        The seconds, or -1 if the owner is connected.
    """
    gone = room.absent_since(person)
    if gone is None:
        return -1.0
    return room.now() - max(gone, _moved(table, seat))


def _host_gone(room: Room, table: Table) -> bool:
    if table.host is None:
        return True
    seat = table.seat_of(table.host)
    if seat is not None:
        return table.seats[seat].resigned or _long_gone(room, table, seat)
    if table.host in room.polling:
        return False
    if any(listener.person == table.host for listener in room.listeners):
        return False
    gone = max(room.gone_since.get(table.host, 0.0), room.opened)
    return room.now() - gone >= patience(table.options)


def _in_lesson() -> Refusal:
    return Refusal(409, "in_lesson")
