"""docs/arena.md is true: its commands run, and it names every option, column and file."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from tests.cli.running import run
from tests.pages import run_blocks

from whistlestop.arena.tournament.columns import COLUMNS

PAGE = Path(__file__).parents[2] / "docs" / "arena.md"
TEXT = PAGE.read_text(encoding="utf-8")
COMMANDS = [
    shlex.split(line)
    for block in re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL)
    for line in block.replace("\\\n", " ").splitlines()
    if line.startswith("whistlestop arena")
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_the_commands_run(words: list[str], tmp_path: Path) -> None:
    done = run(*words[1:], "--jobs", "1", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Fair share" in done.stdout


def test_every_option_is_named() -> None:
    options = set(re.findall(r"--[a-z][a-z-]*", run("arena", "--help").stdout)) - {"--help"}
    assert options <= set(re.findall(r"--[a-z][a-z-]*", TEXT))


def test_every_column_is_named() -> None:
    table = TEXT[TEXT.index("| column | what it says") :].split("\n\n")[0]
    first = [row.split("|")[1] for row in table.splitlines()]
    assert [name for cell in first for name in re.findall(r"`(\w+)`", cell)] == list(COLUMNS)


def test_the_snippet_runs(tmp_path: Path) -> None:
    assert "planner Estimate(value=" in run_blocks(PAGE, tmp_path)
    assert (tmp_path / "duel" / "deals.jsonl").exists()
