"""One decision of the planner, in any phase of the game."""

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
from whistlestop.rules.actions import PAY, WITHDRAW
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
def plan_and_choose(book: Book, state: State, room: Planner):
    """Return the planner's action for the deciding seat, which is legal.

    The planner draws nothing at random: asked again, it returns an equal action.

    Args:
        book: the edition.
        state: a position that is not over.
        room: the planner's part of the seat's mind.
    """
    phase = state.phase
    if phase == OPENING_MIX:
        return best_mix(book, state, room, OPENING)
    if phase == JOURNEY:
        return next_step(book, state, room)
    room.listing = 0
    add_options(book, state, room)
    return options.best(room)


@compiled
def list_options(book: Book, state: State, room: Planner):
    """List the actions that may be worth taking, and return their number.

    They are written to `room.option`, and their worth in points to `room.worth`.

    Args:
        book: the edition.
        state: a position that is not over.
        room: the planner's part of the seat's mind.
    """
    phase = state.phase
    if phase == OPENING_MIX or phase == JOURNEY:
        options.clear(room)
        options.add(room, plan_and_choose(book, state, room), 0.0)
        return room.options
    room.listing = 1
    add_options(book, state, room)
    room.listing = 0
    return room.options


@part
def add_options(book: Book, state: State, room: Planner):
    """Replace the options in `room` by those of the decision."""
    options.clear(room)
    phase = state.phase
    if phase == TURN:
        add_turn(book, state, room)
    elif phase == SECOND_CARD:
        prepare(book, state, room)
        add_cards(book, state, room, 0.0, 1.0)
    elif phase == OPENING_KEEP or phase == KEEP:
        add_keeps(book, state, room)
    elif phase == PLACEMENT:
        prepare(book, state, room)
        add_placements(book, state, room)
    else:
        add_payments(book, state, room)


@part
def add_payments(book: Book, state: State, room: Planner):
    """Add options for the cheapest way to pay, and for taking the set for a tunnel back."""
    planned = prepare(book, state, room)
    cost, payment = payment_under_way(book, state, room, planned)
    if state.phase == SURCHARGE:
        limit = room.weights.surcharge
        if is_in(room.routes, np.int64(state.route)):
            limit += urgency(book, state, room, np.int64(state.route))
        late = turns_left(book, state, room.weights) <= room.weights.surcharge_turns
        options.add(room, WITHDRAW, LAST_WITHDRAWAL if late else -limit)
        if payment != NO_PAYMENT:
            options.add(room, PAY + payment, -cost)
    elif payment == NO_PAYMENT:
        options.add(room, nth_payment(book, state, 0), 0.0)
    else:
        options.add(room, PAY + payment, 0.0)
