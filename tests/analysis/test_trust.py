"""Reviews say how far their chances can be trusted, where this was measured."""

from __future__ import annotations

import pytest

from tests.server.test_own_editions import TINY
from whistlestop.analysis.trust import trust_in
from whistlestop.editions.load import load, loads, names

NOT_YET = {"india", "nordic"}
"""The boards on which nobody has measured chances yet. Reviews say so."""
MEASURED = [(edition, 2) for edition in names() if edition not in NOT_YET]


@pytest.mark.parametrize(("edition", "players"), [*MEASURED, ("usa", 5), ("london", 4)])
def test_every_board_is_measured(edition: str, players: int) -> None:
    trust = trust_in(load(edition), players)
    assert trust is not None
    assert trust.positions >= 300
    assert abs(trust.predicted - trust.won) < 0.1
    assert 0 < trust.won < 1
    assert 0 < trust.calibration_error < 0.1


def test_other_tables_are_not_measured() -> None:
    assert trust_in(load("usa"), 3) is None
    assert [trust_in(load(name), 2) for name in sorted(NOT_YET)] == [None] * len(NOT_YET)
    own = loads(TINY.replace('name = "ferry-line"', 'name = "usa"'), "own.toml")
    assert own.name == "usa"
    assert trust_in(own, 2) is None
