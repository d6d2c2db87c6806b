"""Landmarks of maps as small line art, like the engravings in an old guide book.

The middle of each landmark's foot is at 0, 0, and the landmark extends upwards. The shapes were
drawn for this project.

A landmark has the class `landmark`. Its parts have the classes `lines` (only lines) and `solid`
(only filled).
"""

from __future__ import annotations

import math
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


def _spruce(x: float, tall: float, foot: float = 0) -> str:
    """Return a spruce as path data: a trunk and three tiers of branches.

    Args:
        x: the x of the middle of the trunk.
        tall: the height of the tree.
        foot: the y of the foot.
    """
    n = number
    trunk = f"M{n(x - 1)} {n(foot)}v{n(-tall * 0.16)}h2v{n(tall * 0.16)}Z"
    tiers = "".join(
        f"M{n(x - wide * tall)} {n(foot - low * tall)}L{n(x)} {n(foot - high * tall)}"
        f"L{n(x + wide * tall)} {n(foot - low * tall)}Z"
        for wide, low, high in ((0.27, 0.14, 0.56), (0.21, 0.38, 0.78), (0.15, 0.6, 1))
    )
    return trunk + tiers


def _onion(x: float, y: float, r: float) -> str:
    """Return the SVG path data of an onion-shaped dome on its drum, the short wall below it.

    Args:
        x: the x of the middle.
        y: the y of the foot of the drum.
        r: half the width of the drum.
    """
    n = number
    dome = y - r
    return (
        f"M{n(x - r)} {n(y)}V{n(dome)}H{n(x + r)}V{n(y)}Z"
        f"M{n(x - r)} {n(dome)}C{n(x - 2.1 * r)} {n(dome - 1.3 * r)} {n(x - 0.3 * r)} "
        f"{n(dome - 1.7 * r)} {n(x)} {n(dome - 2.8 * r)}C{n(x + 0.3 * r)} {n(dome - 1.7 * r)} "
        f"{n(x + 2.1 * r)} {n(dome - 1.3 * r)} {n(x + r)} {n(dome)}Z"
    )


def _rays(tops: tuple[tuple[float, float, float], ...]) -> str:
    """Return the SVG path data of upright lines, such as the rays of northern lights.

    Args:
        tops: the x, the y of the lower end, and the length of each line.
    """
    return "".join(f"M{number(x)} {number(low)}v{number(-long)}" for x, low, long in tops)


_ROSE: Final = 40.0
"""The radius of the compass rose, in board units."""


