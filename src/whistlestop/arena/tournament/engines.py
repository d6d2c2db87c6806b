"""Engines: where the deals of a tournament are played; the outcomes are the same everywhere."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager

from whistlestop.arena.processes import as_they_end, pool
from whistlestop.arena.simulate import warm_up
from whistlestop.arena.tournament.matchups import Tournament
from whistlestop.arena.tournament.playing import Player, Task
from whistlestop.arena.tournament.results import PlayedDeal

Play = Callable[[Sequence[Task]], Iterator[PlayedDeal]]
"""Plays some deals, and hands them out as they are done, in any order."""

Engine = Callable[[Tournament], AbstractContextManager[Play]]
"""Makes itself ready for a tournament; when its block is left, nothing goes on."""


def local(jobs: int) -> Engine:
    """An engine on this machine.

    Args:
        jobs: the number of processes; 1 = this one.
    """

    @contextmanager
    def ready(tournament: Tournament) -> Generator[Play]:
        with Player(tournament) as player:
            if jobs == 1:
                yield lambda tasks: map(player.play, tasks)
                return
            # So that not every process compiles what none has compiled before.
            warm_up(*tournament.settings[0])
            player.warm_up()
        with pool(jobs, _begin, (tournament,)) as submit:

            def play(tasks: Sequence[Task]) -> Iterator[PlayedDeal]:
                futures = [submit(_play, task) for task in tasks]
                yield from as_they_end(futures, "With --out the same command goes on")

            yield play

    return ready


_here: list[Player] = []
"""The player of this process, set when it starts; at most one."""


def _begin(tournament: Tournament) -> None:
    """Make a process ready to play deals of a tournament."""
    _here[:] = [Player(tournament)]


def _play(task: Task) -> PlayedDeal:
    return _here[0].play(task)
