"""Puzzles from people's own games: decisions in which they missed an action that is clearly best.

The review of a game says which decisions seem to be puzzles. A worker process then examines them
by the same rules as the puzzles that come with the program. Each decision is examined once, and
the database keeps the result.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import msgspec
from msgspec.structs import replace

from whistlestop.analysis.puzzles.puzzle import Puzzle
from whistlestop.editions.load import names
from whistlestop.errors import ActionError
from whistlestop.play.daily import closes_at
from whistlestop.play.game import Game
from whistlestop.play.record import write_record
from whistlestop.server import clock, logs
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting import jobs
from whistlestop.server.hosting.fair_shares import Payer
from whistlestop.server.hosting.players import Players
from whistlestop.server.hosting.recent_keys import RecentKeys
from whistlestop.server.hosting.registry import daily_tables_in
from whistlestop.server.hosting.reviews import GameReview
from whistlestop.server.hosting.worker_pool import WorkerFailed, WorkerPool
from whistlestop.server.sent.entries import iso
from whistlestop.server.sent.reviews import OwnPuzzle
from whistlestop.server.storage.reviews import KeptExamined, ReviewStore
from whistlestop.server.storage.store import Unavailable
from whistlestop.server.table.happenings.changing_hands import SeatTakenOver
from whistlestop.server.table.table import Table

MOST_OF_GAME: Final = 5
"""The maximum number of a person's decisions that are examined in one game. If there are more, the
decisions that lost the most are examined."""

MOST_EXAMINED: Final = 8
"""The maximum number of games whose decisions are examined at the same time."""

MOST_OF_ONE: Final = 1
"""The maximum number of games that are examined at the same time for one address."""

MOST_GIVEN_UP: Final = 1000
"""The maximum number of decisions of which the server remembers that it could not examine them."""

_read: Final = msgspec.json.Decoder(Puzzle).decode


@dataclass(frozen=True, slots=True)
class Candidate:
    """A decision that seems to be a puzzle."""

    id: str
    """The id of the puzzle."""
    move: int
    """The number of moves before the decision."""
    choice: str
    """The best action according to the review, in the words of the notation."""


class OwnPuzzles:
    """The puzzles from people's own games, and the search for further ones."""

    def __init__(self, kept: ReviewStore, workers: WorkerPool, players: Players) -> None:
        """Create the object.

        Args:
            kept: the examined decisions in the database.
            workers: the worker processes that examine decisions.
            players: the compiled code that the workers need, too.
        """
        self._players = players
        self._store = kept
        self.workers = workers
        self.examining: dict[tuple[str, str], tuple[Payer, asyncio.Task[None]]] = {}
        """The games that are being examined. A key is the id of a person and the id of a table. The
        value is the person with their address, and the task that examines the person's
        decisions."""
        self._given_up = RecentKeys(MOST_GIVEN_UP)
        """The ids of decisions that could not be examined."""

    async def of_game(
        self, review: GameReview, candidates: Sequence[Candidate], game: Game, payer: Payer
    ) -> tuple[list[KeptExamined], int]:
        """Return the puzzles of a person in a finished game. Examine further decisions meanwhile.

        Args:
            review: the finished review of the game.
            candidates: the decisions of the person that seem to be puzzles.
            game: the game. It is not changed.
            payer: the person.

        Returns:
            The puzzles in the order of the game, and the number of decisions that are still to be
            examined.
        """
        known = await self._store.examined(payer.person, review.table)
        found = {one.move for one in known}
        left = [one for one in candidates if one.move not in found and one.id not in self._given_up]
        key = payer.person, review.table
        # A worker must not be the one that compiles the code: its time is limited.
        ready = bool(left) and await self._players.ready()
        if ready and key not in self.examining and self._has_room(payer):
            work = self._examine(key, left, game.copy(), payer)
            self.examining[key] = payer, asyncio.create_task(work, name="own puzzles")
        return sorted(filter(is_puzzle, known), key=lambda one: one.move), len(left)

    def _has_room(self, payer: Payer) -> bool:
        homes = [other.home for other, _ in self.examining.values()]
        return len(homes) < MOST_EXAMINED and homes.count(payer.home) < MOST_OF_ONE

    async def _examine(
        self, key: tuple[str, str], left: list[Candidate], game: Game, payer: Payer
    ) -> None:
        """Examine decisions one after another, and store the results."""
        person, table_id = key
        record = write_record(game)
        try:
            for one in sorted(left, key=lambda one: -one.move):
                game.undo_to(one.move)
                puzzle = await self._examined(one, record, game, payer)
                data = None if puzzle is None else msgspec.json.encode(puzzle).decode()
                if one.id not in self._given_up:
                    now = clock.now()
                    row = KeptExamined(one.id, person, table_id, one.move, now, data)
                    await self._store.keep_examined(row)
        except Unavailable as error:
            logs.failed("own puzzles", error, table=table_id)
        finally:
            del self.examining[key]

    async def _examined(
        self, one: Candidate, record: str, game: Game, payer: Payer
    ) -> Puzzle | None:
        """Return the puzzle that a decision is; None if it is none or could not be examined.

        A decision whose examination failed is added to `_given_up`, so that it is not tried again
        before a restart. A decision that exceeded the limits of a worker is not added. It counts as
        a decision that is no puzzle, because trying it again would not help.

        Args:
            one: the decision.
            record: the record of the whole game.
            game: the game before the decision.
            payer: the person.
        """
        task = jobs.ConfirmPuzzle(record, one.move, one.choice)
        try:
            # The person's own files do not have to wait for this.
            answer = await self.workers.do(f"{payer.person}:puzzles", task, payer.home)
        except Refusal as refusal:
            if refusal.code != "too_much_work":
                self._given_up.add(one.id)
            return None
        except WorkerFailed as fault:
            logs.failed("own puzzles", fault)
            self._given_up.add(one.id)
            return None
        assert isinstance(answer, jobs.Confirmed)
        if answer.puzzle is None:
            return None
        if not _fits(answer.puzzle, one, game):
            logs.warn("puzzle does not fit", move=one.move)
            self._given_up.add(one.id)
            return None
        return replace(answer.puzzle, id=one.id)

    async def of_person(self, person: str) -> list[KeptExamined]:
        """Return the puzzles from all games of a person, the last found first."""
        return [*filter(is_puzzle, await self._store.examined(person))]

    async def named(self, person: str, name: str) -> tuple[Puzzle, str]:
        """Return a puzzle of a person by its id, and the id of the table with the game.

        Raises:
            Refusal: the person has no such puzzle.
        """
        row = await self._store.examined_named(person, name)
        if row is None or not is_puzzle(row):
            raise Refusal(404, "no_puzzle")
        return puzzle_in(row), row.table_id

    async def close(self) -> None:
        """Stop examining decisions. Those that are left are examined after another request."""
        for _, examining in self.examining.values():
            examining.cancel()


