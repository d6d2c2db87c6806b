"""Many games side by side: list the legal actions of each, and take an action in each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.rules.compiling import rule
from whistlestop.rules.luck import begin
from whistlestop.rules.turns import apply, legal

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Numbers, Records
    from whistlestop.rules.record_types import Book, Luck, State


@rule
def legal_masks(book: Book, states: Records[State], out: Numbers, masks: Numbers):
    """Mark the legal actions of many positions.

    Args:
        book: the edition.
        states: `STATE[n]`, any positions.
        out: a buffer for `actions.MOST_LEGAL` actions.
        masks: `bool[n, actions.ACTIONS]`; afterwards true for the legal actions and false for all
            others. A game that is over has no legal actions.
    """
    for i in range(states.shape[0]):
        masks[i, :] = False
        for j in range(legal(book, states[i], out)):
            masks[i, out[j]] = True


@rule
def apply_batch(book: Book, states: Records[State], actions: Numbers, luck: Luck, done: Numbers):
    """Take an action in each of many positions, with one generator for all of them.

    Args:
        book: the edition.
        states: `STATE[n]`, changed in place.
        actions: `int64[n]`, an action for each position.
        luck: a `LUCK` record that was seeded before. Afterwards it holds the journal of the
            action in the last position.
        done: `bool[n]`, receives whether each action was legal. An illegal action leaves its
            position unchanged.
    """
    for i in range(states.shape[0]):
        begin(luck)
        done[i] = apply(book, states[i], actions[i], luck)
