"""`make test-stress` counts what fails how often, and says so."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

STRESS = Path(__file__).parent.parent / "tools" / "stress.py"

TESTS = """
from pathlib import Path

RUNS = Path(__file__).with_name("runs")

def test_sound():
    pass

def test_fails_every_second_time():
    before = RUNS.read_text() if RUNS.exists() else ""
    RUNS.write_text(before + "|")
    assert len(before) % 2
"""


def stress(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder."""
    command = [sys.executable, STRESS, *words]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=240, check=False
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "test_luck.py").write_text(TESTS, encoding="utf-8")
    return tmp_path


def test_what_fails_by_chance_is_counted(folder: Path) -> None:
    done = stress(folder, "--runs", "4", "--busy", "1", "test_luck.py")
    assert done.returncode == 1, done.stderr
    assert "run 1 of 4, seed 1: 2 tests, 1 failed" in done.stdout
    assert "2 of 4 runs passed." in done.stdout
    assert "2 of 4  test_luck::test_fails_every_second_time  (seeds 1, 3)" in done.stdout
    assert "test_sound" not in done.stdout
    assert "AssertionError" in (folder / "build" / "stress" / "3.log").read_text(encoding="utf-8")


def test_green_runs_end_well(folder: Path) -> None:
    done = stress(folder, "--runs", "1", "--busy", "0", "test_luck.py", "-k", "sound")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "1 of 1 runs passed.")


def test_a_run_without_tests_is_no_green_one(folder: Path) -> None:
    done = stress(folder, "--runs", "1", "--busy", "0", "test_luck.py", "-k", "nothing")
    assert done.returncode == 1
    assert "pytest did not end as it should" in done.stdout
