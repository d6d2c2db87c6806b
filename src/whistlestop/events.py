"""Typed events: one class for each kind of thing that happens in a game.

`event.seen_by(viewer)` returns the event as one viewer sees it. Fields that the viewer may not see
are None.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from whistlestop.actions import Cards


@dataclass(frozen=True, slots=True)
class _Public:
    """The base class of events without secrets: every viewer sees all fields."""

    def seen_by(self, viewer: int | None) -> Self:
        """Return the event itself, because every viewer may see all of its fields."""
        del viewer
        return self


@dataclass(frozen=True, slots=True)
class GameStarted(_Public):
    """The game begins. The seat `starter` will take the first turn (C-03)."""

    edition: str
    """The name of the edition."""
    seats: int
    """The number of seats, from 2 to 5."""
    starter: int
    """The seat that takes the first turn, counted from 0."""


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """A seat was dealt its starting hand (C-01). Only the seat may see which cards."""

    seat: int
    """The seat that was dealt the cards."""
    number: int
    """The number of cards."""
    cards: tuple[str, ...] | None
    """The kind of each card, in the order of dealing. None unless the viewer is this seat."""

    def seen_by(self, viewer: int | None) -> CardsDealt:
        """Return the event as one viewer sees it. `viewer` is a seat, or None for a spectator."""
        return self if viewer == self.seat else replace(self, cards=None)


@dataclass(frozen=True, slots=True)
class DisplayRefilled(_Public):
    """A card was turned up in a slot of the display, counted from 0 (C-10)."""

    slot: int
    """The slot of the display, from 0 to 4."""
    card: str
    """The kind of the card."""


@dataclass(frozen=True, slots=True)
class DisplaySwept(_Public):
    """The display was discarded because it showed too many cards of one kind (C-14, M-12)."""

    card: str
    """The kind of card that the display showed too often."""


@dataclass(frozen=True, slots=True)
class DeckReshuffled(_Public):
    """The discard pile, of `cards` cards, was shuffled and became the deck (C-15)."""

    cards: int
    """The number of cards in the new deck."""


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A seat drew a card (C-10). Only the seat may see a card from the deck."""

    seat: int
    """The seat that drew the card."""
    slot: int | None
    """The slot of the display, or None if the card came from the deck."""
    card: str | None
    """The kind of the card. None if the card came from the deck and the viewer is not this seat."""

    def seen_by(self, viewer: int | None) -> CardDrawn:
        """Return the event as one viewer sees it. `viewer` is a seat, or None for a spectator."""
        if self.slot is not None or viewer == self.seat:
            return self
        return replace(self, card=None)


@dataclass(frozen=True, slots=True)
class TicketsOffered:
    """A seat was offered tickets to choose from (C-30). Only the seat may see which ones."""

    seat: int
    """The seat that chooses."""
    stacks: tuple[str, ...]
    """The stack of each ticket, in the order of the offer. The backs of tickets are public."""
    tickets: tuple[str, ...] | None
    """The codes of the tickets. None unless the viewer is this seat."""

    def seen_by(self, viewer: int | None) -> TicketsOffered:
        """Return the event as one viewer sees it. `viewer` is a seat, or None for a spectator."""
        return self if viewer == self.seat else replace(self, tickets=None)


@dataclass(frozen=True, slots=True)
class TicketsAnswered(_Public):
    """A seat has chosen its opening tickets. The choice is still secret (C-02)."""

    seat: int
    """The seat that has chosen."""


@dataclass(frozen=True, slots=True)
class TicketsKept:
    """A seat kept some tickets and gave the others back (C-31, C-32).

    Only the seat may see which tickets these are.
    """

    seat: int
    """The seat that kept the tickets."""
    kept_stacks: tuple[str, ...]
    """The stack of each kept ticket. The backs of tickets are public."""
    returned_stacks: tuple[str, ...]
    """The stack of each ticket that was given back."""
    unkept: str | None
    """Where the returned tickets went: `bottom` = to the bottom of their stacks, `reshuffle` = back
    into their stacks, which were shuffled again, `out` = out of the game. None if all tickets were
    kept."""
    kept: tuple[str, ...] | None
    """The codes of the kept tickets. None unless the viewer is this seat."""
    returned: tuple[str, ...] | None
    """The codes of the tickets that were given back. None unless the viewer is this seat."""

    def seen_by(self, viewer: int | None) -> TicketsKept:
        """Return the event as one viewer sees it. `viewer` is a seat, or None for a spectator."""
        return self if viewer == self.seat else replace(self, kept=None, returned=None)


