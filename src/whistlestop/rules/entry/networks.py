"""Results that depend only on the owners of routes, for callers that have no state.

The functions take records in arrays of one, as in `whole_actions`. A set of routes is an array of
its two words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.rules import attractions
from whistlestop.rules.bits import NONE, bit, lowest, without_lowest
from whistlestop.rules.compiling import rule
from whistlestop.rules.districts import is_linked
from whistlestop.rules.doubly_joined import is_doubly_joined
from whistlestop.rules.networks import components
from whistlestop.rules.ownership import closed_by, open_to
from whistlestop.rules.tickets import value
from whistlestop.rules.trails import trail_routes

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number, Numbers, Records
    from whistlestop.rules.record_types import Book, Trail


@rule
def open_routes(books: Records[Book], owned: Numbers, seat: Number, found: Numbers):
    """Write the routes that a seat may still claim as far as ownership goes (C-25, C-26).

    Args:
        books: the edition, as an array of one record.
        owned: [seat, word] the routes of each player at the table.
        seat: the seat that would claim.
        found: [word] the routes are written here.
    """
    for word in range(2):
        found[word] = open_to(books[0], owned, owned.shape[0], seat, word)


@rule
def closed_routes(books: Records[Book], seats: Number, route: Number, own: Number, found: Numbers):
    """Write the routes that an owned route closes to a seat.

    Args:
        books: the edition, as an array of one record.
        seats: the number of players at the table.
        route: the route that has an owner.
        own: whether the seat to which routes are closed is itself the owner.
        found: [word] the routes are written here.
    """
    for word in range(2):
        found[word] = closed_by(books[0], seats, route, own, word)


@rule
def part_numbers(books: Records[Book], routes: Numbers, parts: Numbers, found: Numbers):
    """Write for each place the number of its connected part of a network.

    Args:
        books: the edition, as an array of one record.
        routes: [word] the network.
        parts: `uint64[PARTS]`, a workspace for sets of places.
        found: [place] the numbers are written here. A place without routes is a part of its own,
            with a negative number.
    """
    for place in range(found.shape[0]):
        found[place] = -1 - place
    for i in range(components(books[0], routes[0], routes[1], parts)):
        places = parts[i]
        while places != NONE:
            found[lowest(places)] = i
            places = without_lowest(places)


@rule
def ticket_values(
    books: Records[Book], routes: Numbers, tickets: Numbers, parts: Numbers, found: Numbers
):
    """Write to `found` how many points each ticket is worth to the owner of a network.

    Args:
        books: the edition, as an array of one record.
        routes: [word] the network.
        tickets: the numbers of the tickets.
        parts: `uint64[PARTS]`, a workspace for sets of places.
        found: [i] the points of the i-th ticket are written here, negative if it is not completed.
    """
    number = components(books[0], routes[0], routes[1], parts)
    for i in range(tickets.shape[0]):
        found[i] = value(books[0], tickets[i], parts, number)


@rule
def linked_districts(books: Records[Book], routes: Numbers, parts: Numbers):
    """Return the set of districts that a network links.

    Args:
        books: the edition, as an array of one record.
        routes: [word] the network.
        parts: `uint64[PARTS]`, a workspace for sets of places.
    """
    number = components(books[0], routes[0], routes[1], parts)
    linked = NONE
    for district in range(books[0].district_count):
        if is_linked(books[0], district, parts, number):
            linked |= bit(district)
    return linked


@rule
def attractions_touched(books: Records[Book], routes: Numbers, parts: Numbers):
    """Return the set of places with an attraction that a network touches.

    Args:
        books: the edition, as an array of one record.
        routes: [word] the network.
        parts: `uint64[PARTS]`, a workspace for sets of places.
    """
    number = components(books[0], routes[0], routes[1], parts)
    return attractions.attractions_touched(books[0], parts, number)


@rule
def longest_path(books: Records[Book], works: Records[Trail], order: Numbers):
    """Write the routes of the longest path, in order, and return the number of routes.

    Call `longest_trail` before, which finds the path.

    Args:
        books: the edition, as an array of one record.
        works: the `TRAIL` record that was passed to `longest_trail`, as an array of one record.
        order: receives the routes. It needs one element for each route of the network.
    """
    return trail_routes(books[0], works[0], order)


@rule
def doubly_joined(
    books: Records[Book], routes: Numbers, ticket: Number, points: Number, via: Numbers
):
    """Return whether a ticket is doubly joined (B-10). See `rules.doubly_joined.is_doubly_joined`.

    Args:
        books: the edition, as an array of one record.
        routes: [word] the network of the ticket's owner.
        ticket: the number of the ticket.
        points: the points that the ticket is worth to its owner.
        via: `int64[PLACES]`, a workspace.
    """
    return is_doubly_joined(books[0], ticket, points, routes[0], routes[1], via)


@rule
def two_ways(
    books: Records[Book],
    routes: Numbers,
    ticket: Number,
    points: Number,
    via: Numbers,
    found: Numbers,
):
    """Find two ways that share no route and make a ticket doubly joined (B-10).

    `found` receives the routes of both ways together, and no others: without any one of them, the
    ticket is not doubly joined. If the ticket is not doubly joined, `found` receives no routes.

    Args:
        books: the edition, as an array of one record.
        routes: [word] the network of the ticket's owner.
        ticket: the number of the ticket.
        points: the points that the ticket is worth to its owner.
        via: `int64[PLACES]`, a workspace.
        found: [word] the routes are written here.
    """
    book = books[0]
    found[0], found[1] = NONE, NONE
    if is_doubly_joined(book, ticket, points, routes[0], routes[1], via):
        found[0], found[1] = routes[0], routes[1]
        for word in range(2):
            left = routes[word]
            while left != NONE:
                route = bit(lowest(left))
                left = without_lowest(left)
                found[word] &= ~route
                if not is_doubly_joined(book, ticket, points, found[0], found[1], via):
                    found[word] |= route
