"""docs/arena.md is true: its commands run, and it names every option, column and file."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from tests.cli.running import run
from tests.pages import run_blocks

from whistlestop.arena.spreadsheet import COLUMNS as CSV_COLUMNS
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
    text = PAGE.with_name("simulations.md").read_text(encoding="utf-8")
    table = text[text.index("| column | CSV | `results.parquet`") :].split("\n\n")[0]
    rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in table.splitlines()[2:]]
    for place, columns in ((1, CSV_COLUMNS), (2, COLUMNS)):
        named = [name for row in rows if row[place] for name in re.findall(r"`(\w+)`", row[0])]
        assert sorted(named) == sorted(columns)


def test_the_snippet_runs(tmp_path: Path) -> None:
    assert "planner Estimate(value=" in run_blocks(PAGE, tmp_path)
    assert (tmp_path / "duel" / "deals.jsonl").exists()
