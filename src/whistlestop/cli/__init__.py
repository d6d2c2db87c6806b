"""The command line: one thin file a command group."""

from __future__ import annotations

from whistlestop.cli.main import main

__all__ = ["main"]
