"""Functions that several published agents use, for shortest ways, tickets, cards and payments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from whistlestop.editions.limits import LENGTH, LOCOMOTIVE, OFFER
from whistlestop.knowledge.compiling import compiled
from whistlestop.rules.actions import (
    CLAIM,
    DRAW_BLIND,
    DRAW_DISPLAY,
    DRAW_TICKETS,
    LOCOMOTIVES4_UP_TO,
    MOVE,
    PAIRS,
    WITHDRAW,
    keep_action,
    pay_action,
)
from whistlestop.rules.bits import NONE, bit, has, lowest, nth, size, without_lowest
from whistlestop.rules.book import GREY
from whistlestop.rules.cards import drawable
from whistlestop.rules.claims import claimable
from whistlestop.rules.luck import below
from whistlestop.rules.networks import other_end
from whistlestop.rules.passengers import startable
from whistlestop.rules.payments import LOCOMOTIVES_PLAY, SUBSTITUTE_AT, paying_pairs
from whistlestop.rules.prices import price
from whistlestop.rules.tickets import keepable, mixes
from whistlestop.rules.turns import any_legal, moment_of
from whistlestop.rules.wide_sets import (
    EMPTY,
    first_member,
    is_empty,
    read_words,
    set_of,
    union,
    without_first,
)

if TYPE_CHECKING:
    from whistlestop.policies.record_types import Published
    from whistlestop.rules.annotations import Number, Numbers, Set, WideSet
    from whistlestop.rules.record_types import Book, Luck, State

NOTHING: Final = -1
"""The value that functions return for an action, a route or a place if there is none."""

FAR: Final = 10_000
"""A distance or a number of points that is higher than any that occurs."""

HOPS: Final = 0
"""The code for measuring a way, which is a sequence of routes between two places, by its number of
routes. Routes that the seat owns do not count."""
ALL_HOPS: Final = 1
"""The code for measuring a way by its number of routes. Routes that the seat owns count, too."""
TRAINS: Final = 2
"""The code for measuring a way by the number of spaces of its routes. Routes that the seat owns do
not count, so that the result is the number of pieces that the seat still needs."""
ALL_TRAINS: Final = 3
"""The code for measuring a way by the number of spaces of its routes. Routes that the seat owns
count, too."""

SALT: Final = 14
"""The difference between the salts of two consecutive tickets. A salt selects an order for ties
between ways of equal length (see `rank`)."""


@compiled
def wake(book: Book, memory: Published, luck: Luck):
    """Draw the random order in which the agent prefers equally good routes.

    The first call in a game writes the order to `memory.order`. Later calls do nothing.
    """
    if memory.awake == 1:
        return
    memory.awake = 1
    routes = np.int64(book.routes)
    for route in range(routes):
        memory.order[route] = route
    for last in range(routes - 1, 0, -1):
        other = below(luck, last + 1)
        place = memory.order[last]
        memory.order[last] = memory.order[other]
        memory.order[other] = place


@compiled
def situation(state: State):
    """Return a hash, never 0, of all claimed routes and of the deciding seat's tickets."""
    low, high = read_words(state.tickets[state.seat])
    number = low + np.uint64(1) + high * np.uint64(0xD1B54A32D192ED03)
    for seat in range(state.seats):
        for word in range(2):
            number = number * np.uint64(0x9E3779B97F4A7C15) + state.owned[seat, word]
    return number | np.uint64(1)


# Ways -----------------------------------------------------------------------------------------


@compiled
def rank(memory: Published, route: Number, salt: Number):
    """Return the rank of a route in the order that settles ties between the ways for one ticket.

    The route with the lower rank is preferred. The rank is from 0 to 127. It is `memory.order` of
    the route, times `salt` + 1, modulo 128. If `salt` is even, no two routes have equal ranks. So
    each ticket can have an order of its own.
    """
    return (np.int64(memory.order[route]) * (salt + 1)) & 127


@compiled
def cost_of(book: Book, route: Number, own: Numbers, measure: Number):
    """Return what a route adds to the length of a way.

    Args:
        book: the edition.
        route: the route.
        own: whether the deciding seat owns the route; one truth value, not an array.
        measure: how ways are measured: `HOPS`, `ALL_HOPS`, `TRAINS` or `ALL_TRAINS`.
    """
    if own and (measure == HOPS or measure == TRAINS):
        return np.int64(0)
    if measure == HOPS or measure == ALL_HOPS:
        return np.int64(1)
    return np.int64(book.route_length[route])


