"""`whistlestop editions`: what can be played."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from whistlestop.cli.failures import Failure
from whistlestop.editions.load import EditionError, load
from whistlestop.editions.sheet import overview, sheet


def editions(
    name: Annotated[
        str | None, typer.Argument(help="An edition's name, or the path of an edition file.")
    ] = None,
) -> None:
    """List the editions, or print one as a readable sheet."""
    console = Console()
    if name is None:
        console.print(overview())
        return
    try:
        console.print(sheet(load(name)))
    except EditionError as error:
        raise Failure(str(error)) from error
