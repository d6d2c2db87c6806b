"""Review many records, in several processes or on a cluster.

The functions yield each review as soon as it is finished, so that the caller can write it to a file
at once. A command that was interrupted can then be run again to review the remaining records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from whistlestop.analysis.document import VERSION, PlayerDocument, ReviewDocument, document
from whistlestop.analysis.review import Effort, review
from whistlestop.analysis.verdicts import MISTAKES, Verdict
from whistlestop.arena.cluster import on_cluster
from whistlestop.arena.processes import few_at_a_time, pool
from whistlestop.editions.model import Edition
from whistlestop.play.game import Game
from whistlestop.play.record import Reader

SUFFIX: Final = ".review.json"
"""The suffix of a review's file. It replaces the suffix `.record` of the record's file."""

_ADVICE: Final = "Run the command again to go on."


@dataclass(frozen=True, slots=True)
class Order:
    """The settings with which records are reviewed."""

    effort: Effort
    seed: int
    edition: Edition | None = None
    """The edition of the records. None if the edition is built in."""


@dataclass(frozen=True, slots=True)
class Task:
    """A record to review."""

    name: str
    """The name by which the caller recognises the result of this task."""
    text: str
    """The text of the record."""


def reviewed(order: Order, task: Task) -> tuple[str, bytes]:
    """Review a record. Return the name of the task, and the review as JSON.

    Args:
        order: the settings of the review.
        task: the record with its name.

    Raises:
        RecordError: the record has a fault.
    """
    reader = Reader(task.text, order.edition)
    game = reader.game()
    found = document(
        review(game, order.effort, seed=order.seed),
        order.effort,
        order.seed,
        bots_of(reader),
    )
    return task.name, msgspec.json.encode(found)


def bots_of(reader: Reader) -> tuple[str | None, ...]:
    """Return the names of the bots in a record's headers.

    Args:
        reader: the reader of the record.

    Returns:
        For each seat, the name of its bot, or None for a person. The tuple is empty if the record
        has no header with bots.

    Raises:
        RecordError: a header is missing or faulty.
    """
    return tuple(bot or None for bot in reader.headers().bots)


def matches(found: ReviewDocument, game: Game, bots: tuple[str | None, ...], order: Order) -> bool:
    """Return whether an existing review is complete and belongs to this game and these settings.

    If so, the game need not be reviewed again.

    Args:
        found: the existing review.
        game: the game.
        bots: the bots on the game's seats, as `bots_of` returns them.
        order: the settings of the review.
    """
    effort = order.effort
    made = (
        found.seed,
        found.playouts,
        found.least_worlds,
        found.most_worlds,
        found.luck_worlds,
    )
    wanted = (
        order.seed,
        effort.playouts,
        effort.least_worlds,
        effort.most_worlds,
        effort.luck_worlds,
    )
    return (
        made == wanted
        and found.complete
        and found.edition == game.edition.name
        and tuple(player.name for player in found.players) == game.seats
        and tuple(player.bot for player in found.players) == (bots or (None,) * len(game.seats))
        and [move.action for move in found.moves] == [str(move.action) for move in game.moves]
    )


def read_review(file: Path) -> ReviewDocument | None:
    """Return the review in a file, or None if there is no review that can be read.

    Args:
        file: the file. It may be missing, damaged or in another version of the format.
    """
    try:
        found = msgspec.json.decode(file.read_bytes(), type=ReviewDocument)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None
    return found if found.version == VERSION else None


def local(order: Order, jobs: int, tasks: Iterable[Task]) -> Iterator[tuple[str, bytes]]:
    """Review records in processes on this machine. Yield each result when it is ready.

    The results come in any order. Each has the name of the task, and the review as JSON.

    Args:
        order: the settings of the reviews.
        jobs: the number of processes. With 1, this process reviews all records.
        tasks: the records with their names.

    Raises:
        RecordError: a record has a fault.
        EngineError: a process ended before its work was done.
    """
    work: Callable[[Task], tuple[str, bytes]] = partial(reviewed, order)
    if jobs == 1:
        yield from map(work, tasks)
        return
    with pool(jobs) as submit:
        yield from few_at_a_time(submit, work, tasks, 2 * jobs, _ADVICE)


def on_ray(order: Order, jobs: int | None, tasks: Iterable[Task]) -> Iterator[tuple[str, bytes]]:
    """Review records on a Ray cluster. Yield each result when it is ready.

    The results come in any order. Each has the name of the task, and the review as JSON.

    Args:
        order: the settings of the reviews.
        jobs: the number of processes of a new cluster on this machine. None starts one process for
            each processor.
        tasks: the records with their names.

    Raises:
        RecordError: a record has a fault.
        EngineError: Ray is not installed, or the cluster cannot be reached or fails.
    """
    with on_cluster(jobs, reviewed, order) as results:
        yield from results(tasks)


@dataclass(slots=True)
class Totals:
    """The sums over the reviews of all games of one player."""

    name: str
    """The name of the player whose reviews are summed up: a bot's name, or a person's name in the
    records."""
    games: int = 0
    decisions: int = 0
    verdicts: dict[Verdict, int] = field(default_factory=lambda: dict.fromkeys(Verdict, 0))
    lost: float = 0.0
    """The sum of the losses of all inaccuracies, mistakes and blunders. A loss is a difference
    between two chances to win, so 1 is a whole win."""
    accounts: list[tuple[float, float, float]] = field(
        default_factory=list[tuple[float, float, float]]
    )
    """For each game whose review has an account: how much luck, the player's decisions and the
    other players' decisions changed the player's lead over the best other player, in points."""

    @property
    def accuracy(self) -> float | None:
        """The share of decisions that were no inaccuracy, mistake or blunder, 0 to 1.

        None if the player had no decisions.
        """
        wrong = sum(self.verdicts[verdict] for verdict in MISTAKES)
        return 1 - wrong / self.decisions if self.decisions else None


def totals(reviews: Iterable[ReviewDocument]) -> list[Totals]:
    """Sum up reviews by player. Return the sums in alphabetical order of the players' names.

    All seats of one bot, and all people with equal names, count as one player.

    Args:
        reviews: the reviews of the games.
    """
    found: dict[str, Totals] = {}
    for one in reviews:
        for player in one.players:
            name = player.bot or player.name
            _add(found.setdefault(name, Totals(name)), player)
    return [found[name] for name in sorted(found)]


def _add(total: Totals, player: PlayerDocument) -> None:
    total.games += 1
    total.decisions += player.decisions
    for verdict, number in player.verdicts.items():
        total.verdicts[verdict] += number
    total.lost += player.lost
    account = player.account
    if account is not None:
        luck = (account.deal, account.cards, account.tickets, account.tunnels)
        total.accounts.append(
            (sum(term.points for term in luck), account.own.points, account.others.points)
        )
