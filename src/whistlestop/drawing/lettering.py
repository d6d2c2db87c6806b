"""Widths, lines and boxes of labels in the boards' fonts, and words as outlines.

Widths are known before anything is drawn, so that labels can be placed. Outlines are for pictures
that do not contain the fonts.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

FONTS = resources.files("whistlestop.drawing").joinpath("fonts")
"""The folder of the font files: `text` for labels and numbers, `display` for titles."""

CAP = 0.7
"""The height of a capital letter, as a share of the font's size."""

BELOW = 0.22
"""The height of the parts of letters below the base line, as a share of the font's size."""

LEADING = 1.0
"""The distance between the base lines of a label, as a share of the font's size."""


@cache
def _widths() -> dict[str, dict[str, int]]:
    return json.loads(FONTS.joinpath("widths.json").read_text(encoding="utf-8"))


def width(text: str, size: float, font: str = "text") -> float:
    """Return the width of a line in the unit of `size`. Unknown characters count as wide ones.

    Args:
        text: the words of the line.
        size: the font size.
        font: `text` or `display`.
    """
    widths = _widths()[font]
    return sum(widths.get(character, 800) for character in text) * size / 1000


@cache
def _outlines() -> dict[str, str]:
    return json.loads(FONTS.joinpath("outlines.json").read_text(encoding="utf-8"))


def outlined(text: str, x: float, y: float, size: float) -> str:
    """Return a line in the display font as SVG paths, for pictures that do not contain the font.

    Args:
        text: the words. Characters that the font does not have are left blank.
        x: the middle of the line.
        y: the base line.
        size: the size of the font.
    """
    out: list[str] = []
    at = 0.0
    for character in text:
        if outline := _outlines().get(character):
            move = f' transform="translate({round(at)})"' if at else ""
            out.append(f'<path{move} d="{outline}"/>')
        at += width(character, 1000, "display")
    left = x - at * size / 2000
    return (
        f'<g class="outlined" transform="translate({left:.1f} {y:.1f})scale({size / 1000:.4f})">'
        f"{''.join(out)}</g>"
    )


def lines(name: str, number: int) -> tuple[str, ...]:
    """Return a name in lines of similar length, broken only between words.

    Args:
        name: the name.
        number: the maximum number of lines, 1 or 2.
    """
    words = name.split(" ")
    if number == 1 or len(words) == 1:
        return (name,)
    breaks = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return min(breaks, key=lambda pair: max(width(line, 1) for line in pair))


def box(text: tuple[str, ...], size: float) -> tuple[float, float]:
    """Return the width and height of a label, in the unit of `size`.

    `text` has the lines of the label. The height is measured from the top of the capitals in the
    first line to the lowest part of letters in the last line.
    """
    wide = max(width(line, size) for line in text)
    return wide, size * (CAP + BELOW + LEADING * (len(text) - 1))
