"""Thinking ahead: what people keep in mind at tables, and the claims made for them on their turn.

Nobody else learns of it before such a claim is made: it has no version, wakes nobody else, and
appears in no log and no count.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from whistlestop.actions import ClaimRoute
from whistlestop.explain import reason_for, reason_for_routes
from whistlestop.reasons import Reason
from whistlestop.server import logs
from whistlestop.server.errors import Refusal, ended, not_started, not_your_seat
from whistlestop.server.hosting.commands import move_draft
from whistlestop.server.hosting.peers import Peers
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.hosting.rooms import Room
from whistlestop.server.storage.store import Store
from whistlestop.server.table.ahead import MOST_CLAIMS, NOTHING, Ahead, Claim, Dropped, to_keep
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

    async def of(self, table_id: str, person: str | None) -> Ahead:
        """What a person has in mind, of what still counts; nothing once a bot has their seat.

        A page may ask just before it learns that: the answer is true then, too.
        """
        async with self._tables.use(table_id) as (room, table):
            held = table.seat_of(person)
            if held is not None and table.seats[held].resigned:
                return NOTHING
            return _counting(room, table, _seat(table, person), person)

    async def change(self, table_id: str, person: str, change: Change) -> Ahead:
        """Keep something else in mind; what it is then."""
        async with self._tables.use(table_id) as (room, table):
            seat = _seat(table, person)
            if table.ended:
                raise ended(table.state)
            ahead = _counting(room, table, seat, person)
            if change.marked is not None:
                ahead = replace(ahead, marked=_routes(table, change.marked))
            if change.claims is not None:
                claims = _claims(table, seat, change.claims)
                ahead = replace(ahead, claims=claims, version=table.version if claims else 0)
            if change.seen:
                ahead = replace(ahead, dropped=[])
            await self._keep(room, person, ahead)
            return ahead

    async def claims(
        self, table_id: str, person: str | None, route: str | None
    ) -> tuple[tuple[ClaimRoute, ...], Reason | None]:
        """The claims that would be possible if a person's turn began now.

        Args:
            table_id: the table.
            person: whose turn it would be.
            route: the only one that is asked for; None = all.

        Returns:
            The claims, and why there is none, where one route is asked for.
        """
        async with self._tables.use(table_id) as (_, table):
            seat = _seat(table, person)
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
        player = table.seats[seat]
        if len(table.seats_of(player.person)) > 1:
            return None
        ahead = room.ahead.get(player.person or "", NOTHING)
        if player.by_bot or not ahead.claims_at(table, seat):
            return None
        return seat if table.game.view(seat).phase == "turn" else None

    async def carry_out(self, room: Room, table: Table, seat: int) -> None:
        """Make the first claim that is possible, or tell the person why none is.

        The caller holds the room. What was planned elsewhere a moment ago counts, too.
        """
        if self._peers.shared:
            room.ahead = await self._tables.ahead(room.id)
        game, person = table.game, table.seats[seat].person
        if game is None or person is None or self.due(room, table) != seat:
            return
        ahead = room.ahead[person]
        rest = replace(ahead, claims=[], version=0)
        legal = set(game.legal_actions(seat))
        claim = next((claim for claim in ahead.claims if claim.action in legal), None)
        if claim is None:
            view = game.view(seat)
            dropped = [_dropped(claim, reason_for(view, claim.action)) for claim in ahead.claims]
            await self._keep(room, person, replace(rest, dropped=[*rest.dropped, *dropped]))
            return
        # Once it is made, what was planned counts no longer: a crash in between does no harm.
        draft = move_draft(table, seat, claim.action, "person", time.time())
        await self._tables.append(room, table, [draft])
        await self._keep(room, person, rest)

    async def forget(self, room: Room) -> None:
        """Keep nothing more of a game that is over; the caller holds the room."""
        for person in [*room.ahead]:
            await self._keep(room, person, NOTHING)

    async def _keep(self, room: Room, person: str, ahead: Ahead) -> None:
        """Write it, and tell the person's own connections, and nobody else's."""
        if room.ahead.get(person, NOTHING) == ahead:
            return
        note = self._peers.ahead_note(room.id, person)
        await self._store.keep_ahead(room.id, person, to_keep(ahead), note)
        if ahead == NOTHING:
            room.ahead.pop(person, None)
        else:
            room.ahead[person] = ahead
        room.tell_alone(person)

    # Other servers --------------------------------------------------------------------------

    def _heard(self, table_id: str, person: str) -> None:
        """Another server has kept something: know it here, too."""
        if self._tables.in_memory(table_id) is None:
            return
        task = asyncio.create_task(self._read_again(table_id, person), name=f"ahead {table_id}")
        self._reading.add(task)
        task.add_done_callback(self._reading.discard)

    async def _read_again(self, table_id: str, person: str) -> None:
        try:
            async with self._tables.use(table_id) as (room, _):
                room.ahead = await self._tables.ahead(table_id)
                room.tell_alone(person)
                room.stirred.set()
        except Exception:
            logs.failed("reading ahead", table=table_id)

    def close(self) -> None:
        """Hear nothing more."""
        for task in self._reading:
            task.cancel()


def _seat(table: Table, person: str | None) -> int:
    """The seat for which somebody can think ahead."""
    seat = table.seat_of(person)
    if seat is None or table.seats[seat].resigned:
        raise not_your_seat()
    if len(table.seats_of(person)) > 1:
        # It belongs to a person and a table: whoever held the device next would see it.
        message = "Several people play at this device: nothing is kept in mind here."
        raise Refusal(409, "several_here", message)
    if table.game is None:
        raise not_started()
    return seat


def _counting(room: Room, table: Table, seat: int, person: str | None) -> Ahead:
    """What a person has in mind, without claims for a turn that they have had."""
    ahead = room.ahead.get(person or "", NOTHING)
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
