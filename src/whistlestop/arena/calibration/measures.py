"""Measure how well the judge's chances agree with the results of games.

The calibration error is that of M. P. Naeini, G. F. Cooper and M. Hauskrecht (2015). Chances are
sorted into bins of equal width. The distance between the mean chance and the mean share of the win
in a bin is averaged over the bins, each weighted with its number of positions. Even correct chances
have an error above 0, because the results of few games vary. `Report.perfect_error` is the error
that correct chances would have. The scores are those of G. W. Brier (1950) and I. J. Good (1952).
Lower is better for both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from whistlestop.arena.calibration.positions import Judged
from whistlestop.arena.tournament.intervals import Estimate, mean_with_interval

Values = npt.NDArray[np.float64]

BINS: Final = 10
"""The number of bins of equal width into which chances are sorted."""

_FOLDS: Final = 5
"""The number of parts into which games are divided. The simple forecast of a part is fitted to the
other parts."""

_RIDGE: Final = 1.0
"""The weight of half the sum of the squared coefficients in the simple forecast's loss. The rest of
the loss is a sum over positions."""

_WORLDS: Final = 400
"""The number of times that random results are drawn to compute `Report.perfect_error`."""

_CLOSEST: Final = 1e-3
"""The minimum distance of a chance from 0 and from 1 in the logarithmic score. Closer chances are
moved to this distance, because the score could otherwise be infinite."""

CLOSE: Final = 0.02
"""Choices whose chances to win differ by at most this much count as equally good."""

COVERING: Final = 1.96
"""95 % of normally distributed values lie within this number of standard errors of their mean."""


@dataclass(frozen=True, slots=True)
class Bin:
    """The positions in which the judge's chance is at least `low` and less than `high`.

    The last bin also has the chance 1.
    """

    low: float
    high: float
    positions: int
    said: Estimate
    """The mean of the judge's chances in these positions, with a confidence interval that treats
    each game as one observation."""
    happened: Estimate
    """The mean of the seats' shares of the win in these positions, with a confidence interval that
    treats each game as one observation."""


@dataclass(frozen=True, slots=True)
class Scores:
    """The errors of a forecast's chances, by three measures. Lower is better for each measure."""

    brier: float
    """The mean squared difference between a chance and the seat's share of the win."""
    logarithmic: float
    """The logarithmic score: the mean over positions of -(w ln c + (1 - w) ln(1 - c)), where c is
    the chance and w is the seat's share of the win."""
    calibration_error: float
    """The calibration error of the chances, as the function `calibration_error` returns it."""


@dataclass(frozen=True, slots=True)
class Report:
    """How well the judge's chances to win agree with the results of games."""

    games: int
    positions: int
    said: Estimate
    """The mean of the judge's chances."""
    happened: Estimate
    """The mean of the seats' shares of the win in the same positions."""
    consistency: Estimate | None
    """The mean, over positions, of the sum `Judged.chance` + `Judged.others`. The sum contains one
    chance for every seat, estimated at the beginning of the seat's turn from what the seat knows.
    For a judge without bias, the mean is 1. None if `Judged.others` is None in all positions."""
    judge: Scores
    always_fair: Scores
    """The scores of a forecast that gives every seat the chance 1 / players."""
    simple: Scores
    """The scores of a logistic forecast from public numbers (`FEATURES` and the progress). The
    forecast for a game is fitted to other games with the same bot and board."""
    perfect_error: float
    """The calibration error that correct chances would have, on average, with this many games."""
    covered: float
    """The share of positions in which the chances with two seeds differ by at most `COVERING`
    standard errors of their difference. About 0.95 if the judge's standard errors are right."""
    same_choice: float
    """The share of positions in which the judge chose the same action with both seeds."""
    good_choice: float
    """The share of positions in which the two seeds' choices are equally good: the same, or not
    more than `CLOSE` apart (see `Judged.apart`)."""
    bins: tuple[Bin, ...]
    """The bins that contain positions, in ascending order of the chances."""


def measured(judged: Sequence[Judged], players: int, seed: int = 0) -> Report:
    """Compare the chances in judged positions with the results, and return the report.

    Args:
        judged: the positions, at least one.
        players: the number of players.
        seed: the seed of the intervals and of `Report.perfect_error`.

    Raises:
        ValueError: there is no position.
    """
    if not judged:
        raise ValueError("no position was judged")
    games = np.array([one.game for one in judged])
    chances = np.array([one.chance for one in judged])
    won = np.array([one.won for one in judged])
    sums = np.array(
        [(one.chance + one.others, one.game) for one in judged if one.others is not None]
    )

    return Report(
        games=len({*games.tolist()}),
        positions=len(judged),
        said=_over_games(chances, games, seed),
        happened=_over_games(won, games, seed),
        consistency=_over_games(sums[:, 0], sums[:, 1].astype(np.int64), seed)
        if len(sums)
        else None,
        judge=_scores(chances, won),
        always_fair=_scores(np.full(len(won), 1 / players), won),
        simple=_scores(simple_forecast(judged), won),
        perfect_error=_perfect_error(chances, games, seed),
        covered=float(np.mean([_covers(one) for one in judged])),
        same_choice=float(np.mean([one.same_choice for one in judged])),
        good_choice=float(np.mean([one.apart <= CLOSE for one in judged])),
        bins=_bins(chances, won, games, seed),
    )


