"""Decides which absent people to call because a game waits for them.

Receivers, such as webhooks, make the calls.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Protocol

from whistlestop.language import Language
from whistlestop.server import logs
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.peers import Peers
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.hosting.rooms import Room
from whistlestop.server.metrics import Metrics
from whistlestop.server.storage.webhooks import WebhookStore
from whistlestop.server.table.happenings.changing_hands import awaited_to_pass
from whistlestop.server.table.happenings.closing import awaited_to_close
from whistlestop.server.table.happenings.hints import awaited_for_hints
from whistlestop.server.table.happenings.taking_back import awaited_to_take_back
from whistlestop.server.table.requests import Request
from whistlestop.server.table.table import Table

CallKind = Literal["turn", "request"]
"""What a person has to do: `turn` = decide in the game; `request` = answer a request of another
player."""


@dataclass(frozen=True, slots=True)
class Awaited:
    """A person for whom a table waits."""

    person: str
    """The id of the person."""
    kind: CallKind
    mark: int
    """A number that identifies the turn or the request. At one table, later turns of a person have
    higher numbers, and so have later requests."""
    since: float
    """The moment from which the table has waited, in seconds since 1970 by the table's time."""


@dataclass(frozen=True, slots=True)
class TurnCall:
    """A person who should be called now, and the table that waits for the person."""

    person: str
    """The id of the person."""
    kind: CallKind
    table: str
    """The id of the table."""
    edition: str
    """The key of the edition in addresses: its name, or `table.ID` for a player's own edition."""
    title: str
    """The title of the edition, which the makers of own editions choose."""
    own_edition: bool
    """Whether the edition was made by a player."""

    def board(self, words: Language) -> str | None:
        """Return the title of the table's edition, as it can be told to a person who is called.

        None for a player's own edition: its title could say anything, for example which friends
        play.

        Args:
            words: the sentences in the person's language.
        """
        if self.own_edition:
            return None
        return words.say_or(f"edition_title.{self.edition}", self.title)


class Receiver(Protocol):
    """A way of calling people, such as webhooks or messages to their devices."""

    async def wants(self, person: str, since: float) -> bool:
        """Return whether a person wants to be called in this way.

        Args:
            person: the id of the person.
            since: the moment from which a table has waited, in seconds since 1970.
        """
        ...

    def take(self, call: TurnCall) -> None:
        """Call a person soon. The caller does not wait for the call."""
        ...


def awaited(table: Table) -> list[Awaited]:
    """Return the people for whom a table waits.

    A person appears at most twice: to decide in the game, and to answer requests. People for whom a
    bot moves do not have to decide. The list is empty if no game is running.
    """
    if table.game is None or table.ended:
        return []
    found: dict[tuple[str, CallKind], Awaited] = {}

    def add(seat: int, kind: CallKind, mark: int, since: float) -> None:
        person = table.seats[seat].person
        if person is None or table.seats[seat].kind != "person" or table.seats[seat].resigned:
            return
        before = found.get((person, kind))
        if before is not None:
            mark, since = max(mark, before.mark), max(since, before.since)
        found[person, kind] = Awaited(person, kind, mark, since)

    for seat in table.deciding:
        if not table.seats[seat].by_bot:
            mark = max(_last_move(table, seat), table.moves.turned_back)
            add(seat, "turn", mark, table.clocks.since.get(seat, table.updated))
    for request, seats in _requests(table):
        for seat in seats:
            add(seat, "request", request.entry, request.at)
    return [*found.values()]


def _last_move(table: Table, seat: int) -> int:
    """Return the number of the entry with the newest move of a seat; 0 = it has not moved."""
    log = reversed(table.log)
    return next((one.number for one in log if one.seat == seat and one.move is not None), 0)


def _requests(table: Table) -> Iterable[tuple[Request, tuple[int, ...]]]:
    """Return the open requests of a table, each with the seats that have to answer."""
    requests = table.requests
    every: tuple[tuple[Request | None, tuple[int, ...]], ...] = (
        (requests.take_back, awaited_to_take_back(table)),
        (requests.seat, awaited_to_pass(table)),
        (requests.closing, awaited_to_close(table)),
        (requests.hints, awaited_for_hints(table)),
    )
    return [(request, seats) for request, seats in every if request is not None]


