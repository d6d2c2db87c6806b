"""The README is true: its snippets run, its links lead somewhere, its commands exist."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pages import run_doctest
from whistlestop.cli.main import COMMANDS

ROOT = Path(__file__).parent.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


def test_the_snippets_run(tmp_path: Path) -> None:
    assert run_doctest(ROOT / "README.md", tmp_path) > 20


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_pages_are_made_without_a_warning(tmp_path: Path) -> None:
    """No link leads nowhere, also within a page, and every page is in the contents."""
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-c", "tools/site"]
    done = subprocess.run(
        [*command, ".", tmp_path], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    first = (tmp_path / "docs" / "README.html").read_text(encoding="utf-8")
    for page in ("rules/usa.html", "hosting.html", "../CONTRIBUTING.html", "../CHANGELOG.html"):
        assert f'href="{page}"' in first
    # Nothing is loaded from elsewhere.
    assert re.findall(r'(?:src|<link[^>]+href)="(?:https?:)?//[^"]*"', first) == []


def test_every_command_named_exists_and_is_named() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"whistlestop ([a-z]+)", text)) & {*COMMANDS, "tournament", "serve"}
    assert named == set(COMMANDS)
