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
    """How much work is done to find puzzles, and how much better the best action must be."""

    quick_playouts: int = 160
    """The playouts of the first search, in every decision."""
    quick_gap: float = 0.10
    """How much more chance to win the best kind of action must have in the first search."""
    deep_playouts: int = 1600
    """The playouts of the second search."""
    worlds: int = 1200
    """The number of new worlds in which the best actions are compared."""
    loss: float = 0.08
    """The smallest loss of all other actions, as a part of a win."""
    sure_loss: float = 0.04
    """The smallest sure loss of all other actions, as a part of a win: the measured loss of each
    one, minus two standard errors, must exceed this."""


USUAL: Final = Thoroughness()


class Other(msgspec.Struct, frozen=True):
    """Another action of a puzzle, with what it loses against the best one."""

    action: str
    """The action in the notation of records."""
    chance: float
    """The chance to win after the action, from 0 to 1."""
    loss: float
    """How much lower the chance is than after the best action, in the same worlds."""
    error: float
    """The standard error of `loss`."""


class Step(msgspec.Struct, frozen=True):
    """What the player could do in one of the turns after the best action."""

    action: str
    """The action in the notation of records."""
    missing: tuple[tuple[str, int], ...]
    """The cards that the player would have to collect first."""


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
    """What the player could do in the next turns, besides drawing cards."""
    worlds: int
    """The number of imagined worlds in which all these actions were played to the end."""
    levels: tuple[str, ...]
    """The levels of bots that find the best action."""

    @property
    def edition(self) -> str:
        """The name of the edition."""
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
    """The puzzles in the game, in order."""


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
    """Return whether an action is as good as the best one of a puzzle.

    Args:
        puzzle: the puzzle.
        action: the action of the solver.
        best: the best action of the puzzle.
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
    """Return the topic of a puzzle whose best action is this one."""
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
