"""The capacities of the engine: the maximum size of an edition.

The rules keep a game in one record of fixed size, so every edition must fit its tables. The loader
refuses a larger edition, and names the capacity.
"""

from __future__ import annotations

from typing import Final

SEATS: Final = 5
"""The maximum number of players at a table."""

COLOURS: Final = 8
"""The maximum number of card colours. They are the kinds 0 to 7."""

LOCOMOTIVE: Final = 8
"""The number of the kind of wild card that can be played for routes of every length."""

LOCOMOTIVE4: Final = 9
"""The number of the kind of wild card that can be played for long routes only (M-10)."""

PASSENGER: Final = 10
"""The number of the kind of card that is the passenger card (M-12)."""

KINDS: Final = 11
"""The number of card kinds: the colours, the two wild cards and the passenger card."""

DISPLAY: Final = 5
"""The number of face-up cards (C-01)."""

ROUTES: Final = 128
"""The maximum number of routes. Parallel routes count separately."""

PLACES: Final = 64
"""The maximum number of places: cities, and one border point for every way into a country."""

TICKETS: Final = 128
"""The maximum number of tickets in all stacks together."""

STACKS: Final = 2
"""The maximum number of ticket stacks."""

OFFER: Final = 7
"""The maximum number of tickets in an offer."""

SECOND_STACK: Final = 5
"""The maximum number of tickets in an offer that come from the second stack."""

OPTIONS: Final = 4
"""The maximum number of destinations of one ticket (S-03)."""

LENGTH: Final = 9
"""The maximum length of a route."""

DOUBLY_JOINED: Final = 10
"""The maximum length of the table of points for doubly joined tickets (B-11)."""

DISTRICTS: Final = 8
"""The maximum number of districts (L-10)."""

TOKENS: Final = 4
"""The maximum number of merchandise tokens in one city (M-25)."""

STATIONS: Final = 3
"""The maximum number of stations for each player."""

TIE_BREAKS: Final = 4
"""The maximum number of tie-breaks."""

CARDS_OF_A_KIND: Final = 100
"""The maximum number of cards of one kind."""

CARDS: Final = 250
"""The maximum number of cards in the deck."""

PIECES: Final = 100
"""The maximum number of pieces for each player."""
