"""Puzzles: a person decides once in a position with one clearly best action."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from msgspec.structs import replace

from whistlestop.analysis.branching import Beginning, same_beginning
from whistlestop.analysis.puzzles.puzzle import Puzzle, puzzle_named
from whistlestop.bots.registry import USUAL_LEVEL
from whistlestop.editions.load import load
from whistlestop.play.record import Reader
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.appearance import default_name
from whistlestop.server.hosting.branching import drafts_from
from whistlestop.server.hosting.closing import ClosingCommands
from whistlestop.server.hosting.people import Person
from whistlestop.server.hosting.quotas import Quotas
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.hosting.setting_up import creation_draft
from whistlestop.server.settings import Settings
from whistlestop.server.table.seats import Options, Seat


class Puzzles:
    """Sets up the tables at which puzzles are solved."""

    def __init__(
        self, tables: Tables, settings: Settings, quotas: Quotas, closing: ClosingCommands
    ) -> None:
        """Create the object.

        Args:
            tables: the tables of the server.
            settings: the operator's settings.
            quotas: limits how many tables a person may set up.
            closing: closes the tables of puzzles that the person has left.
        """
        self._tables = tables
        self._settings = settings
        self._quotas = quotas
        self._closing = closing

    async def begin(self, person: Person, name: str, left: tuple[str, ...]) -> str:
        """Set up a table with a puzzle, and return its id. A bot has the other seats.

        Args:
            person: the person who solves the puzzle.
            name: the id of the puzzle.
            left: the ids of tables with puzzles that the person has begun before. They are closed.

        Raises:
            Refusal: there is no such puzzle, or the person or their address has too many tables or
                no space left.
        """
        puzzle, record = found(name)

        def beginning() -> Beginning:
            return same_beginning(Reader(record).game(), puzzle.move)

        begun = await asyncio.to_thread(beginning)
        edition = load(puzzle.edition)
        seats = [
            Seat("bot", bot=USUAL_LEVEL, name=USUAL_LEVEL.capitalize())
            for _ in Reader(record).headers().seats
        ]
        seats[puzzle.seat] = Seat(
            "person",
            person.id,
            person.name or default_name(puzzle.seat),
            colour=person.colour,
            given=not person.name,
        )
        created = creation_draft(edition, None, seats, Options(shuffle=False), person.id, None)
        drafts = drafts_from(replace(created, puzzle=puzzle.id), begun, self._settings.standin_bot)
        async with self._quotas.new_table(person.id) as made:
            table_id = await self._tables.create(drafts)
            made(table_id)
        for before in left:
            with suppress(Refusal):
                await self._closing.close(before, person)
        return table_id


def found(name: str) -> tuple[Puzzle, str]:
    """Return a puzzle and the record of its game.

    Raises:
        Refusal: there is no such puzzle.
    """
    try:
        return puzzle_named(name)
    except KeyError as error:
        raise Refusal(404, "no_puzzle") from error
