"""Moves what no person moves: bots, and bots for people who are away or out of time.

Every game that is being played has a task that rests until something stirs its table. When nothing
is due and nobody has used the table for a while, the table leaves memory and its task ends: it is
read again when somebody comes, or when a deadline is near.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Final

from whistlestop.actions import Action
from whistlestop.bots.asking import Chosen, Failed
from whistlestop.bots.following import Following
from whistlestop.bots.protocol import Bot
from whistlestop.bots.registry import make_bot
from whistlestop.server import logs
from whistlestop.server.hosting.absences import standin_from
from whistlestop.server.hosting.commands import Commands
from whistlestop.server.hosting.fair_shares import FairGate, Payer
from whistlestop.server.hosting.peers import Peers
from whistlestop.server.hosting.quotas import Quotas, is_awaited
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.hosting.rooms import Room
from whistlestop.server.hosting.showing import seconds_to_show
from whistlestop.server.hosting.thinking import Question, Thinking
from whistlestop.server.hosting.thinking_ahead import ThinkingAhead
from whistlestop.server.metrics import Metrics
from whistlestop.server.settings import Settings
from whistlestop.server.storage.store import Outrun
from whistlestop.server.table.entries import Why
from whistlestop.server.table.guide import guide_of
from whistlestop.server.table.seats import BotPace
from whistlestop.server.table.table import Table

TIME_TO_ANSWER: Final = 60.0
"""Seconds for which bots let people answer whether a move may be taken back."""

PAUSES: Final[dict[BotPace, float]] = {"relaxed": 2.5, "brisk": 1.0, "instant": 0.0}
"""How long bots wait before they move, in the pauses that the server's settings name."""

MOST_MOVING: Final = 4
"""How many bots' moves are carried out at once."""

WAKE_EARLY: Final = 5.0
"""Seconds before a deadline at which a sleeping table is read again."""

SHOWN_IN_TIME: Final = 0.6
"""A pause of so many seconds lasts until pages have shown the last move, if they take longer; what
they have to show counts for less where pauses are shorter, and for more where they are longer."""


@dataclass(frozen=True, slots=True)
class _Engaged:
    """A bot that plays on a seat."""

    kind: tuple[str, int]
    """Its name, and since which version it plays."""
    seed: int
    bot: Bot
    following: Following


@dataclass(frozen=True, slots=True)
class _Due:
    """A decision of a bot that is due."""

    version: int
    seat: int
    pause: float
    question: Question
    random: Random

    @property
    def payer(self) -> Payer:
        """The person for whom the move counts."""
        return self.question.payer

    @property
    def awaited(self) -> bool:
        """Whether a person at the table waits for the move."""
        return self.question.awaited


@dataclass(frozen=True, slots=True)
class _Scripted:
    """A move of a bot's seat that a lesson has ready."""

    version: int
    seat: int
    pause: float
    payer: Payer
    awaited: bool
    action: Action


@dataclass(frozen=True, slots=True)
class _Deadline:
    """The moment at which a bot begins to move for a person, unless that person moves first."""

    at: float
    seat: int
    why: Why


