"""All parts of a running server, put together."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from whistlestop.server import logs
from whistlestop.server.boards import Boards
from whistlestop.server.conductor import Conductor
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting import Hosting
from whistlestop.server.limits import Limits
from whistlestop.server.live import Live
from whistlestop.server.metrics import Metrics
from whistlestop.server.peers import Peers
from whistlestop.server.people import People
from whistlestop.server.rooms import Room
from whistlestop.server.settings import Settings
from whistlestop.server.store import Store
from whistlestop.server.tables import Tables


class Service:
    """One server, without its way in over HTTP."""

    def __init__(self, settings: Settings, store: Store, lan: Sequence[str] | None = None) -> None:
        """Put it together.

        Args:
            settings: what the host chose.
            store: an open database.
            lan: addresses under which other devices reach it; None = it is for this one only.
        """
        self.settings = settings
        self.store = store
        self.lan = lan
        self.metrics = Metrics()
        self.people = People(store)
        self.boards = Boards()
        self.limits = Limits(settings.rates)
        self.peers = Peers(store)
        self.peers.on_person = self.people.forget
        self.people.on_change = self.peers.tell_person
        self.peers.on_servers = self._share_out
        self.tables = Tables(store, self.metrics, self.peers)
        self.hosting = Hosting(self.tables, settings)
        self.live = Live(self.tables, settings, self.peers)
        self.conductor = Conductor(self.tables, self.hosting, settings, self.metrics, self.peers)
        self.tables.on_change = self._note
        self._resuming: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Go on with every game that was being played."""
        await self.store.forget_expired(time.time())
        await self.peers.open()
        self._share_out()

    def _note(self, room: Room) -> None:
        self.conductor.watch(room)
        self.live.announce(room)

    def _share_out(self) -> None:
        """Mind the tables that are ours to mind, and no others."""
        for room in self.tables.rooms:
            self.conductor.watch(room)
        if self._resuming is not None:
            self._resuming.cancel()
        self._resuming = asyncio.create_task(self._resume(), name="resuming")

    async def _resume(self) -> None:
        for table_id in await self.store.unfinished():
            if self.tables.in_memory(table_id) or not self.peers.minds(table_id):
                continue
            try:
                async with self.tables.use(table_id):
                    pass
            except Refusal:
                continue
            except Exception:
                self.metrics.errors["resume"] += 1
                logs.failed("resume", table=table_id)

    def failure(self, path: str, fault: Exception) -> Refusal:
        """What is answered when a request for this address fails by our own fault; it is logged."""
        logs.logger.error("request", extra={"fields": {"path": path}}, exc_info=fault)
        self.metrics.errors["request"] += 1
        message = "Something went wrong on the server; it is written in its log."
        return Refusal(500, "internal_error", message)

    async def close(self) -> None:
        """Tell everybody, and finish what has begun."""
        if self._resuming is not None:
            self._resuming.cancel()
        await self.boards.close()
        await self.live.close()
        await self.conductor.close()
        await self.peers.close()
        self.tables.close()
