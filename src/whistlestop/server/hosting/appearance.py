"""The names of players, and the colours of their pieces."""

from __future__ import annotations

from msgspec import UNSET

from whistlestop.player_names import distinct
from whistlestop.server.errors import colour_taken, ended, not_your_seat
from whistlestop.server.hosting.conflicts import retry_conflicts
from whistlestop.server.hosting.people import Person
from whistlestop.server.hosting.registry import Tables
from whistlestop.server.table.happenings import Recoloured, Renamed
from whistlestop.server.table.happenings.happening import Happening
from whistlestop.server.table.seats import Colour
from whistlestop.server.table.table import Table


class AppearanceCommands:
    """The commands that change names and colours at tables of one server."""

    def __init__(self, tables: Tables) -> None:
        """Create the commands.

        Args:
            tables: the tables of the server.
        """
        self._tables = tables

    @retry_conflicts
    async def update(self, table_id: str, person: Person, *, recolour: bool) -> None:
        """Update the name at a person's seat to their present name.

        Nothing changes if the person has no seat or the game is over.

        Args:
            table_id: the id of the table.
            person: the person, with their present name and colour.
            recolour: whether the seat also gets the person's favourite colour, unless another
                person has that colour. A bot that has it takes the seat's old colour.
        """
        async with self._tables.use(table_id) as (room, table):
            number = table.seat_of(person.id)
            if number is None or table.seats[number].beside or table.ended:
                return
            drafts: list[Happening] = []
            name = name_at(table, number, person.name or default_name(number))
            if name != table.seats[number].name:
                drafts.append(Renamed(number, name, UNSET if person.name else True))
            if recolour:
                drafts += _colour_drafts(table, number, person.colour)
            if drafts:
                await self._tables.append(room, table, drafts)

    @retry_conflicts
    async def recolour(self, table_id: str, person: Person, number: int, colour: Colour) -> int:
        """Give a seat at a person's device another colour, and return the table's new version.

        A bot that has the colour takes the seat's old colour.

        Args:
            table_id: the id of the table.
            person: the person who uses the device.
            number: the number of the seat.
            colour: the new colour.

        Raises:
            Refusal: the seat is not at the person's device, another person has the colour, or the
                table has ended.
        """
        async with self._tables.use(table_id) as (room, table):
            if number not in table.seats_of(person.id):
                raise not_your_seat()
            if table.ended:
                raise ended(table.state)
            if table.seats[number].colour == colour:
                return table.version
            drafts = _colour_drafts(table, number, colour)
            if not drafts:
                raise colour_taken()
            return await self._tables.append(room, table, drafts)


def default_name(seat: int) -> str:
    """Return the name for a player who has not given one: "Player 1" for seat 0."""
    return f"Player {seat + 1}"


def name_at(table: Table, number: int, name: str) -> str:
    """Return the name that a player called `name` gets in the seat `number`.

    This is `name`. If another seat's name looks like `name`, a number is added, as in `Ada 2`.
    """
    others = [seat.name for at, seat in enumerate(table.seats) if at != number]
    return distinct([*(other for other in dict.fromkeys(others) if other), name])[-1]


def _colour_drafts(table: Table, number: int, liked: Colour) -> list[Happening]:
    """Return the entries that give the seat `number` the colour `liked`.

    If a bot has the colour, the bot gets the seat's old colour. The list is empty if another person
    has the colour.
    """
    holder = next((at for at, seat in enumerate(table.seats) if seat.colour == liked), None)
    taken: list[tuple[int, Colour | None]] = [(number, liked)]
    if holder is not None:
        if table.seats[holder].kind != "bot":
            return []
        taken.append((holder, table.seats[number].colour))
    return [Recoloured(seat, colour) for seat, colour in taken]
