"""Bots by name: the built-in ones, and those in files of the user's own."""

from __future__ import annotations

import difflib
import importlib.util
import inspect
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, Final, cast

from whistlestop.actions import Action
from whistlestop.bots.planner import PlannerBot
from whistlestop.bots.protocol import Bot, Factory
from whistlestop.bots.random import RandomBot

_BUILT_IN: Final[dict[str, Factory]] = {"planner": PlannerBot, "random": RandomBot}


class BotError(ValueError):
    """A bot that cannot be had or that does not play by the rules; `str()` says why."""


def bot_names() -> tuple[str, ...]:
    """The names of the built-in bots, in alphabetical order."""
    return tuple(sorted(_BUILT_IN))


def make_bot(name: str, seed: int) -> Bot:
    """A new bot for one seat of one game.

    Args:
        name: a built-in bot's name, or `path/to/file.py:Name`. `Name` is a class or a function
            that makes a bot; it is called with the seed, or with nothing if it takes nothing.
        seed: the bot's seed. Equal seeds make equal bots.

    Raises:
        BotError: there is no such bot, or its file or its class does not work.
    """
    return bot_factory(name)(seed)


def bot_factory(name: str) -> Factory:
    """What makes the bots of this name; a file is read once, here.

    Raises:
        BotError: as `make_bot`; the factory raises it too, if making a bot fails.
    """
    if name in _BUILT_IN:
        return _BUILT_IN[name]
    if ":" in name or name.endswith(".py"):
        return _from_file(name)
    close = difflib.get_close_matches(name, bot_names(), n=2, cutoff=0.5)
    hint = f"did you mean {' or '.join(close)}? " if close else ""
    raise BotError(
        f"there is no bot {name!r}; {hint}There are {', '.join(bot_names())}, "
        "and bots in files of your own: ./my_bot.py:Name"
    )


def check_choice(name: str, action: Action, legal: tuple[Action, ...]) -> Action:
    """The action that a bot chose.

    Args:
        name: the bot's name, for the message.
        action: what it chose.
        legal: what it was allowed to choose from.

    Raises:
        BotError: that is not legal.
    """
    if action in legal:
        return action
    raise BotError(
        f"the bot {name} chose {_shown(action)}, which is not among its {len(legal)} legal actions"
    )


def _shown(action: object) -> str:
    """An action in the notation; whatever else a bot may return as Python shows it."""
    return f"'{action}'" if isinstance(action, Action) else repr(action)


def _from_file(name: str) -> Factory:
    path, _, wanted = name.rpartition(":")
    if not path or not wanted.isidentifier():
        raise BotError(f"{name!r} does not name a bot; write file and class: ./my_bot.py:Name")
    file = Path(path)
    if not file.is_file():
        raise BotError(f"there is no bot file {path}")
    module = _imported(file)
    made = getattr(module, wanted, None)
    if not callable(made):
        raise BotError(f"{path} has no class or function {wanted}{_offered(module)}")
    return _factory(name, cast("Callable[..., Any]", made))


def _imported(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"whistlestop_bot_{file.stem}", file)
    if spec is None or spec.loader is None:
        raise BotError(f"{file} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as fault:
        raise BotError(f"{file} cannot be imported: {told(fault)}") from fault
    return module


def _offered(module: ModuleType) -> str:
    """The bots that a file does have, for the message."""
    found = [
        name
        for name, value in vars(module).items()
        if inspect.isclass(value) and callable(getattr(value, "choose", None))
    ]
    return f"; it has {', '.join(found)}" if found else ""


def _factory(name: str, made: Callable[..., Any]) -> Factory:
    takes_seed = _takes_an_argument(made)

    def make(seed: int) -> Bot:
        try:
            bot = made(seed) if takes_seed else made()
        except Exception as fault:
            raise BotError(f"the bot {name} cannot be made: {told(fault)}") from fault
        if not callable(getattr(bot, "choose", None)):
            raise BotError(f"{name} is no bot: it has no method choose(view, legal, seconds)")
        return cast("Bot", bot)

    return make


def _takes_an_argument(made: Callable[..., Any]) -> bool:
    try:
        inspect.signature(made).bind(0)
    except TypeError:
        return False
    except ValueError:  # written in C: it does not tell
        return True
    return True


def told(fault: BaseException) -> str:
    """What went wrong in somebody's bot, and where."""
    frames = traceback.extract_tb(fault.__traceback__)
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(fault).__name__}: {fault}{where}"
