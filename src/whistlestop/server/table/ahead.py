"""What a person has in mind for a seat of theirs: routes they mark, and claims for their next turn.

It is no entry, and no part of the table: nobody but the person may learn of it, not even that it is
there. Claims are for one turn. Once the person has moved or taken moves back after planning them,
they count no longer. Several people at one device are one person here; each seat has its own.
"""

from __future__ import annotations

from collections.abc import Mapping
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
    """All that a person has in mind for one seat."""

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

Plans = Mapping[int, Ahead]
"""What a person has in mind at one table, by seat."""


class _Kept(Ahead, frozen=True, omit_defaults=True):
    """What the database has of a person at a table.

    Earlier versions kept what the holder of a single seat had in mind, without the seat.
    """

    seats: dict[int, Ahead] = {}


_decode: Final = msgspec.json.Decoder(_Kept).decode


def to_keep(plans: Plans) -> str | None:
    """As the database keeps it; None if there is nothing to keep."""
    seats = {seat: ahead for seat, ahead in plans.items() if ahead != NOTHING}
    return msgspec.json.encode(_Kept(seats=seats)).decode() if seats else None


def from_kept(data: str, held: tuple[int, ...]) -> Plans:
    """As it was kept.

    Args:
        data: what the database has.
        held: the seats that the person holds now.
    """
    kept = _decode(data)
    if kept.seats:
        return kept.seats
    # Of several seats nobody knows whose it was.
    return {seat: _of_one(kept) for seat in held} if len(held) == 1 else {}


def _of_one(kept: _Kept) -> Ahead:
    return Ahead(kept.marked, kept.claims, kept.version, kept.dropped)
