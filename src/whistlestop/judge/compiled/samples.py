"""Training examples for the value of positions, from planners' games with some random options.

An option is an action that the planner considers in a position. In each game, planners play up to a
random turn. In this turn, the seat takes one of the planner's options at random, as a search would
try it. In some games, random options also replace some earlier choices. A few turns later, the
features of every seat are written. At the end of the game, its result is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from whistlestop.editions.limits import SEATS
from whistlestop.judge.compiled.features import LEDGER, look, write_features
from whistlestop.knowledge.compiling import compiled
from whistlestop.policies.deciding import choose
from whistlestop.policies.games import MOST_DECISIONS, final_scores, start, take
from whistlestop.policies.mind import MIND
from whistlestop.policies.planner.choosing import list_options
from whistlestop.rules.luck import LUCK, below, seed
from whistlestop.rules.records import record
from whistlestop.rules.scoring import SHEET
from whistlestop.rules.state import STATE, Phase

if TYPE_CHECKING:
    from whistlestop.judge.compiled.record_types import SamplingWorkspace
    from whistlestop.policies.record_types import Mind
    from whistlestop.rules.annotations import Number, Numbers, Records
    from whistlestop.rules.record_types import Book

TURN = Phase.TURN
OVER = Phase.OVER

LOOKS: Final = 3
"""The maximum number of positions of a game from which features are written."""

SAMPLING_WORKSPACE = record(
    [
        ("state", STATE),
        ("minds", MIND, (SEATS,)),
        ("luck", LUCK),
        ("sheet", SHEET),
        ("ledger", LEDGER),
    ]
)
"""The working memory in which examples are made.

| field | meaning |
| --- | --- |
| `state` | the position of the game |
| `minds` | [seat] the minds of the players |
| `luck` | the source of random numbers for the game and for everything that is chosen at random |
| `sheet` | the score sheet at the end of the game |
| `ledger` | the record in which the features are computed |
"""


@compiled
def sample_games(
    books: Records[Book],
    minds: Records[Mind],
    workspaces: Records[SamplingWorkspace],
    number: Number,
    lasting: Number,
    far: Number,
    rows: Numbers,
    shares: Numbers,
    margins: Numbers,
):
    """Play games, and write training examples from them.

    For each game, a turn is drawn by lot. At the first decision in or after this turn, the seat
    takes one of the planner's options at random. Earlier decisions are also random with a
    probability that is drawn for the game, from 0 to 0.27. The planners take all other decisions.
    After the random option, features are written at the beginning of at most `LOOKS` turns. Each of
    these positions is called a look.

    Args:
        books: the facts of the edition, as an array of one `BOOK`.
        minds: [seat] the planners' minds at the beginning of a game.
        workspaces: the working memory, as an array of two. The state in the second must be all
            zeros.
        number: the seed of the first game. Each further game has the next higher seed.
        lasting: about how many turns a game takes. The turn in which a random option is taken is
            one of the first `lasting` turns.
        far: the maximum number of turns between two positions from which features are written.
        rows: [game, look, seat, feature] receives the features. In all three arrays, entries
            without an example keep their value.
        shares: [game, look, seat] receives the shares of the win.
        margins: [game, look, seat] receives the leads over the best other seat, in points.

    Returns:
        The number of examples written: one for each seat in each look at a game.
    """
    book, work = books[0], workspaces[0]
    state, luck, sheet = work.state, work.luck, work.sheet
    seats = minds.shape[0]
    written = 0
    for game in range(shares.shape[0]):
        seed(luck, number + np.uint64(game))
        workspaces[0].state = workspaces[1].state
        for seat in range(seats):
            work.minds[seat] = minds[seat]
        start(book, state, seats, below(luck, seats), luck)
        astray = below(luck, 4) * below(luck, 4) * 30
        tries = np.int64(below(luck, lasting)) - 2
        tried = False
        looks = 0
        due = np.int64(0)
        decisions = 0
        while state.phase != OVER and decisions < MOST_DECISIONS:
            decisions += 1
            mind = work.minds[state.seat]
            if tried and looks < LOOKS and state.phase == TURN and state.turns >= due:
                look(book, state, work.minds, work.ledger)
                for seat in range(seats):
                    write_features(state, work.ledger, seat, rows[game, looks, seat])
                looks += 1
                due = np.int64(state.turns) + 1 + np.int64(below(luck, far))
            due_try = not tried and state.turns >= tries
            if due_try or (not tried and below(luck, 1000) < astray):
                options = list_options(book, state, mind.planner)
                action = mind.planner.option[below(luck, options)]
                tried = due_try
                due = np.int64(state.turns) + 1 + np.int64(below(luck, far))
            else:
                action = choose(book, state, mind, luck)
            take(book, state, action, luck)
        final_scores(book, state, sheet)
        winners = 0
        for seat in range(seats):
            winners += sheet.rank[seat] == 1
        for i in range(looks):
            for seat in range(seats):
                best = -(1 << 30)
                for other in range(seats):
                    if other != seat:
                        best = max(best, sheet.total[other])
                shares[game, i, seat] = 1.0 / winners if sheet.rank[seat] == 1 else 0.0
                margins[game, i, seat] = sheet.total[seat] - best
                written += 1
    return written
