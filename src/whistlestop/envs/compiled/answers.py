"""Opponents that decide by a compiled policy, in lanes.

Apart from `lanes`, so that whoever plays against nobody, or against chance, does not wait for the
policies to be compiled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.envs.compiled.lanes import take_and_remember
from whistlestop.knowledge.compiling import compiled
from whistlestop.policies.deciding import choose
from whistlestop.policies.games import MOST_DECISIONS
from whistlestop.rules.state import Phase

if TYPE_CHECKING:
    from whistlestop.envs.compiled.record_types import Lane
    from whistlestop.observations.compiled.record_types import Memory
    from whistlestop.policies.record_types import Mind
    from whistlestop.rules.annotations import Number, Records
    from whistlestop.rules.record_types import Book, Luck, State

OVER = Phase.OVER


@compiled
def answer_by_policy(
    books: Records[Book],
    states: Records[State],
    lanes: Records[Lane],
    memories: Records[Memory],
    learner: Number,
    before: Records[State],
    players: Records[Mind],
    minds: Records[Mind],
    lucks: Records[Luck],
    choosing: Records[Luck],
    first: Number,
    end: Number,
):
    """Let everybody but the learner play by their policies, until the learner has to decide.

    Args:
        books: the edition, as an array of one.
        states: `STATE[n]`.
        lanes: `LANE[n]`.
        memories: `MEMORY[n]` if they are kept, or none.
        learner: the learner's seat.
        before: room for a state, as an array of one.
        players: `MIND[seats]`, the minds of all seats as at the beginning of a game.
        minds: `MIND[n, seats]`, what they remember.
        lucks: a luck to work with, as an array of one.
        choosing: a second luck, for what is chosen, as an array of one.
        first: the first lane.
        end: the lane behind the last one.
    """
    luck, choice = lucks[0], choosing[0]
    for lane in range(first, end):
        here, state = lanes[lane], states[lane]
        if here.fresh != 0:
            here.fresh = 0
            for seat in range(players.shape[0]):
                minds[lane, seat] = players[seat]
        if here.over != 0 or state.phase == OVER or state.seat == learner:
            continue
        for i in range(4):
            luck.generator[i] = here.generator[i]
            choice.generator[i] = here.choices[i]
        decisions = 0
        while state.phase != OVER and state.seat != learner and decisions < MOST_DECISIONS:
            action = choose(books[0], state, minds[lane, state.seat], choice)
            take_and_remember(books, state, action, luck, memories, lane, before)
            decisions += 1
        for i in range(4):
            here.generator[i] = luck.generator[i]
            here.choices[i] = choice.generator[i]