class Autoplay:
    """Keeps all games going."""

    def __init__(
        self,
        tables: Tables,
        hosting: Commands,
        settings: Settings,
        metrics: Metrics,
        peers: Peers,
        thinking: Thinking,
        ahead: ThinkingAhead,
        quotas: Quotas,
    ) -> None:
        """Prepare; `watch` starts with a game."""
        self._peers = peers
        self._tables = tables
        self._commands = hosting
        self._settings = settings
        self._metrics = metrics
        self._thinking = thinking
        self._ahead = ahead
        self._quotas = quotas
        self._moving = FairGate(MOST_MOVING, quotas.pace)
        self._waking: set[asyncio.Task[None]] = set()
        self._bots: dict[tuple[str, int], _Engaged] = {}
        """Table and seat → the bot that plays there."""
        self._closing = False
        self._ending = asyncio.Event()

    def watch(self, room: Room) -> None:
        """Keep a table's game going, from now on or after something has changed there."""
        table = room.table
        if self._closing or table is None or table.state == "open":
            return
        if not self._peers.minds(room.id):
            # Whoever conducted it until now finds out that it is another server's.
            room.stirred.set()
            return
        if room.autoplay is None or room.autoplay.done():
            if table.state == "playing":
                room.autoplay = asyncio.create_task(self._conduct(room), name=f"table {room.id}")
        elif self._concerned(room, table):
            room.stirred.set()

    def _concerned(self, room: Room, table: Table) -> bool:
        """Whether anything but people's next moves can be due now; they need nobody's care."""
        if table.options.clock is not None or not table.deciding:
            return True
        if self._ahead.due(room, table) is not None:
            return True
        minding = table.options.standin_after is not None
        seats = [table.seats[number] for number in table.deciding]
        return any(
            seat.by_bot or (minding and room.absent_since(seat.person) is not None)
            for seat in seats
        )

    async def close(self) -> None:
        """Stop; a move that is being committed is finished first, a pause is not."""
        self._closing = True
        self._ending.set()
        self._moving.close()
        for waking in self._waking:
            waking.cancel()
        tasks = [room.autoplay for room in self._tables.rooms if room.autoplay is not None]
        for room in self._tables.rooms:
            room.wake_never()
            room.stirred.set()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task
        await self._thinking.close()

    async def _conduct(self, room: Room) -> None:
        """Move and wait until the game is over."""
        while not self._closing:
            try:
                room.stirred.clear()
                async with self._tables.use(room.id, by_itself=True) as (_, table):
                    if table.ended or not self._peers.minds(room.id):
                        self._forget_bots(table)
                        if table.ended and room.ahead:
                            await self._ahead.forget(room)
                        return
                    rest = _rest(room, table)
                    due = None if rest else self._due(room, table)
                    planned = None if due or rest else self._ahead.due(room, table)
                    pause = self._pause(table, "brisk")
                    deadline = None if due else await self._mind_the_time(room, table)
                    moments = [rest, None if deadline is None else deadline.at]
                    until = min((at for at in moments if at), default=None)
                    idle = due is None and planned is None
                    if idle and self._falls_asleep(room, table, until):
                        return
                if due is not None:
                    await self._move(room, due)
                elif planned is not None:
                    await self._carry_out(room, planned, pause)
                else:
                    await self._rest(room, until)
            except Outrun:
                # Somebody moved at another server.
                continue
            except Exception:
                self._metrics.errors["conductor"] += 1
                logs.failed("conductor", table=room.id)
                await self._wait(1)

    async def _rest(self, room: Room, until: float | None) -> None:
        """Wait until something stirs a table, for no longer than until it may fall asleep."""
        seconds = None if until is None else max(until - room.now(), 0)
        if sleeps := self._settings.sleep_after:
            unused = time.monotonic() - room.used
            # As long as somebody is connected, looking once in a while is enough.
            left = max(sleeps - unused, 0) if unused < sleeps else sleeps
            seconds = left if seconds is None else min(seconds, left)
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await room.stirred.wait()

    # Sleep ----------------------------------------------------------------------------------

    def _falls_asleep(self, room: Room, table: Table, until: float | None) -> bool:
        """Let a table leave memory if nobody uses it; the caller holds the room.

        Args:
            room: the table's.
            table: a table at which nothing is due.
            until: when something will be due, in seconds since 1970; None = when somebody acts.

        Returns:
            Whether the table sleeps now.
        """
        sleeps = self._settings.sleep_after
        if not sleeps or not room.quiet or time.monotonic() - room.used < sleeps:
            return False
        seconds = None if until is None else until - room.now() - WAKE_EARLY
        if seconds is not None and seconds < sleeps:
            return False
        self._forget_bots(table)
        self._tables.sleep(room)
        if seconds is not None:
            loop = asyncio.get_running_loop()
            room.alarm = loop.call_later(seconds, self._wake, room)
        return True

    def _wake(self, room: Room) -> None:
        """Read a sleeping table again: a deadline is near."""
        room.alarm = None
        task = asyncio.create_task(self._woken(room), name=f"wake {room.id}")
        self._waking.add(task)
        task.add_done_callback(self._waking.discard)

    async def _woken(self, room: Room) -> None:
        while True:
            try:
                async with self._tables.use(room.id, by_itself=True):
                    return
            except Exception:
                self._metrics.errors["conductor"] += 1
                logs.failed("waking", table=room.id)
                await self._wait(WAKE_EARLY)

    async def _wait(self, seconds: float) -> None:
        """Let some time pass, less if the server ends before."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._ending.wait()

    # Bots -----------------------------------------------------------------------------------

    def _due(self, room: Room, table: Table) -> _Due | _Scripted | None:
        """The next decision of a bot; None if only people have to decide."""
        game = table.game
        seats = [seat for seat in table.deciding if table.seats[seat].by_bot]
        guide = guide_of(table)
        if game is not None and guide is not None and guide.due is not None:
            seat, words = guide.due
            if table.seats[seat].kind == "bot":
                pause = self._pause(table, table.options.pace_of_bots)
                payer, awaited = self._quotas.payer(room, table), is_awaited(room, table)
                action = game.choices(seat)[words]
                return _Scripted(table.version, seat, pause, payer, awaited, action)
            # It is the learner's turn: the other seat waits, and only who plays for them goes on.
            seats = [each for each in seats if each == seat]
        seat = next(iter(seats), None)
        if game is None or seat is None:
            return None
        name = table.seats[seat].bot or self._settings.standin_bot
        luck = table.luck
        unforeseen = Random(luck.part(f"{seat}:{table.version}") if luck else table.version)
        engaged = self._bot(table, seat, name)
        legal = game.legal_actions(seat)
        question = Question(
            table=table.id,
            seat=seat,
            bot=engaged.bot,
            name=name,
            seed=engaged.seed,
            view=game.view(seat),
            legal=tuple(legal),
            # Who has no choice is not asked, and hears of it the next time.
            news=engaged.following.news_for(engaged.bot, game) if len(legal) > 1 else (),
            payer=self._quotas.payer(room, table),
            awaited=is_awaited(room, table),
        )
        pause = self._pause(table, table.options.pace_of_bots)
        return _Due(table.version, seat, pause, question, unforeseen)

    def _pause(self, table: Table, pace: BotPace) -> float:
        """Seconds before the next move: as many as were chosen, and until the last one is shown."""
        chosen = PAUSES[pace]
        last = table.game and table.game.last
        if not last or not chosen:
            return self._settings.bot_pause * chosen
        return self._settings.bot_pause * max(chosen, seconds_to_show(last.events) / SHOWN_IN_TIME)

    def _bot(self, table: Table, seat: int, name: str) -> _Engaged:
        key = (table.id, seat)
        # A bot remembers its game: where moves were taken back, another one goes on.
        kind = (name, table.turned_back)
        if key not in self._bots or self._bots[key].kind != kind:
            seed = table.bot_seed(seat)
            self._bots[key] = _Engaged(kind, seed, make_bot(name, seed), Following(seat))
        return self._bots[key]

    def _forget_bots(self, table: Table) -> None:
        for seat in range(len(table.seats)):
            self._bots.pop((table.id, seat), None)

    async def _move(self, room: Room, due: _Due | _Scripted) -> None:
        """Let a bot think, and take its action if the table has not changed meanwhile."""
        thought, _ = await asyncio.gather(self._think(due), self._wait(due.pause))
        async with self._moving.turn(due.payer, urgent=due.awaited):
            if self._closing:
                return
            async with self._tables.use(room.id, by_itself=True) as (_, table):
                if table.version == due.version:
                    await self._commands.bot_moves(room, table, due.seat, thought, room.now())

    async def _think(self, due: _Due | _Scripted) -> Action:
        """A bot's choice; a random one if it fails or takes too long."""
        if isinstance(due, _Scripted):
            return due.action
        question = due.question
        if len(question.legal) == 1:
            return question.legal[0]
        answer = await self._thinking.ask(question)
        if isinstance(answer, Chosen):
            return answer.action
        self._metrics.errors["bot"] += 1
        # What it answered may be a secret of its seat: the log has the kind of fault alone.
        logs.failed(
            "bot",
            answer.error if isinstance(answer, Failed) else None,
            table=question.table,
            seat=question.seat,
            bot=question.name,
            answer=type(answer).__name__,
        )
        return due.random.choice(question.legal)

    # People ---------------------------------------------------------------------------------

    async def _carry_out(self, room: Room, seat: int, pause: float) -> None:
        """Make the claim that a person has planned, with the pause that all moves have."""
        await self._wait(pause)
        if self._closing:
            return
        async with self._tables.use(room.id, by_itself=True) as (_, table):
            await self._ahead.carry_out(room, table, seat)

    async def _mind_the_time(self, room: Room, table: Table) -> _Deadline | None:
        """Let a bot stand in where time is up; else the next moment when it will be."""
        deadlines = [
            deadline for seat in table.deciding for deadline in self._deadlines(room, table, seat)
        ]
        if not deadlines:
            return None
        first = min(deadlines, key=lambda deadline: deadline.at)
        if first.at <= room.now():
            await self._commands.stand_in(room, table, first.seat, first.why)
        return first

    def _deadlines(self, room: Room, table: Table, seat: int) -> list[_Deadline]:
        found: list[_Deadline] = []
        since = table.since[seat]
        if table.options.clock is not None:
            found.append(_Deadline(since + table.clocks[seat], seat, "clock"))
        gone = room.absent_since(table.seats[seat].person)
        # A bot keeps the game going for those who are there; where all have left, it rests.
        waited_for = bool(room.company().present)
        at = standin_from(table, seat, gone) if gone is not None and waited_for else None
        if at is not None:
            found.append(_Deadline(at, seat, "absent"))
        return found


def _rest(room: Room, table: Table) -> float | None:
    """Until when nothing is moved for anybody, as people are asked whether moves are taken back.

    A move would answer for them. None: nobody who is there has to answer.
    """
    request = table.request
    if request is None:
        return None
    # Where the server has just started, there is time to answer again.
    until = max(request.at, room.opened) + TIME_TO_ANSWER
    if room.now() >= until:
        return None
    asked = (table.seats[seat].person for seat in table.awaited())
    there = any(room.absent_since(person) is None for person in asked)
    return until if there else None
