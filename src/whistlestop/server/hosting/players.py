"""Prepare the compiled code of bots when a bot first needs it.

If the code has not been compiled on this machine, a separate process compiles it. This takes a
minute or more, but no game waits for it. Until the code is ready, a worker process makes the bots'
decisions with interpreted code. It uses the policies of the bots and does not search.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import Final

from whistlestop.actions import Action
from whistlestop.bots import compilation
from whistlestop.bots.asking import Answer, Chosen, Failed, IllegalAnswer
from whistlestop.editions.load import is_built_in
from whistlestop.play.position import write_position
from whistlestop.seen.view import View
from whistlestop.server import logs
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting import jobs
from whistlestop.server.hosting.worker_pool import WorkerFailed, WorkerPool
from whistlestop.server.metrics import Metrics

INTERPRETED: Final = {"NUMBA_DISABLE_JIT": "1"}
"""The environment variables of a process that compiles nothing."""

COMMAND: Final = (sys.executable, "-P", "-m", "whistlestop.bots.compilation")
"""The command that compiles the code of bots. It prints the name of each step before the step
begins."""

AGAIN: Final = 1.0
"""Seconds after which a decision is requested again if the worker's queue is full."""


class CompilationFailed(Exception):
    """The failure to compile the code of bots. The argument is the compiler's exit status."""


class Players:
    """The preparation of the bots' compiled code. Until it is ready, interpreted code decides."""

    def __init__(self, metrics: Metrics) -> None:
        """Create the object. No process is started yet. `metrics` counts failures."""
        self.on_step: Callable[[str], None] = lambda step: None
        """Called with the name of each step before that step is compiled."""
        self._metrics = metrics
        self._interpreter = WorkerPool(1, environment=INTERPRETED)
        self._ready = asyncio.Event()
        self._preparing: asyncio.Task[None] | None = None
        self._compiled = False

    async def ready(self) -> bool:
        """Return whether bots can decide with compiled code in this process.

        The first call starts the preparation. If an earlier program on this machine has compiled
        the code, every call waits until the code is loaded. Otherwise, calls return False at once
        until the code is compiled and loaded. If this fails, they return False until the server is
        started again.
        """
        if self._preparing is None:
            self._compiled = compilation.is_compiled()
            self._preparing = asyncio.create_task(self._prepare(), name="players")
        if self._compiled:
            await self._ready.wait()
        return self._ready.is_set()

    async def prepared(self) -> bool:
        """Wait until the preparation has ended, and return whether the compiled code is ready.

        Call `ready` first, which starts the preparation.
        """
        if self._preparing is not None:
            await asyncio.wait([self._preparing])
        return self._ready.is_set()

    async def _prepare(self) -> None:
        try:
            if not self._compiled:
                await self._compile()
            await asyncio.to_thread(compilation.load)
        except Exception:
            self._metrics.errors["players"] += 1
            logs.failed("players")
            if not self._compiled:
                # The next start of the server compiles the code. Until then, it is interpreted.
                return
        self._ready.set()
        await self._interpreter.close()

    async def _compile(self) -> None:
        """Compile the code of bots in a separate process.

        Raises:
            CompilationFailed: the process has failed.
            OSError: the system cannot start the process.
        """
        process = await asyncio.create_subprocess_exec(
            *COMMAND, stdout=asyncio.subprocess.PIPE, start_new_session=True
        )
        try:
            assert process.stdout is not None
            async for line in process.stdout:
                step = line.decode("utf-8", "replace").strip()
                logs.log("compiling bots", step=step)
                self.on_step(step)
            if status := await process.wait():
                raise CompilationFailed(status)
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()

    async def interpreted(
        self, table: str, name: str, seed: int, view: View, legal: tuple[Action, ...]
    ) -> Answer | None:
        """Return a bot's decision that interpreted code makes from the bot's policy.

        Return None if the compiled code becomes ready first. If the worker fails, return `Failed`.

        Args:
            table: the table's id and the seat, as one text. Only one decision at a time is made for
                each such text.
            name: the bot's name.
            seed: the bot's seed.
            view: what the bot's seat sees.
            legal: the legal actions.
        """
        edition = view.edition
        task = jobs.Decide(
            name, seed, write_position(view), None if is_built_in(edition) else edition
        )
        while not self._ready.is_set():
            try:
                answer = await self._interpreter.do(table, task)
            except Refusal as refusal:
                if refusal.code != "queue_full":
                    return None if self._ready.is_set() else Failed(refusal)
                await asyncio.sleep(AGAIN)
            except WorkerFailed as fault:
                return Failed(fault)
            else:
                assert isinstance(answer, jobs.Decided)
                chosen = next((one for one in legal if str(one) == answer.action), None)
                return Chosen(chosen) if chosen is not None else IllegalAnswer(answer.action)
        return None

    async def close(self) -> None:
        """End all processes."""
        if self._preparing is not None:
            self._preparing.cancel()
            await asyncio.wait([self._preparing])
        await self._interpreter.close()
