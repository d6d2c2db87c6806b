from __future__ import annotations

from random import Random

import numpy as np
import pytest
from tests.arena.playing import planned

from whistlestop.arena.summary import SeatResult, wilson
from whistlestop.arena.tournament import intervals
from whistlestop.arena.tournament.intervals import mean_with_interval, share_with_interval
from whistlestop.arena.tournament.results import DealOutcome, GameOutcome, SeatOutcome, Thinking
from whistlestop.arena.tournament.standings import by_deal, results
from whistlestop.arena.tournament.stopping import Enough


def test_the_interval_is_that_of_whole_deals_drawn_again() -> None:
    random = Random(5)
    values = [random.choice([0.0, 0.5, 0.5, 1.0]) for _ in range(200)]
    found = mean_with_interval(values)
    draws = np.random.default_rng(9).choice(values, size=(20_000, len(values))).mean(axis=1)
    low, high = np.quantile(draws, [0.025, 0.975])
    assert found.value == pytest.approx(np.mean(values))
    assert found.low == pytest.approx(low, abs=0.006)
    assert found.high == pytest.approx(high, abs=0.006)
    assert found == mean_with_interval(values)


def test_the_interval_covers_the_truth_about_as_often_as_it_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(intervals, "_SAMPLES", 500)
    random = Random(1)
    covered = 0
    for number in range(300):
        found = mean_with_interval([random.gauss(3, 2) for _ in range(60)], number)
        covered += found.low <= 3 <= found.high
    assert 0.90 <= covered / 300 <= 0.98


def test_two_who_share_all_victories_have_mirrored_intervals() -> None:
    random = Random(3)
    values = [random.choice([0.0, 0.25, 0.5, 1.0]) for _ in range(30)]
    one, other = mean_with_interval(values), mean_with_interval([1 - value for value in values])
    assert (one.low, one.high) == (pytest.approx(1 - other.high), pytest.approx(1 - other.low))


def test_one_deal_says_nothing_about_its_spread_and_one_value_no_more() -> None:
    assert mean_with_interval([2.0]).half_width == 0
    always = share_with_interval([1.0] * 50, games=100)
    assert (always.value, always.high) == (1.0, 1.0)
    assert always.low == pytest.approx(wilson(100, 100).low)
    nearly = share_with_interval([1.0] * 49 + [0.5], games=100)
    assert nearly.low <= wilson(99, 100).low


def test_deals_not_games_are_what_varies() -> None:
    """Two seats that share their deal's luck wholly say no more than one."""
    shares = [float(Random(deal).random() < 0.5) for deal in range(100)]
    twice = by_deal([(deal, share) for deal, share in enumerate(shares)] * 2)
    assert share_with_interval(twice, 200) == share_with_interval(shares, 100)


def seat(contestant: int, score: int, victory: float) -> SeatOutcome:
    result = SeatResult(score, victory, 3, 1, 0, False, False, 20, 1 if victory else 2)
    return SeatOutcome(contestant, result, Thinking(10, 0.1, 0.05, 0, 0))


def deal(number: int, *shares: float) -> DealOutcome:
    """A deal of which the first contestant wins these shares, 30 to 20."""
    games = tuple(
        GameOutcome(40, 20, (seat(0, 30, share), seat(1, 20, 1 - share))) for share in shares
    )
    return DealOutcome(0, number, games)


def test_standings_of_a_known_tournament() -> None:
    found = results(planned("random", "planner"), [deal(0, 1, 0.5), deal(1, 1, 1)])
    (table,) = found.overall
    assert (table.games, table.deals, table.fair_share) == (4, 2, 0.5)
    first, second = table.standings
    assert (first.name, first.wins.value, first.margin.value) == ("random", 0.875, 10.0)
    assert (second.name, second.wins.value, second.margin.value) == ("planner", 0.125, -10.0)
    assert (first.score.mean, first.completed, first.failed_tickets) == (30, 1, 2)
    assert (first.decisions, first.seconds, first.slowest) == (10, 0.01, 0.05)
    assert found.matchups[0].standings[0].wins == first.wins


def test_margins_are_over_the_best_of_the_others() -> None:
    outcome = DealOutcome(
        0, 0, (GameOutcome(9, 9, (seat(0, 90, 1), seat(1, 50, 0), seat(2, 10, 0))),)
    )
    (table,) = results(planned("random", "planner", "random@5ms", players=[3]), [outcome]).overall
    assert [one.margin.value for one in table.standings] == [40, -40, -80]


def test_looks_are_few_and_end_with_the_games_asked_for() -> None:
    (matchup,) = planned("random", "planner").matchups
    assert list(Enough(201).looks(matchup)) == [101]
    assert list(Enough(400, half_width=0.02).looks(matchup)) == [50, 62, 77, 96, 120, 150, 187, 200]
    assert list(Enough(60, line=0.5).looks(matchup)) == [30]


@pytest.mark.parametrize(
    ("share", "enough", "stops"),
    [
        (1.0, Enough(1000, line=0.9), True),
        (0.0, Enough(1000, line=0.9), True),
        (1.0, Enough(1000, line=0.99), False),
        (0.5, Enough(1000, line=0.5), False),
        (1.0, Enough(1000, half_width=0.05), True),
        (1.0, Enough(1000, half_width=0.01), False),
        (1.0, Enough(1000), False),
    ],
)
def test_when_it_is_enough(share: float, enough: Enough, stops: bool) -> None:
    found = planned("random", "planner")
    outcomes = [deal(number, share, share) for number in range(50)]
    assert enough.reached(found, found.matchups[0], outcomes) is stops


def test_looking_often_rarely_finds_what_is_not_there() -> None:
    """Equal players, of whom a line at a half is asked at every look."""
    found = planned("random", "planner")
    (matchup,) = found.matchups
    enough = Enough(800, line=0.5)
    random = Random(7)
    looks = list(enough.looks(matchup))[:-1]
    assert len(looks) == 10
    fooled = 0
    for _ in range(60):
        outcomes = [
            deal(number, random.choice([0, 1]), random.choice([0, 1])) for number in range(400)
        ]
        fooled += any(enough.reached(found, matchup, outcomes[:look]) for look in looks)
    assert fooled <= 5


def test_a_line_is_for_the_first_bot_alone() -> None:
    found = planned("random@5ms", "random", "planner")
    outcomes = [deal(number, 1, 1) for number in range(50)]
    without_it = found.matchups[2]
    assert found.names(without_it) == ("random", "planner")
    assert not Enough(1000, line=0.5).reached(found, without_it, outcomes)
