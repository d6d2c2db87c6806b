"""`whistlestop draw`: draw boards, positions and whole games."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from whistlestop.cli import own_board, saving
from whistlestop.cli.boards import complete_edition, edition_named
from whistlestop.cli.failures import Failure
from whistlestop.cli.own_board import arrange_once
from whistlestop.cli.progress import bar, compile_rules

if TYPE_CHECKING:
    from whistlestop.drawing import Picture
    from whistlestop.editions.model import Edition
    from whistlestop.play.game import Game
    from whistlestop.seen.view import View


class Theme(StrEnum):
    """A colour theme of drawings."""

    LIGHT = "light"
    DARK = "dark"


class Format(StrEnum):
    """The file format in which `whistlestop draw` writes one drawing for each turn of a record."""

    SVG = "svg"
    PNG = "png"


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The options that the user chose for a drawing."""

    seat: int | None
    """The seat whose view is drawn, counted from 1. None draws only public information."""
    theme: str
    panel: bool

    def picture(self, view: View, names: tuple[str, ...], routes: tuple[str, ...] = ()) -> Picture:
        """Return a picture of the position in a view, drawn with these options.

        Args:
            view: the view of a position.
            names: the names of the players. If empty, players are called by their seats.
            routes: the codes of the routes to highlight.
        """
        from whistlestop import drawing

        return drawing.position(
            view, names=names, theme=self.theme, panel=self.panel, highlighted=routes
        )


def draw(
    what: Annotated[
        str,
        typer.Argument(
            help="An edition, an edition file, a record or a position file.",
            autocompletion=complete_edition,
        ),
    ],
    at: Annotated[
        int | None,
        typer.Option(min=0, help="Draw a record's position after this turn. 0 = after the deal."),
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option(
            "--as", min=1, help="Show what this seat sees.", show_default="what everybody sees"
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            help="The file to write: *.svg, *.png or *.pdf. '-' prints SVG.",
            show_default="the name of what is drawn, with .svg",
        ),
    ] = None,
    theme: Annotated[
        Theme, typer.Option(help="The colours of the board: light for day, dark for night.")
    ] = Theme.LIGHT,
    width: Annotated[
        int | None, typer.Option(min=50, max=10_000, help="The width of a PNG in pixels.")
    ] = None,
    frames: Annotated[
        Path | None,
        typer.Option(
            help="Draw every turn of a record into this folder, with a page that steps through "
            "them."
        ),
    ] = None,
    frame_format: Annotated[
        Format | None,
        typer.Option(
            "--format", help="The format of the pictures that --frames writes.", show_default="svg"
        ),
    ] = None,
    sheet: Annotated[
        bool, typer.Option("--sheet", help="Draw a record's final score sheet.")
    ] = False,
    board_only: Annotated[
        bool,
        typer.Option(
            "--board-only", help="Draw the board alone, without hands, tickets and the display."
        ),
    ] = False,
    edition: Annotated[
        str | None, typer.Option(help="The edition's file, if the edition is not built in.")
    ] = None,
    keep_layout: Annotated[
        bool,
        typer.Option(
            "--keep-layout",
            help="Write the places of cities, routes and names into the edition's file.",
        ),
    ] = False,
    layout: Annotated[
        Path | None,
        typer.Option(help="Write the places from this layout file into the edition's file."),
    ] = None,
    move: Annotated[
        tuple[str, int, int] | None,
        typer.Option(
            metavar="CITY RIGHT DOWN",
            help="Move a city by this many board units, and write the places into the edition's "
            "file.",
        ),
    ] = None,
    tidy: Annotated[
        bool,
        typer.Option(
            "--tidy",
            help="Remove overlaps by small moves of everything else, and write the places into "
            "the edition's file.",
        ),
    ] = False,
) -> None:
    """Draw a board, a position or a whole game as SVG, PNG or PDF."""
    source = Path(what)
    if source.suffix in (".record", ".json") and not source.exists():
        raise Failure(f"there is no file {what}")
    text = saving.read(source) if source.is_file() and source.suffix != ".toml" else None
    wanted = _Wanted(seat, theme.value, not board_only)
    record = text is not None and not text.lstrip().startswith("{")
    if not record:
        for option, given in (("--at", at is not None), ("--frames", frames), ("--sheet", sheet)):
            if given:
                raise Failure(f"{option} needs a record, and {what} is none")
    if frames is not None and (output is not None or at is not None or sheet):
        raise Failure("--frames draws every turn into its folder: leave out -o, --at and --sheet")
    if frame_format is not None and frames is None:
        raise Failure("--format is for --frames: -o takes the format from the file's name")
    png = frame_format is Format.PNG or (output is not None and output.suffix.lower() == ".png")
    if width is not None and not png:
        raise Failure("--width is for PNG files: add -o FILE.png, or --format png to --frames")
    if output is not None and str(output) != "-":
        _check_ending(output)
    keeping = keep_layout or tidy or layout is not None or move is not None
    if text is None:
        if seat is not None:
            raise Failure("--as needs a record or a position: an empty board looks alike to all")
        board = edition_named(what)
        _check_free(output, source.stem)
        if keeping:
            board = own_board.keep(source, board, layout, move, tidy)
        _write(_board(board, wanted), output, source.stem, width)
        own_board.warn(board)
        return
    if keeping:
        raise Failure(f"a layout is kept in an edition's file, and {what} is none")
    if not record:
        _write(_position(source, text, edition, wanted), output, source.stem, width)
        return
    # Imports are late where only a drawing needs them, so that `--help` is fast.
    from rich.console import Console

    compile_rules(Console(stderr=True))
    game = _record(source, text, at, edition)
    if seat is not None and seat > len(game.seats):
        raise Failure(f"there is no seat {seat}: {len(game.seats)} play")
    arrange_once(game.edition)
    if frames is not None:
        _frames(game, frames, wanted, (frame_format or Format.SVG).value, width)
    elif sheet:
        _write(_sheet(game, wanted), output, f"{source.stem}-sheet", width)
    else:
        picture = wanted.picture(game.view(None if seat is None else seat - 1), game.seats)
        _write(picture, output, source.stem if at is None else f"{source.stem}-{at}", width)


