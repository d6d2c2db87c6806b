"""Thinking ahead: players' private plans, and the claims that are made from them.

Plans are routes that a player has marked, and claims for the player's next turn. Nobody else learns
of them before such a claim is made. A change of plans has no version, wakes no other person's
connections, and appears in no log and no metric.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from whistlestop.actions import ClaimRoute
from whistlestop.reasons import Reason
from whistlestop.seen.explain import reason_for, reason_for_routes
from whistlestop.server import logs
from whistlestop.server.errors import Refusal, ended, not_started, not_your_seat, values_sent
from whistlestop.server.hosting.peers import Peers
from whistlestop.server.hosting.playing import move_draft
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.hosting.rooms import Room
from whistlestop.server.sent.presence import Caller
from whistlestop.server.storage.store import Store
from whistlestop.server.table.ahead import MOST_CLAIMS, NOTHING, Ahead, Claim, Dropped, to_keep
from whistlestop.server.table.guide import guide_of
from whistlestop.server.table.permissions import the_seat
from whistlestop.server.table.table import Table


@dataclass(frozen=True, slots=True)
class Change:
    """A change to a player's plans. A field with the value None leaves its part unchanged."""

    marked: Sequence[str] | None = None
    claims: Sequence[str] | None = None
    """The new planned claims, in the words of the notation; None = leave the claims unchanged."""
    seen: bool = False
    """Whether the player has seen which planned claims were not possible."""


class ThinkingAhead:
    """The plans of players at the tables of one server."""

    def __init__(self, tables: Tables, store: Store, peers: Peers) -> None:
        """Start to follow changes of plans that other servers make.

        Args:
            tables: the tables of the server.
            store: the database, which keeps the plans.
            peers: the other servers, which are notified of changed plans.
        """
        self._tables = tables
        self._store = store
        self._peers = peers
        self._reading: set[asyncio.Task[None]] = set()
        peers.on_ahead = self._heard

    # For people -----------------------------------------------------------------------------

    async def of(self, table_id: str, caller: Caller) -> Ahead:
        """Return a player's plans, without claims for a turn that is past.

        If a bot has taken the seat for good, the plans are empty. The request is not refused,
        because a page may ask for the plans before it knows about the bot.

        Raises:
            Refusal: the caller has no seat, the game has not begun, or the caller must name a seat.
        """
        async with self._tables.use(table_id) as (room, table):
            seat = the_seat(table, caller.person, caller.seat)
            if table.seats[seat].resigned:
                return NOTHING
            return _counting(room, table, _seat(table, caller))

    async def change(self, table_id: str, caller: Caller, change: Change) -> Ahead:
        """Change the plans for a caller's seat, and return the new plans.

        Raises:
            Refusal: the caller has no such seat, the game is not running, a route is unknown, or a
                claim cannot be planned now.
        """
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
        """Return the claims that would be possible if a player's turn began now.

        Args:
            table_id: the id of the table.
            caller: the player.
            route: the code of the only route to consider; None = all routes.

        Returns:
            The claims. If a route was given and no claim is possible, also the reason, else None.

        Raises:
            Refusal: the caller has no such seat, the game has not begun, or the route is unknown.
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
        """Return the seat whose turn has begun, if its player has planned a claim.

        Return None otherwise.
        """
        if not room.ahead or len(table.deciding) != 1 or table.game is None:
            return None
        (seat,) = table.deciding
        if table.seats[seat].by_bot or not _kept(room, table, seat).claims_at(table, seat):
            return None
        return seat if table.game.view(seat).phase == "turn" else None

    async def carry_out(self, room: Room, table: Table, seat: int) -> None:
        """Make a player's first planned claim that is possible, or record why none is.

        The caller holds the room's lock. Plans that were changed at another server count, too.

        Args:
            room: the table's room.
            table: the table.
            seat: the player's seat.
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
        # A move ends earlier plans for the seat, so a crash between these two lines does no harm.
        draft = move_draft(table, seat, claim.action, "person", room.now())
        await self._tables.append(room, table, [draft])
        await self._keep(room, table, seat, rest)

    async def forget(self, room: Room) -> None:
        """Delete all plans of a game that is over. The caller holds the room's lock."""
        for person, plans in [*room.ahead.items()]:
            for seat in plans:
                await self._keep_of(room, person, seat, NOTHING)

    async def _keep(self, room: Room, table: Table, seat: int, ahead: Ahead) -> None:
        person = table.seats[seat].person
        assert person is not None
        await self._keep_of(room, person, seat, ahead)

    async def _keep_of(self, room: Room, person: str, seat: int, ahead: Ahead) -> None:
        """Save a person's plans for a seat.

        Wake the person's connections that show the seat's view.
        """
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
        """Read a player's plans again, because another server has changed them."""
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
        """Stop reading plans."""
        for task in self._reading:
            task.cancel()


def _seat(table: Table, caller: Caller) -> int:
    """Return the seat for which a caller can plan.

    Raises:
        Refusal: the caller has no such seat, a bot has it for good, or the game has not begun.
    """
    seat = the_seat(table, caller.person, caller.seat)
    if table.seats[seat].resigned:
        raise not_your_seat()
    if table.game is None:
        raise not_started()
    return seat


def _kept(room: Room, table: Table, seat: int) -> Ahead:
    """Return the saved plans of the person in a seat, which are empty if nothing was saved."""
    return room.ahead.get(table.seats[seat].person or "", {}).get(seat, NOTHING)


def _counting(room: Room, table: Table, seat: int) -> Ahead:
    """Return the saved plans of the person in a seat, without claims for a turn that is past."""
    ahead = _kept(room, table, seat)
    return ahead if ahead.claims_at(table, seat) else replace(ahead, claims=[], version=0)


def _routes(table: Table, codes: Sequence[str]) -> list[str]:
    """Return the codes of routes as the edition writes them, each code only once.

    Raises:
        Refusal: a code is unknown.
    """
    index = table.game.index if table.game is not None else None
    assert index is not None
    if any(code not in index.route_of for code in codes):
        raise Refusal(422, "unknown_route")
    return [*dict.fromkeys(index.route_codes[index.route_of[code]] for code in codes)]


def _claims(table: Table, seat: int, wanted: Sequence[str]) -> list[Claim]:
    """Return the claims that a seat wants to plan, read from words of the notation.

    Repeated claims, and claims after the first `MOST_CLAIMS`, are left out.

    Raises:
        Refusal: the seat has its turn, the table's lesson decides the next move, or a claim would
            not be possible if the seat's turn began now.
    """
    assert table.game is not None
    if not wanted:
        return []
    if seat in table.deciding:
        raise Refusal(409, "your_turn")
    guide = guide_of(table)
    if guide is not None and guide.due is not None:
        raise Refusal(409, "lesson_asks", case="plans", expected=guide.due[1])
    possible = {str(claim): claim for claim in table.game.next_claims(seat)}
    words = [*dict.fromkeys(wanted)][:MOST_CLAIMS]
    if any(one not in possible for one in words):
        raise Refusal(422, "illegal_action", case="planned")
    return [Claim(possible[one].route, [*possible[one].cards]) for one in words]


def _dropped(claim: Claim, reason: Reason) -> Dropped:
    values = values_sent(reason.values)
    return Dropped(str(claim.action), claim.route, str(reason), reason.code, values)
