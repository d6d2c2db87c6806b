"""What to build: which goals to pursue, and over which routes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from whistlestop.bots.board import Goal, Link
from whistlestop.bots.network import Network, joint_network, shortest_path
from whistlestop.bots.situation import Situation
from whistlestop.bots.stations import lendable, station_price
from whistlestop.bots.weights import Weights


@dataclass(frozen=True)
class Plan:
    """Routes to be claimed, and what they are for."""

    routes: tuple[int, ...]
    """The most urgent first."""
    urgency: dict[int, float]
    """How much worse the plan would be without a route, in points."""
    goals: tuple[Goal, ...]
    """The goals that these routes reach."""
    cost: float
    spaces: int
    borrowed: tuple[int, ...] = ()
    """Routes of others that stations are to open."""


def route_costs(situation: Situation, weights: Weights) -> list[float]:
    """What it takes to claim each route, or to have it opened; in points. Own ones cost nothing."""
    board = situation.board
    lent = lendable(situation)
    price = station_price(situation, weights) if lent else inf
    costs: list[float] = []
    for route, length in enumerate(board.lengths):
        if route in situation.mine or route in situation.opened:
            costs.append(0.0)
        elif not situation.open[route]:
            costs.append(price if route in lent else inf)
        else:
            cards = situation.missing(route) + situation.extra(route)
            turns = 1 + cards / weights.cards_a_turn
            cost = weights.turn * turns + weights.piece * length
            points = board.points[route] + situation.attractions(route)
            cost -= weights.route_points * points
            costs.append(max(cost, weights.least_cost * length))
    return costs


def make_plan(
    situation: Situation,
    goals: Sequence[Goal],
    extras: Sequence[Goal],
    weights: Weights,
    share: float = 1.0,
) -> Plan:
    """Choose the goals that can still be reached and the routes that reach them.

    Args:
        situation: the position.
        goals: what is wanted, so far as there are pieces and time for it.
        extras: what is worth having if it costs less than it brings.
        weights: the planner's judgement.
        share: the share of the pieces that the goals may take.
    """
    costs = route_costs(situation, weights)
    wanted = [goal for goal in goals if not situation.reached(goal)]
    network = _affordable(situation, wanted, costs, weights, share)
    more = [better for goal in goals for better in situation.better(goal)]
    for extra in (*more, *extras):
        if situation.reached(extra):
            continue
        larger = joint_network(situation.board, costs, _links([*wanted, extra]))
        worth = larger.cost - network.cost < extra.stake
        if worth and None not in larger.paths and _fits(situation, larger, weights, share):
            wanted.append(extra)
            network = larger
    borrowed = network.routes & situation.rival_routes
    own = network.routes - borrowed
    urgency = {route: _urgency(situation, costs, route, weights) for route in own}
    return Plan(
        routes=tuple(sorted(urgency, key=lambda route: (-urgency[route], route))),
        urgency=urgency,
        goals=tuple(wanted),
        cost=network.cost,
        spaces=sum(situation.board.lengths[route] for route in own),
        borrowed=tuple(sorted(borrowed)),
    )


def _links(goals: Sequence[Goal]) -> list[Link]:
    return [link for goal in goals for link in goal.links]


def _fits(situation: Situation, network: Network, weights: Weights, share: float) -> bool:
    """Whether there are pieces, stations and time for a network."""
    own = network.routes - situation.rival_routes
    if len(network.routes) - len(own) > situation.stations_left:
        return False
    needed = sum(situation.board.lengths[route] for route in own)
    if needed > share * situation.me.pieces:
        return False
    draws = max(0.0, needed - 0.8 * situation.me.cards) / weights.cards_a_turn
    return len(network.routes) + draws <= situation.turns_left * weights.leisure


def _affordable(
    situation: Situation,
    wanted: list[Goal],
    costs: list[float],
    weights: Weights,
    share: float,
) -> Network:
    """The network for as many of the goals as fit; the others are removed from the list."""
    while True:
        network = joint_network(situation.board, costs, _links(wanted))
        lost = [goal for goal, paths in _by_goal(wanted, network) if None in paths]
        lost = lost or _too_dear(situation, wanted, network, costs)
        if lost:
            wanted[:] = [goal for goal in wanted if goal not in lost]
        elif _fits(situation, network, weights, share) or not wanted:
            return network
        else:
            wanted.remove(_least_worth(wanted, network, costs))


def _by_goal(
    goals: Sequence[Goal], network: Network
) -> list[tuple[Goal, list[tuple[int, ...] | None]]]:
    paths = iter(network.paths)
    return [(goal, [next(paths) for _ in goal.links]) for goal in goals]


def _least_worth(wanted: list[Goal], network: Network, costs: list[float]) -> Goal:
    """The goal that brings least for the routes that no other goal needs."""
    alone = _alone(wanted, network)

    def worth(number: int) -> float:
        return wanted[number].stake / (0.1 + sum(costs[route] for route in alone[number]))

    return wanted[min(range(len(wanted)), key=worth)]


def _alone(wanted: Sequence[Goal], network: Network) -> list[set[int]]:
    """For each goal the routes that no other goal needs."""
    needed = [
        {route for path in paths for route in path or ()} for _, paths in _by_goal(wanted, network)
    ]
    return [
        routes.difference(*(more for other, more in enumerate(needed) if other != number))
        for number, routes in enumerate(needed)
    ]


def _too_dear(
    situation: Situation, wanted: Sequence[Goal], network: Network, costs: list[float]
) -> list[Goal]:
    """A goal that is not worth the stations which it alone needs, if there is one."""
    if not network.routes & situation.rival_routes:
        return []
    for goal, alone in zip(wanted, _alone(wanted, network), strict=True):
        if goal.stake < sum(costs[route] for route in alone & situation.rival_routes):
            return [goal]
    return []


def _urgency(situation: Situation, costs: list[float], route: int, weights: Weights) -> float:
    """How much is at risk if others take a route first: the way round, if rivals are near."""
    board = situation.board
    a, b = board.ends[route]
    rivals = situation.rivals_at(a) + situation.rivals_at(b)
    without = list(costs)
    without[route] = inf
    few = len(situation.view.players) <= board.edition.parallel_closed_up_to
    if few:
        for other in board.index.parallel[route]:
            without[other] = inf
    found = shortest_path(board, without, (a,), frozenset((b,)))
    round_about = min(20.0, found[0] if found and found[0] < inf else inf) - costs[route]
    return weights.danger * max(0.0, round_about) * (0.1 + 0.2 * min(rivals, 4))
