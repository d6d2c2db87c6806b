"""Playouts, compiled: play each of some worlds after every candidate.

Each world is dealt once, from what the deciding seat knows and can infer. Every candidate is played
in this world with equal luck, so that luck does not hide the differences between candidates.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from whistlestop.editions.limits import SEATS
from whistlestop.judge.compiled.features import look, write_features
from whistlestop.judge.compiled.neural_network import NEURAL_WORKSPACE, run_neural_network
from whistlestop.judge.compiled.ticket_sets import SET_FEATURES, draw_ticket_sets
from whistlestop.knowledge.compiling import compiled
from whistlestop.knowledge.inference import LIKELIHOOD, weigh_tickets
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
    from whistlestop.judge.compiled.arguments import Decision, Outcomes, Trace
    from whistlestop.judge.compiled.record_types import NeuralNetwork, PlayoutWorkspace
    from whistlestop.rules.annotations import Number, Records
    from whistlestop.rules.record_types import Sheet

TURN = Phase.TURN
OVER = Phase.OVER

WORLD: Final = 0
"""The index of the world as it was dealt, in the `states` of a workspace."""
PLAYED: Final = 1
"""The index of the copy of the world that a playout changes, in the `states` of a workspace."""

PLAYOUT_WORKSPACE = record(
    [
        ("states", STATE, (2,)),
        ("minds", MIND, (SEATS,)),
        ("luck", LUCK),
        ("after_deal", np.uint64, (4,)),
        ("sheet", SHEET),
        ("likelihood", LIKELIHOOD),
        ("set_row", np.float64, (SET_FEATURES,)),
        ("held_weights", np.float64, (SEATS,)),
        ("neural", NEURAL_WORKSPACE),
    ]
)
"""The working memory of playouts, one per thread. Previous contents have no effect.

| field | meaning |
| --- | --- |
| `states` | [i] the world as it was dealt, at `WORLD`, and the copy that is played, at `PLAYED` |
| `minds` | [seat] the minds during a playout |
| `luck` | the source of randomness for dealing worlds and for playing them |
| `after_deal` | [i] the state of `luck.generator` after the world was dealt |
| `sheet` | the score sheet at the end of a playout |
| `likelihood` | how likely each of the other seats holds each ticket |
| `set_row` | [feature] the features of a set of tickets |
| `held_weights` | [seat] the logarithm of the weight of a seat's imagined tickets |
| `neural` | the working memory of the neural network |
"""


@compiled
def play_worlds(
    decision: Decision,
    neural_networks: Records[NeuralNetwork],
    horizon: Number,
    number: Number,
    workspaces: Records[PlayoutWorkspace],
    outcomes: Outcomes,
    trace: Trace,
):
    """Deal worlds, and play each world after each candidate, to the end or to the horizon.

    Dealing and playing are in one function, because Numba compiles the whole policy into each
    function that asks the policy.

    Args:
        decision: the decision. One playout is played for each candidate in each world.
        neural_networks: the neural network that estimates how a world ends, in an array of one
            record.
        horizon: the turns of all seats, with the present turn included, after which the neural
            network is used. 0 = play every world to the end.
        number: the seed of the first world. Each further world has the next higher seed.
        workspaces: the working memory, as an array of one record.
        outcomes: receives how the worlds end. The arrays have one row for each world to deal.
        trace: receives the first actions after the candidate in the last playout.

    Returns:
        The number of actions written to `trace`.
    """
    roots, minds = decision.roots, decision.minds
    actions, payments = decision.actions, decision.payments
    shares, margins = outcomes.shares, outcomes.margins
    taken, positions = trace.actions, trace.positions
    book, work = decision.books[0], workspaces[0]
    seat = np.int64(roots[0].seat)
    seats = np.int64(roots[0].seats)
    luck, sheet, state = work.luck, work.sheet, work.states[PLAYED]
    until = np.int64(roots[0].turns) + horizon
    for_all = outcomes.all_shares.shape[0] > 0
    written = 0
    if decision.open_cards == 0:
        weigh_tickets(book, roots[0], seat, work.likelihood)
    for world in range(shares.shape[0]):
        seed(luck, number + np.uint64(world))
        work.states[WORLD] = roots[0]
        if decision.open_cards == 0:
            deal_world(book, work.states[WORLD], seat, luck)
            for other in range(seats):
                work.minds[other] = minds[other]
            draw_ticket_sets(
                book,
                work.states[WORLD],
                seat,
                work.minds,
                decision.set_weights,
                work.likelihood,
                work.set_row,
                work.held_weights,
                luck,
            )
        for word in range(4):
            work.after_deal[word] = luck.generator[word]
        for i in range(actions.shape[0]):
            work.states[PLAYED] = work.states[WORLD]
            for word in range(4):
                luck.generator[word] = work.after_deal[word]
            for other in range(seats):
                work.minds[other] = minds[other]
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
                action = choose(book, state, work.minds[state.seat], luck)
                if written < taken.shape[0]:
                    positions[written] = state
                    taken[written] = action
                    written += 1
                take(book, state, action, luck)
            if asked:
                look(book, state, work.minds, work.neural.ledger)
                write_features(state, work.neural.ledger, seat, work.neural.row)
                run_neural_network(neural_networks[0], work.neural)
                shares[world, i] = work.neural.share
                margins[world, i] = work.neural.margin
                continue
            final_scores(book, state, sheet)
            shares[world, i] = share_of_win(sheet, seat, seats)
            margins[world, i] = lead(sheet, seat, seats)
            if for_all:
                for other in range(seats):
                    outcomes.all_shares[world, i, other] = share_of_win(sheet, other, seats)
                    outcomes.all_margins[world, i, other] = lead(sheet, other, seats)
    return written


@compiled
def share_of_win(sheet: Sheet, seat: Number, seats: Number):
    """Return a seat's share of the win: 1 for a sole winner, 1/n for each of n winners, else 0."""
    if sheet.rank[seat] != 1:
        return 0.0
    winners = 0
    for other in range(seats):
        winners += sheet.rank[other] == 1
    return 1.0 / winners


@compiled
def lead(sheet: Sheet, seat: Number, seats: Number):
    """Return a seat's lead over the best other seat, in points."""
    best = -(1 << 30)
    for other in range(seats):
        if other != seat:
            best = max(best, sheet.total[other])
    return sheet.total[seat] - best
