"""Fields of the records in `policies`. Made by `tools/record_types.py`."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from whistlestop.rules.annotations import Number, Real, Records, Set
from whistlestop.rules.record_types import Trail


class Weights(Protocol):
    """The planner's weights; `policies.planner.weights.DEFAULTS` says what they mean."""

    turn: Real
    piece: Real
    spare_piece: Real
    route_points: Real
    least_cost: Real
    stake: Real
    cards_a_turn: Real
    leisure: Real
    useful_hand: Real
    clock_hand: Real
    clock_spaces: Real
    reserved_card: Real
    spare_card: Real
    locomotive: Real
    reserved_locomotive: Real
    plain_locomotive: Real
    locomotive4: Real
    failed_tunnel: Real
    surcharge: Real
    surcharge_turns: Real
    planned: Real
    danger: Real
    draw: Real
    late_draw: Real
    late_hand: Real
    endgame: Real
    full_hand: Real
    use: Real
    whole_draw: Real
    whole_draw_now: Real
    wild_use: Real
    wild_wanted: Real
    missing_use: Real
    last_missing: Real
    grey_use: Real
    spare_use: Real
    spare_set: Real
    filler_share: Real
    touch: Real
    longest_path: Real
    ticket_turns: Real
    ticket_pieces: Real
    tickets: Real
    long_tickets: Real
    prudence: Real
    keep_cost: Real
    each_ticket: Real
    second_way: Real
    slack: Real
    station: Real
    journey: Real
    journey_margin: Real
    passenger_card: Real
    passenger_use: Real
    placement: Real


class Way(Protocol):
    """A way that a passenger could travel."""

    worth: Real
    """The points of the tokens on the way, less the worth of its passenger cards."""
    points: Number
    """The points of the tokens on the way."""
    city: Number
    """The city where the way ends."""
    cards: Number
    """The number of passenger cards in the seat's hand at the end of the way."""
    first: Number
    """The first route of the way; -1 = the way has no steps."""
    visited: Set
    """The set of cities that the journey has visited at the end of the way."""
    used: npt.NDArray[np.uint64]
    """[word] the set of routes that the journey has used at the end of the way."""


