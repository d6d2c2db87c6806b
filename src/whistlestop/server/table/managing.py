"""Open offers of seats and open requests of the host, as a table keeps them."""

from __future__ import annotations

from dataclasses import dataclass

from whistlestop.server.table.entries import Offerer


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer of a seat. Another person can take the seat with the key of a link."""

    by: Offerer
    key: str
    """The hash of the link's key. The key itself is not stored."""


@dataclass(frozen=True, slots=True)
class Passing:
    """The host's request that another person may take a seat."""

    entry: int
    """The number of the entry that made the request."""
    seat: int
    """The seat that the request is about."""
    asker: int | None
    """The host's seat; None if the host has none."""
    at: float
    """When the host asked, in seconds since 1970."""
    agreed: frozenset[int] = frozenset()
    """The seats whose players have agreed."""


@dataclass(frozen=True, slots=True)
class Owner:
    """A person who lost a seat while they were away, and who can take it back."""

    person: str
    name: str
    """The name of the player in the seat when the person lost it."""
    beside: bool
    """Whether the seat belonged to a second player at the person's device."""


@dataclass(frozen=True, slots=True)
class Closing:
    """The host's request to end the game without a result, while some players have not answered."""

    entry: int
    """The number of the entry that made the request."""
    seat: int | None
    """The host's seat; None if the host has none."""
    agreed: frozenset[int] = frozenset()
    """The seats whose players have agreed."""
