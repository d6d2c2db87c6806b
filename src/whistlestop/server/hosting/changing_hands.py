"""How seats change hands during a game.

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
from dataclasses import dataclass
from typing import Final

from msgspec import UNSET

from whistlestop.server import clock
from whistlestop.server.errors import Refusal, not_your_seat
from whistlestop.server.hosting.absence_times import absence, moved, needed, patience
from whistlestop.server.hosting.appearance import default_name, name_at
from whistlestop.server.hosting.closing import closed_without
from whistlestop.server.hosting.conflicts import retry_conflicts
from whistlestop.server.hosting.people import Person, hashed
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.hosting.rooms import Room
from whistlestop.server.hosting.standing_in import return_drafts
from whistlestop.server.table.happenings import (
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
from whistlestop.server.table.happenings.happening import Happening
from whistlestop.server.table.happenings.hints import hints_without
from whistlestop.server.table.happenings.taking_back import agreed_without
from whistlestop.server.table.holders import Offerer
from whistlestop.server.table.permissions import (
    check_going_on,
    check_host,
    check_not_daily,
    check_seat,
    not_host,
)
from whistlestop.server.table.table import Table

DAY: Final = 86400.0
"""The minimum number of seconds for which all owners of a seat must be absent before the host can
give the seat to another person, if there is no other player who could consent."""

COMING: Final = 3600.0
"""Seconds after the server's start during which only absence since the start counts. Owners could
not come back while no server was running, and the machine's clock may have been set meanwhile."""

PAUSE: Final = 600.0
"""Seconds that the host must wait between two requests for the same seat."""


@dataclass(frozen=True, slots=True)
class Offered:
    """The result of offering a seat: the table's version, and the key for the other person."""

    version: int
    """The version of the table after the request."""
    key: str | None
    """The secret key of the link with which a person can take the seat; None = there is no link
    yet."""


class ChangingHandsCommands:
    """The commands with which seats change hands at tables of one server."""

    def __init__(self, tables: Tables) -> None:
        """Create the commands.

        Args:
            tables: the tables of the server.
        """
        self._tables = tables

    @retry_conflicts
    async def offer(self, table_id: str, person: Person, seat: int) -> Offered:
        """Make a link with which another person can take a seat. An earlier link stops working.

        Players get a link to their own seat. The host gets a link to another seat after all other
        players have agreed. Until then the host's call asks them for consent and returns no key.

        Raises:
            Refusal: the person is neither the seat's player nor the host, the game is not running,
                or the table has a lesson or a puzzle or plays a deal of the day. If the host asks:
                the seat's owner has not been absent for long, the host asked for the seat less than
                `PAUSE` seconds ago, or a request for another seat waits for answers.
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
        """End the offer of a seat, and return the table's new version.

        If the host has asked the players to let another person take the seat, this request ends,
        too.

        Raises:
            Refusal: the person is neither the host nor the seat's player, or the game is not
                running.
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
        host refuses, the request is withdrawn.

        Args:
            table_id: the id of the table.
            person: the person who answers.
            asked: the number of the entry with the host's request.
            agrees: whether the person agrees.

        Returns:
            The table's new version.

        Raises:
            Refusal: the person does not play here or was not asked, or the request has ended.
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
            drafts = [*return_drafts(table, person), SeatAnswered(seat, agrees)]
            return await self._tables.append(room, table, drafts)

    async def _ask_for(self, room: Room, table: Table, person: Person, seat: int) -> int:
        """Ask the other players to agree that another person gets a seat. `person` is the host.

        Nothing changes if a request for that seat waits for answers already.

        Returns:
            The table's new version.

        Raises:
            Refusal: a request for another seat waits for answers, or the host asked for this seat
                less than `PAUSE` seconds ago.
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
            Refusal: the key is not valid, the game is not running, or the person has or had another
                seat in this game. If the host offered the seat: the owner is back, or the other
                players have not consented.
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
            name = name_at(table, seat, person.name or default_name(seat))
            taken = TakenOver(seat, person.id, name, UNSET if person.name else True)
            return await self._tables.append(room, table, [taken])

    @retry_conflicts
    async def replace(self, table_id: str, person: Person, seat: int, bot: str) -> int:
        """Give a seat to a bot for good, and return the table's new version.

        Raises:
            Refusal: the person is not the host, the seat's player is present or has not been absent
                for long, the game is not running, or the table has a lesson or a puzzle or plays a
                deal of the day.
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
            drafts += closed_without(room, table, seat)
            drafts += hints_without(table, seat)
            return await self._tables.append(room, table, drafts)

    def _offerer(self, room: Room, table: Table, person: Person, seat: int) -> Offerer:
        """Check that a person may offer a seat, and return the role in which they do.

        Returns:
            "player" if the person offers their own seat, and otherwise "host".

        Raises:
            Refusal: the person is neither the seat's player nor the host, the game is not running,
                there is no such seat, or the table has a lesson or a puzzle or plays a deal of the
                day. For the host also: a person with a right to the seat has not been absent for
                long.
        """
        check_going_on(table)
        check_seat(table, seat)
        check_not_daily(table)
        player = table.seats[seat]
        if player.person == person.id and not player.resigned:
            _check_seats_change(table)
            return "player"
        check_host(table, person.id)
        self._free(room, table, seat)
        return "host"

    def _free(self, room: Room, table: Table, seat: int, *, for_bot: bool = False) -> None:
        """Check that all people with a right to a seat have been absent for long.

        For a bot, only the seat's player has such a right. For another person, the people who lost
        the seat while absent and can come back also have it.

        Raises:
            Refusal: one of these people has not been absent for long, or the table has a lesson or
                a puzzle, or plays a deal of the day.
        """
        check_not_daily(table)
        _check_seats_change(table)
        player = table.seats[seat]
        plays = player.kind == "person" and not player.resigned
        people = ((player.person,) if plays else ()) if for_bot else claimants(table, seat)
        wait = needed(table, seat)
        if any(absence(room, table, seat, one) < wait for one in people):
            raise Refusal(409, "still_there", seconds=patience(table.options))

    def _may_pass(self, room: Room, table: Table, seat: int) -> bool:
        """Return whether the host can give a seat to another person now.

        All other players must have agreed. If nobody else plays, every owner of the seat must have
        been absent for at least a day, or have left the seat of their own accord.
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
            absent = absence(room, table, seat, owner)
            if passing is not None and absent >= 0 and counts:
                # Count from the host's question, which all clients were told of. The entry survives
                # restarts, unlike the record of when people left.
                heard = max(passing.at, moved(table, seat), room.gone_since.get(owner, 0.0))
                absent = max(absent, room.now() - heard)
            if absent < wait:
                return False
        return True


def _check_seats_change(table: Table) -> None:
    """Check that other people or bots can get the seats of a table.

    Raises:
        Refusal: the table has a lesson or a puzzle, which is for one person.
    """
    if table.lesson is not None:
        raise Refusal(409, "in_lesson")
    if table.puzzle is not None:
        raise Refusal(409, "in_lesson", case="puzzle")
