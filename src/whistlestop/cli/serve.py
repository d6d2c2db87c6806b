"""`whistlestop serve`: open tables in the browser."""

from __future__ import annotations

import os
import sys
import webbrowser
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from whistlestop.cli.failures import Failure
from whistlestop.cli.progress import compile_rules
from whistlestop.server.logs import start_logging
from whistlestop.server.settings import Settings, SettingsError, from_environment

if TYPE_CHECKING:
    from rich.console import Console


def serve(
    host: Annotated[
        str | None, typer.Option(help="The address to listen on. [default: 127.0.0.1]")
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="The port. [default: 8787, or the next free one]"),
    ] = None,
    no_open: Annotated[
        bool | None, typer.Option("--no-open", help="Do not open the browser.")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(help="The URL of the database. [default: a file in your data folder]"),
    ] = None,
    lan: Annotated[
        bool | None,
        typer.Option("--lan", help="Let the phones and computers in the house join."),
    ] = None,
    webhooks: Annotated[
        bool | None,
        typer.Option("--webhooks", help="Let people enter an address to call on their turn."),
    ] = None,
    push: Annotated[
        str | None,
        typer.Option(
            metavar="CONTACT",
            help="Let people get messages on their devices. Your mail address, for push services.",
        ),
    ] = None,
) -> None:
    """Open tables in the browser: play with friends and bots.

    You can also set every option in the environment, such as WHISTLESTOP_PORT=8000. Games are saved
    after every move. They continue where they were when you start the server again.
    """
    from rich.console import Console

    try:
        settings = from_environment(
            os.environ,
            host=host,
            port=port,
            no_open=no_open,
            database=database,
            lan=lan,
            webhooks=webhooks,
            push=push,
        )
    except SettingsError as error:
        raise Failure(str(error)) from error
    console = Console(stderr=True, highlight=False)
    compile_rules(console)
    start_logging(settings.log == "json")
    run(settings, console)


def run(settings: Settings, console: Console) -> None:
    """Run the server until it is interrupted, and print its addresses.

    Another server may already use the database. If its address is known and the user named no port,
    print this address and open it in the browser instead. The option `--no-open` prevents opening.

    Raises:
        Failure: the database is in use by another server or cannot be opened, or the address is
            taken.
    """
    # The other commands do not need these modules, so they are imported late.
    from whistlestop.server.serve import Address, CannotListen
    from whistlestop.server.serve import serve as serve_tables
    from whistlestop.server.storage.lock import Locked
    from whistlestop.server.storage.store import StoreError

    def up(address: Address) -> None:
        print(f"Whistlestop is at {address.url}", flush=True)
        for url in address.lan or ():
            print(f"In the house: {url}", flush=True)
        if settings.lan and address.lan:
            _show_code(address.lan[0])
        print("Stop it with Ctrl-C.", flush=True)
        if not settings.no_open:
            _open(address.url)

    def compiling(step: str) -> None:
        console.print(f"Compiling the bots, once ({step}); games go on meanwhile.")

    def lost(sentence: str) -> None:
        console.print(f"Warning: {sentence}", soft_wrap=True)

    try:
        serve_tables(settings, up, compiling, lost)
    except Locked as claimed:
        if not claimed.url or settings.port is not None:
            raise Failure(str(claimed)) from claimed
        print(f"Whistlestop is running already, at {claimed.url}")
        if not settings.no_open:
            _open(claimed.url)
        return
    except (CannotListen, StoreError) as error:
        raise Failure(str(error)) from error
    console.print("Stopped. All games are saved; start again to go on.")


def _open(url: str) -> None:
    """Open a URL in a graphical browser, if there is one.

    A text browser is not opened, because it would take over the terminal.
    """
    windows = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
    if windows or not sys.platform.startswith("linux"):
        webbrowser.open(url)


def _show_code(url: str) -> None:
    """Print an address as a QR code for phones, if the terminal can show the code."""
    import segno

    # If the terminal cannot show the code, the address is still printed.
    with suppress(UnicodeEncodeError):
        segno.make(url, error="l", micro=False).terminal(out=sys.stdout, compact=True)
