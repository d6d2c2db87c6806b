"""Typed events, which tell what happened in a game.

`event.seen_by(viewer)` returns the event as one viewer sees it: fields that the viewer may not see
are None.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from whistlestop.actions import Cards


@dataclass(frozen=True, slots=True)
class _Public:
    """An event without secrets."""

    def seen_by(self, viewer: int | None) -> Self:
        """Return the event as a seat sees it. None is a spectator."""
        del viewer
        return self


@dataclass(frozen=True, slots=True)
class GameStarted(_Public):
    """The game begins. The seat `starter` will take the first turn (C-03)."""

    edition: str
    seats: int
    starter: int


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """A seat was dealt its starting hand (C-01). Only the seat may see which cards."""

    seat: int
    number: int
    cards: tuple[str, ...] | None

    def seen_by(self, viewer: int | None) -> CardsDealt:
        """Return the event as a seat sees it. None is a spectator."""
        return self if viewer == self.seat else replace(self, cards=None)


@dataclass(frozen=True, slots=True)
class DisplayRefilled(_Public):
    """A card was turned up in a slot of the display, counted from 0 (C-10)."""

    slot: int
    card: str


@dataclass(frozen=True, slots=True)
class DisplaySwept(_Public):
    """The display was discarded because it showed too many cards of one kind (C-14, M-12)."""

    card: str


@dataclass(frozen=True, slots=True)
class DeckReshuffled(_Public):
    """The discard pile, of `cards` cards, was shuffled and became the deck (C-15)."""

    cards: int


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A seat drew a card (C-10). Only the seat may see a card from the deck."""

    seat: int
    slot: int | None
    """The slot of the display, or None if the card came from the deck."""
    card: str | None

    def seen_by(self, viewer: int | None) -> CardDrawn:
        """Return the event as a seat sees it. None is a spectator."""
        if self.slot is not None or viewer == self.seat:
            return self
        return replace(self, card=None)


@dataclass(frozen=True, slots=True)
class TicketsOffered:
    """A seat was offered tickets to choose from (C-30). Only the seat may see which ones."""

    seat: int
    stacks: tuple[str, ...]
    """The stack of each ticket, in the order of the offer. The backs of tickets are public."""
    tickets: tuple[str, ...] | None

    def seen_by(self, viewer: int | None) -> TicketsOffered:
        """Return the event as a seat sees it. None is a spectator."""
        return self if viewer == self.seat else replace(self, tickets=None)


@dataclass(frozen=True, slots=True)
class TicketsAnswered(_Public):
    """A seat has chosen its opening tickets. The choice is still secret (C-02)."""

    seat: int


@dataclass(frozen=True, slots=True)
class TicketsKept:
    """A seat kept some tickets and gave the others back (C-31, C-32).

    Only the seat may see which tickets these are.
    """

    seat: int
    kept_stacks: tuple[str, ...]
    """The stack of each kept ticket. The backs of tickets are public."""
    returned_stacks: tuple[str, ...]
    """The stack of each ticket that was given back."""
    unkept: str | None
    """Where the returned tickets went: to the `bottom` of their stacks, back into the stacks to
    `reshuffle` them, or `out` of the game. None if all tickets were kept."""
    kept: tuple[str, ...] | None
    returned: tuple[str, ...] | None

    def seen_by(self, viewer: int | None) -> TicketsKept:
        """Return the event as a seat sees it. None is a spectator."""
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
    """A seat laid out a set of cards to claim a tunnel (E-11)."""

    seat: int
    route: str
    cards: Cards


@dataclass(frozen=True, slots=True)
class TunnelCardRevealed(_Public):
    """A card was turned up from the deck for a tunnel (E-11)."""

    card: str


@dataclass(frozen=True, slots=True)
class SurchargeDue(_Public):
    """The surcharge of a tunnel was determined: a number of cards, which may be 0 (E-11)."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class SurchargePaid(_Public):
    """A seat paid the surcharge of a tunnel (E-12)."""

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class TunnelLeft(_Public):
    """A seat gave a tunnel up and took its cards back (E-12)."""

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
    """A passenger began a journey in a city (M-21)."""

    seat: int
    city: str


@dataclass(frozen=True, slots=True)
class PassengerMoved(_Public):
    """A passenger travelled along a route (M-21)."""

    seat: int
    route: str
    city: str
    """The city at the end of the route, where the passenger is now."""
    toll: bool
    """Whether this cost the seat a passenger card."""


@dataclass(frozen=True, slots=True)
class MerchandiseCollected(_Public):
    """A passenger collected the top token of a city (M-22)."""

    seat: int
    city: str
    points: int


@dataclass(frozen=True, slots=True)
class JourneyEnded(_Public):
    """A journey ended in a city, and the passenger left the game (M-23)."""

    seat: int
    city: str


@dataclass(frozen=True, slots=True)
class TurnPassed(_Public):
    """A seat passed its turn, because it could do nothing else (I-03)."""

    seat: int


@dataclass(frozen=True, slots=True)
class FinalRound(_Public):
    """The final round began, because this seat has few pieces left (C-40).

    Every seat has one more turn.
    """

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
"""Any event of a game."""
