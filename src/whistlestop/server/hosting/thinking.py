"""Where bots think: in threads, as many at once as the host allows, and for no longer than is fair.

When more decisions are due than there are threads, each is given less time, so that all of them are
made within the time that one may take. So tables go on, however many bots there are. All addresses
have equal shares of the time, and so have the people of one address: one person's many tables make
the decisions at these tables shorter, and nobody else's.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from whistlestop.actions import Action
from whistlestop.bots.asking import Answer, ask_in_thread
from whistlestop.bots.protocol import Bot
from whistlestop.bots.registry import needs_compiling
from whistlestop.events import Event
from whistlestop.server.hosting.fair_shares import NOBODY, FairGate, Payer
from whistlestop.server.hosting.players import Players
from whistlestop.server.metrics import Metrics
from whistlestop.view import View


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a bot."""

    table: str
    seat: int
    bot: Bot
    name: str
    """The bot's name."""
    seed: int
    """What the bot was made with."""
    view: View
    legal: tuple[Action, ...]
    """What it may do."""
    news: tuple[Event, ...] = ()
    """What has happened since the bot was asked last, as its seat sees it."""
    payer: Payer = NOBODY
    """The person for whom the decision counts."""
    awaited: bool = True
    """Whether a person at the table waits for it: such decisions come first."""


class Thinking:
    """Asks bots, each for its share of the time."""

    def __init__(self, threads: int, seconds: float, metrics: Metrics, players: Players) -> None:
        """Start no thread yet.

        Args:
            threads: how many bots may think at once.
            seconds: how long a bot may think when no more than so many do.
            metrics: where decisions are counted.
            players: what bots decide with.
        """
        self._threads = max(1, threads)
        self._seconds = seconds
        self._metrics = metrics
        self._players = players
        self._executor = ThreadPoolExecutor(self._threads, thread_name_prefix="bot")
        self._gate = FairGate(self._threads)

    @property
    def queued(self) -> int:
        """How many decisions wait for a thread."""
        return self._gate.waiting

    @property
    def share(self) -> float:
        """The seconds that a decision is given now, if all of them count for one person."""
        return self._seconds * min(1.0, self._threads / max(1, self._gate.due))

    async def ask(self, question: Question) -> Answer:
        """Ask a bot for its decision.

        Returns:
            The decision, or what was wrong with the answer; `TooSlow` for one that takes more than
            twice the time that bots have when nobody waits, and a second.
        """
        if needs_compiling(question.name) and not await self._players.ready():
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

    async def close(self) -> None:
        """Stop; what is being thought is not waited for."""
        self._executor.shutdown(wait=False, cancel_futures=True)
        await self._players.close()
