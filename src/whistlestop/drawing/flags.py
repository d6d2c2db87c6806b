"""Draw small flags of countries, from the bands and the cross in an edition's file."""

from __future__ import annotations

from typing import Final

from whistlestop.drawing.art.symbols import THEMED
from whistlestop.drawing.markup import number
from whistlestop.editions.model import Edition, Flag

_WIDE: Final = 30.0
_HIGH: Final = 20.0
_ARM: Final = 4.0
"""The width of the arms of a cross, on a flag of 30 × 20."""
_REACH: Final = 6.5
"""The length of an arm that does not reach the edge, from the middle of the cross, on a flag of
30 × 20."""
_NORDIC: Final = 11.0
"""The x of the middle of the upright arm of a Nordic cross, on a flag of 30 × 20."""


def definitions(edition: Edition) -> str:
    """Return the symbols `flag-FR` of all countries with a flag, for `<defs>`."""
    return "".join(
        f'<symbol id="flag-{country.code}" viewBox="0 0 30 20" preserveAspectRatio="none">'
        f'<g class="{THEMED}">{_drawn(country.flag)}'
        f'<rect class="flag-edge" x=".6" y=".6" width="28.8" height="18.8"/></g></symbol>'
        for country in edition.countries
        if country.flag is not None
    )


def _drawn(flag: Flag) -> str:
    """Return a flag as SVG, 30 wide and 20 high: its bands, and its cross if it has one."""
    parts = len(flag.bands)
    out: list[str] = []
    for at, colour in enumerate(flag.bands):
        if flag.upright:
            out.append(_rect(colour, _WIDE * at / parts, 0, _WIDE / parts, _HIGH))
        else:
            out.append(_rect(colour, 0, _HIGH * at / parts, _WIDE, _HIGH / parts))
    if flag.cross:
        x, y = (_NORDIC if flag.nordic else _WIDE / 2), _HIGH / 2
        left, right = (0.0, _WIDE) if flag.nordic else (x - _REACH, x + _REACH)
        top, bottom = (0.0, _HIGH) if flag.nordic else (y - _REACH, y + _REACH)
        out.append(_rect(flag.cross, left, y - _ARM / 2, right - left, _ARM))
        out.append(_rect(flag.cross, x - _ARM / 2, top, _ARM, bottom - top))
    return "".join(out)


def _rect(colour: str, x: float, y: float, wide: float, high: float) -> str:
    return (
        f'<rect fill="{colour}" x="{number(x)}" y="{number(y)}" '
        f'width="{number(wide)}" height="{number(high)}"/>'
    )
