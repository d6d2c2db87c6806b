"""SVG as text: the type `Picture`, and helpers for all drawings."""

from __future__ import annotations

import re
from pathlib import Path
from xml.sax.saxutils import escape

from whistlestop.drawing.art.symbols import number


class Picture(str):
    """A drawing: the text of an SVG file, which notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in board units."""
        found = re.search(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"', self)
        assert found is not None
        return float(found[1]), float(found[2])

    def png(self, width: int | None = None) -> bytes:
        """Return the picture as a PNG file.

        Args:
            width: the width in pixels. The default is one pixel for each board unit.

        Raises:
            ImportError: the extra `draw` is not installed.
        """
        from whistlestop.drawing.export import png

        return png(self, width)

    def pdf(self) -> bytes:
        """Return the picture as a PDF file of one page, with vector graphics.

        Raises:
            ImportError: the extra `draw` is not installed.
        """
        from whistlestop.drawing.export import pdf

        return pdf(self)

    def save(self, path: str | Path, width: int | None = None) -> None:
        """Write the picture to a file, as SVG, PNG or PDF.

        Args:
            path: the path of the file. It ends in `.svg`, `.png` or `.pdf`.
            width: the width of a PNG in pixels. The default is one pixel for each board unit.

        Raises:
            ImportError: the file is not an SVG file, and the extra `draw` is not installed.
            ValueError: the path has another ending.
            OSError: the file cannot be written.
        """
        from whistlestop.drawing.export import save

        save(self, Path(path), width)


def text(words: str, x: float, y: float, size: float, css: str = "", extra: str = "") -> str:
    """Return a line of text as SVG.

    Args:
        words: the text.
        x: the start of the line, or its middle or end if its classes say so.
        y: the base line.
        size: the size of the font. 0 = the size of the surrounding element.
        css: the classes.
        extra: further attributes, with a space before each.
    """
    classes = f' class="{css}"' if css else ""
    large = f' font-size="{number(size)}"' if size else ""
    return f'<text{classes} x="{number(x)}" y="{number(y)}"{large}{extra}>{escape(words)}</text>'


def title(words: str) -> str:
    """Return a `<title>`, which a screen reader reads for the element around it."""
    return f"<title>{escape(words)}</title>"


def use(reference: str, x: float, y: float, extra: str = "") -> str:
    """Return an element that shows a definition at another place.

    Args:
        reference: the id of the definition.
        x: the x to which the definition's origin moves.
        y: the y to which the definition's origin moves.
        extra: further attributes, with a space before each.
    """
    return f'<use href="#{reference}" x="{number(x)}" y="{number(y)}"{extra}/>'


def classes_in(content: str) -> frozenset[str]:
    """Return every class that occurs in a piece of SVG."""
    return frozenset(
        name for found in re.findall(r'class="([^"]*)"', content) for name in found.split()
    )
