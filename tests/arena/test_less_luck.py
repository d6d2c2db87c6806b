from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from tests.arena.playing import planned
from tests.arena.test_intervals import deal

from whistlestop import Game
from whistlestop.analysis.accounting import SeatLuck, accounts, luck_in, move_values
from whistlestop.arena.match import play_match
from whistlestop.arena.tournament.engines import local
from whistlestop.arena.tournament.intervals import mean_with_interval, share_with_interval
from whistlestop.arena.tournament.less_luck import FEWEST_DEALS, less_luck, share_less_luck
from whistlestop.arena.tournament.report import report
from whistlestop.arena.tournament.results import DealOutcome
from whistlestop.arena.tournament.running import play
from whistlestop.arena.tournament.standings import results
from whistlestop.arena.tournament.stopping import Enough
from whistlestop.bots.registry import make_bot
from whistlestop.judge.whole_games import asked_in


def lucky(deals: int, seed: int) -> tuple[list[float], list[float]]:
    """Margins of some deals with a mean of 3, and the luck in them."""
    random = Random(seed)
    luck = [random.gauss(0, 4) for _ in range(deals)]
    return [3 + one + random.gauss(0, 1) for one in luck], luck


@pytest.mark.parametrize(("edition", "players"), [("london", 2), ("london", 3), ("germany", 2)])
def test_the_luck_of_a_game_is_the_sum_of_all_luck_in_its_account(
    edition: str, players: int
) -> None:
    game = Game.new(edition, seats=players, seed=3)
    play_match(game, [make_bot("casual", seat) for seat in range(players)])
    worlds, seed = 4, 11
    values = [move_values(asked, worlds, seed + asked.move) for asked in asked_in(game)]
    for account, luck in zip(
        accounts(values, game.score_sheet()), luck_in(game, worlds, seed), strict=True
    ):
        terms = account.luck.values()
        assert luck.chance == pytest.approx(sum(term.chance for term in terms))
        assert luck.points == pytest.approx(sum(term.points for term in terms))


def test_luck_varies_less_when_it_is_subtracted_and_the_mean_stays() -> None:
    margins, luck = lucky(200, 1)
    shares = [min(1.0, max(0.0, 0.5 + one / 40)) for one in margins]
    found = less_luck(400, shares, luck, margins, luck)
    plain = mean_with_interval(margins)
    assert found is not None
    assert found.margin.low < 3 < found.margin.high
    assert found.margin.half_width < plain.half_width / 2
    assert found.margin_saved == pytest.approx(
        1 - (found.margin.half_width / plain.half_width) ** 2, abs=0.03
    )


def test_the_mean_is_not_biased_by_the_estimated_part() -> None:
    """Over many tournaments of few deals, the mean of the estimates is the true mean.

    Here results grow with the square of the luck. A part that is estimated from all deals at once
    would then make the mean too low.
    """
    found: list[float] = []
    for seed in range(400):
        _, luck = lucky(FEWEST_DEALS, seed)
        margins = [3 + (one**2 - 16) / 8 for one in luck]
        one = less_luck(40, [0.5] * FEWEST_DEALS, luck, margins, luck)
        assert one is not None
        found.append(one.margin.value)
    error = float(np.std(found)) / len(found) ** 0.5
    assert abs(float(np.mean(found)) - 3) < 4 * error
    assert error < 0.05


def test_two_players_have_mirrored_results() -> None:
    random = Random(4)
    luck = [random.gauss(0, 0.3) for _ in range(60)]
    shares = [float(random.random() < 0.5 + one) for one in luck]
    one = share_less_luck(120, shares, luck)
    other = share_less_luck(120, [1 - share for share in shares], [-one for one in luck])
    assert one is not None
    assert other is not None
    assert one[0].value == pytest.approx(1 - other[0].value)
    assert one[0].low == pytest.approx(1 - other[0].high)
    assert one[1] == pytest.approx(other[1])


def test_few_deals_and_nearly_equal_ones_are_left_as_they_are() -> None:
    luck = [0.1, -0.1] * (FEWEST_DEALS // 2)
    shares = [1.0] * FEWEST_DEALS
    assert share_less_luck(38, shares[1:], luck[1:]) is None
    assert share_less_luck(40, shares, luck) == (share_with_interval(shares, 40), 0.0)
    no_luck = less_luck(40, [0.0, 1.0] * (FEWEST_DEALS // 2), [0.0] * FEWEST_DEALS, shares, luck)
    assert no_luck is not None
    assert (no_luck.wins.value, no_luck.wins_saved) == (0.5, 0.0)
    assert no_luck.margin.value == pytest.approx(1.0)


def measured(outcomes: Sequence[DealOutcome], chances: Sequence[float]) -> list[DealOutcome]:
    """Deals with a certain luck for the first seat in each."""
    return [
        replace(
            outcome,
            games=tuple(
                replace(
                    game,
                    seats=tuple(
                        replace(seat, luck=SeatLuck(one, 0.0))
                        for seat, one in zip(game.seats, (chance, -chance), strict=True)
                    ),
                )
                for game in outcome.games
            ),
        )
        for outcome, chance in zip(outcomes, chances, strict=True)
    ]


def test_a_matchup_ends_earlier_if_luck_explains_its_results() -> None:
    won = [float(Random(number).random() < 0.5) for number in range(100)]
    deals = [deal(number, share, share) for number, share in enumerate(won)]
    found = planned("random", "planner")
    enough = Enough(1000, half_width=0.04)
    assert not enough.reached(found, found.matchups[0], deals)
    explained = measured(deals, [share - 0.5 for share in won])
    assert enough.reached(found, found.matchups[0], explained)
    (table,) = results(found, explained).overall
    (first, _) = sorted(table.standings, key=lambda one: one.name != "random")
    assert first.less_luck is not None
    assert first.less_luck.wins.value == pytest.approx(0.5)
    assert first.less_luck.wins_saved == pytest.approx(1)
    # A single game without a measurement, and only the plain results are told.
    (table,) = results(found, [*explained[:-1], deals[-1]]).overall
    assert [one.less_luck for one in table.standings] == [None, None]


def test_a_tournament_measures_luck_and_tells_it() -> None:
    found = replace(planned("planner", "expert"), luck_worlds=2)
    run = play(found, Enough(2 * FEWEST_DEALS), local(1))
    for outcome in run.outcomes:
        for game in outcome.games:
            first, second = (seat.luck for seat in game.seats)
            assert first is not None
            assert second is not None
            assert first.chance == pytest.approx(-second.chance)
    summed_up = results(found, run.outcomes)
    for one in summed_up.overall[0].standings:
        assert one.less_luck is not None
    assert "With luck subtracted" in report(found, summed_up, run.outcomes, complete=True)
    again = play(found, Enough(2), local(1))
    for game, repeated in zip(run.outcomes[0].games, again.outcomes[0].games, strict=True):
        assert [seat.luck for seat in repeated.seats] == [seat.luck for seat in game.seats]
