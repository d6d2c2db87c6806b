"""Make the reference of the Python interface: static pages from the docstrings.

    make reference                     into build/reference
    python tools/reference.py FOLDER   anywhere else

What users are meant to call is in it, and the compiled rules, for whoever builds on them; not the
server's inside, whose interface is `docs/api.md`, and not the command line's.
"""

from __future__ import annotations

import argparse
import pkgutil
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pdoc
import pdoc.render

import whistlestop

LEFT_OUT = ("__main__", "cli", "folders", "language", "player_names", "server", "web")
"""What nobody imports from outside."""


def modules() -> list[str]:
    """The modules that are told of, the package first; what is inside them comes along."""
    found = _inside(whistlestop)
    # There is no compiler for graphics cards for every machine.
    left_out = LEFT_OUT if find_spec("numba_cuda") else (*LEFT_OUT, "cuda")
    told = [name for name in found if name.rpartition(".")[2] not in left_out]
    # A package that says what is its own would not be looked into.
    listing = [module for module in map(import_module, told) if hasattr(module, "__all__")]
    for module in (whistlestop, *listing):
        for name in module.__all__:
            # What is loaded when it is first asked for is not found before.
            vars(module).setdefault(name, getattr(module, name))
    packages = [module for module in listing if hasattr(module, "__path__")]
    inner = [
        name
        for package in packages
        for name in _inside(package)
        if name.rpartition(".")[2] not in package.__all__
    ]
    return [whistlestop.__name__, *told, *inner]


def _inside(package: ModuleType) -> list[str]:
    """The modules directly inside a package."""
    return [f"{package.__name__}.{one.name}" for one in pkgutil.iter_modules(package.__path__)]


def make(folder: Path) -> int:
    """Write the pages into a folder; how many there are.

    Raises:
        OSError: the folder cannot be written to.
    """
    footer = f"Whistlestop {whistlestop.__version__}"
    pdoc.render.configure(docformat="google", footer_text=footer)
    pdoc.pdoc(*modules(), output_directory=folder)
    return sum(1 for _ in folder.rglob("*.html"))


def main() -> None:
    """Make the pages, and say where they are."""
    parser = argparse.ArgumentParser(description="Make the reference as static pages.")
    parser.add_argument(
        "folder", type=Path, nargs="?", default="build/reference", help="where (%(default)s)"
    )
    folder: Path = parser.parse_args().folder
    print(f"{make(folder)} pages; the first one: {folder / 'index.html'}")


if __name__ == "__main__":
    main()
