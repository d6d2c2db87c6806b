"""Find the options of a turn: claim, draw cards or tickets, build a station or start a journey."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.editions.limits import LOCOMOTIVE
from whistlestop.knowledge.compiling import compiled, part
from whistlestop.knowledge.observations import hand_size
from whistlestop.policies.planner import options
from whistlestop.policies.planner.cards import (
    NO_PAYMENT,
    add_cards,
    add_target,
    claim_payment,
    share_out,
)
from whistlestop.policies.planner.journeys import add_journeys
from whistlestop.policies.planner.plan import (
    ensure_plan,
    network_parts,
    planned_spaces,
    spaces_of,
)
from whistlestop.policies.planner.situation import (
    affordable_routes,
    attraction_gain,
    count_unseen,
    is_in,
    largest_set,
    missing_cards,
    own_places,
    rivals_at,
    turns_left,
)
from whistlestop.policies.planner.stations import add_stations, put_opened, ticket_points
from whistlestop.policies.planner.tickets import best_mix, worth_drawing
from whistlestop.policies.planner.weights import (
    COUNTED_RIVALS,
    FERRY_CARD,
    FILLER_PRIORITY_STEP,
    FILLERS,
    LAST_DRAW,
    OUT_OF_REACH,
    PLANNED_PRIORITY_STEP,
    RISK_PER_RIVAL,
    RISK_WITHOUT_RIVALS,
    SPACE_OF_LONGEST_PATH,
    TUNNEL_ASKS,
    TUNNEL_SUCCEEDS,
)
from whistlestop.rules.actions import CLAIM, MOVE, PASS, STATION
from whistlestop.rules.bits import NONE, bit, lowest, without_lowest
from whistlestop.rules.book import ON_TURN
from whistlestop.rules.claims import claimable
from whistlestop.rules.districts import district_points
from whistlestop.rules.passengers import startable
from whistlestop.rules.payments import LOCOMOTIVES_PLAY
from whistlestop.rules.state import REVEALED, Phase
from whistlestop.rules.stations import buildable
from whistlestop.rules.tickets import mixes
from whistlestop.rules.trails import longest_trail, trail_routes
from whistlestop.rules.tunnels import is_tunnel

if TYPE_CHECKING:
    from whistlestop.policies.record_types import Planner
    from whistlestop.rules.annotations import Number, Real
    from whistlestop.rules.record_types import Book, State

SECOND_CARD = Phase.SECOND_CARD
PAYMENT = Phase.PAYMENT
SURCHARGE = Phase.SURCHARGE
SUBSTITUTION = Phase.SUBSTITUTION


@compiled
def prepare(book: Book, state: State, planner: Planner):
    """Update the plan and the targets, and reserve the hand for the targets.

    In a turn that the planner has begun, the plan and the targets stay unchanged, because only the
    hand has changed.

    Returns:
        How many of the targets, from the first on, are routes of the plan.
    """
    if turn_begun(state) and planner.targets_turn == np.int64(state.turns) + 1:
        planner.unseen_total = count_unseen(state, planner.unseen)
        share_out(book, state, planner)
        return planner.planned_targets
    if state.stations[state.seat] != NONE:
        put_opened(book, state, planner)
    ensure_plan(book, state, planner)
    planner.unseen_total = count_unseen(state, planner.unseen)
    planner.targets = 0
    add_planned_targets(book, state, planner)
    planner.planned_targets = planner.targets
    planner.targets_turn = np.int64(state.turns) + 1
    put_values(book, state, planner)
    add_fillers(book, state, planner)
    share_out(book, state, planner)
    return planner.planned_targets


@compiled
def turn_begun(state: State):
    """Return whether the deciding seat has already begun its turn.

    This is true if the seat must now draw a second card, pay for a route, pay a surcharge, or give
    substitutes.
    """
    phase = state.phase
    if phase == SUBSTITUTION:
        return True
    return phase == SECOND_CARD or phase == PAYMENT or phase == SURCHARGE


@compiled
def urgency(book: Book, state: State, planner: Planner, route: Number):
    """Return how many points the seat risks losing because others may claim a planned route.

    The result is the extra cost of the way around the route, times a factor that grows with the
    number of rivals who own routes to its ends.
    """
    rivals = rivals_at(state, book, np.int64(book.route_a[route]))
    rivals += rivals_at(state, book, np.int64(book.route_b[route]))
    return (
        planner.weights.danger
        * planner.detour[route]
        * (RISK_WITHOUT_RIVALS + RISK_PER_RIVAL * min(rivals, COUNTED_RIVALS))
    )


@compiled
def add_planned_targets(book: Book, state: State, planner: Planner):
    """Add the plan's routes to the targets, the most urgent first."""
    for word in range(2):
        routes = planner.routes[word]
        while routes != NONE:
            route = lowest(routes) + 64 * word
            routes = without_lowest(routes)
            planner.value[route] = urgency(book, state, planner, route)
            add_target(planner, route, 0.0)
            place = planner.targets - 1
            while place > 0 and planner.value[planner.target[place - 1]] < planner.value[route]:
                planner.target[place] = planner.target[place - 1]
                place -= 1
            planner.target[place] = route
    for i in range(planner.targets):
        planner.priority[i] = 1.0 - PLANNED_PRIORITY_STEP * i


