"""Whole games between policies inside compiled code."""

from __future__ import annotations

from typing import Final

from whistlestop.knowledge.compiling import compiled, part
from whistlestop.policies.deciding import choose
from whistlestop.rules.luck import begin, seed
from whistlestop.rules.scoring import score
from whistlestop.rules.state import Phase
from whistlestop.rules.turns import deal, perform

OVER = Phase.OVER

MOST_DECISIONS: Final = 20_000
"""Decisions after which a game is given up; none of sensible players comes near it."""


@compiled
def take(book, state, action, luck):
    """Take a legal action, with whatever chance brings."""
    begin(luck)
    perform(book, state, action, luck)


@compiled
def start(book, state, seats, starter, luck):
    """Deal a game: see `turns.deal`."""
    deal(book, state, seats, starter, luck)


@compiled
def final_scores(book, state, sheet):
    """Score a game that is over."""
    score(book, state, sheet)


@part
def play_on(book, state, minds, luck):
    """Play until the game is over, or `MOST_DECISIONS` were made; how many there were.

    Args:
        book: the edition.
        state: the position to start from; the final one afterwards.
        minds: `MIND[seats]`, changed.
        luck: chance, for the cards and for the choices.
    """
    decisions = 0
    while state.phase != OVER and decisions < MOST_DECISIONS:
        action = choose(book, state, minds[state.seat], luck)
        take(book, state, action, luck)
        decisions += 1
    return decisions


@compiled
def play_games(book, states, players, minds, luck, sheet, seeds, totals, decisions):
    """Play games from the deal to the final score; each deal in every rotation of the seats.

    Args:
        book: the edition.
        states: room for two states, the first of them zeros.
        players: `MIND[n]`, one for each seat, as at the beginning of a game.
        minds: room for as many.
        luck: a luck to work with.
        sheet: a score sheet to work with.
        seeds: `uint64[deals]`.
        totals: `int64[deals, n, n]`: [deal, rotation, player] final scores. In rotation r the
            player i sits on the seat (i + r) % n.
        decisions: `int64[deals, n]`, the numbers of decisions.
    """
    seats = players.shape[0]
    state = states[1]
    for game in range(seeds.shape[0]):
        for rotation in range(seats):
            seed(luck, seeds[game])
            states[1] = states[0]
            for player in range(seats):
                minds[(player + rotation) % seats] = players[player]
            start(book, state, seats, game % seats, luck)
            decisions[game, rotation] = play_on(book, state, minds, luck)
            final_scores(book, state, sheet)
            for player in range(seats):
                totals[game, rotation, player] = sheet.total[(player + rotation) % seats]
