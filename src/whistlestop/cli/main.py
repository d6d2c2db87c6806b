"""The command `whistlestop`: its groups, and what happens to errors and interrupts."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from whistlestop import __version__
from whistlestop.cli.failures import Failure

COMMANDS = ("serve", "play", "replay", "draw", "editions", "simulate", "arena", "bench")
"""Each is a module of this package with a function of the same name."""


class _Commands(TyperGroup):
    """Imports a command when it is used, so that every command starts quickly."""

    def list_commands(self, ctx: Any) -> list[str]:
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        del ctx
        if cmd_name not in COMMANDS:
            return None
        function = getattr(import_module(f"whistlestop.cli.{cmd_name}"), cmd_name)
        single = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        single.command(name=cmd_name)(function)
        return get_command(single)


app = typer.Typer(
    name="whistlestop",
    cls=_Commands,
    no_args_is_help=False,
    invoke_without_command=True,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"whistlestop {__version__}")
        raise typer.Exit


@app.callback()
def whistlestop(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Railway board games: play, replay, draw, simulate and measure.

    Without a command: `serve`, which opens tables in the browser.
    """
    del version
    if context.invoked_subcommand is None:
        import_module("whistlestop.cli.serve").serve(None, None, None, None, None)


def main() -> None:
    """Run the command line; what the user can mend is one clear message without a traceback."""
    try:
        app()
    except Failure as failure:
        print(f"whistlestop: {failure}", file=sys.stderr)
        sys.exit(failure.status)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)
