"""Write drawings as PNG and PDF, with the fonts that come with Whistlestop.

The library `vl-convert` does the work. It contains resvg and svg2pdf, needs no browser and no
system libraries, and gives equal results on every machine.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from whistlestop.drawing.lettering import FONTS
from whistlestop.drawing.markup import Picture
from whistlestop.extras import needed

ENDINGS = (".svg", ".png", ".pdf")
"""The endings of file names that `save` supports."""


@cache
def _converter() -> Any:
    vl_convert: Any = needed("vl_convert")
    vl_convert.register_font_directory(str(FONTS))
    return vl_convert


def png(picture: Picture, width: int | None = None) -> bytes:
    """Return a picture as a PNG file.

    Args:
        picture: the picture.
        width: the width in pixels. The default is one pixel for each board unit.

    Raises:
        ImportError: the extra `draw` is not installed.
    """
    # Slightly more than the width, because the converter drops a fraction of a pixel.
    scale = 1.0 if width is None else (width + 0.01) / picture.size[0]
    return _converter().svg_to_png(str(picture), scale=scale, ppi=72)


def pdf(picture: Picture) -> bytes:
    """Return a picture as a PDF file of one page.

    Raises:
        ImportError: the extra `draw` is not installed.
    """
    return _converter().svg_to_pdf(str(picture))


def save(picture: Picture, path: Path, width: int | None = None) -> None:
    """Write a picture to a file, in the format of the file name's ending.

    Args:
        picture: the picture.
        path: the path of the file. It ends in `.svg`, `.png` or `.pdf`.
        width: the width of a PNG in pixels. The default is one pixel for each board unit.

    Raises:
        ImportError: the file is not an SVG file, and the extra `draw` is not installed.
        ValueError: the ending is not one of `ENDINGS`.
        OSError: the file cannot be written.
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
    # Replace the file in one step, so that a full disk or an interrupt keeps the old file whole.
    half = path.with_name(f".{path.name}.half")
    try:
        half.write_bytes(data)
        half.replace(path)
    finally:
        half.unlink(missing_ok=True)
