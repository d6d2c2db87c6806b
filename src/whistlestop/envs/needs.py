"""Import the libraries that environments need, with a helpful message if one is missing."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


def needed(module: str, extra: str) -> ModuleType:
    """Import a module that an extra of the package installs, and return it.

    Args:
        module: the name of the module.
        extra: the name of the extra.

    Raises:
        ImportError: the module is not installed. The message has the command that installs it.
    """
    try:
        return import_module(module)
    except ImportError as missing:
        raise ImportError(
            f'{module} is not installed; this brings it: pip install "whistlestop[{extra}]"'
        ) from missing
