"""Run the examples of a page of the documentation as a reader would: in a process of their own.

Only there does an example fail that needs an import it does not show.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent

_CODE = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)

_DOCTEST = """\
import doctest, sys
failures, tried = doctest.testfile(sys.argv[1], module_relative=False)
sys.exit(f"{failures} of {tried} examples failed" if failures else 0)
"""


def python_of(page: Path) -> str:
    """The Python blocks of a page, each in the lines where it stands; other lines are empty."""
    text = page.read_text(encoding="utf-8")
    source, line = "", 0
    for block in _CODE.finditer(text):
        before = text[: block.start(1)].count("\n")
        source += "\n" * (before - line) + block[1]
        line = before + block[1].count("\n")
    return source


def run_blocks(page: Path, folder: Path) -> str:
    """Run the Python blocks of a page in turn, in a process of their own.

    Args:
        page: the page.
        folder: where they run.

    Returns:
        What they printed.
    """
    source = python_of(page)
    assert source, f"{page.name} has no Python blocks"
    return _run(page, folder, ["-"], source)


def run_doctest(page: Path, folder: Path) -> int:
    """Run the prompts of a page, in a process of their own.

    Args:
        page: the page.
        folder: where they run.

    Returns:
        How many there are.
    """
    _run(page, folder, ["-c", _DOCTEST, str(page)], "")
    return len(re.findall(r"^>>> ", page.read_text(encoding="utf-8"), re.MULTILINE))


def _run(page: Path, folder: Path, arguments: list[str], words: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        input=words,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=folder,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, f"{page.name}:\n{done.stdout}\n{done.stderr}"
    return done.stdout
