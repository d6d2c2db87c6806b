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
from whistlestop.server.people import People
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
        self.tables = Tables(store, self.metrics)
        self.hosting = Hosting(self.tables, settings)
        self.live = Live(self.tables, settings)
        self.conductor = Conductor(self.tables, self.hosting, settings, self.metrics)
        self.tables.on_change = self.conductor.watch
        self._resuming: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Go on with every game that was being played."""
        await self.store.forget_expired(time.time())
        unfinished = await self.store.unfinished()
        self._resuming = asyncio.create_task(self._resume(unfinished), name="resuming")

    async def _resume(self, unfinished: Sequence[str]) -> None:
        for table_id in unfinished:
            try:
                async with self.tables.use(table_id):
                    pass
            except Refusal:
                continue
            except Exception:
                self.metrics.errors["resume"] += 1
                logs.failed("resume", table=table_id)

    async def close(self) -> None:
        """Tell everybody, and finish what has begun."""
        if self._resuming is not None:
            self._resuming.cancel()
        await self.boards.close()
        await self.live.close()
        await self.conductor.close()
