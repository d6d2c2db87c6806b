"""The base classes of happenings at a table, and of the notices about them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from msgspec import Struct

from whistlestop.events import Event
from whistlestop.server.table.permissions import (
    check_host,
    check_not_daily,
    check_not_ended,
)

if TYPE_CHECKING:
    from whistlestop.server.table.entries import Entry
    from whistlestop.server.table.forgetting import Forgetting, Seating
    from whistlestop.server.table.table import Table


class Notice(Struct, frozen=True):
    """The base class of notices: messages about a table that are not events of its game.

    A notice says, for example, that a player has taken a seat. All viewers get the same message: a
    JSON object with the fields of the notice, and with the tag of its class as `type`.
    """


Events = tuple[Event | Notice, ...]
"""The messages to viewers about an entry: events of the game, or a notice about the table."""


class Done(NamedTuple):
    """What an entry led to: its content with all random outcomes, and the messages to viewers."""

    content: Happening
    """The content of the entry, in which all random outcomes are filled in."""
    events: Events


class Happening(Struct, frozen=True, tag_field="kind"):
    """The base class of the kinds of entries: everything that can happen at a table.

    Each kind is declared once, in a module of this folder. The database keeps the struct for
    ever. A field may be added if `UNSET` or another default stands for its absence. No field may be
    renamed, and no kind may be dropped. The methods of a kind say who may cause it (`check`), what
    changes, what viewers are told, and what is removed when a person is deleted.
    """

    def apply(self, table: Table, entry: Entry) -> Done:
        """Carry out an entry with this content.

        Returns:
            The content with all random outcomes of the entry filled in, and the events or the
            notice for viewers.

        Raises:
            ActionError: the entry is a move that is not legal. Nothing has changed.
            LuckDiffers: the seed leads to other random outcomes than the entry has.
        """
        return Done(self, (self.change(table, entry),))

    def change(self, table: Table, entry: Entry) -> Notice:
        """Change the table as this content says. Return the notice to all viewers about the change.

        Every kind overrides this method, or `apply` if it causes events of the game.

        Args:
            table: the table, which is changed.
            entry: the entry that has this content.

        Raises:
            NotImplementedError: the kind overrides neither method.
        """
        raise NotImplementedError(f"{type(self).__name__} changes nothing yet")

    def subject(self, table: Table) -> int | None:
        """Return the seat that the entry is about; None = the table as a whole.

        Call this after the table has changed.
        """
        seat: int | None = getattr(self, "seat", None)
        return seat

    # Deleting a person ----------------------------------------------------------------------

    def sit(self, seating: Seating) -> None:
        """Update `seating` if this content changes who sits where. By default, do nothing."""

    def people(self, seating: Seating) -> Iterable[tuple[str | None, str | None]]:
        """Return the id and name of each person whom the entry names.

        Seats without a person can be included. Their id is None.

        Args:
            seating: who sits where after this entry. To bring it up to date, first call the
                method `sit` of this happening with it.
        """
        return ()

    def without(self, forgetting: Forgetting) -> Self:
        """Return a copy of this content that does not name the deleted person.

        If the content does not name that person, return the content itself. This is what the base
        class does.

        Args:
            forgetting: the removal of the person. Its field `seating` must say who sits where after
                this entry. So first call the method `sit` of this happening with that field.
        """
        return self


class HostsChoice(Happening, frozen=True, tag_field="kind"):
    """The base class of changes that only the host can make, until the table has ended."""

    def check(self, table: Table, person: str) -> None:
        """Check that a person may make the change.

        Raises:
            Refusal: the person is not the host, the table has ended, or it plays a deal of the day.
        """
        check_host(table, person)
        check_not_ended(table)
        check_not_daily(table)

    def subject(self, table: Table) -> int | None:
        """Return the host's seat; None if the host has none."""
        return table.seat_of(table.host)


def kind_of(content: Happening | type[Happening]) -> str:
    """Return the tag of a happening, such as `joined`. The database keeps the tag as the kind."""
    tag: Any = content.__struct_config__.tag
    assert isinstance(tag, str)
    return tag
