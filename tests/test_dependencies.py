"""What is imported is declared in `pyproject.toml`, and what is declared there is used."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from whistlestop.extras import MODULES

ROOT = Path(__file__).parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
OURS = {"benchmarks", "examples", "tests", "tools", "whistlestop"}

FOUND_BY_OTHERS = {
    "httptools": "Uvicorn reads requests with it",
    "uvloop": "Uvicorn runs on it",
    "websockets": "Uvicorn speaks WebSocket with it",
    "numba-cuda": "the module `numba.cuda` is in it",
    "brotli": "fontTools writes WOFF2 with it",
    "hatchling": "builds the package",
    "furo": "how Sphinx makes pages look",
    "myst-parser": "Sphinx reads Markdown with it",
    "pytest-random-order": "a plugin of pytest",
    "pytest-timeout": "a plugin of pytest",
    "ipykernel": "runs the notebook of the examples",
    "coverage": "a command",
    "oxfmt": "a command",
    "oxlint": "a command",
    "import-linter": "a command",
    "pre-commit": "a command",
    "pyright": "a command",
    "ruff": "a command",
    "uv": "a command",
}
"""Distributions that are needed although nothing here imports them."""

INSTALLED_UNDER = {"colour": "colour-science", "fonttools": "fonttools", "pil": "pillow"}
"""Distributions of modules that need not be installed, where the names differ."""


def normalised(name: str) -> str:
    """A distribution's name as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def names(requirements: Iterable[Any]) -> set[str]:
    """The distributions that a list of requirements asks for, groups that it includes as well."""
    found: set[str] = set()
    for requirement in requirements:
        if isinstance(requirement, str):
            match = re.match(r"[\w.-]+", requirement)
            assert match is not None
            found.add(normalised(match[0]))
        else:
            found |= group(requirement["include-group"])
    return found


def group(name: str) -> set[str]:
    """The distributions of a dependency group."""
    return names(PROJECT["dependency-groups"][name])


BY_EXTRA: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
SHOWN = ("terminal", "draw", "server")
"""The extras that make up `all`: what people who play need."""
ENGINE = names(PROJECT["project"]["dependencies"])
EXTRAS = names(chain.from_iterable(BY_EXTRA.values())) - {"whistlestop"}
RUNTIME = ENGINE | names(chain.from_iterable(BY_EXTRA[extra] for extra in SHOWN)) - {"whistlestop"}
LEARN = names(BY_EXTRA["learn"])
"""What only the tools need that tune and teach the players."""


def modules(source: str) -> Iterator[str]:
    """The top-level modules that a file imports, by statement or by name."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=aliases):
                yield from (alias.name.partition(".")[0] for alias in aliases)
            case ast.ImportFrom(module=str(module), level=0):
                yield module.partition(".")[0]
            case ast.Call(
                func=ast.Attribute(attr="import_module" | "importorskip"),
                args=[ast.Constant(value=str(module)), *_],
            ):
                yield module.partition(".")[0]
            case ast.Call(func=ast.Name(id="needed"), args=[ast.Constant(value=str(module)), *_]):
                yield module.partition(".")[0]
            case _:
                pass


def imported(*folders: str) -> dict[str, str]:
    """The distributions that the files of some folders import, and one of those files for each."""
    installed = packages_distributions()
    found: dict[str, str] = {}
    for file in (file for folder in folders for file in sorted((ROOT / folder).rglob("*.py"))):
        for module in modules(file.read_text()):
            if module in sys.stdlib_module_names or module in OURS:
                continue
            # A module that sits beside a script is not a distribution.
            if (file.parent / f"{module}.py").exists():
                continue
            known = INSTALLED_UNDER.get(module.lower()) or installed.get(module, [module])[0]
            found.setdefault(normalised(known), str(file.relative_to(ROOT)))
    return found


@pytest.mark.parametrize(
    ("folders", "declared"),
    [
        (["src"], RUNTIME | EXTRAS),
        (["tests"], RUNTIME | group("dev")),
        (
            ["benchmarks", "examples", "tools"],
            RUNTIME | group("dev") | group("boards") | LEARN,
        ),
    ],
    ids=["package", "tests", "tools"],
)
def test_whatever_is_imported_is_declared(folders: list[str], declared: set[str]) -> None:
    undeclared = {name: file for name, file in imported(*folders).items() if name not in declared}
    assert undeclared == {}


def test_whatever_is_declared_is_used() -> None:
    by_users = set(imported("src")) | FOUND_BY_OTHERS.keys()
    assert by_users >= (RUNTIME | EXTRAS) - LEARN
    by_developers = set(imported("src", "tests", "benchmarks", "examples", "tools"))
    declared = RUNTIME | EXTRAS | group("dev") | group("boards")
    assert by_developers | FOUND_BY_OTHERS.keys() == declared
    assert not by_developers & FOUND_BY_OTHERS.keys() - {"websockets"}


DOCUMENTED = (
    "gymnasium.",
    "litestar.openapi.",
    "msgspec.Struct",
    "typer.core.TyperGroup",
    "httpcore.AsyncNetworkBackend",
)
"""What other libraries document as made to be derived from."""


def bases(source: str) -> Iterator[str]:
    """The full names of the classes of other libraries that the classes of a file derive from."""
    tree = ast.parse(source)
    known: dict[str, str] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=aliases):
                for alias in aliases:
                    here = alias.asname or alias.name.partition(".")[0]
                    known[here] = alias.name if alias.asname else here
            case ast.ImportFrom(module=str(module), level=0):
                known |= {
                    alias.asname or alias.name: f"{module}.{alias.name}" for alias in node.names
                }
            case _:
                pass
    for node in ast.walk(tree):
        for base in node.bases if isinstance(node, ast.ClassDef) else ():
            first, dot, rest = ast.unparse(base).partition("[")[0].partition(".")
            if known.get(first, "").partition(".")[0] not in sys.stdlib_module_names | OURS | {""}:
                yield f"{known[first]}{dot}{rest}"


def test_a_library_whose_inside_is_used_is_bounded_above() -> None:
    """A class of the package that derives from what a library does not document as made for that.

    The library may change it in any version. So the version is bounded, and a test says what has
    changed (for Uvicorn, `tests/server/test_uvicorn.py`).
    """
    installed = packages_distributions()
    requirements = [*PROJECT["project"]["dependencies"], *chain.from_iterable(BY_EXTRA.values())]
    bounded = {*names(one for one in requirements if re.search(r"<\d", one))}
    open_ended: dict[str, str] = {}
    for file in sorted((ROOT / "src").rglob("*.py")):
        for base in bases(file.read_text()):
            module = base.partition(".")[0]
            distribution = normalised(installed.get(module, [module])[0])
            if not base.startswith(DOCUMENTED) and distribution not in bounded:
                open_ended[base] = str(file.relative_to(ROOT))
    assert open_ended == {}


def test_the_classes_of_other_libraries_are_found() -> None:
    source = """
