"""What a ticket still needs: the cheapest way to complete it, counted in pieces."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.limits import PLACES
from whistlestop.rules import ways as rules
from whistlestop.rules.book import books_of
from whistlestop.view import View, members


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
    """The cheapest way to complete a ticket by one's own routes and open ones.

    Args:
        view: what is on the table; routes are public, so any view will do.
        seat: whose network counts.
        ticket: the ticket's code.

    Returns:
        The way with the fewest pieces, among equals the most valuable; None if none is open.
    """
    return cheapest_ways(view, seat, (ticket,))[ticket]


def cheapest_ways(view: View, seat: int, tickets: Iterable[str]) -> dict[str, Way | None]:
    """The same of several tickets, by code."""
    wanted = list(tickets)
    index = gazetteer(view.edition)
    own, free = _own_and_free(view, seat)
    numbers = np.array([index.ticket_of[code] for code in wanted], dtype=np.int64)
    room = np.empty((2, PLACES), dtype=np.int64)
    ways = np.empty((len(wanted), rules.WAY), dtype=np.int16)
    rules.cheapest_ways(books_of(view.edition), own, free, numbers, room, ways)
    found: dict[str, Way | None] = {}
    for code, way in zip(wanted, ways.tolist(), strict=True):
        pieces, points, number = way[rules.PIECES], way[rules.POINTS], way[rules.NUMBER]
        back = way[rules.ROUTES_FROM : rules.ROUTES_FROM + number]
        routes = tuple(index.route_codes[route] for route in reversed(back))
        found[code] = None if pieces == rules.NO_WAY else Way(pieces, routes, points)
    return found


def open_routes(view: View, seat: int) -> set[str]:
    """The routes that a seat may still claim, as far as ownership goes (C-25, C-26)."""
    codes = gazetteer(view.edition).route_codes
    _, free = _own_and_free(view, seat)
    return {codes[route] for route in members(*free.tolist())}


def _own_and_free(view: View, seat: int) -> tuple[np.ndarray, np.ndarray]:
    """A seat's routes, and those that it may still claim, each as both words of a set."""
    route_of = gazetteer(view.edition).route_of
    sets = [sum(1 << route_of[code] for code in player.routes) for player in view.players]
    own, taken = _words(sets[seat]), _words(sum(sets))
    free = np.empty(2, dtype=np.uint64)
    rules.open_routes(books_of(view.edition), own, taken, len(sets), free)
    return own, free


def _words(routes: int) -> np.ndarray:
    return np.array([routes & (1 << 64) - 1, routes >> 64], dtype=np.uint64)
