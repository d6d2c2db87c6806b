"""Landmarks of city maps as small line art, like the engravings in an old city guide.

The middle of each landmark's foot is at 0, 0, and the landmark extends upwards. The shapes were
drawn for this project.

A landmark has the class `landmark`. Its parts have the classes `lines` (only lines) and `solid`
(only filled).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from whistlestop.drawing.art.symbols import number


@dataclass(frozen=True, slots=True)
class Landmark:
    """The drawing of one landmark: its size in board units, and three parts."""

    width: float
    height: float
    body: str
    """The part that has an outline and is filled with the map's ground colour, as path data."""
    lines: str
    """Lines that are drawn over the body and not filled, as path data."""
    solid: str = ""
    """The part that is filled with the colour of the lines, as path data."""


def _circle(x: float, y: float, r: float) -> str:
    wide = number(2 * r)
    return (
        f"M{number(x - r)} {number(y)}a{number(r)} {number(r)} 0 1 1 {wide} 0"
        f"a{number(r)} {number(r)} 0 1 1-{wide} 0Z"
    )


def _uprights(xs: tuple[float, ...], low: float, high: float) -> str:
    return "".join(f"M{number(x)} {number(low)}V{number(high)}" for x in xs)


def _boxes(xs: tuple[float, ...], y: float, wide: float, high: float) -> str:
    size = f"h{number(wide)}v{number(high)}h-{number(wide)}Z"
    return "".join(f"M{number(x)} {number(y)}{size}" for x in xs)


def _tree(x: float, size: float) -> str:
    """Return a tree as path data: a crown of three round parts on a trunk.

    Args:
        x: the x of the middle of the trunk. The foot of the trunk is at y = 0.
        size: twice the height of the trunk. All other measurements are proportional to it.
    """
    n = number
    return (
        f"M{n(x - 1.2)} 0V{n(-size * 0.5)}H{n(x + 1.2)}V0Z"
        f"M{n(x - size * 0.5)} {n(-size * 0.5)}q{n(-size * 0.2)} {n(-size * 0.4)} {n(size * 0.2)} "
        f"{n(-size * 0.5)}q{n(size * 0.3)} {n(-size * 0.5)} {n(size * 0.6)} 0q{n(size * 0.4)} "
        f"{n(size * 0.1)} {n(size * 0.2)} {n(size * 0.5)}Z"
    )


_WHEEL_SPOKES: Final = "".join(
    f"M0-30L{x} {y}"
    for x, y in (
        *((0, -53), (0, -7), (23, -30), (-23, -30)),
        *((16.3, -46.3), (-16.3, -46.3), (16.3, -13.7), (-16.3, -13.7)),
    )
)
_CABINS: Final = "".join(
    _circle(x, y, 2.3)
    for x, y in (
        *((0, -56), (0, -4), (26, -30), (-26, -30)),
        *((18.4, -48.4), (-18.4, -48.4), (18.4, -11.6), (-18.4, -11.6)),
    )
)
_CRENELS: Final = "v-3" + "h3.23v2h3.23v-2" * 6 + "h3.23"

