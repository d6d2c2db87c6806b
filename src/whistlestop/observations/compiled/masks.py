"""Masks that mark the legal actions, in the compact numbering or in that of `rules.actions`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.knowledge.compiling import compiled
from whistlestop.rules.actions import PASS
from whistlestop.rules.state import Phase
from whistlestop.rules.turns import legal

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Numbers, Records
    from whistlestop.rules.record_types import Book, State

OVER = Phase.OVER


@compiled
def write_mask(book: Book, compact: Numbers, state: State, legal_actions: Numbers, mask: Numbers):
    """Mark the legal actions of the deciding seat.

    If the game is over, `PASS` is marked, which changes nothing then. So no mask is empty, and you
    can always draw an action from it.

    Args:
        book: the edition.
        compact: `int64[actions.ACTIONS]`, [action] the action's index in the mask. It is
            `Numbering.compact`, or the numbers from 0 on for a mask of all actions.
        state: the position.
        legal_actions: a buffer for `actions.MOST_LEGAL` numbers.
        mask: `bool[n]` or `uint8[n]`; afterwards true for the legal actions and false for all
            others.
    """
    mask[:] = False
    if state.phase == OVER:
        mask[compact[PASS]] = True
        return
    for i in range(legal(book, state, legal_actions)):
        mask[compact[legal_actions[i]]] = True


@compiled
def write_masks(
    books: Records[Book],
    compact: Numbers,
    states: Records[State],
    legal_actions: Numbers,
    masks: Numbers,
):
    """Mark the legal actions of the deciding seat in many positions.

    If a game is over, `PASS` is marked, which changes nothing then. So no mask is empty.

    Args:
        books: the edition, as an array of one record.
        compact: `int64[actions.ACTIONS]`, [action] the action's index in a mask.
        states: `STATE[n]`, the positions.
        legal_actions: a buffer for `actions.MOST_LEGAL` numbers.
        masks: `bool[n, m]` or `uint8[n, m]`; a mask for each position.
    """
    for i in range(states.shape[0]):
        write_mask(books[0], compact, states[i], legal_actions, masks[i])
