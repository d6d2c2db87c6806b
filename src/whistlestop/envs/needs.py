"""What environments need besides Whistlestop itself, and what is said where it is missing."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


def needed(module: str, extra: str) -> ModuleType:
    """Import what an extra of the package brings.

    Args:
        module: what is imported.
        extra: the extra's name.

    Raises:
        ImportError: it is not installed; the message says how it is.
    """
    try:
        return import_module(module)
    except ImportError as missing:
        raise ImportError(
            f'{module} is not installed; this brings it: pip install "whistlestop[{extra}]"'
        ) from missing
