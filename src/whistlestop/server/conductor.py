"""Moves what no person moves: bots, and bots for people who are away or out of time.

Every game that is being played has a task that sleeps until something stirs its table.
"""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from whistlestop.actions import Action
from whistlestop.bots.protocol import Bot
from whistlestop.bots.registry import check_choice, make_bot
from whistlestop.server import logs
from whistlestop.server.hosting import Hosting
from whistlestop.server.metrics import Metrics
from whistlestop.server.peers import Peers
from whistlestop.server.rooms import Room
from whistlestop.server.settings import Settings
from whistlestop.server.store import Outrun
from whistlestop.server.table import Table
from whistlestop.server.tables import Tables
from whistlestop.view import View


@dataclass(frozen=True, slots=True)
class _Question:
    """What a bot is asked."""

    version: int
    seat: int
    bot: Bot
    name: str
    view: View
    legal: tuple[Action, ...]
    random: Random


@dataclass(frozen=True, slots=True)
class _Deadline:
    """When a bot begins to move for somebody, unless they move first."""

    at: float
    seat: int
    why: str


class Conductor:
    """Keeps all games going."""

    def __init__(
        self, tables: Tables, hosting: Hosting, settings: Settings, metrics: Metrics, peers: Peers
    ) -> None:
        """Prepare; `watch` starts with a game."""
        self._peers = peers
        self._tables = tables
        self._hosting = hosting
        self._settings = settings
        self._metrics = metrics
        self._threads = ThreadPoolExecutor(settings.bot_threads, thread_name_prefix="bot")
        self._bots: dict[tuple[str, int], tuple[str, Bot]] = {}
        self._closing = False

    def watch(self, room: Room) -> None:
        """Keep a table's game going, from now on or after something has changed there."""
        table = room.table
        if self._closing or table is None or table.state == "open":
            return
        if not self._peers.minds(room.id):
            # Whoever conducted it until now finds out that it is another server's.
            room.stirred.set()
            return
        if room.conductor is None or room.conductor.done():
            if table.state == "playing":
                room.conductor = asyncio.create_task(self._conduct(room), name=f"table {room.id}")
        elif self._concerned(room, table):
            room.stirred.set()

    def _concerned(self, room: Room, table: Table) -> bool:
        """Whether anything but people's next moves can be due now; they need nobody's care."""
        if table.options.clock is not None or not table.deciding:
            return True
        minding = table.options.standin_after is not None
        seats = [table.seats[number] for number in table.deciding]
        return any(
            seat.by_bot or (minding and room.absent_since(seat.person) is not None)
            for seat in seats
        )

    async def close(self) -> None:
        """Stop; a move that is being committed is finished first."""
        self._closing = True
        tasks = [room.conductor for room in self._tables.rooms if room.conductor is not None]
        for room in self._tables.rooms:
            room.stirred.set()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _conduct(self, room: Room) -> None:
        """Move and wait until the game is over."""
        while not self._closing:
            try:
                room.stirred.clear()
                async with self._tables.use(room.id) as (_, table):
                    if table.state == "over" or not self._peers.minds(room.id):
                        self._forget_bots(table)
                        return
                    question = self._question(table)
                    deadline = None if question else await self._mind_the_time(room, table)
                if question is not None:
                    await self._move(room, question)
                else:
                    await self._sleep(room, None if deadline is None else deadline.at)
            except Outrun:
                # Somebody moved at another server.
                continue
            except Exception:
                self._metrics.errors["conductor"] += 1
                logs.failed("conductor", table=room.id)
                await asyncio.sleep(1)

    async def _sleep(self, room: Room, until: float | None) -> None:
        seconds = None if until is None else max(until - time.time(), 0)
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await room.stirred.wait()

    # Bots -----------------------------------------------------------------------------------

    def _question(self, table: Table) -> _Question | None:
        """What to ask a bot next; None if only people have to decide."""
        game = table.game
        seat = next((seat for seat in table.deciding if table.seats[seat].by_bot), None)
        if game is None or seat is None:
            return None
        name = table.seats[seat].bot or self._settings.standin_bot
        luck = table.luck
        unforeseen = Random(luck.part(f"{seat}:{table.version}") if luck else table.version)
        return _Question(
            version=table.version,
            seat=seat,
            bot=self._bot(table, seat, name),
            name=name,
            view=game.view(seat),
            legal=game.legal_actions(seat),
            random=unforeseen,
        )

    def _bot(self, table: Table, seat: int, name: str) -> Bot:
        key = (table.id, seat)
        if key not in self._bots or self._bots[key][0] != name:
            seed = table.luck.part(f"{seat}") if table.luck else seat
            self._bots[key] = (name, make_bot(name, seed >> 1))
        return self._bots[key][1]

    def _forget_bots(self, table: Table) -> None:
        for seat in range(len(table.seats)):
            self._bots.pop((table.id, seat), None)

    async def _move(self, room: Room, question: _Question) -> None:
        """Let a bot think, and take its action if the table has not changed meanwhile."""
        thought, _ = await asyncio.gather(
            self._think(room, question), asyncio.sleep(self._settings.bot_pause)
        )
        if self._closing:
            return
        async with self._tables.use(room.id) as (_, table):
            if table.version == question.version:
                await self._hosting.bot_moves(room, table, question.seat, thought, time.time())

    async def _think(self, room: Room, question: _Question) -> Action:
        """A bot's choice; a random one if it fails or takes too long."""
        if len(question.legal) == 1:
            return question.legal[0]
        seconds = self._settings.bot_seconds
        loop = asyncio.get_running_loop()
        thinking = loop.run_in_executor(
            self._threads, question.bot.choose, question.view, question.legal, seconds
        )
        try:
            action = await asyncio.wait_for(thinking, 2 * seconds + 1)
            return check_choice(question.name, action, question.legal)
        except Exception:
            self._metrics.errors["bot"] += 1
            logs.failed("bot", table=room.id, seat=question.seat, bot=question.name)
            return question.random.choice(question.legal)

    # People ---------------------------------------------------------------------------------

    async def _mind_the_time(self, room: Room, table: Table) -> _Deadline | None:
        """Let a bot stand in where time is up; else the next moment when it will be."""
        deadlines = [
            deadline for seat in table.deciding for deadline in self._deadlines(room, table, seat)
        ]
        if not deadlines:
            return None
        first = min(deadlines, key=lambda deadline: deadline.at)
        if first.at <= time.time():
            await self._hosting.stand_in(room, table, first.seat, first.why)
        return first

    def _deadlines(self, room: Room, table: Table, seat: int) -> list[_Deadline]:
        found: list[_Deadline] = []
        since = table.since[seat]
        if table.options.clock is not None:
            found.append(_Deadline(since + table.clocks[seat], seat, "clock"))
        gone = room.absent_since(table.seats[seat].person)
        if table.options.standin_after is not None and gone is not None:
            found.append(_Deadline(max(gone, since) + table.options.standin_after, seat, "absent"))
        return found