@compiled
def put_values(book: Book, state: State, planner: Planner):
    """Write to `planner.value` what each route outside the plan is worth by itself, in points.

    Only open routes for which the seat has the pieces get a value. It is `OUT_OF_REACH` if the plan
    needs these pieces. The values of all other routes stay unchanged.
    """
    w = planner.weights
    seat = np.int64(state.seat)
    spare = state.pieces[seat] - planned_spaces(book, planner) * (1.0 + w.slack)
    places = own_places(book, state, seat)
    touch = 0.0
    ends = NONE
    if book.longest_path_bonus > 0:
        touch = w.touch
        ensure_trail(book, state, planner)
        ends = planner.trail_ends
    for word in range(2):
        routes = affordable_routes(book, state, word) & ~planner.routes[word]
        while routes != NONE:
            route = lowest(routes) + 64 * word
            routes = without_lowest(routes)
            length = np.int64(book.route_length[route])
            value = OUT_OF_REACH
            if length <= spare:
                points = np.int64(book.route_points[length]) + attraction_gain(book, route, places)
                value = points - w.spare_piece * length
                here = bit(book.route_a[route]) | bit(book.route_b[route])
                if here & places != NONE:
                    value += touch
                if here & ends != NONE:
                    value += w.longest_path * length
            planner.value[route] = value


@compiled
def ensure_trail(book: Book, state: State, planner: Planner):
    """Update what the planner remembers of the deciding seat's network.

    The function writes `planner.trail_ends` and `planner.trail_spaces` for the seat's longest path,
    and `planner.own_places` and `planner.own_spaces` for all its routes. If the seat's routes have
    not changed since the last call, nothing is computed.
    """
    seat = np.int64(state.seat)
    own0, own1 = state.owned[seat, 0], state.owned[seat, 1]
    if planner.trail_owned[0] == own0 and planner.trail_owned[1] == own1:
        return
    planner.trail_owned[0] = own0
    planner.trail_owned[1] = own1
    planner.trail_spaces = longest_trail(book, own0, own1, planner.trail)
    number = trail_routes(book, planner.trail, planner.trail_order)
    odd = NONE
    for i in range(number):
        route = np.int64(planner.trail_order[i])
        odd ^= bit(book.route_a[route]) ^ bit(book.route_b[route])
    planner.trail_ends = odd
    planner.own_places = own_places(book, state, seat)
    planner.own_spaces = spaces_of(book, own0, own1)


@compiled
def trail_gain(book: Book, state: State, planner: Planner, route: Number):
    """Return how many spaces longer the deciding seat's longest path is with one more route.

    Call `ensure_trail` first.
    """
    if (bit(book.route_a[route]) | bit(book.route_b[route])) & planner.own_places == NONE:
        return max(np.int64(book.route_length[route]) - planner.trail_spaces, 0)
    own0, own1 = planner.trail_owned[0], planner.trail_owned[1]
    if route < 64:
        own0 |= bit(route)
    else:
        own1 |= bit(route - 64)
    return longest_trail(book, own0, own1, planner.trail) - planner.trail_spaces


