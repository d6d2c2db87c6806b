"""Docstrings tell of the parameters that there are, and of no others."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
FILES = [
    file for folder in ("src", "tools", "benchmarks") for file in (ROOT / folder).rglob("*.py")
]


def documented(docstring: str) -> Iterator[str]:
    """The names that the Args of a docstring tell of."""
    section = re.search(r"^Args:\n((?:[ ]{4}.*\n?|\n)+)", docstring, re.MULTILINE)
    if section is not None:
        for names in re.findall(r"^ {4}([\w*][\w*, ]*):", section[1], re.MULTILINE):
            yield from (name.strip(" *") for name in names.split(","))


def strangers(file: Path) -> Iterator[str]:
    """What docstrings of a file tell of that is no parameter of the function."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        taken = node.args
        parameters = [*taken.posonlyargs, *taken.args, *taken.kwonlyargs]
        known = {one.arg for one in (*parameters, taken.vararg, taken.kwarg) if one is not None}
        for name in documented(ast.get_docstring(node) or ""):
            if name not in known:
                yield f"{file.relative_to(ROOT)}:{node.lineno} {node.name}: {name}"


def test_documented_parameters_exist() -> None:
    assert len(FILES) > 100
    assert [stranger for file in FILES for stranger in strangers(file)] == []


def test_the_test_reads_docstrings() -> None:
    lines = ["Do.", "", "Args:", "    one: this,", "        and: that.", "    *rest: all.", ""]
    assert list(documented("\n".join([*lines, "Raises:", "    Error: no.", ""]))) == ["one", "rest"]