@compiled
def find_ways(
    book: Book,
    state: State,
    memory: Published,
    sources: Set,
    shortest: Number,
    longest: Number,
    measure: Number,
    salt: Number,
):
    """Find the shortest ways from some places to all other places, by Dijkstra's method (1959).

    The function writes the ways to `memory.distance` and `memory.via`. An order that is fixed for
    a whole game decides between ways of equal length.

    Args:
        book: the edition.
        state: the position; ways use the deciding seat's routes and those open to it.
        memory: the agent's memory, which receives the ways.
        sources: the places where the ways begin.
        shortest: the least length of open routes that may be used.
        longest: the greatest length of open routes; 0 = only the seat's own routes may be used.
        measure: how ways are measured: `HOPS`, `ALL_HOPS`, `TRAINS` or `ALL_TRAINS`.
        salt: an even number that selects the order for ties (see `rank`).
    """
    seat = np.int64(state.seat)
    own0, own1 = state.owned[seat, 0], state.owned[seat, 1]
    usable0 = own0 | (state.open[seat, 0] & book.within[longest, 0] & ~book.within[shortest - 1, 0])
    usable1 = own1 | (state.open[seat, 1] & book.within[longest, 1] & ~book.within[shortest - 1, 1])
    for place in range(book.places):
        memory.distance[place] = np.int64(0) if has(sources, place) else np.int64(FAR)
        memory.via[place] = 0
    frontier, left = sources, ~NONE
    while frontier != NONE:
        place = nearest(memory, frontier)
        frontier &= ~bit(place)
        left &= ~bit(place)
        for word in range(2):
            routes = book.at[place, word] & (usable0 if word == 0 else usable1)
            own = own0 if word == 0 else own1
            while routes != NONE:
                low = lowest(routes)
                routes = without_lowest(routes)
                route = low + 64 * word
                end = other_end(book, route, place)
                if not has(left, end):
                    continue
                there = np.int64(memory.distance[place])
                there += cost_of(book, route, has(own, low), measure)
                known = np.int64(memory.distance[end])
                tied = there == known and memory.via[end] > 0
                if there < known or (
                    tied
                    and rank(memory, route, salt)
                    < rank(memory, np.int64(memory.via[end]) - 1, salt)
                ):
                    memory.distance[end] = there
                    memory.via[end] = route + 1
                    frontier |= bit(end)


@compiled
def nearest(memory: Published, places: Set):
    """Return the place of a set to which `find_ways` found the shortest way.

    Return `NOTHING` if no place of the set can be reached.
    """
    best = np.int64(NOTHING)
    shortest = np.int64(FAR)
    while places != NONE:
        place = lowest(places)
        places = without_lowest(places)
        distance = np.int64(memory.distance[place])
        if distance < shortest:
            best = place
            shortest = distance
    return best


@compiled
def way_to(book: Book, state: State, memory: Published, place: Number):
    """Return the way that `find_ways` found to a place.

    Returns:
        Four values. The first two are the words of the set of the routes on the way that the seat
        does not own yet. The third value is the first of these routes, counted from the beginning
        of the way, or `NOTHING` if the set is empty. The fourth value is the place where the way
        begins.
    """
    seat = np.int64(state.seat)
    routes0, routes1 = NONE, NONE
    first = np.int64(NOTHING)
    while memory.via[place] > 0:
        route = np.int64(memory.via[place]) - 1
        if not has(state.owned[seat, route >> 6], route & 63):
            first = route
            here0, here1 = only(route)
            routes0 |= here0
            routes1 |= here1
        place = other_end(book, route, place)
    return routes0, routes1, first, place


@compiled
def trains_on(book: Book, routes0: Set, routes1: Set):
    """Return the number of pieces that a set of routes takes, and the points for these routes.

    The set is `routes0` (routes 0 to 63) and `routes1` (routes from 64 on).
    """
    trains, points = np.int64(0), np.int64(0)
    for word in range(2):
        routes = routes0 if word == 0 else routes1
        while routes != NONE:
            length = np.int64(book.route_length[lowest(routes) + 64 * word])
            routes = without_lowest(routes)
            trains += length
            points += np.int64(book.route_points[length])
    return trains, points


# Tickets --------------------------------------------------------------------------------------


@compiled
def goals_of(book: Book, ticket: Number):
    """Return the set of the places where a ticket's path may end, for any of its destinations."""
    places = NONE
    for option in range(book.ticket_options[ticket]):
        places |= book.ticket_goal[ticket, option]
    return places


