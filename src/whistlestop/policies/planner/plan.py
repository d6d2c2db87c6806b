"""The plan: which goals to pursue, and which routes to build for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.editions.limits import LOCOMOTIVE
from whistlestop.knowledge.compiling import compiled
from whistlestop.knowledge.observations import hand_size
from whistlestop.knowledge.paths import INFINITE, cheapest
from whistlestop.policies.planner.memory import GOALS, LINKS
from whistlestop.policies.planner.networks import cost_of, grow
from whistlestop.policies.planner.second_ways import cheapest_second_way
from whistlestop.policies.planner.situation import (
    affordable_routes,
    asking,
    attraction_gain,
    count_unseen,
    largest_set,
    missing_cards,
    own_places,
    rival_routes,
    turns_left,
)
from whistlestop.policies.planner.weights import (
    FARTHEST_WAY_ROUND,
    FERRY_CARD,
    PLAN_AGE,
    SMALL_COST,
)
from whistlestop.rules.bits import NONE, bit, has, lowest, size, without_lowest
from whistlestop.rules.doubly_joined import doubly_joined_points
from whistlestop.rules.networks import components
from whistlestop.rules.ownership import closed_by
from whistlestop.rules.state import REVEALED
from whistlestop.rules.stations import free_cities, open_routes, station_cards, stations_left
from whistlestop.rules.tunnels import is_tunnel
from whistlestop.rules.wide_sets import (
    EMPTY,
    first_member,
    is_empty,
    read_words,
    without_first,
    write_words,
)

if TYPE_CHECKING:
    from whistlestop.policies.record_types import Planner, Weights
    from whistlestop.rules.annotations import Number, Real, Set, WideSet
    from whistlestop.rules.record_types import Book, State


@compiled
def network_parts(book: Book, planner: Planner, routes0: Set, routes1: Set):
    """Write the connected parts of a network to `planner.parts`.

    The number of parts is written to `planner.part_count`. The network is the set `routes0` (routes
    0 to 63) and `routes1` (routes from 64 on).
    """
    planner.part_count = components(book, routes0, routes1, planner.parts)


@compiled
def ensure_plan(book: Book, state: State, planner: Planner):
    """Make a new plan unless the old plan still holds.

    A plan holds as long as the seat builds only planned routes, all planned routes are open, and
    the seat's tickets are unchanged. A plan also ends after `PLAN_AGE` turns, and when the final
    round begins.
    """
    seat = np.int64(state.seat)
    last = np.int64(state.last_turns > 0)
    tickets = read_words(state.tickets[seat])
    good = planner.planned == 1 and planner.plan_last == last
    good = good and read_words(planner.plan_tickets) == tickets
    if good and np.int64(state.turns) - planner.plan_turn >= PLAN_AGE:
        good = False
    if good:
        # A route of the plan may have been built. Any other change requires a new plan.
        for word in range(2):
            built = state.owned[seat, word] & ~planner.plan_owned[word]
            if built & ~planner.routes[word] != NONE:
                good = False
            planner.routes[word] &= ~built
            planner.plan_owned[word] |= built
            if planner.routes[word] & ~state.open[seat, word] != NONE:
                good = False
    if good:
        return
    put_costs(book, state, planner)
    make_plan(book, state, planner, tickets, 1.0)
    for word in range(2):
        others = rival_routes(state, word)
        planner.borrowed[word] = planner.network[word] & others
        planner.routes[word] = planner.network[word] & ~others
        planner.plan_owned[word] = state.owned[seat, word]
    measure_detours(book, state, planner)
    planner.planned = 1
    write_words(planner.plan_tickets, tickets)
    planner.plan_last = last
    planner.plan_turn = np.int64(state.turns)


@compiled
def make_plan(book: Book, state: State, planner: Planner, tickets: WideSet, share: Real):
    """Choose which goals to pursue, and the routes that reach these goals.

    Args:
        book: the edition.
        state: the position.
        planner: the planner's part of the mind, after `put_costs`. The function writes the chosen
            goals to `planner.wanted`, and their routes to `planner.network`. If doubly joined
            tickets bring points, the routes of second ways are among them.
        tickets: the tickets to plan for.
        share: the share of the seat's remaining pieces that the plan may take.
    """
    seat = np.int64(state.seat)
    w = planner.weights
    usable0 = affordable_routes(book, state, 0) | state.owned[seat, 0]
    usable1 = affordable_routes(book, state, 1) | state.owned[seat, 1]
    if lends(book, state):
        usable0 |= lendable(book, state, 0)
        usable1 |= lendable(book, state, 1)
    usable0 |= planner.opened[0]
    usable1 |= planner.opened[1]
    gather_tickets(book, planner, usable0, usable1, tickets)
    first_extra = planner.goals
    gather_districts(book, planner)
    left = turns_left(book, state, w)
    while True:
        grow(book, planner, usable0, usable1)
        drop = unreachable(planner)
        if drop < 0:
            drop = too_dear(book, state, planner, first_extra)
        if drop < 0 and fits(book, state, planner, share, left):
            break
        if drop < 0:
            drop = least_worth(book, planner)
        if drop < 0:
            break
        planner.wanted[drop] = 0
        if drop < first_extra:
            choose_destination(book, planner, usable0, usable1, drop)
    for goal in range(first_extra, planner.goals):
        before = planner.network_cost
        network0, network1 = planner.network[0], planner.network[1]
        planner.wanted[goal] = 1
        grow(book, planner, usable0, usable1)
        worth = planner.network_cost - before < planner.gain[goal]
        if unreachable(planner) >= 0 or not worth or not fits(book, state, planner, share, left):
            planner.wanted[goal] = 0
            planner.network[0] = network0
            planner.network[1] = network1
            planner.network_cost = before
    planner.doubled_gain = 0.0
    if book.doubly_joined_most > 0 and w.second_way > 0.0:
        add_second_ways(book, state, planner, share, left)


@compiled
def add_second_ways(book: Book, state: State, planner: Planner, share: Real, left: Real):
    """Add the routes of second ways to the plan if they bring more than they cost (B-11).

    The tickets get second ways one after another, the cheapest first, even if the first ones cost
    more than they bring: a ring of routes can join several tickets twice. The plan keeps the number
    of second ways with the highest value, and drops the later ones.

    Args:
        book: the edition.
        state: the position.
        planner: the planner's part of the mind, with a plan. The function adds the routes to
            `planner.network`, and writes what doubly joined tickets bring to
            `planner.doubled_gain`.
        share: the share of the seat's remaining pieces that the plan may take.
        left: the number of turns that the seat has left.
    """
    seat = np.int64(state.seat)
    w = planner.weights
    usable0 = affordable_routes(book, state, 0) | state.owned[seat, 0]
    usable1 = affordable_routes(book, state, 1) | state.owned[seat, 1]
    for route in range(book.routes):
        chosen = has(planner.network[route >> 6], route & 63)
        planner.now[route] = 0.0 if chosen else planner.cost[route]
    for goal in range(planner.goals):
        planner.doubled[goal] = 0
    best0, best1 = planner.network[0], planner.network[1]
    best_number, best_cost, best_value = np.int64(0), 0.0, 0.0
    number, total = np.int64(0), 0.0
    while True:
        goal, cost, way0, way1 = cheapest_second_way(book, state, planner, usable0, usable1)
        if goal < 0:
            break
        for word in range(2):
            routes = way0 if word == 0 else way1
            while routes != NONE:
                member = lowest(routes)
                routes = without_lowest(routes)
                if planner.now[member + 64 * word] > 0.0:
                    planner.network[word] |= bit(member)
                    planner.now[member + 64 * word] = 0.0
        if not fits(book, state, planner, share, left):
            break
        planner.doubled[goal] = 1
        number += 1
        total += cost
        value = w.second_way * doubly_joined_points(book, number) - total
        if value >= best_value:
            best_number, best_cost, best_value = number, total, value
            best0, best1 = planner.network[0], planner.network[1]
    planner.network[0] = best0
    planner.network[1] = best1
    planner.network_cost += best_cost
    planner.doubled_gain = 1.0 * doubly_joined_points(book, best_number)


@compiled
def lends(book: Book, state: State):
    """Return whether the deciding seat may plan to build another station.

    It may if it has a station left and the final round has not begun.
    """
    if state.last_turns > 0:
        return False
    return stations_left(book, state, np.int64(state.seat)) > 0


@compiled
def lendable(book: Book, state: State, word: Number):
    """Return the routes of others that a new station of the deciding seat could open.

    The result is one word of a set: routes 0 to 63 if `word` is 0, routes from 64 on if it is 1.
    """
    seat = np.int64(state.seat)
    cities = free_cities(book, state)
    routes = NONE
    while cities != NONE:
        routes |= open_routes(book, state, seat, lowest(cities), word)
        cities = without_lowest(cities)
    return routes


@compiled
def station_cost(book: Book, state: State, w: Weights):
    """Return what the next station costs, in points.

    It costs a turn, cards, and the points that an unbuilt station brings at the end of the game.
    """
    cards = station_cards(size(state.stations[state.seat]))
    return book.station_points + w.turn * (1.0 + cards / w.cards_a_turn)


@compiled
def put_costs(book: Book, state: State, planner: Planner):
    """Write to `planner.cost` what the use of each route costs the deciding seat, in points.

    Routes that the seat owns, and routes that its stations open, cost nothing. For a route that the
    seat can still claim, the number is the cost of the claim. Any other route costs a new station,
    or `INFINITE` if the seat may not plan one.
    """
    seat = np.int64(state.seat)
    w = planner.weights
    largest = largest_set(state)
    wild = np.int64(state.hand[seat, LOCOMOTIVE])
    places = own_places(book, state, seat)
    total = np.int64(-1)
    lent = station_cost(book, state, w) if lends(book, state) else INFINITE
    write_words(planner.known, EMPTY)
    for route in range(book.routes):
        word, member = route >> 6, route & 63
        if has(state.owned[seat, word], member) or has(planner.opened[word], member):
            planner.cost[route] = 0.0
        elif not has(state.open[seat, word], member):
            planner.cost[route] = lent
        else:
            length = np.int64(book.route_length[route])
            cards = 1.0 * missing_cards(book, state, route, largest)
            cards += FERRY_CARD * max(np.int64(book.route_ferry[route]) - wild, 0)
            if is_tunnel(book, route):
                if total < 0:
                    total = count_unseen(state, planner.unseen)
                cards += REVEALED * asking(
                    book, planner.unseen, total, np.int64(book.route_colour[route])
                )
            points = np.int64(book.route_points[length]) + attraction_gain(book, route, places)
            cost = w.turn * (1.0 + cards / w.cards_a_turn) + w.piece * length
            cost -= w.route_points * points
            planner.cost[route] = max(cost, w.least_cost * length)


@compiled
def gather_tickets(book: Book, planner: Planner, usable0: Set, usable1: Set, tickets: WideSet):
    """Write the goals of the plan, one for each ticket, and remove all earlier goals and links.

    Every goal starts with one link: the path from the ticket's origin to its most promising
    destination. The link and its goal have equal indices. Tickets beyond `GOALS` are left out.

    Args:
        book: the edition.
        planner: the planner, whose `goals` and `links` are written.
        usable0: the routes below 64 that the plan may use.
        usable1: the routes from 64 on that the plan may use.
        tickets: the tickets of the seat, as a set.
    """
    planner.goals = 0
    while not is_empty(tickets) and planner.goals < GOALS:
        ticket = first_member(tickets)
        tickets = without_first(tickets)
        goal = planner.goals
        planner.ticket[goal] = ticket
        planner.given_up[goal] = 0
        planner.link_goal[goal] = goal
        planner.link_from[goal] = book.ticket_origin[ticket]
        planner.loss[goal] = 1.0 * book.ticket_points[ticket, 0]
        for option in range(book.ticket_options[ticket]):
            planner.loss[goal] = min(planner.loss[goal], 1.0 * book.ticket_points[ticket, option])
        planner.goals += 1
        choose_destination(book, planner, usable0, usable1, goal)
    planner.ticket_goals = planner.goals
    planner.links = planner.goals


@compiled
def choose_destination(book: Book, planner: Planner, usable0: Set, usable1: Set, goal: Number):
    """Set a goal to the most promising destination of its ticket that was not tried before.

    The most promising destination is the one with the highest points less the cost of the cheapest
    path to it. The function writes `link_to`, `gain` and `given_up` of the goal, and marks the goal
    as wanted. If all destinations have been tried, it marks the goal as not wanted. Paths take only
    routes of the set `usable0` (routes 0 to 63) and `usable1` (routes from 64 on).
    """
    ticket = planner.ticket[goal]
    options = np.int64(book.ticket_options[ticket])
    chosen = np.int64(-1)
    best = -10.0 * INFINITE
    for option in range(options):
        if (planner.given_up[goal] >> option) & 1:
            continue
        worth = 0.0
        if options > 1:
            cost, _ = cheapest(
                book,
                planner.cost,
                usable0,
                usable1,
                planner.link_from[goal],
                book.ticket_goal[ticket, option],
                INFINITE,
                planner.distance,
                planner.via,
            )
            worth = book.ticket_points[ticket, option] - cost
        if worth > best:
            best = worth
            chosen = np.int64(option)
    planner.wanted[goal] = np.int64(chosen >= 0)
    if chosen >= 0:
        planner.given_up[goal] |= 1 << chosen
        planner.gain[goal] = 1.0 * book.ticket_points[ticket, chosen]
        planner.link_to[goal] = book.ticket_goal[ticket, chosen]


@compiled
def gather_districts(book: Book, planner: Planner):
    """Add a goal for each district, with links that connect all of its places (L-10).

    These goals are not wanted yet. `make_plan` decides later whether to pursue them.
    """
    for district in range(book.district_count):
        places = book.district_places[district]
        if planner.goals >= GOALS or planner.links + size(places) > LINKS:
            return
        goal = planner.goals
        planner.gain[goal] = 1.0 * book.district_points[district]
        planner.loss[goal] = 0.0
        planner.wanted[goal] = 0
        first = bit(lowest(places))
        places = without_lowest(places)
        while places != NONE:
            planner.link_goal[planner.links] = goal
            planner.link_from[planner.links] = first
            planner.link_to[planner.links] = bit(lowest(places))
            places = without_lowest(places)
            planner.links += 1
        planner.goals += 1


@compiled
def unreachable(planner: Planner):
    """Return a wanted goal with a link that cannot be made, or -1 if there is none."""
    for link in range(planner.links):
        goal = planner.link_goal[link]
        if planner.wanted[goal] == 1 and planner.link_made[link] == 0:
            return goal
    return np.int64(-1)


@compiled
def fits(book: Book, state: State, planner: Planner, share: Real, left: Real):
    """Return whether the seat has enough pieces, stations and time for the network.

    `share` is the share of the seat's remaining pieces that the network may take. `left` is the
    number of turns that the seat has left.
    """
    seat = np.int64(state.seat)
    w = planner.weights
    spaces = np.int64(0)
    claims = np.int64(0)
    borrowed = np.int64(0)
    for word in range(2):
        others = rival_routes(state, word)
        borrowed += size(planner.network[word] & others & ~planner.opened[word])
        own = planner.network[word] & ~others
        claims += size(own)
        while own != NONE:
            spaces += np.int64(book.route_length[lowest(own) + 64 * word])
            own = without_lowest(own)
    if borrowed > 0 and borrowed > stations_left(book, state, seat):
        return False
    if spaces > share * state.pieces[seat]:
        return False
    draws = max(spaces - w.useful_hand * hand_size(state, seat), 0.0) / w.cards_a_turn
    return claims + borrowed + draws <= left * w.leisure


@compiled
def alone_cost(book: Book, planner: Planner, goal: Number):
    """Return the cost in points of the routes that a goal needs and no other wanted goal needs."""
    own0, own1 = NONE, NONE
    others0, others1 = NONE, NONE
    for link in range(planner.links):
        if planner.link_goal[link] == goal:
            own0 |= planner.path[link, 0]
            own1 |= planner.path[link, 1]
        elif planner.wanted[planner.link_goal[link]] == 1:
            others0 |= planner.path[link, 0]
            others1 |= planner.path[link, 1]
    return cost_of(planner.cost, own0 & ~others0, own1 & ~others1)


@compiled
def too_dear(book: Book, state: State, planner: Planner, tickets: Number):
    """Return a wanted goal that is a ticket and costs too much, or -1 if there is none.

    A goal costs too much if the cost of the routes that only this goal needs (`alone_cost`) is
    higher than the sum of its gain and its loss, multiplied by the weight `stake`. The first
    `tickets` goals are those of tickets.
    """
    for goal in range(tickets):
        if planner.wanted[goal] == 1:
            stake = planner.gain[goal] + planner.loss[goal]
            if alone_cost(book, planner, goal) > stake * planner.weights.stake:
                return np.int64(goal)
    return np.int64(-1)


@compiled
def least_worth(book: Book, planner: Planner):
    """Return the wanted goal with the lowest ratio of its points to its own cost.

    The points of a goal are its gain plus its loss. Its own cost is the cost of the routes that no
    other wanted goal needs. Goals whose own cost is 0 are skipped. Return -1 if no goal is left.
    """
    least = INFINITE
    found = np.int64(-1)
    for goal in range(planner.goals):
        if planner.wanted[goal] == 1:
            cost = alone_cost(book, planner, goal)
            if cost <= 0.0:
                continue
            worth = (planner.gain[goal] + planner.loss[goal]) / (SMALL_COST + cost)
            if worth < least:
                least = worth
                found = np.int64(goal)
    return found


@compiled
def measure_detours(book: Book, state: State, planner: Planner):
    """Write to `planner.detour` what losing each planned route to a rival would cost, in points.

    The number is the cost of the cheapest way around the route, at most `FARTHEST_WAY_ROUND`, less
    the cost of the route. Numbers below 0 become 0. If the weight `danger` is 0, nothing is
    written.
    """
    seat = np.int64(state.seat)
    if planner.weights.danger == 0.0:
        return
    usable0 = affordable_routes(book, state, 0) | state.owned[seat, 0]
    usable1 = affordable_routes(book, state, 1) | state.owned[seat, 1]
    for word in range(2):
        routes = planner.routes[word]
        while routes != NONE:
            route = lowest(routes) + 64 * word
            routes = without_lowest(routes)
            round_about, _ = cheapest(
                book,
                planner.cost,
                usable0 & ~closed_by(book, np.int64(state.seats), route, False, 0),
                usable1 & ~closed_by(book, np.int64(state.seats), route, False, 1),
                bit(book.route_a[route]),
                bit(book.route_b[route]),
                FARTHEST_WAY_ROUND,
                planner.distance,
                planner.via,
            )
            planner.detour[route] = max(round_about - planner.cost[route], 0.0)


@compiled
def planned_spaces(book: Book, planner: Planner):
    """Return the total number of spaces of the planned routes that the seat must still claim."""
    return spaces_of(book, planner.routes[0], planner.routes[1])


@compiled
def spaces_of(book: Book, routes0: Set, routes1: Set):
    """Return the total number of spaces of a set of routes.

    The set is `routes0` (routes 0 to 63) and `routes1` (routes from 64 on).
    """
    spaces = np.int64(0)
    for word in range(2):
        routes = routes0 if word == 0 else routes1
        while routes != NONE:
            spaces += np.int64(book.route_length[lowest(routes) + 64 * word])
            routes = without_lowest(routes)
    return spaces
