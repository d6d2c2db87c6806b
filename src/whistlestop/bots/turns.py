"""What to do with a turn: claim, draw cards, draw tickets or send off a passenger."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from whistlestop.actions import Action, ClaimRoute, DrawTickets, StartJourney
from whistlestop.bots.cards import Wants, best_card, best_payment, share_out
from whistlestop.bots.ending import immediate_gain
from whistlestop.bots.filling import best_fillers, route_values
from whistlestop.bots.journeys import best_passenger
from whistlestop.bots.planning import Plan
from whistlestop.bots.situation import Situation
from whistlestop.bots.ticketing import best_draw, worth_drawing
from whistlestop.bots.weights import Weights

Option = tuple[float, Action]
"""An action and what it is worth, in points."""


def take_turn(
    situation: Situation, legal: tuple[Action, ...], plan: Plan, weights: Weights
) -> Action:
    """The best thing to do with a turn."""
    options: list[Option] = [(-100.0, legal[0])]
    if situation.view.last_turns:
        options += _last_claims(situation, legal)
    else:
        options += _claims(situation, legal, plan, weights)
        options += _drawing(situation, legal, plan, weights)
        options += _tickets(situation, legal, plan, weights)
    options += _journey(situation, legal, weights)
    return max(options, key=lambda option: option[0])[1]


def collecting(
    situation: Situation, plan: Plan, weights: Weights
) -> tuple[Wants, dict[int, float]]:
    """What cards are wanted for, and how much each of those routes is wanted, up to 1."""
    priority = {route: 1.0 - 0.03 * rank for rank, route in enumerate(plan.routes)}
    values = route_values(situation, plan, weights)
    rates = best_fillers(situation, values, weights)
    share = 0.45 if plan.routes else 1.0
    priority |= {route: share * (1.0 - 0.1 * rank) for rank, route in enumerate(rates)}
    return share_out(situation, list(priority)), priority


def _claims_by_route(legal: Sequence[Action]) -> dict[str, list[ClaimRoute]]:
    claims: dict[str, list[ClaimRoute]] = defaultdict(list)
    for action in legal:
        if isinstance(action, ClaimRoute):
            claims[action.route].append(action)
    return claims


def _last_claims(situation: Situation, legal: Sequence[Action]) -> list[Option]:
    """In the last turn cards are worth nothing any more."""
    index = situation.board.index
    return [
        (immediate_gain(situation, index.route_of[code]), claims[0])
        for code, claims in _claims_by_route(legal).items()
    ]


def _claims(
    situation: Situation, legal: Sequence[Action], plan: Plan, weights: Weights
) -> list[Option]:
    """Every route that could be claimed, paid as cheaply as possible."""
    values = route_values(situation, plan, weights)
    wants = share_out(situation, plan.routes)
    options: list[Option] = []
    for code, claims in _claims_by_route(legal).items():
        route = situation.board.index.route_of[code]
        if route in plan.urgency:
            worth = weights.planned + plan.urgency[route]
        elif route in values:
            worth = values[route]
        else:
            continue
        cost, claim = best_payment(situation, claims, wants, weights)
        options.append((worth - cost, claim))
    return options


def _drawing(
    situation: Situation, legal: Sequence[Action], plan: Plan, weights: Weights
) -> list[Option]:
    wants, priority = collecting(situation, plan, weights)
    found = best_card(situation, legal, wants, priority, weights)
    if found is None:
        return []
    late = min(1.0, situation.turns_left / 4)
    return [(weights.draw * late + found[0] * 0.5, found[1])]


def _tickets(
    situation: Situation, legal: Sequence[Action], plan: Plan, weights: Weights
) -> list[Option]:
    draws = [action for action in legal if isinstance(action, DrawTickets)]
    if not draws or plan.routes or not worth_drawing(situation, weights):
        return []
    return [(weights.tickets, best_draw(situation, draws, weights))]


def _journey(situation: Situation, legal: Sequence[Action], weights: Weights) -> list[Option]:
    if not any(isinstance(action, StartJourney) for action in legal):
        return []
    found = best_passenger(situation, weights)
    if found is None:
        return []
    way, city = found
    if situation.view.last_turns:
        return [(way.points, StartJourney(city))]
    standing = len(situation.me.passengers)
    if situation.turns_left <= standing + weights.journey_margin:
        return [(way.worth + 5.0, StartJourney(city))]
    if way.worth >= weights.journey:
        return [(way.worth, StartJourney(city))]
    return []
