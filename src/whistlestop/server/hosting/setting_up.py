"""Setting up tables: for a new game, a lesson, a deal of the day, or the game of a record."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from whistlestop.editions.model import Edition
from whistlestop.play.daily import Deal
from whistlestop.play.lessons import LEARNER, Lesson
from whistlestop.server.errors import Refusal
from whistlestop.server.hosting.appearance import default_name
from whistlestop.server.hosting.jobs import Replayed
from whistlestop.server.hosting.people import Person
from whistlestop.server.hosting.quotas import Quotas
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.hosting.starting import start_draft
from whistlestop.server.settings import Settings
from whistlestop.server.storage.store import Attempt
from whistlestop.server.table.commitment import new_luck
from whistlestop.server.table.happenings import Created, Moved, Started
from whistlestop.server.table.happenings.happening import Happening
from whistlestop.server.table.happenings.playing import SpokenAction
from whistlestop.server.table.happenings.setting_up import CreationSecret
from whistlestop.server.table.happenings.starting import StartSecret
from whistlestop.server.table.seats import Options, Seat


class SettingUpCommands:
    """The commands that set up tables of one server."""

    def __init__(self, tables: Tables, settings: Settings, quotas: Quotas) -> None:
        """Create the commands.

        Args:
            tables: the tables of the server.
            settings: the operator's settings, which name the bot for open seats.
            quotas: limits how many tables a person may set up.
        """
        self._tables = tables
        self._settings = settings
        self._quotas = quotas

    async def create(
        self,
        person: Person,
        edition: Edition,
        seats: Sequence[Seat],
        options: Options,
        text: str | None = None,
        luck: str | None = None,
        club: str | None = None,
    ) -> str:
        """Set up a table, and return its id. The game starts at once if no seat is open.

        Args:
            person: the person who sets up the table and becomes its host.
            edition: the edition to play.
            seats: the seats, with the people and bots in them.
            options: the table's options.
            text: the edition's file, if it is a user's own edition; None = a built-in edition.
            luck: a random value that the person adds to the luck of the game; None = nothing.
            club: the id of the club to which the table belongs, unless the person is no member any
                more; None = no club.

        Raises:
            Refusal: the number of seats does not fit the edition, or the person or their address
                has too many tables or no space left.
        """
        fewest, most = edition.players
        if not fewest <= len(seats) <= most:
            raise Refusal(
                422, "wrong_number_of_seats", players=[fewest, most], fewest=fewest, most=most
            )
        drafts: list[Happening] = [creation_draft(edition, text, seats, options, person.id, luck)]
        if all(seat.kind != "open" for seat in seats):
            drafts.append(start_draft(self._settings.standin_bot))
        return await self._set_up(person, drafts, club=club)

    async def begin_lesson(self, person: Person, taught: Lesson) -> str:
        """Set up the table of a lesson with its fixed deal and first moves, and return its id.

        Raises:
            Refusal: the person or their address has too many tables or no space left.
        """
        seats = [
            Seat(
                "person",
                person.id,
                person.name or default_name(LEARNER),
                colour=person.colour,
                given=not person.name,
            ),
            Seat("bot", bot=taught.bot, name=taught.bot.capitalize()),
        ]
        secret = StartSecret(taught.seed, "lesson")
        order = [*range(len(seats))]
        drafts: list[Happening] = [
            Created(
                taught.edition.name, seats, Options(shuffle=False), person.id, lesson=taught.name
            ),
            Started(order, self._settings.standin_bot, LEARNER, secret=secret),
            *(Moved(seat, SpokenAction(words), "record") for seat, words in taught.before),
        ]
        return await self._set_up(person, drafts)

    async def begin_daily(self, person: Person, deal: Deal, *, counts: bool) -> str:
        """Set up a table with the deal of a day, and return its id.

        The luck, the bots and the order of play are the same for everybody.

        Args:
            person: the person who plays.
            deal: the deal.
            counts: whether this is the person's attempt on the day itself. If not, the game counts
                for nobody.

        Raises:
            Refusal: the person or their address has too many tables or no space left.
            IntegrityError: the person has already begun an attempt on this day.
        """
        seats = [
            Seat("bot", bot=level, name=level.capitalize())
            if level is not None
            else Seat(
                "person",
                person.id,
                person.name or default_name(number),
                colour=person.colour,
                given=not person.name,
            )
            for number, level in enumerate(deal.seats)
        ]
        day = deal.day.isoformat()
        drafts: list[Happening] = [
            Created(
                deal.edition,
                seats,
                Options(shuffle=False, take_back=False),
                person.id,
                daily=day,
                secret=CreationSecret(deal.seed, deal.salt),
            ),
            start_draft(self._settings.standin_bot),
        ]
        return await self._set_up(person, drafts, Attempt(day, person.id) if counts else None)

    async def import_game(
        self, found: Replayed, edition: Edition, person: Person, text: str | None = None
    ) -> str:
        """Set up a table with the game of a record, and return its id.

        All moves are checked again while they are played. Nothing is committed if one of them is
        illegal.

        Args:
            found: the verified record.
            edition: the edition of the record.
            person: the person who imports it and becomes the table's host.
            text: the edition's file, if it is a user's own edition; None = a built-in edition.

        Raises:
            ActionError: a move is not legal.
            Refusal: the person or their address has too many tables or no space left.
        """
        played_by = found.bots or [""] * len(found.seats)
        seats = [
            Seat("bot" if bot else "person", name=name, bot=bot or None)
            for name, bot in zip(found.seats, played_by, strict=True)
        ]
        secret = StartSecret(dealt=found.dealt)
        drafts: list[Happening] = [
            _import_draft(edition, text, seats, person.id),
            Started(
                [*range(len(seats))],
                "",
                found.starter,
                names=[*found.seats],
                secret=secret,
            ),
        ]
        for move in found.moves:
            action = SpokenAction(move.action)
            drafts.append(Moved(move.seat, action, "record", outcomes=move.outcomes))
        return await self._tables.create(drafts)

    async def _set_up(
        self,
        person: Person,
        drafts: Sequence[Happening],
        attempt: Attempt | None = None,
        club: str | None = None,
    ) -> str:
        """Set up a table with its first entries, and return its id.

        Args:
            person: the person who sets up the table.
            drafts: the contents of the first entries.
            attempt: the attempt at the deal of the day for which the table is; None = none.
            club: the id of the club to which the table belongs, unless the person is no member any
                more; None = no club.

        Raises:
            Refusal: the person or their address has too many tables or no space left.
            IntegrityError: the person has already begun an attempt at the deal of this day.
        """
        async with self._quotas.new_table(person.id) as made:
            table_id = await self._tables.create(drafts, attempt, club)
            made(table_id)
        return table_id


def creation_draft(
    edition: Edition,
    text: str | None,
    seats: Sequence[Seat],
    options: Options,
    host: str,
    added: str | None,
) -> Created:
    """Return the entry for a new table, with a new random seed and salt.

    Args:
        edition: the edition to play.
        text: the edition's file, if it is a user's own edition; None = a built-in edition.
        seats: the seats, with the people and bots in them.
        options: the table's options.
        host: the id of the person who becomes the host.
        added: a random value that the host adds to the luck of the game; None = nothing.
    """
    luck = new_luck()
    return Created(
        edition.name,
        [*seats],
        options,
        host,
        edition_text=UNSET if text is None else text,
        luck=UNSET if added is None else added,
        secret=CreationSecret(luck.seed, luck.salt),
    )


def _import_draft(edition: Edition, text: str | None, seats: Sequence[Seat], host: str) -> Created:
    """Return the entry for the table of an imported record, which needs no luck."""
    own = UNSET if text is None else text
    return Created(edition.name, [*seats], Options(), host, imported=True, edition_text=own)
