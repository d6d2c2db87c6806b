"""Editions of people's own: read from what they send, and their boards arranged aside.

A board without a layout is arranged, which takes up to a minute of computing. That happens in a
thread of its own, one board at a time, and once for everybody who asks for the same.
"""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from typing import Final

from whistlestop.drawing.layout import is_arranged, layout_of
from whistlestop.editions.load import EditionError, loads
from whistlestop.editions.model import Edition
from whistlestop.server import logs
from whistlestop.server.errors import Refusal

LARGEST_EDITION: Final = 256 * 1024
"""Most bytes of an edition's file that people send."""

MOST_FAULTS: Final = 50
"""Faults of a file that are told at once."""

MOST_WAITING: Final = 8
"""Boards that may wait to be arranged."""

MOST_FAILED: Final = 100
"""Boards of which it is remembered that they cannot be drawn."""

_FILE: Final = "edition.toml"


async def own_edition(text: str) -> Edition:
    """The edition in a file that somebody sent; nothing else is read.

    Raises:
        Refusal: it is too large, or has faults.
    """
    if len(text) > LARGEST_EDITION or len(text.encode("utf-8", "replace")) > LARGEST_EDITION:
        raise Refusal(413, "too_large", "An edition's file has at most 256 kB.")
    try:
        return await asyncio.to_thread(loads, text, _FILE)
    except EditionError as error:
        number = len(error.faults)
        words = "a fault" if number == 1 else f"{number} faults"
        raise Refusal(
            422,
            "bad_edition",
            f"The edition's file has {words}.",
            number=number,
            faults=[_fault(fault) for fault in error.faults[:MOST_FAULTS]],
            told=[
                {"line": one.line, "place": one.place, "code": one.code, "values": one.values or {}}
                for one in error.told[:MOST_FAULTS]
            ],
        ) from error


def _fault(words: str) -> str:
    """A fault without the name of the file, which only its owner knows."""
    words = words.removeprefix(_FILE).lstrip(",: ")
    return f"{words[:1].upper()}{words[1:]}"


class Boards:
    """Arranges boards that have no layout yet."""

    def __init__(self) -> None:
        """Nothing waits."""
        self._one = asyncio.Semaphore(1)
        self._waiting: dict[str, asyncio.Task[None]] = {}
        self._failed: dict[str, None] = {}

    @property
    def waiting(self) -> int:
        """How many boards wait, the one that is being arranged included."""
        return len(self._waiting)

    async def ready(self, edition: Edition) -> None:
        """Wait until an edition's board can be drawn at once.

        Raises:
            Refusal: too many others wait already, or it cannot be drawn.
        """
        if await asyncio.to_thread(is_arranged, edition):
            return
        if edition.source in self._failed:
            raise _no_board()
        task = self._waiting.get(edition.source)
        if task is None:
            if len(self._waiting) >= MOST_WAITING:
                raise Refusal(
                    429, "too_many_requests", "Many boards are being drawn; wait a minute."
                )
            task = asyncio.create_task(self._arrange(edition), name=f"board {edition.name}")
            self._waiting[edition.source] = task
            task.add_done_callback(lambda _: self._waiting.pop(edition.source, None))
        # Whoever goes away leaves the board to the others.
        await asyncio.shield(task)

    async def _arrange(self, edition: Edition) -> None:
        async with self._one:
            try:
                await _aside(edition)
            except Exception as error:
                logs.failed("board", edition=edition.name)
                self._failed[edition.source] = None
                while len(self._failed) > MOST_FAILED:
                    del self._failed[next(iter(self._failed))]
                raise _no_board() from error

    async def close(self) -> None:
        """Stop waiting for boards."""
        for task in tuple(self._waiting.values()):
            task.cancel()


def _no_board() -> Refusal:
    """Its board is beyond what can be arranged; to try again would be of no use."""
    return Refusal(422, "bad_edition", "This board cannot be drawn.", number=0, faults=[])


async def _aside(edition: Edition) -> None:
    """Arrange a board in a thread that does not keep the server from ending."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[None] = loop.create_future()

    def settle(fault: Exception | None) -> None:
        if done.done():
            return
        if fault is None:
            done.set_result(None)
        else:
            done.set_exception(fault)

    def work() -> None:
        fault: Exception | None = None
        try:
            layout_of(edition)
        except Exception as error:
            fault = error
        # Where the server has ended meanwhile, nobody waits.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(settle, fault)

    threading.Thread(target=work, name="board", daemon=True).start()
    await done