import enum, uvicorn, torch.nn as nn
from uvicorn.server import Server as Theirs
from whistlestop.play.game import Game
class One(uvicorn.Config): ...
class Two(Theirs[int], enum.Enum): ...
class Three(nn.Module, Game, One): ...
"""
    assert [*bases(source)] == ["uvicorn.Config", "uvicorn.server.Server", "torch.nn.Module"]


@pytest.mark.parametrize(
    ("file", "declared"),
    [
        ("requirements.lock", RUNTIME),
        ("requirements-build.lock", group("build")),
        ("requirements-dev.lock", RUNTIME | group("dev")),
    ],
)
def test_whatever_is_declared_is_pinned(file: str, declared: set[str]) -> None:
    text = (ROOT / file).read_text()
    pinned = {normalised(name) for name in re.findall(r"(?m)^([\w.-]+)(?:\[\S*\])?==", text)}
    assert declared <= pinned
    # The lock holds on whichever index it is installed from.
    assert "://" not in text


def test_the_extras_are_known_by_what_is_imported() -> None:
    """Whoever lacks a module is told the extra that installs it."""
    assert BY_EXTRA["all"] == [f"whistlestop[{','.join(sorted(SHOWN))}]"]
    assert MODULES.keys() == BY_EXTRA.keys() - {"all"}
    installed = packages_distributions()
    under = {
        "pil": "pillow",
        "psycopg": "psycopg",
        "pyspiel": "open-spiel",
        "numba_cuda": "numba-cuda",
        "torch": "torch",
        "cma": "cma",
    }
    for extra, modules_of in MODULES.items():
        brought = names(BY_EXTRA[extra])
        for module in modules_of:
            found = under.get(module.lower()) or installed.get(module, [module])[0]
            assert normalised(found) in brought, f"{module} of {extra}"


WITHOUT_EXTRAS = """
import sys
from whistlestop.extras import MODULES
LACKING = {module for modules in MODULES.values() for module in modules}
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in LACKING:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Finder())
"""

ENGINE_ALONE = """
from whistlestop import Game, drawing, read_record, write_record
game = Game.new("usa", ["Ada", "Ben"], seed=1)
while not game.over and game.length < 30:
    seat = game.deciding[0]
    game.play(game.legal_actions(seat)[0], seat)
assert write_record(read_record(write_record(game))) == write_record(game)
picture = drawing.position(game.view())
assert "<svg" in str(picture)
try:
    picture.png()
except ImportError as fault:
    print(fault)
"""

COMMAND_LINE = """
from whistlestop.cli import main
main()
"""


def without_extras(program: str) -> subprocess.CompletedProcess[str]:
    """Run a program where nothing is installed but what the engine needs."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT_EXTRAS + program],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
    )


def test_the_engine_needs_no_extra() -> None:
    done = without_extras(ENGINE_ALONE)
    assert done.returncode == 0, done.stderr
    assert 'pip install "whistlestop[draw]"' in done.stdout


def test_a_command_says_which_extra_it_needs() -> None:
    done = without_extras(COMMAND_LINE)
    assert done.returncode == 2
    assert done.stderr.endswith('Install it with: pip install "whistlestop[terminal]"\n')
    assert "Traceback" not in done.stderr
    # There is a terminal, and no server.
    only = "LACKING -= set(MODULES['terminal'])\nsys.argv = ['whistlestop', 'serve', '--no-open']\n"
    done = without_extras(only + COMMAND_LINE)
    assert done.returncode == 2
    assert done.stderr.endswith('Install it with: pip install "whistlestop[server]"\n')
    assert "Traceback" not in done.stderr


def test_an_import_is_found_however_it_is_written() -> None:
    source = """
import os.path, rich.table
from numpy.typing import NDArray
from . import beside
def later():
    import segno
    importlib.import_module("colour")
"""
    assert set(modules(source)) == {"os", "rich", "numpy", "segno", "colour"}