def _over_games(values: Values, games: npt.NDArray[np.int64], seed: int) -> Estimate:
    """Return the mean over positions with its 95 % confidence interval.

    The interval is a bootstrap interval. Each sample draws whole games, because the positions of a
    game share its result.

    Args:
        values: [position] the values.
        games: [position] the number of the game of each position.
        seed: the seed of the samples.
    """
    _, place = np.unique(games, return_inverse=True)
    number = place.max() + 1
    sums = np.bincount(place, weights=values, minlength=number)
    sizes = np.bincount(place, minlength=number)
    if (sizes == sizes[0]).all():
        return mean_with_interval((sums / sizes).tolist(), seed)
    drawn = np.random.default_rng(seed).multinomial(number, np.full(number, 1 / number), size=4000)
    low, high = np.quantile((drawn @ sums) / (drawn @ sizes), [0.025, 0.975])
    return Estimate(float(values.mean()), float(low), float(high))


def _scores(chances: Values, won: Values) -> Scores:
    kept = np.clip(chances, _CLOSEST, 1 - _CLOSEST)
    return Scores(
        brier=float(np.mean((chances - won) ** 2)),
        logarithmic=float(-np.mean(won * np.log(kept) + (1 - won) * np.log(1 - kept))),
        calibration_error=calibration_error(chances, won),
    )


def calibration_error(chances: Values, won: Values) -> float:
    """Return the calibration error of chances, 0 to 1.

    Chances are sorted into `BINS` bins. The error is the mean, over bins, of the distance between
    the mean chance and the mean share of the win in a bin. A bin's weight is its number of
    positions.

    Args:
        chances: [position] the chances, 0 to 1.
        won: [position] the shares of the win, 0 to 1.
    """
    place = _places(chances)
    apart = np.bincount(place, weights=chances - won, minlength=BINS)
    return float(np.abs(apart).sum() / len(chances))


def _places(chances: Values) -> npt.NDArray[np.int64]:
    return np.minimum((chances * BINS).astype(np.int64), BINS - 1)


def _perfect_error(chances: Values, games: npt.NDArray[np.int64], seed: int) -> float:
    """Return the mean calibration error that these chances would have if they were correct.

    Results are drawn at random with these chances. All positions of a game share one random number,
    because the positions of a real game share its result.

    Args:
        chances: [position] the chances, 0 to 1.
        games: [position] the number of the game of each position.
        seed: the seed of the random results.
    """
    random = np.random.default_rng(seed)
    _, place = np.unique(games, return_inverse=True)

    def error() -> float:
        won = (random.random(int(place.max()) + 1)[place] < chances).astype(np.float64)
        return calibration_error(chances, won)

    return float(np.mean([error() for _ in range(_WORLDS)]))


def _covers(one: Judged) -> bool:
    return abs(one.chance - one.again) <= COVERING * np.hypot(one.error, one.again_error) + 1e-12


def _bins(chances: Values, won: Values, games: npt.NDArray[np.int64], seed: int) -> tuple[Bin, ...]:
    place = _places(chances)
    found: list[Bin] = []
    for i in np.unique(place).tolist():
        here = place == i
        found.append(
            Bin(
                low=i / BINS,
                high=(i + 1) / BINS,
                positions=int(here.sum()),
                said=_over_games(chances[here], games[here], seed),
                happened=_over_games(won[here], games[here], seed),
            )
        )
    return tuple(found)


def simple_forecast(judged: Sequence[Judged]) -> Values:
    """Return the chances of a logistic forecast. The forecast of a game is fitted to other games.

    The forecast uses the leads in score, pieces, cards and tickets, the progress of the game, and
    the products of the leads with the progress.

    Args:
        judged: the positions.

    Returns:
        [position] the chances.
    """
    leads = np.array([one.features for one in judged])
    progress = np.array([[one.progress] for one in judged])
    table = np.hstack([leads, leads * progress, progress])
    spread = table.std(axis=0)
    table = (table - table.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    table = np.hstack([table, np.ones((len(judged), 1))])
    won = np.array([one.won for one in judged])
    fold = np.array([one.game for one in judged]) % _FOLDS
    chances = np.full(len(judged), won.mean())
    for part in range(_FOLDS):
        rest = fold != part
        if rest.any() and not rest.all():
            chances[~rest] = _logistic(table[~rest] @ _fitted(table[rest], won[rest]))
    return chances


def _logistic(values: Values) -> Values:
    return 1 / (1 + np.exp(-np.clip(values, -30, 30)))


def _fitted(table: Values, won: Values) -> Values:
    """Return the coefficients of a logistic regression with a ridge penalty, by Newton's method.

    Args:
        table: [position, coefficient] the inputs of the regression.
        won: [position] the shares of the win, 0 to 1.

    Returns:
        [coefficient] the coefficients, in the order of the columns of `table`.
    """
    coefficients = np.zeros(table.shape[1])
    for _ in range(50):
        chances = _logistic(table @ coefficients)
        slope = table.T @ (chances - won) + _RIDGE * coefficients
        curve = (table.T * (chances * (1 - chances))) @ table + _RIDGE * np.eye(table.shape[1])
        step = np.linalg.solve(curve, slope)
        coefficients -= step
        if np.abs(step).max() < 1e-9:
            break
    return coefficients
