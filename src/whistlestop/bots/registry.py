"""Make bots by name: built-in bots, and bots in files of your own."""

from __future__ import annotations

import difflib
import inspect
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, cast

from whistlestop.bots.files import NotPython, module_of
from whistlestop.bots.levels import LEVELS, Level, level_mind
from whistlestop.bots.options import settings_in, weights_in, with_weights
from whistlestop.bots.protocol import Bot, Factory, Observer
from whistlestop.bots.random import RandomBot

if TYPE_CHECKING:
    from whistlestop.bots.policy import PolicyBot
    from whistlestop.judge.search import Settings

USUAL_LEVEL: Final = "casual"
"""The level of a bot if the user names no level. Occasional players can beat bots of this level."""

# Policies and searches are imported late, because programs without bots do not need them.


_NO_WEIGHTS: Final[Mapping[str, float]] = {}


def _planner(seed: int, weights: Mapping[str, float] = _NO_WEIGHTS) -> PolicyBot:
    from whistlestop.bots.policy import PolicyBot
    from whistlestop.policies.mind import PLANNING, mind_of

    def mind(edition: str, players: int) -> Any:
        return with_weights(mind_of(PLANNING, edition, players), weights)

    return PolicyBot(seed, mind)


def _thinker(seed: int, playouts: int | None = None, settings: Settings | None = None) -> Bot:
    from whistlestop.bots.thinker import ThinkerBot

    return ThinkerBot(seed, playouts, settings)


_PUBLISHED: Final = (
    "one-step",
    "one-step-as-described",
    "long-route",
    "long-route-as-described",
    "route-focused",
    "route-focused-as-described",
    "destination-hungry",
    "destination-hungry-as-described",
    "racer",
    "connected-racer",
)
"""The names of the published agents. For the name `one-step`, the constant `ONE_STEP` in
`policies.mind` is the number of the agent's policy. The other names have such constants, too."""


def _published(name: str, seed: int) -> Bot:
    # Imported late, because programs without bots do not need the policies.
    from whistlestop.bots.policy import PolicyBot
    from whistlestop.policies import mind

    return PolicyBot(seed, getattr(mind, name.upper().replace("-", "_")))


def _of_level(level: Level) -> Callable[..., Bot]:
    """Return a function that makes the bots of a level from a seed and from options."""
    if level.searches:
        return _thinker

    def make(seed: int, weights: Mapping[str, float] = _NO_WEIGHTS) -> Bot:
        from whistlestop.bots.policy import PolicyBot

        def mind(edition: str, players: int) -> Any:
            return with_weights(level_mind(level, edition, players), weights)

        return PolicyBot(seed, mind)

    return make


_AT_TABLES: Final[dict[str, Callable[..., Bot]]] = {
    **{level.name: _of_level(level) for level in LEVELS},
    "planner": _planner,
    "random": RandomBot,
}
"""The functions that make the bots that tables offer, by the bot's name. Tables list the bots in
this order."""

_NOT_AT_TABLES: Final[dict[str, Callable[..., Bot]]] = {
    "thinker": _thinker,
    **{name: partial(_published, name) for name in _PUBLISHED},
}
"""The functions that make the bots that only simulations and tournaments offer, by the bot's name.
"""

_BUILT_IN: Final = {**_AT_TABLES, **_NOT_AT_TABLES}


class BotError(ValueError):
    """An error: a bot cannot be made, or fails to decide. `str(error)` gives the reason."""


def bot_names() -> tuple[str, ...]:
    """Return the names of the built-in bots that tables offer.

    The levels come first, from the weakest to the strongest, and then the other bots.
    """
    return tuple(_AT_TABLES)


def make_bot(name: str, seed: int) -> Bot:
    """Return a new bot for one seat of one game.

    Args:
        name: the name of a built-in bot, which may have options (`planner:locomotive=3.5`, see
            `bots.options`), or a bot in a file: `path/to/file.py:Name`. `Name` is a class, or a
            function that returns a bot. This class or function is called with the seed, or without
            arguments if it takes none.
        seed: the bot's seed. Equal seeds make equal bots.

    Raises:
        BotError: there is no such bot, its file cannot be loaded, or the bot cannot be made.
    """
    return bot_factory(name)(seed)


