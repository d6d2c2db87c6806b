"""The page about observations says what the code does."""

from __future__ import annotations

import doctest
from pathlib import Path

from tests.observations.page import PAGE, rewritten
from tests.pages import run_blocks
from whistlestop.observations import layout, numbering


def test_the_table_is_that_of_the_code() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert rewritten(text) == text, "run `python -m tests.observations.page`"


def test_the_examples_run(tmp_path: Path) -> None:
    """Those of docs/observations.md and of the docstrings."""
    run_blocks(PAGE, tmp_path)
    for module in (layout, numbering):
        assert doctest.testmod(module).failed == 0
