"""Thinking ahead: what people keep in mind at tables, and the claims made for them on their turn.

Nobody else learns of it before such a claim is made: it has no version, wakes nobody else, and
appears in no log and no count.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from whistlestop.actions import ClaimRoute
from whistlestop.explain import reason_for, reason_for_routes
from whistlestop.reasons import Reason
from whistlestop.server import logs
from whistlestop.server.errors import Refusal, ended, not_started, not_your_seat, which_seat
from whistlestop.server.hosting.commands import move_draft
from whistlestop.server.hosting.peers import Peers
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.hosting.rooms import Room
from whistlestop.server.sent.presence import Caller
from whistlestop.server.storage.store import Store
from whistlestop.server.table.ahead import (
    MOST_CLAIMS,
    NOTHING,
    Ahead,
    Claim,
    Dropped,
    to_keep,
)
from whistlestop.server.table.guide import guide_of
from whistlestop.server.table.table import Table


@dataclass(frozen=True, slots=True)
class Change:
    """What a person wants to keep in mind from now on; None = as it was."""

    marked: Sequence[str] | None = None
    claims: Sequence[str] | None = None
    """In the words of the notation."""
    seen: bool = False
    """Whether they have seen what came to nothing."""


class ThinkingAhead:
    """What the people of one server's tables have in mind."""

    def __init__(self, tables: Tables, store: Store, peers: Peers) -> None:
        """Prepare."""
        self._tables = tables
        self._store = store
        self._peers = peers
        self._reading: set[asyncio.Task[None]] = set()
        peers.on_ahead = self._heard

    # For people -----------------------------------------------------------------------------

    async def of(self, table_id: str, caller: Caller) -> Ahead:
        """What a person has in mind, of what still counts; nothing once a bot has their seat.

        A page may ask just before it learns that: the answer is true then, too.
        """
        async with self._tables.use(table_id) as (room, table):
            seat = _own(table, caller)
            if table.seats[seat].resigned:
                return NOTHING
            return _counting(room, table, _seat(table, caller))

    async def change(self, table_id: str, caller: Caller, change: Change) -> Ahead:
        """Keep something else in mind; what it is then."""
        async with self._tables.use(table_id) as (room, table):
            seat = _seat(table, caller)
            if table.ended:
                raise ended(table.state)
            ahead = _counting(room, table, seat)
            if change.marked is not None:
                ahead = replace(ahead, marked=_routes(table, change.marked))
            if change.claims is not None:
                claims = _claims(table, seat, change.claims)
                ahead = replace(ahead, claims=claims, version=table.version if claims else 0)
            if change.seen:
                ahead = replace(ahead, dropped=[])
            await self._keep(room, table, seat, ahead)
            return ahead

    async def claims(
        self, table_id: str, caller: Caller, route: str | None
    ) -> tuple[tuple[ClaimRoute, ...], Reason | None]:
        """The claims that would be possible if a person's turn began now.

        Args:
            table_id: the table.
            caller: whose turn it would be.
            route: the only one that is asked for; None = all.

        Returns:
            The claims, and why there is none, where one route is asked for.
        """
        async with self._tables.use(table_id) as (_, table):
            seat = _seat(table, caller)
            game = table.game
            assert game is not None
            claims = game.next_claims(seat)
            if route is None:
                return claims, None
            (code,) = _routes(table, [route])
            found = tuple(claim for claim in claims if claim.route == code)
            return found, None if found else reason_for_routes(game.view(seat), (code,))

    # For the game ---------------------------------------------------------------------------

    def due(self, room: Room, table: Table) -> int | None:
        """The seat of somebody whose turn has come, and who has planned it."""
        if not room.ahead or len(table.deciding) != 1 or table.game is None:
            return None
        (seat,) = table.deciding
        if table.seats[seat].by_bot or not _kept(room, table, seat).claims_at(table, seat):
            return None
        return seat if table.game.view(seat).phase == "turn" else None

    async def carry_out(self, room: Room, table: Table, seat: int) -> None:
        """Make the first claim that is possible, or tell the person why none is.

        The caller holds the room. What was planned elsewhere a moment ago counts, too.
        """
        if self._peers.shared:
            room.ahead = await self._tables.ahead(room.id, table)
        game = table.game
        if game is None or self.due(room, table) != seat:
            return
        ahead = _kept(room, table, seat)
        rest = replace(ahead, claims=[], version=0)
        legal = set(game.legal_actions(seat))
        claim = next((claim for claim in ahead.claims if claim.action in legal), None)
        if claim is None:
            view = game.view(seat)
            dropped = [_dropped(claim, reason_for(view, claim.action)) for claim in ahead.claims]
            await self._keep(room, table, seat, replace(rest, dropped=[*rest.dropped, *dropped]))
            return
        # Once it is made, what was planned counts no longer: a crash in between does no harm.
        draft = move_draft(table, seat, claim.action, "person", room.now())
        await self._tables.append(room, table, [draft])
        await self._keep(room, table, seat, rest)

    async def forget(self, room: Room) -> None:
        """Keep nothing more of a game that is over; the caller holds the room."""
        for person, plans in [*room.ahead.items()]:
            for seat in plans:
                await self._keep_of(room, person, seat, NOTHING)

    async def _keep(self, room: Room, table: Table, seat: int, ahead: Ahead) -> None:
        person = table.seats[seat].person
        assert person is not None
        await self._keep_of(room, person, seat, ahead)

    async def _keep_of(self, room: Room, person: str, seat: int, ahead: Ahead) -> None:
        """Write it, and tell the connections with that seat's eyes, and nobody else's."""
        before = room.ahead.get(person, {})
        if before.get(seat, NOTHING) == ahead:
            return
        plans = {**before, seat: ahead}
        if ahead == NOTHING:
            del plans[seat]
        note = self._peers.ahead_note(room.id, person, seat)
        await self._store.keep_ahead(room.id, person, to_keep(plans), note)
        if plans:
            room.ahead[person] = plans
        else:
            room.ahead.pop(person, None)
        room.tell_alone(person, seat)

    # Other servers --------------------------------------------------------------------------

    def _heard(self, table_id: str, person: str, seat: int) -> None:
        """Another server has kept something: know it here, too."""
        if self._tables.in_memory(table_id) is None:
            return
        task = asyncio.create_task(
            self._read_again(table_id, person, seat), name=f"ahead {table_id}"
        )
        self._reading.add(task)
        task.add_done_callback(self._reading.discard)

    async def _read_again(self, table_id: str, person: str, seat: int) -> None:
        try:
            async with self._tables.use(table_id) as (room, table):
                room.ahead = await self._tables.ahead(table_id, table)
                room.tell_alone(person, seat)
                room.stirred.set()
        except Exception:
            logs.failed("reading ahead", table=table_id)

    def close(self) -> None:
        """Hear nothing more."""
        for task in self._reading:
            task.cancel()


