"""Who can get a seat during a game, who had it, and who can take it back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from whistlestop.server.table.seats import Seat

Offerer = Literal["player", "host"]
"""Who offers a seat to another person: the player who sits there, or the host."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer of a seat. Another person can take the seat with the key of a link."""

    by: Offerer
    key: str
    """The hash of the link's key. The key itself is not stored."""


@dataclass(frozen=True, slots=True)
class Owner:
    """A person who lost a seat while they were away, and who can take it back."""

    person: str
    name: str
    """The name of the player in the seat when the person lost it."""
    beside: bool
    """Whether the seat belonged to a second player at the person's device."""


@dataclass
class Holders:
    """The open offers of a table's seats, and the people who had seats."""

    offers: dict[int, Offer] = field(default_factory=dict[int, Offer])
    """The open offers of seats, by seat."""
    former: dict[str, int] = field(default_factory=dict[str, int])
    """The last seat of each person who had a seat and has none now, keyed by the person's id."""
    owners: dict[int, tuple[Owner, ...]] = field(default_factory=dict[int, tuple[Owner, ...]])
    """The people who lost each seat while they were away, in the order in which they lost it."""

    earlier: dict[int, list[Seat]] = field(default_factory=dict[int, list[Seat]])
    """The earlier players of each seat, by seat: the `Seat` as it was before each change of player
    during the game, the oldest first. Seats that still have their first player are left out."""

    def end(self) -> None:
        """Withdraw all offers and all rights to come back, because the game has ended."""
        self.offers.clear()
        self.owners.clear()

    def forget(self, person: str) -> None:
        """Remove a person from the former players, and from the people who can take a seat back."""
        for seat, owners in [*self.owners.items()]:
            self.owners[seat] = tuple(one for one in owners if one.person != person)
        self.former.pop(person, None)