def bot_factory(name: str, playouts: int | None = None) -> Factory:
    """Return a factory for bots of one name. If the bot is in a file, the file is loaded now.

    Args:
        name: the name of a bot, in the form that `make_bot` takes.
        playouts: the number of playouts for each decision. The bots then ignore the time. None
            leaves the number to the bots.

    Raises:
        BotError: there is no such bot, its file cannot be loaded, or it does not take a number of
            playouts. The factory, too, raises this error if a bot cannot be made.
    """
    made = _maker(name)
    if playouts is None:
        return _factory(name, made)
    if not _has(made, "playouts"):
        raise BotError(f"the bot {name} takes no playouts")
    return _factory(name, partial(made, playouts=playouts))


def check_choosing(name: str) -> None:
    """Check before a game that a bot's method `choose` takes the arguments that it will get.

    If the name stands for a class, the method is checked without making a bot. Otherwise one bot is
    made. Built-in bots are not checked.

    Args:
        name: the name of a bot, in the form that `make_bot` takes.

    Raises:
        BotError: there is no such bot, its file cannot be loaded, it has no method `choose`, the
            method takes other arguments, or the bot cannot be made.
    """
    made = _maker(name)
    if file_of(name) is None:
        return
    if not (inspect.isclass(made) and callable(getattr(made, "choose", None))):
        _factory(name, made)(0)
    elif inspect.isfunction(plain := inspect.getattr_static(made, "choose")):
        _check_asking(name, "choose", plain, "self", *_CHOOSE)


def takes_playouts(name: str) -> bool:
    """Return whether bots of one name accept a number of playouts instead of a time limit.

    They do if the class or function that makes them has a parameter `playouts`.

    Args:
        name: the name of a bot, in the form that `make_bot` takes.

    Raises:
        BotError: there is no such bot, or its file cannot be loaded.
    """
    return _has(_maker(name), "playouts")


def thinks_ahead(name: str) -> bool:
    """Return whether `name` is a level whose bots search with playouts before each decision.

    The result is False if the name has options.
    """
    return any(level.name == name and level.searches for level in LEVELS)


def policy_bot(name: str, seed: int) -> PolicyBot:
    """Return a bot that plays by the policy of a named bot, without any search.

    Args:
        name: the name of a bot. For a bot that searches, the result plays by the policy with which
            the search begins.
        seed: the bot's seed.

    Raises:
        BotError: there is no such bot, or it does not have a policy.
    """
    from whistlestop.bots.policy import PolicyBot
    from whistlestop.bots.thinker import ThinkerBot

    bot = make_bot(name, seed)
    if isinstance(bot, ThinkerBot):
        return _planner(seed)
    if not isinstance(bot, PolicyBot):
        raise BotError(f"the bot {name} has no policy")
    return bot


def file_of(name: str) -> str | None:
    """Return the path of the file in a bot's name, or None for a built-in bot.

    Args:
        name: the name of a bot, in the form that `make_bot` takes.
    """
    kind, colon, _ = name.partition(":")
    return None if kind in _BUILT_IN or not colon else name.rpartition(":")[0]


def needs_compiling(name: str) -> bool:
    """Return whether bots of one name need the code that `bots.compilation` compiles.

    The result is False for bots in files, even if they use that code. The code is then compiled
    when it is first called.
    """
    kind = name.partition(":")[0]
    return kind in _BUILT_IN and kind != "random"


def _maker(name: str) -> Callable[..., Any]:
    """Return the class or function that makes the bots of one name.

    Raises:
        BotError: there is no such bot, its options are wrong, or its file cannot be loaded.
    """
    _refuse_budget(name)
    kind, *options = name.split(":")
    if kind in _BUILT_IN:
        return _with_options(kind, options)
    if ":" in name or name.endswith(".py"):
        return _from_file(name)
    close = difflib.get_close_matches(name, _BUILT_IN, n=2, cutoff=0.5)
    hint = f"did you mean {' or '.join(close)}? " if close else ""
    raise BotError(
        f"there is no bot {name!r}; {hint}There are {', '.join(bot_names())}, "
        "and bots in files of your own: ./my_bot.py:Name"
    )


