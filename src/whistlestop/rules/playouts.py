"""Whole games and batches inside compiled code, for simulation, benchmarks and research.

All of it runs without Python's global lock. To use several cores, run one thread for each with a
`LUCK`, a `SHEET` and rooms of its own; the book is only read and may be shared.
"""

from __future__ import annotations

from whistlestop.rules.compiling import rule
from whistlestop.rules.luck import begin, seed
from whistlestop.rules.scoring import score
from whistlestop.rules.state import Phase
from whistlestop.rules.turns import any_legal, apply, deal, legal, perform

OVER = Phase.OVER


@rule
def play_on(book, state, luck):
    """Play uniformly random legal actions until the game is over; how many there were.

    Args:
        book: the edition.
        state: the position to start from; the final one afterwards.
        luck: chance, for the cards and for the choices.
    """
    decisions = 0
    while state.phase != OVER:
        begin(luck)
        perform(book, state, any_legal(book, state, luck), luck)
        decisions += 1
    return decisions


@rule
def play_games(book, blank, states, luck, sheet, seats, seeds, totals, decisions):
    """Play random games from the deal to the final score, one for each seed.

    Args:
        book: the edition.
        blank: a state of zeros.
        states: room for one state; afterwards the last game's final one.
        luck: a luck to work with.
        sheet: a score sheet to work with.
        seats: players.
        seeds: `uint64[games]`, a seed for every game; the seats take turns to begin.
        totals: `int64[games, seats]`, the final scores are written here.
        decisions: `int64[games]`, the numbers of decisions are written here.
    """
    for game in range(seeds.shape[0]):
        seed(luck, seeds[game])
        states[0] = blank[0]
        state = states[0]
        deal(book, state, seats, game % seats, luck)
        decisions[game] = play_on(book, state, luck)
        score(book, state, sheet)
        for seat in range(seats):
            totals[game, seat] = sheet.total[seat]


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