# ------------------------------------------------------------------------------------ what to draw


def _board(edition: Edition, wanted: _Wanted) -> Picture:
    from whistlestop import drawing

    arrange_once(edition)
    return drawing.board(edition, theme=wanted.theme)


def _position(source: Path, text: str, edition: str | None, wanted: _Wanted) -> Picture:
    from whistlestop.editions.load import EditionError
    from whistlestop.errors import PositionError
    from whistlestop.play.position import read_view
    from whistlestop.seen.view import REFEREE

    try:
        view = read_view(text, edition=edition)
    except (PositionError, EditionError) as error:
        raise Failure(f"{source}: {error}", status=1) from error
    if wanted.seat is not None:
        if wanted.seat > len(view.players):
            raise Failure(f"there is no seat {wanted.seat}: {len(view.players)} play")
        if view.viewer not in (REFEREE, wanted.seat - 1):
            raise Failure(f"{source} does not hold what seat {wanted.seat} sees")
        view = replace(view, viewer=wanted.seat - 1)
    arrange_once(view.edition)
    return wanted.picture(view, ())


def _record(source: Path, text: str, at: int | None, edition: str | None) -> Game:
    from whistlestop.play.record import Reader, RecordError

    reader = Reader(text, edition)
    try:
        return reader.game() if at is None else reader.until(at)
    except RecordError as error:
        raise Failure(f"{source}, {error}", status=1) from error


def _sheet(game: Game, wanted: _Wanted) -> Picture:
    from whistlestop import drawing

    if not game.over:
        raise Failure("the game is not over: there is no final score sheet yet", status=1)
    return drawing.score_sheet(
        game.edition, game.score_sheet(), names=game.seats, theme=wanted.theme
    )


# --------------------------------------------------------------------------------------- the files


def _check_ending(path: Path) -> None:
    from whistlestop.drawing.export import ENDINGS

    if path.suffix.lower() not in ENDINGS:
        raise Failure(f"{path}: a drawing is written as {', '.join(ENDINGS)}")


def _check_free(output: Path | None, stem: str) -> None:
    """Check that a drawing does not replace a file that the user did not name.

    Args:
        output: the file that the user named, which may be replaced. None checks the default file.
        stem: the name of the default file, without `.svg`.

    Raises:
        Failure: the default file exists, and `output` is None.
    """
    path = Path(f"{stem}.svg")
    if output is None and path.exists():
        raise Failure(f"{path} is there already; to replace it, name it with -o")


