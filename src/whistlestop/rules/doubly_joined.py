"""Doubly joined tickets: completed tickets whose ends a second way joins as well (B-10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.rules.bits import NONE, bit, has, lowest, without_lowest
from whistlestop.rules.compiling import rule
from whistlestop.rules.networks import other_end, part_at

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number, Numbers, Set
    from whistlestop.rules.record_types import Book


@rule
def doubly_joined_points(book: Book, number: Number):
    """Return the points that `number` doubly joined tickets bring together (B-11).

    The result is element `number - 1` of the edition's table, or its last element if the table is
    shorter. It is 0 if `number` is 0, or if the edition gives no points for such tickets.
    """
    if number == 0 or book.doubly_joined_most == 0:
        return np.int64(0)
    return np.int64(book.doubly_joined[min(number, np.int64(book.doubly_joined_most)) - 1])


@rule
def is_doubly_joined(
    book: Book, ticket: Number, points: Number, routes0: Set, routes1: Set, via: Numbers
):
    """Return whether a ticket is doubly joined: by two ways that share no route (B-10).

    The ways may meet in cities. A ticket that is not completed is not doubly joined. If the ticket
    has several destinations, only those that are worth `points` count (I-25).

    Args:
        book: the edition.
        ticket: the ticket.
        points: the points that the completed ticket brings its owner.
        routes0: the owner's routes below 64.
        routes1: the owner's routes from 64 on.
        via: working memory, `int64[PLACES]`; its contents before the call do not matter.
    """
    for option in range(book.ticket_options[ticket]):
        if np.int64(book.ticket_points[ticket, option]) == points:
            origin, goal = book.ticket_origin[ticket], book.ticket_goal[ticket, option]
            if have_two_ways(book, origin, goal, routes0, routes1, via):
                return True
    return False


@rule
def have_two_ways(book: Book, starts: Set, goals: Set, routes0: Set, routes1: Set, via: Numbers):
    """Return whether two ways without a common route lead from places of `starts` to `goals`.

    Both ways may begin at the same place and end at the same place. The result is true, too, if a
    place is in both sets. There are two such ways if there is one
    way, and if none of its routes is indispensable: without any one of them, there is still a way.
    This is Menger's theorem (1927) for two ways.

    Args:
        book: the edition.
        starts: the set of places where a way may begin.
        goals: the set of places where a way may end.
        routes0: the routes below 64 that ways may use.
        routes1: the routes from 64 on that ways may use.
        via: working memory, `int64[PLACES]`; its contents before the call do not matter.
    """
    places = walk(book, starts, routes0, routes1, via)
    if places & goals == NONE:
        return False
    place = lowest(places & goals)
    while not has(starts, place):
        route = via[place]
        without0, without1 = routes0, routes1
        if route < 64:
            without0 &= ~bit(route)
        else:
            without1 &= ~bit(route - 64)
        if not are_joined(book, starts, goals, without0, without1):
            return False
        place = other_end(book, route, place)
    return True


@rule
def walk(book: Book, starts: Set, routes0: Set, routes1: Set, via: Numbers):
    """Return the set of places that routes reach from `starts`, and note a way to each in `via`.

    Args:
        book: the edition.
        starts: a set of places. They are among the places returned.
        routes0: the routes below 64 that can be used.
        routes1: the routes from 64 on that can be used.
        via: `int64[PLACES]`, receives for each place reached, except for `starts`, the last route
            of a way to it. Going back along these routes ends at one of `starts`.
    """
    places = starts
    frontier = starts
    while frontier != NONE:
        place = lowest(frontier)
        frontier = without_lowest(frontier)
        for word in range(2):
            at = book.at[place, word] & (routes0 if word == 0 else routes1)
            while at != NONE:
                route = lowest(at) + 64 * word
                at = without_lowest(at)
                other = other_end(book, route, place)
                if not has(places, other):
                    via[other] = route
                    places |= bit(other)
                    frontier |= bit(other)
    return places


@rule
def are_joined(book: Book, starts: Set, goals: Set, routes0: Set, routes1: Set):
    """Return whether routes of a network lead from one of `starts` to one of `goals`.

    Args:
        book: the edition.
        starts: a set of places.
        goals: a set of places.
        routes0: the network's routes below 64.
        routes1: the network's routes from 64 on.
    """
    left = starts
    while left != NONE:
        _, _, places = part_at(book, lowest(left), routes0, routes1)
        if places & goals != NONE:
            return True
        left &= ~places
    return False
