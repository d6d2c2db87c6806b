"""Review many records, in several processes or on a cluster.

The caller writes each review to a file as soon as it is finished. So an interrupted command can go
on when it is run again.
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
"""The end of the name of a file with a review, in place of `.record`."""

_ADVICE: Final = "Run the command again to go on."


@dataclass(frozen=True, slots=True)
class Order:
    """How records are reviewed."""

    effort: Effort
    seed: int
    edition: Edition | None = None
    """The edition of the records, if it is not built in."""


@dataclass(frozen=True, slots=True)
class Task:
    """A record to review."""

    name: str
    """The name that the results have."""
    text: str
    """The record."""


def reviewed(order: Order, task: Task) -> tuple[str, bytes]:
    """Review a record. Return the name of the task, and the review as JSON.

    Args:
        order: how to review.
        task: a record that can be read.

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
    """Return the name of the bot of each seat that a record names, or None for a person.

    Args:
        reader: the reader of the record.

    Returns:
        One entry for each seat, or nothing if the record names no bots.
    """
    return tuple(bot or None for bot in reader.headers().bots)


def matches(found: ReviewDocument, game: Game, bots: tuple[str | None, ...], order: Order) -> bool:
    """Return whether a review is what an order would make of a game.

    Args:
        found: the review.
        game: the game.
        bots: the bots of its seats, from `bots_of`.
        order: how to review.
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
    """Return the review in a file, or None if the file is missing, damaged or of another version.

    Args:
        file: the file.
    """
    try:
        found = msgspec.json.decode(file.read_bytes(), type=ReviewDocument)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None
    return found if found.version == VERSION else None


def local(order: Order, jobs: int, tasks: Iterable[Task]) -> Iterator[tuple[str, bytes]]:
    """Review records in processes on this machine. Yield the results in any order.

    Args:
        order: how to review.
        jobs: the number of processes.
        tasks: the records.

    Raises:
        EngineError: a process ended before its work was done.
    """
    work: Callable[[Task], tuple[str, bytes]] = partial(reviewed, order)
    if jobs == 1:
        yield from map(work, tasks)
        return
    with pool(jobs) as submit:
        yield from few_at_a_time(submit, work, tasks, 2 * jobs, _ADVICE)


def on_ray(order: Order, jobs: int | None, tasks: Iterable[Task]) -> Iterator[tuple[str, bytes]]:
    """Review records on a Ray cluster. Yield the results in any order.

    Args:
        order: how to review.
        jobs: the number of processes, if a cluster on this machine is started.
        tasks: the records.

    Raises:
        EngineError: Ray is not installed, or the cluster cannot be reached or fails.
    """
    with on_cluster(jobs, reviewed, order) as results:
        yield from results(tasks)


@dataclass(slots=True)
class Totals:
    """What the reviews of all games of one player say."""

    name: str
    """The name of the bot, or the player's name."""
    games: int = 0
    decisions: int = 0
    verdicts: dict[Verdict, int] = field(default_factory=lambda: dict.fromkeys(Verdict, 0))
    lost: float = 0.0
    """The sum of the losses of all inaccuracies, mistakes and blunders, as a part of a win."""
    accounts: list[tuple[float, float, float]] = field(
        default_factory=list[tuple[float, float, float]]
    )
    """For each finished game: what luck, own decisions and other players brought, in points."""

    @property
    def accuracy(self) -> float | None:
        """The share of decisions that were no inaccuracy, mistake or blunder."""
        wrong = sum(self.verdicts[verdict] for verdict in MISTAKES)
        return 1 - wrong / self.decisions if self.decisions else None


def totals(reviews: Iterable[ReviewDocument]) -> list[Totals]:
    """Sum up reviews by player. Return the players in alphabetical order.

    Args:
        reviews: the reviews.
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
