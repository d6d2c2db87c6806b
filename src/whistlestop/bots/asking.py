"""Asking a bot for its decision: the one place that knows everything that can come back.

A bot may be somebody's first program. It can return what is not legal, raise an exception, or think
for ever. What follows from that is for those who ask: a match ends, a table plays a random action.
"""

from __future__ import annotations

import asyncio
import reprlib
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import cast

from whistlestop.actions import Action
from whistlestop.bots.protocol import Bot, Observer
from whistlestop.bots.registry import BotError, told
from whistlestop.events import Event
from whistlestop.view import View


@dataclass(frozen=True, slots=True)
class Chosen:
    """A bot's legal decision."""

    action: Action
    """One of the legal actions."""


@dataclass(frozen=True, slots=True)
class IllegalAnswer:
    """An answer that is none of the legal actions."""

    answer: object
    """What the bot returned."""


@dataclass(frozen=True, slots=True)
class Failed:
    """An exception that the bot raised instead of answering."""

    error: BaseException


@dataclass(frozen=True, slots=True)
class TooSlow:
    """No answer in time; the bot may go on thinking, and nobody listens."""

    limit: float
    """The seconds after which the asker gave up."""


Misbehaviour = IllegalAnswer | Failed | TooSlow
"""Everything that a bot can answer but a legal action."""

Answer = Chosen | Misbehaviour
"""Everything that can come of asking a bot."""


def ask(
    bot: Bot,
    view: View,
    legal: Sequence[Action],
    seconds: float,
    news: tuple[Event, ...] = (),
) -> Answer:
    """Tell a bot what is new, ask it for its decision, and wait for as long as it takes.

    Args:
        bot: the bot.
        view: what its seat sees.
        legal: what it may do, at least one action.
        seconds: the time that the bot is told it has. Nobody stops one that takes longer.
        news: what has happened since it was asked last, as its seat sees it (see `following`); told
            if it wants to hear it.

    Returns:
        The decision, or what was wrong with the answer. Only a keyboard interrupt is raised.
    """
    try:
        if news and isinstance(bot, Observer):
            bot.observe(news)
        answer = cast(object, bot.choose(view, tuple(legal), seconds))
        if isinstance(answer, Action) and answer in legal:
            return Chosen(legal[legal.index(answer)])
    # A bot that calls exit() ends itself, not the table.
    except (Exception, SystemExit) as error:
        return Failed(error)
    return IllegalAnswer(answer)


async def ask_in_thread(
    executor: Executor,
    bot: Bot,
    view: View,
    legal: Sequence[Action],
    seconds: float,
    news: tuple[Event, ...] = (),
    *,
    limit: float,
) -> Answer:
    """Ask a bot for its decision in another thread, and give up after a while.

    Args:
        executor: where the bot thinks. A bot that is given up on keeps its thread until it returns.
        bot: as for `ask`.
        view: as for `ask`.
        legal: as for `ask`.
        seconds: as for `ask`.
        news: as for `ask`.
        limit: the seconds after which nobody waits for the answer any more.

    Returns:
        As `ask`, or `TooSlow`.
    """
    loop = asyncio.get_running_loop()
    thinking = loop.run_in_executor(executor, ask, bot, view, legal, seconds, news)
    try:
        return await asyncio.wait_for(thinking, limit)
    except TimeoutError:
        return TooSlow(limit)


def complaint(name: str, answer: Misbehaviour) -> str:
    """A sentence, without its full stop, that says what a bot did wrong.

    Args:
        name: the bot's name.
        answer: what came of asking it.
    """
    match answer:
        case IllegalAnswer(action):
            # Anything may come, of any length, and its own repr may fail: reprlib bears with it.
            shown = f"'{action}'" if isinstance(action, Action) else reprlib.repr(action)
            return f"the bot {name} chose {shown}, which is not among its legal actions"
        case Failed(error):
            return f"the bot {name} failed: {told(error)}"
        case TooSlow(limit):
            return f"the bot {name} did not answer within {limit:g} seconds"


def decision(name: str, answer: Answer) -> Action:
    """The action that a bot chose, for askers who cannot go on without one.

    Args:
        name: the bot's name, for the message.
        answer: what came of asking it.

    Raises:
        BotError: the bot chose no legal action.
    """
    if isinstance(answer, Chosen):
        return answer.action
    cause = answer.error if isinstance(answer, Failed) else None
    raise BotError(complaint(name, answer)) from cause