def _write(picture: Picture, output: Path | None, stem: str, width: int | None) -> None:
    if output is not None and str(output) == "-":
        sys.stdout.write(picture)
        return
    _check_free(output, stem)
    path = Path(f"{stem}.svg") if output is None else output
    _save(picture, path, width)
    print(f"wrote {path}")


def _save(picture: Picture, path: Path, width: int | None) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        picture.save(path, width)
    except OSError as error:
        raise Failure(f"cannot write {path}: {error.strerror or error}") from error


def _frames(game: Game, folder: Path, wanted: _Wanted, ending: str, width: int | None) -> None:
    """Draw the positions after the deal and after every turn into a folder.

    The folder also gets a page that steps through the drawings.

    Args:
        game: the game, which does not change.
        folder: the folder, which is created if it does not exist.
        wanted: the options of the drawings.
        ending: the file name ending of the drawings.
        width: the width of a PNG in pixels. None uses the default width.

    Raises:
        Failure: the folder is not empty, or a file cannot be written.
    """
    from whistlestop.actions import ClaimRoute
    from whistlestop.play.record import turns

    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Failure(f"{folder} is there already and is no empty folder")
    played = turns(game.moves)
    digits = len(str(len(played)))
    viewer = None if wanted.seat is None else wanted.seat - 1
    names = [f"{turn:0{digits}}.{ending}" for turn in range(len(played) + 1)]
    going = game.copy()
    # Go backwards: taking a move back is faster than replaying the game for each drawing.
    from rich.console import Console

    with bar(Console(stderr=True), "drawing", len(names)) as advance:
        for turn in range(len(played), -1, -1):
            moves = played[turn - 1][1] if turn else []
            claimed = tuple(m.action.route for m in moves if isinstance(m.action, ClaimRoute))
            owned = going.view().owners
            routes = tuple(route for route in claimed if route in owned)
            _save(
                wanted.picture(going.view(viewer), game.seats, routes), folder / names[turn], width
            )
            for _ in moves:
                going.undo()
            advance(1)
    page = _PAGE.replace("TITLE", game.edition.title).replace("FRAMES", repr(names))
    saving.write(folder / "index.html", page)
    print(f"wrote {len(names)} pictures and index.html to {folder}")


_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>TITLE</title>
<style>
body{margin:0;background:#161b25;color:#ede6d7;font:16px sans-serif;height:100vh;display:flex;
flex-direction:column}img{flex:1;min-height:0;object-fit:contain}
p{margin:0;padding:8px;display:flex;gap:8px;align-items:center}
input{flex:1}button{font:inherit;padding:6px 12px}
</style>
<img id="frame" alt="The table after this turn">
<p><button id="back" aria-label="One turn back">&#9664;</button>
<button id="go">Play</button><button id="on" aria-label="One turn on">&#9654;</button>
<input id="at" type="range" min="0" value="0" aria-label="Turn"><span id="turn"></span></p>
<script>
const frames = FRAMES, at = document.getElementById("at"), go = document.getElementById("go");
let timer = 0;
at.max = frames.length - 1;
function show(turn) {
  at.value = Math.max(0, Math.min(frames.length - 1, turn));
  document.getElementById("frame").src = frames[at.value];
  document.getElementById("turn").textContent = at.value + " / " + (frames.length - 1);
  if (+at.value === frames.length - 1) stop();
}
function stop() { clearInterval(timer); timer = 0; go.textContent = "Play"; }
function play() {
  if (timer) return stop();
  if (+at.value === frames.length - 1) show(0);
  timer = setInterval(() => show(+at.value + 1), 700); go.textContent = "Stop";
}
at.oninput = () => show(+at.value);
document.getElementById("back").onclick = () => show(+at.value - 1);
document.getElementById("on").onclick = () => show(+at.value + 1);
go.onclick = play;
onkeydown = (event) => {
  if (event.target.tagName === "INPUT") return;
  if (event.key === "ArrowLeft") show(+at.value - 1);
  if (event.key === "ArrowRight") show(+at.value + 1);
};
show(0);
</script>
</html>
"""
