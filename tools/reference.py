"""Build the reference of the Python interface, as static pages made from the docstrings.

    make reference                     into build/reference
    python tools/reference.py FOLDER   into another folder

The reference covers what users can call, and the compiled rules for those who build on them. It
does not cover the inside of the server, whose interface is `docs/api.md`, nor the command line.
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
"""The modules that users do not import."""


def modules() -> list[str]:
    """Return the names of the documented modules, the package first. Modules inside them follow."""
    found = _inside(whistlestop)
    # The compiler for graphics cards is not available for every machine.
    left_out = LEFT_OUT if find_spec("numba_cuda") else (*LEFT_OUT, "cuda")
    told = [name for name in found if name.rpartition(".")[2] not in left_out]
    # pdoc does not document the submodules of a package with `__all__` unless they are named.
    listing = [module for module in map(import_module, told) if hasattr(module, "__all__")]
    for module in (whistlestop, *listing):
        for name in module.__all__:
            # Names that are loaded on first use must be loaded, so that pdoc finds them.
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
    """Return the names of the modules directly inside a package."""
    return [f"{package.__name__}.{one.name}" for one in pkgutil.iter_modules(package.__path__)]


def make(folder: Path) -> int:
    """Write the pages into a folder. Return the number of pages.

    Raises:
        OSError: the folder cannot be written to.
    """
    footer = f"Whistlestop {whistlestop.__version__}"
    pdoc.render.configure(docformat="google", footer_text=footer)
    pdoc.pdoc(*modules(), output_directory=folder)
    return sum(1 for _ in folder.rglob("*.html"))


def main() -> None:
    """Write the pages, and print where they are."""
    parser = argparse.ArgumentParser(description="Make the reference as static pages.")
    parser.add_argument(
        "folder",
        type=Path,
        nargs="?",
        default="build/reference",
        help="the folder to write to (%(default)s)",
    )
    folder: Path = parser.parse_args().folder
    print(f"{make(folder)} pages. Open {folder / 'index.html'}")


if __name__ == "__main__":
    main()
