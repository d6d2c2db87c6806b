"""Games in lanes on the device: the functions of `envs.compiled.lanes` as kernels.

A kernel takes the arguments of its namesake without the last two, which are the range of lanes.
Each thread computes its own range. Arguments that are working memory have one row per thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.cuda.compiled.threads import device, kernel, share
from whistlestop.envs.compiled import lanes as of_lanes

if TYPE_CHECKING:
    from whistlestop.envs.compiled.record_types import Lane
    from whistlestop.observations.compiled.record_types import LayoutRecord, Memory
    from whistlestop.rules.annotations import Number, Numbers, Records
    from whistlestop.rules.record_types import Book, Luck, Sheet, State


@kernel
def begin_anew(lanes: Records[Lane], seeds: Numbers, chosen: Numbers):
    """Run `lanes.begin_anew` in every thread, on the lanes of that thread."""
    first, end = share(device.grid(1), device.gridsize(1), lanes.shape[0])
    of_lanes.begin_anew(lanes, seeds, chosen, first, end)


@kernel
def forget_step(paid: Numbers, terminated: Numbers, truncated: Numbers, chosen: Numbers):
    """Run `lanes.forget_step` in every thread, on the lanes of that thread."""
    first, end = share(device.grid(1), device.gridsize(1), paid.shape[0])
    of_lanes.forget_step(paid, terminated, truncated, chosen, first, end)


@kernel
def deal_lanes(
    books: Records[Book],
    states: Records[State],
    lanes: Records[Lane],
    memories: Records[Memory],
    chosen: Numbers,
    seats: Number,
    blank: Records[State],
    lucks: Records[Luck],
):
    """Run `lanes.deal_lanes` in every thread, on the lanes of that thread."""
    thread = device.grid(1)
    first, end = share(thread, device.gridsize(1), lanes.shape[0])
    of_lanes.deal_lanes(
        books, states, lanes, memories, chosen, seats, blank, lucks[thread : thread + 1], first, end
    )


@kernel
def act(
    books: Records[Book],
    states: Records[State],
    lanes: Records[Lane],
    memories: Records[Memory],
    actions: Numbers,
    numbers: Numbers,
    again: Number,
    seats: Number,
    blank: Records[State],
    before: Records[State],
    lucks: Records[Luck],
):
    """Run `lanes.act` in every thread, on the lanes of that thread."""
    thread = device.grid(1)
    first, end = share(thread, device.gridsize(1), lanes.shape[0])
    of_lanes.act(
        books,
        states,
        lanes,
        memories,
        actions,
        numbers,
        again,
        seats,
        blank,
        before[thread : thread + 1],
        lucks[thread : thread + 1],
        first,
        end,
    )


@kernel
def answer_at_random(
    books: Records[Book],
    states: Records[State],
    lanes: Records[Lane],
    memories: Records[Memory],
    learner: Number,
    before: Records[State],
    lucks: Records[Luck],
    choosing: Records[Luck],
):
    """Run `lanes.answer_at_random` in every thread, on the lanes of that thread."""
    thread = device.grid(1)
    first, end = share(thread, device.gridsize(1), lanes.shape[0])
    of_lanes.answer_at_random(
        books,
        states,
        lanes,
        memories,
        learner,
        before[thread : thread + 1],
        lucks[thread : thread + 1],
        choosing[thread : thread + 1],
        first,
        end,
    )


@kernel
def settle(
    books: Records[Book],
    states: Records[State],
    lanes: Records[Lane],
    seats: Number,
    kind: Number,
    most: Number,
    sheets: Records[Sheet],
    paid: Numbers,
    terminated: Numbers,
    truncated: Numbers,
):
    """Run `lanes.settle` in every thread, on the lanes of that thread."""
    thread = device.grid(1)
    first, end = share(thread, device.gridsize(1), lanes.shape[0])
    of_lanes.settle(
        books,
        states,
        lanes,
        seats,
        kind,
        most,
        sheets[thread : thread + 1],
        paid,
        terminated,
        truncated,
        first,
        end,
    )


@kernel
def note_rewards(lanes: Records[Lane], paid: Numbers, learner: Number, rewards: Numbers):
    """Run `lanes.note_rewards` in every thread, on the lanes of that thread."""
    first, end = share(device.grid(1), device.gridsize(1), lanes.shape[0])
    of_lanes.note_rewards(lanes, paid, learner, rewards, first, end)


@kernel
def note_ended(terminated: Numbers, truncated: Numbers, ended: Numbers):
    """Run `lanes.note_ended` in every thread, on the lanes of that thread."""
    first, end = share(device.grid(1), device.gridsize(1), ended.shape[0])
    of_lanes.note_ended(terminated, truncated, ended, first, end)


@kernel
def mark_legal(
    books: Records[Book],
    states: Records[State],
    lanes: Records[Lane],
    places: Numbers,
    marks: Numbers,
    allowed: Numbers,
    rooms: Numbers,
):
    """Run `lanes.mark_legal` in every thread, on the lanes of that thread."""
    thread = device.grid(1)
    first, end = share(thread, device.gridsize(1), lanes.shape[0])
    of_lanes.mark_legal(
        books, states, lanes, places, marks, allowed, rooms[thread : thread + 1], first, end
    )


@kernel
def show(
    books: Records[Book],
    layouts: Records[LayoutRecord],
    states: Records[State],
    memories: Records[Memory],
    learner: Number,
    observations: Numbers,
    seats: Numbers,
    chosen: Numbers,
    every: Number,
):
    """Run `lanes.show` in every thread, on the lanes of that thread."""
    first, end = share(device.grid(1), device.gridsize(1), states.shape[0])
    of_lanes.show(
        books, layouts, states, memories, learner, observations, seats, chosen, every, first, end
    )


@kernel
def sample(lanes: Records[Lane], allowed: Numbers, choosing: Records[Luck], actions: Numbers):
    """Run `lanes.sample` in every thread, on the lanes of that thread."""
    thread = device.grid(1)
    first, end = share(thread, device.gridsize(1), lanes.shape[0])
    of_lanes.sample(lanes, allowed, choosing[thread : thread + 1], actions, first, end)


@kernel
def find_illegal(lanes: Records[Lane], allowed: Numbers, actions: Numbers, found: Numbers):
    """Find the first lane whose action is not legal.

    Args:
        lanes: `LANE[n]`.
        allowed: `uint64[n, words]` the legal actions of each lane, as sets.
        actions: `int64[n]`.
        found: an array of one. The number in it is replaced by that of the first such lane, if this
            is less.
    """
    first, end = share(device.grid(1), device.gridsize(1), lanes.shape[0])
    for lane in range(first, end):
        if not of_lanes.is_allowed(lanes, allowed, actions, lane):
            device.atomic.min(found, 0, lane)
