"""Moves by bots: on their own seats, and for players who are absent or out of time.

Every game that is being played has a task. The task sleeps until the table changes or something is
due. If nothing is due and nobody has used the table for a while, the table is dropped from memory
and the task ends. The table is read again when it is next used, or shortly before a deadline.
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
from whistlestop.server.hosting.animation_times import seconds_to_show
from whistlestop.server.hosting.commands import Commands
from whistlestop.server.hosting.fair_shares import FairGate, Payer
from whistlestop.server.hosting.peers import Peers
from whistlestop.server.hosting.quotas import Quotas, is_awaited
from whistlestop.server.hosting.recalling import RecallingBot
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.hosting.rooms import Room
from whistlestop.server.hosting.thinking import Question, Thinking
from whistlestop.server.hosting.thinking_ahead import ThinkingAhead
from whistlestop.server.metrics import Metrics
from whistlestop.server.settings import Settings
from whistlestop.server.storage.store import Conflict
from whistlestop.server.table.guide import guide_of
from whistlestop.server.table.happenings.standing_in import Why
from whistlestop.server.table.happenings.taking_back import awaited_to_take_back
from whistlestop.server.table.seats import BotPace
from whistlestop.server.table.table import Table

TIME_TO_ANSWER: Final = 60.0
"""Seconds for which bots wait while players are asked whether a move may be taken back."""

PAUSES: Final[dict[BotPace, float]] = {"relaxed": 2.5, "brisk": 1.0, "instant": 0.0}
"""How long bots wait before they move at each pace, as a multiple of the setting `bot_pause`."""

MOST_MOVING: Final = 4
"""The maximum number of bots' moves that are carried out at the same time."""

WAKE_EARLY: Final = 5.0
"""How many seconds before a deadline a table that was dropped from memory is read again."""

SHOWN_IN_TIME: Final = 0.6
"""The value of the setting `bot_pause`, in seconds, at which bots wait exactly until pages have
shown the last move. If `bot_pause` is half as large, this wait is half as long, and so on. The wait
is never shorter than the pause of the chosen pace. At the pace `instant`, bots do not wait."""


@dataclass(frozen=True, slots=True)
class _Engaged:
    """A bot that was made to play on a seat."""

    kind: tuple[str, int]
    """The bot's name, and the number of the last entry that had taken moves back when the bot was
    made; 0 = there was none. If one of the two has changed, a new bot is made for the seat."""
    seed: int
    bot: Bot
    following: Following


@dataclass(frozen=True, slots=True)
class _Due:
    """A decision that a bot has to make now."""

    version: int
    seat: int
    pause: float
    question: Question
    random: Random

    @property
    def payer(self) -> Payer:
        """The person for whom the server's work on the move is counted."""
        return self.question.payer

    @property
    def awaited(self) -> bool:
        """Whether a player who is connected waits for the move."""
        return self.question.awaited


