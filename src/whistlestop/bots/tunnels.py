"""Tunnels: whether to pay what they ask for (E-12)."""

from __future__ import annotations

from collections.abc import Sequence

from whistlestop.actions import Action, PaySurcharge, Withdraw
from whistlestop.bots.cards import cards_cost, share_out
from whistlestop.bots.planning import Plan
from whistlestop.bots.situation import Situation
from whistlestop.bots.weights import Weights


def decide_surcharge(
    situation: Situation, legal: Sequence[Action], plan: Plan, weights: Weights
) -> Action:
    """Pay with the cards that are needed least, unless that costs more than trying again."""
    assert situation.view.route is not None, "a tunnel is being tried in this phase"
    tried = situation.board.index.route_of[situation.view.route]
    wants = share_out(situation, [route for route in plan.routes if route != tried])
    payments = [action for action in legal if isinstance(action, PaySurcharge)]
    if not payments:
        return Withdraw()
    costs = [cards_cost(situation, tried, pay.cards, wants, weights) for pay in payments]
    best = min(range(len(payments)), key=lambda number: costs[number])
    limit = weights.surcharge + plan.urgency.get(tried, 0.0)
    late = situation.turns_left <= weights.surcharge_turns
    return payments[best] if late or costs[best] <= limit else Withdraw()
