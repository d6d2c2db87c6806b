"""What people say at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from whistlestop.server.errors import Refusal, table_closed
from whistlestop.server.table.happenings.happening import Happening, Notice

if TYPE_CHECKING:
    from whistlestop.server.table.entries import Entry
    from whistlestop.server.table.table import Table

PHRASES: Final = (
    "hello",
    "good_luck",
    "nice_move",
    "oh_no",
    "thanks",
    "sorry",
    "one_moment",
    "your_turn",
    "well_played",
    "goodbye",
)
"""The codes of all phrases that can be said at a table. Free text, which would need moderation, is
not possible."""


def check_phrase(phrase: str) -> None:
    """Check that a phrase is one of those that can be said.

    Raises:
        Refusal: the phrase is not in the list.
    """
    if phrase not in PHRASES:
        raise Refusal(422, "unknown_phrase", phrases=list(PHRASES))


class PhraseSaid(Notice, tag="Said", frozen=True):
    """The notice that a person said one of the fixed phrases; `phrase` is its code."""

    seat: int
    """The seat of the person who said the phrase."""
    phrase: str
    """The code of the phrase, such as `good_luck`."""


class Said(Happening, tag_field="kind", tag="chat", frozen=True):
    """The entry for a fixed phrase that a person said."""

    seat: int
    phrase: str
    """The code of the phrase."""

    def check(self, table: Table) -> None:
        """Check that phrases can be said at the table.

        Raises:
            Refusal: the table is closed.
        """
        if table.state == "closed":
            raise table_closed()

    def change(self, table: Table, entry: Entry) -> Notice:
        """Return the notice with the phrase. Nothing changes at the table."""
        return PhraseSaid(self.seat, self.phrase)