def _own(table: Table, caller: Caller) -> int:
    """The seat that is meant: of several at one device, the one that was named."""
    held = table.seats_of(caller.person)
    seat = table.seat_of(caller.person) if caller.seat is None else caller.seat
    if seat is None or seat not in held:
        raise not_your_seat()
    if caller.seat is None and len(held) > 1:
        # Whoever holds the device next must not see it.
        raise which_seat(held)
    return seat


def _seat(table: Table, caller: Caller) -> int:
    """The seat for which somebody can think ahead."""
    seat = _own(table, caller)
    if table.seats[seat].resigned:
        raise not_your_seat()
    if table.game is None:
        raise not_started()
    return seat


def _kept(room: Room, table: Table, seat: int) -> Ahead:
    """What the person in a seat has in mind for it."""
    return room.ahead.get(table.seats[seat].person or "", {}).get(seat, NOTHING)


def _counting(room: Room, table: Table, seat: int) -> Ahead:
    """The same, without claims for a turn that they have had."""
    ahead = _kept(room, table, seat)
    return ahead if ahead.claims_at(table, seat) else replace(ahead, claims=[], version=0)


def _routes(table: Table, codes: Sequence[str]) -> list[str]:
    """Routes by the codes that the edition has for them, each once."""
    index = table.game.index if table.game is not None else None
    assert index is not None
    if any(code not in index.route_of for code in codes):
        message = f"There is no such route in {table.edition.title}."
        raise Refusal(422, "unknown_route", message)
    return [*dict.fromkeys(index.route_codes[index.route_of[code]] for code in codes)]


def _claims(table: Table, seat: int, wanted: Sequence[str]) -> list[Claim]:
    """Claims by their words, if all of them would be possible now."""
    assert table.game is not None
    if not wanted:
        return []
    if seat in table.deciding:
        raise Refusal(409, "your_turn", "It is your turn: nothing has to be planned.")
    guide = guide_of(table)
    if guide is not None and guide.due is not None:
        message = "The lesson says what comes next: nothing has to be planned."
        raise Refusal(409, "lesson_asks", message, expected=guide.due[1])
    possible = {str(claim): claim for claim in table.game.next_claims(seat)}
    words = [*dict.fromkeys(wanted)][:MOST_CLAIMS]
    if any(one not in possible for one in words):
        raise Refusal(422, "illegal_action", "That would not be possible if it were your turn.")
    return [Claim(possible[one].route, [*possible[one].cards]) for one in words]


def _dropped(claim: Claim, reason: Reason) -> Dropped:
    values = dict(reason.values)
    return Dropped(str(claim.action), claim.route, str(reason), reason.code, values)
