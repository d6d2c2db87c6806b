"""Play a tournament from where it stands to its end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from whistlestop.arena.tournament.engines import Engine
from whistlestop.arena.tournament.folder import Folder
from whistlestop.arena.tournament.isolation import check_made
from whistlestop.arena.tournament.matchups import Matchup, Tournament
from whistlestop.arena.tournament.playing import Task
from whistlestop.arena.tournament.results import DealOutcome
from whistlestop.arena.tournament.stopping import Enough
from whistlestop.bots.registry import file_of

_AT_ONCE: Final = 5000
"""The maximum number of deals of a matchup that are given to an engine at a time."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How many games of a tournament are complete, and how many are expected."""

    games: int
    """The number of complete games of this run and of earlier ones."""
    expected: int
    """The total number of games, if no further matchup stops early."""


@dataclass(frozen=True, slots=True)
class Run:
    """The result of playing a tournament."""

    outcomes: tuple[DealOutcome, ...]
    """The outcomes of the deals, in the order of the matchups and of the numbers of the deals.
    The folder may have further deals of a matchup that has ended. These deals are left out."""
    interrupted: bool


@dataclass(slots=True)
class _Course:
    """How far a matchup has come: the number of deals before the next check, or its end."""

    matchup: Matchup
    looks: Iterator[int]
    look: int
    """The number of the matchup's deals that must be complete before the next check whether the
    matchup ends. After the end, the number of the matchup's deals."""
    done: bool = False


def play(
    tournament: Tournament,
    enough: Enough,
    engine: Engine,
    folder: Folder | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Run:
    """Play the deals of a tournament that are not complete. An interrupt (Ctrl-C) ends playing.

    Args:
        tournament: the tournament.
        enough: the conditions under which a matchup ends.
        engine: the engine that plays the deals.
        folder: the folder with the deals that are complete. Outcomes and records are added to it.
            If None, no records are kept, and the outcomes are only returned.
        on_progress: called from time to time with the progress.

    Returns:
        The outcomes of the deals, and whether playing was interrupted.

    Raises:
        BotError: a bot cannot be made.
        FolderError: the folder cannot be written.
    """
    own = {one.bot: one for one in tournament.contestants if file_of(one.bot) is not None}
    check_made(own.values(), [edition for edition, _ in tournament.settings])
    played: dict[int, dict[int, DealOutcome]] = defaultdict(dict)
    for (matchup, deal), outcome in (folder.played if folder else {}).items():
        played[matchup][deal] = outcome
    courses = [_course(one, enough) for one in tournament.matchups]
    interrupted = False

    def report() -> None:
        if on_progress is not None:
            on_progress(_progress(courses, played, enough))

    try:
        with engine(tournament) as play_deals:
            while tasks := _next_tasks(tournament, courses, played, enough):
                report()
                for deal in play_deals(tasks):
                    if folder is not None:
                        folder.add(deal)
                    played[deal.outcome.matchup][deal.outcome.deal] = deal.outcome
                    report()
    except KeyboardInterrupt:
        interrupted = True
    return Run(
        tuple(
            outcome
            for course in courses
            for _, outcome in sorted(played[course.matchup.number].items())
            if outcome.deal < course.look
        ),
        interrupted,
    )


def _course(matchup: Matchup, enough: Enough) -> _Course:
    looks = enough.looks(matchup)
    return _Course(matchup, looks, next(looks))


def _next_tasks(
    tournament: Tournament,
    courses: Sequence[_Course],
    played: dict[int, dict[int, DealOutcome]],
    enough: Enough,
) -> list[Task]:
    """Return the deals to be played next, sorted by the number of the deal, then by matchup.

    The list has at most `_AT_ONCE` deals of each matchup. It is empty at the end of the tournament.
    The progress of the matchups in `courses` is updated.

    Args:
        tournament: the tournament.
        courses: the progress of each matchup.
        played: the outcomes of the complete deals, by the numbers of the matchup and of the deal.
        enough: the conditions under which a matchup ends.
    """
    tasks: list[Task] = []
    for course in courses:
        number = course.matchup.number
        while not course.done:
            missing = (deal for deal in range(course.look) if deal not in played[number])
            if at_once := [Task(deal, number) for deal in islice(missing, _AT_ONCE)]:
                tasks += at_once
                break
            outcomes = [played[number][deal] for deal in range(course.look)]
            following = next(course.looks, None)
            if following is None or enough.reached(tournament, course.matchup, outcomes):
                course.done = True
            else:
                course.look = following
    return sorted(tasks)


def _progress(
    courses: Sequence[_Course], played: dict[int, dict[int, DealOutcome]], enough: Enough
) -> Progress:
    games = expected = 0
    for course in courses:
        players = course.matchup.players
        planned = course.look if course.done else -(-enough.games // players)
        found = sum(deal < course.look for deal in played[course.matchup.number])
        games += players * found
        expected += players * planned
    return Progress(games, expected)
