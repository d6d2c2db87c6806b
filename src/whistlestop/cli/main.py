"""The command `whistlestop`: its groups, and what happens to errors and interrupts."""

from __future__ import annotations

import sys
from importlib import import_module

import typer

app = typer.Typer(
    name="whistlestop",
    help="Railway board games: play, replay, simulate and measure.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
)

COMMANDS = ("play", "replay", "editions", "simulate", "bench")
"""Each is a module of this package with a function of the same name."""

for _name in COMMANDS:
    app.command(name=_name)(getattr(import_module(f"whistlestop.cli.{_name}"), _name))


def main() -> None:
    """Run the command line; errors the user can mend are one clear message, without a traceback."""
    from whistlestop.cli.failures import Failure

    try:
        app()
    except Failure as failure:
        print(f"whistlestop: {failure}", file=sys.stderr)
        sys.exit(failure.status)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)
