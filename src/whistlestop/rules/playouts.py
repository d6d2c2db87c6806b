"""Whole games and batches inside compiled code, for simulation, benchmarks and research."""

from __future__ import annotations

from whistlestop.rules.compiling import rule
from whistlestop.rules.luck import begin, below, seed
from whistlestop.rules.scoring import score
from whistlestop.rules.state import Phase
from whistlestop.rules.turns import deal, legal, perform

OVER = Phase.OVER


@rule
def play_on(book, state, luck, out):
    """Play uniformly random legal actions until the game is over; how many there were.

    Args:
        book: the edition.
        state: the position to start from; the final one afterwards.
        luck: chance, for the cards and for the choices.
        out: room for `actions.MOST_LEGAL` actions.
    """
    decisions = 0
    while state.phase != OVER:
        begin(luck)
        number = legal(book, state, out)
        choice = below(luck, number)
        perform(book, state, out[choice], luck)
        decisions += 1
    return decisions


@rule
def play_games(book, blank, states, luck, out, sheet, seats, seeds, totals, decisions):
    """Play random games from the deal to the final score, one for each seed.

    Args:
        book: the edition.
        blank: a state of zeros.
        states: room for one state.
        luck: a luck to work with.
        out: room for `actions.MOST_LEGAL` actions.
        sheet: a score sheet to work with.
        seats: players.
        seeds: a seed for every game.
        totals: [game, seat] the final scores are written here.
        decisions: [game] the numbers of decisions are written here.
    """
    for game in range(seeds.shape[0]):
        seed(luck, seeds[game])
        states[0] = blank[0]
        state = states[0]
        deal(book, state, seats, game % seats, luck)
        decisions[game] = play_on(book, state, luck, out)
        score(book, state, sheet)
        for seat in range(seats):
            totals[game, seat] = sheet.total[seat]
