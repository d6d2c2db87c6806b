"""Choosing tickets: how many from which stack, and which of the offered ones to keep."""

from __future__ import annotations

from whistlestop.actions import Action, DrawTickets, KeepTickets
from whistlestop.bots.joining import joined_by, value
from whistlestop.bots.planning import make_plan
from whistlestop.bots.situation import Situation
from whistlestop.bots.weights import Weights


def best_keep(situation: Situation, legal: tuple[Action, ...], weights: Weights) -> KeepTickets:
    """The offered tickets worth keeping, together with those the seat has."""
    keeps = [action for action in legal if isinstance(action, KeepTickets)]
    return max(keeps, key=lambda keep: _worth(situation, keep, weights))


def _worth(situation: Situation, keep: KeepTickets, weights: Weights) -> float:
    """What all tickets bring if these are kept, less what it takes to complete them."""
    offer = situation.me.offer or ()
    kept = [goal for goal, code in zip(situation.offer, offer, strict=True) if code in keep.tickets]
    goals = [*situation.tickets, *kept]
    plan = make_plan(situation, goals, (), weights, weights.prudence)
    routes = situation.mine.union(situation.opened, plan.routes, plan.borrowed)
    linked = joined_by(situation.board, routes)
    points = sum(value(linked, goal) for goal in goals)
    bonus = situation.board.edition.most_tickets_bonus
    return points + (0.15 * bonus * len(kept)) - plan.cost


def best_draw(situation: Situation, draws: list[DrawTickets], weights: Weights) -> DrawTickets:
    """Which stacks to draw from: mostly the one with the higher tickets while there is time."""
    if len(draws) == 1:
        return draws[0]
    edition = situation.board.edition
    means = {stack: _mean_points(situation, stack) for stack in edition.stacks}
    high = max(edition.stacks, key=lambda stack: means[stack])
    early = situation.view.phase.startswith("opening") or (
        situation.turns_left > 2 * weights.ticket_turns
    )
    share = weights.long_tickets if early else 0.0

    def distance(draw: DrawTickets) -> float:
        total = sum(number for _, number in draw.mix)
        return abs(dict(draw.mix).get(high, 0) - share * total)

    return min(draws, key=distance)


def _mean_points(situation: Situation, stack: str) -> float:
    values = [
        goal.gain
        for goal, ticket in zip(
            situation.board.tickets, situation.board.edition.tickets, strict=True
        )
        if ticket.stack == stack
    ]
    return sum(values) / max(1, len(values))


def worth_drawing(situation: Situation, weights: Weights) -> bool:
    """Whether there are time and pieces for new tickets."""
    return (
        situation.turns_left >= weights.ticket_turns
        and situation.me.pieces >= weights.ticket_pieces
    )
