"""Transcripts: the seed of a game and the numbers of its actions. A transcript can be replayed."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from whistlestop.arena.compiled import tracing
from whistlestop.arena.summary import SeatResult
from whistlestop.editions.model import Edition
from whistlestop.play.game import Game
from whistlestop.rules.actions import MOST_LEGAL
from whistlestop.rules.book import book_of, books_of
from whistlestop.rules.entry.whole_actions import take
from whistlestop.rules.luck import LUCK, begin, seed
from whistlestop.rules.scoring import SHEET, score
from whistlestop.rules.state import STATE
from whistlestop.rules.turns import BY_LOT, deal
from whistlestop.seen.encoding import encode
from whistlestop.seen.route_graph import linked_districts, members

_PAIRS = 4096
"""The length of the buffer for the legal actions of a position, as pairs of an action and its
payment. Every position has far fewer."""

_of_thread = threading.local()


@dataclass(frozen=True, slots=True, eq=False)
class Transcript:
    """A game from its deal to its end, or to the last action so far, as numbers."""

    seed: int
    """The seed of the game, as in `Game.new(edition, seats, seed=seed)`."""
    seats: int
    actions: npt.NDArray[np.int16]
    """The numbers of the actions (see `rules.actions`). A claim or a station has two numbers: one
    for the route or city, and one for its payment.
    """


@dataclass(frozen=True, slots=True, eq=False)
class Retraced:
    """All positions of a game of `n` actions, and the legal actions in these positions."""

    states: npt.NDArray[np.void]
    """`STATE[n + 1]`: the position before each action, and the final position."""
    legal: npt.NDArray[np.uint8]
    """`[n, MASK_BYTES]`: the legal actions before each action, as bits."""


@dataclass(frozen=True, slots=True, eq=False)
class RandomGame:
    """A game that was played by random bots."""

    transcript: Transcript
    turns: int
    decisions: int
    results: tuple[SeatResult, ...]
    """The result of each seat, by seat."""


class _Buffers:
    """The arrays that compiled code reads and writes. Each thread has its own buffers."""

    def __init__(self) -> None:
        self.states = np.zeros(1, dtype=STATE)
        self.blank = np.zeros(1, dtype=STATE)
        self.lucks = np.zeros(1, dtype=LUCK)
        self.sheet: Any = np.zeros(1, dtype=SHEET)[0]
        self.numbers = np.empty(2 * MOST_LEGAL, dtype=np.int16)
        self.pairs = np.empty((_PAIRS, 2), dtype=np.int16)
        self.actions = np.empty(8192, dtype=np.int16)


def _buffers() -> _Buffers:
    if not hasattr(_of_thread, "buffers"):
        _of_thread.buffers = _Buffers()
    buffers: _Buffers = _of_thread.buffers
    return buffers


def _deal(edition: Edition, state: Any, seats: int, seed_number: int) -> None:
    """Deal a game into a state record of zeros. The deal equals that of `Game.new` with this seed.

    The function also seeds and uses the luck record in the buffers of the calling thread. Later
    actions draw from this record.

    Args:
        edition: the edition.
        state: the record into which the deal is written. All its fields must be 0.
        seats: the number of players.
        seed_number: the seed of the game.
    """
    luck = _buffers().lucks[0]
    seed(luck, np.uint64(seed_number))
    deal(book_of(edition), state, seats, BY_LOT, luck)


def play_at_random(edition: Edition, seed_number: int, bots: tuple[int, ...]) -> RandomGame:
    """Play a game of random bots inside compiled code, and return the game.

    The game equals the one that `RandomBot` objects with these seeds would play.

    Args:
        edition: the edition.
        seed_number: the seed of the game.
        bots: the seeds of the bots, by seat.
    """
    buffers, seats = _buffers(), len(bots)
    twisters = np.empty((seats, tracing.WORDS + 1), dtype=np.uint64)
    seeds = np.array(bots, dtype=np.uint64)
    while True:
        buffers.states[0] = buffers.blank[0]
        _deal(edition, buffers.states[0], seats, seed_number)
        count, paid = tracing.play_random(
            books_of(edition),
            buffers.states,
            buffers.lucks,
            twisters,
            buffers.numbers,
            buffers.pairs,
            seeds,
            buffers.actions,
        )
        if count <= len(buffers.actions):
            break
        buffers.actions = np.empty(2 * count, dtype=np.int16)
    state: Any = buffers.states[0]
    score(book_of(edition), state, buffers.sheet)
    return RandomGame(
        transcript=Transcript(seed_number, seats, buffers.actions[:count].copy()),
        turns=int(state["turns"]),
        decisions=count - paid,
        results=_results(edition, state, buffers.sheet, seats),
    )


def _results(edition: Edition, state: Any, sheet: Any, seats: int) -> tuple[SeatResult, ...]:
    """Return the result of each seat, by seat. The results equal those of `summary.seat_result`."""
    columns = (
        "total",
        "rank",
        "completed",
        "longest",
        "longest_bonus",
        "most_tickets_bonus",
        "doubly_joined",
    )
    by_seat = zip(*(sheet[name][:seats].tolist() for name in columns), strict=True)
    winners = int((sheet["rank"][:seats] == 1).sum())
    owned, tickets = state["owned"].tolist(), state["tickets"].tolist()
    return tuple(
        SeatResult(
            score=total,
            victory=(rank == 1) / winners,
            tickets=len(members(*tickets[seat])),
            completed=completed,
            districts=(
                len(linked_districts(edition, members(*owned[seat]))) if edition.districts else 0
            ),
            longest_path=longest_bonus > 0,
            most_tickets=most_bonus > 0,
            path=longest,
            rank=rank,
            doubly_joined=doubly,
        )
        for seat, (total, rank, completed, longest, longest_bonus, most_bonus, doubly) in enumerate(
            by_seat
        )
    )


def transcript_of(game: Game, seed_number: int) -> Transcript:
    """Return the transcript of all actions so far of a game that was dealt with a known seed.

    Args:
        game: the game. The seats must have chosen their opening tickets in the order of the seats.
        seed_number: the seed of the game.
    """
    edition, seats = game.edition, len(game.seats)
    states, lucks = np.zeros(1, dtype=STATE), _buffers().lucks
    _deal(edition, states[0], seats, seed_number)
    done: list[int] = []
    for move in game.moves:
        numbers = encode(edition, states[0], move.action, move.seat)
        begin(lucks[0])
        take(books_of(edition), states, np.array(numbers, dtype=np.int64), lucks)
        done += numbers
    assert states[0].tobytes() == game.state.tobytes(), "equal seeds play equally"
    return Transcript(seed_number, seats, np.array(done, dtype=np.int16))


def retraced(edition: Edition, transcript: Transcript) -> Retraced:
    """Replay a transcript. Return every position and its legal actions.

    Args:
        edition: the edition that was played.
        transcript: the game.
    """
    buffers, count = _buffers(), len(transcript.actions)
    states = np.zeros(count + 1, dtype=STATE)
    legal = np.zeros((count, tracing.MASK_BYTES), dtype=np.uint8)
    _deal(edition, states[0], transcript.seats, transcript.seed)
    tracing.trace(
        book_of(edition),
        states,
        buffers.lucks[0],
        buffers.numbers,
        transcript.actions,
        legal,
    )
    return Retraced(states, legal)
