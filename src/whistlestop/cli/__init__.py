"""The command line. Each command has a module with the command's name."""

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
        """Print which package is missing for the command line, and exit with status 2."""
        print(f"whistlestop: {_missing}", file=sys.stderr)
        sys.exit(2)


__all__ = ["main"]