def _rose_points(turns: tuple[int, ...], reach: float, waist: float, side: int) -> str:
    """Return the SVG path data of some points of the compass rose, of each only one half.

    The two halves of a point, left and right of its middle line, are drawn in two colours.

    Args:
        turns: the directions of the points, in eighths of a full turn.
        reach: the distance of the tips from the middle, as a share of the radius.
        waist: the distance of the points' roots from the middle, as a share of the radius.
        side: 1 = the half that lies clockwise, -1 = the other half.
    """

    def at(turn: float, share: float) -> str:
        x = _ROSE * share * math.sin(turn * math.tau / 8)
        y = -44 - _ROSE * share * math.cos(turn * math.tau / 8)
        return f"{number(round(x, 1))} {number(round(y, 1))}"

    return "".join(f"M0-44L{at(turn, reach)}L{at(turn + side * 0.5, waist)}Z" for turn in turns)


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
    "compass": Landmark(
        84,
        90,
        _circle(0, -44, 33) + _circle(0, -44, 30.6)
        + _rose_points((1, 3, 5, 7), 0.72, 0.2, 1) + _rose_points((1, 3, 5, 7), 0.72, 0.2, -1)
        + _rose_points((0, 2, 4, 6), 1.0, 0.24, 1) + _rose_points((0, 2, 4, 6), 1.0, 0.24, -1),
        "M0-84Q-5-87 0-90Q5-87 0-84",
        _rose_points((1, 3, 5, 7), 0.72, 0.2, 1) + _rose_points((0, 2, 4, 6), 1.0, 0.24, 1),
    ),
    "mausoleum": Landmark(
        92,
        68,
        "M-46 0V-5H46V0ZM-24-5V-30H24V-5ZM-10-30V-35H10V-30Z"
        "M-10-35C-18-43-13-51-4-56Q-1-58 0-62Q1-58 4-56C13-51 18-43 10-35Z"
        "M-22-30V-34H-13V-30ZM-22-34C-24-39-20-41-17.5-44C-15-41-11-39-13-34Z"
        "M13-30V-34H22V-30ZM13-34C11-39 15-41 17.5-44C20-41 24-39 22-34Z"
        "M-41-5L-40-47H-36L-35-5ZM-41-47C-42-51-39-52-38-56C-37-52-34-51-35-47Z"
        "M35-5L36-47H40L41-5ZM35-47C34-51 37-52 38-56C39-52 42-51 41-47Z",
        "M-9-5V-27H9V-5M-24-17.5H-9M9-17.5H24M0-62V-67M-10-36.5H10M-5-36C-10-44-6-50-1-56"
        "M-42-20H-34M-42-34H-34M34-20H42M34-34H42M-46-2.5H46",
        "M-6-5V-17Q-6-21 0-25Q6-21 6-17V-5Z"
        + "".join(
            f"M{x} {y}v-5q0-2.5 2.5-4q2.5 1.5 2.5 4v5Z"
            for x in (-19, 14)
            for y in (-6, -18.5)
        ),
    ),
    "gopuram": Landmark(
        46,
        72,
        "M-21 0V-14H21V0ZM-18-14L-16-25H16L18-14ZM-15-25L-13-35H13L15-25Z"
        "M-12-35L-10.4-44H10.4L12-35ZM-9.5-44L-8-52H8L9.5-44ZM-10-52Q-11-63 0-63Q11-63 10-52Z",
        "M-22-14H22M-19-25H19M-16-35H16M-13-44H13M-11-52H11M-6-62.4V-67M0-63V-70M6-62.4V-67"
        "M-13-2V-12M-9-2V-12M9-2V-12M13-2V-12M-6-53Q-6-60 0-60Q6-60 6-53"
        "M-17-2V-12M17-2V-12",
        "M-4.5 0V-8Q-4.5-12 0-12Q4.5-12 4.5-8V0Z"
        + _boxes((-11, -6.4, 4.4, 9), -17, 2, 4.5) + _boxes((-1.5,), -17.5, 3, 6)
        + _boxes((-8.6, -4.8, 2.8, 6.6), -28, 2, 4) + _boxes((-1.4,), -28.5, 2.8, 5)
        + _boxes((-6, 4), -37.5, 2, 3.4) + _boxes((-1.3,), -38, 2.6, 4.4)
        + _boxes((-1.1,), -46.5, 2.2, 3.6),
    ),
    "elephant": Landmark(
        66,
        60,
        "M-27 0V-14C-32-22-31-36-19-40C-10-43 4-42 9-39C12-44 22-45 26-39C29-35 29-29 28-25"
        "C27-17 26-9 28-4C29-2 31-3 30-6L33-7C35-1 29 2 26 0C21-4 22-12 22-18C19-17 16-16 15-13"
        "V0H6V-12Q-3-9-11-13L-12-10V0H-19V-9L-20-8V0Z"
        "M-18-40.5L-19-22Q-8-19 3-22L4-40.5ZM-14-41V-47H0V-41ZM-15-53Q-7-63 1-53Z",
        "M11-38C6-36 5-25 10-21C15-19 18-24 18-31Q18-37 11-38M23-21Q29-20 31-15"
        "M-30-28Q-34-22-32-15M-13-47V-53M-1-47V-53M-7-47V-53M-18.4-27Q-8-24 3.4-27"
        "M-14-44H0M9 0V-2M12 0V-2M-24 0V-2M-16 0V-2M-19-22V-19M-13-20.8V-18M-7-20.4V-17.5"
        "M-1-20.8V-18M3-22V-19",
        _circle(22.6, -33, 1.3) + "M-15-35l3-3 3 3-3 3ZM-5-35l3-3 3 3-3 3Z",
    ),
    "palms": Landmark(
        62,
        58,
        "M-10 0C-12-14-14-26-11-40L-8.6-39.6C-11-26-8-14-5 0ZM7 0C11-9 14-18 15-28L17.2-27.6"
        "C17-18 14-9 12 0Z"
        "M-10-40C-17-50-26-48-30-40C-24-43-17-43-10-40ZM-10-40C-20-40-26-34-26-27"
        "C-21-34-16-37-10-40ZM-10-40C-13-34-14-30-12-25C-9-30-8-35-10-40Z"
        "M-10-40C-2-39 4-34 5-27C0-33-4-37-10-40ZM-10-40C-3-50 6-48 10-41C3-43-3-43-10-40Z"
        "M-10-40C-12-48-9-54-3-56C-5-50-6-45-10-40Z"
        "M16-28C11-36 4-35 1-29C6-31 11-31 16-28ZM16-28C9-28 5-23 5-18C8-23 12-26 16-28Z"
        "M16-28C14-23 14-20 15-17C18-21 18-25 16-28ZM16-28C22-27 26-24 27-18C23-23 20-26 16-28Z"
        "M16-28C21-36 28-34 30-29C25-31 21-30 16-28ZM16-28C15-34 17-38 21-40C20-35 19-31 16-28Z",
        "M-20 0Q-8-3 4-1.6Q14-3 24 0M-12.4-10L-8-10.4M-12.8-18L-9.6-18.4M-13-26L-10.6-26.4"
        "M12.6-9L14.6-8.6M14.8-17L16.8-16.8",
        _circle(-12.2, -38, 1.7) + _circle(-8.2, -37.4, 1.7) + _circle(14.6, -26.2, 1.5),
    ),
    "dhow": Landmark(
        70,
        58,
        "M-33-14L-26-11H20Q28-12 33-18Q31-6 22-2H-20Q-30-4-33-14Z"
        "M-7-56Q16-46 26-16Q8-20-12-17Q0-34-7-56ZM-22-44Q-8-34-4-17Q-16-20-28-16Q-20-28-22-44Z",
        "M-7-56L-10-11M-22-44L-24-11M-7-56L26-16M-28-8H26M-2-48Q8-34 10-18M4-44Q16-32 19-17"
        "M-18-38Q-13-28-13-18M-33 0q4-3 8 0t8 0t8 0t8 0t8 0t8 0t8 0t8 0",
        "M-7-56L-16-54L-8-51Z",
    ),
    "steamer": Landmark(
        108,
        50,
        "M-52-16H50L46-4H-44ZM-34-16V-22H34V-16ZM-24-22V-26H24V-22Z"
        "M-12-26L-11-40H-4L-5-26ZM6-26L7-40H14L13-26Z",
        "M-40-16V-44M38-16V-44M-40-44L-52-16M-40-44L-24-26M38-44L50-16M38-44L24-26"
        "M-46-10H47M-53 0q4-3 8 0t8 0t8 0t8 0t8 0t8 0t8 0t8 0t8 0t8 0t8 0t8 0"
        "M-11-36H-4M7-36H14M-6-44Q0-48 8-45Q16-49 24-46M12-43Q20-46 28-41",
        "".join(_circle(x, -13, 1) for x in range(-40, 45, 8))
        + _boxes(tuple(range(-30, 30, 6)), -20.5, 2.6, 2.4)
        + "M-40-44H-30L-33-41.5L-30-39H-40Z",
    ),
    "locomotive": Landmark(
        128,
        56,
        # The viaduct, the engine, the tender and a carriage.
        "M-62-15H62V-18H-62ZM-38-37H-8V-25H-38ZM-36-37L-37-45H-30L-31-37ZM-24-37Q-24-42-20.5-42"
        "Q-17-42-17-37ZM-8-25V-42H6V-25ZM-10-42H8V-45H-10ZM9-25V-36H25V-25ZM29-25V-40H59V-25Z"
        "M28-40H60Q58-43 54-43H34Q30-43 28-40ZM-38-25H6V-22H-38ZM-38-22L-46-18H-38Z"
        + _circle(-30, -20.6, 2.6) + _circle(-18, -21.6, 3.6) + _circle(-8, -21.6, 3.6)
        + _circle(1, -20.6, 2.6) + _circle(13, -20.6, 2.6) + _circle(21, -20.6, 2.6)
        + _circle(35, -20.6, 2.6) + _circle(53, -20.6, 2.6)
        + "M-62 0V-15H62V0H55Q55-10 46-10Q37-10 37 0H30Q30-10 21-10Q12-10 12 0H5Q5-10-4-10"
        "Q-13-10-13 0H-20Q-20-10-29-10Q-38-10-38 0H-45Q-45-10-54-10Q-62-10-62 0Z",
        "M-34-46Q-30-52-22-49Q-14-55-4-50Q4-55 14-49Q22-54 34-49Q42-52 50-48"
        "M-32-37V-25M-26-37V-25M-12-37V-25M-22-21.6H-4M6-26H9M25-26H29M11-33H23M11-30H23"
        "M-62-13H-45M-45-13H62",
        _boxes((-5, 1), -39, 3.6, 5) + _boxes((32, 38.5, 45, 51.5), -37, 4, 5)
        + "M-37-45L-38-47H-29L-30-45Z",
    ),
    "fort": Landmark(
        96,
        56,
        "M-46 0L-44-22H-26L-24 0ZM24 0L26-22H44L46 0ZM-25 0V-27H25V0Z"
        "M-44-22V-25h3v-2h3v2h3v-2h3v2h3v-2h3V-22ZM26-22V-27h3v2h3v-2h3v2h3v-2h3v2h3V-22Z"
        "M-12-27V-40H12V-27ZM-12-40Q-12-51 0-54Q12-51 12-40Z"
        "M-24-27V-35H-15V-27ZM-25-35Q-24-41-19.5-43Q-15-41-14-35Z"
        "M15-27V-35H24V-27ZM14-35Q15-41 19.5-43Q24-41 25-35Z",
        "M-25-13H-9M9-13H25M-14-40H14M-26-35H-13M13-35H26M0-54V-56M-40-16H-30M30-16H40"
        "M-19.5-28V-34M19.5-28V-34M-22-28V-34M22-28V-34M-17-28V-34M17-28V-34M-48 0H48"
        "M-9 0V-14H9V0",
        "M-5.6 0V-6Q-5.6-10 0-12.6Q5.6-10 5.6-6V0Z"
        + _boxes((-20.5, -14.5, 11.5, 17.5), -21, 3, 4)
        + "".join(f"M{x}-29v-5q0-2 2-3.2q2 1.2 2 3.2v5Z" for x in (-9.5, -2, 5.5)),
    ),
    "tea": Landmark(
        44,
        52,
        "M-1.4 0C-3-10-2-18-1-26L1-26C2-18 1-10 1.4 0Z"
        "M0-26C-7-36-6-44 1-51C7-43 6-34 0-26ZM-1-22C-12-22-20-29-21-40C-9-39-2-32-1-22Z"
        "M1-19C11-18 19-24 21-34C10-34 2-29 1-19ZM-1-8C-9-6-16-10-18-18C-9-19-3-15-1-8Z",
        "M0-28Q1-38 1-48M-2-23Q-9-32-19-38.6M2-20Q9-28 19-33M-2.4-9Q-8-15-16-17"
        "M-8-29.6L-8.6-34M-11-32.6L-15-32.6M8-26.4L8.6-30.6M11-29L15-28.4",
    ),
    "peaks": Landmark(
        134,
        56,
        "M-66 0L-38-34L-26-20L-4-55L20-19L32-31L66 0Z",
        "M-44-26.6L-41-27.6L-39-23L-36-26M-14.6-39L-10-42L-7-35L-3-41L1-35M27-26L30-27L32-23"
        "L35-26M-10-26L-14-16M-2-22L-5-10M-52-10L-55-4M-44-14L-47-5M-20-8L-22-3M4-14L1-5",
        "M-4-55L20-19L32-31L66 0H52L40-12L36-20L31-19L26-8L18-12L12-22L4-31L3-38L-1-43Z"
        "M-38-34L-26-20L-23-22L-12-8L-18-9L-26-12L-33-20L-34-26Z",
    ),
    "pagoda": Landmark(
        66,
        70,
        "M-32 0V-5H32V0ZM-28-5V-10H28V-5ZM-23-10V-15H23V-10Z"
        "M-19-15C-17-22-11-24-9-33C-8-39-5-42 0-43C5-42 8-39 9-33C11-24 17-22 19-15Z"
        "M-4-42.5L-2-54H2L4-42.5Z"
        "M-29-10V-15H-25V-10ZM-29-15Q-28-18-27-23Q-26-18-25-15Z"
        "M25-10V-15H29V-10ZM25-15Q26-18 27-23Q28-18 29-15Z",
        "M-17.6-18.5H17.6M-13-23.5H13M-9.4-31H9.4M-8.6-34H8.6M-3.4-46H3.4M-2.8-50H2.8M0-54V-69"
        "M-3-58H3M-2-61H2M-1.2-64H1.2M-24-7.5H-8M8-7.5H24",
        "M-4.5 0V-8Q-4.5-11 0-14.4Q4.5-11 4.5-8V0Z" + _circle(0, -68, 1.4)
        + "".join(f"M{x}-26.6l1.6-2.6 1.6 2.6-1.6 2.6Z" for x in (-8.6, -3.6, 1.4, 6.4)),
    ),
    "fjord": Landmark(
        128,
        64,
        "M-22-8L-4-34L4-28L18-8ZM-64-5L-58-26L-49-42L-41-37L-28-61L-18-42L-15-26L-6-5Z"
        "M8-5L13-24L22-44L30-36L43-63L53-38L57-24L64-5Z"
        "M-8-6H12L9-1.6H-5ZM-2-6V-9H6V-6ZM1-9V-14H4V-9Z",
        "M-41-37L-36-29L-31-33L-26-27M-49-42L-45-33L-41-36M30-36L34-29L38-33L43-27M-58-26L-55-18"
        "M22-44L25-35L28-38M-26-41V-13M-24.4-39V-12M-27.6-39V-11"
        "M-64 0q4-3 8 0t8 0t8 0t8 0t8 0t8 0t8 0t8 0t8 0t8 0t8 0t8 0t8 0t8 0t8 0t8 0"
        "M3-15Q8-20 15-18",
        "M-28-61L-18-42L-15-26L-6-5H-13L-18-20L-20-33L-23-42L-26-48Z"
        "M43-63L53-38L57-24L64-5H55L50-18L47-32L44-40L45-48Z",
    ),
    "stave-church": Landmark(
        58,
        84,
        "M-21 0V-14H21V0ZM-28-12L-17-27H17L28-12ZM-14-27V-34H14V-27ZM-19-32L-11-46H11L19-32Z"
        "M-7-46V-52H7V-46ZM-10-50.6L0-68L10-50.6ZM-6 0V-12H6V0ZM-9-11L0-21L9-11Z",
        "M-17-27Q-22-27-23-32M17-27Q22-27 23-32M-11-46Q-15-46-16-50.4M11-46Q15-46 16-50.4M0-68V-83"
        "M-3-78H3M-24.4-16.6H-7M7-16.6H24.4M-21-21.4H-2M2-21.4H21M-16.4-37H16.4M-13.6-41.4H13.6"
        "M-7.4-55.4H7.4M-4.4-60.6H4.4" + _uprights((-17.5, -13.5, -9.5, 9.5, 13.5, 17.5), -1, -12)
        + _uprights((-10, -6, -2, 2, 6, 10), -28, -32),
        "M-3.2 0V-6Q-3.2-9 0-10.4Q3.2-9 3.2-6V0Z" + _boxes((-3.6, 1.2), -50.6, 2.4, 3.2),
    ),
    "lighthouse": Landmark(
        62,
        84,
        "M-8-10L-5-56H5L8-10ZM-7-56V-59.6H7V-56ZM-4-59.6V-69H4V-59.6ZM-5.4-69Q-4-75 0-76"
        "Q4-75 5.4-69ZM-30 0L-25-7L-17-6L-12-11L10-10.6L17-7L24-8L30 0ZM10-10.6V-21H23V-10"
        "L17-7ZM8.4-20.6L16.5-28L24.6-20.6Z",
        "M0-76V-82M-8-59.6V-63.4H8V-59.6M-13-66.4L-29-72M-13-64H-30M-13-61.6L-29-56M13-66.4L29-72"
        "M13-64H30M13-61.6L29-56M-25-7L-20-1M-12-11L-14-3M17-7L14-2M-1.4-60V-68.6M1.4-60V-68.6"
        "M16-11V-16H19.4V-11",
        "M-7.3-20L-6.6-31H6.6L7.3-20ZM-5.9-42L-5.2-52H5.2L5.9-42Z",
    ),
    "reindeer": Landmark(
        60,
        66,
        "M-20 0L-18-12L-21-20C-24-27-22-34-15-35C-6-37 2-36 7-35C10-36 12-40 13-44"
        "C14-48 17-49 20-48L27-43Q28-40 25-39.6L20-40C19-34 18-28 14-24L13-13L15 0H11L8-13"
        "L6-22Q-2-19-9-21L-13-13L-12-6L-14 0H-17.6L-16.4-6L-17.6-12L-17 0Z",
        "M15-48C10-52 5-52 3-58Q2-62 5-65M5-55Q-1-55-3-59M3-58Q-1-60-1-63.6M16-48.6"
        "C16-54 22-55 23-60Q23.4-63 21-65.6M20-55Q25-55 27-59M23-59Q27-61 27-64.4M18-48.4L25-50.6"
        "M13.4-43L10-45.4M-21.6-31L-25-28.6L-22-27M10-32Q13-29 12-25M-26 0H24",
        _circle(20, -45, 0.9) + "M25-43.6L28-42.6Q28-40 25.4-40Z"
        "M-20 0L-19.7-2H-16.8L-17 0ZM11 0L10.6-2H14.7L15 0Z",
    ),
    "aurora": Landmark(
        156,
        96,
        _spruce(-60, 26, -4) + _spruce(-48, 19, -5) + _spruce(54, 22, -5) + _spruce(66, 29, -4)
        + "M-76 0Q-60-8-36-7Q-10-4 12-9Q40-13 76 0Z",
        "M-70-42C-56-58-40-34-22-46C-4-58 4-76 24-70C42-64 50-50 70-62"
        "M-52-30C-36-38-26-20-8-28C10-36 22-48 40-42"
        + _rays(((-66, -46, 15), (-61, -48.6, 20), (-56, -49, 25), (-51, -48, 22), (-46, -46, 27),
                 (-41, -44, 21), (-36, -43, 26), (-31, -43, 19), (-26, -44.6, 24), (-21, -47, 18),
                 (-16, -50, 24), (-11, -53.6, 20), (-6, -57.6, 26), (-1, -62, 21), (4, -66, 27),
                 (9, -69, 20), (14, -70.4, 24), (19, -71, 19), (24, -70, 23), (29, -68, 18),
                 (34, -65.6, 22), (39, -63, 17), (44, -61, 22), (49, -60, 17), (54, -59.6, 21),
                 (59, -60, 15), (64, -61, 18)))
        + _rays(((-48, -32, 8), (-43, -32.6, 11), (-38, -31, 9), (-33, -29, 11), (-28, -27.6, 8),
                 (-23, -26.6, 10), (-18, -26.6, 7), (-13, -27.6, 10), (-8, -28.4, 8),
                 (-3, -30, 11), (2, -32.6, 9), (7, -35.4, 12), (12, -38, 9), (17, -40, 12),
                 (22, -41.6, 9), (27, -42.4, 12), (32, -42.6, 8), (37, -42.6, 9)))
        + "M-58-2Q-30-6-8-3M10-5Q34-8 56-3",
        _circle(-72, -84, 1) + _circle(-30, -90, 1.2) + _circle(50, -90, 1) + _circle(72, -82, 1.2)
        + _circle(64, -48, 0.9) + _circle(-60, -34, 0.9),
    ),
    "icebreaker": Landmark(
        104,
        56,
        "M-46-19H36L50-24Q46-13 34-5H-40Q-45-11-46-19ZM-38-19V-27H18V-19ZM-28-27V-34H8V-27Z"
        "M-6-34V-41H6V-34ZM-22-34L-21-46H-12L-11-34Z"
        "M-52 0L-46-5L-34-4L-28 0ZM-24 0L-18-4L-4-3.4L2 0ZM7 0L14-5L26-4L32 0Z"
        "M36 0L42-6L50-4L52 0Z",
        "M-44-14H42M0-41V-54M-4-48H4M27-20V-32M27-32L36-20M-40-19V-22M18-21H30"
        "M-17-48Q-12-52-5-51.6M-40-5Q-36-8-30-5M20-8Q26-10 32-6",
        "".join(_circle(x, -16.6, 0.9) for x in range(-36, 30, 8))
        + _boxes((-24, -17, -10, -3), -32, 3.4, 2.6) + _boxes((-3.6, 0.6), -39.4, 2.8, 2.6)
        + "M-21.6-39H-11.4L-11.8-43H-21.2Z",
    ),
    "longship": Landmark(
        84,
        62,
        "M-38-24Q-37-34-30-33Q-33-30-32-22Q-28-13-18-12H18Q28-13 32-22Q33-31 36-35Q41-37 41-31"
        "L37-29Q35-12 22-4H-22Q-35-8-38-24ZM-21-50H21Q26-34 22-19Q0-15-22-19Q-26-34-21-50Z",
        "M0-61V-50M-24-50.6H24M-35-19Q-24-8-14-8H14Q24-8 35-19M-16-5L-22 0M-8-4.4L-14 0M0-4L-6 0"
        "M8-4.4L2 0M16-5L10 0M-40 0q4-3 8 0t8 0t8 0t8 0t8 0t8 0t8 0t8 0t8 0t8 0M-22-19L-26-13"
        "M22-19L26-13",
        "M-14.6-50H-7.4Q-9-34-7.6-17.2L-15-18Q-17-34-14.6-50ZM7.4-50H14.6Q17-34 15-18"
        "L7.6-17.2Q9-34 7.4-50ZM0-61L9-58.6L0-56.4Z"
        + "".join(_circle(x, -11.4, 2.2) for x in (-18, -11, -4, 4, 11, 18)),
    ),
    "cabin": Landmark(
        78,
        50,
        _spruce(-29, 34) + _spruce(-19, 24) + "M-14 0V-16L6-16V0ZM6 0V-16L15-26L24-16V0Z"
        "M-17-15L-8-27H15L6-15ZM-6-24V-33H0V-24ZM6-16L15-26L24-16Z",
        "M-12-4H4M-12-8H4M-12-12H4M33 0V-45M-3-34Q-7-39-2-42Q3-45-1-49M-38 0H38M6-15L15-27L25.4-15"
        "M9-3H21",
        "M33-45H38L36-42.6L38-40H33ZM13-17.6H17.4V-14H13Z" + _boxes((-10, -1), -11, 4, 5)
        + "M12.6 0V-8H18V0Z",
    ),
    "whale": Landmark(
        86,
        42,
        "M-42-4C-36-20-18-25-2-23C12-21 22-12 30-8Q33-14 31-21Q36-24 39-19Q41-24 43-21"
        "Q43-12 36-6Q34-3 28-2H-38Z",
        "M-18-25Q-20-34-26-38M-16-25V-40M-14-25Q-12-34-6-38M-38-7Q-28-12-20-8M-40 0q4-3 8 0t8 0t8 0"
        "t8 0t8 0t8 0t8 0t8 0t8 0t8 0M-30-4H-10M-12-6Q-8-13-1-12",
        _circle(-24, -13, 1.2),
    ),
    "lavvu": Landmark(
        52,
        56,
        "M-22 0L-2-40H2L22 0Z",
        "M-2-40L-7-49M2-40L7-49M-1-40L-3-51M1-40L4-51M0-40L-13 0M0-40L13 0M-17.6-9H-9M9-9H17.6"
        "M-13-18H-7M7-18H13M-26 0H26M0-51Q-4-53 0-55.6",
        "M0-30L6.6 0H-6.6ZM-17.8-8.4L-15-14H-11L-13 -8.4Z",
    ),
    "runestone": Landmark(
        42,
        54,
        "M-15 0C-17-14-16-30-11-42Q-4-53 5-50Q14-44 15-28C16-16 15-8 14 0Z",
        "M-11-3C-12-16-11-30-7-40Q-1-48 5-45Q10-39 11-26V-3M-7-3C-8-16-7-28-4-37Q0-43 4-40"
        "Q7-35 7-24V-3M-20 0H20M0-14V-30M-4-26H4M-9.6-20L-7.4-18M-9.4-30L-6.6-28M7-30L10.4-32"
        "M7-22L11-24M7-14L11-16M7-6L11-8M-11-8L-7.4-10M-10.6-14L-7.4-16M-2-47V-42M-17 0L-19-4"
        "M17 0L19-5M15 0L15.6-4",
        "M-4-26L0-30L4-26L0-22Z",
    ),
    "snowplough": Landmark(
        120,
        50,
        "M-56-3Q-50-14-38-14L-32-32H-12V-8H-40ZM-10-8V-24H24V-8ZM18-24L17-33H10L11-24Z"
        "M26-8V-37H42V-8ZM24-37H44V-40.6H24ZM45-8V-22H57V-8ZM-30-32V-37H-14V-32Z"
        + _circle(-24, -5, 3) + _circle(-6, -4.6, 3.4) + _circle(5, -4.6, 3.4)
        + _circle(16, -4.6, 3.4) + _circle(32, -5, 3) + _circle(40, -5, 3) + _circle(51, -5, 3),
        "M-58 0H58M-38-14Q-44-24-52-26M-46-10Q-52-18-58-18M-35-22Q-40-34-50-36M-32-28Q-38-40-46-45"
        "M-12-14H-10M-2-24V-8M8-24V-8M-6-4.6H16M42-14H45M13-36Q18-43 26-41Q32-47 42-44Q48-48 54-45"
        "M-40-8L-32-32M-58-2Q-54-6-50-3",
        _boxes((29, 36), -34, 4, 6) + _boxes((-28, -20), -29, 5, 6) + "M9-33V-35H18V-33Z"
        "M-56-3L-38-14L-40-8L-44-3Z" + _circle(-52, -31, 0.9) + _circle(-56, -24, 0.9)
        + _circle(-44, -40, 0.9) + _circle(-55, -40, 0.8),
    ),
    "puffin": Landmark(
        44,
        48,
        "M-20 0L-15-6L-4-8L8-7L16-8L20 0ZM-7-7C-12-16-10-27-3-31C-5-38 0-44 6-44"
        "C12-44 15-39 14-35L20-33Q19-28 13-28C13-20 11-12 6-7Z",
        "M13-28Q9-27 8-32M-3-31Q2-28 3-24Q7-16 4-8M-15-6L-11-1M8-7L10-2M-1-7V-4M3-7V-4"
        "M16.4-34L16-28.6",
        "M-7-7C-12-16-10-27-3-31Q1-28 2-24Q5-16 1-7ZM-3-32C-4-39 1-44 6-44Q9-44 11-42.4"
        "Q4-41 4-35Q3-31-3-32Z" + _circle(9.4, -37.6, 1),
    ),
    "timber": Landmark(
        66,
        36,
        _spruce(-24, 34) + _spruce(24, 30)
        + "".join(_circle(x, y, 4.6) for x, y in (
            *((-13.8, -4.6), (-4.6, -4.6), (4.6, -4.6), (13.8, -4.6)),
            *((-9.2, -12.6), (0, -12.6), (9.2, -12.6), (-4.6, -20.6), (4.6, -20.6)),
        )),
        "".join(_circle(x, y, 2.2) for x, y in (
            *((-13.8, -4.6), (-4.6, -4.6), (4.6, -4.6), (13.8, -4.6)),
            *((-9.2, -12.6), (0, -12.6), (9.2, -12.6), (-4.6, -20.6), (4.6, -20.6)),
        )) + "M-32 0H32",
    ),
    "gate": Landmark(
        72,
        70,
        "M-13 0V-24H13V0ZM-31 0V-36H-11V0ZM11 0V-36H31V0ZM-34-35L-21-63L-8-35ZM8-35L21-63L34-35Z",
        "M-21-63V-69M21-63V-69M-31-30H-11M11-30H31M-11-20H11M-9-24V-27H-5V-24M-2-24V-27H2V-24"
        "M5-24V-27H9V-24M-27-35L-21-58L-15-35M15-35L21-58L27-35M-36 0H36"
        "M-29-8H-24M-18-13H-13M13-8H18M24-13H29M-28-22H-24M24-5H28",
        "M-6 0V-9Q-6-14 0-15Q6-14 6-9V0ZM-21-69H-13L-15-66.6L-13-64.4H-21ZM21-69H29L27-66.6"
        "L29-64.4H21Z" + _boxes((-22.4, 19.6), -26, 2.8, 6),
    ),
    "log-church": Landmark(
        68,
        80,
        _onion(0, -52, 4.6) + _onion(-13, -40, 3.6) + _onion(13, -40, 3.6) + _onion(-24, -25, 3.2)
        + _onion(24, -25, 3.2)
        + "M-32 0V-15H32V0ZM-34-14L-30-25H-18L-14-14ZM14-14L18-25H30L34-14ZM-19-15V-30H19V-15Z"
        "M-21-29L-17-40H17L21-29ZM-8-40V-44H8V-40ZM-10-43L-5-52H5L10-43Z",
        "M0-69.5V-79M-3-76H3M-13-53.6V-60M-15-58H-11M13-53.6V-60M11-58H15M-24-37V-43M24-37V-43"
        "M-26-41H-22M22-41H26M-32-4H-6M6-4H32M-32-8H-6M6-8H32M-32-12H32M-19-19H19M-19-23H19"
        "M-18.4-36H18.4",
        "M-4 0V-8H4V0Z" + _boxes((-13, -2, 9), -27, 4, 5) + _boxes((-26, 22), -10.6, 4, 4),
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
