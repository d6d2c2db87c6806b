"""Files with bots of somebody's own: each loaded once, with the neighbours that it imports.

A bot's file may import what lies beside it, as a script may. Two bots of one file share it, and two
folders may each have a `helpers.py` of their own: what one folder's bots have imported is out of
the way when those of another are loaded. So neighbours are imported at the top of a file, and not
later inside a function.
"""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Final


class NotPython(ImportError):
    """A file that is no Python file by its name."""


@dataclass(frozen=True, slots=True)
class _Loaded:
    """A file that has been loaded."""

    module: ModuleType
    neighbours: tuple[Path, ...]
    """The files beside it, or in folders there, that it imported."""
    stamps: tuple[tuple[int, int], ...]
    """When it and they were written, and how long they were."""


_loaded: Final[dict[Path, _Loaded]] = {}
"""The files that have been loaded in this process."""


def module_of(file: Path) -> ModuleType:
    """The module of a bot's file, loaded once; again if it or a neighbour has changed since.

    Raises:
        Exception: whatever the file raises when it is loaded.
    """
    whole = file.resolve()
    known = _loaded.get(whole)
    if known is None or known.stamps != _stamps(whole, known.neighbours):
        known = _loaded[whole] = _load(whole)
    return known.module


def sources(file: Path) -> tuple[Path, ...]:
    """A bot's file and, once that has been loaded, the neighbours that it imported, sorted."""
    known = _loaded.get(file.resolve())
    return (file, *(known.neighbours if known is not None else ()))


def _load(file: Path) -> _Loaded:
    # Of its path: two files of one name are two modules.
    digest = hashlib.sha256(str(file).encode()).hexdigest()[:8]
    name = f"whistlestop_bot_{file.stem}_{digest}"
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise NotPython(f"{file} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    folder = file.parent
    _make_way(folder)
    before = {*sys.modules}
    # Where data classes and pickles look for their module.
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        sys.modules.pop(name, None)
        raise
    found = (_file_of(sys.modules[each]) for each in {*sys.modules} - before - {name})
    neighbours = tuple(sorted(each for each in found if each and each.is_relative_to(folder)))
    return _Loaded(module, neighbours, _stamps(file, neighbours))


def _make_way(folder: Path) -> None:
    """Let the names of modules mean what lies in a folder, before anything else.

    Those that bots have imported from beside them before are forgotten by name, so that another
    folder's, or changed ones, can be loaded; who has imported them keeps them.
    """
    theirs = {neighbour for loaded in _loaded.values() for neighbour in loaded.neighbours}
    for name, module in list(sys.modules.items()):
        if _file_of(module) in theirs:
            del sys.modules[name]
    if str(folder) in sys.path:
        sys.path.remove(str(folder))
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()


def _file_of(module: ModuleType) -> Path | None:
    file = getattr(module, "__file__", None)
    return Path(file).resolve() if isinstance(file, str) else None


def _stamps(file: Path, neighbours: tuple[Path, ...]) -> tuple[tuple[int, int], ...]:
    return tuple(
        (stat.st_mtime_ns, stat.st_size)
        for stat in (each.stat() for each in (file, *neighbours) if each.exists())
    )
