"""The capacities of the engine: how large an edition may be.

The rules keep a game in one fixed-size record, so every edition has to fit the same tables.
The loader refuses an edition that does not, naming the capacity.
"""

from __future__ import annotations

from typing import Final

SEATS: Final = 5
"""Most players at one table."""

COLOURS: Final = 8
"""Most card colours; they are the kinds 0 to 7."""

LOCOMOTIVE: Final = 8
"""The kind of the wild card that is good for every length."""

LOCOMOTIVE4: Final = 9
"""The kind of the wild card for long routes only (M-10)."""

PASSENGER: Final = 10
"""The kind of the passenger card (M-12)."""

KINDS: Final = 11
"""Number of card kinds: the colours, then the three above."""

DISPLAY: Final = 5
"""Face-up cards (C-01)."""

ROUTES: Final = 128
"""Most routes, every parallel one counted."""

PLACES: Final = 64
"""Most places: cities, and one border point for every way into a country."""

TICKETS: Final = 64
"""Most tickets, all stacks together."""

STACKS: Final = 2
"""Most ticket stacks."""

OFFER: Final = 5
"""Most tickets offered at once."""

OPTIONS: Final = 4
"""Most destinations named by one ticket (S-03)."""

LENGTH: Final = 8
"""Longest route."""

DISTRICTS: Final = 8
"""Most districts (L-10)."""

TOKENS: Final = 4
"""Most merchandise tokens in one city (M-25)."""

STATIONS: Final = 3
"""Most stations a player."""

TIE_BREAKS: Final = 4
"""Most tie-breaks in a row."""

CARDS_OF_A_KIND: Final = 100
"""Most cards of one kind; all kinds together stay below 250."""

CARDS: Final = 250
"""Most cards in the whole deck."""

PIECES: Final = 100
"""Most pieces a player."""
