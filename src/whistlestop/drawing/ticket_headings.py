"""The heading of a ticket card, above or beside its map: the origin and the destinations.

If there are several destinations, a country is shown by its flag, or by its name if it has no flag.
The page sets such headings in the reader's language (`web/controls/headings.js`).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Final

from whistlestop.drawing import lettering
from whistlestop.drawing.markup import number, text, title
from whistlestop.editions.gazetteer import Gazetteer
from whistlestop.editions.model import Ticket

MIDDLE: Final = 60.0
"""The x of the middle of a card of 120 × 78."""
BESIDE: Final = 61.0
"""The x at which names begin beside a tall map, on a card of 120 × 78."""

TYPE: Final = {
    "large": 12.5,
    "small": 10.0,
    "halved": 10.5,
    "across": 108.0,
    "beside": 54.0,
    "lowest": 53.0,
    "flag": 1.2,
    "flag_high": 0.84,
    "flag_gap": 0.22,
    "apart": 0.55,
}
"""The font sizes and lengths of headings, in units of a card of 120 × 78.

The last four are shares of the font size.

| key | meaning |
| --- | --- |
| `large` | the largest font size of a heading in one line, and of any heading beside a tall map |
| `halved` | the largest font size of a heading in two lines above a wide map |
| `small` | the minimum legible font size, and the largest of a heading in three or more lines |
| `across` | the width of a line above a wide map |
| `beside` | the width of a line beside a tall map |
| `lowest` | the lowest base line of several destinations beside a tall map, above the value |
| `flag` | the width of a flag, as a share of the font size |
| `flag_high` | the height of a flag, as a share of the font size |
| `flag_gap` | the gap after a flag, as a share of the font size |
| `apart` | the gap between two parts of a line, as a share of the font size |
"""

MAPS: Final = (1.0, 0.9, 0.68, 0.48, 0.3)
"""The scale of a wide map under a heading of one line, two lines and so on. 1 is the full size."""


@dataclass(frozen=True, slots=True)
class Part:
    """Words of a heading that stay together in a line, with a flag before them or without one."""

    words: str
    country: str = ""
    """The code of the country whose flag is before the words. Empty = no flag."""
    name: str = ""
    """The country's name, as the title of the flag."""

    @property
    def width(self) -> float:
        """The width of flag and words, as a multiple of the font size."""
        flag = TYPE["flag"] + TYPE["flag_gap"] if self.country else 0.0
        return flag + lettering.width(self.words, 1)


Line = tuple[Part, ...]


def heading(index: Gazetteer, ticket: Ticket, wide: bool) -> list[str]:
    """Return the lines of a ticket's heading, each as SVG for a card of 120 × 78.

    Args:
        index: the edition's gazetteer.
        ticket: the ticket.
        wide: whether the map is wide. Then the heading is above the map.
    """
    origin = index.name(ticket.origin)
    if len(ticket.options) == 1:
        goal = index.name(ticket.options[0][0])
        return _names_above(origin, goal) if wide else _beside([origin, goal])
    flags = {country.code for country in index.edition.countries if country.flag is not None}

    def part(code: str, words: str, instead: str) -> Part:
        return Part(words, code, index.name(code)) if code in flags else Part(instead)

    goals = [
        part(code, str(points), f"{index.name(code)} {points}") for code, points in ticket.options
    ]
    if not wide:
        return _beside([origin], _broken(goals, TYPE["beside"]))
    name = f"{origin}:"
    return _parts_above(part(ticket.origin, name, name), goals)


def _names_above(origin: str, goal: str) -> list[str]:
    """Return two names above a wide map, as the SVG of one line, or of two if one is too narrow."""
    first = f"{origin}–"
    line = TYPE["across"] / lettering.width(first + goal, 1)
    if line >= TYPE["small"]:
        return [text(first + goal, MIDDLE, 14, min(TYPE["large"], line), "middle")]
    size = min(TYPE["halved"], *(TYPE["across"] / lettering.width(w, 1) for w in (first, goal)))
    return [
        text(words, MIDDLE, y, size, "middle")
        for words, y in zip((first, goal), bases(2), strict=True)
    ]


