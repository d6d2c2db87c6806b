"""Find the cheapest ways to complete tickets. The cost is the number of pieces needed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.limits import PLACES
from whistlestop.rules.book import books_of
from whistlestop.rules.entry import completion as rules
from whistlestop.seen.route_graph import doubly_joined, open_words, words
from whistlestop.seen.view import View


@dataclass(frozen=True, slots=True)
class Way:
    """The routes that are still missing to complete a ticket, with their cost and its points."""

    pieces: int
    """The number of pieces needed for the missing routes. 0 if the ticket is completed already."""
    routes: tuple[str, ...]
    """The missing routes, in the order of the way from the ticket's origin."""
    points: int
    """The points of the ticket if it is completed in this way."""
    doubly_joined: bool = False
    """Whether the ticket is doubly joined already (B-10). False in editions without points for
    doubly joined tickets."""


def cheapest_way(view: View, seat: int, ticket: str) -> Way | None:
    """Return the cheapest way to complete a ticket over a seat's own routes and open ones.

    Args:
        view: the view of any viewer. Routes are public.
        seat: the seat that is to complete the ticket.
        ticket: the ticket's code.

    Returns:
        The way with the fewest pieces. Among several, one with the most points. None if the ticket
        cannot be completed any more.

    Raises:
        KeyError: the edition has no such ticket.
    """
    return cheapest_ways(view, seat, (ticket,))[ticket]


def cheapest_ways(view: View, seat: int, tickets: Iterable[str]) -> dict[str, Way | None]:
    """Return the cheapest way to complete each of several tickets.

    Args:
        view: the view of any viewer. Routes are public.
        seat: the seat that is to complete the tickets.
        tickets: the codes of the tickets.

    Returns:
        For the code of each ticket, the way that `cheapest_way` returns. None if the ticket cannot
        be completed any more.

    Raises:
        KeyError: the edition has no such ticket.
    """
    wanted = list(tickets)
    index = gazetteer(view.edition)
    owned = words(*([index.route_of[code] for code in each.routes] for each in view.players))
    free = open_words(view.edition, owned, seat)
    numbers = np.array([index.ticket_of[code] for code in wanted], dtype=np.int64)
    buffer = np.empty((2, PLACES), dtype=np.int64)
    ways = np.empty((len(wanted), rules.WAY), dtype=np.int16)
    rules.cheapest_ways(books_of(view.edition), owned[seat], free, numbers, buffer, ways)
    found: dict[str, Way | None] = {}
    for code, way in zip(wanted, ways.tolist(), strict=True):
        pieces, points, number = way[rules.PIECES], way[rules.POINTS], way[rules.NUMBER]
        back = way[rules.ROUTES_FROM : rules.ROUTES_FROM + number]
        routes = tuple(index.route_codes[route] for route in reversed(back))
        doubly = False
        if pieces == 0 and view.edition.doubly_joined:
            ticket = index.ticket_of[code]
            doubly = doubly_joined(view.edition, owned[seat], ticket, points)
        found[code] = None if pieces == rules.NO_WAY else Way(pieces, routes, points, doubly)
    return found
