"""docs/edition-files.md says what the loader does."""

from __future__ import annotations

import re
from pathlib import Path

from whistlestop.editions.check import RESERVED
from whistlestop.editions.load import load

PAGE = Path(__file__).parents[2] / "docs" / "edition-files.md"


def test_the_example_loads(tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    (example,) = re.findall(r"<!-- test: loads -->\n```toml\n(.*?)```", page, re.DOTALL)
    path = tmp_path / "example.toml"
    path.write_text(example, encoding="utf-8")
    edition = load(path)
    assert edition.name == "ferry-line"
    assert len(edition.routes) == 4


def test_every_reserved_word_is_named() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for word in RESERVED:
        assert f"`{word}`" in page
