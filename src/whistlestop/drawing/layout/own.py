"""Change the layout of a user's own board, which is kept in the file of its edition.

The section `[layout]` is part of the file, so the layout goes with the file to the browser, to
other players and to records.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from whistlestop.drawing.layout.layout import Layout, write
from whistlestop.editions.load import EditionError, loads
from whistlestop.editions.model import Edition

_HEADING: Final = re.compile(r"\s*\[\[?\s*([^\]]*?)\s*\]")


def with_layout(text: str, edition: Edition, layout: Layout) -> str | None:
    """Return the text of an edition's file with a new layout in place of any old one.

    Args:
        text: the file.
        edition: the edition that the file describes.
        layout: the new layout.

    Returns:
        The new text, or None if the old layout is written in a form that must be removed by hand.
    """
    kept = "".join(_without_layout(text)).rstrip()
    new = f"{kept}\n\n{write(edition, layout, section=True)}"
    try:
        then = loads(new)
    except EditionError:
        return None
    same = replace(then, source=edition.source, layout=edition.layout) == edition
    return new if same and then.layout else None


def _without_layout(text: str) -> Iterator[str]:
    """Yield the lines of a file without those of its layout."""
    within = False
    waiting: list[str] = []
    for line in text.splitlines(keepends=True):
        if heading := _HEADING.match(line):
            name = heading[1]
            now = name == "layout" or name.startswith("layout.")
            # Comments at the end of the layout belong to the section that follows.
            if within and not now:
                yield from ("\n", *waiting)
            within = now
        if not within:
            yield line
            continue
        waiting = [*waiting, line] if line.lstrip().startswith("#") else []


def moved(layout: Layout, city: int, right: float, down: float) -> Layout:
    """Return a layout in which one city has moved, with its name and the ends of its routes.

    Args:
        layout: the present layout.
        city: the number of the city.
        right: the distance to the right, in board units.
        down: the distance downwards, in board units.

    Raises:
        ValueError: the city would be outside the map.
    """
    x, y = layout.places[city][0] + right, layout.places[city][1] + down
    edge = layout.frame + layout.city_radius
    if not (edge <= x <= layout.width - edge and edge <= y <= layout.height - edge):
        raise ValueError(
            f"at {x:.0f}, {y:.0f} it would stand outside the map, which goes from "
            f"{edge:.0f}, {edge:.0f} to {layout.width - edge:.0f}, {layout.height - edge:.0f}"
        )
    label = layout.labels[city]
    box = replace(label.box, x=label.box.x + right, y=label.box.y + down)
    places, labels = [*layout.places], [*layout.labels]
    places[city], labels[city] = (x, y), replace(label, box=box)
    return replace(layout, places=tuple(places), labels=tuple(labels))
