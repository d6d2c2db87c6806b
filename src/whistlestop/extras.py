"""Extras: what parts of Whistlestop need besides the engine, and what to say if it is missing."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Final

MODULES: Final[Mapping[str, tuple[str, ...]]] = {
    "terminal": ("prompt_toolkit", "rich", "typer"),
    "draw": ("vl_convert",),
    "server": (
        "alembic",
        "httptools",
        "litestar",
        "segno",
        "sqlalchemy",
        "uvicorn",
        "uvloop",
        "websockets",
    ),
    "postgresql": ("psycopg",),
    "arena": ("pyarrow", "scipy"),
    "cluster": ("ray",),
    "envs": ("gymnasium", "pettingzoo", "PIL"),
    "openspiel": ("pyspiel", "open_spiel"),
    "cuda": ("numba_cuda",),
    "learn": ("cma", "torch"),
}
"""By the extra that installs them: the names under which modules are imported."""

_EXTRA_OF: Final = {module: extra for extra, modules in MODULES.items() for module in modules}


def needed(module: str) -> ModuleType:
    """Import a module that an extra installs.

    Args:
        module: its full name, such as `pettingzoo.utils`.

    Raises:
        ImportError: it is not installed. The message has the command that installs it.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as fault:
        sentence = how_to_install(fault)
        if sentence is None:
            raise
        raise ImportError(sentence, name=fault.name) from fault


def how_to_install(fault: ImportError) -> str | None:
    """Return the sentence that tells which extra installs a missing module.

    Args:
        fault: why an import failed.

    Returns:
        The sentence; None if no extra has the module.
    """
    module = (fault.name or "").partition(".")[0]
    extra = _EXTRA_OF.get(module)
    if extra is None:
        return None
    return f'{module} is not installed. Install it with: pip install "whistlestop[{extra}]"'
