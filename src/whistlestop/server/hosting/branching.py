"""Games that branch off from a finished game: a person plays on from one of its positions."""

from __future__ import annotations

import secrets
from typing import Literal

from msgspec import UNSET
from msgspec.structs import replace

from whistlestop.analysis.branching import (
    Beginning,
    next_seat,
    other_beginning,
    same_beginning,
)
from whistlestop.bots.registry import bot_names
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.appearance import default_name
from whistlestop.server.hosting.people import Person
from whistlestop.server.hosting.quotas import Quotas
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.hosting.setting_up import creation_draft
from whistlestop.server.hosting.thinking import Thinking
from whistlestop.server.settings import Settings
from whistlestop.server.table.happenings import Created, Moved, Started
from whistlestop.server.table.happenings.happening import Happening
from whistlestop.server.table.happenings.playing import SpokenAction
from whistlestop.server.table.happenings.setting_up import BranchedFrom
from whistlestop.server.table.happenings.starting import StartSecret
from whistlestop.server.table.seats import Options, Seat


class Branching:
    """The commands that set up tables at which finished games of one server are played on."""

    def __init__(
        self, tables: Tables, settings: Settings, quotas: Quotas, thinking: Thinking
    ) -> None:
        """Create the object.

        Args:
            tables: the tables of the server.
            settings: the operator's settings, which name the bot that plays for other people.
            quotas: limits how many tables a person may set up.
            thinking: the threads in which new hidden cards are dealt.
        """
        self._tables = tables
        self._settings = settings
        self._quotas = quotas
        self._thinking = thinking

    async def branch_off(
        self, table_id: str, person: Person, move: int, hidden: Literal["same", "new"]
    ) -> str:
        """Set up a table at which a game goes on from a moment of a finished game.

        The person gets the seat of the player who made the next move. All other seats get the bots
        that they had. Seats of other people get the operator's usual stand-in.

        Args:
            table_id: the id of the table with the finished game.
            person: the person who plays on.
            move: the number of moves that both games have in common.
            hidden: `same` keeps the cards and tickets that were hidden from the player of the next
                move. `new` replaces them by others that fit the moves so far, if it finds any. For
                `new`, the compiled code of bots must be ready.

        Returns:
            The id of the new table.

        Raises:
            Refusal: the game is not over, it has no move after `move` moves, or the person or their
                address has too many tables or no space left.
        """
        async with self._tables.use(table_id) as (_, table):
            if table.game is None or table.state != "over":
                raise Refusal(409, "not_over")
            game = table.game.copy()
            most = game.length - 1 if game.over else game.length
            if not 0 <= move <= most:
                raise Refusal(404, "no_such_move", moves=most)
            seats = [_with_a_bot(seat, self._settings.standin_bot) for seat in table.seats]
            edition, text = table.edition, table.edition_text
        seat = next_seat(game, move)

        def beginning() -> Beginning:
            if hidden == "same":
                return same_beginning(game, move)
            return other_beginning(game, move, secrets.randbits(64))

        # New cards can take half a second of Python code. In turns, nobody can stop the server so.
        payer = self._quotas.of(person.id)
        begun = await self._thinking.spare(payer, beginning, lambda: True, urgent=True)
        assert begun is not None, "it is always wanted"
        seats[seat] = Seat(
            "person",
            person.id,
            person.name or default_name(seat),
            colour=seats[seat].colour,
            given=not person.name,
        )
        created = creation_draft(edition, text, seats, Options(shuffle=False), person.id, None)
        branched = replace(created, branch=BranchedFrom(table_id, move, hidden))
        drafts = drafts_from(branched, begun, self._settings.standin_bot)
        async with self._quotas.new_table(person.id) as made:
            new_table = await self._tables.create(drafts)
            made(new_table)
        return new_table


def drafts_from(created: Created, begun: Beginning, standin: str) -> list[Happening]:
    """Return the first entries of a table at which a game goes on from a moment.

    Args:
        created: the entry for the setup of the table, with no open seat.
        begun: the game up to that moment.
        standin: the bot for open seats, which the entry of the start names.
    """
    drafts: list[Happening] = [
        created,
        Started(
            [*range(len(created.seats))],
            standin,
            UNSET if begun.starter is None else begun.starter,
            secret=StartSecret(dealt=[*begun.dealt]),
        ),
    ]
    for move in begun.moves:
        action = SpokenAction(move.words)
        drafts.append(Moved(move.seat, action, "record", outcomes=[*move.outcomes]))
    return drafts


def _with_a_bot(seat: Seat, standin: str) -> Seat:
    """Return a seat in which a bot plays: the bot of the seat, or `standin` instead of a person.

    In the game of an imported record, the bot's name can be any text, even a file to run. So only
    the names of built-in bots are used. Instead of others, `standin` plays.
    """
    bot = seat.bot if seat.kind == "bot" and seat.bot in bot_names() else standin
    return Seat("bot", bot=bot, name=bot.capitalize(), colour=seat.colour)
