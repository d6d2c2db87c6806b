"""Ask a bot for its decision, and report every way in which a bot can fail.

A bot may be its author's first program. It can return an action that is not legal, raise an
exception, or never return. The callers of these functions decide what happens then: a match ends,
and a table plays a random action.
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
from whistlestop.seen.view import View


@dataclass(frozen=True, slots=True)
class Chosen:
    """A bot's legal decision."""

    action: Action
    """The action that the bot chose. It is one of the legal actions."""


@dataclass(frozen=True, slots=True)
class IllegalAnswer:
    """An answer that is not one of the legal actions."""

    answer: object
    """What the bot returned."""


@dataclass(frozen=True, slots=True)
class Failed:
    """An exception that the bot raised instead of answering."""

    error: BaseException
    """The exception that the bot raised."""


@dataclass(frozen=True, slots=True)
class TooSlow:
    """A missing answer: the bot did not answer in time.

    The bot may still be thinking, but its answer is ignored.
    """

    limit: float
    """The time limit in seconds that the bot exceeded."""


Misbehaviour = IllegalAnswer | Failed | TooSlow
"""Any result of asking a bot that is not a legal decision."""

Answer = Chosen | Misbehaviour
"""Any result of asking a bot."""


def ask(
    bot: Bot,
    view: View,
    legal: Sequence[Action],
    seconds: float,
    news: tuple[Event, ...] = (),
) -> Answer:
    """Ask a bot for its decision, and wait for the answer however long it takes.

    Exceptions of the bot are returned as `Failed`, even `SystemExit`. Other exceptions that are not
    subclasses of `Exception`, such as a keyboard interrupt, are raised.

    Args:
        bot: the bot.
        view: the view of the bot's seat.
        legal: the legal actions, at least one.
        seconds: the time that the bot is told it may use. A bot that takes longer is not stopped.
        news: the events since the bot was asked last, as its seat sees them (see `following`). They
            are passed to `observe` first, if the bot has that method.

    Returns:
        The bot's legal action, or what was wrong with its answer.
    """
    try:
        if news and isinstance(bot, Observer):
            bot.observe(news)
        answer = cast(object, bot.choose(view, tuple(legal), seconds))
        if isinstance(answer, Action) and answer in legal:
            return Chosen(legal[legal.index(answer)])
    # SystemExit: a bot that calls exit() must not end the process.
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
    """Ask a bot for its decision in another thread, and give up after a time limit.

    Args:
        executor: the executor whose thread runs the bot. After the time limit, the bot still
            occupies this thread until it returns.
        bot: the bot.
        view: the view of the bot's seat.
        legal: the legal actions, at least one.
        seconds: the time that the bot is told it may use.
        news: the events since the bot was asked last, as its seat sees them.
        limit: the number of seconds to wait for the answer.

    Returns:
        The bot's legal action, or what was wrong with its answer. `TooSlow` after the time limit.
    """
    loop = asyncio.get_running_loop()
    thinking = loop.run_in_executor(executor, ask, bot, view, legal, seconds, news)
    try:
        return await asyncio.wait_for(thinking, limit)
    except TimeoutError:
        return TooSlow(limit)


def complaint(name: str, answer: Misbehaviour) -> str:
    """Return a sentence, without a full stop, that says what a bot did wrong.

    Args:
        name: the bot's name.
        answer: the result of asking the bot.
    """
    match answer:
        case IllegalAnswer(action):
            # The answer may be any object. Its repr may be long or fail, which reprlib handles.
            shown = f"'{action}'" if isinstance(action, Action) else reprlib.repr(action)
            return f"the bot {name} chose {shown}, which is not among its legal actions"
        case Failed(error):
            return f"the bot {name} failed: {told(error)}"
        case TooSlow(limit):
            return f"the bot {name} did not answer within {limit:g} seconds"


def decision(name: str, answer: Answer) -> Action:
    """Return the action that a bot chose.

    Args:
        name: the bot's name, for the message.
        answer: the result of asking the bot.

    Raises:
        BotError: the bot did not choose a legal action. The message says what it did wrong.
    """
    if isinstance(answer, Chosen):
        return answer.action
    cause = answer.error if isinstance(answer, Failed) else None
    raise BotError(complaint(name, answer)) from cause
