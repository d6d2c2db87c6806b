"""What `bench --envs` says of the vector environment."""

from __future__ import annotations

from typing import Any

from whistlestop.cli import bench_envs

rates: Any = vars(bench_envs)["_vector_rates"]


def test_both_figures_are_medians_of_the_same_rounds() -> None:
    """A machine that slows down in the middle: the step alone is never slower than all of it."""
    turns = iter([*[(1.0, 0.75)] * 4, *[(4.0, 3.5)] * 2, (0.5, 0.25)])
    steps = 100 * bench_envs.LANES
    figures = rates(lambda: next(turns), 1.0)
    assert figures == {
        "vector_per_s": steps,
        "vector_per_s_range": (steps // 4, steps * 2),
        "vector_step_per_s": round(steps / 0.75),
        "vector_step_per_s_range": (round(steps / 3.5), steps * 4),
    }
