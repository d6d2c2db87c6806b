"""The bots of a tournament, each with what it is given for a decision."""

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
"""The most seconds that a bot can be given for a decision."""

_MOST_PLAYOUTS: Final = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Budget:
    """What a bot is given for a decision: time, or playouts, which nobody times."""

    seconds: float | None
    playouts: int | None

    def __str__(self) -> str:
        if self.playouts is not None:
            return f"{self.playouts:,} playouts"
        assert self.seconds is not None, "a budget is one of the two"
        return f"{self.seconds:g} s" if self.seconds >= 1 else f"{1000 * self.seconds:g} ms"


@dataclass(frozen=True, slots=True)
class Contestant:
    """A bot of a tournament."""

    name: str
    """As it was given on the command line: `planner`, `./my_bot.py:Name@100ms`."""
    bot: str
    """The bot's name without its budget, as `bot_factory` knows it."""
    budget: Budget

    def factory(self) -> Factory:
        """A factory of the bot; it takes the playouts with it.

        Raises:
            BotError: there is no such bot, or it takes no playouts.
        """
        return bot_factory(self.bot, playouts=self.budget.playouts)


def read_seconds(text: str) -> float:
    """The seconds of a time such as `5ms`, `100ms` or `1.5s`.

    Raises:
        ValueError: it is no such time, or not between 1 ms and an hour.
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
    """The contestants by these names.

    Args:
        names: bots as `bot_factory` knows them, each with a budget of its own behind an `@` if it
            has one: `planner@100ms`, `./my_bot.py:Name@500playouts`.
        seconds: what the others are given for a decision.
        playouts: what those of the others that take playouts are given instead.

    Raises:
        BotError: there is no such bot, it does not work, or it takes no playouts.
        ValueError: a name or a budget cannot be what it says.
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
    """Refuse what stands behind an `@` and is no budget, unless it belongs to a file's path."""
    bot, at, budget = name.rpartition("@")
    if at and not set(budget) & set(":/\\"):
        raise ValueError(
            f"{budget!r} is no budget for the bot {bot}: write {bot}@100ms, {bot}@1.5s or "
            f"{bot}@500playouts"
        )
