"""docs/drawing.md is true: its snippets run, and all it names exists and is named."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from tests.cli.running import run
from tests.drawing.boards import BUILT_IN, by_id, middle, tree
from tests.pages import run_doctest
from whistlestop import drawing

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "drawing.md"
TEXT = PAGE.read_text(encoding="utf-8")


def first_column(head: str) -> list[str]:
    """What stands in backquotes in the first column of the table that begins so."""
    lines = TEXT[TEXT.index(head) :].split("\n\n")[0].splitlines()[2:]
    return [name for line in lines for name in re.findall(r"`([^`]+)`", line.split("|")[1])]


def test_the_snippets_run(tmp_path: Path) -> None:
    assert run_doctest(PAGE, tmp_path) > 10
    assert sorted(one.name for one in tmp_path.iterdir()) == ["london.svg", "mine.png"]


def test_every_option_of_the_command_is_named() -> None:
    options = set(re.findall(r"--[a-z][a-z-]*", run("draw", "--help").stdout)) - {
        "--help",
        "--output",
    }
    assert options == set(re.findall(r"--[a-z][a-z-]*", TEXT.split("## In Python")[0]))


def test_every_function_is_named() -> None:
    named = {re.sub(r"drawing\.(\w+).*", r"\1", one) for one in first_column("| function |")}
    assert named == set(drawing.__all__) - {"Picture", "Company"}


def test_every_kind_of_id_is_named() -> None:
    """By its letters in front; what is in the definitions is told in the text."""
    kinds = {one.split("-")[0] for one in first_column("| id |")}
    for name in BUILT_IN:
        root = tree(drawing.position(middle(name, 2).view(), panel=False))
        defined = {id_ for part in root.iter("defs") for id_ in by_id(part)}
        changing = {id_.split("-")[0] for id_ in by_id(root) if id_ not in defined}
        assert changing - {"inside", "map"} <= kinds


def test_every_class_is_styled() -> None:
    css = drawing.stylesheet()
    for name in first_column("| class |"):
        assert f".{name}" in css or name == "owned-by-2"


def test_every_key_of_a_layout_is_named() -> None:
    named = set(first_column("| key |"))
    for file in (ROOT / "src" / "whistlestop" / "drawing" / "layout" / "boards").iterdir():
        table = tomllib.loads(file.read_text(encoding="utf-8"))
        keys = {f"[{key}]" if isinstance(value, dict) else key for key, value in table.items()}
        assert keys <= named
        assert {key for city in table["cities"].values() for key in city} <= {
            "at",
            "label",
            "lines",
        }


def test_every_tool_is_named() -> None:
    named = {one.split(" ")[0] for one in first_column("| tool |")}
    assert named == {file.name for file in (ROOT / "tools" / "boards").glob("*.py")}
