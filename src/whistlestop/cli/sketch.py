"""The board in a terminal, as a picture or as a sketch in characters.

The sketch shows cities by their codes, open routes as dots, and claimed routes by the numbers of
their owners.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich.style import Style
from rich.text import Text

from whistlestop.editions.model import Edition
from whistlestop.seen.view import View

_STYLES: Final = ("bright_red", "bright_blue", "green", "yellow", "magenta")
"""The terminal colour of each player, by seat. The number of the seat is always shown, too."""

_HEIGHT: Final = 0.42
"""The height of the board in rows, divided by its width in columns, if the board is square. The
value is below 1 because characters are higher than wide."""


_PIXELS: Final = 10
"""The width in pixels of a picture that is one character wide in the terminal."""


def picture_of(view: View, seats: Sequence[str], width: int) -> bytes:
    """Return a PNG of the board with claimed routes, without hands and tickets.

    Args:
        view: the view to draw.
        seats: the names of the players.
        width: the width of the picture in characters.
    """
    # Imported late, because a board in characters does not need this module.
    from whistlestop import drawing

    picture = drawing.position(view, names=seats, panel=False)
    return picture.png(width=width * _PIXELS)


def legend(seats: Sequence[str]) -> Iterator[Text]:
    """Yield a line for each player: the seat's number in the player's colour, and the name."""
    from whistlestop.drawing.art.palette import PLAYER_COLOURS

    for number, (name, colour) in enumerate(zip(seats, PLAYER_COLOURS, strict=False), start=1):
        chip = Style(color=colour.ink, bgcolor=colour.fill, bold=True)
        yield Text.assemble((f" {number} ", chip), f" {name}")


def _points(edition: Edition) -> dict[str, tuple[float, float]]:
    """Return the position of every place on the board, by the place's code.

    A position is a pair of distances to the right and up: the longitude and latitude, or the
    position on the drawn board in editions without geography.
    """
    places = (*edition.cities, *edition.countries)
    points = {place.code: (place.longitude, place.latitude) for place in places}
    if len({*points.values()}) == len(points):
        return points
    # Editions without geography use the positions on the drawn board.
    from whistlestop.cli.own_board import arrange_once
    from whistlestop.drawing.layout.layout import layout_of

    arrange_once(edition)
    layout = layout_of(edition)
    stand = (*layout.places[: len(edition.cities)], *((c.box.x, c.box.y) for c in layout.countries))
    return {place.code: (x, -y) for place, (x, y) in zip(places, stand, strict=True)}


def drawn_in_characters(view: View, seats: Sequence[str], width: int) -> Iterator[Text]:
    """Yield the rows of the board with claimed routes, and then lines with the players' numbers.

    Args:
        view: the view to draw.
        seats: the names of the players.
        width: the maximum number of characters in a row. Less than 26 counts as 26.
    """
    edition, index = view.edition, view.index
    points = _points(edition)
    easts, norths = ([point[axis] for point in points.values()] for axis in (0, 1))
    west, north = min(easts), max(norths)
    span, rise = max(easts) - west or 1.0, north - min(norths) or 1.0
    columns = max(20, width - 6)
    rows = max(12, min(44, round(columns * _HEIGHT * min(1.2, rise / span))))

    def cell(code: str) -> tuple[int, int]:
        east, up = points[code]
        across = (east - west) / span * (columns - 1)
        return round(across), round((north - up) / rise * (rows - 1))

    letters = [[" "] * (columns + 6) for _ in range(rows)]
    styles: dict[tuple[int, int], Style] = {}
    owners = view.owners
    # Draw claimed routes last, so that they cover the others.
    for code in sorted(index.route_codes, key=lambda code: code in owners):
        (x, y), (far_x, far_y) = (cell(end) for end in index.ends(code))
        steps = max(abs(far_x - x), 2 * abs(far_y - y), 1)
        owner = owners.get(code)
        for step in range(0, steps + 1, 1 if owner is not None else 2):
            at = round(x + (far_x - x) * step / steps), round(y + (far_y - y) * step / steps)
            letters[at[1]][at[0]] = "." if owner is None else str(owner + 1)
            if owner is not None:
                styles[at] = Style(color=_STYLES[owner], bold=True)
    for code in points:
        x, y = cell(code)
        for offset, letter in enumerate(code):
            letters[y][x + offset] = letter
            styles[x + offset, y] = Style(bold=True)
    for y, row in enumerate(letters):
        line = Text()
        for x, letter in enumerate("".join(row).rstrip()):
            line.append(letter, styles.get((x, y)))
        yield line
    for number, name in enumerate(seats):
        yield Text(f"{number + 1} {name}", style=Style(color=_STYLES[number]))
