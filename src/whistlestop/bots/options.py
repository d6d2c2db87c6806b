"""Options of built-in bots, by name: `planner:locomotive=3.5`, `champion:horizon=0:candidates=8`.

What decides at once takes the planner's weights, what thinks ahead the settings of its search.
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
"""Settings that change nothing of what is played."""

_NUMBER: Final = re.compile(r"[-+]?[0-9]{1,9}(\.[0-9]{1,9})?")

_MOST: Final = 10_000.0
"""Weights beyond this would drown everything else."""

_DIVISORS: Final = frozenset(("cards_a_turn", "clock_spaces", "late_draw", "late_hand"))
"""Weights that something is divided by."""

_ANY_SIGN: Final = frozenset(("tickets", "each_ticket"))
"""Weights that may be below 0: what is gained by tickets as such may be a loss."""


def weights_in(texts: Sequence[str]) -> dict[str, float]:
    """The planner's weights that some options set.

    Args:
        texts: each `NAME=NUMBER`, with a name of `policies.planner.weights.DEFAULTS`.

    Raises:
        ValueError: there is no such weight, it is named twice, or its value is no number or out
            of its range.
    """
    from whistlestop.policies.planner.weights import DEFAULTS

    named = _named(texts, DEFAULTS, "weight")
    weights = {name: _number(name, text) for name, text in named.items()}
    for name, weight in weights.items():
        least = -_MOST if name in _ANY_SIGN else 0.01 if name in _DIVISORS else 0.0
        if not least <= weight <= _MOST:
            raise ValueError(f"{name} is from {least:g} to {_MOST:g}, not {named[name]}")
    return weights


def settings_in(texts: Sequence[str]) -> Settings:
    """The settings of a search that some options change.

    Args:
        texts: each `NAME=NUMBER`, with a name of a field of `judge.search.Settings`.

    Raises:
        ValueError: there is no such setting, it is named twice, or its value makes no sense.
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
    """The same mind of a planner, in which some weights are now others."""
    for name, weight in weights.items():
        minds["planner"]["weights"][name] = weight
    return minds


def _named(texts: Sequence[str], known: Mapping[str, Any], what: str) -> dict[str, str]:
    """The values by name, as they were written."""
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
