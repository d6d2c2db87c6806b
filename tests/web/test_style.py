"""Rules of style for the page that its formatter does not check."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WIDEST = 120
"""The most columns of a line, as in .editorconfig.

The formatter does not break comments and templates.
"""
SOURCES = [
    file
    for folder in ("src/whistlestop/web", "tests/page", "tests/web", "tools/web")
    for file in sorted((ROOT / folder).rglob("*"))
    if file.suffix in (".js", ".css", ".ts") and "vendor" not in file.parts
]


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_line_is_too_wide(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").split("\n")
    assert [at for at, line in enumerate(lines, 1) if len(line) > WIDEST] == []


def breakpoints() -> set[tuple[str, str]]:
    """Return the dimensions and pixels that the comment in layouts.css lists."""
    layouts = (ROOT / "src/whistlestop/web/styles/layouts.css").read_text(encoding="utf-8")
    listed, _, _ = layouts.partition("*/")
    return set(re.findall(r"^ +(width|height) (\d+):", listed, re.M))


_QUERY = re.compile(r"@media[^{]*|matchMedia\([^)]*\)*")
_COMPARISON = re.compile(r"(?:(\d+)px <= )?(width|height)(?: (?:<|<=|>=) (\d+)px)?")


def asked(source: str) -> set[tuple[str, str]]:
    """Return the dimensions and pixels that media queries in a source compare with."""
    found: set[tuple[str, str]] = set()
    for query in _QUERY.findall(source):
        assert not re.search(r"(min|max)-(width|height)", query), f"write a comparison: {query}"
        for least, dimension, limit in _COMPARISON.findall(query):
            found |= {(dimension, number) for number in (least, limit) if number}
    return found


def test_media_queries_use_the_listed_breakpoints() -> None:
    used = {
        point
        for file in SOURCES
        if file.is_relative_to(ROOT / "src")
        for point in asked(file.read_text(encoding="utf-8"))
    }
    assert used == breakpoints()
