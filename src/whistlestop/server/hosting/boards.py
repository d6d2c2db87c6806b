"""Users' own editions: reading their files and arranging their boards, in worker processes.

A board without a layout must be arranged, which takes up to a minute of computing. All requests for
one board wait for a single computation.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final

from whistlestop.drawing.layout.layout import adopt, is_arranged
from whistlestop.editions.load import LARGEST_FILE, EditionError, loads
from whistlestop.editions.model import Edition
from whistlestop.server import logs
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting import jobs
from whistlestop.server.hosting.fair_shares import UNKNOWN
from whistlestop.server.hosting.worker_pool import WorkerFailed, WorkerPool

MOST_FAILED: Final = 100
"""The maximum number of remembered boards that cannot be drawn. If there are more, the board that
was remembered first is forgotten, and the next request tries to arrange it again."""


def check_length(text: str) -> None:
    """Check that the file of an edition is not too large to be read.

    Raises:
        Refusal: the file is too large.
    """
    if len(text) > LARGEST_FILE or len(text.encode("utf-8", "replace")) > LARGEST_FILE:
        raise Refusal(413, "too_large", case="edition")


async def own_edition(workers: WorkerPool, person: str, text: str, home: str = UNKNOWN) -> Edition:
    """Return the edition in a file that a person sent.

    Args:
        workers: the worker processes that check the file.
        person: the id of the person who sent it.
        text: the contents of the file.
        home: the address of the person, as `addresses.network` returns it.

    Raises:
        Refusal: the file is too large, has errors, or could not be read.
    """
    check_length(text)
    answer = await workers.do(person, jobs.CheckEdition(text), home)
    if isinstance(answer, jobs.BadEdition):
        raise bad_edition(answer)
    return await read_here(text)


async def read_here(text: str) -> Edition:
    """Return the edition in a file that a worker has checked.

    Reading a file without errors is cheap, so it is done in a thread of this process.

    Raises:
        Refusal: the file has errors after all.
    """
    try:
        return await asyncio.to_thread(loads, text, jobs.OWN_FILE)
    except EditionError as error:
        raise bad_edition(jobs.bad_edition(error)) from error


def bad_edition(found: jobs.BadEdition) -> Refusal:
    """Return the refusal of an edition's file that has errors."""
    number = len(found.faults)
    words = "a fault" if number == 1 else f"{number} faults"
    if found.more:
        words = f"more than {words}"
    return Refusal(
        422,
        "bad_edition",
        number=number,
        more=found.more,
        faults=[_fault(fault) for fault in found.faults],
        told=found.coded,
    )


def _fault(words: str) -> str:
    """Return an error's description without the file's name, which users do not know."""
    words = words.removeprefix(jobs.OWN_FILE).lstrip(",: ")
    return f"{words[:1].upper()}{words[1:]}"


@dataclass(slots=True, eq=False)
class _Arranging:
    """A board that is being arranged, with the number of requests that wait for it."""

    task: asyncio.Task[None]
    waiting: int = 0


class Boards:
    """The arranger of boards that have no layout yet."""

    def __init__(self, workers: WorkerPool) -> None:
        """Create the arranger. No board is arranged or waiting yet.

        Args:
            workers: the worker processes that arrange boards.
        """
        self._workers = workers
        self._waiting: dict[str, _Arranging] = {}
        self._failed: dict[str, None] = {}

    @property
    def waiting(self) -> int:
        """The number of boards whose arrangement has been requested and is not finished."""
        return len(self._waiting)

    async def ready(self, edition: Edition, person: str, home: str = UNKNOWN) -> None:
        """Wait until an edition's board has a layout, so that it can be drawn at once.

        If all requests that wait for a board are cancelled, its computation is stopped.

        Args:
            edition: the edition.
            person: the id of the person who asks.
            home: the address of the person, as `addresses.network` returns it.

        Raises:
            Refusal: too many tasks are waiting already, or the board cannot be drawn.
        """
        if await asyncio.to_thread(is_arranged, edition):
            return
        if edition.source in self._failed:
            raise _no_board()
        board = self._waiting.get(edition.source)
        if board is None:
            task = asyncio.create_task(self._arrange(edition, person, home), name="board")
            board = self._waiting[edition.source] = _Arranging(task)
        board.waiting += 1
        try:
            await asyncio.shield(board.task)
        finally:
            board.waiting -= 1
            if not board.waiting:
                board.task.cancel()
                # A later request starts the computation again.
                if self._waiting.get(edition.source) is board:
                    del self._waiting[edition.source]

    async def _arrange(self, edition: Edition, person: str, home: str) -> None:
        try:
            answer = await self._workers.do(person, jobs.ArrangeBoard(edition), home)
            if not isinstance(answer, jobs.Arranged) or not adopt(edition, answer.layout):
                raise WorkerFailed(f"no layout: {type(answer).__name__}")
        except WorkerFailed as error:
            logs.failed("board", error, edition=edition.name)
            self._remember(edition)
            raise _no_board() from error
        except Refusal as refusal:
            if refusal.status == 422:
                self._remember(edition)
            raise

    def _remember(self, edition: Edition) -> None:
        self._failed[edition.source] = None
        while len(self._failed) > MOST_FAILED:
            del self._failed[next(iter(self._failed))]

    async def close(self) -> None:
        """Stop arranging boards. Requests that wait for a board are cancelled."""
        for board in tuple(self._waiting.values()):
            board.task.cancel()


def _no_board() -> Refusal:
    """Return the refusal of a board that cannot be arranged. Trying again would not help."""
    return Refusal(422, "bad_edition", case="not_drawn", number=0, faults=[])
