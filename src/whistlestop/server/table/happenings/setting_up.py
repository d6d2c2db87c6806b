"""Setting up a table."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from whistlestop.editions.load import load, loads
from whistlestop.server.table.commitment import Luck
from whistlestop.server.table.happenings.happening import Happening, Notice
from whistlestop.server.table.seats import Options, Seat

if TYPE_CHECKING:
    from whistlestop.server.table.entries import Entry
    from whistlestop.server.table.forgetting import Forgetting, Seating
    from whistlestop.server.table.table import Table


class CreationSecret(Struct, frozen=True):
    """The server's part of the luck, hidden until the game is over."""

    seed: int
    """The seed: a random number of 64 bits."""
    salt: str
    """A random text that prevents finding the seed by trying all seeds against the commitment."""


class BranchedFrom(Struct, frozen=True):
    """The moment of another game from which the game of a table branches off."""

    table: str
    """The id of the table of the other game."""
    move: int
    """The number of moves that both games have in common."""
    hidden: Literal["same", "new"]
    """`same`: hands, tickets and all outcomes were as in the other game. `new`: what was hidden
    from the player of the next move was dealt anew."""


class TableCreated(Notice, tag="TableCreated", frozen=True):
    """The notice that the table was set up."""


class Created(Happening, tag_field="kind", tag="created", frozen=True):
    """The entry for the setup of a table. It is the first entry."""

    edition: str
    """The name of the edition."""
    seats: list[Seat]
    """The seats in the order in which they were set up. The start may shuffle them."""
    options: Options
    host: str | None = None
    """The id of the person who set the table up."""
    imported: bool = False
    """Whether the game was read from a record."""
    edition_text: str | UnsetType = UNSET
    """The file of a player's own edition; absent for an edition that comes with the program."""
    luck: str | UnsetType = UNSET
    """The value that the host added to the luck, for the host's seat; absent if there is none."""
    lesson: str | UnsetType = UNSET
    """The name of the lesson played at this table, which fixes the deal; absent if none is."""
    branch: BranchedFrom | UnsetType = UNSET
    """The moment from which the game branches off; absent if the game begins with a new deal."""
    puzzle: str | UnsetType = UNSET
    """The id of the puzzle that is solved at this table; absent if none is."""
    daily: str | UnsetType = UNSET
    """The day whose deal is played at this table, such as `2026-11-27`; absent if none is."""
    secret: CreationSecret | UnsetType = UNSET

    def change(self, table: Table, entry: Entry) -> Notice:
        """Give the table its edition, options, host and seats. Return the notice `TableCreated`."""
        text = self.edition_text
        if text is UNSET:
            table.edition = load(self.edition)
        else:
            table.edition_text, table.edition = text, loads(text, kept=True)
        table.host = self.host
        table.imported = self.imported
        table.lesson = None if self.lesson is UNSET else self.lesson
        table.branch = None if self.branch is UNSET else self.branch
        table.puzzle = None if self.puzzle is UNSET else self.puzzle
        table.daily = None if self.daily is UNSET else date.fromisoformat(self.daily)
        # A record has outcomes and no seed.
        table.exact = table.exact and not table.imported
        table.options = self.options
        # Copy the seats, so that later changes of the seats leave the entry as it is.
        table.seats = [seat.mended() for seat in self.seats]
        if self.secret is not UNSET:
            table.luck = Luck(self.secret.seed, self.secret.salt)
        seat = table.seat_of(table.host)
        if self.luck is not UNSET and seat is not None:
            table.added[seat] = self.luck
        return TableCreated()

    def sit(self, seating: Seating) -> None:
        """Record in the seating who sits on the seats as they were set up."""
        seating.set_up([seat.person for seat in self.seats])

    def people(self, seating: Seating) -> Iterable[tuple[str | None, str | None]]:
        """Return a pair for each seat: the person's id (None without a person), and the name."""
        return [(seat.person, seat.name) for seat in self.seats]

    def without(self, forgetting: Forgetting) -> Created:
        """Return the entry with neutral names and a random id for the deleted person.

        Other people's names and ids stay as they are.
        """
        seats = [
            msgspec.structs.replace(
                seat, **forgetting.blank(seat.person, seat.name, seat.given, number)
            )
            for number, seat in enumerate(self.seats)
        ]
        return msgspec.structs.replace(self, seats=seats, host=forgetting.instead_of(self.host))