def _parts_above(origin: Part, goals: list[Part]) -> list[str]:
    """Return an origin and several destinations above a wide map, as the SVG of each line.

    There are as few lines as possible if all of them are to be legible. A line is legible if its
    font size can be at least `small` of `TYPE`.
    """
    lines: list[Line] = [(origin, *goals)]
    if _size(lines, TYPE["across"]) < TYPE["small"]:
        lines = [(origin,), *_broken(goals, TYPE["across"])]
    most = (TYPE["large"], TYPE["halved"], TYPE["small"])[min(len(lines), 3) - 1]
    size = min(most, _size(lines, TYPE["across"]))
    return [
        _set(line, MIDDLE - _width(line) * size / 2, y, size)
        for line, y in zip(lines, bases(len(lines)), strict=True)
    ]


def bases(lines: int) -> list[float]:
    """Return the y of each base line of a heading with `lines` lines above a map."""
    if lines == 1:
        return [14.0]
    first, step = (11.5, 10.5) if lines == 2 else (11.0, 10.0)
    return [first + step * at for at in range(lines)]


def _beside(names: list[str], goals: list[Line] | None = None) -> list[str]:
    """Return the lines of a heading beside a tall map, each as SVG.

    Args:
        names: the names. Each has one line, or two if it is long.
        goals: lines with several destinations, below the names. The whole heading becomes smaller
            if it would reach the ticket's value.
    """
    blocks: list[list[Line]] = []
    for name in names:
        number_of_lines = 2 if TYPE["beside"] / lettering.width(name, 1) < TYPE["large"] else 1
        blocks.append([(Part(words),) for words in lettering.lines(name, number_of_lines)])
    if goals:
        blocks.append(goals)
    lowest = sum(4 + 11 * len(block) for block in blocks)
    fitted = min(1.0, TYPE["lowest"] / lowest) if goals else 1.0
    out: list[str] = []
    y = 0.0
    for block in blocks:
        size = min(TYPE["large"] * fitted, _size(block, TYPE["beside"]))
        y += 4 * fitted
        for line in block:
            y += 11 * fitted
            out.append(_set(line, BESIDE, y, size))
    return out


def _broken(parts: list[Part], room: float) -> list[Line]:
    """Break destinations into the fewest legible lines, as evenly as possible.

    A line is legible if its font size can be at least `small` of `TYPE`. If no number of lines is
    legible, return the lines that allow the largest font size.

    Args:
        parts: the destinations.
        room: the width of a line.
    """
    best: list[Line] = []
    for lines in range(1, len(parts) + 1):
        ways = [
            [tuple(parts[a:b]) for a, b in zip((0, *cuts), (*cuts, len(parts)), strict=True)]
            for cuts in combinations(range(1, len(parts)), lines - 1)
        ]
        found = max(ways, key=lambda way: _size(way, room))
        if not best or _size(found, room) > _size(best, room):
            best = found
        if _size(best, room) >= TYPE["small"]:
            break
    return best


def _width(line: Line) -> float:
    return sum(part.width for part in line) + TYPE["apart"] * (len(line) - 1)


def _size(lines: list[Line], room: float) -> float:
    """Return the font size at which the longest line is as wide as `room`."""
    return room / max(_width(line) for line in lines)


def _set(line: Line, x: float, y: float, size: float) -> str:
    """Return a line as SVG. It begins at x, on the base line y, in the font size `size`."""
    out: list[str] = []
    for part in line:
        at = x
        if part.country:
            wide, high = TYPE["flag"] * size, TYPE["flag_high"] * size
            top = y - lettering.CAP * size / 2 - high / 2
            out.append(
                f"<g>{title(part.name)}"
                f'<use href="#flag-{part.country}" x="{number(at)}" y="{number(top)}" '
                f'width="{number(wide)}" height="{number(high)}"/></g>'
            )
            at += wide + TYPE["flag_gap"] * size
        out.append(text(part.words, at, y, size))
        x += (part.width + TYPE["apart"]) * size
    return "".join(out)
