"""What a person has in mind at a table: routes they mark, and claims for their next turn.

It is no entry, and no part of the table: nobody but the person may learn of it, not even that it is
there. Claims are for one turn. Once the person has moved or taken moves back after planning them,
they count no longer.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct

from whistlestop.actions import ClaimRoute
from whistlestop.server.table.table import Table

MOST_CLAIMS: Final = 5
"""The most claims of which the first possible one is made."""


class Claim(Struct, frozen=True):
    """A route, and the cards to pay with."""

    route: str
    cards: list[tuple[str, int]]

    @property
    def action(self) -> ClaimRoute:
        """The same as an action."""
        return ClaimRoute(self.route, tuple((card, number) for card, number in self.cards))


class Dropped(Struct, frozen=True):
    """A claim that was not possible when the turn came, and why."""

    words: str
    route: str
    message: str
    code: str | None
    values: dict[str, Any]


class Ahead(Struct, frozen=True, omit_defaults=True):
    """All that a person has in mind at one table."""

    marked: list[str] = []
    """Routes, for the eye only."""
    claims: list[Claim] = []
    """The first possible one is made when the turn comes."""
    version: int = 0
    """The table's version when the claims were planned."""
    dropped: list[Dropped] = []
    """What came to nothing; told until the person has seen it."""

    def claims_at(self, table: Table, seat: int) -> list[Claim]:
        """The claims that still count: a move of one's own ends them, and any taking back does."""
        if self.version < table.turned_back:
            return []
        since = table.told[self.version :]
        settled = any(told.seat == seat and told.move is not None for told in since)
        return [] if settled else self.claims


NOTHING: Final = Ahead()

_decode: Final = msgspec.json.Decoder(Ahead).decode


def to_keep(ahead: Ahead) -> str | None:
    """As the database keeps it; None if there is nothing to keep."""
    return None if ahead == NOTHING else msgspec.json.encode(ahead).decode()


def from_kept(data: str) -> Ahead:
    """As it was kept."""
    return _decode(data)
