"""`whistlestop balance`: report how well balanced a board is, from its file and from games."""

from __future__ import annotations

import json
import sys
from contextlib import redirect_stdout
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from whistlestop.cli.boards import complete_edition, edition_named
from whistlestop.cli.failures import Failure

if TYPE_CHECKING:
    from rich.table import Table

    from whistlestop.arena.balance import Balance
    from whistlestop.editions.model import Edition

_MOST_GAMES = 10_000


def balance(
    edition: Annotated[
        str,
        typer.Argument(
            help="An edition's name, or the path of an edition file.",
            autocompletion=complete_edition,
        ),
    ],
    players: Annotated[
        int | None,
        typer.Option(
            min=1, help="The number of players.", show_default="the fewest that the edition allows"
        ),
    ] = None,
    games: Annotated[
        int,
        typer.Option(
            min=0,
            max=_MOST_GAMES,
            help="The number of games to play. 0 = report only what the file says.",
        ),
    ] = 100,
    bot: Annotated[str, typer.Option(help="The bot that plays all seats.")] = "planner",
    seed: Annotated[int, typer.Option(min=0, help="The seed. Equal seeds repeat the games.")] = 0,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            help="Draw the board into this file (*.svg, *.png or *.pdf), with routes shaded by "
            "how often they are claimed.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
) -> None:
    """Report how well balanced a board is: tickets, colours, and contested routes.

    Ctrl-C ends the games. The command then reports the results of the games that were played.
    """
    from rich.console import Console

    from whistlestop.arena.balance import balance as look_over
    from whistlestop.bots.registry import BotError
    from whistlestop.cli.progress import bar, compile_players, compile_rules

    chosen = edition_named(edition)
    if output is not None:
        if not games:
            raise Failure("what routes are shaded by is games: leave out --games 0, or -o")
        _check_ending(output)
    notes = Console(stderr=True)
    compile_rules(notes)
    if games:
        compile_players(notes, [bot])
    try:
        # What the bot prints goes to standard error, apart from the report.
        with redirect_stdout(sys.stderr), bar(notes, "playing", max(1, games)) as advance:
            report = look_over(
                chosen,
                players=players,
                games=games,
                bot=bot,
                seed=seed,
                on_progress=lambda done: advance(1),
            )
    except (BotError, ValueError) as error:
        raise Failure(str(error)) from error
    if as_json:
        typer.echo(json.dumps(_document(report), indent=2))
    else:
        _print(report)
    if output is not None and report.games:
        _draw(chosen, report, output)
    if report.games < games:
        raise typer.Exit(130)


def _check_ending(path: Path) -> None:
    from whistlestop.drawing.export import ENDINGS

    if path.suffix.lower() not in ENDINGS:
        raise Failure(f"{path}: a drawing is written as {', '.join(ENDINGS)}")


def _draw(edition: Edition, report: Balance, path: Path) -> None:
    from whistlestop import drawing
    from whistlestop.cli.own_board import arrange_once

    arrange_once(edition)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        drawing.shaded(edition, report.contested).save(path)
    except OSError as error:
        raise Failure(f"cannot write {path}: {error.strerror or error}") from error
    print(f"wrote {path}", file=sys.stderr)


def _document(report: Balance) -> dict[str, Any]:
    from whistlestop.arena.balance import completed_share, findings

    tickets = [asdict(ticket) | {"off": ticket.off} for ticket in report.tickets]
    return asdict(report) | {
        "tickets": tickets,
        "completed": completed_share(report),
        "findings": findings(report),
    }


def _print(report: Balance) -> None:
    from rich.console import Console

    from whistlestop.arena.balance import completed_share, findings

    console = Console(highlight=False)
    console.print(f"[bold]{report.title}[/bold]")
    for table in (_tickets(report), _colours(report), _cities(report)):
        console.print(table)
    console.print(f"Double routes: {report.double_routes} of {report.pairs} links.")
    if report.turns is not None:
        console.print(_routes(report))
        console.print(_seats(report))
        done = completed_share(report)
        console.print(
            f"{report.games} games of {report.players} × {report.bot}, seed {report.seed}: "
            f"{report.turns.mean:.1f} ± {report.turns.sd:.1f} turns a game"
            + ("" if done is None else f", {done:.0%} of the tickets completed")
        )
    if report.games < report.asked:
        console.print(f"Interrupted after {report.games} of {report.asked} games.")
    found = findings(report)
    console.print("[bold]What stands out[/bold]" if found else "Nothing stands out.")
    for sentence in found:
        console.print(f"- {sentence}", soft_wrap=True)


def _table(title: str, words: int, *headings: str) -> Table:
    """Return an empty table with a title and headings.

    Args:
        title: the title.
        words: how many columns hold text. They come first. All other columns hold numbers.
        headings: the headings of all columns.
    """
    from rich.table import Table

    table = Table(title=title)
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="left" if number < words else "right")
    return table


def _tickets(report: Balance) -> Table:
    table = _table("Tickets", 1, "Ticket", "Points", "Spaces", "Even", "Off", "Completed")
    for one in report.tickets:
        done = f"{one.completed} of {one.held}" if one.held else "–"
        off = f"{one.off:+d}".replace("-", "−") if one.off else ""
        table.add_row(one.title, str(one.points), str(one.spaces), f"{one.fair:.0f}", off, done)
    return table


def _colours(report: Balance) -> Table:
    table = _table("Colours", 1, "Colour", "Routes", "Spaces", "Cards")
    for one in report.colours:
        cards = str(one.cards) if one.cards else "–"
        table.add_row(one.colour, str(one.routes), str(one.spaces), cards)
    return table


def _cities(report: Balance) -> Table:
    table = _table("Cities", 1, "City", "Neighbours", "On shortest ways of tickets", "Cuts off")
    for one in report.cities:
        off = ", ".join(one.parts_off[:6]) + (" …" if len(one.parts_off) > 6 else "")
        table.add_row(one.name, str(one.neighbours), f"{one.through:.0%}", off)
    return table


def _routes(report: Balance) -> Table:
    table = _table("Routes", 2, "Route", "Colour", "Length", "Claimed", "When", "By seat")
    for one in report.routes:
        when = "–" if one.when is None else f"{one.when:.0%}"
        seats = " ".join(map(str, one.by_seat))
        table.add_row(one.route, one.colour, str(one.length), f"{one.claimed:.0%}", when, seats)
    return table


def _seats(report: Balance) -> Table:
    table = _table("Seats", 1, "Seat", "Won", "95 %", "Score")
    for one in report.seats:
        table.add_row(
            str(one.seat),
            f"{one.wins.value:.1%}",
            f"{one.wins.low:.0%}–{one.wins.high:.0%}",
            f"{one.score.mean:.1f} ± {one.score.sd:.1f}",
        )
    return table
