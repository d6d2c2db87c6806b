"""Choose an action with one of the published agents, in any phase of the game.

The published agents are the players of the literature: One-Step Thinker, Long Route, Route Focused,
Destination Hungry and the racers (`docs/published-agents.md`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from whistlestop.knowledge.compiling import part
from whistlestop.policies.published.common import (
    anything,
    draw_tickets,
    keep_cheapest,
    pay,
    pay_sparingly,
    wake,
)
from whistlestop.policies.published.destination_hungry import (
    keep_destination_hungry,
    think_destination_hungry,
)
from whistlestop.policies.published.journeys import next_step, place_passenger, start_journey
from whistlestop.policies.published.one_step import (
    ALL_KEPT,
    keep_long_route,
    keep_one_step,
    think_long_route,
    think_one_step,
)
from whistlestop.policies.published.racer import race
from whistlestop.policies.published.route_focused import think_route_focused
from whistlestop.rules.state import Phase

if TYPE_CHECKING:
    from whistlestop.policies.record_types import Published
    from whistlestop.rules.annotations import Number
    from whistlestop.rules.record_types import Book, Luck, State

ONE_STEP: Final = 0
LONG_ROUTE: Final = 1
ROUTE_FOCUSED: Final = 2
DESTINATION_HUNGRY: Final = 3
RACER: Final = 4
CONNECTED_RACER: Final = 5

OPENING_MIX = Phase.OPENING_MIX
OPENING_KEEP = Phase.OPENING_KEEP
TURN = Phase.TURN
SECOND_CARD = Phase.SECOND_CARD
KEEP = Phase.KEEP
PLACEMENT = Phase.PLACEMENT
JOURNEY = Phase.JOURNEY


@part
def choose_published(
    book: Book, state: State, memory: Published, agent: Number, described: Number, luck: Luck
):
    """Return the legal action that a published agent chooses for the deciding seat.

    Args:
        book: the edition.
        state: a position that is not over.
        memory: the published agents' part of the seat's mind.
        agent: the number of the agent, a constant of this module such as `ONE_STEP`.
        described: true for the agent as described, false for the agent as coded.
        luck: the luck that draws the order by which the agent settles ties, and a random action if
            the agent knows no other.
    """
    wake(book, memory, luck)
    phase = state.phase
    if phase == TURN or phase == SECOND_CARD:
        if phase == TURN and book.passengers > 0:
            action = start_journey(book, state)
            if action >= 0:
                return action
        return think(book, state, memory, agent, described, luck)
    if phase == OPENING_KEEP or phase == KEEP:
        return keep(book, state, memory, agent, described)
    if phase == OPENING_MIX:
        return draw_tickets(book, state)
    if phase == PLACEMENT:
        return place_passenger(book, state)
    if phase == JOURNEY:
        action = next_step(book, state)
        return action if action >= 0 else anything(book, state, luck)
    if agent == ROUTE_FOCUSED and described:
        return pay_sparingly(book, state)
    return pay(book, state, agent == ROUTE_FOCUSED)


@part
def think(
    book: Book, state: State, memory: Published, agent: Number, described: Number, luck: Luck
):
    """Return the action that an agent takes on its turn or for its second card.

    `memory` is changed. `agent` is one of the constants of this module, such as `ONE_STEP`.
    `described` is true for the agent as described, and false for the agent as coded.
    """
    if agent == ONE_STEP:
        return think_one_step(book, state, memory, described, luck)
    if agent == LONG_ROUTE:
        return think_long_route(book, state, memory, described, luck)
    if agent == ROUTE_FOCUSED:
        return think_route_focused(book, state, memory, described, luck)
    if agent == DESTINATION_HUNGRY:
        return think_destination_hungry(book, state, memory, described, luck)
    return race(book, state, memory, agent == CONNECTED_RACER, luck)


@part
def keep(book: Book, state: State, memory: Published, agent: Number, described: Number):
    """Return the action of keeping the tickets that an agent chooses from its offer.

    `memory` is changed. `agent` is one of the constants of this module, such as `ONE_STEP`.
    `described` is true for the agent as described, and false for the agent as coded.
    """
    if agent == ONE_STEP:
        return keep_one_step(book, state, memory, described)
    if agent == LONG_ROUTE:
        return keep_long_route(book, state, memory, described)
    if agent == DESTINATION_HUNGRY:
        return keep_destination_hungry(book, state, memory)
    number = ALL_KEPT if agent == ROUTE_FOCUSED and state.phase == OPENING_KEEP else 1
    return keep_cheapest(book, state, np.int64(number))
