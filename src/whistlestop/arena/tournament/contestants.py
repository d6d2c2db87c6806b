"""The bots of a tournament, each with its budget for a decision."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from whistlestop.bots.protocol import Factory
from whistlestop.bots.registry import BotError, bot_factory, check_choosing, takes_playouts
from whistlestop.player_names import LONGEST_BOT, is_bot

_TIME: Final = re.compile(r"([0-9]+(?:\.[0-9]+)?)(ms|s)")
_WITH_BUDGET: Final = re.compile(r"(.+)@(?:([0-9]+(?:\.[0-9]+)?(?:ms|s))|([0-9]+)playouts)")

_LONGEST_THOUGHT: Final = 3600.0
"""The maximum number of seconds that a bot can be given for a decision."""

_MOST_PLAYOUTS: Final = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Budget:
    """The limit for one decision of a bot: either a time in seconds or a number of playouts."""

    seconds: float | None
    playouts: int | None

    def __str__(self) -> str:
        if self.playouts is not None:
            return f"{self.playouts:,} playouts"
        assert self.seconds is not None, "a budget is one of the two"
        return f"{self.seconds:g} s" if self.seconds >= 1 else f"{1000 * self.seconds:g} ms"


@dataclass(frozen=True, slots=True)
class Contestant:
    """A bot of a tournament with its budget."""

    name: str
    """The name as given on the command line, such as `planner` or `./my_bot.py:Name@100ms`."""
    bot: str
    """The bot's name without its budget, as `bot_factory` accepts it."""
    budget: Budget

    def factory(self) -> Factory:
        """Return a function that makes the bot for a seat.

        If the budget is a number of playouts, the bot uses this number for each decision.

        Raises:
            BotError: there is no such bot, its file cannot be loaded, or the budget is a number of
                playouts but the bot needs a time.
        """
        return bot_factory(self.bot, playouts=self.budget.playouts)


def read_seconds(text: str) -> float:
    """Return the seconds of a time such as `5ms`, `100ms` or `1.5s`.

    Raises:
        ValueError: the text is not such a time, or the time is not between 1 ms and an hour.
    """
    match = _TIME.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text!r} is no time; write 5ms, 100ms or 1s")
    seconds = float(match[1]) / (1000 if match[2] == "ms" else 1)
    if not 0.001 <= seconds <= _LONGEST_THOUGHT:
        raise ValueError(f"a time to think is from 1ms to {_LONGEST_THOUGHT:g}s, not {text}")
    return seconds


def read_contestants(
    names: Sequence[str], seconds: float, playouts: int | None = None
) -> tuple[Contestant, ...]:
    """Read the names of bots and their budgets.

    Args:
        names: names that `bot_factory` accepts. A budget may follow after an `@`: `planner@100ms`,
            `./my_bot.py:Name@500playouts`.
        seconds: the budget in seconds of bots whose name has no budget.
        playouts: the budget in playouts of bots whose name has no budget, if they accept playouts.
            None gives these bots the budget in seconds, too.

    Returns:
        The contestants, in the order of the names.

    Raises:
        BotError: there is no such bot, it does not work, or its name has a number of playouts but
            the bot needs a time.
        ValueError: a name or a budget is invalid.
    """
    return tuple(_read_contestant(name, seconds, playouts) for name in names)


def _read_contestant(name: str, seconds: float, playouts: int | None) -> Contestant:
    if not is_bot(name):
        raise ValueError(
            f"the name of a bot has at most {LONGEST_BOT} characters that can be seen, "
            f"not {name[: 2 * LONGEST_BOT]!r}"
        )
    match = _WITH_BUDGET.fullmatch(name)
    if match is None:
        _check_budget(name)
        check_choosing(name)
        own = playouts if takes_playouts(name) else None
        return Contestant(name, name, Budget(None if own else seconds, own))
    bot, time, number = match.groups()
    check_choosing(bot)
    if time is not None:
        bot_factory(bot)
        return Contestant(name, bot, Budget(read_seconds(time), None))
    count = int(number) if len(number) < 12 else math.inf
    if not 1 <= count <= _MOST_PLAYOUTS:
        raise ValueError(f"playouts are a number from 1 to {_MOST_PLAYOUTS:,}, not {number}")
    if not takes_playouts(bot):
        raise BotError(f"the bot {bot} takes no playouts: give it time, {bot}@100ms")
    return Contestant(name, bot, Budget(None, int(count)))


def _check_budget(name: str) -> None:
    """Check the `@` in the name of a bot that does not end with a valid budget.

    An `@` is allowed if it can be part of the path of the bot's file.

    Raises:
        ValueError: the text after the last `@` cannot be part of a path.
    """
    bot, at, budget = name.rpartition("@")
    if at and not set(budget) & set(":/\\"):
        raise ValueError(
            f"{budget!r} is no budget for the bot {bot}: write {bot}@100ms, {bot}@1.5s or "
            f"{bot}@500playouts"
        )
