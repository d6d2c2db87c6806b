"""The README is true: its snippets run, its links lead somewhere, its commands exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.pages import run_doctest
from whistlestop.cli.main import COMMANDS

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def test_the_snippets_run(tmp_path: Path) -> None:
    assert run_doctest(ROOT / "README.md", tmp_path) > 20


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_command_named_exists_and_is_named() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"whistlestop ([a-z]+)", text)) & {*COMMANDS, "tournament", "serve"}
    assert named == set(COMMANDS)
