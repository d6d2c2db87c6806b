"""Verdicts: whether a decision was good, or how bad a mistake it was.

A verdict depends on the loss: how much lower the chance to win is after the action that was taken
than after a better one, from what the seat knew. The better action is found by a search, and the
loss is then measured in new worlds. Otherwise the better action would seem better than it is,
because the search has chosen it for its luck.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeVar

from whistlestop.actions import Action
from whistlestop.judge.comparison import Comparison

Result = TypeVar("Result")

SURE: Final = 2.0
"""A loss counts as certain if it is more than this number of standard errors above 0."""


class Verdict(StrEnum):
    """How good a decision was, compared with the best action that a search found.

    The members are in order, from the best verdict to the worst. `INACCURACY`, `MISTAKE` and
    `BLUNDER` mean a certain loss (`SURE`) that is at least as large as `LOSSES` says.
    """

    BEST = "best"
    """The search found nothing better."""
    GOOD = "good"
    """The measured loss is smaller than that of an inaccuracy."""
    UNCLEAR = "unclear"
    """The measured loss is as large as that of an inaccuracy or larger, but is not certain."""
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


LOSSES: Final = {Verdict.INACCURACY: 0.05, Verdict.MISTAKE: 0.10, Verdict.BLUNDER: 0.15}
"""The smallest loss of each kind of mistake, as a difference between two chances to win."""

MISTAKES: Final = frozenset(LOSSES)
"""The verdicts on wrong decisions: inaccuracy, mistake and blunder."""


@dataclass(frozen=True, slots=True)
class Loss:
    """How much an action loses against a better action, measured in worlds."""

    chance: float
    """How much lower the chance to win is than after the better action. It can be below 0."""
    error: float
    """The standard error of `chance`, at least 1 / `worlds`. So a few equal results prove
    nothing."""
    worlds: int
    """The number of worlds in which both actions were played to the end."""

    @property
    def at_least(self) -> float:
        """The measured loss minus `SURE` standard errors."""
        return self.chance - SURE * self.error

    @property
    def at_most(self) -> float:
        """The measured loss plus `SURE` standard errors."""
        return self.chance + SURE * self.error


NO_LOSS: Final = Loss(0.0, 0.0, 0)
"""The loss of an action if the search found no better action."""


def verdict_on(loss: Loss) -> Verdict:
    """Return the verdict on a decision for which a search found a seemingly better action.

    The verdict is never `BEST`.

    Args:
        loss: the measured loss of the decision against that action.
    """
    found = Verdict.GOOD
    for verdict, least in LOSSES.items():
        if loss.chance >= least:
            found = verdict
    return Verdict.UNCLEAR if found in MISTAKES and loss.at_least <= 0 else found


def is_clear(loss: Loss) -> bool:
    """Return whether more worlds would hardly change the verdict.

    This is so if the loss is at least one standard error away from each of the limits in `LOSSES`,
    and if the verdict is not `UNCLEAR`.
    """
    near = any(abs(loss.chance - least) < loss.error for least in LOSSES.values())
    return not near and verdict_on(loss) != Verdict.UNCLEAR


def measure(comparison: Comparison, taken: Action, better: Action, least: int, most: int) -> Loss:
    """Return how much lower the chance to win is after an action than after a better one.

    Both actions are played to the end in the worlds of the comparison. The number of worlds begins
    with `least`. It is doubled until more worlds would hardly change the verdict (`is_clear`), or
    until it is `most`.

    Args:
        comparison: a comparison of both actions that has not been played in any world.
        taken: the action whose loss is measured.
        better: the action that seems better.
        least: the minimum number of worlds.
        most: the maximum number of worlds, at least `least`.
    """
    return at_once(measuring(comparison, taken, better, least, most, most))


def measuring(
    comparison: Comparison, taken: Action, better: Action, least: int, most: int, step: int
) -> Generator[None, None, Loss]:
    """Measure how much lower the chance to win is after `taken` than after `better`, in steps.

    Both actions are played to the end, first in `least` worlds. The number of worlds is doubled
    until more worlds would hardly change the verdict (`is_clear`), or until it is `most`. The
    generator returns the loss.

    Args:
        comparison: a comparison of both actions that has not been played in any world.
        taken: the action whose loss is measured.
        better: the action that seems better.
        least: the minimum number of worlds.
        most: the maximum number of worlds, at least `least`.
        step: the maximum number of worlds that are played in one step.
    """
    worlds = least
    while True:
        yield from playing(comparison, worlds, step)
        chance, error = comparison.loss(better, taken)
        loss = Loss(chance, max(error, 1 / worlds), worlds)
        if worlds >= most or is_clear(loss):
            return loss
        worlds = min(2 * worlds, most)


def playing(comparison: Comparison, worlds: int, step: int) -> Generator[None]:
    """Play a comparison in steps until it has been played in a number of worlds.

    Args:
        comparison: the comparison.
        worlds: the number of worlds, including those in which it has been played already.
        step: the maximum number of worlds that are played in one step.
    """
    while comparison.worlds < worlds:
        comparison.play(min(step, worlds - comparison.worlds))
        yield


def at_once(steps: Generator[None, None, Result]) -> Result:
    """Take all steps of a generator, and return what the generator returns."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value
