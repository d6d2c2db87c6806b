"""The layout of a board of one's own, kept in the file of its edition and set there by hand.

A file's section `[layout]` goes wherever the file goes: into the browser, to other players, beside
records.
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
    """The text of an edition's file with a layout in it, instead of any that was there.

    Args:
        text: the file.
        edition: what it says.
        layout: where everything stands.

    Returns:
        The new text, or None if the old layout is written so that it must be taken out by hand.
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
    """The lines of a file but for those of its layout."""
    within = False
    waiting: list[str] = []
    for line in text.splitlines(keepends=True):
        if heading := _HEADING.match(line):
            name = heading[1]
            now = name == "layout" or name.startswith("layout.")
            # Remarks at the end of the layout are about what comes next.
            if within and not now:
                yield from ("\n", *waiting)
            within = now
        if not within:
            yield line
            continue
        waiting = [*waiting, line] if line.lstrip().startswith("#") else []


def moved(layout: Layout, city: int, right: float, down: float) -> Layout:
    """A layout with one city elsewhere; its name and its routes go with it.

    Args:
        layout: what was.
        city: its number.
        right: how far to the right, in board units.
        down: how far down.

    Raises:
        ValueError: it would stand outside the map.
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
