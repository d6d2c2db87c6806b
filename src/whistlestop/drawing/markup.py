"""SVG as text: a picture, and the few helpers that every drawing uses."""

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
        """The picture in pixels, as a PNG file.

        Args:
            width: in pixels; one for every board unit if None.
        """
        from whistlestop.drawing.export import png

        return png(self, width)

    def pdf(self) -> bytes:
        """The picture as a PDF file of one page, vectors and all."""
        from whistlestop.drawing.export import pdf

        return pdf(self)

    def save(self, path: str | Path, width: int | None = None) -> None:
        """Write a file; the name's ending says what: `.svg`, `.png` or `.pdf`.

        Args:
            path: where to.
            width: of a PNG, in pixels.

        Raises:
            ValueError: for any other ending.
            OSError: it cannot be written.
        """
        from whistlestop.drawing.export import save

        save(self, Path(path), width)


def text(words: str, x: float, y: float, size: float, css: str = "", extra: str = "") -> str:
    """A line of text.

    Args:
        words: what it says.
        x: where it starts, or its middle or end if its classes say so.
        y: its base line.
        size: of the type; 0 = as what it stands in says.
        css: its classes.
        extra: further attributes, with a space before each.
    """
    classes = f' class="{css}"' if css else ""
    large = f' font-size="{number(size)}"' if size else ""
    return f'<text{classes} x="{number(x)}" y="{number(y)}"{large}{extra}>{escape(words)}</text>'


def title(words: str) -> str:
    """A `<title>`: what a screen reader says of the element around it."""
    return f"<title>{escape(words)}</title>"


def use(reference: str, x: float, y: float, extra: str = "") -> str:
    """A definition, moved to a place.

    Args:
        reference: its id.
        x: where its own 0, 0 comes to lie.
        y: the same, downwards.
        extra: further attributes, with a space before each.
    """
    return f'<use href="#{reference}" x="{number(x)}" y="{number(y)}"{extra}/>'


def classes_in(content: str) -> frozenset[str]:
    """Every class that occurs in a piece of SVG."""
    return frozenset(
        name for found in re.findall(r'class="([^"]*)"', content) for name in found.split()
    )
