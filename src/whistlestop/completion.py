"""The cheapest way to complete a ticket, counted in pieces."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.limits import PLACES
from whistlestop.networks import open_words, words
from whistlestop.rules.book import books_of
from whistlestop.rules.entry import completion as rules
from whistlestop.view import View


@dataclass(frozen=True, slots=True)
class Way:
    """A way to complete a ticket."""

    pieces: int
    """Spaces that are still to be claimed; 0 = completed."""
    routes: tuple[str, ...]
    """The routes still to be claimed, from the ticket's origin on."""
    points: int
    """What the ticket is worth this way."""


def cheapest_way(view: View, seat: int, ticket: str) -> Way | None:
    """The cheapest way to complete a ticket over the player's own routes and open ones.

    Args:
        view: what is on the table; routes are public, so any view will do.
        seat: whose network counts.
        ticket: the ticket's code.

    Returns:
        The way with the fewest pieces, among equals the most valuable; None if none is open.
    """
    return cheapest_ways(view, seat, (ticket,))[ticket]


def cheapest_ways(view: View, seat: int, tickets: Iterable[str]) -> dict[str, Way | None]:
    """The cheapest ways to complete several tickets, by code."""
    wanted = list(tickets)
    index = gazetteer(view.edition)
    owned = words(*([index.route_of[code] for code in each.routes] for each in view.players))
    free = open_words(view.edition, owned, seat)
    numbers = np.array([index.ticket_of[code] for code in wanted], dtype=np.int64)
    room = np.empty((2, PLACES), dtype=np.int64)
    ways = np.empty((len(wanted), rules.WAY), dtype=np.int16)
    rules.cheapest_ways(books_of(view.edition), owned[seat], free, numbers, room, ways)
    found: dict[str, Way | None] = {}
    for code, way in zip(wanted, ways.tolist(), strict=True):
        pieces, points, number = way[rules.PIECES], way[rules.POINTS], way[rules.NUMBER]
        back = way[rules.ROUTES_FROM : rules.ROUTES_FROM + number]
        routes = tuple(index.route_codes[route] for route in reversed(back))
        found[code] = None if pieces == rules.NO_WAY else Way(pieces, routes, points)
    return found
