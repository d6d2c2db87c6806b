"""The command line: one thin file a command group."""

from __future__ import annotations

import sys

from whistlestop.extras import how_to_install

try:
    from whistlestop.cli.main import main
except ModuleNotFoundError as fault:
    _missing = how_to_install(fault)
    if _missing is None:
        raise

    def main() -> None:
        """Say what the command line needs, and fail."""
        print(f"whistlestop: {_missing}", file=sys.stderr)
        sys.exit(2)


__all__ = ["main"]
