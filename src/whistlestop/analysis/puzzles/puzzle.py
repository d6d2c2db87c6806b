"""The puzzles that come with the program, and whether an action solves one."""

from __future__ import annotations

import datetime
import hashlib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final, Literal

import msgspec

from whistlestop.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DrawDeck,
    DrawDisplay,
    DrawTickets,
    KeepTickets,
    PaySurcharge,
    TravelRoute,
    Withdraw,
)
from whistlestop.bots.levels import LEVELS

Topic = Literal["claim", "cards", "keep", "tickets", "station", "tunnel", "journey"]
"""What the best decision of a puzzle is about.

`claim`: a route. `cards`: which card to draw. `keep`: which tickets to keep. `tickets`: drawing
tickets. `station`: a station. `tunnel`: whether to pay for a tunnel. `journey`: passengers.
"""

HARDEST: Final = len(LEVELS)
"""The difficulty of the hardest puzzles. The easiest have the difficulty 1."""


@dataclass(frozen=True, slots=True)
class Thoroughness:
    """How much work is done to find puzzles, and how much better the best action must be.

    A loss is how much lower the chance to win is than after the best action, from 0 to 1.
    """

    quick_playouts: int = 160
    """The number of playouts of the first search, which looks at every decision."""
    quick_gap: float = 0.10
    """The minimum difference, in the first search, between the chances to win of the best action
    and of the best action of another kind (see `kind_of`)."""
    deep_playouts: int = 1600
    """The number of playouts of the second search, which looks only at promising decisions."""
    worlds: int = 1200
    """The number of new worlds in which the best actions are compared."""
    loss: float = 0.08
    """The minimum loss that every action but the best must have."""
    sure_loss: float = 0.04
    """The number that the sure loss of every other action must exceed. The sure loss is the
    measured loss minus two standard errors."""


USUAL: Final = Thoroughness()


class Other(msgspec.Struct, frozen=True):
    """An action of a puzzle that is not the best one, with its loss."""

    action: str
    """The action in the notation of records."""
    chance: float
    """The chance to win after the action, from 0 to 1."""
    loss: float
    """How much lower the chance to win is after this action than after the best action. Both
    actions were played in the same worlds."""
    error: float
    """The standard error of `loss`."""


class Step(msgspec.Struct, frozen=True):
    """A step of the plan of a puzzle: what the player could do in one of the next turns."""

    action: str
    """The action of the step, in the notation of records."""
    missing: tuple[tuple[str, int], ...]
    """The cards that the player would have to collect first: pairs of a kind and a number."""


class Puzzle(msgspec.Struct, frozen=True):
    """A position with one clearly best decision, and the evidence for it."""

    id: str
    """The name of the edition, a dash and eight hexadecimal digits."""
    topic: Topic
    move: int
    """The number of moves before the decision."""
    seat: int
    """The seat that decides, counted from 0."""
    best: str
    """The best action in the notation of records."""
    chance: float
    """The chance to win after the best action, from 0 to 1, from what the seat knows."""
    error: float
    """The standard error of `chance`."""
    margin: float
    """The expected lead over the best other player after the best action, in points."""
    others: tuple[Other, ...]
    """The best other actions, from the smallest loss to the greatest. Each is of another kind than
    the rest (see `kind_of`)."""
    plan: tuple[Step, ...]
    """What the player could do in the turns after the best action, besides drawing cards."""
    worlds: int
    """The number of imagined worlds in which `best` and `others` were played to the end."""
    levels: tuple[str, ...]
    """The names of the levels whose bots choose the best action or one of its kind."""

    @property
    def edition(self) -> str:
        """The name of the edition of the puzzle."""
        return self.id.rpartition("-")[0]

    @property
    def difficulty(self) -> int:
        """The number of levels that do not find the best action, from 1 to `HARDEST`."""
        return HARDEST - len(self.levels)


class Source(msgspec.Struct, frozen=True):
    """The record of a game, and the puzzles in this game.

    A file of puzzles has one source in each line, as JSON.
    """

    record: str
    """The record of the game, at least up to the last of its puzzles."""
    puzzles: tuple[Puzzle, ...]
    """The puzzles in the game, in the order of their moves."""


_Read: Final = msgspec.json.Decoder(Source)


@cache
def sources(edition: str) -> tuple[Source, ...]:
    """Return all sources of an edition's puzzles; an empty tuple if it has no puzzles.

    Args:
        edition: the name of an edition.
    """
    file = resources.files(__package__ or "").joinpath("data", f"{edition}.jsonl")
    if not file.is_file():
        return ()
    return tuple(map(_Read.decode, file.read_text(encoding="utf-8").splitlines()))


@cache
def editions_with_puzzles() -> tuple[str, ...]:
    """Return the names of the editions that have puzzles, sorted."""
    folder = resources.files(__package__ or "").joinpath("data")
    names = (file.name for file in folder.iterdir())
    return tuple(sorted(name.removesuffix(".jsonl") for name in names if name.endswith(".jsonl")))


@cache
def _found() -> dict[str, tuple[Source, Puzzle]]:
    """Return every puzzle with its source, keyed by the puzzle's id.

    The puzzles are sorted by board, then by difficulty, then by id.
    """
    return {
        puzzle.id: (source, puzzle)
        for edition in editions_with_puzzles()
        for source, puzzle in sorted(
            ((source, puzzle) for source in sources(edition) for puzzle in source.puzzles),
            key=lambda pair: (pair[1].difficulty, pair[1].id),
        )
    }


def puzzles() -> tuple[Puzzle, ...]:
    """Return all puzzles, board by board, the easiest of each board first."""
    return tuple(puzzle for _, puzzle in _found().values())


def puzzle_named(name: str) -> tuple[Puzzle, str]:
    """Return the puzzle with an id, and the record of its game.

    Raises:
        KeyError: there is no such puzzle.
    """
    source, puzzle = _found()[name]
    return puzzle, source.record


def puzzle_of_the_day(day: datetime.date) -> Puzzle:
    """Return the puzzle for a date. It is the same on every installation of this version.

    Args:
        day: the date.
    """
    number = int.from_bytes(hashlib.sha256(f"puzzle of {day.isoformat()}".encode()).digest()[:8])
    every = puzzles()
    return every[number % len(every)]


def solves(puzzle: Puzzle, action: Action, best: Action) -> bool:
    """Return whether an action counts as the best action of a puzzle (see `kind_of`).

    Args:
        puzzle: the puzzle.
        action: the action that the person chose.
        best: the best action of the puzzle, as an action.
    """
    return kind_of(action) == kind_of(best)


def kind_of(action: Action) -> tuple[str, ...]:
    """Return a value that is equal for actions that count as the same answer to a puzzle.

    All claims of a pair of cities count as the same, whatever the track and the payment. So do all
    stations in a city, and all payments for a tunnel. Other actions must be equal.
    """
    match action:
        case ClaimRoute(route) | TravelRoute(route):
            return (type(action).__name__, route.partition("/")[0])
        case BuildStation(city):
            return (type(action).__name__, city)
        case PaySurcharge():
            return (type(action).__name__,)
        case KeepTickets(tickets):
            return (type(action).__name__, *sorted(tickets))
        case _:
            return (str(action),)


def topic_of(action: Action) -> Topic:
    """Return the topic of a puzzle, given its best action."""
    match action:
        case ClaimRoute():
            return "claim"
        case DrawDeck() | DrawDisplay():
            return "cards"
        case KeepTickets():
            return "keep"
        case DrawTickets():
            return "tickets"
        case BuildStation():
            return "station"
        case PaySurcharge() | Withdraw():
            return "tunnel"
        case _:
            return "journey"
