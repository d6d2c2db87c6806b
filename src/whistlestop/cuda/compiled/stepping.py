"""Games in lanes on the device: the functions of `envs.compiled.lanes` as kernels.

A kernel takes the arguments of its namesake without the last two, which are the range of lanes.
Each thread computes its own range. A workspace has one row per thread.
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
    """Run `lanes.begin_anew` in every thread, on the lanes of that thread."""
    first, end = share(device.grid(1), device.gridsize(1), lanes.shape[0])
    of_lanes.begin_anew(lanes, seeds, chosen, first, end)


@kernel
def forget_step(results: StepResults, chosen: Numbers):
    """Run `lanes.forget_step` in every thread, on the lanes of that thread."""
    first, end = share(device.grid(1), device.gridsize(1), chosen.shape[0])
    of_lanes.forget_step(results, chosen, first, end)


@kernel
def deal_lanes(games: LaneGames, chosen: Numbers, work: Workspace):
    """Run `lanes.deal_lanes` in every thread, on the lanes of that thread."""
    thread = device.grid(1)
    first, end = share(thread, device.gridsize(1), chosen.shape[0])
    of_lanes.deal_lanes(games, chosen, row_of(work, thread), first, end)


@kernel
def act(games: LaneGames, numbers: Numbers, actions: Numbers, deal_next: Number, work: Workspace):
    """Run `lanes.act` in every thread, on the lanes of that thread."""
    thread = device.grid(1)
    first, end = share(thread, device.gridsize(1), actions.shape[0])
    of_lanes.act(games, numbers, actions, deal_next, row_of(work, thread), first, end)


@kernel
def answer_at_random(games: LaneGames, learner: Number, work: Workspace):
    """Run `lanes.answer_at_random` in every thread, on the lanes of that thread."""
    thread = device.grid(1)
    first, end = share(thread, device.gridsize(1), LaneGames(*games).lanes.shape[0])
    of_lanes.answer_at_random(games, learner, row_of(work, thread), first, end)


@kernel
def settle(games: LaneGames, terms: Terms, results: StepResults, work: Workspace):
    """Run `lanes.settle` in every thread, on the lanes of that thread."""
    thread = device.grid(1)
    first, end = share(thread, device.gridsize(1), LaneGames(*games).lanes.shape[0])
    of_lanes.settle(games, terms, results, row_of(work, thread), first, end)


@kernel
def note_rewards(lanes: Records[Lane], learner: Number, results: StepResults):
    """Run `lanes.note_rewards` in every thread, on the lanes of that thread."""
    first, end = share(device.grid(1), device.gridsize(1), lanes.shape[0])
    of_lanes.note_rewards(lanes, learner, results, first, end)


@kernel
def note_ended(results: StepResults):
    """Run `lanes.note_ended` in every thread, on the lanes of that thread."""
    first, end = share(device.grid(1), device.gridsize(1), StepResults(*results).ended.shape[0])
    of_lanes.note_ended(results, first, end)


@kernel
def mark_legal(games: LaneGames, tables: ActionTables, work: Workspace):
    """Run `lanes.mark_legal` in every thread, on the lanes of that thread."""
    thread = device.grid(1)
    first, end = share(thread, device.gridsize(1), LaneGames(*games).lanes.shape[0])
    of_lanes.mark_legal(games, tables, row_of(work, thread), first, end)


@kernel
def show(games: LaneGames, learner: Number, shown: Observations, every: Number, chosen: Numbers):
    """Run `lanes.show` in every thread, on the lanes of that thread."""
    first, end = share(device.grid(1), device.gridsize(1), chosen.shape[0])
    of_lanes.show(games, learner, shown, every, chosen, first, end)


@kernel
def sample(lanes: Records[Lane], allowed: Numbers, actions: Numbers, work: Workspace):
    """Run `lanes.sample` in every thread, on the lanes of that thread."""
    thread = device.grid(1)
    first, end = share(thread, device.gridsize(1), lanes.shape[0])
    of_lanes.sample(lanes, allowed, actions, row_of(work, thread), first, end)


@kernel
def find_illegal(lanes: Records[Lane], allowed: Numbers, actions: Numbers, found: Numbers):
    """Find the first lane whose action is not legal.

    Args:
        lanes: `LANE[lanes]`, the records of the lanes.
        allowed: `uint64[lanes, words]`, the legal actions of each lane, as sets.
        actions: `int64[lanes]`, the action for each lane, as its index in the mask.
        found: an array of one. Its number is replaced by the number of the first such lane, if that
            is less.
    """
    first, end = share(device.grid(1), device.gridsize(1), lanes.shape[0])
    for lane in range(first, end):
        if not of_lanes.is_allowed(lanes, allowed, actions, lane):
            device.atomic.min(found, 0, lane)
