"""Drawings as pixels and as PDF, with the fonts that come with Whistlestop.

`vl-convert` does the work: a well-kept library that carries resvg and svg2pdf, needs no browser
and no system libraries, and draws the same on every machine.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from whistlestop.drawing.lettering import FONTS
from whistlestop.drawing.markup import Picture
from whistlestop.extras import needed

ENDINGS = (".svg", ".png", ".pdf")
"""What `save` can write."""


@cache
def _converter() -> Any:
    vl_convert: Any = needed("vl_convert")
    vl_convert.register_font_directory(str(FONTS))
    return vl_convert


def png(picture: Picture, width: int | None = None) -> bytes:
    """A picture in pixels.

    Args:
        picture: what to draw.
        width: in pixels; one for every board unit if None.
    """
    # A little more than the width, because a fraction of a pixel is cut off.
    scale = 1.0 if width is None else (width + 0.01) / picture.size[0]
    return _converter().svg_to_png(str(picture), scale=scale, ppi=72)


def pdf(picture: Picture) -> bytes:
    """A picture as a PDF of one page."""
    return _converter().svg_to_pdf(str(picture))


def save(picture: Picture, path: Path, width: int | None = None) -> None:
    """Write a picture in the format that the file's name ends in.

    Raises:
        ValueError: it ends in something else.
        OSError: it cannot be written.
    """
    ending = path.suffix.lower()
    if ending == ".svg":
        data = picture.encode("utf-8")
    elif ending == ".png":
        data = png(picture, width)
    elif ending == ".pdf":
        data = pdf(picture)
    else:
        raise ValueError(f"{path}: a drawing is written as {', '.join(ENDINGS)}, not {ending!r}")
    # In one step: a full disk or an interrupt leaves no half of a picture, and the old one whole.
    half = path.with_name(f".{path.name}.half")
    try:
        half.write_bytes(data)
        half.replace(path)
    finally:
        half.unlink(missing_ok=True)
