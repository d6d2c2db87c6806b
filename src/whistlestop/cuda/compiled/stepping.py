"""Games in lanes on the device: the functions of `envs.compiled.lanes` as kernels.

A lane holds one game at a time. A kernel takes the arguments of the function of its name in
`envs.compiled.lanes`, without the last two. These are `first`, the first lane, and `end`, the lane
after the last one. Each thread computes them itself. A workspace has one row per thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.cuda.compiled.threads import device, kernel, share
from whistlestop.envs.compiled import lanes as of_lanes
from whistlestop.envs.compiled.arguments import LaneGames, StepResults, Workspace
from whistlestop.rules.compiling import rule

if TYPE_CHECKING:
    from whistlestop.envs.compiled.arguments import ActionTables, Observations, Terms
    from whistlestop.envs.compiled.record_types import Lane
    from whistlestop.rules.annotations import Number, Numbers, Records


@rule
def row_of(work: Workspace, thread: Number):
    """Return a thread's row of a workspace, as a workspace with one row."""
    work = Workspace(*work)
    end = thread + 1
    return Workspace(
        work.before[thread:end],
        work.lucks[thread:end],
        work.choosing[thread:end],
        work.sheets[thread:end],
        work.legal[thread:end],
    )


@kernel
def begin_anew(lanes: Records[Lane], seeds: Numbers, chosen: Numbers):
    """Give every chosen lane a new seed, and set its number of games to 0.

    The arguments are those of `envs.compiled.lanes.begin_anew`, without `first` and `end`.
    Each thread computes its own range of lanes.
    """
    first, end = share(device.grid(1), device.gridsize(1), lanes.shape[0])
    of_lanes.begin_anew(lanes, seeds, chosen, first, end)


@kernel
def forget_step(results: StepResults, chosen: Numbers):
    """Clear the rewards of the seats, and whether the game ended, in the chosen lanes.

    In `results`, `paid` becomes 0.0, and `terminated` and `truncated` become False. The arrays
    `rewards` and `ended` stay unchanged.

    The arguments are those of `envs.compiled.lanes.forget_step`, without `first` and `end`. Each
    thread computes its own range of lanes.
    """
    first, end = share(device.grid(1), device.gridsize(1), chosen.shape[0])
    of_lanes.forget_step(results, chosen, first, end)


@kernel
def deal_lanes(games: LaneGames, chosen: Numbers, work: Workspace):
    """Deal the next game of every chosen lane.

    The arguments are those of `envs.compiled.lanes.deal_lanes`, without `first` and `end`.
    Each thread computes its own range of lanes.
    """
    thread = device.grid(1)
    first, end = share(thread, device.gridsize(1), chosen.shape[0])
    of_lanes.deal_lanes(games, chosen, row_of(work, thread), first, end)


@kernel
def act(games: LaneGames, numbers: Numbers, actions: Numbers, deal_next: Number, work: Workspace):
    """Take an action in every lane whose game is not over.

    The arguments are those of `envs.compiled.lanes.act`, without `first` and `end`.
    Each thread computes its own range of lanes.
    """
    thread = device.grid(1)
    first, end = share(thread, device.gridsize(1), actions.shape[0])
    of_lanes.act(games, numbers, actions, deal_next, row_of(work, thread), first, end)


@kernel
def answer_at_random(games: LaneGames, learner: Number, work: Workspace):
    """Take random actions for all seats but the learner's, until the learner has to decide.

    The arguments are those of `envs.compiled.lanes.answer_at_random`, without `first` and `end`.
    Each thread computes its own range of lanes.
    """
    thread = device.grid(1)
    first, end = share(thread, device.gridsize(1), LaneGames(*games).lanes.shape[0])
    of_lanes.answer_at_random(games, learner, row_of(work, thread), first, end)


@kernel
def settle(games: LaneGames, terms: Terms, results: StepResults, work: Workspace):
    """Find out which games have ended, and write each seat's reward of the step to `results`.

    The arguments are those of `envs.compiled.lanes.settle`, without `first` and `end`.
    Each thread computes its own range of lanes.
    """
    thread = device.grid(1)
    first, end = share(thread, device.gridsize(1), LaneGames(*games).lanes.shape[0])
    of_lanes.settle(games, terms, results, row_of(work, thread), first, end)


@kernel
def note_rewards(lanes: Records[Lane], learner: Number, results: StepResults):
    """Write the reward of the last step in every lane to `rewards` of the results.

    The reward is the learner's. In self-play it is the reward of the seat that acted.

    The arguments are those of `envs.compiled.lanes.note_rewards`, without `first` and `end`.
    Each thread computes its own range of lanes.
    """
    first, end = share(device.grid(1), device.gridsize(1), lanes.shape[0])
    of_lanes.note_rewards(lanes, learner, results, first, end)


@kernel
def note_ended(results: StepResults):
    """Write into `ended` of the results whether each lane's game ended or was cut off.

    The arguments are those of `envs.compiled.lanes.note_ended`, without `first` and `end`.
    Each thread computes its own range of lanes.
    """
    first, end = share(device.grid(1), device.gridsize(1), StepResults(*results).ended.shape[0])
    of_lanes.note_ended(results, first, end)


@kernel
def mark_legal(games: LaneGames, tables: ActionTables, work: Workspace):
    """Write the legal actions of every lane to `tables`, as masks and as sets.

    If a lane's game is over, only `PASS` is marked as legal.

    The arguments are those of `envs.compiled.lanes.mark_legal`, without `first` and `end`.
    Each thread computes its own range of lanes.
    """
    thread = device.grid(1)
    first, end = share(thread, device.gridsize(1), LaneGames(*games).lanes.shape[0])
    of_lanes.mark_legal(games, tables, row_of(work, thread), first, end)


@kernel
def show(games: LaneGames, learner: Number, shown: Observations, every: Number, chosen: Numbers):
    """Write to `shown` the observation of every lane if `every`, else of every chosen lane.

    An observation is the learner's. In self-play it is the observation of the seat that must
    decide.

    The arguments are those of `envs.compiled.lanes.show`, without `first` and `end`.
    Each thread computes its own range of lanes.
    """
    first, end = share(device.grid(1), device.gridsize(1), chosen.shape[0])
    of_lanes.show(games, learner, shown, every, chosen, first, end)


@kernel
def sample(lanes: Records[Lane], allowed: Numbers, actions: Numbers, work: Workspace):
    """Choose a random legal action for every lane, and write its index in the mask to `actions`.

    Each lane has its own random number generator.

    The arguments are those of `envs.compiled.lanes.sample`, without `first` and `end`.
    Each thread computes its own range of lanes.
    """
    thread = device.grid(1)
    first, end = share(thread, device.gridsize(1), lanes.shape[0])
    of_lanes.sample(lanes, allowed, actions, row_of(work, thread), first, end)


@kernel
def find_illegal(lanes: Records[Lane], allowed: Numbers, actions: Numbers, found: Numbers):
    """Find the first lane whose action is not legal. Lanes whose game is over are left out.

    Args:
        lanes: `LANE[lanes]`, the records of the lanes.
        allowed: `uint64[lanes, words]`, the legal actions of each lane, as sets.
        actions: `int64[lanes]`, the action for each lane, as an index in the mask of actions.
        found: an array of one number that is not below the number of lanes. The kernel replaces
            this number by the number of the first lane whose action is not legal, if there is such
            a lane.
    """
    first, end = share(device.grid(1), device.gridsize(1), lanes.shape[0])
    for lane in range(first, end):
        if not of_lanes.is_allowed(lanes, allowed, actions, lane):
            device.atomic.min(found, 0, lane)
