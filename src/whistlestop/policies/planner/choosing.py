"""Choose an action with the planner, in any phase of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.knowledge.compiling import compiled, part
from whistlestop.policies.planner import options
from whistlestop.policies.planner.cards import NO_PAYMENT, add_cards, payment_under_way
from whistlestop.policies.planner.journeys import add_placements, next_step
from whistlestop.policies.planner.situation import is_in, turns_left
from whistlestop.policies.planner.tickets import add_keeps, best_mix
from whistlestop.policies.planner.turn import add_turn, prepare, urgency
from whistlestop.policies.planner.weights import LAST_WITHDRAWAL
from whistlestop.rules.actions import WITHDRAW, pay_action
from whistlestop.rules.book import OPENING
from whistlestop.rules.prices import nth_payment
from whistlestop.rules.state import Phase

if TYPE_CHECKING:
    from whistlestop.policies.record_types import Planner
    from whistlestop.rules.record_types import Book, State

OPENING_MIX = Phase.OPENING_MIX
OPENING_KEEP = Phase.OPENING_KEEP
TURN = Phase.TURN
SECOND_CARD = Phase.SECOND_CARD
KEEP = Phase.KEEP
PLACEMENT = Phase.PLACEMENT
JOURNEY = Phase.JOURNEY
SURCHARGE = Phase.SURCHARGE


@part
def plan_and_choose(book: Book, state: State, planner: Planner):
    """Choose a legal action for the deciding seat, and return its number (see `rules.actions`).

    The planner uses no randomness, so equal arguments give equal actions. The plan in `planner` is
    made or updated during the call.

    Args:
        book: the edition.
        state: a position that is not over.
        planner: the planner's part of the seat's mind.
    """
    phase = state.phase
    if phase == OPENING_MIX:
        return best_mix(book, state, planner, OPENING)
    if phase == JOURNEY:
        return next_step(book, state, planner)
    planner.listing = 0
    add_options(book, state, planner)
    return options.best(planner)


@compiled
def list_options(book: Book, state: State, planner: Planner):
    """List the actions that may be worth taking. Return the number of these actions.

    The actions are written to `planner.option`, and their worths in points to `planner.worth`.

    Args:
        book: the edition.
        state: a position that is not over.
        planner: the planner's part of the seat's mind.
    """
    phase = state.phase
    if phase == OPENING_MIX or phase == JOURNEY:
        options.clear(planner)
        options.add(planner, plan_and_choose(book, state, planner), 0.0)
        return planner.options
    planner.listing = 1
    add_options(book, state, planner)
    planner.listing = 0
    return planner.options


@part
def add_options(book: Book, state: State, planner: Planner):
    """List the actions to consider for the decision that is due, each with its worth, in `planner`.

    Earlier options of `planner` are removed.
    """
    options.clear(planner)
    phase = state.phase
    if phase == TURN:
        add_turn(book, state, planner)
    elif phase == SECOND_CARD:
        prepare(book, state, planner)
        add_cards(book, state, planner, 0.0, 1.0)
    elif phase == OPENING_KEEP or phase == KEEP:
        add_keeps(book, state, planner)
    elif phase == PLACEMENT:
        prepare(book, state, planner)
        add_placements(book, state, planner)
    else:
        add_payments(book, state, planner)


@part
def add_payments(book: Book, state: State, planner: Planner):
    """Add an option for the cheapest payment.

    For a surcharge, also add an option for giving up the tunnel. For a route or a station, if
    `payment_under_way` finds no payment, add an option for the first legal payment.
    """
    planned = prepare(book, state, planner)
    cost, payment = payment_under_way(book, state, planner, planned)
    if state.phase == SURCHARGE:
        limit = planner.weights.surcharge
        if is_in(planner.routes, np.int64(state.route)):
            limit += urgency(book, state, planner, np.int64(state.route))
        late = turns_left(book, state, planner.weights) <= planner.weights.surcharge_turns
        options.add(planner, WITHDRAW, LAST_WITHDRAWAL if late else -limit)
        if payment != NO_PAYMENT:
            options.add(planner, pay_action(payment), -cost)
    elif payment == NO_PAYMENT:
        options.add(planner, nth_payment(book, state, 0), 0.0)
    else:
        options.add(planner, pay_action(payment), 0.0)
