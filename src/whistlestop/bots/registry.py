"""Bots by name: the built-in ones, and those in files of the user's own."""

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
"""The level that is seated where nobody says which: one that a family can beat."""

# What a bot decides with is imported late: whoever seats none does not load it.


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
"""The published agents; their policies' numbers have the same names in `policies.mind`."""


def _published(name: str, seed: int) -> Bot:
    # Late, as above.
    from whistlestop.bots.policy import PolicyBot
    from whistlestop.policies import mind

    return PolicyBot(seed, getattr(mind, name.upper().replace("-", "_")))


def _of_level(level: Level) -> Callable[..., Bot]:
    """What makes the bots of a level."""
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
"""Bots that a table offers, in this order."""

_NOT_AT_TABLES: Final[dict[str, Callable[..., Bot]]] = {
    "thinker": _thinker,
    **{name: partial(_published, name) for name in _PUBLISHED},
}
"""Bots for simulations and tournaments, which no table offers."""

_BUILT_IN: Final = {**_AT_TABLES, **_NOT_AT_TABLES}


class BotError(ValueError):
    """A bot that cannot be had or that does not play by the rules; `str()` says why."""


def bot_names() -> tuple[str, ...]:
    """The names of the built-in bots that a table offers: the levels, weakest first, and others."""
    return tuple(_AT_TABLES)


def make_bot(name: str, seed: int) -> Bot:
    """A new bot for one seat of one game.

    Args:
        name: a built-in bot's name, with options behind it if it is to have some
            (`planner:locomotive=3.5`, see `bots.options`), or `path/to/file.py:Name`. `Name` is a
            class or a function that makes a bot; it is called with the seed, or with nothing if it
            takes nothing.
        seed: the bot's seed. Equal seeds make equal bots.

    Raises:
        BotError: there is no such bot, or its file or its class does not work.
    """
    return bot_factory(name)(seed)


def bot_factory(name: str, playouts: int | None = None) -> Factory:
    """A factory for the bots of this name; a file is read once, here.

    Args:
        name: as for `make_bot`.
        playouts: how many games the bots may imagine for a decision, instead of thinking by the
            clock; None leaves that to them.

    Raises:
        BotError: as `make_bot`, or the bots take no playouts; the factory raises it too, if making
            a bot fails.
    """
    made = _maker(name)
    if playouts is None:
        return _factory(name, made)
    if not _has(made, "playouts"):
        raise BotError(f"the bot {name} takes no playouts")
    return _factory(name, partial(made, playouts=playouts))


def check_choosing(name: str) -> None:
    """Refuse what cannot be a bot because of its method `choose`, before any game begins.

    The method is looked up in a class without making a bot. Anything else is made once, as only
    that shows the method.

    Args:
        name: as for `make_bot`.

    Raises:
        BotError: the bot has no such method, the method takes other arguments, or the bot cannot
            be made.
    """
    made = _maker(name)
    if file_of(name) is None:
        return
    if not (inspect.isclass(made) and callable(getattr(made, "choose", None))):
        _factory(name, made)(0)
    elif inspect.isfunction(plain := inspect.getattr_static(made, "choose")):
        _check_asking(name, "choose", plain, "self", *_CHOOSE)


def takes_playouts(name: str) -> bool:
    """Whether the bots of this name can be given a number of playouts instead of time.

    They can if what makes them has a parameter `playouts`.

    Raises:
        BotError: as `make_bot`.
    """
    return _has(_maker(name), "playouts")


def thinks_ahead(name: str) -> bool:
    """Whether the bots of a level try their moves in imagined worlds."""
    return any(level.name == name and level.searches for level in LEVELS)


def policy_bot(name: str, seed: int) -> PolicyBot:
    """A bot that decides at once by the policy that the bots of this name have.

    Args:
        name: a built-in bot's name. One that thinks ahead begins with what its policy would do;
            here it is left at that.
        seed: the bot's seed.

    Raises:
        BotError: there is no such bot, or it has no policy.
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
    """The file that a bot of somebody's own is in, as its name has it; None for a built-in bot.

    Args:
        name: as for `make_bot`.
    """
    kind, colon, _ = name.partition(":")
    return None if kind in _BUILT_IN or not colon else name.rpartition(":")[0]


def needs_compiling(name: str) -> bool:
    """Whether the bots of this name decide with what has to be compiled (`bots.compilation`).

    Bots in files of somebody's own are not asked: what they use is compiled when they use it.
    """
    kind = name.partition(":")[0]
    return kind in _BUILT_IN and kind != "random"


def _maker(name: str) -> Callable[..., Any]:
    """What makes the bots of this name."""
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
    """Say where a budget is understood that stands behind a bot's name.

    Raises:
        BotError: what stands before an `@` names a bot.
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
    """What makes the built-in bots of this name with these options."""
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
        # A bot that calls exit() ends itself, not those who ask for it.
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
"""What `choose` is called with."""


def _check_asking(name: str, method: str, function: Callable[..., object], *arguments: str) -> None:
    """Refuse a bot whose method cannot be called as bots are.

    Args:
        name: the bot's name.
        method: the method's name.
        function: the method.
        arguments: what it is called with, in order.

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
    except (TypeError, ValueError):  # written in C: it does not tell
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
    except (TypeError, ValueError):  # written in C: it does not tell
        return False


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
