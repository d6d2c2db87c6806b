"""Playouts, compiled: play each of some worlds after every candidate.

Each world is dealt once, from what the deciding seat knows and can infer. Every candidate is played
in this world with equal luck, so that luck does not hide the differences between candidates.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from whistlestop.editions.limits import SEATS
from whistlestop.judge.compiled.features import look, write_features
from whistlestop.judge.compiled.network import BENCH, run_network
from whistlestop.knowledge.compiling import compiled
from whistlestop.knowledge.inference import LIKELIHOOD, draw_likely_tickets, weigh_tickets
from whistlestop.knowledge.worlds import deal_world
from whistlestop.policies.deciding import choose
from whistlestop.policies.games import MOST_DECISIONS, final_scores, take
from whistlestop.policies.mind import MIND
from whistlestop.rules.entry.whole_actions import ALONE
from whistlestop.rules.luck import LUCK, seed
from whistlestop.rules.records import record
from whistlestop.rules.scoring import SHEET
from whistlestop.rules.state import STATE, Phase

if TYPE_CHECKING:
    from whistlestop.judge.compiled.record_types import Network, Room
    from whistlestop.policies.record_types import Mind
    from whistlestop.rules.annotations import Number, Numbers, Records
    from whistlestop.rules.record_types import Book, State

TURN = Phase.TURN
OVER = Phase.OVER

WORLD: Final = 0
PLAYED: Final = 1
"""The indices of the states in a room: the world as dealt, and the copy that is played on."""

ROOM = record(
    [
        ("states", STATE, (2,)),
        ("minds", MIND, (SEATS,)),
        ("luck", LUCK),
        ("after_deal", np.uint64, (4,)),
        ("sheet", SHEET),
        ("likelihood", LIKELIHOOD),
        ("bench", BENCH),
    ]
)
"""The working memory of playouts, one per thread. Previous contents have no effect.

| field | meaning |
| --- | --- |
| `states` | [i] two positions: `WORLD` and `PLAYED` |
| `minds` | [seat] the minds during a playout |
| `luck` | the luck of the deals and of the playouts |
| `after_deal` | [i] the luck's generator after the world was dealt |
| `sheet` | the score sheet at the end of a playout |
| `likelihood` | the weights of the other seats' tickets |
| `bench` | the working memory of the neural network |
"""


@compiled
def play_worlds(
    books: Records[Book],
    roots: Records[State],
    minds: Records[Mind],
    actions: Numbers,
    payments: Numbers,
    networks: Records[Network],
    horizon: Number,
    number: Number,
    rooms: Records[Room],
    shares: Numbers,
    margins: Numbers,
    taken: Numbers,
    positions: Records[State],
):
    """Play worlds after each candidate, to the end or to the horizon.

    Everything is in one function, because Numba compiles the whole policy into each function that
    decides.

    Args:
        books: the edition, as an array of one.
        roots: a position that is not over, as an array of one. What its deciding seat cannot know
            is not read.
        minds: [seat] the minds that play on, before the decision.
        actions: the numbers of the candidates.
        payments: the number of the payment for each candidate, or `ALONE`.
        networks: the neural network that estimates how a world ends, as an array of one.
        horizon: the turns of all seats, with the present turn included, after which the network is
            used. 0 = play every world to the end.
        number: the seed of the first world. Each further world has the next higher seed.
        rooms: the working memory, as an array of one.
        shares: [world, candidate] receives each share of the win: 1 for a sole winner, 1/n for n
            winners.
        margins: [world, candidate] receives each lead over the best other seat, in points.
        taken: receives the numbers of the first actions after the candidate, in the last playout.
        positions: receives the states in which these actions are taken.

    Returns:
        The number of actions written to `taken`.
    """
    book, room = books[0], rooms[0]
    seat = np.int64(roots[0].seat)
    seats = np.int64(roots[0].seats)
    luck, sheet, state = room.luck, room.sheet, room.states[PLAYED]
    until = np.int64(roots[0].turns) + horizon
    written = 0
    weigh_tickets(book, roots[0], seat, room.likelihood)
    for world in range(shares.shape[0]):
        seed(luck, number + np.uint64(world))
        room.states[WORLD] = roots[0]
        deal_world(book, room.states[WORLD], seat, luck)
        draw_likely_tickets(book, room.states[WORLD], seat, room.likelihood, luck)
        for word in range(4):
            room.after_deal[word] = luck.generator[word]
        for i in range(actions.shape[0]):
            room.states[PLAYED] = room.states[WORLD]
            for word in range(4):
                luck.generator[word] = room.after_deal[word]
            for other in range(seats):
                room.minds[other] = minds[other]
            take(book, state, actions[i], luck)
            if payments[i] != ALONE:
                take(book, state, payments[i], luck)
            written = 0
            decisions = 0
            asked = False
            while state.phase != OVER and decisions < MOST_DECISIONS:
                decisions += 1
                if horizon > 0 and state.phase == TURN and state.turns >= until:
                    asked = True
                    break
                action = choose(book, state, room.minds[state.seat], luck)
                if written < taken.shape[0]:
                    positions[written] = state
                    taken[written] = action
                    written += 1
                take(book, state, action, luck)
            if asked:
                look(book, state, room.minds, room.bench.ledger)
                write_features(state, room.bench.ledger, seat, room.bench.row)
                run_network(networks[0], room.bench)
                shares[world, i] = room.bench.share
                margins[world, i] = room.bench.margin
                continue
            final_scores(book, state, sheet)
            winners, best = 0, -(1 << 30)
            for other in range(seats):
                winners += sheet.rank[other] == 1
                if other != seat:
                    best = max(best, sheet.total[other])
            shares[world, i] = 1.0 / winners if sheet.rank[seat] == 1 else 0.0
            margins[world, i] = sheet.total[seat] - best
    return written
