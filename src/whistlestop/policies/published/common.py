"""What the published agents share: shortest ways, tickets, cards and payments."""

from __future__ import annotations

from typing import Final

import numpy as np

from whistlestop.editions.limits import LENGTH, LOCOMOTIVE, OFFER
from whistlestop.knowledge.compiling import compiled
from whistlestop.rules.actions import (
    CLAIM,
    DRAW_BLIND,
    DRAW_DISPLAY,
    DRAW_TICKETS,
    KEEP,
    MOVE,
    PAIRS,
    PAY,
    WITHDRAW,
)
from whistlestop.rules.bits import NONE, bit, has, lowest, nth, size, without_lowest
from whistlestop.rules.book import GREY
from whistlestop.rules.cards import drawable
from whistlestop.rules.claims import claimable
from whistlestop.rules.luck import below
from whistlestop.rules.networks import other_end
from whistlestop.rules.passengers import startable
from whistlestop.rules.payments import LOCOMOTIVES_PLAY, paying_pairs
from whistlestop.rules.prices import price
from whistlestop.rules.tickets import keepable, mixes
from whistlestop.rules.turns import any_legal, moment_of

NOTHING: Final = -1
"""In the place of an action, a route or a place: there is none."""

FAR: Final = 10_000
"""Farther than any place that can be reached, and more than any points."""

HOPS: Final = 0
"""Ways are measured in routes still to be claimed."""
ALL_HOPS: Final = 1
"""Ways are measured in routes, one's own included."""
TRAINS: Final = 2
"""Ways are measured in pieces still to be placed."""
ALL_TRAINS: Final = 3
"""Ways are measured in pieces, those on one's own routes included."""

SALT: Final = 14
"""What the orders of two tickets that follow each other differ by."""


@compiled
def wake(book, memory, luck):
    """At the beginning of a game, draw the order in which equally good routes are preferred."""
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
def situation(state):
    """A number that changes whenever somebody scores, or the seat gets a ticket; never 0."""
    number = state.tickets[state.seat] + np.uint64(1)
    for seat in range(state.seats):
        for word in range(2):
            number = number * np.uint64(0x9E3779B97F4A7C15) + state.owned[seat, word]
    return number | np.uint64(1)


# Ways -----------------------------------------------------------------------------------------


@compiled
def rank(memory, route, salt):
    """The place of a route in the order that settles ties between the ways for one ticket.

    Every odd multiple of the game's order is another order, so tickets have orders of their own.
    """
    return (np.int64(memory.order[route]) * (salt + 1)) & 127


@compiled
def cost_of(book, route, own, measure):
    """The cost of a route on a way."""
    if own and (measure == HOPS or measure == TRAINS):
        return np.int64(0)
    if measure == HOPS or measure == ALL_HOPS:
        return np.int64(1)
    return np.int64(book.route_length[route])


@compiled
def find_ways(book, state, memory, sources, shortest, longest, measure, salt):
    """Find the shortest ways from some places to all others, into `distance` and `via`.

    E. W. Dijkstra's method (1959). Ties go by an order that stays the same for a whole game.

    Args:
        book: the edition.
        state: the position; ways lead over the deciding seat's routes and those open to it.
        memory: the agent's memory.
        sources: where the ways begin.
        shortest: the length of the shortest open routes that may be used.
        longest: the length of the longest ones; 0 = only the seat's own routes.
        measure: what is shortest: `HOPS` and so on.
        salt: which order settles ties, an even number.
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
def nearest(memory, places):
    """The place of a set with the shortest way, or `NOTHING` if there is a way to none."""
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
def way_to(book, state, memory, place):
    """The way that was found to a place.

    Returns:
        The routes that are still to be claimed, in two words; the first of them, or `NOTHING`; and
        the place where the way begins.
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
def trains_on(book, routes0, routes1):
    """The pieces that a set of routes takes, and the points that it brings."""
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
def goals_of(book, ticket):
    """Where a ticket may end; an agent is content with any of its destinations."""
    places = NONE
    for option in range(book.ticket_options[ticket]):
        places |= book.ticket_goal[ticket, option]
    return places


@compiled
def points_of(book, ticket):
    """The points of a ticket that are certain once it is completed."""
    points = np.int64(book.ticket_points[ticket, 0])
    for option in range(1, book.ticket_options[ticket]):
        points = min(points, np.int64(book.ticket_points[ticket, option]))
    return points


@compiled
def is_done(book, state, memory, ticket):
    """Whether the deciding seat's own routes complete a ticket."""
    origin = book.ticket_origin[ticket]
    find_ways(book, state, memory, origin, np.int64(1), np.int64(0), np.int64(HOPS), np.int64(0))
    return nearest(memory, goals_of(book, ticket)) >= 0


@compiled
def trains_for(book, state, memory, ticket):
    """The pieces that a ticket still takes, or `FAR` if it can no longer be completed."""
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
def sets_to_keep(book, state):
    """The sets of offered tickets that may be kept, as a set of sets."""
    return keepable(book, state, np.int64(state.seat), moment_of(state))


@compiled
def members_of(state, kept):
    """The tickets of a set of offered ones."""
    tickets = NONE
    for i in range(OFFER):
        if (kept >> i) & 1:
            tickets |= bit(np.int64(state.offer[state.seat, i]) - 1)
    return tickets


