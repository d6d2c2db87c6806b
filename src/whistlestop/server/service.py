"""The parts of a running server, and how they are connected."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from whistlestop.server import clock, logs
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.accounts import CODE_LASTS, Accounts
from whistlestop.server.hosting.autoplay import Autoplay
from whistlestop.server.hosting.boards import Boards
from whistlestop.server.hosting.branching import Branching
from whistlestop.server.hosting.clubs import Clubs
from whistlestop.server.hosting.commands import Commands
from whistlestop.server.hosting.daily import Daily
from whistlestop.server.hosting.hint_making import HintMaking
from whistlestop.server.hosting.ladder import Ladder
from whistlestop.server.hosting.live import Live
from whistlestop.server.hosting.own_puzzles import OwnPuzzles
from whistlestop.server.hosting.peers import Peers
from whistlestop.server.hosting.people import LASTS, People
from whistlestop.server.hosting.players import Players
from whistlestop.server.hosting.push import Push
from whistlestop.server.hosting.puzzles import Puzzles
from whistlestop.server.hosting.quotas import Quotas
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.hosting.reviews import Reviews
from whistlestop.server.hosting.rooms import Room
from whistlestop.server.hosting.thinking import Thinking
from whistlestop.server.hosting.thinking_ahead import ThinkingAhead
from whistlestop.server.hosting.turn_calls import TurnCalls
from whistlestop.server.hosting.webhooks import Webhooks
from whistlestop.server.hosting.worker_pool import WorkerPool
from whistlestop.server.house import House
from whistlestop.server.metrics import Metrics
from whistlestop.server.rate_limits import RateLimits
from whistlestop.server.settings import Settings
from whistlestop.server.storage.reviews import ReviewStore
from whistlestop.server.storage.store import Store, Unavailable


class Service:
    """One server without its HTTP interface: the store, the tables, the bots and so on."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        lan: Sequence[str] | None = None,
        house: House | None = None,
    ) -> None:
        """Create all parts and connect them. Nothing runs before `start`.

        Args:
            settings: the operator's settings.
            store: an open database.
            lan: URLs under which other devices reach the server; None = they cannot.
            house: access for devices in the house, which can be switched while the server runs;
                None = it cannot be switched.
        """
        self.settings = settings
        self.store = store
        self.house = house
        self._lan = lan
        self.metrics = Metrics()
        self.people = People(store)
        self.workers = WorkerPool(settings.workers, settings.worker_memory, settings.worker_time)
        self.boards = Boards(self.workers)
        self.limits = RateLimits(settings.rates)
        self.quotas = Quotas(settings, self.limits, store)
        self.peers = Peers(store)
        self.peers.on_person = self.people.forget
        self.people.on_change = self.peers.tell_person
        self.peers.on_servers = self._share_out
        self.tables = Tables(store, self.metrics, self.peers)
        self.tables.on_kept = self.quotas.kept
        self.commands = Commands(self.tables, settings, self.quotas)
        self.daily = Daily(store, self.tables, self.commands.setting_up)
        self.ladder = Ladder(store, self.tables)
        self.clubs = Clubs(store, self.limits)
        self.players = Players(self.metrics)
        kept_reviews = ReviewStore(store)
        self.own_puzzles = OwnPuzzles(kept_reviews, self.workers, self.players)
        self.puzzles = Puzzles(
            store, self.tables, settings, self.quotas, self.commands.closing, self.own_puzzles
        )
        self.ahead = ThinkingAhead(self.tables, store, self.peers)
        self.live = Live(self.tables, settings, self.peers)
        self.accounts = Accounts(
            store, self.people, self.tables, self.live, self.peers, settings.standin_bot
        )
        self.thinking = Thinking(
            settings.bot_threads, settings.bot_seconds, self.metrics, self.players
        )
        self.reviews = Reviews(self.thinking, self.players, kept_reviews)
        self.branching = Branching(self.tables, settings, self.quotas, self.thinking)
        self.hint_making = HintMaking(self.thinking, self.players)
        self.autoplay = Autoplay(
            self.tables,
            self.commands,
            settings,
            self.metrics,
            self.peers,
            self.thinking,
            self.ahead,
            self.quotas,
        )
        self.webhooks = Webhooks(settings, store, self.metrics, self.limits)
        self.turn_calls = TurnCalls(
            self.tables, self.peers, self.webhooks.kept, self.metrics, settings.webhook_grace
        )
        if self.webhooks.on:
            self.turn_calls.receivers.append(self.webhooks)
        self.push = Push(settings, store, self.metrics, self.limits, self.webhooks.outgoing)
        if self.push.on:
            self.turn_calls.receivers.append(self.push)
        self.live.on_presence = self.turn_calls.watch
        self.tables.on_change = self._note
        self._started = False
        self._resuming: asyncio.Task[None] | None = None

    @property
    def lan(self) -> Sequence[str] | None:
        """The URLs under which other devices reach the server now; None = they cannot."""
        return self.house.urls if self.house is not None and self.house.open else self._lan

    async def start(self) -> None:
        """Connect to the other servers, then resume the games whose bots this server runs.

        Raises:
            ConnectionError: the database cannot be reached.
        """
        await self.peers.open()
        if self.peers.first:
            # A server that starts later takes its time from the servers that are running, and the
            # first of them has settled the times already.
            off = await self.store.settle_times(clock.now(), LASTS, CODE_LASTS)
            if off < -clock.NEAR:
                logs.warn("clock was ahead", seconds=round(-off))
        await self.store.forget_plans()
        self.webhooks.start()
        await self.push.start()
        self._started = True
        self._share_out()

    def _note(self, room: Room) -> None:
        self.autoplay.watch(room)
        self.live.announce(room)
        self.turn_calls.watch(room)

    def _share_out(self) -> None:
        """Start the bots, clocks and turn calls of all tables that this server runs.

        Stop those of all other tables.
        """
        if not self._started:
            # No table may be read before this server's clock agrees with the others' clocks.
            return
        for room in self.tables.rooms:
            self.autoplay.watch(room)
            self.turn_calls.watch(room)
        if self._resuming is not None:
            self._resuming.cancel()
        self._resuming = asyncio.create_task(self._resume(), name="resuming")

    async def _resume(self) -> None:
        for table_id in await self.store.unfinished():
            room = self.tables.in_memory(table_id)
            known = room is not None and room.table is not None
            if known or not self.peers.minds(table_id):
                continue
            try:
                async with self.tables.use(table_id, by_itself=True):
                    pass
            except Refusal:
                continue
            except Exception:
                self.metrics.errors["resume"] += 1
                logs.failed("resume", table=table_id)

    def failure(self, path: str, fault: Exception) -> Refusal:
        """Log a failure of the server, and return the refusal that answers the request.

        Args:
            path: the path of the request, for the log.
            fault: the exception.
        """
        if isinstance(fault, Unavailable):
            logs.failed("storage", fault)
            self.metrics.errors["storage"] += 1
            return Refusal(503, "storage_unavailable")
        logs.failed("request", fault, path=path)
        self.metrics.errors["request"] += 1
        return Refusal(500, "internal_error")

    async def close(self) -> None:
        """Stop all parts. Connected clients are notified, and work in progress is finished."""
        if self._resuming is not None:
            self._resuming.cancel()
        self.turn_calls.close()
        self.webhooks.close()
        self.push.close()
        await self.accounts.close()
        await self.ladder.close()
        await self.own_puzzles.close()
        await self.boards.close()
        await self.workers.close()
        await self.reviews.close()
        await self.hint_making.close()
        await self.live.close()
        await self.autoplay.close()
        await self.peers.close()
        self.ahead.close()
        self.tables.close()
