"""What the formatter of the page leaves to people."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WIDEST = 120
"""Columns of a line, as .editorconfig has it. The formatter breaks no comments and no templates."""
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
