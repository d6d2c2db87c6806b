"""The engine that plays on a cluster, by Ray, which the extra `cluster` brings.

A deal is a task. If a worker or its machine dies, Ray has the task done again elsewhere; its deal
comes back once, with the same outcome, because everything in it follows from its seed.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from whistlestop.arena.tournament.contestants import Contestant
from whistlestop.arena.tournament.engines import Engine, EngineError, Play
from whistlestop.arena.tournament.matchups import Tournament
from whistlestop.arena.tournament.playing import Player, Task
from whistlestop.arena.tournament.results import PlayedDeal
from whistlestop.bots.registry import file_of

_ATTEMPTS: Final = 5
"""How often a deal is tried again whose worker died: one that kills every worker is given up."""

_AHEAD: Final = 4
"""Tasks for each processor that are handed to Ray in advance."""


def on_ray(jobs: int | None = None) -> Engine:
    """An engine on the cluster that the environment variable `RAY_ADDRESS` names, or on a new one.

    The machines of a cluster need this package, in the same version, and the files of the bots in
    the same places.

    Args:
        jobs: the number of processes of a new cluster on this machine; all processors if None.

    Raises:
        EngineError: Ray is not installed; also while playing, if the cluster cannot be reached or
            cannot go on.
    """
    try:
        ray: Any = importlib.import_module("ray")
    except ModuleNotFoundError as error:
        raise EngineError(
            "--engine ray needs Ray: pip install 'whistlestop[cluster]', and the same on every "
            "machine of the cluster"
        ) from error

    @contextmanager
    def ready(tournament: Tournament) -> Generator[Play]:
        begun = not ray.is_initialized()
        if begun:
            _begin(ray, jobs)
        try:
            sent = ray.put(_with_whole_paths(tournament))
            played = ray.remote(max_retries=_ATTEMPTS)(_play)
            ahead = _AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))

            def play(tasks: Sequence[Task]) -> Iterator[PlayedDeal]:
                waiting = iter(tasks)
                pending: set[Any] = set()
                while True:
                    while len(pending) < ahead and (task := next(waiting, None)) is not None:
                        pending.add(played.remote(sent, task))
                    if not pending:
                        return
                    done, _ = ray.wait(list(pending), num_returns=1)
                    pending.difference_update(done)
                    yield _result(ray, done[0])

            yield play
        finally:
            if begun:
                ray.shutdown()

    return ready


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


def _result(ray: Any, done: Any) -> PlayedDeal:
    try:
        found: PlayedDeal = ray.get(done)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from error  # what the task raised: a bot that cannot be had
    except ray.exceptions.RayError as error:
        raise EngineError(f"the Ray cluster cannot go on: {error}") from error
    return found


def _with_whole_paths(tournament: Tournament) -> Tournament:
    """The same tournament, but the files of bots are found wherever a worker runs."""

    def whole(contestant: Contestant) -> Contestant:
        file = file_of(contestant.bot)
        if file is None:
            return contestant
        return replace(contestant, bot=f"{Path(file).resolve()}{contestant.bot[len(file) :]}")

    return replace(tournament, contestants=tuple(map(whole, tournament.contestants)))


# In the workers -----------------------------------------------------------------------------

_here: dict[Tournament, Player] = {}
"""The player of this worker, made for its first task; at most one."""


def _play(tournament: Tournament, task: Task) -> PlayedDeal:
    if tournament not in _here:
        for player in _here.values():
            player.__exit__()
        _here.clear()
        _here[tournament] = Player(tournament)
    return _here[tournament].play(task)
