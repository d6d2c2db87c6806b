"""Games in lanes on the device: the functions of `envs.compiled.lanes` as kernels.

A kernel takes the arguments of its namesake without the last two, which are the range of lanes.
Each thread computes its own range. Arguments that are working memory have one row per thread.
"""

from __future__ import annotations

from whistlestop.cuda.compiled.threads import device, kernel, share
from whistlestop.envs.compiled import lanes as of_lanes


@kernel
def begin_anew(lanes, seeds, chosen):
    """Run `lanes.begin_anew` in every thread, on the lanes of that thread."""
    first, end = share(device.grid(1), device.gridsize(1), lanes.shape[0])
    of_lanes.begin_anew(lanes, seeds, chosen, first, end)


@kernel
def forget_step(paid, terminated, truncated, chosen):
    """Run `lanes.forget_step` in every thread, on the lanes of that thread."""
    first, end = share(device.grid(1), device.gridsize(1), paid.shape[0])
    of_lanes.forget_step(paid, terminated, truncated, chosen, first, end)


@kernel
def deal_lanes(books, states, lanes, memories, chosen, seats, blank, lucks):
    """Run `lanes.deal_lanes` in every thread, on the lanes of that thread."""
    thread = device.grid(1)
    first, end = share(thread, device.gridsize(1), lanes.shape[0])
    of_lanes.deal_lanes(
        books, states, lanes, memories, chosen, seats, blank, lucks[thread : thread + 1], first, end
    )


@kernel
def act(books, states, lanes, memories, actions, numbers, again, seats, blank, before, lucks):
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
def answer_at_random(books, states, lanes, memories, learner, before, lucks, choosing):
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
def settle(books, states, lanes, seats, kind, most, sheets, paid, terminated, truncated):
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
def note_rewards(lanes, paid, learner, rewards):
    """Run `lanes.note_rewards` in every thread, on the lanes of that thread."""
    first, end = share(device.grid(1), device.gridsize(1), lanes.shape[0])
    of_lanes.note_rewards(lanes, paid, learner, rewards, first, end)


@kernel
def note_ended(terminated, truncated, ended):
    """Run `lanes.note_ended` in every thread, on the lanes of that thread."""
    first, end = share(device.grid(1), device.gridsize(1), ended.shape[0])
    of_lanes.note_ended(terminated, truncated, ended, first, end)


@kernel
def mark_legal(books, states, lanes, places, marks, allowed, rooms):
    """Run `lanes.mark_legal` in every thread, on the lanes of that thread."""
    thread = device.grid(1)
    first, end = share(thread, device.gridsize(1), lanes.shape[0])
    of_lanes.mark_legal(
        books, states, lanes, places, marks, allowed, rooms[thread : thread + 1], first, end
    )


@kernel
def show(books, layouts, states, memories, learner, observations, seats, chosen, every):
    """Run `lanes.show` in every thread, on the lanes of that thread."""
    first, end = share(device.grid(1), device.gridsize(1), states.shape[0])
    of_lanes.show(
        books, layouts, states, memories, learner, observations, seats, chosen, every, first, end
    )


@kernel
def sample(lanes, allowed, choosing, actions):
    """Run `lanes.sample` in every thread, on the lanes of that thread."""
    thread = device.grid(1)
    first, end = share(thread, device.gridsize(1), lanes.shape[0])
    of_lanes.sample(lanes, allowed, choosing[thread : thread + 1], actions, first, end)


@kernel
def find_illegal(lanes, allowed, actions, found):
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
