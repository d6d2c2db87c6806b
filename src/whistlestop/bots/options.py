"""Options of built-in bots, by name: `planner:locomotive=3.5`, `champion:horizon=0:candidates=8`.

What decides at once takes the planner's weights, what thinks ahead the settings of its search.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from whistlestop.judge.search import Settings

_ELSEWHERE: Final = frozenset(("threads",))
"""Settings that change nothing of what is played."""


def weights_in(texts: Sequence[str]) -> dict[str, float]:
    """The planner's weights that some options set.

    Args:
        texts: each `NAME=NUMBER`, with a name of `policies.planner.weights.DEFAULTS`.

    Raises:
        ValueError: there is no such weight, it is named twice, or its value is no number.
    """
    from whistlestop.policies.planner.weights import DEFAULTS

    return {name: _number(name, text) for name, text in _named(texts, DEFAULTS, "weight").items()}


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
            given[name] = bool(number) if kinds[name] is bool else int(number)
        else:
            given[name] = number
    return Settings(**given)


def with_weights(minds: npt.NDArray[np.void], weights: Mapping[str, float]) -> npt.NDArray[np.void]:
    """A planner's mind in which some weights are others."""
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
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number) or abs(number) > 1e9:
        raise ValueError(f"{name} is a number, such as 3.5, not {text!r}")
    return number