@compiled
def total_points(book, tickets):
    """The points of these tickets, all completed."""
    points = np.int64(0)
    while tickets != NONE:
        points += points_of(book, lowest(tickets))
        tickets = without_lowest(tickets)
    return points


@compiled
def keep_cheapest(book, state, number):
    """Keep `number` of the offered tickets, those with the fewest points.

    If the rules ask for more it is as many as they ask for, and all if fewer are offered.
    """
    sets = sets_to_keep(book, state)
    best, most, fewest = np.int64(0), np.int64(-1), np.int64(FAR)
    smallest = np.int64(OFFER)
    left = sets
    while left != NONE:
        smallest = min(smallest, size(np.uint64(lowest(left))))
        left = without_lowest(left)
    number = max(number, smallest)
    while sets != NONE:
        kept = lowest(sets)
        sets = without_lowest(sets)
        tickets = size(np.uint64(kept))
        points = total_points(book, members_of(state, kept))
        if tickets <= number and (tickets > most or (tickets == most and points < fewest)):
            best, most, fewest = kept, tickets, points
    return KEEP + best


@compiled
def draw_tickets(book, state):
    """Draw tickets, half of them from each stack if one may choose; `NOTHING` if one cannot."""
    numbers = mixes(book, state, moment_of(state))
    if numbers == NONE:
        return np.int64(NOTHING)
    return DRAW_TICKETS + nth(numbers, (size(numbers) - 1) // 2)


# Routes ---------------------------------------------------------------------------------------


@compiled
def only(route):
    """The set of one route, or the empty set for `NOTHING`."""
    if route < 0:
        return NONE, NONE
    return (bit(route), NONE) if route < 64 else (NONE, bit(route - 64))


@compiled
def either_track(book, state, route):
    """A route and the open ones parallel to it; the empty set for `NOTHING`."""
    if route < 0:
        return NONE, NONE
    seat = np.int64(state.seat)
    routes0, routes1 = only(route)
    routes0 |= book.parallel[route, 0] & state.open[seat, 0]
    routes1 |= book.parallel[route, 1] & state.open[seat, 1]
    return routes0, routes1


@compiled
def claimable_now(book, state):
    """The routes that the deciding seat can claim and pay for now."""
    return claimable(book, state)


@compiled
def longest_open(book, state, near0, near1):
    """The longest open routes of a set for which the pieces suffice."""
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
def most_pieces(state):
    """The length of the longest route for which the deciding seat has pieces."""
    return min(np.int64(state.pieces[state.seat]), LENGTH)


@compiled
def first_of(memory, routes0, routes1):
    """The route of a set that the game's order prefers, or `NOTHING` if the set is empty."""
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
def first_urgent(memory, routes0, routes1):
    """The route of a set with the highest priority, or `NOTHING` if the set is empty."""
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
def most_valuable(book, memory, routes0, routes1, sign):
    """The route of a set with the most points, or with the fewest if `sign` is -1."""
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
def colour_of(book, state, route, grey):
    """The colour that a route asks for, as a set.

    For a grey one it is the colour of which the hand holds most, or none if `grey` is False; for
    `NOTHING` it is none.
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
def locomotives_help(book, route):
    """1 if locomotives may pay for a route, 0 if not, and for `NOTHING`."""
    if route < 0:
        return np.int64(0)
    return np.int64(book.group_wilds[book.route_group[route]]) & LOCOMOTIVES_PLAY


@compiled
def draw_card(book, state, memory, colours, locomotive, luck):
    """Draw a face-up card of these colours, else a face-up locomotive, else blind.

    Args:
        book: the edition.
        state: a position in which the deciding seat may draw, or would if there were cards; without
            any it does something else as a last resort.
        memory: the agent's memory.
        colours: the colours wanted, as a set.
        locomotive: 1 if a locomotive is wanted, else 0.
        luck: for the last resort.
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
def last_resort(book, state, memory, luck):
    """What to do when no card can be drawn: claim anything, travel, draw tickets, or pass."""
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
def anything(book, state, luck):
    """Any legal action, each equally likely."""
    return any_legal(book, state, luck)


@compiled
def pay(book, state, locomotives_first):
    """Pay with the first colour that pays, even if that takes locomotives and another would not.

    Args:
        book: the edition.
        state: a position in which a payment is chosen; a surcharge that cannot be paid is declined.
        locomotives_first: whether to pay with as many locomotives as will do, or as few.
    """
    colours, cards, wild, ferry = price(book, state)
    while colours != NONE:
        colour = lowest(colours)
        colours = without_lowest(colours)
        pairs = paying_pairs(state, colour, cards, wild, ferry)
        if pairs != NONE:
            index = size(pairs) - 1 if locomotives_first else np.int64(0)
            return PAY + colour * PAIRS + nth(pairs, index)
    return np.int64(WITHDRAW)


@compiled
def pay_sparingly(book, state):
    """Pay with as few locomotives as will do, and then with the colour that the hand is fullest of.

    Args:
        book: the edition.
        state: a position in which a payment is chosen; a surcharge that cannot be paid is declined.
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
        # Pairs are in the order of how many locomotives they take.
        pair, held = nth(pairs, np.int64(0)), np.int64(state.hand[state.seat, colour])
        if pair < fewest or (pair == fewest and held > most):
            action, fewest, most = PAY + colour * PAIRS + pair, pair, held
    return action
