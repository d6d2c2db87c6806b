"""Running bots in threads, with fair shares of the time to think.

The operator chooses how many bots may think at the same time. If more decisions are due, each gets
less time, so that all are made within the time that one decision may take. So games go on, however
many bots there are. All addresses have equal shares of the time, and so have the people of one
address. A person with many tables makes only the decisions at these tables shorter.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from whistlestop.actions import Action
from whistlestop.bots.asking import Answer, ask_in_thread
from whistlestop.bots.protocol import Bot
from whistlestop.bots.registry import needs_compiling
from whistlestop.events import Event
from whistlestop.seen.view import View
from whistlestop.server.hosting.fair_shares import NOBODY, FairGate, Payer
from whistlestop.server.hosting.players import Players
from whistlestop.server.metrics import Metrics

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Question:
    """A decision that a bot has to make."""

    table: str
    seat: int
    bot: Bot
    name: str
    """The bot's name."""
    seed: int
    """The seed with which the bot was made."""
    view: View
    legal: tuple[Action, ...]
    """The legal actions."""
    news: tuple[Event, ...] = ()
    """What has happened since the bot's last question, as its seat sees it."""
    payer: Payer = NOBODY
    """The person for whom the server's work on the decision is counted."""
    awaited: bool = True
    """Whether a player who is connected waits for the decision. Such decisions come first."""
    remembers: bool = False
    """Whether only `bot` may decide, because it must remember its earlier decisions. The decision
    then waits until the compiled code is ready."""


class Thinking:
    """The threads in which bots decide, each bot with its share of the time to think."""

    def __init__(self, threads: int, seconds: float, metrics: Metrics, players: Players) -> None:
        """Create the object. No thread is started yet.

        Args:
            threads: how many bots may think at the same time.
            seconds: how long a bot may think if no more than `threads` decisions are due.
            metrics: counts the decisions.
            players: the compiled code that bots need.
        """
        self._threads = max(1, threads)
        self._seconds = seconds
        self._metrics = metrics
        self._players = players
        self._executor = ThreadPoolExecutor(self._threads, thread_name_prefix="bot")
        self._gate = FairGate(self._threads)

    @property
    def queued(self) -> int:
        """The number of decisions that wait for a thread."""
        return self._gate.waiting

    @property
    def share(self) -> float:
        """The seconds that each decision gets now if all decisions count for one person."""
        return self._seconds * min(1.0, self._threads / max(1, self._gate.due))

    async def ask(self, question: Question) -> Answer:
        """Ask a bot for its decision.

        Returns:
            `Chosen` with the decision, or an object that says how the bot failed: `TooSlow` if it
            took more than one second plus twice the `seconds` given to the constructor,
            `IllegalAnswer` if its answer was not a legal action, or `Failed` if it raised an
            exception.
        """
        compiles = needs_compiling(question.name) and not await self._players.ready()
        if compiles and question.remembers:
            compiles = not await self._players.prepared()
        if compiles:
            table, seat = question.table, question.seat
            answer = await self._players.interpreted(
                f"{table}:{seat}", question.name, question.seed, question.view, question.legal
            )
            if answer is not None:
                return answer
        async with self._gate.turn(question.payer, urgent=question.awaited):
            share = self._gate.share(question.payer, question.awaited)
            self._metrics.decisions["full" if share >= 1 else "shortened"] += 1
            return await ask_in_thread(
                self._executor,
                question.bot,
                question.view,
                question.legal,
                self._seconds * share,
                question.news,
                limit=2 * self._seconds + 1,
            )

    async def spare(
        self,
        payer: Payer,
        work: Callable[[], Result],
        wanted: Callable[[], bool],
        *,
        urgent: bool = False,
    ) -> Result | None:
        """Run a function in one of the bots' threads, and return its result.

        Unless it is urgent, it waits until no decision is due that a connected player waits for.
        Other waiting work takes turns with it.

        Args:
            payer: the person for whom the work counts.
            work: does the work. Bots may have to wait for the thread meanwhile.
            wanted: returns whether the work is still wanted when its turn has come.
            urgent: whether a person waits for the result. Then the work takes turns with the
                decisions for which connected players wait.

        Returns:
            The result of the function, or None if the function was not run because its result was
            not wanted any more.
        """
        async with self._gate.turn(payer, urgent=urgent):
            if not wanted():
                return None
            doing = asyncio.get_running_loop().run_in_executor(self._executor, work)
            try:
                return await asyncio.shield(doing)
            except asyncio.CancelledError:
                # The place is free when the thread is.
                await asyncio.wait((doing,))
                raise

    async def close(self) -> None:
        """Stop all threads without waiting for decisions that are being made."""
        self._executor.shutdown(wait=False, cancel_futures=True)
        await self._players.close()
