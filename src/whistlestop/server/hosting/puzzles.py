"""Puzzles: a person decides once in a position with one clearly best action."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final, NamedTuple
from weakref import WeakValueDictionary

from msgspec.structs import replace

from whistlestop.analysis.branching import Beginning, same_beginning
from whistlestop.analysis.puzzles.puzzle import Puzzle, puzzle_named
from whistlestop.bots.registry import USUAL_LEVEL
from whistlestop.editions.load import load
from whistlestop.play.game import Game
from whistlestop.play.record import Reader
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.appearance import default_name
from whistlestop.server.hosting.branching import drafts_from
from whistlestop.server.hosting.closing import ClosingCommands
from whistlestop.server.hosting.own_puzzles import OwnPuzzles, is_source
from whistlestop.server.hosting.people import Person
from whistlestop.server.hosting.quotas import Quotas
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.hosting.setting_up import creation_draft
from whistlestop.server.sent.listing import puzzle_of
from whistlestop.server.settings import Settings
from whistlestop.server.storage.store import Store
from whistlestop.server.table.happenings.happening import Happening
from whistlestop.server.table.seats import Options, Seat

MOST_SEARCHED: Final = 50
"""The maximum number of a person's tables, the last changed ones, that are searched for puzzles."""


class Source(NamedTuple):
    """A puzzle, and the game that it is from."""

    puzzle: Puzzle
    record: str | None
    """The record of the game; None for a puzzle from a person's own game."""
    table: str | None
    """The id of the table with the person's own game; None for a puzzle of the program."""


class Puzzles:
    """The commands that set up the tables at which puzzles are solved."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        settings: Settings,
        quotas: Quotas,
        closing: ClosingCommands,
        own: OwnPuzzles,
    ) -> None:
        """Create the object.

        Args:
            store: the database, which knows each person's tables.
            tables: the tables of the server.
            settings: the operator's settings.
            quotas: limits how many tables a person may set up.
            closing: closes the tables of puzzles that the person has left.
            own: the puzzles from people's own games.
        """
        self._store = store
        self._tables = tables
        self._settings = settings
        self._quotas = quotas
        self._closing = closing
        self._own = own
        self._beginning: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """The locks of people who begin a puzzle now."""

    async def found(self, name: str, person: str | None) -> Source:
        """Return a puzzle that a person can solve.

        Args:
            name: the id of the puzzle.
            person: the id of the person, who may have puzzles from own games; None = nobody is
                signed in.

        Raises:
            Refusal: there is no such puzzle, or it is from a game of another person.
        """
        with suppress(KeyError):
            puzzle, record = puzzle_named(name)
            return Source(puzzle, record, None)
        if person is None:
            raise Refusal(404, "no_puzzle")
        puzzle, table_id = await self._own.named(person, name)
        return Source(puzzle, None, table_id)

    async def begin(self, person: Person, source: Source) -> str:
        """Set up a table with a puzzle, and return its id. A bot has the other seats.

        Tables with puzzles that the person has begun before are closed. If the person begins
        several puzzles on this server at the same moment, only the last one stays.

        Args:
            person: the person who solves the puzzle.
            source: the puzzle.

        Raises:
            Refusal: the game of the puzzle is gone, or the person or their address has too many
                tables or no space left.
        """
        puzzle = source.puzzle
        game = await self._game_of(source)
        begun = await asyncio.to_thread(same_beginning, game, puzzle.move)
        # The variable keeps the lock in the dictionary.
        lock = self._beginning.setdefault(person.id, asyncio.Lock())
        async with lock:
            left = await self._left(person.id)
            async with self._quotas.new_table(person.id) as made:
                table_id = await self._tables.create(self._drafts(puzzle, game, begun, person))
                made(table_id)
            for before in left:
                with suppress(Refusal):
                    await self._closing.close(before, person)
        return table_id

    async def _left(self, person: str) -> list[str]:
        """Return the ids of the tables with puzzles that a person has begun and not finished."""
        rows = await self._tables.readable(await self._store.tables_of(person, MOST_SEARCHED))
        return [row.id for row in rows if row.state == "playing" and puzzle_of(row) is not None]

    def _drafts(
        self, puzzle: Puzzle, game: Game, begun: Beginning, person: Person
    ) -> list[Happening]:
        """Return the first entries of a table with a puzzle."""
        edition = load(puzzle.edition)
        seats = [Seat("bot", bot=USUAL_LEVEL, name=USUAL_LEVEL.capitalize()) for _ in game.seats]
        seats[puzzle.seat] = Seat(
            "person",
            person.id,
            person.name or default_name(puzzle.seat),
            colour=person.colour,
            given=not person.name,
        )
        created = creation_draft(edition, None, seats, Options(shuffle=False), person.id, None)
        return drafts_from(replace(created, puzzle=puzzle.id), begun, self._settings.standin_bot)

    async def _game_of(self, source: Source) -> Game:
        """Return a copy of the game that a puzzle is from.

        Raises:
            Refusal: the table is gone or damaged, its game is not over or can have no puzzles
                (`is_source`), or the game has no move at the puzzle's decision.
        """
        record = source.record
        if record is not None:
            return await asyncio.to_thread(lambda: Reader(record).game())
        assert source.table is not None
        async with self._tables.use(source.table) as (_, table):
            game = table.game
            if game is None or not is_source(table) or game.length <= source.puzzle.move:
                raise Refusal(404, "no_puzzle")
            return game.copy()
