"""Many games at once, step by step: what is legal in each, and an action for each."""

from __future__ import annotations

from whistlestop.rules.compiling import rule
from whistlestop.rules.luck import begin
from whistlestop.rules.turns import apply, legal


@rule
def legal_masks(book, states, out, masks):
    """Mark the legal actions of many positions.

    Args:
        book: the edition.
        states: `STATE[n]`, any positions.
        out: room for `actions.MOST_LEGAL` actions.
        masks: `bool[n, actions.ACTIONS]`, true for legal actions afterwards; a game that is over
            has none.
    """
    for i in range(states.shape[0]):
        masks[i, :] = False
        for j in range(legal(book, states[i], out)):
            masks[i, out[j]] = True


@rule
def apply_batch(book, states, actions, luck, done):
    """Take an action in each of many positions, all with the same generator.

    Args:
        book: the edition.
        states: `STATE[n]`, changed in place.
        actions: `int64[n]`, one for each position.
        luck: a luck that was seeded once; its journal is the last position's afterwards.
        done: `bool[n]`, whether the action was legal; a position where it was not is unchanged.
    """
    for i in range(states.shape[0]):
        begin(luck)
        done[i] = apply(book, states[i], actions[i], luck)
