"""Hints and warnings, as clients get them."""

from __future__ import annotations

import msgspec

from whistlestop.analysis.document import finite
from whistlestop.analysis.hints import Hint, HintOption, Warning
from whistlestop.server.sent.choices import Action, action_sent
from whistlestop.server.sent.reviews import PlannedStep, step_sent


class HintOptionSent(msgspec.Struct, frozen=True):
    """One of the best actions in a position."""

    action: Action
    """One of the best actions."""
    chance: float
    """The chance to win after the action, from 0 to 1."""
    chance_error: float | None
    """The standard error of `chance`; null after a single world."""
    margin: float
    """The expected lead over the best other player after the action, in points."""
    loss: float
    """How much lower the chance to win is after this action than after the first action of the
    hint."""
    loss_error: float | None
    """The standard error of `loss`; null after a single world."""
    close: bool
    """Whether the difference from the first action may be chance. True for the first action."""
    plan: tuple[PlannedStep, ...]
    """What the player could do in the next turns, besides drawing cards."""


class HintSent(msgspec.Struct, frozen=True):
    """The best actions for a player who has to decide."""

    version: int
    """The table's version after the entry which records that the hint was given."""
    moves: int
    """The number of moves of the game before the position of the hint."""
    clear: bool
    """Whether the first action is better than all others, beyond what chance can explain."""
    options: tuple[HintOptionSent, ...]
    """The best actions, at most three. The best one is first."""


class WarningSent(msgspec.Struct, frozen=True):
    """A warning that an action is a blunder, with a better action."""

    loss: float
    """How much lower the chance to win is after the blunder than after the better action."""
    loss_error: float | None
    """The standard error of `loss`; null after a single world."""
    chance: float
    """The chance to win after the blunder, from 0 to 1."""
    chance_error: float | None
    """The standard error of `chance`; null after a single world."""
    better: HintOptionSent
    """The action that is better than the blunder."""


class CoachAnswer(msgspec.Struct, frozen=True):
    """The coach's answer about an action that a player wants to take."""

    warning: WarningSent | None
    """The warning; null if the action is no blunder, or if the coach has already warned the player
    or judged many actions in this position."""


def hint_sent(hint: Hint, version: int, moves: int) -> HintSent:
    """Return a hint in the form in which clients get it.

    Args:
        hint: the hint.
        version: the table's version after the entry which records that the hint was given.
        moves: the number of moves of the game before the position of the hint.
    """
    return HintSent(version, moves, hint.clear, tuple(map(_option, hint.options)))


def warning_sent(warning: Warning) -> WarningSent:
    """Return a warning in the form in which clients get it."""
    return WarningSent(
        loss=warning.loss.chance,
        loss_error=finite(warning.loss.error),
        chance=warning.outlook.chance,
        chance_error=finite(warning.outlook.chance_error),
        better=_option(warning.better),
    )


def _option(option: HintOption) -> HintOptionSent:
    return HintOptionSent(
        action=action_sent(option.action),
        chance=option.outlook.chance,
        chance_error=finite(option.outlook.chance_error),
        margin=option.outlook.margin,
        loss=option.loss.chance,
        loss_error=finite(option.loss.error),
        close=option.close,
        plan=tuple(map(step_sent, option.plan)),
    )
