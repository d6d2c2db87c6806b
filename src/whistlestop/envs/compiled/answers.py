"""Opponents that decide by a compiled policy. A *lane* holds one game at a time.

These functions are not in `lanes`, so that environments without such opponents do not wait until
the policies are compiled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.envs.compiled.arguments import LaneGames, Opponents, Workspace
from whistlestop.envs.compiled.lanes import take_and_remember
from whistlestop.knowledge.compiling import compiled
from whistlestop.policies.deciding import choose
from whistlestop.policies.games import MOST_DECISIONS
from whistlestop.rules.state import Phase

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number

OVER = Phase.OVER


@compiled
def answer_by_policy(
    games: LaneGames,
    learner: Number,
    opponents: Opponents,
    work: Workspace,
    first: Number,
    end: Number,
):
    """Play each game on by policies until the learner has to decide or the game is over.

    The policies decide for all seats but the learner's. A call takes at most `MOST_DECISIONS`
    actions in each game. If the learner does not have to decide by then, the game stays unfinished,
    and the next call goes on from there.

    Args:
        games: the games of the lanes.
        learner: the learner's seat.
        opponents: the minds of all seats. The learner's mind is not used.
        work: the working memory of the thread.
        first: the first lane.
        end: the lane after the last one.
    """
    games = LaneGames(*games)
    work = Workspace(*work)
    opponents = Opponents(*opponents)
    books, states, lanes, memories = games.books, games.states, games.lanes, games.memories
    players, minds = opponents.players, opponents.minds
    luck, choice, before = work.lucks[0], work.choosing[0], work.before
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
