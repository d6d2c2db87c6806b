from __future__ import annotations

from dataclasses import replace
from math import exp, log
from random import Random
from typing import Any

import choix
import numpy as np
import pytest
from tests.arena.playing import planned
from tests.arena.test_intervals import seat

from whistlestop.arena.tournament import ratings
from whistlestop.arena.tournament.ratings import rate, strengths
from whistlestop.arena.tournament.results import DealOutcome, GameOutcome

Fit = Any


def placed(logs: list[float], random: Random) -> tuple[int, ...]:
    """An order drawn from the model of Plackett and Luce."""
    left = list(range(len(logs)))
    order: list[int] = []
    while left:
        (taken,) = random.choices(left, [exp(logs[bot]) for bot in left])
        left.remove(taken)
        order.append(taken)
    return tuple(order)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_strengths_are_those_that_another_program_finds(players: int) -> None:
    random = Random(players)
    truth = [0.8, 0.1, -0.2, -0.7][:players]
    orders = [placed(truth, random) for _ in range(400)]
    found = strengths(np.array(orders), np.ones(len(orders)), np.zeros(players))
    fit: Fit = choix.ilsr_rankings if players > 2 else choix.ilsr_pairwise
    theirs = np.asarray(fit(players, orders))
    assert found == pytest.approx(theirs - theirs.mean(), abs=0.01)
    assert found == pytest.approx(np.array(truth) - np.mean(truth), abs=0.35)


def test_orders_may_count_several_times_or_in_part() -> None:
    orders = np.array([(0, 1, 2), (1, 0, 2), (2, 1, 0)])
    doubled = strengths(np.repeat(orders, 2, axis=0), np.ones(6), np.zeros(3))
    assert strengths(orders, np.array([2.0, 2.0, 2.0]), np.zeros(3)) == pytest.approx(
        doubled, abs=1e-4
    )


def game(*placed: tuple[int, int]) -> GameOutcome:
    """A game of contestants with their ranks."""
    return GameOutcome(
        40,
        20,
        tuple(
            replace(one, result=replace(one.result, rank=rank))
            for contestant, rank in placed
            for one in [seat(contestant, 10, 0)]
        ),
    )


def test_three_to_one_is_191_points() -> None:
    found = planned("random", "planner")
    won, lost = game((0, 1), (1, 2)), game((0, 2), (1, 1))
    outcomes = [DealOutcome(0, deal, (won, won, won, lost)) for deal in range(200)]
    first, second = rate(found, ["random", "planner"], outcomes)
    assert first.value - second.value == pytest.approx(400 * log(3, 10), abs=0.5)
    assert first.value == pytest.approx(-second.value)
    assert first.low <= first.value <= first.high


def test_shared_places_count_half() -> None:
    found = planned("random", "planner", "random@5s", players=[3])
    outcomes = [DealOutcome(0, deal, (game((0, 1), (1, 1), (2, 1)),)) for deal in range(5)]
    for rating in rate(found, ["random", "planner", "random@5s"], outcomes):
        assert rating.value == pytest.approx(0, abs=1e-3)


def test_who_always_wins_has_a_finite_rating_and_the_interval_follows_the_deals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ratings, "_SAMPLES", 50)
    found = planned("random", "planner")
    won, lost = game((0, 1), (1, 2)), game((0, 2), (1, 1))
    always = [DealOutcome(0, deal, (won, won)) for deal in range(100)]
    first, second = rate(found, ["random", "planner"], always)
    assert 500 < first.value - second.value < 3000
    few = [DealOutcome(0, deal, (won, lost) if deal % 2 else (won, won)) for deal in range(40)]
    many = [DealOutcome(0, deal, (won, lost) if deal % 2 else (won, won)) for deal in range(400)]
    rated = [rate(found, ["random", "planner"], deals)[0] for deals in (few, many)]
    widths = [one.high - one.low for one in rated]
    assert widths[1] < widths[0] / 2
