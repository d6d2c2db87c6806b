"""Load Python files that contain bots written by users.

Each file is loaded once, and all its bots share the module. A file may import its *neighbours*:
modules in the same folder or below it. Files in two folders may each import a `helpers.py`. Before
a file is loaded, neighbours that earlier files imported are removed from `sys.modules`. Therefore a
file must import its neighbours at the top, not later inside a function.
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
    """An error: the name of a bot's file has no ending that Python can import, such as `.py`."""


@dataclass(frozen=True, slots=True)
class _Loaded:
    """A bot's file that has been loaded, and what shows whether it has changed since."""

    module: ModuleType
    neighbours: tuple[Path, ...]
    """The paths of the files that this file imported from its own folder or from subfolders."""
    stamps: tuple[tuple[int, int], ...]
    """For the file, then for each neighbour: the time of its last change in nanoseconds, and its
    size in bytes."""


_loaded: Final[dict[Path, _Loaded]] = {}
"""The files that have been loaded in this process, by path."""


def module_of(file: Path) -> ModuleType:
    """Return the module of a bot's file.

    The file is loaded on the first call. Neighbours are the files that it imports from its own
    folder or from subfolders. A later call loads the file again if the file or one of its
    neighbours has changed on disk.

    Raises:
        NotPython: the name of the file has no ending that Python can import, such as `.py`.
        Exception: any exception that the file raises when it is loaded.
    """
    whole = file.resolve()
    known = _loaded.get(whole)
    if known is None or known.stamps != _stamps(whole, known.neighbours):
        known = _loaded[whole] = _load(whole)
    return known.module


def sources(file: Path) -> tuple[Path, ...]:
    """Return the path of a bot's file, then the sorted paths of its neighbours.

    Neighbours are the files that it imported from its own folder or from subfolders.
    If the file has not been loaded, the result is only the path of the file.
    """
    known = _loaded.get(file.resolve())
    return (file, *(known.neighbours if known is not None else ()))


def _load(file: Path) -> _Loaded:
    # The digest of the path keeps files with equal names apart.
    digest = hashlib.sha256(str(file).encode()).hexdigest()[:8]
    name = f"whistlestop_bot_{file.stem}_{digest}"
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise NotPython(f"{file} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    folder = file.parent
    _make_way(folder)
    before = {*sys.modules}
    # Data classes and pickle look up their module in `sys.modules`.
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
    """Put a folder first on the import path, and remove all neighbours from `sys.modules`.

    Neighbours are the files that bots' files imported from their own folders. Without them, the
    next file to be loaded imports its neighbours from `folder`, as they now are on disk. Bots'
    files that were loaded before keep the neighbours that they imported.
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