@compiled
def add_fillers(book: Book, state: State, planner: Planner):
    """Add up to `FILLERS` routes outside the plan to the targets.

    They are the routes that bring the most points per turn.
    """
    w = planner.weights
    seat = np.int64(state.seat)
    first = planner.targets
    share = w.filler_share if first > 0 else 1.0
    left = turns_left(book, state, w) + 1.0
    largest = largest_set(state)
    wild = np.int64(state.hand[seat, LOCOMOTIVE])
    for word in range(2):
        routes = affordable_routes(book, state, word) & ~planner.routes[word]
        while routes != NONE:
            route = lowest(routes) + 64 * word
            routes = without_lowest(routes)
            if planner.value[route] <= 0.0:
                continue
            ferry = np.int64(book.route_ferry[route])
            group = np.int64(book.group_wilds[book.route_group[route]])
            usable = max(wild - ferry, 0) if group & LOCOMOTIVES_PLAY else 0
            cards = 1.0 * max(missing_cards(book, state, route, largest) - usable, 0)
            cards += FERRY_CARD * max(ferry - wild, 0)
            if is_tunnel(book, route):
                cards += REVEALED * TUNNEL_ASKS
            turns = 1.0 + cards / w.cards_a_turn
            if turns > left:
                continue
            rate = planner.value[route] / turns
            place = planner.targets
            if place < first + FILLERS:
                planner.targets += 1
            elif planner.priority[place - 1] >= rate:
                continue
            else:
                place -= 1
            while place > first and planner.priority[place - 1] < rate:
                planner.target[place] = planner.target[place - 1]
                planner.priority[place] = planner.priority[place - 1]
                place -= 1
            planner.target[place] = route
            planner.priority[place] = rate
    for i in range(first, planner.targets):
        planner.priority[i] = share * (1.0 - FILLER_PRIORITY_STEP * (i - first))


@part
def add_turn(book: Book, state: State, planner: Planner):
    """Add the options of a turn. If there are none, add one legal action with the worth 0."""
    planned = prepare(book, state, planner)
    w = planner.weights
    if state.last_turns > 0:
        add_cards(book, state, planner, LAST_DRAW, 1.0)
        add_last_claims(book, state, planner)
    else:
        left = turns_left(book, state, w)
        late = min(1.0, left / w.late_draw)
        full = w.full_hand * np.int64(state.pieces[state.seat])
        if hand_size(state, np.int64(state.seat)) < full:
            add_cards(book, state, planner, w.draw * late, w.use)
        else:
            add_cards(book, state, planner, 0.0, 0.0)
        add_claims(book, state, planner, planned, left)
        done = planner.routes[0] | planner.routes[1] == NONE
        if done and w.tickets > options.needed(planner) and worth_drawing(book, state, planner):
            options.add(planner, best_mix(book, state, planner, ON_TURN), w.tickets)
    if book.stations > 0:
        add_stations(book, state, planner)
    if book.passengers > 0:
        add_journeys(book, state, planner)
    if planner.options == 0:
        options.add(planner, only_way(book, state, planner), 0.0)


@compiled
def only_way(book: Book, state: State, planner: Planner):
    """Return a legal action for a turn for which the planner has no options.

    The function returns the first of these that is possible: a claim, a draw of tickets, the start
    of a journey, a station, passing.
    """
    routes0, routes1 = claimable(book, state)
    if routes0 != NONE:
        return np.int64(CLAIM) + lowest(routes0)
    if routes1 != NONE:
        return np.int64(CLAIM) + 64 + lowest(routes1)
    if mixes(book, state, ON_TURN) != NONE:
        return best_mix(book, state, planner, ON_TURN)
    cities = startable(book, state)
    if cities != NONE:
        return np.int64(MOVE) + lowest(cities)
    cities = buildable(book, state)
    if cities != NONE:
        return np.int64(STATION) + lowest(cities)
    return np.int64(PASS)