class Planner(Protocol):
    """The planner's part of a mind."""

    weights: Weights
    """The planner's weights (see `planner.weights`)."""
    planned: Number
    """1 = there is a plan; 0 = a plan must be made first."""
    plan_tickets: npt.NDArray[np.uint64]
    """[word] the set of tickets that the plan was made for."""
    plan_owned: npt.NDArray[np.uint64]
    """[word] the seat's routes when the plan was last checked."""
    plan_last: Number
    """1 = the plan was made in the final round; else 0."""
    plan_turn: Number
    """The number of completed turns of all seats when the plan was made."""
    routes: npt.NDArray[np.uint64]
    """[word] the routes of the plan that the seat must still claim."""
    borrowed: npt.NDArray[np.uint64]
    """[word] the routes of other seats that the plan opens with new stations (E-21)."""
    opened: npt.NDArray[np.uint64]
    """[word] the routes of other seats that the seat's stations open (E-21)."""
    detour: npt.NDArray[np.float64]
    """[route] for a planned route, the extra cost of a way around it if a rival takes it."""
    targets_turn: Number
    """Completed turns of all seats + 1 when the targets were chosen; 0 = never."""
    planned_targets: Number
    """How many of the targets, from the first on, are routes of the plan."""
    trail_owned: npt.NDArray[np.uint64]
    """[word] the seat's routes when `turn.ensure_trail` last computed the longest path."""
    trail_ends: Set
    """The set of the two ends of the seat's longest path; empty if both are one place."""
    trail_spaces: Number
    """The number of spaces of the seat's longest path."""
    own_places: Set
    """The set of the places that the seat's routes touch."""
    own_spaces: Number
    """The number of spaces of all routes of the seat."""
    cost: npt.NDArray[np.float64]
    """[route] what the use of the route costs; 0 for own routes and routes in `opened`."""
    now: npt.NDArray[np.float64]
    """[route] `cost`, or 0 while a link already uses the route."""
    users: npt.NDArray[np.uint8]
    """[route] the number of links that use the route."""
    distance: npt.NDArray[np.float64]
    """[place] working memory of `search`: the lowest cost found so far to reach the place."""
    via: npt.NDArray[np.int64]
    """[place] on the path found last, the route that leads to the place; -1 = the first place."""
    known: npt.NDArray[np.uint64]
    """[word] the tickets whose cheapest path was found after `cost` last changed."""
    known_to: npt.NDArray[np.uint64]
    """[ticket] the set of places in which the ticket's path (`known_path`) may end."""
    known_cost: npt.NDArray[np.float64]
    """[ticket] the cost of the ticket's cheapest path, in points."""
    known_path: npt.NDArray[np.uint64]
    """[ticket, word] the routes of the ticket's cheapest path that cost something."""
    goals: Number
    """The number of goals: the tickets first, then the districts."""
    ticket_goals: Number
    """The number of goals that are tickets."""
    gain: npt.NDArray[np.float64]
    """[goal] points for reaching the goal."""
    loss: npt.NDArray[np.float64]
    """[goal] points lost if the goal is not reached, as a positive number."""
    wanted: npt.NDArray[np.int64]
    """[goal] 1 = the plan pursues the goal; else 0."""
    ticket: npt.NDArray[np.int64]
    """[goal] the ticket of the goal; without meaning for districts."""
    given_up: npt.NDArray[np.int64]
    """[goal] bit i is 1 if the plan has tried destination i of the goal's ticket."""
    links: Number
    """The number of links; a link is a path that a goal needs."""
    link_goal: npt.NDArray[np.int64]
    """[link] the goal that needs the link."""
    link_from: npt.NDArray[np.uint64]
    """[link] the set of places where the link may begin."""
    link_to: npt.NDArray[np.uint64]
    """[link] the set of places where the link may end."""
    link_made: npt.NDArray[np.int64]
    """[link] 1 = the link is made; 0 = no path exists, or its goal is not wanted."""
    path: npt.NDArray[np.uint64]
    """[link, word] the routes of the link's path that cost something."""
    direct: npt.NDArray[np.float64]
    """[link] the cost of the link's cheapest path if no other link shares routes with it."""
    order: npt.NDArray[np.int64]
    """[i] the links that can be made, the cheapest first."""
    network: npt.NDArray[np.uint64]
    """[word] the routes that cost something, of all links that are made."""
    network_cost: Real
    """The cost of the routes in `network`."""
    doubled: npt.NDArray[np.int64]
    """[goal] 1 = a second way for the ticket was found (B-10)."""
    doubled_gain: Real
    """The points for the doubly joined tickets of the plan together."""
    parts: npt.NDArray[np.uint64]
    """[part] the connected parts of a network, each as a set of places."""
    part_count: Number
    """The number of parts in `parts`."""
    targets: Number
    """The number of targets, which are the routes that cards are collected for."""
    target: npt.NDArray[np.int64]
    """[i] the route of the i-th target: first the planned routes, the most urgent first."""
    priority: npt.NDArray[np.float64]
    """[i] how important the target is: 1 = the first planned route."""
    colour: npt.NDArray[np.int64]
    """[i] the colour that the target is paid with."""
    missing: npt.NDArray[np.int64]
    """[i] how many cards for the target the hand lacks, without a ferry's locomotives."""
    reserved: npt.NDArray[np.int64]
    """[i] the number of coloured cards in hand that are reserved for the target."""
    ferry: npt.NDArray[np.int64]
    """[i] the number of locomotives in hand that are reserved for the target's ferry."""
    spare: npt.NDArray[np.int64]
    """[colour] the number of cards in hand that are reserved for no target."""
    wild_reserved: Number
    """The sum of `ferry` over all targets."""
    uses: npt.NDArray[np.float64]
    """[kind] the use of one more card: about 1 for a card that the plan needs."""
    unseen: npt.NDArray[np.int64]
    """[kind] the number of cards that the seat has not seen: in the deck or in other hands."""
    unseen_total: Number
    """The sum of `unseen`."""
    value: npt.NDArray[np.float64]
    """[route] for a planned route, the points at risk; for any other route, its worth."""
    listing: Number
    """1 = all considered actions are listed; 0 = only those that can still be the best."""
    options: Number
    """The number of options, which are legal actions that the planner considers."""
    highest: Real
    """The worth of the best option; `options.NOTHING` if there are no options."""
    option: npt.NDArray[np.int64]
    """[i] the number of an action that the planner considers (see `rules.actions`)."""
    worth: npt.NDArray[np.float64]
    """[i] the worth of the action `option[i]`, in points."""
    trail: Trail
    """The working memory of `longest_trail`."""
    trail_order: npt.NDArray[np.int64]
    """[i] the routes of the longest path, in the order of the path."""
    ways: Records[Way]
    """[i] the ways of a passenger that `find_way` extends in its present step."""
    further: Records[Way]
    """[i] the ways of `ways`, each extended by one route."""
    best_way: Way
    """The most valuable way of a passenger that the last call of `find_way` found."""


class Published(Protocol):
    """What a published agent remembers between its decisions, and its working memory."""

    awake: Number
    """1 = `order` has been drawn; else 0."""
    order: npt.NDArray[np.uint8]
    """[route] the rank of the route in the order in which equally good routes are preferred."""
    planned: Set
    """The result of `common.situation` when the plan was made; 0 = there is no plan."""
    target: Number
    """The route (+ 1) that the agent collects cards for; 0 = none."""
    routes: npt.NDArray[np.uint64]
    """[word] the routes of the plan."""
    priority: npt.NDArray[np.int16]
    """[route] how urgent a route of the plan is; the highest number is the most urgent."""
    estimated: Number
    """1 = `spare` is known; in `one_step`, how many tickets cannot be completed."""
    spare: Number
    """The estimated number of pieces that the plan leaves over."""
    distance: npt.NDArray[np.int16]
    """[place] the length of the shortest way to the place, in the measure of `find_ways`."""
    via: npt.NDArray[np.uint8]
    """[place] the last route (+ 1) of the shortest way to the place; 0 = no route."""


class Mind(Protocol):
    """The mind of a seat: what the bot on the seat remembers, and its weights."""

    policy: Number
    """The number of the policy that decides."""
    withdrawn: npt.NDArray[np.uint64]
    """[word] the tunnels that the seat gave up with `withdrawn_cards` cards in hand."""
    withdrawn_cards: Number
    """Number of cards in hand after the seat last gave up a tunnel."""
    planner: Planner
    """The weights and the memory of the planner."""
    published: Published
    """The memory of the published agents."""
