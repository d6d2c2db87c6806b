"""Puzzles: a person decides once in a position with one clearly best action."""

from __future__ import annotations

import asyncio
from contextlib import suppress

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
from whistlestop.server.settings import Settings
from whistlestop.server.table.happenings.happening import Happening
from whistlestop.server.table.seats import Options, Seat


class Puzzles:
    """Sets up the tables at which puzzles are solved."""

    def __init__(
        self,
        tables: Tables,
        settings: Settings,
        quotas: Quotas,
        closing: ClosingCommands,
        own: OwnPuzzles,
    ) -> None:
        """Create the object.

        Args:
            tables: the tables of the server.
            settings: the operator's settings.
            quotas: limits how many tables a person may set up.
            closing: closes the tables of puzzles that the person has left.
            own: the puzzles from people's own games.
        """
        self._tables = tables
        self._settings = settings
        self._quotas = quotas
        self._closing = closing
        self._own = own

    async def found(self, name: str, person: str | None) -> Puzzle:
        """Return a puzzle that a person can solve.

        Args:
            name: the id of the puzzle.
            person: the id of the person, who may have puzzles from own games; None = nobody is
                signed in.

        Raises:
            Refusal: there is no such puzzle, or it is from a game of another person.
        """
        with suppress(KeyError):
            return puzzle_named(name)[0]
        if person is None:
            raise Refusal(404, "no_puzzle")
        return (await self._own.named(person, name))[0]

    async def begin(self, person: Person, name: str, left: tuple[str, ...]) -> str:
        """Set up a table with a puzzle, and return its id. A bot has the other seats.

        Args:
            person: the person who solves the puzzle.
            name: the id of the puzzle.
            left: the ids of tables with puzzles that the person has begun before. They are closed.

        Raises:
            Refusal: there is no such puzzle, its game is gone, or the person or their address has
                too many tables or no space left.
        """
        try:
            puzzle, record = puzzle_named(name)
        except KeyError:
            puzzle, table_id = await self._own.named(person.id, name)
            game = await self._game_of(table_id, puzzle)
        else:
            game = await asyncio.to_thread(lambda: Reader(record).game())
        begun = await asyncio.to_thread(same_beginning, game, puzzle.move)
        async with self._quotas.new_table(person.id) as made:
            table_id = await self._tables.create(self._drafts(puzzle, game, begun, person))
            made(table_id)
        for before in left:
            with suppress(Refusal):
                await self._closing.close(before, person)
        return table_id

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

    async def _game_of(self, table_id: str, puzzle: Puzzle) -> Game:
        """Return a copy of the finished game that a puzzle is from.

        Raises:
            Refusal: the game is gone, or goes on after all.
        """
        async with self._tables.use(table_id) as (_, table):
            game = table.game
            if game is None or not is_source(table) or game.length <= puzzle.move:
                raise Refusal(404, "no_puzzle")
            return game.copy()
