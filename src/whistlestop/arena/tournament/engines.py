"""Engines play the deals of a tournament in this process, in several, or on a cluster.

The outcomes do not depend on the engine, unless a bot thinks for a time in seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager

from whistlestop.arena.processes import as_they_end, pool
from whistlestop.arena.simulate import warm_up
from whistlestop.arena.tournament.matchups import Tournament
from whistlestop.arena.tournament.playing import Player, Task
from whistlestop.arena.tournament.results import PlayedDeal

Play = Callable[[Sequence[Task]], Iterator[PlayedDeal]]
"""A function that plays some deals and yields them as they are finished, in any order."""

Engine = Callable[[Tournament], AbstractContextManager[Play]]
"""A function that prepares for a tournament and returns a context manager.

The context manager yields a `Play`. It stops all games at the end of the `with` block.
"""


def local(jobs: int) -> Engine:
    """Return an engine that plays on this machine.

    Args:
        jobs: the number of processes. With 1, this process plays all deals.
    """

    @contextmanager
    def ready(tournament: Tournament) -> Generator[Play]:
        with Player(tournament) as player:
            if jobs == 1:
                yield lambda tasks: map(player.play, tasks)
                return
            # Compile everything once here, so that the processes need not compile it.
            warm_up(*tournament.settings[0])
            player.warm_up()
        with pool(jobs, _begin, (tournament,)) as submit:

            def play(tasks: Sequence[Task]) -> Iterator[PlayedDeal]:
                futures = [submit(_play, task) for task in tasks]
                yield from as_they_end(futures, "With --out the same command goes on")

            yield play

    return ready


_here: list[Player] = []
"""The player of this process, set when the process starts. It has at most one element."""


def _begin(tournament: Tournament) -> None:
    """Set the player of this process in `_here`, so that the process can play deals."""
    _here[:] = [Player(tournament)]


def _play(task: Task) -> PlayedDeal:
    return _here[0].play(task)
