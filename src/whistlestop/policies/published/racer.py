"""The racer: it keeps the fewest tickets, draws from the deck, and claims the longest open routes.

The connected racer, which aims for the longest path, prefers routes that touch its own routes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.knowledge.compiling import compiled
from whistlestop.policies.published.common import (
    claimable_now,
    draw_card,
    first_of,
    longest_open,
)
from whistlestop.rules.actions import CLAIM
from whistlestop.rules.bits import NONE, lowest, without_lowest
from whistlestop.rules.state import Phase

if TYPE_CHECKING:
    from whistlestop.policies.record_types import Published
    from whistlestop.rules.annotations import Number
    from whistlestop.rules.record_types import Book, Luck, State

TURN = Phase.TURN


@compiled
def race(book: Book, state: State, memory: Published, connected: Number, luck: Luck):
    """Return the racer's action for its turn or for its second card.

    The racer claims one of the longest open routes if it can pay for one now. Otherwise it draws
    the top card of the deck.

    Args:
        book: the edition.
        state: the position.
        memory: the agent's memory.
        connected: true for the connected racer, which only aims for the longest open routes that
            touch its own routes, if there are any. False for the racer that aims for the longest
            open routes anywhere.
        luck: the luck for a random action if nothing else is possible.
    """
    if state.phase == TURN:
        near0, near1 = touching(book, state)
        routes0, routes1 = NONE, NONE
        if connected:
            routes0, routes1 = longest_open(book, state, near0, near1)
        if routes0 | routes1 == NONE:
            routes0, routes1 = longest_open(book, state, ~NONE, ~NONE)
        can0, can1 = claimable_now(book, state)
        can0 &= routes0
        can1 &= routes1
        route = first_of(memory, can0 & near0, can1 & near1)
        if route < 0:
            route = first_of(memory, can0, can1)
        if route >= 0:
            return CLAIM + route
    return draw_card(book, state, memory, NONE, np.int64(0), luck)


@compiled
def touching(book: Book, state: State):
    """Return the set of the routes that touch the deciding seat's own routes, in two words."""
    near0, near1 = NONE, NONE
    for word in range(2):
        routes = state.owned[state.seat, word]
        while routes != NONE:
            route = lowest(routes) + 64 * word
            routes = without_lowest(routes)
            a, b = np.int64(book.route_a[route]), np.int64(book.route_b[route])
            near0 |= book.at[a, 0] | book.at[b, 0]
            near1 |= book.at[a, 1] | book.at[b, 1]
    return near0, near1
