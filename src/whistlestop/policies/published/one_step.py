"""The One-Step Thinker (OSA) and the Long Route agent (LRA).

Both find the next route on the way for one ticket, collect cards of its colour and claim it. They
plan again only when a route has been claimed or they have a new ticket. The Long Route agent uses
long routes, and draws no tickets.

There are two versions of both agents: as described in the paper, and as coded by its authors. The
authors' code has a defect, which is repeated here: the ticket with the fewest points counts as the
best one. It also takes no face-up card of a colour for a grey route.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from whistlestop.knowledge.compiling import compiled
from whistlestop.policies.published.common import (
    HOPS,
    NOTHING,
    SALT,
    claimable_now,
    colour_of,
    draw_card,
    draw_tickets,
    either_track,
    find_ways,
    first_of,
    goals_of,
    is_done,
    keep_cheapest,
    locomotives_help,
    longest_open,
    members_of,
    most_pieces,
    nearest,
    only,
    points_of,
    sets_to_keep,
    situation,
    trains_for,
    way_to,
)
from whistlestop.rules.actions import CLAIM, keep_action
from whistlestop.rules.bits import NONE
from whistlestop.rules.state import Phase
from whistlestop.rules.wide_sets import first_member, is_empty, read_words, without_first

if TYPE_CHECKING:
    from whistlestop.policies.record_types import Published
    from whistlestop.rules.annotations import Number, Set
    from whistlestop.rules.record_types import Book, Luck, State

TURN = Phase.TURN
OPENING_KEEP = Phase.OPENING_KEEP

ALL_KEPT: Final = 3
"""The maximum number of tickets that are kept at the start. From a larger offer, those with the
fewest points are kept."""

LONG: Final = 3
"""The least length, in spaces, of the open routes that the Long Route agent plans to claim."""

FEW_PIECES: Final = 6
"""The least number of pieces with which the Long Route agent plans only open routes of at least
`LONG` spaces. With fewer pieces, it plans routes of any length."""

SCALE: Final = 1000
"""The factor that turns points per route or per piece into whole numbers, to compare them."""


@compiled
def think_one_step(book: Book, state: State, memory: Published, described: Number, luck: Luck):
    """Return the One-Step Thinker's action for its turn or for its second card.

    `described` is true for the agent as described, and false for the agent as coded. `memory`
    receives a new target if it has none, or if routes or tickets have changed.
    """
    if memory.planned != situation(state) or memory.target == 0:
        plan_step(book, state, memory, np.int64(1), described)
        if memory.target == 0 and state.phase == TURN and memory.estimated == 0:
            action = draw_tickets(book, state)
            if action >= 0:
                return action
        if memory.target == 0:
            aim_at_value(book, state, memory)
    want0, want1 = only(np.int64(memory.target) - 1)
    return claim_or_draw(book, state, memory, want0, want1, described, luck)


@compiled
def think_long_route(book: Book, state: State, memory: Published, described: Number, luck: Luck):
    """Return the Long Route agent's action for its turn or for its second card.

    `described` is true for the agent as described, and false for the agent as coded. `memory`
    receives a new target if it has none, or if routes or tickets have changed.
    """
    if memory.planned != situation(state) or memory.target == 0:
        pieces = np.int64(state.pieces[state.seat])
        shortest = np.int64(LONG) if pieces >= FEW_PIECES else np.int64(1)
        plan_step(book, state, memory, shortest, described)
        if memory.target == 0:
            aim_at_value(book, state, memory)
    want0, want1 = either_track(book, state, np.int64(memory.target) - 1)
    return claim_or_draw(book, state, memory, want0, want1, described, luck)


@compiled
def plan_step(book: Book, state: State, memory: Published, shortest: Number, described: Number):
    """Set `memory.target` to the next route (+ 1) on the shortest way for the best ticket.

    The next route is the first one on the way that the seat must claim. As coded, the best ticket
    is the one with the fewest points. As described, it is the one with the most points for each
    route to claim. Only uncompleted tickets count. If none of these can be completed,
    `memory.target` becomes 0. The function writes to `memory.estimated` how many uncompleted
    tickets can no longer be completed.

    Args:
        book: the edition.
        state: the position.
        memory: the agent's memory.
        shortest: the least length of open routes on the way.
        described: true for the agent as described, false for the agent as coded.
    """
    memory.planned = situation(state)
    memory.target = 0
    memory.estimated = 0
    best = np.int64(0)
    tickets = read_words(state.tickets[state.seat])
    while not is_empty(tickets):
        ticket = first_member(tickets)
        tickets = without_first(tickets)
        if is_done(book, state, memory, ticket):
            continue
        find_ways(
            book,
            state,
            memory,
            book.ticket_origin[ticket],
            shortest,
            most_pieces(state),
            np.int64(HOPS),
            ticket * SALT,
        )
        end = nearest(memory, goals_of(book, ticket))
        if end < 0:
            memory.estimated += 1
            continue
        points = points_of(book, ticket)
        value = -points
        if described:
            value = points * SCALE // np.int64(memory.distance[end])
        if memory.target == 0 or value > best:
            _, _, first, _ = way_to(book, state, memory, end)
            best = value
            memory.target = first + 1


@compiled
def aim_at_value(book: Book, state: State, memory: Published):
    """Set `memory.target` to the longest open route (+ 1) that the seat has enough pieces for.

    If there is no such route, `memory.target` becomes 0.
    """
    routes0, routes1 = longest_open(book, state, ~NONE, ~NONE)
    memory.target = first_of(memory, routes0, routes1) + 1


@compiled
def claim_or_draw(
    book: Book,
    state: State,
    memory: Published,
    want0: Set,
    want1: Set,
    described: Number,
    luck: Luck,
):
    """Return the claim of a wanted route, or a draw of a card for the target.

    The wanted routes are the set `want0` (routes 0 to 63) and `want1` (routes from 64 on). The
    claim is possible at the start of a turn, if the seat can claim and pay for a wanted route.
    For a grey target, face-up cards of a colour are drawn only if `described` is true.
    """
    target = np.int64(memory.target) - 1
    if state.phase == TURN:
        can0, can1 = claimable_now(book, state)
        route = first_of(memory, can0 & want0, can1 & want1)
        if route >= 0:
            return CLAIM + route
    colours = colour_of(book, state, target, described)
    return draw_card(book, state, memory, colours, locomotives_help(book, target), luck)


@compiled
def keep_one_step(book: Book, state: State, memory: Published, described: Number):
    """Return the action of keeping the One-Step Thinker's tickets.

    At the start, the agent keeps up to `ALL_KEPT` tickets. Later, it keeps the ticket with the
    fewest points if `described` is false. If `described` is true, it keeps the set with the most
    points for each piece that the ways of its tickets need.
    """
    if state.phase == OPENING_KEEP:
        return keep_cheapest(book, state, np.int64(ALL_KEPT))
    return keep_long_route(book, state, memory, described)


@compiled
def keep_long_route(book: Book, state: State, memory: Published, described: Number):
    """Return the action of keeping the Long Route agent's tickets.

    As coded, the agent keeps the ticket with the fewest points. As described, it keeps the set with
    the most points for each piece that the ways of its tickets need.
    """
    if not described:
        return keep_cheapest(book, state, np.int64(1))
    sets = sets_to_keep(book, state)
    best, most = np.int64(NOTHING), np.int64(0)
    while not is_empty(sets):
        kept = first_member(sets)
        sets = without_first(sets)
        points, trains = np.int64(0), np.int64(0)
        tickets = members_of(state, kept)
        while not is_empty(tickets):
            ticket = first_member(tickets)
            tickets = without_first(tickets)
            points += points_of(book, ticket)
            trains += trains_for(book, state, memory, ticket)
        value = points * SCALE // max(trains, np.int64(1))
        if best < 0 or value > most:
            best, most = kept, value
    return keep_action(best)
