from __future__ import annotations

import pytest

from whistlestop.arena.simulate import simulate
from whistlestop.editions.load import names


@pytest.mark.parametrize("edition", names())
def test_planner_beats_random(edition: str) -> None:
    summary = simulate(edition, ["planner", "random"], games=40, seed=1, jobs=1).summary
    assert summary is not None
    planner = summary.entrants[0]
    assert planner.wins.value * 40 >= 38
    assert planner.completed / planner.tickets > 0.75
