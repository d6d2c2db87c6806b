"""Tables of figures that fit the terminal without losing a digit.

Numbers are never cut. If a terminal is too narrow for all columns, names are broken after hyphens
and slashes. If that is not enough, the columns continue in another table below.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_UNBOUNDED: Final = 10_000
"""The width in characters if the output is not a terminal, so that every table fits in one part."""

_BREAKS: Final = "-/:,@_ "
"""The characters after which a name may be broken."""

_NARROWEST: Final = 8
"""The least width in characters to which a column of names is narrowed by breaking words."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The contents of a table: columns of names, followed by columns of numbers."""

    title: str
    words: tuple[str, ...]
    """The headings of the first columns, which hold names."""
    numbers: tuple[str, ...]
    """The headings of the columns after the names, which hold numbers."""
    rows: Sequence[tuple[str, ...]]
    """The cells of each row: first the names, then the numbers."""
    caption: str = ""
    title_style: str = ""
    groups: tuple[int, ...] = ()
    """The indexes of the rows that have a line below them."""


def console_of_figures() -> Console:
    """Return a console for standard output. Without a terminal, it is wide enough for any table."""
    from rich.console import Console

    console = Console()
    return console if console.is_terminal else Console(width=_UNBOUNDED)


def show(console: Console, figures: Figures) -> None:
    """Print a table in as many parts as the width of the console requires.

    Args:
        console: the console to print on.
        figures: the contents of the table.
    """
    for table in tables(figures, console.width):
        console.print(table)


def tables(figures: Figures, width: int) -> Iterator[Table]:
    """Yield the parts of a table, each of which fits the width. If all columns fit, yield one part.

    Args:
        figures: the contents of the table.
        width: the number of characters in a line.
    """
    from rich.table import Table

    names = len(figures.words)
    widths = [_number_width(figures, names + i) for i in range(len(figures.numbers))]
    least = _least_words(figures, width, max(widths, default=0))
    chunks = list(_chunks(widths, width - _frame(names) - sum(least)))
    for part, chunk in enumerate(chunks):
        left = width - _frame(names + len(chunk)) - sum(widths[i] for i in chunk)
        name_widths = _shared(figures, least, left)
        table = Table(
            title=figures.title if part == 0 else None,
            title_style=figures.title_style or "table.title",
            caption=figures.caption if part == len(chunks) - 1 else None,
        )
        for heading, characters in zip(figures.words, name_widths, strict=True):
            table.add_column(heading, overflow="fold", width=characters)
        for i in chunk:
            table.add_column(figures.numbers[i], justify="right", min_width=widths[i])
        for number, row in enumerate(figures.rows):
            table.add_row(
                *(in_lines(row[i], name_widths[i]) for i in range(names)),
                *(row[names + i] for i in chunk),
                end_section=number in figures.groups,
            )
        yield table


def in_lines(name: str, width: int) -> str:
    """Return a name with line breaks after spaces, hyphens and the other characters in `_BREAKS`.

    Args:
        name: the name.
        width: the maximum number of characters in a line. A part of the name that is longer is not
            broken, and makes a longer line.
    """
    lines = [""]
    for part in _parts(name):
        if lines[-1] and len(lines[-1]) + len(part.rstrip()) > width:
            lines.append("")
        lines[-1] += part
    return "\n".join(line.rstrip() for line in lines)


def _parts(name: str) -> list[str]:
    return re.findall(rf"[^{_BREAKS}]+[{_BREAKS}]*|[{_BREAKS}]+", name)


def _frame(columns: int) -> int:
    """Return the width in characters of the lines and margins between the columns of a table.

    Args:
        columns: the number of columns in the table.
    """
    return 3 * columns + 1


def _number_width(figures: Figures, column: int) -> int:
    """Return the width in characters that a column of numbers needs.

    The heading of the column may be broken between words.

    Args:
        figures: the contents of the table.
        column: the number of the column, from 0. Columns of names count, too.
    """
    heading = figures.numbers[column - len(figures.words)]
    cells = [row[column] for row in figures.rows]
    return max(map(len, [*heading.split(), *cells]))


def _least_words(figures: Figures, width: int, widest: int) -> list[int]:
    """Return the least width in characters of each column of names.

    At this width, no name is broken inside a word. If the widest column of numbers would then not
    fit beside the names, the width is smaller, and long words are broken.

    Args:
        figures: the contents of the table.
        width: the width of the table.
        widest: the width of the widest column of numbers.
    """
    names = len(figures.words)
    most = (width - _frame(names + 1) - widest) // names
    least: list[int] = []
    for column, heading in enumerate(figures.words):
        cells = [heading, *(row[column] for row in figures.rows)]
        longest = max(len(part.rstrip()) for cell in cells for part in _parts(cell) or [""])
        least.append(min(longest, max(_NARROWEST, most)))
    return least


def _chunks(widths: Sequence[int], width: int) -> Iterator[list[int]]:
    """Group columns into parts of a table. Each part has as many columns as fit.

    Args:
        widths: the width of each column in characters.
        width: the width that the columns of a part can take.

    Yields:
        The numbers of the columns in each part, as positions in `widths`.
    """
    chunk: list[int] = []
    used = 0
    for i, column in enumerate(widths):
        taken = column + _frame(1) - 1
        if chunk and used + taken > width:
            yield chunk
            chunk, used = [], 0
        chunk.append(i)
        used += taken
    yield chunk


def _shared(figures: Figures, least: Sequence[int], width: int) -> list[int]:
    """Divide the remaining width among the columns of names. Return the new width of each column.

    Args:
        figures: the contents of the table.
        least: the least width of each column of names.
        width: the width in characters that these columns can take together.
    """
    natural = [
        max([len(heading), *(len(row[column]) for row in figures.rows)])
        for column, heading in enumerate(figures.words)
    ]
    given = list(least)
    for column, wanted in enumerate(natural):
        others = sum(given) - given[column]
        still = len(natural) - column
        share = max(given[column], given[column] + (width - others - given[column]) // still)
        given[column] = min(wanted, share) if wanted > given[column] else given[column]
    return given
