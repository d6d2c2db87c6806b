"""The optional extras of the package: the modules that they install, and messages for missing ones.

If a module is missing, the message has the command that installs the extra with that module.
"""

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
        "cryptography",
        "http_ece",
        "httpcore",
        "httptools",
        "litestar",
        "openskill",
        "prometheus_client",
        "py_vapid",
        "segno",
        "sqlalchemy",
        "uvicorn",
        "uvloop",
        "websockets",
    ),
    "postgresql": ("psycopg",),
    "arena": ("cma", "pyarrow", "scipy"),
    "cluster": ("ray",),
    "envs": ("gymnasium", "pettingzoo", "PIL"),
    "openspiel": ("pyspiel", "open_spiel"),
    "cuda": ("numba_cuda",),
    "learn": ("torch",),
}
"""The names of the modules that each extra installs, by the extra's name."""

_EXTRA_OF: Final = {module: extra for extra, modules in MODULES.items() for module in modules}


def needed(module: str) -> ModuleType:
    """Import a module that an extra installs, and return it.

    Args:
        module: the full name of the module, such as `pettingzoo.utils`.

    Raises:
        ImportError: the module is not installed. The message has the command that installs the
            module, if an extra has it.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as fault:
        message = how_to_install(fault)
        if message is None:
            raise
        raise ImportError(message, name=fault.name) from fault


def how_to_install(fault: ImportError) -> str | None:
    """Return a sentence with the command that installs a missing module.

    Args:
        fault: the error of the failed import.

    Returns:
        The sentence, or None if no extra installs the module.
    """
    module = (fault.name or "").partition(".")[0]
    extra = _EXTRA_OF.get(module)
    if extra is None:
        return None
    return sentence(module, extra)


def sentence(module: str, extra: str) -> str:
    """Return a sentence that says that a module is missing.

    The sentence has the command that installs the extra with the module.
    """
    return f'{module} is not installed. Install it with: pip install "whistlestop[{extra}]"'
