"""Typed events: what happened in a game. Each knows which of its parts are secret, and whose.

A field that may be hidden is None where the viewer may not see it; `seen_by` hides it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from whistlestop.actions import Cards


@dataclass(frozen=True, slots=True)
class _Public:
    """An event that everybody sees whole."""

    def seen_by(self, viewer: int | None) -> Self:
        """The event as this seat sees it; None is a spectator."""
        del viewer
        return self


@dataclass(frozen=True, slots=True)
class GameStarted(_Public):
    """The table is set; this seat will take the first turn (C-03)."""

    edition: str
    seats: int
    starter: int


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """A starting hand (C-01); the cards are the seat's secret."""

    seat: int
    number: int
    cards: tuple[str, ...] | None

    def seen_by(self, viewer: int | None) -> CardsDealt:
        """The event as this seat sees it; None is a spectator."""
        return self if viewer == self.seat else replace(self, cards=None)


@dataclass(frozen=True, slots=True)
class DisplayRefilled(_Public):
    """A card was turned up in this slot, counted from 0 (C-10)."""

    slot: int
    card: str


@dataclass(frozen=True, slots=True)
class DisplaySwept(_Public):
    """The display was discarded because it showed too many cards of one kind (C-14, M-12)."""

    card: str


@dataclass(frozen=True, slots=True)
class DeckReshuffled(_Public):
    """The discards became the deck (C-15)."""

    cards: int


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A card was drawn; one from the deck is the seat's secret (C-10)."""

    seat: int
    slot: int | None
    """The display slot, or None: from the deck."""
    card: str | None

    def seen_by(self, viewer: int | None) -> CardDrawn:
        """The event as this seat sees it; None is a spectator."""
        if self.slot is not None or viewer == self.seat:
            return self
        return replace(self, card=None)


@dataclass(frozen=True, slots=True)
class TicketsOffered:
    """Tickets were drawn to choose from; which ones is the seat's secret (C-30)."""

    seat: int
    stacks: tuple[str, ...]
    """The stack of each, in order: their backs are public."""
    tickets: tuple[str, ...] | None

    def seen_by(self, viewer: int | None) -> TicketsOffered:
        """The event as this seat sees it; None is a spectator."""
        return self if viewer == self.seat else replace(self, tickets=None)


@dataclass(frozen=True, slots=True)
class TicketsAnswered(_Public):
    """A seat has chosen its opening tickets; nobody sees yet what (C-02)."""

    seat: int


@dataclass(frozen=True, slots=True)
class TicketsKept:
    """A seat kept some tickets and gave the others back (C-31, C-32)."""

    seat: int
    kept_stacks: tuple[str, ...]
    """The stack of each kept ticket: their backs are public."""
    returned_stacks: tuple[str, ...]
    unkept: str | None
    """Where the returned tickets went: `bottom`, `reshuffle` or `out`; None if all were kept."""
    kept: tuple[str, ...] | None
    returned: tuple[str, ...] | None

    def seen_by(self, viewer: int | None) -> TicketsKept:
        """The event as this seat sees it; None is a spectator."""
        return self if viewer == self.seat else replace(self, kept=None, returned=None)


@dataclass(frozen=True, slots=True)
class RouteClaimed(_Public):
    """A seat claimed a route (C-20)."""

    seat: int
    route: str
    cards: Cards
    points: int


@dataclass(frozen=True, slots=True)
class TunnelEntered(_Public):
    """A seat laid out a set for a tunnel (E-11)."""

    seat: int
    route: str
    cards: Cards


@dataclass(frozen=True, slots=True)
class TunnelCardRevealed(_Public):
    """A card of the deck was turned up for the tunnel (E-11)."""

    card: str


@dataclass(frozen=True, slots=True)
class SurchargeDue(_Public):
    """The tunnel asks for a number of further cards, which may be 0 (E-11)."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class SurchargePaid(_Public):
    """The seat paid them (E-12)."""

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class TunnelLeft(_Public):
    """The seat took its set back (E-12)."""

    seat: int
    route: str


@dataclass(frozen=True, slots=True)
class StationBuilt(_Public):
    """A seat built a station (E-20)."""

    seat: int
    city: str
    cards: Cards


@dataclass(frozen=True, slots=True)
class PassengerPlaced(_Public):
    """A seat placed a passenger (M-20)."""

    seat: int
    city: str


@dataclass(frozen=True, slots=True)
class JourneyStarted(_Public):
    """A passenger set out from this city (M-21)."""

    seat: int
    city: str


@dataclass(frozen=True, slots=True)
class PassengerMoved(_Public):
    """The passenger travelled along a route into this city (M-21)."""

    seat: int
    route: str
    city: str
    toll: bool
    """Whether it cost a passenger card."""


@dataclass(frozen=True, slots=True)
class MerchandiseCollected(_Public):
    """The passenger took the top token of this city (M-22)."""

    seat: int
    city: str
    points: int


@dataclass(frozen=True, slots=True)
class JourneyEnded(_Public):
    """The journey ended in this city and the passenger left the game (M-23)."""

    seat: int
    city: str


@dataclass(frozen=True, slots=True)
class TurnPassed(_Public):
    """A seat could do nothing (I-03)."""

    seat: int


@dataclass(frozen=True, slots=True)
class FinalRound(_Public):
    """The final round began: this seat ran low on pieces; everybody has one more turn (C-40)."""

    seat: int


@dataclass(frozen=True, slots=True)
class GameOver(_Public):
    """The game has ended."""


Event = (
    GameStarted
    | CardsDealt
    | DisplayRefilled
    | DisplaySwept
    | DeckReshuffled
    | CardDrawn
    | TicketsOffered
    | TicketsAnswered
    | TicketsKept
    | RouteClaimed
    | TunnelEntered
    | TunnelCardRevealed
    | SurchargeDue
    | SurchargePaid
    | TunnelLeft
    | StationBuilt
    | PassengerPlaced
    | JourneyStarted
    | PassengerMoved
    | MerchandiseCollected
    | JourneyEnded
    | TurnPassed
    | FinalRound
    | GameOver
)
"""Anything that can happen."""
