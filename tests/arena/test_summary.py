from __future__ import annotations

import pytest

from whistlestop.arena.summary import spread, summarise, wilson


def test_wilson_interval_of_a_textbook() -> None:
    share = wilson(8, 10)
    assert share.value == 0.8
    assert share.low == pytest.approx(0.4902, abs=1e-4)
    assert share.high == pytest.approx(0.9433, abs=1e-4)


@pytest.mark.parametrize("wins", [0, 20])
def test_wilson_interval_stays_a_share(wins: int) -> None:
    share = wilson(wins, 20)
    assert 0 <= share.low <= share.value <= share.high <= 1
    assert share.low < share.high


def test_spread() -> None:
    assert spread([1, 2, 3]).sd == 1
    assert spread([5]).sd == 0


def test_nothing_to_sum_up() -> None:
    assert summarise(["random"], []) is None
