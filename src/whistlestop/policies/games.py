"""Play whole games between policies, in compiled code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from whistlestop.knowledge.compiling import compiled, part
from whistlestop.policies.deciding import choose
from whistlestop.rules.luck import begin, seed
from whistlestop.rules.scoring import score
from whistlestop.rules.state import Phase
from whistlestop.rules.turns import deal, perform

if TYPE_CHECKING:
    from whistlestop.policies.record_types import Mind
    from whistlestop.rules.annotations import Number, Numbers, Records
    from whistlestop.rules.record_types import Book, Luck, Sheet, State

OVER = Phase.OVER

MOST_DECISIONS: Final = 20_000
"""The number of decisions after which a game is broken off.

Games of sensible players have far fewer decisions.
"""


@compiled
def take(book: Book, state: State, action: Number, luck: Luck):
    """Take a legal action: change `state` to the position after it.

    `luck` draws the random outcomes, such as the next card.
    """
    begin(luck)
    perform(book, state, action, luck)


@compiled
def start(book: Book, state: State, seats: Number, starter: Number, luck: Luck):
    """Deal the hands, the display and the opening offers of a game.

    Unlike `turns.deal`, this function is compiled once, and not into each of its callers.

    Args:
        book: the edition.
        state: a record of zeros; it becomes the position before the first decision.
        seats: the number of players.
        starter: the seat that begins, or `turns.BY_LOT`.
        luck: the luck that draws the cards.
    """
    deal(book, state, seats, starter, luck)


@compiled
def final_scores(book: Book, state: State, sheet: Sheet):
    """Compute the final scores of a game that is over, and write them to `sheet`."""
    score(book, state, sheet)


@part
def play_on(book: Book, state: State, minds: Records[Mind], luck: Luck):
    """Play until the game is over or `MOST_DECISIONS` are made. Return the number of decisions.

    Args:
        book: the edition.
        state: the position to start from; afterwards the final one.
        minds: `MIND[seats]`, the minds of the seats; changed.
        luck: the luck, for the cards and for the policies' random choices.
    """
    decisions = 0
    while state.phase != OVER and decisions < MOST_DECISIONS:
        action = choose(book, state, minds[state.seat], luck)
        take(book, state, action, luck)
        decisions += 1
    return decisions


@compiled
def play_games(
    book: Book,
    states: Records[State],
    players: Records[Mind],
    minds: Records[Mind],
    luck: Luck,
    sheet: Sheet,
    seeds: Numbers,
    totals: Numbers,
    decisions: Numbers,
):
    """Play games from the deal to the final score, each deal in every rotation of the seats.

    Args:
        book: the edition.
        states: an array of two states. The first one must be all zeros. The second one receives the
            positions of the games.
        players: `MIND[n]`, the minds of the players at the beginning of a game.
        minds: `MIND[n]`, a workspace for the minds during a game.
        luck: a workspace, in which the luck of each game is seeded.
        sheet: a workspace for the final scores.
        seeds: `uint64[deals]`, the seed of each deal.
        totals: `int64[deals, n, n]`, [deal, rotation, player] receives the final scores. In
            rotation r, player i has the seat (i + r) % n.
        decisions: `int64[deals, n]`, [deal, rotation] receives the numbers of decisions.
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
