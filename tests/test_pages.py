"""Examples run in processes of their own, and no page is left out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.pages import ROOT, python_of, run_blocks, run_doctest

RUN_BY = {
    "README.md": "tests/test_readme.py",
    "api.md": "tests/server/test_secrecy.py",
    "arena.md": "tests/arena/test_arena_docs.py",
    "cuda.md": "tests/cuda/device_run.py",
    "daily.md": "tests/test_daily.py",
    "drawing.md": "tests/drawing/test_docs.py",
    "environments.md": "tests/envs/test_docs.py",
    "judge.md": "tests/judge/test_docs.py",
    "new-edition.md": "tests/test_new_edition.py",
    "notation.md": "tests/properties/test_docs.py",
    "observations.md": "tests/observations/test_page.py",
    "puzzles.md": "tests/analysis/test_docs.py",
    "researchers.md": "tests/properties/test_docs.py",
    "reviews.md": "tests/analysis/test_docs.py",
    "simulations.md": "tests/arena/test_datasets.py",
    "writing-a-bot.md": "tests/bots/test_docs.py",
}
"""Which file runs the examples of a page."""

OTHERWISE = {"api.md", "cuda.md"}
"""A function that tests call, and what needs a device."""


def test_every_page_with_examples_is_run_in_a_process_of_its_own() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    shown = {
        page.name
        for page in pages
        if re.search(r"^(```python|>>> )", page.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert shown == set(RUN_BY)
    for page in shown - OTHERWISE:
        text = (ROOT / RUN_BY[page]).read_text(encoding="utf-8")
        assert page in text
        assert re.search(r"\b(run_blocks|run_doctest)\(", text), RUN_BY[page]


def test_what_this_process_has_imported_does_not_help(tmp_path: Path) -> None:

    page = tmp_path / "page.md"
    begin = "One line.\n\n```python\nimport gymnasium\n```\n\nWords.\n\n```python\n"
    page.write_text(f'{begin}gymnasium.make("whistlestop/Tiny-v0")\n```\n')
    with pytest.raises(AssertionError, match=r"line 10(.|\n)*NamespaceNotFound"):
        run_blocks(page, tmp_path)
    page.write_text(f"{begin}print(gymnasium.__name__)\n```\n")
    assert run_blocks(page, tmp_path) == "gymnasium\n"
    assert python_of(page).splitlines()[9] == "print(gymnasium.__name__)"


def test_a_prompt_that_shows_something_else_fails(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("Sums:\n\n>>> 1 + 1\n2\n>>> 2 + 2\n4\n")
    assert run_doctest(page, tmp_path) == 2
    page.write_text(">>> 1 + 1\n3\n")
    with pytest.raises(AssertionError, match="1 of 1 examples failed"):
        run_doctest(page, tmp_path)