@dataclass(frozen=True, slots=True)
class RouteClaimed(_Public):
    """A seat claimed a route (C-20)."""

    seat: int
    """The seat that claimed the route."""
    route: str
    """The code of the route."""
    cards: Cards
    """The cards that paid for the route, without the surcharge of a tunnel."""
    points: int
    """The points that the seat scored for the route at once."""


@dataclass(frozen=True, slots=True)
class TunnelEntered(_Public):
    """A seat laid out a set of cards to claim a tunnel (E-11)."""

    seat: int
    """The seat that tries to claim the tunnel."""
    route: str
    """The code of the tunnel's route."""
    cards: Cards
    """The cards with which the seat pays for the route, without a surcharge."""


@dataclass(frozen=True, slots=True)
class TunnelCardRevealed(_Public):
    """A card was turned up from the deck for a tunnel (E-11)."""

    card: str
    """The kind of the card."""
    asks: bool
    """Whether the card adds one card to the surcharge (E-11, E-45)."""


@dataclass(frozen=True, slots=True)
class SurchargeDue(_Public):
    """The surcharge of a tunnel was determined: a number of cards, which may be 0 (E-11)."""

    seat: int
    """The seat that has to pay the surcharge or give the tunnel up."""
    number: int
    """The number of further cards that the tunnel costs, from 0 to 3."""


@dataclass(frozen=True, slots=True)
class SurchargePaid(_Public):
    """A seat paid the surcharge of a tunnel (E-12)."""

    seat: int
    """The seat that paid."""
    cards: Cards
    """The cards of the surcharge alone."""


@dataclass(frozen=True, slots=True)
class SubstituteGiven(_Public):
    """A seat gave a card for a card of its payment that it did not pay (F-12, F-14)."""

    seat: int
    """The seat that gave the card."""
    card: str
    """The kind of the card."""
    left: int
    """The number of cards that the seat still has to give for the route."""


@dataclass(frozen=True, slots=True)
class TunnelLeft(_Public):
    """A seat gave a tunnel up and took its cards back (E-12)."""

    seat: int
    """The seat that gave the tunnel up."""
    route: str
    """The code of the tunnel's route."""


@dataclass(frozen=True, slots=True)
class StationBuilt(_Public):
    """A seat built a station (E-20)."""

    seat: int
    """The seat that built the station."""
    city: str
    """The code of the station's city."""
    cards: Cards
    """The cards that paid for the station."""


@dataclass(frozen=True, slots=True)
class PassengerPlaced(_Public):
    """A seat placed a passenger (M-20)."""

    seat: int
    """The seat that placed the passenger."""
    city: str
    """The code of the city where the passenger now stands."""


@dataclass(frozen=True, slots=True)
class JourneyStarted(_Public):
    """A passenger began a journey in a city (M-21)."""

    seat: int
    """The seat whose passenger travels."""
    city: str
    """The code of the city where the journey begins."""


@dataclass(frozen=True, slots=True)
class PassengerMoved(_Public):
    """A passenger travelled along a route (M-21)."""

    seat: int
    """The seat whose passenger travels."""
    route: str
    """The code of the route."""
    city: str
    """The code of the city at the end of the route, where the passenger is now."""
    toll: bool
    """Whether the move cost the seat a passenger card."""


@dataclass(frozen=True, slots=True)
class MerchandiseCollected(_Public):
    """A passenger collected the top token of a city (M-22)."""

    seat: int
    """The seat whose passenger collected the token."""
    city: str
    """The code of the city."""
    points: int
    """The points on the token."""


@dataclass(frozen=True, slots=True)
class JourneyEnded(_Public):
    """A journey ended in a city, and the passenger left the game (M-23)."""

    seat: int
    """The seat whose passenger travelled."""
    city: str
    """The code of the city where the journey ended."""


@dataclass(frozen=True, slots=True)
class TurnPassed(_Public):
    """A seat passed its turn, because it could do nothing else (I-03)."""

    seat: int
    """The seat that passed."""


@dataclass(frozen=True, slots=True)
class FinalRound(_Public):
    """The final round began, because this seat has few pieces left (C-40).

    Every seat has one more turn.
    """

    seat: int
    """The seat that has few pieces left."""


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
    | SubstituteGiven
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
