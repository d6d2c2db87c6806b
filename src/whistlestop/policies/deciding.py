"""Make one decision with the policy of the deciding seat, whichever policy that is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.knowledge.compiling import compiled, part
from whistlestop.knowledge.observations import hand_size
from whistlestop.policies.mind import PLANNING, PUBLISHED_FIRST, PUBLISHED_LAST
from whistlestop.policies.planner.choosing import plan_and_choose
from whistlestop.policies.published.choosing import choose_published
from whistlestop.rules.actions import CLAIM, DRAW_BLIND, PAY, WITHDRAW
from whistlestop.rules.bits import NONE, bit, has
from whistlestop.rules.cards import can_draw_blind
from whistlestop.rules.state import Phase
from whistlestop.rules.turns import any_legal

if TYPE_CHECKING:
    from whistlestop.policies.record_types import Mind
    from whistlestop.rules.annotations import Number
    from whistlestop.rules.record_types import Book, Luck, State

TURN = Phase.TURN
SURCHARGE = Phase.SURCHARGE


@part
def choose(book: Book, state: State, mind: Mind, luck: Luck):
    """Return the legal action that the deciding seat's policy chooses.

    Args:
        book: the edition.
        state: a position that is not over. Only what the deciding seat may know is read.
        mind: the mind of the deciding seat; changed.
        luck: the luck for the policy's own random choices.
    """
    if mind.policy == PLANNING:
        return unless_tried(book, state, mind, plan_and_choose(book, state, mind.planner))
    if PUBLISHED_FIRST <= mind.policy <= PUBLISHED_LAST:
        agent, described = divmod(mind.policy - PUBLISHED_FIRST, 2)
        action = choose_published(book, state, mind.published, agent, described == 1, luck)
        return unless_tried(book, state, mind, action)
    return any_legal(book, state, luck)


@compiled
def unless_tried(book: Book, state: State, mind: Mind, action: Number):
    """Return `action`, or a blind draw if `action` would repeat a failed attempt at a tunnel.

    A claim repeats a failed attempt if the seat gave up this tunnel before, and now has as many
    cards in hand as right after it gave up the tunnel. If no card can be drawn blindly, the
    result is `action` nevertheless. If `action` gives up a tunnel, the function adds the tunnel to
    `mind.withdrawn`.

    When only a few cards are left to draw, each attempt turns up all of them. Without this rule,
    two players who want only a tunnel whose surcharge they will not pay would never end the game.
    """
    seat = np.int64(state.seat)
    if state.phase == SURCHARGE and action == WITHDRAW:
        cards = hand_size(state, seat) + np.int64(book.route_length[state.route])
        if cards != mind.withdrawn_cards:
            mind.withdrawn[0], mind.withdrawn[1] = NONE, NONE
        mind.withdrawn_cards = cards
        route = np.int64(state.route)
        mind.withdrawn[route >> 6] |= bit(route & 63)
    elif state.phase == TURN and CLAIM <= action < PAY:
        route = np.int64(action) - CLAIM
        tried = has(mind.withdrawn[route >> 6], route & 63)
        if tried and hand_size(state, seat) == mind.withdrawn_cards and can_draw_blind(state):
            return np.int64(DRAW_BLIND)
    return np.int64(action)
