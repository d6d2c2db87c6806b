"""A person's private plans for a seat: marked routes, and claims for the next turn.

Plans are neither entries nor part of the table: only the person may learn that they exist. Claims
are for one turn. They no longer count after the seat has moved, or after any moves have been taken
back. All players at one device count as one person here. Each seat has its own plans.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec import Struct

from whistlestop.actions import ClaimRoute
from whistlestop.server.errors import Values
from whistlestop.server.table.table import Table

MOST_CLAIMS: Final = 5
"""The maximum number of claims planned for one seat."""


class Claim(Struct, frozen=True):
    """A planned claim: a route, and the cards to pay with."""

    route: str
    """The code of the route."""
    cards: list[tuple[str, int]]
    """The cards, as pairs of a kind's name and a number above 0."""

    @property
    def action(self) -> ClaimRoute:
        """The claim as an action."""
        return ClaimRoute(self.route, tuple((card, number) for card, number in self.cards))


class Dropped(Struct, frozen=True):
    """A planned claim that was not possible when the turn came, and the reason."""

    words: str
    """The claim in the words of the notation."""
    route: str
    """The route's code."""
    message: str
    """The reason as an English sentence."""
    code: str | None
    """The code of the reason, one of those in `docs/reasons.md`; None if there is no code."""
    values: Values
    """The values that `docs/reasons.md` lists for the code, such as a number or a card."""


class Ahead(Struct, frozen=True, omit_defaults=True):
    """A person's plans for one seat."""

    marked: list[str] = []
    """The codes of the routes that the person marked. Marks have no effect on the game."""
    claims: list[Claim] = []
    """Planned claims in order. The first possible one is made when the turn comes."""
    version: int = 0
    """The table's version when the claims were planned."""
    dropped: list[Dropped] = []
    """Claims that were not possible. They are reported until the person has seen them."""

    def claims_at(self, table: Table, seat: int) -> list[Claim]:
        """Return the claims that still count.

        The list is empty if the seat has moved, or any moves were taken back, since the claims were
        planned.
        """
        if self.version < table.moves.turned_back:
            return []
        since = table.log[self.version :]
        settled = any(logged.seat == seat and logged.move is not None for logged in since)
        return [] if settled else self.claims


NOTHING: Final = Ahead()

Plans = Mapping[int, Ahead]
"""A person's plans at one table, by seat."""


class KeptPlans(Ahead, frozen=True, omit_defaults=True):
    """A person's plans at a table, as the database keeps them.

    Earlier versions kept the plans of people with a single seat without its number.
    """

    seats: dict[int, Ahead] = {}
    """The plans for each seat of the person, by the number of the seat."""


read_kept: Final = msgspec.json.Decoder(KeptPlans).decode
"""The function that reads plans from the JSON that the database keeps.

It raises a `msgspec.DecodeError` if the JSON is damaged.
"""


def to_keep(plans: Plans) -> str | None:
    """Return a person's plans as JSON for the database; None if there are no plans."""
    seats = {seat: ahead for seat, ahead in plans.items() if ahead != NOTHING}
    return msgspec.json.encode(KeptPlans(seats=seats)).decode() if seats else None


def from_kept(data: str, held: tuple[int, ...]) -> Plans:
    """Return a person's plans by seat, read from the JSON that the database keeps.

    Args:
        data: the JSON.
        held: the seats that the person holds now. Plans of earlier versions, which name no seat,
            belong to the only seat held. If the person holds more seats, such plans are dropped.

    Raises:
        msgspec.DecodeError: the JSON is damaged.
    """
    kept = read_kept(data)
    if kept.seats:
        return kept.seats
    # If the person holds several seats, the seat of these plans is unknown.
    return {seat: _of_one(kept) for seat in held} if len(held) == 1 else {}


def _of_one(kept: KeptPlans) -> Ahead:
    return Ahead(kept.marked, kept.claims, kept.version, kept.dropped)
