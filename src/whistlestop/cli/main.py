"""The command `whistlestop`: run its subcommands, and handle errors and interrupts."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from whistlestop import __version__
from whistlestop.cli.failures import Failure
from whistlestop.cli.interrupts import keep_interrupts
from whistlestop.cli.plain_marks import write_plain_marks
from whistlestop.extras import how_to_install

COMMANDS: Final = {
    "serve": "Open tables in the browser: play with friends and bots.",
    "repair": "Find tables with damaged entries, and repair one of them.",
    "play": "Play a game: you against bots, or several people at one screen.",
    "replay": "Verify a record move by move, and print the position and the score sheet.",
    "review": "Judge the decisions of recorded games, and tell luck from skill.",
    "draw": "Draw a board, a position or a whole game as SVG, PNG or PDF.",
    "editions": "List the editions, or print one as a readable sheet.",
    "simulate": "Let bots play many games, and sum up the results.",
    "arena": "Let bots play each other on the same deals from every seat.",
    "exploit": "Search for a player that beats a bot, and measure how often it wins.",
    "calibrate": "Compare the chances that the judge predicts with the results of games.",
    "balance": "Report how well balanced a board is: tickets, colours, and contested routes.",
    "bench": "Measure games, copies, worlds, longest paths and drawings.",
}
"""The subcommands, each with a line of help.

This package has a module for each subcommand. The module and its main function have the
subcommand's name.
"""

SETTINGS: Final = {"help_option_names": ["-h", "--help"]}
"""The Typer context settings of `whistlestop` and of every subcommand."""


class _Commands(TyperGroup):
    """The Typer group of all subcommands. It imports a subcommand only when the subcommand runs.

    This lets the program start fast. The program's help and shell completion need no imports. They
    show only the names and lines of help in `COMMANDS`.
    """

    def list_commands(self, ctx: Any) -> list[str]:
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        del ctx
        if cmd_name not in COMMANDS:
            return None
        line = COMMANDS[cmd_name]
        return TyperCommand(cmd_name, help=line, short_help=line)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, listed, rest = super().resolve_command(ctx, args)
        if listed is None or name is None:
            return name, listed, rest
        function = getattr(import_module(f"whistlestop.cli.{name}"), name)
        single = typer.Typer(
            add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None
        )
        single.command(name=name, context_settings=dict(SETTINGS))(function)
        return name, get_command(single), rest


app = typer.Typer(
    name="whistlestop",
    cls=_Commands,
    no_args_is_help=False,
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings=dict(SETTINGS),
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
            "--version", "-V", callback=_print_version, is_eager=True, help="Print the version."
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
    """Run the command line.

    Errors that the user can fix are printed as one message without a traceback.
    """
    keep_interrupts()
    write_plain_marks()
    try:
        app()
    except Failure as failure:
        print(f"whistlestop: {failure}", file=sys.stderr)
        sys.exit(failure.status)
    except ImportError as fault:
        sentence = how_to_install(fault)
        if sentence is None:
            raise
        print(f"whistlestop: {sentence}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)
