"""What the people of a table have been offered or asked about the table itself."""

from __future__ import annotations

from dataclasses import dataclass

from whistlestop.server.table.entries import Offerer


@dataclass(frozen=True, slots=True)
class Offer:
    """A seat that another person can take with the key of a link."""

    by: Offerer
    key: str
    """The hash of the key, which itself is kept nowhere."""


@dataclass(frozen=True, slots=True)
class Closing:
    """The host's wish to end the game without a result, which the others have not all answered."""

    entry: int
    """The number of the entry in which it was asked."""
    seat: int | None
    """The host's; None if they have none."""
    agreed: frozenset[int] = frozenset()
    """The seats that have agreed."""
