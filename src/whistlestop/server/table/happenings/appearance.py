"""The names of players, and the colours of their pieces."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET, UnsetType

from whistlestop.server.table.happenings.happening import Happening, Notice
from whistlestop.server.table.seats import Colour

if TYPE_CHECKING:
    from whistlestop.server.table.entries import Entry
    from whistlestop.server.table.forgetting import Forgetting, Seating
    from whistlestop.server.table.table import Table


class NameChanged(Notice, tag="Renamed", frozen=True, omit_defaults=True):
    """The notice that a person changed their name from `before` to `name`."""

    seat: int
    """The seat of the person."""
    name: str
    """The new name."""
    before: str
    """The name before the change."""
    name_of: str | None = None
    """The word that `name` begins with if the server made it, as in "Player 2": `player` or a
    bot's name. Absent if a person chose `name`."""
    before_of: str | None = None
    """The word that `before` begins with if the server made it, as in "Player 2": `player` or a
    bot's name. Absent if a person chose `before`."""


class ColourChosen(Notice, tag="ColourChosen", frozen=True):
    """The notice that the colour of a seat's pieces changed."""

    seat: int
    """The seat whose pieces changed."""
    colour: Colour | None
    """The new colour; null if the seat no longer has a chosen colour."""


class Renamed(Happening, tag_field="kind", tag="renamed", frozen=True):
    """The entry for a person's change of name."""

    seat: int
    name: str
    given: bool | UnsetType = UNSET
    """Whether the server made the name because the person has not chosen one; absent if not."""

    def change(self, table: Table, entry: Entry) -> Notice:
        """Rename the seat and its player in the game. Return the notice about the new name."""
        seat = table.seats[self.seat]
        before, before_of = seat.name, seat.name_of
        seat.name, seat.given = self.name, self.given is True
        if table.game is not None:
            table.game.seats = tuple(seat.name for seat in table.seats)
        return NameChanged(self.seat, self.name, before, seat.name_of, before_of)

    def people(self, seating: Seating) -> Iterable[tuple[str | None, str | None]]:
        """Return one pair: the id of the person on the seat, and the new name."""
        return [(seating.person(self.seat), self.name)]

    def without(self, forgetting: Forgetting) -> Renamed:
        """Return the entry with a neutral name if the deleted person sits on the seat.

        If another person sits there, the entry stays as it is.
        """
        if not forgetting.is_theirs(self.seat):
            return self
        name = forgetting.name_at(self.seat)
        return msgspec.structs.replace(self, name=name, given=True)


class Recoloured(Happening, tag_field="kind", tag="recoloured", frozen=True):
    """The entry for a new colour of a seat's pieces."""

    seat: int
    colour: Colour | None

    def change(self, table: Table, entry: Entry) -> Notice:
        """Give the seat its new colour. Return the notice about the colour."""
        table.seats[self.seat].colour = self.colour
        return ColourChosen(self.seat, self.colour)
