"""Read the options in bots' names: `planner:locomotive=3.5`, `champion:horizon=0:candidates=8`.

Options of bots that search are settings of the search. Options of other bots are weights of the
planner.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from whistlestop.judge.search import Settings

_ELSEWHERE: Final = frozenset(("threads",))
"""Settings of the search that are not options, because they do not affect decisions."""

_NUMBER: Final = re.compile(r"[-+]?[0-9]{1,9}(\.[0-9]{1,9})?")

_MOST: Final = 10_000.0
"""The highest value that an option can give to a weight.

A higher value would outweigh all other weights.
"""

_DIVISORS: Final = frozenset(("cards_a_turn", "clock_spaces", "late_draw", "late_hand"))
"""Weights that are divisors. They must be at least 0.01."""

_ANY_SIGN: Final = frozenset(("tickets", "each_ticket"))
"""Weights that may be below 0, because drawing or holding tickets can be a disadvantage."""


def weights_in(texts: Sequence[str]) -> dict[str, float]:
    """Read options that set weights of the planner. Return the weights by name.

    Args:
        texts: the options, each `NAME=NUMBER` with a name in `policies.planner.weights.DEFAULTS`.

    Raises:
        ValueError: there is no such weight, a weight is named twice, or its value is not a number
            or is out of range.
    """
    from whistlestop.policies.planner.weights import DEFAULTS

    named = _named(texts, DEFAULTS, "weight")
    weights = {name: _number(name, text) for name, text in named.items()}
    for name, weight in weights.items():
        least, most = bounds(name)
        if not least <= weight <= most:
            raise ValueError(f"{name} is from {least:g} to {most:g}, not {named[name]}")
    return weights


def bounds(weight: str) -> tuple[float, float]:
    """Return the lowest and the highest value that an option can give to a weight of the planner.

    Args:
        weight: the name of the weight.
    """
    least = -_MOST if weight in _ANY_SIGN else 0.01 if weight in _DIVISORS else 0.0
    return least, _MOST


def settings_in(texts: Sequence[str]) -> Settings:
    """Read options that change settings of the search. Return all settings.

    Args:
        texts: the options, each `NAME=NUMBER` with the name of a field of `judge.search.Settings`
            except `threads`.

    Raises:
        ValueError: there is no such setting, a setting is named twice, or its value is impossible.
    """
    from whistlestop.judge.search import Settings

    usual = Settings()
    kinds: dict[str, type[Any]] = {
        field.name: int if field.name == "horizon" else type(getattr(usual, field.name))
        for field in fields(Settings)
        if field.name not in _ELSEWHERE
    }
    given: dict[str, Any] = {}
    for name, text in _named(texts, kinds, "setting").items():
        number = _number(name, text)
        if kinds[name] in (int, bool):
            if number != int(number):
                raise ValueError(f"{name} is a whole number, not {text}")
            if kinds[name] is bool and number not in (0, 1):
                raise ValueError(f"{name} is 1 for yes or 0 for no, not {text}")
            given[name] = kinds[name](number)
        else:
            given[name] = number
    return Settings(**given)


def with_weights(minds: npt.NDArray[np.void], weights: Mapping[str, float]) -> npt.NDArray[np.void]:
    """Set some weights in a planner's mind, and return the mind. The mind is changed in place.

    Args:
        minds: the mind, as an array with one record.
        weights: the new weights by name. All other weights keep their values.
    """
    for name, weight in weights.items():
        minds["planner"]["weights"][name] = weight
    return minds


def _named(texts: Sequence[str], known: Mapping[str, Any], what: str) -> dict[str, str]:
    """Return the values of options by name, as they were written.

    Args:
        texts: the options.
        known: the names that options may have.
        what: the kind of option, for the message.

    Raises:
        ValueError: an option has no value, an unknown name, or the name of an earlier option.
    """
    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"{text!r} is no option; write a {what} and its value: {what}=1.5")
        if name in _ELSEWHERE:
            raise ValueError(f"{name} changes nothing of what is played")
        if name not in known:
            close = difflib.get_close_matches(name, known, n=2, cutoff=0.5)
            hint = f"did you mean {' or '.join(close)}?" if close else ""
            raise ValueError(f"there is no {what} {name!r}; {hint or _all(known)}")
        if name in found:
            raise ValueError(f"{name} is given twice")
        found[name] = value
    return found


def _all(known: Mapping[str, Any]) -> str:
    return f"there are {', '.join(known)}"


def _number(name: str, text: str) -> float:
    if _NUMBER.fullmatch(text) is None:
        raise ValueError(f"{name} is a number, such as 3.5, not {text!r}")
    return float(text)
