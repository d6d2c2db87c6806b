"""The reference of the Python interface is made of the docstrings, without a fault."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import whistlestop

ROOT = Path(__file__).parents[1]


def test_the_reference_is_made_without_a_warning(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "tools/reference.py", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert f"{len(list(tmp_path.rglob('*.html')))} pages" in done.stdout
    first = (tmp_path / "whistlestop.html").read_text(encoding="utf-8")
    assert [name for name in whistlestop.__all__ if f'id="{name}"' not in first] == []
    for page, name in (
        ("play/game", "Game.play"),
        ("envs", "VectorEnv.step"),
        ("envs/pettingzoo", "env"),
        ("observations", "Layout.observe"),
        ("rules/turns", "legal"),
    ):
        text = (tmp_path / "whistlestop" / f"{page}.html").read_text(encoding="utf-8")
        assert f'id="{name}"' in text, page
    assert not (tmp_path / "whistlestop" / "server.html").exists()


def test_it_says_how_it_is_called(tmp_path: Path) -> None:
    """What is no folder's name makes none."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "reference.py"), "--help"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "[folder]" in done.stdout
    assert not list(tmp_path.iterdir())
