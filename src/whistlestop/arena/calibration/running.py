"""Judge the positions of many games, in several processes."""

from __future__ import annotations

from collections.abc import Iterator

from whistlestop.arena.calibration.positions import Judged, Study, judged_game
from whistlestop.arena.processes import few_at_a_time, pool


def judged_games(study: Study, games: int, jobs: int) -> Iterator[list[Judged]]:
    """Play and judge games, and yield the positions of each game as it ends, in any order.

    The results do not depend on the number of processes.

    Args:
        study: the settings of the calibration.
        games: the number of games.
        jobs: the number of processes. With 1, this process plays and judges all games.

    Raises:
        BotError: the bot cannot be made, chose an illegal action or raised an exception.
        EngineError: a process ended before its work was done.
    """
    if jobs == 1:
        for number in range(games):
            yield judged_game(study, number)
        return
    processes = min(jobs, games)
    with pool(processes, _begin, (study,)) as submit:
        yield from few_at_a_time(
            submit, _judged_here, range(games), 2 * processes, "Try again with fewer --jobs"
        )


_here: list[Study] = []
"""The study of this process, set when the process starts. It has at most one element."""


def _begin(study: Study) -> None:
    _here[:] = [study]


def _judged_here(number: int) -> list[Judged]:
    return judged_game(_here[0], number)
