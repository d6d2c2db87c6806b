"""Distribute work over a cluster with Ray, which the extra `cluster` installs.

Every item of work is one Ray task. If a worker or its machine fails, Ray repeats the task on
another worker. Each result is returned only once. Every machine of the cluster needs this package
in the same version, and the files of the bots at the same paths.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

from whistlestop.arena.processes import EngineError
from whistlestop.bots.registry import file_of

_ATTEMPTS: Final = 5
"""The maximum number of times that Ray repeats a task whose worker failed."""

_AHEAD: Final = 4
"""The maximum number of unfinished tasks per processor that are submitted to Ray at a time."""

Common = TypeVar("Common")
Item = TypeVar("Item")
Result = TypeVar("Result")


def check_ray() -> None:
    """Check that Ray is installed.

    Raises:
        EngineError: Ray is not installed.
    """
    try:
        importlib.import_module("ray")
    except ModuleNotFoundError as error:
        raise EngineError(
            "--engine ray needs Ray: pip install 'whistlestop[cluster]', and the same on every "
            "machine of the cluster"
        ) from error


@contextmanager
def on_cluster(
    jobs: int | None, work: Callable[[Common, Item], Result], common: Common
) -> Generator[Callable[[Iterable[Item]], Iterator[Result]]]:
    """Connect to the cluster named by the environment variable `RAY_ADDRESS`.

    If the variable is not set, start a new cluster on this machine. If this process is connected to
    a cluster already, use that one. A connection or cluster that this function began is closed at
    the end of the `with` block.

    Args:
        jobs: the number of processes of a new cluster on this machine. None starts one process for
            each processor.
        work: the function that a worker calls with `common` and an item.
        common: a value that every item needs. It is sent once to every machine.

    Yields:
        A function that submits items and yields their results as they arrive, in any order. Items
        that no worker has finished at the end of the `with` block are dropped.

    Raises:
        EngineError: Ray is not installed, or the cluster cannot be reached or fails.
    """
    check_ray()
    ray: Any = importlib.import_module("ray")
    begun = not ray.is_initialized()
    if begun:
        _begin(ray, jobs)
    try:
        sent = ray.put(common)
        worked = ray.remote(max_retries=_ATTEMPTS)(work)
        ahead = _AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))

        def results(items: Iterable[Item]) -> Iterator[Result]:
            waiting = iter(items)
            pending: set[Any] = set()
            while True:
                while len(pending) < ahead and (item := next(waiting, None)) is not None:
                    pending.add(worked.remote(sent, item))
                if not pending:
                    return
                done, _ = ray.wait(list(pending), num_returns=1)
                pending.difference_update(done)
                yield _result(ray, done[0])

        yield results
    finally:
        if begun:
            ray.shutdown()


def _begin(ray: Any, jobs: int | None) -> None:
    # Turn off the usage statistics that Ray would send.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    options: dict[str, Any] = {"logging_level": "error"}
    if not os.environ.get("RAY_ADDRESS"):
        options |= {"num_cpus": jobs or os.cpu_count() or 1, "include_dashboard": False}
    try:
        ray.init(**options)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise EngineError(f"the Ray cluster cannot be used: {error}") from error


def _result(ray: Any, done: Any) -> Any:
    try:
        return ray.get(done)
    except ray.exceptions.RayTaskError as error:
        # The cause is the error that the task raised, such as a BotError.
        raise error.cause from error
    except ray.exceptions.RayError as error:
        raise EngineError(f"the Ray cluster cannot go on: {error}") from error


def with_whole_path(bot: str) -> str:
    """Return the name of a bot with the absolute path of its file, such as `/home/ada/bot.py:Name`.

    Workers find the file by this path, whatever their current folder is. The name of a bot that has
    no file is returned unchanged.
    """
    file = file_of(bot)
    return bot if file is None else f"{Path(file).resolve()}{bot[len(file) :]}"
