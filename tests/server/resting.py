"""Waits until the task that runs a table's game has found nothing to do."""

from __future__ import annotations

import pytest

from tests.server.serving import Running
from tests.server.test_workers import wait_until
from whistlestop.server.hosting.autoplay import Autoplay
from whistlestop.server.hosting.rooms import Room


class Rests:
    """Notes whenever the task that runs a table's game rests, and until when."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._noted: list[tuple[str, float | None]] = []
        rest = Autoplay._rest  # pyright: ignore[reportPrivateUsage]

        async def noting(autoplay: Autoplay, room: Room, until: float | None) -> None:
            self._noted.append((room.id, until))
            await rest(autoplay, room, until)

        monkeypatch.setattr(Autoplay, "_rest", noting)

    def of(self, table: str) -> list[float | None]:
        """Until when the table's task has rested, each time; None = until something stirs."""
        return [until for each, until in self._noted if each == table]

    def after_now(self, server: Running, table: str) -> None:
        """Have a table looked at, and wait until its task rests again."""
        room = server.service.tables.in_memory(table)
        assert room is not None
        assert room.autoplay is not None
        loop = room.autoplay.get_loop()
        # It may just be about to rest because of an earlier look.
        for _ in range(2):
            before = len(self.of(table))
            loop.call_soon_threadsafe(room.stirred.set)
            wait_until(lambda before=before: len(self.of(table)) > before)