LANDMARKS: Final = {
    "clock-tower": Landmark(
        22,
        88,
        "M-8 0V-50H8V0ZM-10-50H10V-66H-10ZM-9-66L0-84L9-66Z",
        _uprights((-4, 0, 4), -2, -47) + "M-8-12H8M-8-30H8M0-58V-62M0-58L3-57M0-84V-88M-5-70H5"
        + _circle(0, -58, 5.4),
    ),
    "bridge": Landmark(
        112,
        52,
        "M-33 0V-32H-17V0ZM17 0V-32H33V0ZM-33-32L-25-48L-17-32ZM17-32L25-48L33-32Z"
        "M-17-30H17V-25H-17ZM-56-9H56V-5H-56Z",
        "M-56-9Q-42-11-33-30M56-9Q42-11 33-30M-17-5Q0-16 17-5M-25-48V-52M25-48V-52"
        + _uprights((-12, -7, -2, 3, 8, 13), -30, -25)
        + _uprights((-49, -43, -38, 38, 43, 49), -9, -13)
        + "M-28-26V-18H-22V-26ZM22-26V-18H28V-26ZM-28-14H-22M22-14H28M-33-32H-17M17-32H33",
    ),
    "wheel": Landmark(
        58,
        59,
        _CABINS,
        _circle(0, -30, 24.6) + _circle(0, -30, 22) + _WHEEL_SPOKES
        + "M0-30L-13 0M0-30L13 0M-18 0H18",
        _circle(0, -30, 2.4),
    ),
    "dome": Landmark(
        70,
        68,
        "M-33 0V-16H33V0ZM-33-16V-30L-28.5-38L-24-30V-16ZM24-16V-30L28.5-38L33-30V-16Z"
        "M-15-16V-28H15V-16ZM-15-28C-15-44-8-51 0-51C8-51 15-44 15-28ZM-3-51V-58H3V-51Z",
        _uprights((-12, -8, -4, 0, 4, 8, 12), -17, -27)
        + "M-10-28C-10-40-6-47-2-51M10-28C10-40 6-47 2-51M0-28V-51M0-58V-67M-3-64H3"
        + _uprights((-20, -14, -8, -2.7, 2.7, 8, 14, 20), -1, -11)
        + "M-22-12H22M-12-16L0-22L12-16M-28.5-28V-22M28.5-28V-22M-33-12H-24M24-12H33",
    ),
    "palace": Landmark(
        92,
        46,
        "M-44 0V-23H44V0ZM-14-23V-26L0-32L14-26V-23ZM-44-23V-26H-34V-23ZM34-23V-26H44V-23Z",
        _boxes((-40, -32, -24, -17, 14, 21, 29, 37), -19, 3, 5)
        + _boxes((-40, -32, -24, -17, 14, 21, 29, 37), -9, 3, 6)
        + _uprights((-10, -5, 5, 10), -2, -21)
        + "M-44-12H44M-4 0V-8Q0-11 4-8V0M0-32V-45",
        "M0-45H11L8-41.5L11-38H0Z",
    ),
    "trees": Landmark(
        64,
        34,
        _tree(-20, 22) + _tree(20, 20) + _tree(0, 27),
        "M-30 0H32M-4-17q3-3 6 0M-22-14q2-3 5 0M17-13q3-3 6 0",
    ),
    "ship": Landmark(
        54,
        46,
        "M-24-9H25L19-2H-20ZM2-41Q20-27 17-12H2ZM-2-36Q-16-25-15-12H-2ZM-18-13L-25-11",
        "M0-9V-45M-20-5.5H21M-27 0q4-3 8 0t8 0t8 0t8 0t8 0t8 0M4-30H14M4-21H17M-4-25H-11M-4-18H-14",
        "M0-45H8L6-42.5L8-40H0Z",
    ),
    "column": Landmark(
        26,
        76,
        "M-12 0V-4H12V0ZM-8-4V-13H8V-4ZM-3-13V-56H3V-13ZM-5-56V-60H5V-56Z",
        "M-1-15V-54M1-15V-54M-8-7H8",
        "M-1.8-60L-1-68Q0-72 1-68L3-66L1.8-60Z" + _circle(0, -71.4, 1.9),
    ),
    "keep": Landmark(
        58,
        52,
        f"M-21 0V-27{_CRENELS}V0Z"
        "M-28 0V-36H-19V0ZM19 0V-36H28V0ZM-28-36Q-28-44-23.5-46Q-19-44-19-36Z"
        "M19-36Q19-44 23.5-46Q28-44 28-36Z",
        "M-23.5-46V-51M23.5-46V-51M-21-12H21M-4 0V-7Q0-11 4-7V0"
        + _boxes((-14, -5, 3, 11), -21, 2.6, 5),
    ),
    "museum": Landmark(
        72,
        34,
        "M-34 0V-3H34V0ZM-31-3V-20H31V-3ZM-33-20H33V-23H-33ZM-20-23L0-33L20-23Z",
        _uprights((-27, -21, -15, -9, -3, 3, 9, 15, 21, 27), -3, -20) + "M-13-24.5L0-31L13-24.5Z",
    ),
}  # fmt: skip
"""The landmarks by the names that the maps use."""


def landmark(name: str, x: float, y: float, scale: float) -> str:
    """Return a landmark at a place, as SVG.

    Args:
        name: one of `LANDMARKS`.
        x: the x of the middle of the foot, in board units.
        y: the y of the foot, in board units.
        scale: the factor by which to enlarge the landmark. 1 = its size in `LANDMARKS`.
    """
    entry = LANDMARKS[name]
    solid = f'<path class="solid" d="{entry.solid}"/>' if entry.solid else ""
    return (
        f'<g class="landmark"><g transform="translate({number(x)} {number(y)})'
        f'scale({number(scale)})">'
        f'<path d="{entry.body}"/><path class="lines" d="{entry.lines}"/>{solid}</g></g>'
    )
