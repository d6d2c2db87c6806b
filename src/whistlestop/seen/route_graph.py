"""Open routes, connected parts, completed tickets and longest paths, found by the compiled rules.

All results follow from who owns which route, which is public. Routes, places, tickets and districts
are given and returned as numbers of the edition's index (`gazetteer`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np

from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.limits import PLACES, ROUTES
from whistlestop.editions.model import Edition
from whistlestop.rules.book import book_of, books_of
from whistlestop.rules.entry import networks as rules
from whistlestop.rules.networks import PARTS
from whistlestop.rules.trails import TRAIL, longest_trail


def words(*sets: Iterable[int]) -> np.ndarray:
    """Return sets of routes or tickets as the bits of an array `uint64[number of sets, 2]`.

    Each argument has the numbers of the members of one set, from 0 to 127. Bit n of the first word
    stands for n, and bit n of the second word for 64 + n.
    """
    rows: list[tuple[int, int]] = []
    for numbers in sets:
        mask = 0
        for number in numbers:
            mask |= 1 << number
        rows.append((mask & _LOW, mask >> 64))
    return np.array(rows, dtype=np.uint64)


_LOW: Final = (1 << 64) - 1


def members(*words: int | np.integer[Any]) -> list[int]:
    """Return the members of a set that is given as 64-bit words, in ascending order.

    Bit n of the first word stands for n, bit n of the second word for 64 + n, and so on.
    """
    found: list[int] = []
    for offset, word in enumerate(words):
        rest = int(word)
        while rest:
            lowest = rest & -rest
            found.append(64 * offset + lowest.bit_length() - 1)
            rest ^= lowest
    return found


def open_words(edition: Edition, owned: np.ndarray, seat: int) -> np.ndarray:
    """Return the routes that no claim closes to a seat, as two 64-bit words (C-25, C-26).

    A claim closes the route itself to all seats, and may close parallel routes. Cards and pieces
    are not checked.

    Args:
        edition: the game's edition.
        owned: the routes of each player at the table, as `words` returns them.
        seat: the seat that would claim a route.
    """
    found = np.empty(2, dtype=np.uint64)
    rules.open_routes(books_of(edition), owned, seat, found)
    return found


def open_routes(edition: Edition, owned: Sequence[Iterable[int]], seat: int) -> list[bool]:
    """Return for each route, by its number, whether no claim closes it to a seat (C-25, C-26).

    Cards and pieces are not checked.

    Args:
        edition: the game's edition.
        owned: the routes of each player at the table.
        seat: the seat that would claim a route.
    """
    found = open_words(edition, words(*owned), seat).astype("<u8").view(np.uint8)
    return np.unpackbits(found, bitorder="little")[: len(edition.routes)].astype(bool).tolist()


@lru_cache(maxsize=4096)
def closed_by(edition: Edition, seats: int, route: int, own: bool) -> frozenset[int]:
    """Return the routes that a seat can no longer claim after a route has been claimed.

    The claimed route is one of them.

    Args:
        edition: the game's edition.
        seats: the number of players at the table.
        route: the claimed route.
        own: True = the seat itself claimed the route. False = another seat claimed it.
    """
    found = np.empty(2, dtype=np.uint64)
    rules.closed_routes(books_of(edition), seats, route, own, found)
    return frozenset(members(*found.tolist()))


def part_numbers(edition: Edition, routes: Iterable[int]) -> list[int]:
    """Return for each place the number of its connected part in the network of some routes.

    Two places have equal numbers if the routes connect them. The number of a place that no route
    reaches is negative.
    """
    found = np.empty(len(gazetteer(edition).places), dtype=np.int64)
    rules.part_numbers(books_of(edition), words(routes)[0], _parts(), found)
    return found.tolist()


def completed_tickets(
    edition: Edition, routes: Iterable[int], tickets: Sequence[int]
) -> frozenset[int]:
    """Return the tickets among `tickets` that some routes complete (C-33)."""
    worth = _ticket_points(edition, words(routes)[0], tickets)
    return frozenset(ticket for ticket, points in worth.items() if points > 0)


def _ticket_points(edition: Edition, routes: np.ndarray, tickets: Sequence[int]) -> dict[int, int]:
    """Return the points of each ticket that some routes complete, and 0 or less for the others.

    `routes` is `uint64[2]`, as in a row of `words`.
    """
    points = np.empty(len(tickets), dtype=np.int64)
    numbers = np.array(tickets, dtype=np.int64)
    rules.ticket_values(books_of(edition), routes, numbers, _parts(), points)
    return dict(zip(tickets, points.tolist(), strict=True))


def linked_districts(edition: Edition, routes: Iterable[int]) -> frozenset[int]:
    """Return the districts whose places are all connected by some routes (L-10)."""
    return frozenset(members(rules.linked_districts(books_of(edition), words(routes)[0], _parts())))


def attractions_touched(edition: Edition, routes: Iterable[int]) -> frozenset[int]:
    """Return the places with an attraction that the network of some routes touches (N-10)."""
    found = rules.attractions_touched(books_of(edition), words(routes)[0], _parts())
    return frozenset(members(found))


def longest_path(edition: Edition, routes: Iterable[int]) -> tuple[int, ...]:
    """Return the routes of the longest path in a network, in travelling order (U-10).

    `routes` are all routes of the network. If several paths are longest, return one of them.
    """
    work, order = np.empty(1, dtype=TRAIL), np.empty(ROUTES, dtype=np.int64)
    # Two calls: the first function is compiled already, because the final scoring uses it.
    low, high = words(routes)[0]
    longest_trail(book_of(edition), low, high, work[0])
    number = rules.longest_path(books_of(edition), work, order)
    return tuple(order[:number].tolist())


def doubly_joined(edition: Edition, routes: np.ndarray, ticket: int, points: int) -> bool:
    """Return whether a player's routes complete a ticket by two ways that share no route (B-10).

    Such a ticket is doubly joined. The ways may meet in cities.

    Args:
        edition: the edition.
        routes: the routes of the ticket's owner, `uint64[2]`, as in a row of `words`.
        ticket: the ticket.
        points: the points that the completed ticket brings its owner.
    """
    via = np.empty(PLACES, dtype=np.int64)
    return bool(rules.doubly_joined(books_of(edition), routes, ticket, points, via))


def doubly_joined_tickets(
    edition: Edition, routes: Iterable[int], tickets: Sequence[int]
) -> frozenset[int]:
    """Return the tickets among `tickets` that are doubly joined (B-10).

    Args:
        edition: the edition.
        routes: the routes of the tickets' owner.
        tickets: the numbers of the tickets. Those that the routes do not complete are left out.
    """
    row = words(routes)[0]
    worth = _ticket_points(edition, row, tickets)
    return frozenset(
        ticket
        for ticket, points in worth.items()
        if points > 0 and doubly_joined(edition, row, ticket, points)
    )


def two_ways(edition: Edition, routes: Iterable[int], ticket: int, points: int) -> frozenset[int]:
    """Find two ways that share no route and make a ticket doubly joined (B-10).

    Return the routes of both ways together, and no others. Of several possible pairs of ways, one
    is chosen. The result is empty if the ticket is not doubly joined.

    Args:
        edition: the edition.
        routes: the routes of the ticket's owner.
        ticket: the ticket.
        points: the points that the completed ticket brings its owner.
    """
    via, found = np.empty(PLACES, dtype=np.int64), np.empty(2, dtype=np.uint64)
    rules.two_ways(books_of(edition), words(routes)[0], ticket, points, via, found)
    return frozenset(members(*found.tolist()))


def _parts() -> np.ndarray:
    return np.empty(PARTS, dtype=np.uint64)
