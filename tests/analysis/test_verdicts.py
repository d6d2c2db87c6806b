"""A decision is called a mistake only if its loss is no chance."""

from __future__ import annotations

import pytest

from tests.properties.playing import up_to
from whistlestop.actions import Action
from whistlestop.analysis.verdicts import (
    MISTAKES,
    Loss,
    Verdict,
    is_clear,
    measure,
    verdict_on,
)
from whistlestop.judge.comparison import Comparison
from whistlestop.judge.evaluation import evaluate


@pytest.mark.parametrize(
    ("chance", "error", "verdict", "clear"),
    [
        (0.00, 0.010, Verdict.GOOD, True),
        (-0.20, 0.050, Verdict.GOOD, True),
        (0.04, 0.004, Verdict.GOOD, True),
        (0.03, 0.015, Verdict.GOOD, True),
        (0.045, 0.010, Verdict.GOOD, False),
        (0.049, 0.060, Verdict.GOOD, False),
        (0.05, 0.030, Verdict.UNCLEAR, False),
        (0.07, 0.010, Verdict.INACCURACY, True),
        (0.10, 0.010, Verdict.MISTAKE, False),
        (0.12, 0.010, Verdict.MISTAKE, True),
        (0.12, 0.060, Verdict.UNCLEAR, False),
        (0.15, 0.000, Verdict.BLUNDER, True),
        (0.40, 0.100, Verdict.BLUNDER, True),
        (0.40, 0.300, Verdict.UNCLEAR, False),
        (1.00, float("inf"), Verdict.UNCLEAR, False),
    ],
)
def test_verdicts(chance: float, error: float, verdict: Verdict, clear: bool) -> None:
    loss = Loss(chance, error, 100)
    assert verdict_on(loss) == verdict
    assert is_clear(loss) == clear


def outlook(comparison: Comparison, action: Action) -> float:
    return comparison.outlook(action).chance


def test_more_worlds_are_played_while_a_verdict_is_not_clear() -> None:
    game = up_to("usa", 2, 3, 40)
    view = game.view(game.seat)
    found = evaluate(view, playouts=40, line=0, plan=0)
    better, *_, worse = (candidate.action for candidate in found.candidates)
    measured: dict[int, Loss] = {}
    for most in (2, 100, 300):
        comparison = Comparison(view, (better, worse), seed=5, horizon=0)
        loss = measure(comparison, worse, better, min(100, most), most)
        assert comparison.worlds == loss.worlds <= most
        assert loss.worlds == most or is_clear(loss)
        assert loss.chance == pytest.approx(
            outlook(comparison, better) - outlook(comparison, worse)
        )
        measured[most] = loss
    assert measured[100].error > measured[300].error > 0


def test_a_few_equal_results_prove_nothing() -> None:
    """Two worlds in which an action loses a whole win say little about its loss."""
    game = up_to("london", 2, 3, 20)
    view = game.view(game.seat)
    one, two = game.legal_actions()[:2]
    for seed in range(20):
        comparison = Comparison(view, (one, two), seed=seed, horizon=0)
        loss = measure(comparison, one, two, 2, 2)
        assert loss.error >= 0.5
        assert verdict_on(loss) not in MISTAKES


def test_a_comparison_is_of_the_actions_that_are_given() -> None:
    """Its worlds are the same for both, and the policy's own choice is not played."""
    game = up_to("usa", 2, 3, 40)
    view = game.view(game.seat)
    one, two = game.legal_actions()[-2:]
    comparison = Comparison(view, (one, two), seed=5)
    comparison.play(30)
    comparison.play(20)
    assert comparison.worlds == 50
    assert comparison.search.playouts == 100
    first, second = comparison.outlook(one), comparison.outlook(two)
    assert min(first.chance_error, first.margin_error) > 0
    loss, error = comparison.loss(two, one)
    assert loss == pytest.approx(second.chance - first.chance)
    assert error > 0
    same = Comparison(view, (one, one), seed=5)
    same.play(2)
    assert same.search.playouts == 2
    assert same.loss(one, one) == (0, 0)
