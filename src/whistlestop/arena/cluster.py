"""Work shared out on a cluster, by Ray, which the extra `cluster` brings.

Every item is a task. If a worker or its machine dies, Ray has the task done again elsewhere; its
result comes back once. The machines of a cluster need this package, in the same version, and the
files of the bots in the same places.
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
"""How often an item is tried again whose worker died: one that kills every worker is given up."""

_AHEAD: Final = 4
"""Tasks for each processor that are handed to Ray in advance."""

Common = TypeVar("Common")
Item = TypeVar("Item")
Result = TypeVar("Result")


def check_ray() -> None:
    """Refuse to begin where Ray is missing.

    Raises:
        EngineError: it is not installed.
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
    """The cluster that the environment variable `RAY_ADDRESS` names, or a new one.

    Args:
        jobs: the number of processes of a new cluster on this machine; all processors if None.
        work: called in a worker with what is common and an item.
        common: sent once to every machine.

    Yields:
        A function that has items worked on, and hands the results out as they come in, in any
        order. When the block is left, what has not been worked on never will be.

    Raises:
        EngineError: Ray is not installed, or the cluster cannot be reached or cannot go on.
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
    # Nothing is reported to anybody.
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
        raise error.cause from error  # what the task raised: a bot that cannot be had
    except ray.exceptions.RayError as error:
        raise EngineError(f"the Ray cluster cannot go on: {error}") from error


def with_whole_path(bot: str) -> str:
    """The same bot, but its file is found wherever a worker runs."""
    file = file_of(bot)
    return bot if file is None else f"{Path(file).resolve()}{bot[len(file) :]}"
