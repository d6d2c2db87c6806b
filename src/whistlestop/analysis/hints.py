"""Hints: the best actions for a player who has to decide, and warnings before a blunder.

Hints and warnings depend only on the view of the player's seat. A search looks for good actions.
The best of these actions are then compared in new worlds, each played to the end. In the worlds of
the search, the action that the search has chosen seems better than it is.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

from whistlestop.actions import Action, ClaimRoute
from whistlestop.analysis.verdicts import Loss, Verdict, measure, verdict_on
from whistlestop.judge.comparison import Comparison, Outlook
from whistlestop.judge.continuation import PLAN, Planned
from whistlestop.judge.evaluation import Evaluation, evaluate
from whistlestop.judge.search import Settings
from whistlestop.seen.view import View
from whistlestop.whole_numbers import whole_number

MOST_OPTIONS: Final = 3
"""The maximum number of actions in a hint."""

COMPARED: Final = 4
"""The maximum number of actions that are compared in new worlds. The best `MOST_OPTIONS` of them
are the hint."""

_SEARCH, _COMPARISON, _WARNING = (purpose << 48 for purpose in range(3))
"""The numbers that are added to the seed of a hint, so that each purpose has its own worlds."""

_TO_THE_END: Final = Settings(horizon=0)
"""The settings of the search: every world is played to the end, as in reviews."""


@dataclass(frozen=True, slots=True)
class HintEffort:
    """The numbers of playouts with which a hint is made.

    Higher numbers give smaller errors, and take more time.
    """

    playouts: int = 200
    """The number of playouts with which good actions are looked for."""
    worlds: int = 300
    """The number of new worlds in which the best actions are compared."""
    step: int = 30
    """The maximum number of worlds that are played in one step."""
    least_worlds: int = 150
    """The minimum number of worlds in which the loss of an action is measured before a warning."""
    most_worlds: int = 300
    """The maximum number of worlds in which the loss of an action is measured before a warning."""

    def __post_init__(self) -> None:
        """Check the numbers.

        Raises:
            TypeError: a number is not a whole number.
            ValueError: a number is too small.
        """
        whole_number(self.playouts, "playouts", 1)
        whole_number(self.worlds, "worlds", 2)
        whole_number(self.step, "step", 1)
        whole_number(self.least_worlds, "least_worlds", 2)
        whole_number(self.most_worlds, "most_worlds", self.least_worlds)


USUAL: Final = HintEffort()
"""How thoroughly hints are made in games of two players. A hint takes 1 to 3 seconds."""

LARGER: Final = HintEffort(playouts=60, worlds=80, step=10, least_worlds=60, most_worlds=120)
"""How thoroughly hints are made in games of more players, whose playouts take longer."""


def effort_for(players: int) -> HintEffort:
    """Return how thoroughly hints are made in a game with a number of players."""
    return USUAL if players == 2 else LARGER


@dataclass(frozen=True, slots=True)
class HintOption:
    """One of the best actions, with what it is worth to the player."""

    action: Action
    outlook: Outlook
    """The chance to win and the expected lead after the action, measured in imagined worlds that
    the search for better actions did not use."""
    loss: Loss
    """How much lower the chance to win is than after the first action of the hint."""
    plan: tuple[Planned, ...]
    """What the player could do in the next turns, besides drawing cards."""

    @property
    def close(self) -> bool:
        """Whether this action may be as good as the first action of the hint.

        This is so if the loss is at most two standard errors above 0. True for the first action.
        """
        return self.loss.at_least <= 0


@dataclass(frozen=True, slots=True)
class Hint:
    """The best actions in a position, the best one first."""

    options: tuple[HintOption, ...]
    """At least one action and at most `MOST_OPTIONS`. No two of them have the same effect."""

    @property
    def clear(self) -> bool:
        """Whether the first action is clearly better than all others.

        This is so if no other action may be as good (`HintOption.close`).
        """
        return not any(option.close for option in self.options[1:])


@dataclass(frozen=True, slots=True)
class Warning:
    """A warning that an action is a blunder, with a better action."""

    loss: Loss
    """How much lower the chance to win is after the blunder than after the better action."""
    outlook: Outlook
    """The chance to win and the expected lead after the blunder."""
    better: HintOption
    """The better action, which is the first action of the hint."""


class HintSearch:
    """The search for a hint, in steps that take a fraction of a second each.

    Equal views, efforts and seeds give equal hints on every machine, and equal warnings.

    Attributes:
        hint: the hint; None until the last step.
    """

    def __init__(self, view: View, effort: HintEffort = USUAL, *, seed: int = 0) -> None:
        """Create the search. Nothing is played before the first step.

        Args:
            view: what the seat that decides sees. In the opening, any seat that has not answered
                may decide.
            effort: how thorough the search is.
            seed: the seed of all worlds, at least 0.

        Raises:
            TypeError: the seed is not a whole number.
            ValueError: the seed is below 0.
        """
        whole_number(seed, "a seed", 0)
        self.hint: Hint | None = None
        self._view, self._effort, self._seed = view, effort, seed
        self._evaluation: Evaluation | None = None
        self._comparison: Comparison | None = None
        self._compared: tuple[Action, ...] = ()

    def go_on(self) -> Hint | None:
        """Take the next step of the search. Return the hint after the last step, and None before.

        Raises:
            ValueError: the seat of the view has nothing to decide.
            PositionError: no state agrees with the view.
        """
        if self.hint is not None:
            return self.hint
        if self._evaluation is None:
            self._evaluation = evaluate(
                self._view,
                playouts=self._effort.playouts,
                seed=self._seed + _SEARCH,
                line=0,
                plan=PLAN,
                settings=_TO_THE_END,
            )
            return None
        if self._comparison is None:
            found = [candidate.action for candidate in self._evaluation.candidates]
            self._compared = different(self._view, found)[:COMPARED]
            self._comparison = self._compare(self._compared, _COMPARISON)
        left = self._effort.worlds - self._comparison.worlds
        self._comparison.play(min(left, self._effort.step))
        if self._comparison.worlds >= self._effort.worlds:
            self.hint = self._made(self._evaluation, self._comparison)
            # They take much memory, and only the hint is needed from now on.
            self._evaluation = self._comparison = None
        return self.hint

    def warning(self, action: Action) -> Warning | None:
        """Return a warning if an action is a blunder. Otherwise return None.

        The action is compared with the first action of the hint in new worlds. As in reviews, it is
        a blunder if its chance to win is at least 0.15 lower, and if this difference is more than
        two standard errors.

        Args:
            action: a legal action of the seat.

        Raises:
            ValueError: the hint is not finished.
            ActionError: the action is not legal.
        """
        if self.hint is None:
            raise ValueError("finish the hint first: call go_on until it returns the hint")
        better = self.hint.options[0]
        if effect(self._view, action) == effect(self._view, better.action):
            return None
        comparison = self._compare((better.action, action), _WARNING)
        effort = self._effort
        loss = measure(comparison, action, better.action, effort.least_worlds, effort.most_worlds)
        if verdict_on(loss) != Verdict.BLUNDER:
            return None
        return Warning(loss, comparison.outlook(action), better)

    def _compare(self, actions: tuple[Action, ...], purpose: int) -> Comparison:
        return Comparison(self._view, actions, seed=self._seed + purpose, horizon=0)

    def _made(self, evaluation: Evaluation, comparison: Comparison) -> Hint:
        """Return the hint.

        Args:
            evaluation: the result of the search, from which the hint gets its plans.
            comparison: the compared actions, which have been played in new worlds.
        """
        plans = {candidate.action: candidate.plan for candidate in evaluation.candidates}
        outlooks = {action: comparison.outlook(action) for action in self._compared}

        def worth(action: Action) -> tuple[float, float]:
            return outlooks[action].chance, outlooks[action].margin

        ranked = sorted(self._compared, key=worth, reverse=True)
        options: list[HintOption] = []
        for action in ranked[:MOST_OPTIONS]:
            chance, error = comparison.loss(ranked[0], action)
            # A few equal results prove nothing, as in verdicts.
            error = 0.0 if action == ranked[0] else max(error, 1 / comparison.worlds)
            loss = Loss(chance, error, comparison.worlds)
            options.append(HintOption(action, outlooks[action], loss, plans[action]))
        return Hint(tuple(options))


def hint_for(view: View, effort: HintEffort = USUAL, *, seed: int = 0) -> Hint:
    """Return the best actions for the seat that decides. `HintSearch` makes a hint in steps.

    Args:
        view: what the seat sees.
        effort: how thorough the search is.
        seed: the seed of all worlds, at least 0.

    Raises:
        TypeError: the seed is not a whole number.
        ValueError: the seed is below 0, or the seat has nothing to decide.
        PositionError: no state agrees with the view.
    """
    search = HintSearch(view, effort, seed=seed)
    while (found := search.go_on()) is None:
        pass
    return found


def different(view: View, actions: list[Action]) -> tuple[Action, ...]:
    """Return actions in their order, without those with the same effect as an earlier action."""
    found: dict[Hashable, Action] = {}
    for action in actions:
        found.setdefault(effect(view, action), action)
    return tuple(found.values())


def effect(view: View, action: Action) -> Hashable:
    """Return a value that is equal for two actions with the same effect.

    Claims of parallel routes have the same effect if the cards paid are equal, and if the routes
    agree in length, colour, substitutes, and being a ferry or tunnel. All other actions have the
    same effect only if they are equal.
    """
    if not isinstance(action, ClaimRoute):
        return action
    route = view.edition.routes[view.index.route_of[action.route]]
    kind = route.length, route.colour, route.ferry, route.tunnel, route.substitute
    return frozenset((route.a, route.b)), kind, frozenset(action.cards)