def _fits(puzzle: Puzzle, one: Candidate, game: Game) -> bool:
    """Return whether a worker's answer is about a decision, and all its actions can be read.

    The worker may have read a file from a stranger before, so its answer is checked.
    """
    words = [puzzle.best, *(other.action for other in puzzle.others)]
    words += [step.action for step in puzzle.plan]
    try:
        for action in words:
            game.parse(action, puzzle.seat)
    except (ActionError, ValueError, IndexError):
        return False
    return puzzle.move == one.move and puzzle.seat in game.deciding


def candidates_in(review: GameReview, table: Table, person: str | None) -> list[Candidate]:
    """Return the decisions of a person in a finished game that seem to be puzzles.

    There are none in lessons, in games that began as puzzles, on boards of users, and in the deal
    of a day that other people can still play. Decisions that a bot made for the person are left
    out.

    Args:
        review: the finished review of the game.
        table: the table with the game.
        person: the id of the person; None = nobody is signed in.
    """
    seat = table.seat_of(person)
    if seat is None or not is_source(table):
        return []
    found: list[tuple[float, Candidate]] = []
    since = _decides_since(table, seat)
    for number in sorted(review.missed):
        move = review.moves[number]
        judgement = move.judgement
        # The best action is first. It is another one than the one taken, or nothing was missed.
        if move.seat == seat and judgement is not None and judgement.others:
            logged = table.log_of_move(number + 1)
            if logged.by == "person" and logged.number > since and judgement.loss > 0:
                choice = judgement.others[0].action.words
                name = _id_of(table, review, number)
                found.append((judgement.loss, Candidate(name, number, choice)))
    found.sort(key=lambda pair: -pair[0])
    return [one for _, one in found[:MOST_OF_GAME]]


def _decides_since(table: Table, seat: int) -> int:
    """Return the number of the entry with which a person last took over a seat during the game.

    Decisions before this entry may be those of another person. 0 = only one person has had the
    seat. A person who lost the seat and took it back counts from the last return.
    """
    holders = {one.person for one in (*table.holders.earlier.get(seat, ()), table.seats[seat])}
    if len(holders - {None}) < 2:
        return 0
    taken = [
        logged.number
        for logged in table.log
        for event in logged.events
        if isinstance(event, SeatTakenOver) and event.seat == seat
    ]
    return max(taken, default=0)


def is_source(table: Table) -> bool:
    """Return whether a table has a finished game that can have puzzles for its players now.

    False for lessons, puzzles, imported games and own editions, and for a deal of the day that
    other people can still play.
    """
    return (
        table.state == "over"
        and table.edition_text is None
        and table.edition.name in names()
        and table.lesson is None
        and table.puzzle is None
        and not table.imported
        and all(clock.now() >= closes_at(day) for day, _ in daily_tables_in(table.id))
    )


def _id_of(table: Table, review: GameReview, move: int) -> str:
    """Return the id of the puzzle that a decision may be. It does not reveal the table's id."""
    words = f"{table.id} {review.digest} {move}".encode()
    return f"{table.edition.name}-{hashlib.sha256(words).hexdigest()[:16]}"


def is_puzzle(row: KeptExamined) -> bool:
    """Return whether an examined decision is a puzzle that can be read."""
    with suppress(msgspec.DecodeError, UnicodeError):
        return row.data is not None and puzzle_in(row).edition in names()
    return False


def puzzle_in(row: KeptExamined) -> Puzzle:
    """Return the puzzle of an examined decision.

    Raises:
        msgspec.DecodeError: the decision is no puzzle, or the row is damaged.
    """
    return _read(row.data or "")


def own_puzzle_sent(row: KeptExamined) -> OwnPuzzle:
    """Return a puzzle of a person in the form in which clients get it."""
    puzzle = puzzle_in(row)
    return OwnPuzzle(
        id=row.id,
        edition=puzzle.edition,
        difficulty=puzzle.difficulty,
        table=row.table_id,
        move=row.move,
        found=iso(row.examined),
    )
