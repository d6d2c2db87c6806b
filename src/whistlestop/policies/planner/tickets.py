"""Tickets: how many to draw from which stack, and which offered tickets to keep."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.knowledge.compiling import compiled
from whistlestop.policies.planner import options
from whistlestop.policies.planner.plan import make_plan, put_costs
from whistlestop.policies.planner.situation import turns_left
from whistlestop.policies.planner.weights import EARLY_TICKETS, TICKET_OF_MOST, UNPAYABLE
from whistlestop.rules.actions import DRAW_TICKETS, keep_action
from whistlestop.rules.bits import NONE, lowest, size, without_lowest
from whistlestop.rules.book import ON_TURN, OPENING
from whistlestop.rules.state import Phase
from whistlestop.rules.tickets import keepable, mixes, offered
from whistlestop.rules.wide_sets import (
    first_member,
    is_empty,
    number_of,
    read_words,
    set_of,
    union,
    without_first,
)

if TYPE_CHECKING:
    from whistlestop.policies.record_types import Planner
    from whistlestop.rules.annotations import Number
    from whistlestop.rules.record_types import Book, State

KEEP_TICKETS = Phase.KEEP


@compiled
def add_keeps(book: Book, state: State, planner: Planner):
    """Add an option for each set of offered tickets that may be kept.

    The worth of the option is the result of `keeping_worth`.
    """
    seat = np.int64(state.seat)
    moment = ON_TURN if state.phase == KEEP_TICKETS else OPENING
    sets = keepable(book, state, seat, moment)
    put_costs(book, state, planner)
    while not is_empty(sets):
        kept = first_member(sets)
        sets = without_first(sets)
        options.add(planner, keep_action(kept), keeping_worth(book, state, planner, kept))


@compiled
def keeping_worth(book: Book, state: State, planner: Planner, kept: Number):
    """Plan for the seat's tickets and the offered tickets in `kept`, and return the plan's value.

    The value is the gain of the goals in the plan and of doubly joined tickets, less the loss of
    the other goals and the weighted cost of the plan's routes. Every ticket in `kept` adds a fixed
    amount.

    Args:
        book: the edition.
        state: the position.
        planner: the planner's memory after `put_costs`, which receives the plan.
        kept: the offered tickets to keep; bit i stands for ticket i of the offer.
    """
    seat = np.int64(state.seat)
    w = planner.weights
    tickets = read_words(state.tickets[seat])
    number = np.int64(0)
    for i in range(offered(state, seat)):
        if (kept >> i) & 1:
            tickets = union(tickets, set_of(np.int64(state.offer[seat, i]) - 1))
            number += 1
    make_plan(book, state, planner, tickets, w.prudence)
    worth = TICKET_OF_MOST * book.most_tickets_bonus * number - w.keep_cost * planner.network_cost
    worth += w.each_ticket * number + planner.doubled_gain
    for goal in range(planner.goals):
        if planner.wanted[goal] == 1:
            worth += planner.gain[goal]
        else:
            worth -= planner.loss[goal]
    return worth


@compiled
def mean_points(book: Book, stack: Number):
    """Return the mean points of all tickets of the edition that belong to a stack.

    Of a ticket with several destinations, the points of the first one count.
    """
    tickets = read_words(book.stack_tickets[stack])
    number = number_of(tickets)
    total = 0.0
    while not is_empty(tickets):
        total += book.ticket_points[first_member(tickets), 0]
        tickets = without_first(tickets)
    return total / max(number, 1)


@compiled
def best_mix(book: Book, state: State, planner: Planner, moment: Number):
    """Return the action of drawing tickets with the best mix of stacks.

    The best mix is the one in which the share of tickets from the stack with the higher mean points
    is closest to the weight `long_tickets`, or to 0 late in the game. The function assumes that the
    usual number of tickets is drawn, although fewer may be left (`tickets.tickets_drawn`, M-03).
    `moment` is `OPENING` or `ON_TURN`.
    """
    draws = mixes(book, state, moment)
    if size(draws) == 1:
        return np.int64(DRAW_TICKETS) + lowest(draws)
    w = planner.weights
    early = moment == OPENING or turns_left(book, state, w) > EARLY_TICKETS * w.ticket_turns
    share = w.long_tickets if early else 0.0
    second_is_high = mean_points(book, 1) > mean_points(book, 0)
    total = np.int64(book.offer_choose[moment])
    best = UNPAYABLE
    action = np.int64(DRAW_TICKETS) + lowest(draws)
    while draws != NONE:
        from_second = lowest(draws)
        draws = without_lowest(draws)
        high = from_second if second_is_high else total - from_second
        distance = abs(high - share * total)
        if distance < best:
            best = distance
            action = np.int64(DRAW_TICKETS) + from_second
    return action


@compiled
def worth_drawing(book: Book, state: State, planner: Planner):
    """Return whether the deciding seat should consider drawing tickets.

    This is true if the seat can draw tickets now, and has at least as many pieces and turns left as
    the weights `ticket_pieces` and `ticket_turns` say.
    """
    w = planner.weights
    if mixes(book, state, ON_TURN) == NONE or state.pieces[state.seat] < w.ticket_pieces:
        return False
    return turns_left(book, state, w) >= w.ticket_turns
