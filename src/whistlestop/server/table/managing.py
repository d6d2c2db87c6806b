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
class Passing:
    """The host's wish to let another person have a seat."""

    entry: int
    """The number of the entry in which it was asked."""
    seat: int
    """The seat in question."""
    asker: int | None
    """The host's; None if they have none."""
    at: float
    """When it was asked, in seconds since 1970."""
    agreed: frozenset[int] = frozenset()
    """The seats that have agreed."""


@dataclass(frozen=True, slots=True)
class Owner:
    """Somebody who lost a seat while they were away, and can take it back."""

    person: str
    name: str
    """What the player in the seat was called."""
    beside: bool
    """Whether it was the seat of somebody else at their device."""


@dataclass(frozen=True, slots=True)
class Closing:
    """The host's wish to end the game without a result, which the others have not all answered."""

    entry: int
    """The number of the entry in which it was asked."""
    seat: int | None
    """The host's; None if they have none."""
    agreed: frozenset[int] = frozenset()
    """The seats that have agreed."""