@compiled
def add_claims(book: Book, state: State, planner: Planner, planned: Number, left: Real):
    """Add to the planner's options each claim that the seat can pay for.

    Claims that cannot be better than the best option so far are left out, unless
    `planner.listing` is 1. The worth is what the route brings, less what the cards of the cheapest
    payment are worth.

    Args:
        book: the edition.
        state: the position.
        planner: the planner's part of the mind, after `prepare`.
        planned: the result of `prepare`.
        left: the number of turns that the seat still has.
    """
    w = planner.weights
    late = min(1.0, left / w.late_hand)
    now = network_points(book, state, planner) if left <= w.endgame else 0.0
    routes0, routes1 = claimable(book, state)
    for word in range(2):
        routes = routes0 if word == 0 else routes1
        while routes != NONE:
            route = lowest(routes) + 64 * word
            routes = without_lowest(routes)
            worth = planner.value[route]
            if is_in(planner.routes, route):
                worth += w.planned
            if left <= w.endgame:
                least = max(worth, options.needed(planner))
                worth = max(worth, points_at_once(book, state, planner, route, now, least))
            if worth <= options.needed(planner):
                continue
            cost, payment = claim_payment(book, state, planner, route, planned)
            if payment != NO_PAYMENT:
                options.add(planner, np.int64(CLAIM) + route, worth - late * cost)


@compiled
def add_last_claims(book: Book, state: State, planner: Planner):
    """Add an option for each claim that brings points in the seat's last turn.

    The worth is the points that the claim brings at once, because cards are then worth nothing. For
    a tunnel, the points are multiplied by `TUNNEL_SUCCEEDS`.
    """
    routes0, routes1 = claimable(book, state)
    now = network_points(book, state, planner)
    for word in range(2):
        routes = routes0 if word == 0 else routes1
        while routes != NONE:
            route = lowest(routes) + 64 * word
            routes = without_lowest(routes)
            least = options.needed(planner)
            gain: Real = points_at_once(book, state, planner, route, now, least)
            if is_tunnel(book, route):
                gain *= TUNNEL_SUCCEEDS
            if gain > 0.0:
                options.add(planner, np.int64(CLAIM) + route, gain)


@compiled
def points_at_once(
    book: Book, state: State, planner: Planner, route: Number, now: Real, least: Real
):
    """Return the points that a claim brings at once.

    The points are those for the route, tickets, districts and attractions, and an estimate for
    spaces that make the longest path longer. If the points cannot be more than `least`, the result
    may be too low, because the function does not search for the longest path then.

    Args:
        book: the edition.
        state: the position.
        planner: the planner's part of the mind.
        route: the route to claim.
        now: the result of `network_points` before the claim.
        least: the points above which the result must be exact.
    """
    seat = np.int64(state.seat)
    word, mask = route >> 6, bit(route & 63)
    places = own_places(book, state, seat)
    state.owned[seat, word] |= mask
    gain: Real = network_points(book, state, planner) - now
    state.owned[seat, word] &= ~mask
    length = np.int64(book.route_length[route])
    gain += np.int64(book.route_points[length]) + attraction_gain(book, route, places)
    if book.longest_path_bonus > 0:
        # Nobody knows who will have the longest path, so each space counts as a part of the bonus.
        space = SPACE_OF_LONGEST_PATH * book.longest_path_bonus
        ensure_trail(book, state, planner)
        if gain + space * (planner.own_spaces + length - planner.trail_spaces) > least:
            gain += space * trail_gain(book, state, planner, route)
    return gain


@compiled
def network_points(book: Book, state: State, planner: Planner):
    """Return the points of the deciding seat's network for tickets and districts.

    For a ticket that the network does not complete, the points that the ticket costs are
    subtracted. The routes in `planner.opened` count as the seat's own for tickets.
    """
    seat = np.int64(state.seat)
    own0, own1 = state.owned[seat, 0], state.owned[seat, 1]
    opened0, opened1 = planner.opened[0], planner.opened[1]
    points = 1.0 * ticket_points(book, state, planner, own0 | opened0, own1 | opened1)
    if book.district_count > 0:
        network_parts(book, planner, own0, own1)
        points += district_points(book, planner.parts, planner.part_count)
    return points
