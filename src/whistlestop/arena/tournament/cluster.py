"""The engine that plays the deals of a tournament on a cluster. Each deal is one task.

Each deal is returned only once. Its cards and all random choices follow from its seed. So its
outcome does not depend on the machine, unless a bot thinks for a time in seconds.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace

from whistlestop.arena.cluster import check_ray, on_cluster, with_whole_path
from whistlestop.arena.tournament.engines import Engine, Play
from whistlestop.arena.tournament.matchups import Tournament
from whistlestop.arena.tournament.playing import Player, Task
from whistlestop.arena.tournament.results import PlayedDeal


def on_ray(jobs: int | None = None) -> Engine:
    """Return an engine that plays on a cluster.

    Args:
        jobs: the number of processes of a new cluster on this machine. None starts one process for
            each processor.

    Raises:
        EngineError: Ray is not installed. Later, the engine raises this error if the cluster cannot
            be reached or fails.
    """
    check_ray()

    @contextmanager
    def ready(tournament: Tournament) -> Generator[Play]:
        with on_cluster(jobs, _play, _with_whole_paths(tournament)) as play:
            yield play

    return ready


def _with_whole_paths(tournament: Tournament) -> Tournament:
    return replace(
        tournament,
        contestants=tuple(
            replace(contestant, bot=with_whole_path(contestant.bot))
            for contestant in tournament.contestants
        ),
    )


# In the workers -----------------------------------------------------------------------------

_here: dict[Tournament, Player] = {}
"""The tournament of this worker with its player, which is made for the first task. The dictionary
has at most one item.
"""


def _play(tournament: Tournament, task: Task) -> PlayedDeal:
    if tournament not in _here:
        for player in _here.values():
            player.__exit__()
        _here.clear()
        _here[tournament] = Player(tournament)
    return _here[tournament].play(task)