@compiled
def points_of(book: Book, ticket: Number):
    """Return the points of a ticket. If it has several destinations, the fewest points count."""
    points = np.int64(book.ticket_points[ticket, 0])
    for option in range(1, book.ticket_options[ticket]):
        points = min(points, np.int64(book.ticket_points[ticket, option]))
    return points


@compiled
def is_done(book: Book, state: State, memory: Published, ticket: Number):
    """Return whether the deciding seat's own routes complete a ticket.

    The call overwrites the ways in `memory`.
    """
    origin = book.ticket_origin[ticket]
    find_ways(book, state, memory, origin, np.int64(1), np.int64(0), np.int64(HOPS), np.int64(0))
    return nearest(memory, goals_of(book, ticket)) >= 0


@compiled
def trains_for(book: Book, state: State, memory: Published, ticket: Number):
    """Return the number of pieces that a ticket still needs.

    Return `FAR` if the ticket can no longer be completed. The call overwrites the ways in `memory`.
    """
    find_ways(
        book,
        state,
        memory,
        book.ticket_origin[ticket],
        np.int64(1),
        most_pieces(state),
        np.int64(TRAINS),
        np.int64(0),
    )
    end = nearest(memory, goals_of(book, ticket))
    return np.int64(FAR) if end < 0 else np.int64(memory.distance[end])


@compiled
def sets_to_keep(book: Book, state: State):
    """Return which sets of offered tickets the deciding seat may keep.

    A set of tickets is a number from 0 on, whose bit i stands for ticket i of the offer. The result
    is a wide set with the numbers of all sets that the seat may keep.
    """
    return keepable(book, state, np.int64(state.seat), moment_of(state))


@compiled
def members_of(state: State, kept: Number):
    """Return the set of those offered tickets whose bit in `kept` is 1.

    Bit i of `kept` stands for ticket i of the deciding seat's offer. In the result, bit i stands
    for ticket i of the edition.
    """
    tickets = EMPTY
    for i in range(OFFER):
        if (kept >> i) & 1:
            tickets = union(tickets, set_of(np.int64(state.offer[state.seat, i]) - 1))
    return tickets


@compiled
def total_points(book: Book, tickets: WideSet):
    """Return the sum of the points of these tickets if all are completed.

    Of a ticket with several destinations, the one with the fewest points counts.
    """
    points = np.int64(0)
    while not is_empty(tickets):
        points += points_of(book, first_member(tickets))
        tickets = without_first(tickets)
    return points


@compiled
def keep_cheapest(book: Book, state: State, number: Number):
    """Return the action of keeping the `number` offered tickets with the fewest points.

    If the rules require more than `number` tickets, the agent keeps as few as allowed. If fewer
    tickets are on offer, the agent keeps all of them.
    """
    sets = sets_to_keep(book, state)
    best, most, fewest = np.int64(0), np.int64(-1), np.int64(FAR)
    smallest = np.int64(OFFER)
    left = sets
    while not is_empty(left):
        smallest = min(smallest, size(np.uint64(first_member(left))))
        left = without_first(left)
    number = max(number, smallest)
    while not is_empty(sets):
        kept = first_member(sets)
        sets = without_first(sets)
        tickets = size(np.uint64(kept))
        points = total_points(book, members_of(state, kept))
        if tickets <= number and (tickets > most or (tickets == most and points < fewest)):
            best, most, fewest = kept, tickets, points
    return keep_action(best)


