"""The Destination Hungry agent (DHA): it builds one tree that joins all cities of its tickets.

It claims a route of the tree as soon as it can pay for one. It draws cards of the colour that the
tree needs most of. It keeps the tickets that bring most points for each piece, and draws more
tickets while the tree leaves enough pieces over.

The version as coded has a defect. As the number of pieces that the tree leaves over, it uses the
number for the last set of tickets that it examined, which is the largest set. This number is not
updated until tickets are offered again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from whistlestop.editions.limits import OFFER
from whistlestop.knowledge.compiling import compiled
from whistlestop.policies.published.common import (
    NOTHING,
    TRAINS,
    claimable_now,
    draw_card,
    draw_tickets,
    either_track,
    find_ways,
    first_of,
    goals_of,
    members_of,
    most_pieces,
    most_valuable,
    nearest,
    sets_to_keep,
    situation,
    total_points,
    trains_on,
    way_to,
)
from whistlestop.rules.actions import CLAIM, keep_action
from whistlestop.rules.bits import NONE, bit, lowest, size, without_lowest
from whistlestop.rules.state import Phase
from whistlestop.rules.wide_sets import first_member, is_empty, read_words, union, without_first

if TYPE_CHECKING:
    from whistlestop.policies.record_types import Published
    from whistlestop.rules.annotations import Number, Set, WideSet
    from whistlestop.rules.record_types import Book, Luck, State

TURN = Phase.TURN

MARGIN: Final = 5
"""The least number of pieces that the tree for a set of offered tickets should leave over."""

SPARE: Final = 8
"""A number of pieces. If the plan leaves more pieces over, the agent draws tickets."""

PERFECT: Final = 1e9
"""The value of a set of tickets that needs no more pieces. Other values are points per piece."""


@compiled
def think_destination_hungry(
    book: Book, state: State, memory: Published, described: Number, luck: Luck
):
    """Return the Destination Hungry agent's action for its turn or for its second card.

    `described` is true for the agent as described, and false for the agent as coded. `memory`
    receives a new plan if routes or tickets have changed.
    """
    seat = np.int64(state.seat)
    if memory.planned != situation(state):
        join(book, state, memory, read_words(state.tickets[seat]))
        memory.planned = situation(state)
        if described or memory.estimated == 0:
            trains, _ = trains_on(book, memory.routes[0], memory.routes[1])
            memory.spare = np.int64(state.pieces[seat]) - trains
            memory.estimated = 1
    if state.phase == TURN:
        if memory.spare > SPARE:
            action = draw_tickets(book, state)
            if action >= 0:
                return action
        route = route_to_claim(book, state, memory)
        if route >= 0:
            return CLAIM + route
    return draw_card(book, state, memory, colour_needed(book, memory), np.int64(1), luck)


@compiled
def route_to_claim(book: Book, state: State, memory: Published):
    """Return a route of the tree that the seat can pay for, or -1 if there is none.

    If the tree is complete, the result is the claimable route with the most points.
    """
    can0, can1 = claimable_now(book, state)
    if memory.routes[0] | memory.routes[1] == NONE:
        return most_valuable(book, memory, can0, can1, np.int64(1))
    want0, want1 = NONE, NONE
    for word in range(2):
        routes = memory.routes[word]
        while routes != NONE:
            here0, here1 = either_track(book, state, lowest(routes) + 64 * word)
            routes = without_lowest(routes)
            want0 |= here0
            want1 |= here1
    return first_of(memory, can0 & want0, can1 & want1)


@compiled
def colour_needed(book: Book, memory: Published):
    """Return the colour of which the tree needs the most cards, as a set with one member.

    Return the empty set if the tree needs no cards of a certain colour.
    """
    best, most = NONE, np.int64(0)
    for colour in range(np.int64(book.colours)):
        need = np.int64(0)
        for word in range(2):
            routes = memory.routes[word]
            while routes != NONE:
                route = lowest(routes) + 64 * word
                routes = without_lowest(routes)
                if np.int64(book.route_colour[route]) == colour:
                    need += np.int64(book.route_length[route])
        if need > most:
            best, most = bit(np.int64(colour)), need
    return best


@compiled
def join(book: Book, state: State, memory: Published, tickets: WideSet):
    """Join the cities of tickets by a tree, and write its unclaimed routes to `memory.routes`.

    The tree begins with one city. Each step joins the nearest missing city to the tree. Cities that
    cannot be joined any more are left out.
    """
    memory.routes[0] = NONE
    memory.routes[1] = NONE
    missing = ends_of(book, state, memory, tickets)
    if missing == NONE:
        return
    tree = bit(lowest(missing))
    missing = without_lowest(missing)
    while missing != NONE:
        ways_from(book, state, memory, tree)
        place = nearest(memory, missing)
        if place < 0:
            return
        missing &= ~bit(place)
        routes0, routes1, _, _ = way_to(book, state, memory, place)
        memory.routes[0] |= routes0
        memory.routes[1] |= routes1
        while memory.via[place] > 0:
            tree |= bit(place)
            route = np.int64(memory.via[place]) - 1
            a, b = np.int64(book.route_a[route]), np.int64(book.route_b[route])
            place = b if place == a else a
        missing &= ~tree


@compiled
def ends_of(book: Book, state: State, memory: Published, tickets: WideSet):
    """Return the set of the cities that tickets join.

    If a ticket may begin or end at several places, the two ends of the way that takes the fewest
    pieces count. If there is no such way, the ticket is left out.
    """
    cities = NONE
    while not is_empty(tickets):
        ticket = first_member(tickets)
        tickets = without_first(tickets)
        origin, goals = book.ticket_origin[ticket], goals_of(book, ticket)
        if size(origin) + size(goals) > 2:
            ways_from(book, state, memory, origin)
            end = nearest(memory, goals)
            if end < 0:
                continue
            _, _, _, start = way_to(book, state, memory, end)
            origin, goals = bit(start), bit(end)
        cities |= origin | goals
    return cities


@compiled
def ways_from(book: Book, state: State, memory: Published, places: Set):
    """Find the ways that take the fewest pieces from the set `places` to all other places.

    The ways are written to `memory.distance` and `memory.via`, as by `find_ways`.
    """
    find_ways(
        book,
        state,
        memory,
        places,
        np.int64(1),
        most_pieces(state),
        np.int64(TRAINS),
        np.int64(0),
    )


@compiled
def keep_destination_hungry(book: Book, state: State, memory: Published):
    """Return the action of keeping the offered tickets with the most points for each piece.

    The pieces are those for the tree of the kept tickets alone. The points are those for the routes
    of this tree, for the kept tickets and for the tickets in hand. A set of tickets can be chosen
    only if the tree for the set and the tickets in hand leaves at least `MARGIN` pieces over. If no
    set leaves as many, the result keeps the set for which this larger tree takes the fewest pieces.
    """
    held = read_words(state.tickets[state.seat])
    pieces = np.int64(state.pieces[state.seat])
    best, value = np.int64(NOTHING), -1.0
    smallest, fewest = np.int64(NOTHING), np.int64(0)
    for number in range(OFFER + 1):
        sets = sets_to_keep(book, state)
        while not is_empty(sets):
            kept = first_member(sets)
            sets = without_first(sets)
            if size(np.uint64(kept)) != number:
                continue
            fresh = members_of(state, kept)
            join(book, state, memory, union(held, fresh))
            trains, _ = trains_on(book, memory.routes[0], memory.routes[1])
            memory.spare = pieces - trains
            if smallest < 0 or trains < fewest:
                smallest, fewest = kept, trains
            if memory.spare < MARGIN:
                continue
            join(book, state, memory, fresh)
            trains, points = trains_on(book, memory.routes[0], memory.routes[1])
            points += total_points(book, union(held, fresh))
            worth = PERFECT if trains == 0 else points / trains
            if worth > value:
                best, value = kept, worth
    memory.estimated = 1
    memory.planned = np.uint64(0)
    return keep_action(best if best >= 0 else smallest)
