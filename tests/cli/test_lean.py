"""What only says what there is loads no engine: help, versions and the completion of shells."""

from __future__ import annotations

import inspect
import os
import re
import subprocess
import sys
from importlib import import_module

import pytest

from tests.cli.running import run
from whistlestop import __version__
from whistlestop.cli.main import COMMANDS

PROBE = """
import sys
sys.argv = ["whistlestop", *sys.argv[1:]]
from whistlestop.cli import main
try:
    main()
finally:
    unwanted = {"numba", "numpy", "llvmlite", "pyarrow", "rich", "whistlestop.play.game"}
    heavy = unwanted & {*sys.modules}
    print("heavy:", *sorted(heavy), file=sys.stderr)
"""

THIN = [name for name in COMMANDS if name != "bench"]
"""Measuring is about the engine: its options load it."""


def probe(*words: str, **environment: str) -> tuple[str, list[str]]:
    """What the command line prints, and the heavy modules that it has loaded."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *words],
        capture_output=True,
        text=True,
        timeout=120,
        env=os.environ | environment,
    )
    heavy = re.search(r"heavy:(.*)$", done.stderr)
    assert heavy is not None, done.stderr
    return done.stdout, heavy[1].split()


@pytest.mark.parametrize("words", [["-h"], ["--help"], *([name, "-h"] for name in THIN)])
def test_help_loads_no_engine(words: list[str]) -> None:
    printed, heavy = probe(*words)
    assert "Usage: whistlestop" in printed
    assert not heavy


@pytest.mark.parametrize("word", ["-V", "--version"])
def test_the_version_loads_no_engine(word: str) -> None:
    assert probe(word) == (f"whistlestop {__version__}\n", [])


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("whistlestop pl", "play"),
        ("whistlestop play ger", "germany"),
        ("whistlestop simulate --data", "--dataset"),
    ],
)
def test_completion_loads_no_engine(typed: str, offered: str) -> None:
    place = str(len(typed.split()) - 1)
    asked = {"_WHISTLESTOP_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": place}
    printed, heavy = probe(**asked)
    assert offered in printed.split()
    assert not heavy


def test_every_command_is_listed_with_what_it_says_itself() -> None:
    listed = probe("--help")[0]
    for name, summary in COMMANDS.items():
        assert re.search(rf"\b{name}\b", listed)
        function = getattr(import_module(f"whistlestop.cli.{name}"), name)
        words = " ".join((inspect.getdoc(function) or "").split())
        assert words.startswith(summary.rstrip(".")), name


@pytest.mark.parametrize(
    ("typed", "title"), [("USA", "USA"), ("Germ", "Germany"), ("Suisse", "Switzerland")]
)
def test_editions_are_found_as_cities_are(typed: str, title: str) -> None:
    assert title in run("editions", typed).stdout


def test_editions_that_nobody_could_mean() -> None:
    assert "no edition" in run("editions", "atlantis").stderr
    assert "did you mean" in run("editions", "gremany").stderr
