"""What bots decide with, made ready when it is first asked for.

Where it has not been compiled yet, that takes a minute or more, in a process of its own. Nobody
waits for it: meanwhile the same policies decide interpreted, in a worker process, and no bot thinks
ahead.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import Final

from whistlestop.actions import Action
from whistlestop.bots import compilation
from whistlestop.bots.asking import Answer, Chosen, Failed, IllegalAnswer
from whistlestop.editions.load import load, names
from whistlestop.position import write_position
from whistlestop.server import logs
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting import jobs
from whistlestop.server.hosting.worker_pool import WorkerFailed, WorkerPool
from whistlestop.server.metrics import Metrics
from whistlestop.view import View

INTERPRETED: Final = {"NUMBA_DISABLE_JIT": "1"}
"""The environment of a process in which nothing is compiled."""

COMMAND: Final = (sys.executable, "-P", "-m", "whistlestop.bots.compilation")
"""What compiles the players; it prints the name of each step before that is done."""

AGAIN: Final = 1.0
"""Seconds after which a decision is asked for again, where too many wait."""


class CompilationFailed(Exception):
    """The players cannot be compiled; the argument is the exit status of who tried."""


class Players:
    """Makes ready what bots decide with, and decides without it until then."""

    def __init__(self, metrics: Metrics) -> None:
        """Do nothing before somebody asks."""
        self.on_step: Callable[[str], None] = lambda step: None
        """Called with the name of each step before it is compiled."""
        self._metrics = metrics
        self._interpreter = WorkerPool(1, environment=INTERPRETED)
        self._ready = asyncio.Event()
        self._preparing: asyncio.Task[None] | None = None
        self._compiled = False

    async def ready(self) -> bool:
        """Whether bots can decide in this process; who asks first has it prepared.

        What is compiled has only to be loaded, which is worth waiting for.
        """
        if self._preparing is None:
            self._compiled = compilation.is_compiled()
            self._preparing = asyncio.create_task(self._prepare(), name="players")
        if self._compiled:
            await self._ready.wait()
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
                # They are compiled at the next start; until then they are interpreted.
                return
        self._ready.set()
        await self._interpreter.close()

    async def _compile(self) -> None:
        """Have the players compiled.

        Raises:
            CompilationFailed: they cannot be.
            OSError: the system lets no process start.
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
        """What the bots of a name decide interpreted; None if they are ready now.

        Args:
            table: whose decision it is; a table has one at a time.
            name: the bot's name.
            seed: its seed.
            view: what its seat sees.
            legal: what it may do.
        """
        edition = view.edition
        own = edition.name not in names() or load(edition.name) != edition
        task = jobs.Decide(name, seed, write_position(view), edition if own else None)
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