@dataclass(frozen=True, slots=True)
class _Scripted:
    """A move that a lesson prescribes for a bot's seat."""

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
    """The runner of the games of a server: it makes bots' moves, and lets bots stand in."""

    def __init__(
        self,
        tables: Tables,
        commands: Commands,
        settings: Settings,
        metrics: Metrics,
        peers: Peers,
        thinking: Thinking,
        ahead: ThinkingAhead,
        quotas: Quotas,
    ) -> None:
        """Create the runner without tasks. `watch` starts the task of a game.

        Args:
            tables: the tables of the server.
            commands: the commands with which bots move and stand in.
            settings: the operator's settings.
            metrics: counts failures of bots and tasks.
            peers: the other servers, which run the bots and clocks of some tables.
            thinking: asks bots for their decisions.
            ahead: the plans of players, and the moves that are made from them.
            quotas: limits how often bots move.
        """
        self._peers = peers
        self._tables = tables
        self._commands = commands
        self._settings = settings
        self._metrics = metrics
        self._thinking = thinking
        self._ahead = ahead
        self._quotas = quotas
        self._moving = FairGate(MOST_MOVING, quotas.pace)
        self._waking: set[asyncio.Task[None]] = set()
        self._bots: dict[tuple[str, int], _Engaged] = {}
        """(Table, seat) → the bot that plays there."""
        self._closing = False
        self._ending = asyncio.Event()

    def watch(self, room: Room) -> None:
        """Start a table's task if its game needs one, or wake the task after a change.

        If another server runs the table's bots and clocks, let this server's task for the table
        end.
        """
        table = room.table
        if self._closing or table is None or table.state == "open":
            return
        if not self._peers.minds(room.id):
            # If this server had a task for the table, the task ends now.
            room.stirred.set()
            return
        if room.autoplay is None or room.autoplay.done():
            if table.state == "playing":
                room.autoplay = asyncio.create_task(self._run_game(room), name=f"table {room.id}")
        elif self._concerned(room, table):
            room.stirred.set()

    def _concerned(self, room: Room, table: Table) -> bool:
        """Return whether the table's task may have to act now.

        False if the table only waits for players who are connected, and has no clock.
        """
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
        """Stop all tasks. A move that is being committed is finished; a pause is cut short."""
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

    async def _run_game(self, room: Room) -> None:
        """Make bots' moves at a table and watch its clocks, until the game is over."""
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
            except Conflict:
                # Another server has changed the table.
                continue
            except Exception:
                self._metrics.errors["autoplay"] += 1
                logs.failed("autoplay", table=room.id)
                await self._wait(1)

    async def _rest(self, room: Room, until: float | None) -> None:
        """Wait for the first of three events at a table.

        The wait ends when the table changes, at the time `until`, or when the table has been unused
        for so long that it can be removed from memory.

        Args:
            room: the table on this server.
            until: a time in seconds since 1970, by the table's clock. None = no such time.
        """
        seconds = None if until is None else max(until - room.now(), 0)
        if sleeps := self._settings.sleep_after:
            unused = time.monotonic() - room.used
            # While a client is connected, checking from time to time is enough.
            left = max(sleeps - unused, 0) if unused < sleeps else sleeps
            seconds = left if seconds is None else min(seconds, left)
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await room.stirred.wait()

    # Sleep ----------------------------------------------------------------------------------

    def _falls_asleep(self, room: Room, table: Table, until: float | None) -> bool:
        """Drop a table from memory if nobody uses it. The caller holds the room's lock.

        Args:
            room: the table on this server.
            table: a table at which nothing is due.
            until: when something will be due, in seconds since 1970; None = only after a player
                acts.

        Returns:
            Whether the table was dropped from memory.
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
        """Start to read a table into memory again. A timer calls this shortly before a deadline."""
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
                self._metrics.errors["autoplay"] += 1
                logs.failed("waking", table=room.id)
                await self._wait(WAKE_EARLY)

    async def _wait(self, seconds: float) -> None:
        """Wait for `seconds`, or until the server stops if that is sooner."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._ending.wait()

    # Bots -----------------------------------------------------------------------------------

    def _due(self, room: Room, table: Table) -> _Due | _Scripted | None:
        """Return a bot's next decision or prescribed move. None if no bot has to move."""
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
            # It is the learner's turn. A bot may move only if it stands in for the learner.
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
            # With one legal action the bot is not asked. It gets this news with its next question.
            news=engaged.following.news_for(engaged.bot, game) if len(legal) > 1 else (),
            payer=self._quotas.payer(room, table),
            awaited=is_awaited(room, table),
            remembers=table.daily is not None,
        )
        pause = self._pause(table, table.options.pace_of_bots)
        return _Due(table.version, seat, pause, question, unforeseen)

    def _pause(self, table: Table, pace: BotPace) -> float:
        """Return the seconds to wait before a bot's next move.

        This is the chosen pause, or longer while pages are still showing the last move.

        Args:
            table: the table.
            pace: the chosen pace of bots.
        """
        chosen = PAUSES[pace]
        last = table.game and table.game.last
        if not last or not chosen:
            return self._settings.bot_pause * chosen
        return self._settings.bot_pause * max(chosen, seconds_to_show(last.events) / SHOWN_IN_TIME)

    def _bot(self, table: Table, seat: int, name: str) -> _Engaged:
        key = (table.id, seat)
        # A bot remembers the game it has seen. After moves are taken back, a new bot plays on.
        kind = (name, table.moves.turned_back)
        if key not in self._bots or self._bots[key].kind != kind:
            seed = table.bot_seed(seat)
            bot = make_bot(name, seed)
            if table.daily is not None and table.game is not None and table.game.length:
                bot = RecallingBot(bot, table.game, seat)
            self._bots[key] = _Engaged(kind, seed, bot, Following(seat))
        return self._bots[key]

    def _forget_bots(self, table: Table) -> None:
        for seat in range(len(table.seats)):
            self._bots.pop((table.id, seat), None)

    async def _move(self, room: Room, due: _Due | _Scripted) -> None:
        """Make a bot's move, unless the table has changed while the bot was thinking."""
        thought, _ = await asyncio.gather(self._think(due), self._wait(due.pause))
        async with self._moving.turn(due.payer, urgent=due.awaited):
            if self._closing:
                return
            async with self._tables.use(room.id, by_itself=True) as (_, table):
                if table.version == due.version:
                    playing, now = self._commands.playing, room.now()
                    await playing.act_for_bot(room, table, due.seat, thought, now)

    async def _think(self, due: _Due | _Scripted) -> Action:
        """Return a bot's choice, or a random legal action if the bot fails or is too slow."""
        if isinstance(due, _Scripted):
            return due.action
        question = due.question
        if len(question.legal) == 1:
            return question.legal[0]
        answer = await self._thinking.ask(question)
        if isinstance(answer, Chosen):
            return answer.action
        self._metrics.errors["bot"] += 1
        # The answer may contain secrets of the seat, so the log gets only the kind of failure.
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
        """Wait `pause` seconds, so that others can follow the game. Then carry out a player's plan.

        Args:
            room: the table on this server.
            seat: the seat whose player has the plan.
            pause: the seconds to wait.
        """
        await self._wait(pause)
        if self._closing:
            return
        async with self._tables.use(room.id, by_itself=True) as (_, table):
            # During the pause, somebody may have asked to take a move back.
            if _rest(room, table) is None:
                await self._ahead.carry_out(room, table, seat)

    async def _mind_the_time(self, room: Room, table: Table) -> _Deadline | None:
        """Return the first deadline at a table. If it has passed, let a bot stand in first.

        A deadline that has passed is returned, too. None if there are no deadlines.
        """
        deadlines = [
            deadline for seat in table.deciding for deadline in self._deadlines(room, table, seat)
        ]
        if not deadlines:
            return None
        first = min(deadlines, key=lambda deadline: deadline.at)
        if first.at <= room.now():
            await self._commands.standing_in.stand_in(room, table, first.seat, first.why)
        return first

    def _deadlines(self, room: Room, table: Table, seat: int) -> list[_Deadline]:
        found: list[_Deadline] = []
        since = table.clocks.since[seat]
        if table.options.clock is not None:
            found.append(_Deadline(since + table.clocks.left[seat], seat, "clock"))
        gone = room.absent_since(table.seats[seat].person)
        # A bot stands in only while a player is connected. If all have left, the game waits.
        waited_for = bool(room.presence().present)
        at = standin_from(table, seat, gone) if gone is not None and waited_for else None
        if at is not None:
            found.append(_Deadline(at, seat, "absent"))
        return found


def _rest(room: Room, table: Table) -> float | None:
    """Return the moment until which no bot and no plan may move, because of a request.

    A player has asked to take moves back. A move would decide the request before the players have
    answered. The moment is in seconds since 1970, by the table's time. None if no connected player
    has to answer, or if the time to answer is over.
    """
    request = table.requests.take_back
    if request is None:
        return None
    # After a start of the server, players get the full time to answer again.
    until = max(request.at, room.opened) + TIME_TO_ANSWER
    if room.now() >= until:
        return None
    asked = (table.seats[seat].person for seat in awaited_to_take_back(table))
    there = any(room.absent_since(person) is None for person in asked)
    return until if there else None
