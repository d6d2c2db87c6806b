"""What to do with a turn: claim, draw cards, draw tickets or send off a passenger."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf

from whistlestop.actions import Action, ClaimRoute, DrawTickets, StartJourney
from whistlestop.bots.cards import best_card, best_payment, share_out
from whistlestop.bots.ending import immediate_gain
from whistlestop.bots.filling import best_fillers, route_values
from whistlestop.bots.journeys import best_passenger
from whistlestop.bots.planning import Plan
from whistlestop.bots.risk import failure
from whistlestop.bots.situation import Situation
from whistlestop.bots.stations import best_station
from whistlestop.bots.ticketing import best_draw, worth_drawing
from whistlestop.bots.weights import Weights

Option = tuple[float, Action]
"""An action and what it is worth, in points."""


@dataclass(frozen=True)
class Turn:
    """What there is to think about.

    Attributes:
        situation: the position.
        plan: what the bot means to build.
        weights: its judgement.
    """

    situation: Situation
    plan: Plan
    weights: Weights

    @cached_property
    def values(self) -> dict[int, float]:
        """What the routes outside the plan would bring by themselves."""
        return route_values(self.situation, self.plan, self.weights)

    @cached_property
    def priority(self) -> dict[int, float]:
        """The routes to collect cards for, and how much each is wanted, up to 1."""
        routes = self.plan.routes
        priority = {route: 1.0 - 0.03 * rank for rank, route in enumerate(routes)}
        share = 0.45 if routes else 1.0
        rates = best_fillers(self.situation, self.values, self.weights)
        return priority | {route: share * (1.0 - 0.1 * rank) for rank, route in enumerate(rates)}

    def worth(self, code: str) -> float:
        """What claiming a route brings; minus infinity if the plan needs its pieces elsewhere."""
        route = self.situation.board.index.route_of[code]
        if route in self.plan.urgency:
            return self.weights.planned + self.plan.urgency[route]
        return self.values.get(route, -inf)

    def best_card(self, legal: Sequence[Action]) -> Option | None:
        """The card to draw and how useful it is; None if no card can be drawn."""
        wants = share_out(self.situation, list(self.priority))
        return best_card(self.situation, legal, wants, self.priority, self.weights)

    def best_action(self, legal: Sequence[Action]) -> Action:
        """The best thing to do with the turn."""
        options: list[Option] = [(-100.0, legal[0])]
        if self.situation.view.last_turns:
            options += _last_claims(self.situation, legal)
        else:
            options += _claims(self, legal)
            options += _drawing(self, legal)
            options += _tickets(self, legal)
        options += _station(self, legal)
        options += _journey(self.situation, legal, self.weights)
        return max(options, key=lambda option: option[0])[1]


def _claims_by_route(legal: Sequence[Action]) -> dict[str, list[ClaimRoute]]:
    claims: dict[str, list[ClaimRoute]] = defaultdict(list)
    for action in legal:
        if isinstance(action, ClaimRoute):
            claims[action.route].append(action)
    return claims


def _last_claims(situation: Situation, legal: Sequence[Action]) -> list[Option]:
    """In the last turn cards are worth nothing any more."""
    index = situation.board.index
    options: list[Option] = []
    for code, claims in _claims_by_route(legal).items():
        fails = [failure(situation, claim) for claim in claims]
        surest = min(range(len(claims)), key=lambda number: fails[number])
        gain = immediate_gain(situation, index.route_of[code])
        options.append((gain * (1 - fails[surest]), claims[surest]))
    return options


def _claims(turn: Turn, legal: Sequence[Action]) -> list[Option]:
    """The claim that brings most after what its cards are worth; none if nothing helps the plan."""
    claims = _claims_by_route(legal)
    worth = {code: turn.worth(code) for code in claims}
    wants = share_out(turn.situation, turn.plan.routes)
    best: list[Option] = []
    for code in sorted(claims, key=lambda code: -worth[code]):
        if worth[code] <= (best[0][0] if best else -inf):
            break
        cost, claim = best_payment(turn.situation, claims[code], wants, turn.weights)
        if not best or worth[code] - cost > best[0][0]:
            best = [(worth[code] - cost, claim)]
    return best


def _drawing(turn: Turn, legal: Sequence[Action]) -> list[Option]:
    found = turn.best_card(legal)
    if found is None:
        return []
    late = min(1.0, turn.situation.turns_left / 4)
    return [(turn.weights.draw * late + found[0] * 0.5, found[1])]


def _tickets(turn: Turn, legal: Sequence[Action]) -> list[Option]:
    draws = [action for action in legal if isinstance(action, DrawTickets)]
    if not draws or turn.plan.routes or not worth_drawing(turn.situation, turn.weights):
        return []
    return [(turn.weights.tickets, best_draw(turn.situation, draws, turn.weights))]


def _station(turn: Turn, legal: Sequence[Action]) -> list[Option]:
    """A station: once the plan is built but for the routes to be opened, or when time runs out."""
    situation, plan = turn.situation, turn.plan
    if not situation.stations_left:
        return []
    if situation.view.last_turns:
        found = best_station(situation, legal, (), sorted(situation.rival_routes), {})
        return [found] if found and found[0] > 0 else []
    wants = share_out(situation, plan.routes)
    found = best_station(situation, legal, plan.routes, plan.borrowed, wants.spare)
    turns = len(plan.routes) + len(plan.borrowed) + turn.weights.station
    if found is None or found[0] <= 0 or (plan.routes and situation.turns_left > turns):
        return []
    return [(found[0] + turn.weights.planned, found[1])]


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