def due_at(room: Room, table: Table, one: Awaited, grace: float) -> float | None:
    """Return when a person should be called, and note turns that never need a call.

    A person who is connected to the table is not called. If the person disconnects without having
    decided or answered, the call comes `grace` seconds later. But if no other person plays at the
    table, nobody waits. Then a person who has seen the turn is never called.

    Args:
        room: the table on this server. Turns that need no call are noted in `room.called`.
        table: the table.
        one: the person for whom the table waits.
        grace: the seconds to wait before a call.

    Returns:
        The moment by the table's time, in seconds since 1970. It may lie in the past. None = do not
        call the person, unless the table or the connected people change.
    """
    if room.called.get((one.person, one.kind)) == one.mark:
        return None
    alone = all(seat.person in (None, one.person) for seat in table.seats)
    if room.is_connected(one.person):
        if alone:
            room.called[one.person, one.kind] = one.mark
        return None
    if alone:
        # A person whose connection ended after the turn came has seen it. Whether the person has
        # seen a turn from before a restart is not known.
        seen = room.disconnected.get(one.person, 0.0) >= one.since
        if seen or one.since < room.opened:
            room.called[one.person, one.kind] = one.mark
            return None
        return one.since + grace
    gone = room.gone_since.get(one.person, 0.0)
    return max(one.since, gone, room.opened) + grace


class TurnCalls:
    """The search for people who should be called. Each call is handed to every receiver.

    The server that runs a table's bots and clocks calls the people of the table. Before a call, it
    notes in the database that the turn has been called. So a turn is called at most once, even
    after a restart, and if servers disagree for a moment.
    """

    def __init__(
        self, tables: Tables, peers: Peers, kept: WebhookStore, metrics: Metrics, grace: float
    ) -> None:
        """Create the object without receivers. Without receivers, nothing is watched.

        Args:
            tables: the tables of the server.
            peers: the other servers, which run the bots and clocks of some tables.
            kept: notes which turns have been called.
            metrics: counts failures.
            grace: the seconds for which people have time to decide before they are called.
        """
        self.receivers: list[Receiver] = []
        self._tables = tables
        self._peers = peers
        self._kept = kept
        self._metrics = metrics
        self._grace = grace
        self._timers: dict[str, asyncio.TimerHandle] = {}
        """Table → the timer for its next call."""
        self._calling: set[asyncio.Task[None]] = set()
        self._closing = False

    def watch(self, room: Room) -> None:
        """Set a table's timer again, because the table or the connected people have changed."""
        if not self.receivers or self._closing or room.table is None:
            return
        if (timer := self._timers.pop(room.id, None)) is not None:
            timer.cancel()
        if not self._peers.minds(room.id):
            return
        moments = [due_at(room, room.table, one, self._grace) for one in awaited(room.table)]
        first = min((at for at in moments if at is not None), default=None)
        if first is not None:
            seconds = max(first - room.now(), 0)
            loop = asyncio.get_running_loop()
            self._timers[room.id] = loop.call_later(seconds, self._ring, room.id)

    def close(self) -> None:
        """Stop all timers and tasks."""
        self._closing = True
        for timer in self._timers.values():
            timer.cancel()
        for task in self._calling:
            task.cancel()

    def _ring(self, table_id: str) -> None:
        self._timers.pop(table_id, None)
        task = asyncio.create_task(self._call(table_id), name=f"call {table_id}")
        self._calling.add(task)
        task.add_done_callback(self._calling.discard)

    async def _call(self, table_id: str) -> None:
        try:
            async with self._tables.use(table_id, by_itself=True) as (room, table):
                if not self._peers.minds(table_id):
                    return
                due = [one for one in awaited(table) if self._is_due(room, table, one)]
                for one in due:
                    room.called[one.person, one.kind] = one.mark
                facts = (
                    table.edition_key,
                    table.edition.title,
                    table.edition_text is not None,
                )
                self.watch(room)
        except Refusal:
            return
        except Exception:
            self._failed(table_id)
            return
        for one in due:
            try:
                await self._tell(one, TurnCall(one.person, one.kind, table_id, *facts))
            except Exception:
                # The others at the table are told all the same.
                self._failed(table_id)

    def _failed(self, table_id: str) -> None:
        self._metrics.errors["turn_calls"] += 1
        logs.failed("turn call", table=table_id)

    def _is_due(self, room: Room, table: Table, one: Awaited) -> bool:
        at = due_at(room, table, one, self._grace)
        return at is not None and at <= room.now()

    async def _tell(self, one: Awaited, call: TurnCall) -> None:
        wanting = [each for each in self.receivers if await each.wants(one.person, one.since)]
        if wanting and await self._kept.claim(call.table, one.person, one.kind, one.mark):
            for receiver in wanting:
                receiver.take(call)
