"""Every target of the Makefile does what it says, in a small form, in a copy of the sources."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
COPIED = ("src", "tests", "tools", "docs")
VENV = Path(sys.prefix)
PATIENCE = 280
"""Seconds until something hangs."""

pytestmark = pytest.mark.skipif(
    not os.environ.get("CI")
    and not (shutil.which("make") and (VENV / "bin" / "lint-imports").exists()),
    reason="there is no make, or its tools are not where the tests run",
)

FEW_OF_PAGE = "TEST_PAGE=$(BIN)/python -m tests.page --test-name-pattern=worded"
"""Few of the page's tests under Node, for the target that runs all of them before the others."""

SMALL = {
    "help": ("", "make test-fast"),
    "play": ("--help", "Usage: whistlestop serve"),
    "test": ("--collect-only -q -n0 tests/test_make.py", "test_every_target_is_tried"),
    "test-page": ("--test-name-pattern=worded", "worded as they are understood (fr)"),
    "test-fast": ("--collect-only -q -n0", "test_a_game_in_three_clicks"),
    "test-stress": ("--runs 1 --busy 0 -n0 tests/test_player_names.py", "1 of 1 runs passed"),
    "check": ("", "Contracts: "),
    "format": ("", "left unchanged"),
    "bench": ("usa --seconds 0.1", "usa"),
    "golden": ("", ""),
    "record-types": ("", ""),
    "wire": ("", ""),
    "gallery": ("", "drew "),
    # What it makes is looked at in test_reference.py.
    "reference": ("--help", "[folder]"),
    # The pages themselves are made in test_readme.py.
    "site": ("--version", "sphinx-build"),
    "coverage": ("-q -k test_a_ferry_with_exactly_enough", "TOTAL"),
    "clean": ("", ""),
}
"""By target: words for the command behind it, and what it says then."""

CHECK = ("lint", "format-check", "types", "page-types", "layers")
"""What `make check` makes."""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The project's sources elsewhere, without what was built or installed."""
    for name in COPIED:
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    settings = (".editorconfig", ".oxfmtrc.json", ".oxlintrc.json", "Makefile", "pyproject.toml")
    for file in (*settings, "README.md", *ROOT.glob("requirements*.lock")):
        shutil.copy(ROOT / file, tmp_path)
    # One file's types are as good a sign as those of all, which `make check` looks at anyway.
    (tmp_path / "pyrightconfig.json").write_text('{"include": ["src/whistlestop/reasons.py"]}')
    return tmp_path


def make(copy: Path, *words: str) -> str:
    """Run make in the copy, with the tools that these tests run with; what it says.

    What is compiled is that of the package where it is, but coverage is that of the copy.
    """
    installed = [VENV / f".ready-to-{purpose}" for purpose in ("play", "develop")]
    old = [word for file in installed for word in ("--assume-old", str(file))]
    # These tests may be run by make, which tells of itself to every make below it.
    environment = {name: value for name, value in os.environ.items() if "MAKE" not in name}
    done = subprocess.run(
        ["make", f"VENV={VENV}", *old, *words],
        cwd=copy,
        env=environment | ({"PYTHONPATH": str(copy / "src")} if words[0] == "coverage" else {}),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def targets() -> set[str]:
    """What the Makefile declares that there is to make."""
    phony = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert phony is not None
    return set(phony[1].split())


def test_every_target_is_tried() -> None:
    assert f"\ncheck: {' '.join(CHECK)} ##" in (ROOT / "Makefile").read_text()
    # Two ask a package index, and test_release.py makes a release.
    assert targets() == {*SMALL, *CHECK, "lock", "test-lowest", "release"}


@pytest.mark.parametrize("target", SMALL)
def test_a_target(copy: Path, target: str) -> None:
    words, said = SMALL[target]
    # But for pixels, which another processor may round otherwise.
    files = [file for file in copy.rglob("*") if file.is_file() and file.suffix != ".png"]
    before = {file: file.read_bytes() for file in files}
    left_behind = copy / "src" / "__pycache__" / "x.pyc"
    left_behind.parent.mkdir()
    left_behind.touch()
    few = [FEW_OF_PAGE] if target == "test" else []
    assert said in make(copy, target, f"ARGS={words}", *few)
    # What is made anew from the same sources is the same; nothing else is touched.
    assert [str(file) for file, text in before.items() if file.read_bytes() != text] == []
    assert left_behind.exists() == (target != "clean")


def test_the_locks_are_made_by_a_command_that_exists(copy: Path) -> None:
    """Without a network it cannot be run; but it can be asked whether it knows its options."""
    commands = make(copy, "lock", "--dry-run").replace("\\\n", "").splitlines()
    assert len(commands) == 3
    for command in commands:
        program, *arguments = shlex.split(command)
        subprocess.run(
            [program, *arguments, "--help"], cwd=copy, check=True, capture_output=True, timeout=60
        )
        assert {word for word in arguments if word.endswith(".lock")} <= {
            file.name for file in copy.iterdir()
        }
