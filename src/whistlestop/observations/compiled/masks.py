"""Which actions are legal, as masks in either numbering."""

from __future__ import annotations

from whistlestop.knowledge.compiling import compiled
from whistlestop.rules.actions import PASS
from whistlestop.rules.state import Phase
from whistlestop.rules.turns import legal

OVER = Phase.OVER


@compiled
def write_mask(book, compact, state, room, mask):
    """Mark the legal actions of the deciding seat.

    A game that is over has `PASS`, which changes nothing there: so no mask is empty, and whoever
    draws from one always finds something.

    Args:
        book: the edition.
        compact: `int64[actions.ACTIONS]`, the place in the mask of each action; from a
            `Numbering`, or counted up where the mask has all of them.
        state: the position.
        room: room for `actions.MOST_LEGAL` actions.
        mask: `bool[n]` or `uint8[n]`.
    """
    mask[:] = False
    if state.phase == OVER:
        mask[compact[PASS]] = True
        return
    for i in range(legal(book, state, room)):
        mask[compact[room[i]]] = True


@compiled
def write_masks(books, compact, states, room, masks):
    """Mark the legal actions in many positions: see `write_mask`.

    Args:
        books: the edition, as an array of one.
        compact: as above.
        states: `STATE[n]`.
        room: as above.
        masks: `bool[n, m]` or `uint8[n, m]`.
    """
    for i in range(states.shape[0]):
        write_mask(books[0], compact, states[i], room, masks[i])