def _refuse_budget(name: str) -> None:
    """Check that a name does not end in `@` and a budget for a decision, as in `planner@100ms`.

    Raises:
        BotError: the name has a budget. The message says that only the arena accepts budgets.
    """
    bot, at, budget = name.rpartition("@")
    path = bot.rpartition(":")[0]
    if at and (bot.partition(":")[0] in _BUILT_IN or (path.endswith(".py") and "/" not in budget)):
        raise BotError(
            f"the bot {name} has a budget behind its name, which only the arena takes "
            f"(whistlestop arena). Name it {bot} here, and give all bots their time with "
            "--think, or seconds in Python"
        )


def _with_options(kind: str, options: Sequence[str]) -> Callable[..., Any]:
    """Return a function that makes the built-in bots of one name with some options.

    Args:
        kind: the name of the bots without options, such as `planner`.
        options: the options, each `NAME=NUMBER`. May be empty.

    Raises:
        BotError: an option is wrong, or the bots have no options.
    """
    made = _BUILT_IN[kind]
    if not options:
        return made
    try:
        if _has(made, "weights"):
            return partial(made, weights=weights_in(options))
        if _has(made, "settings"):
            return partial(made, settings=settings_in(options))
    except ValueError as fault:
        raise BotError(f"the bot {kind} cannot have these options: {fault}") from fault
    raise BotError(f"the bot {kind} has no options, so {':'.join(options)!r} means nothing")


def _from_file(name: str) -> Callable[..., Any]:
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
    return cast("Callable[..., Any]", made)


def _imported(file: Path) -> ModuleType:
    try:
        return module_of(file)
    except NotPython as fault:
        raise BotError(str(fault)) from fault
    except Exception as fault:
        raise BotError(f"{file} cannot be imported: {told(fault)}") from fault


def _offered(module: ModuleType) -> str:
    """Return a list of the bots in a file, as the end of an error message: `; it has Ada, Bob`.

    Return an empty string if the file has no bots. Only classes are listed, not functions.

    Args:
        module: the module of the file.
    """
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
        # SystemExit: a bot that calls exit() must not end the process.
        except (Exception, SystemExit) as fault:
            raise BotError(f"the bot {name} cannot be made: {told(fault)}") from fault
        choose = getattr(bot, "choose", None)
        if not callable(choose):
            raise BotError(f"{name} is no bot: it has no method choose(view, legal, seconds)")
        _check_asking(name, "choose", choose, *_CHOOSE)
        if isinstance(bot, Observer):
            _check_asking(name, "observe", bot.observe, "events")
        return cast("Bot", bot)

    return make


_CHOOSE: Final = ("view", "legal", "seconds")
"""The names of the arguments with which `choose` is called."""


def _check_asking(name: str, method: str, function: Callable[..., object], *arguments: str) -> None:
    """Check that a method of a bot can be called with a number of positional arguments.

    Args:
        name: the bot's name, for the message.
        method: the method's name, for the message.
        function: the method.
        arguments: the names of the arguments, in order. Begins with `self` if `function` belongs to
            a class and not to a bot.

    Raises:
        BotError: the method takes other arguments, or it is asynchronous.
    """
    expected = ", ".join(one for one in arguments if one != "self")
    if inspect.iscoroutinefunction(function):
        raise BotError(
            f"the bot {name} cannot be asked: its method {method} is asynchronous; write "
            f"def {method}(self, {expected})"
        )
    try:
        takes = inspect.signature(function)
    except (TypeError, ValueError):  # written in C, without a signature
        return
    try:
        takes.bind(*arguments)
    except TypeError as fault:
        raise BotError(
            f"the bot {name} cannot be asked: its method {method}{takes} does not take "
            f"({expected}): {fault}; write def {method}(self, {expected})"
        ) from fault


def _has(made: Callable[..., Any], parameter: str) -> bool:
    try:
        return parameter in inspect.signature(made).parameters
    except (TypeError, ValueError):  # written in C, without a signature
        return False


def _takes_an_argument(made: Callable[..., Any]) -> bool:
    try:
        inspect.signature(made).bind(0)
    except TypeError:
        return False
    except ValueError:  # written in C, without a signature
        return True
    return True


def told(fault: BaseException) -> str:
    """Return a text with the type and the message of an exception, and where it was raised.

    The place is the name of a file and the number of a line. It is left out if it is unknown.
    """
    frames = traceback.extract_tb(fault.__traceback__)
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(fault).__name__}: {fault}{where}"