@compiled
def draw_tickets(book: Book, state: State):
    """Return the action of drawing tickets, or `NOTHING` if that is not possible.

    If the player chooses between two stacks, about half of the tickets come from each stack.
    """
    numbers = mixes(book, state, moment_of(state))
    if numbers == NONE:
        return np.int64(NOTHING)
    return DRAW_TICKETS + nth(numbers, (size(numbers) - 1) // 2)


# Routes ---------------------------------------------------------------------------------------


@compiled
def only(route: Number):
    """Return the set of one route, in two words. For `NOTHING`, the set is empty."""
    if route < 0:
        return EMPTY
    return set_of(route)


@compiled
def either_track(book: Book, state: State, route: Number):
    """Return the set, in two words, of a route and the open routes parallel to it.

    If `route` is `NOTHING`, the set is empty.
    """
    if route < 0:
        return NONE, NONE
    seat = np.int64(state.seat)
    routes0, routes1 = only(route)
    routes0 |= book.parallel[route, 0] & state.open[seat, 0]
    routes1 |= book.parallel[route, 1] & state.open[seat, 1]
    return routes0, routes1


@compiled
def claimable_now(book: Book, state: State):
    """Return the routes that the deciding seat can claim and pay for now, as a set in two words."""
    return claimable(book, state)


@compiled
def longest_open(book: Book, state: State, near0: Set, near1: Set):
    """Return the longest of the open routes in a set that the deciding seat has enough pieces for.

    Routes of equal length are returned together. The set and the result consist of two words each.
    The result is empty if there is no such route.
    """
    seat = np.int64(state.seat)
    near0 &= state.open[seat, 0]
    near1 &= state.open[seat, 1]
    for length in range(most_pieces(state), 0, -1):
        routes0 = near0 & book.within[length, 0] & ~book.within[length - 1, 0]
        routes1 = near1 & book.within[length, 1] & ~book.within[length - 1, 1]
        if routes0 | routes1 != NONE:
            return routes0, routes1
    return NONE, NONE


@compiled
def most_pieces(state: State):
    """Return the greatest length of a route for which the deciding seat has the pieces.

    The result is at most `LENGTH`.
    """
    return min(np.int64(state.pieces[state.seat]), LENGTH)


@compiled
def first_of(memory: Published, routes0: Set, routes1: Set):
    """Return the route of a set that has the lowest rank in the agent's order (`memory.order`).

    Return `NOTHING` if the set is empty.
    """
    best = np.int64(NOTHING)
    for word in range(2):
        routes = routes0 if word == 0 else routes1
        while routes != NONE:
            route = lowest(routes) + 64 * word
            routes = without_lowest(routes)
            if best < 0 or memory.order[route] < memory.order[best]:
                best = route
    return best


@compiled
def first_urgent(memory: Published, routes0: Set, routes1: Set):
    """Return the route of a set with the highest priority (`memory.priority`).

    Of several such routes, return the one with the lowest rank in `memory.order`. Return `NOTHING`
    if the set is empty.
    """
    best = np.int64(NOTHING)
    for word in range(2):
        routes = routes0 if word == 0 else routes1
        while routes != NONE:
            route = lowest(routes) + 64 * word
            routes = without_lowest(routes)
            tied = best >= 0 and memory.priority[route] == memory.priority[best]
            if (
                best < 0
                or memory.priority[route] > memory.priority[best]
                or (tied and memory.order[route] < memory.order[best])
            ):
                best = route
    return best


@compiled
def most_valuable(book: Book, memory: Published, routes0: Set, routes1: Set, sign: Number):
    """Return the route of a set with the most points, or with the fewest if `sign` is -1.

    Of several such routes, return the one with the lowest rank in `memory.order`. Return `NOTHING`
    if the set is empty.
    """
    best = np.int64(NOTHING)
    most = np.int64(0)
    for word in range(2):
        routes = routes0 if word == 0 else routes1
        while routes != NONE:
            route = lowest(routes) + 64 * word
            routes = without_lowest(routes)
            points = sign * np.int64(book.route_points[book.route_length[route]])
            tied = best >= 0 and points == most and memory.order[route] < memory.order[best]
            if best < 0 or points > most or tied:
                best, most = route, points
    return best


# Cards ----------------------------------------------------------------------------------------


@compiled
def colour_of(book: Book, state: State, route: Number, grey: Number):
    """Return the colour of the cards for a route, as a set with one member.

    For a grey route, the result is the colour of which the deciding seat holds the most cards, or
    the empty set if `grey` is false. For `NOTHING`, the result is the empty set.
    """
    if route < 0:
        return NONE
    colour = np.int64(book.route_colour[route])
    if colour != GREY:
        return bit(colour)
    if not grey:
        return NONE
    seat = np.int64(state.seat)
    fullest = np.int64(0)
    for other in range(1, np.int64(book.colours)):
        if state.hand[seat, other] > state.hand[seat, fullest]:
            fullest = np.int64(other)
    return bit(fullest)


@compiled
def locomotives_help(book: Book, route: Number):
    """Return 1 if locomotives may pay for a route, else 0. Return 0 for `NOTHING`."""
    if route < 0:
        return np.int64(0)
    return np.int64(book.group_wilds[book.route_group[route]]) & LOCOMOTIVES_PLAY


@compiled
def draw_card(
    book: Book, state: State, memory: Published, colours: Set, locomotive: Number, luck: Luck
):
    """Return the action of drawing a card.

    The agent draws a face-up card of a wanted colour, or else a face-up locomotive if wanted, or
    else the top card of the deck, or else any face-up card.

    Args:
        book: the edition.
        state: a position in which the deciding seat may draw cards. If there are no cards to draw,
            the result is that of `last_resort`.
        memory: the agent's memory.
        colours: the wanted colours, as a set.
        locomotive: 1 if a face-up locomotive is wanted, else 0.
        luck: the luck for `last_resort`.
    """
    draws = drawable(book, state)
    wanted = (draws >> np.uint64(DRAW_DISPLAY)) & colours
    if wanted != NONE:
        return DRAW_DISPLAY + lowest(wanted)
    if locomotive > 0 and has(draws, DRAW_DISPLAY + LOCOMOTIVE):
        return np.int64(DRAW_DISPLAY + LOCOMOTIVE)
    if has(draws, DRAW_BLIND):
        return np.int64(DRAW_BLIND)
    if draws != NONE:
        return lowest(draws)
    return last_resort(book, state, memory, luck)


@compiled
def last_resort(book: Book, state: State, memory: Published, luck: Luck):
    """Return an action for a turn in which no card can be drawn.

    The agent claims the claimable route with the most points, or else starts a journey, or else
    draws tickets. If none of these is possible, the result is a random legal action, such as
    passing.
    """
    can0, can1 = claimable_now(book, state)
    route = most_valuable(book, memory, can0, can1, np.int64(1))
    if route >= 0:
        return CLAIM + route
    cities = startable(book, state)
    if cities != NONE:
        return MOVE + lowest(cities)
    action = draw_tickets(book, state)
    return action if action >= 0 else anything(book, state, luck)


@compiled
def anything(book: Book, state: State, luck: Luck):
    """Return a random legal action, each equally likely."""
    return any_legal(book, state, luck)


@compiled
def pay(book: Book, state: State, locomotives_first: Number):
    """Return the action of paying with one colour: of those that can pay, the one numbered lowest.

    Other colours may need fewer locomotives. If no colour can pay a surcharge, the result is
    `WITHDRAW`.

    Args:
        book: the edition.
        state: a position in which a payment is chosen.
        locomotives_first: true to pay with as many locomotives (+4) as possible, and then with as
            many locomotives as possible. False to pay with as few as possible, in the same order.
    """
    colours, cards, wild, ferry = price(book, state)
    while colours != NONE:
        colour = lowest(colours)
        colours = without_lowest(colours)
        pairs = paying_pairs(state, colour, cards, wild, ferry)
        if pairs != NONE:
            pairs = least_substituted(pairs, wild)
            index = size(pairs) - 1 if locomotives_first else np.int64(0)
            return pay_action(colour * PAIRS + nth(pairs, index))
    return np.int64(WITHDRAW)


@compiled
def pay_sparingly(book: Book, state: State):
    """Return the action of paying with the fewest locomotives (+4).

    Of the payments with the fewest locomotives (+4), one with the fewest locomotives is chosen. If
    several colours have such a payment, the payment is in the colour of which the deciding seat
    holds the most cards. If no colour can pay a surcharge, the result is `WITHDRAW`.

    Args:
        book: the edition.
        state: a position in which a payment is chosen.
    """
    colours, cards, wild, ferry = price(book, state)
    action = np.int64(WITHDRAW)
    fewest, most = np.int64(FAR), np.int64(0)
    while colours != NONE:
        colour = lowest(colours)
        colours = without_lowest(colours)
        pairs = paying_pairs(state, colour, cards, wild, ferry)
        if pairs == NONE:
            continue
        # Pairs are sorted by locomotives (+4), then by locomotives.
        pair, held = nth(pairs, np.int64(0)), np.int64(state.hand[state.seat, colour])
        if pair < fewest or (pair == fewest and held > most):
            action, fewest, most = pay_action(colour * PAIRS + pair), pair, held
    return action


@compiled
def least_substituted(pairs: Set, wild: Number):
    """Return those of some pairs in which the fewest cards are substituted (F-12, F-14).

    `wild` has the substitutes of the price, coded as in `claims.route_price`. If the price takes
    none, the result is `pairs`.
    """
    if wild >> SUBSTITUTE_AT == 0:
        return pairs
    for number in range(LENGTH):
        if pairs & LOCOMOTIVES4_UP_TO[number] != NONE:
            return pairs & LOCOMOTIVES4_UP_TO[number]
    return pairs
