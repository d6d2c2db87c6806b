"""Whole random games inside compiled code, for simulation, benchmarks and research.

The functions run without Python's global lock. To use several cores, run one thread for each, with
a `LUCK`, a `SHEET` and states of its own. All threads may share the book, which is only read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.rules.compiling import rule
from whistlestop.rules.luck import begin, seed
from whistlestop.rules.scoring import score
from whistlestop.rules.state import Phase
from whistlestop.rules.turns import any_legal, deal, perform

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number, Numbers, Records
    from whistlestop.rules.record_types import Book, Luck, Sheet, State

OVER = Phase.OVER


@rule
def play_on(book: Book, state: State, luck: Luck):
    """Play uniformly random legal actions until the game is over. Return the number of actions.

    Args:
        book: the edition.
        state: the position to start from. It becomes the final position.
        luck: the `LUCK` record that draws the cards and the actions.
    """
    decisions = 0
    while state.phase != OVER:
        begin(luck)
        perform(book, state, any_legal(book, state, luck), luck)
        decisions += 1
    return decisions


@rule
def play_game(
    book: Book,
    blank: Records[State],
    states: Records[State],
    luck: Luck,
    sheet: Sheet,
    seats: Number,
    starter: Number,
    number: Number,
):
    """Play a random game from the deal to the final score, and return the number of decisions.

    Args:
        book: the edition.
        blank: an array of one state, which is all zeros.
        states: an array of one state. It becomes the final state.
        luck: a `LUCK` record, used as a workspace.
        sheet: a `SHEET` record. It becomes the score sheet of the game.
        seats: the number of players.
        starter: the seat that begins.
        number: the seed of the game.
    """
    seed(luck, number)
    states[0] = blank[0]
    state = states[0]
    deal(book, state, seats, starter, luck)
    decisions = play_on(book, state, luck)
    score(book, state, sheet)
    return decisions


@rule
def play_games(
    book: Book,
    blank: Records[State],
    states: Records[State],
    luck: Luck,
    sheet: Sheet,
    seats: Number,
    seeds: Numbers,
    totals: Numbers,
    decisions: Numbers,
):
    """Play random games from the deal to the final score, one for each seed.

    Args:
        book: the edition.
        blank: an array of one state, which is all zeros.
        states: an array of one state. It becomes the final state of the last game.
        luck: a `LUCK` record, used as a workspace.
        sheet: a `SHEET` record, used as a workspace.
        seats: the number of players.
        seeds: `uint64[games]`, the seed of each game. Seat `i % seats` begins game i.
        totals: `int64[games, seats]`; the final scores are written here.
        decisions: `int64[games]`; the numbers of decisions are written here.
    """
    for game in range(seeds.shape[0]):
        starter = game % seats
        decisions[game] = play_game(book, blank, states, luck, sheet, seats, starter, seeds[game])
        for seat in range(seats):
            totals[game, seat] = sheet.total[seat]
