"""`whistlestop editions`: list the editions, or show one."""

from __future__ import annotations

from typing import Annotated

import typer

from whistlestop.cli.boards import complete_edition, edition_named


def editions(
    name: Annotated[
        str | None,
        typer.Argument(
            help="An edition's name, or the path of an edition file.",
            autocompletion=complete_edition,
        ),
    ] = None,
) -> None:
    """List the editions, or print one as a readable sheet."""
    from rich.console import Console

    from whistlestop.editions.sheet import overview, sheet

    Console().print(overview() if name is None else sheet(edition_named(name)))
