"""What follows from who owns which route, asked of the compiled rules; owners are public.

Routes, places, tickets and districts are numbers of the edition's index (`gazetteer`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.limits import ROUTES
from whistlestop.editions.model import Edition
from whistlestop.rules.book import book_of, books_of
from whistlestop.rules.entry import networks as rules
from whistlestop.rules.networks import PARTS
from whistlestop.rules.trails import TRAIL, longest_trail


def words(*sets: Iterable[int]) -> np.ndarray:
    """Sets of routes as the compiled rules take them: a row for each, of two 64-bit words."""
    rows: list[tuple[int, int]] = []
    for routes in sets:
        mask = 0
        for route in routes:
            mask |= 1 << route
        rows.append((mask & _LOW, mask >> 64))
    return np.array(rows, dtype=np.uint64)


_LOW: Final = (1 << 64) - 1


def members(*words: int) -> list[int]:
    """The members of a set given as 64-bit words, ascending."""
    found: list[int] = []
    for offset, word in enumerate(words):
        rest = int(word)
        while rest:
            lowest = rest & -rest
            found.append(64 * offset + lowest.bit_length() - 1)
            rest ^= lowest
    return found


def open_words(edition: Edition, owned: np.ndarray, seat: int) -> np.ndarray:
    """The routes that a seat may still claim as far as ownership goes, as two 64-bit words.

    Args:
        edition: the game's edition.
        owned: the routes of each player at the table, as `words` gives them.
        seat: the one that would claim.
    """
    found = np.empty(2, dtype=np.uint64)
    rules.open_routes(books_of(edition), owned, seat, found)
    return found


def open_routes(edition: Edition, owned: Sequence[Iterable[int]], seat: int) -> list[bool]:
    """For each route whether a seat may still claim it as far as ownership goes (C-25, C-26).

    Args:
        edition: the game's edition.
        owned: the routes of each player at the table.
        seat: the one that would claim.
    """
    found = open_words(edition, words(*owned), seat).astype("<u8").view(np.uint8)
    return np.unpackbits(found, bitorder="little")[: len(edition.routes)].astype(bool).tolist()


@lru_cache(maxsize=4096)
def closed_by(edition: Edition, seats: int, route: int, own: bool) -> frozenset[int]:
    """The routes that a seat can no longer claim once a route has an owner, that route included.

    Args:
        edition: the game's edition.
        seats: players at the table.
        route: the route that has an owner.
        own: whether the owner is that seat itself.
    """
    found = np.empty(2, dtype=np.uint64)
    rules.closed_routes(books_of(edition), seats, route, own, found)
    return frozenset(members(*found.tolist()))


def part_numbers(edition: Edition, routes: Iterable[int]) -> list[int]:
    """For each place the number of its connected part of the network that some routes make.

    Places that no route reaches are parts of their own, with negative numbers.
    """
    found = np.empty(len(gazetteer(edition).places), dtype=np.int64)
    rules.part_numbers(books_of(edition), words(routes)[0], _parts(), found)
    return found.tolist()


def completed_tickets(
    edition: Edition, routes: Iterable[int], tickets: Sequence[int]
) -> frozenset[int]:
    """Those of some tickets that routes complete (C-33)."""
    points = np.empty(len(tickets), dtype=np.int64)
    numbers = np.array(tickets, dtype=np.int64)
    rules.ticket_values(books_of(edition), words(routes)[0], numbers, _parts(), points)
    return frozenset(
        ticket for ticket, worth in zip(tickets, points.tolist(), strict=True) if worth > 0
    )


def linked_districts(edition: Edition, routes: Iterable[int]) -> frozenset[int]:
    """The districts all of whose places some routes link with each other (L-10)."""
    return frozenset(members(rules.linked_districts(books_of(edition), words(routes)[0], _parts())))


def longest_path(edition: Edition, routes: Iterable[int]) -> tuple[int, ...]:
    """A longest path in the network that some routes make, as its routes in order (U-10)."""
    work, order = np.empty(1, dtype=TRAIL), np.empty(ROUTES, dtype=np.int64)
    # Two calls: the first one is compiled already, for the final scoring.
    longest_trail(book_of(edition), *words(routes)[0], work[0])
    number = rules.longest_path(books_of(edition), work, order)
    return tuple(order[:number].tolist())


def _parts() -> np.ndarray:
    return np.empty(PARTS, dtype=np.uint64)
