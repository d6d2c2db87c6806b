"""Arrange the boards of users' editions, and save and change the layouts, on the command line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from whistlestop.cli import saving
from whistlestop.cli.boards import is_file
from whistlestop.cli.failures import Failure
from whistlestop.cli.progress import bar

if TYPE_CHECKING:
    from whistlestop.drawing.layout.overlaps import Overlap
    from whistlestop.editions.model import Edition

# Imports are late where only a drawing needs them, so that `--help` is fast.

_MOST_TOLD: Final = 12
"""The maximum number of overlaps that are listed. On boards with more overlaps, the drawing itself
is easier to read than a list."""


def arrange_once(edition: Edition) -> None:
    """Arrange the board of an edition, with a progress bar, unless the edition has a layout.

    The layout is stored in the cache.
    """
    from whistlestop.drawing.layout.layout import is_arranged, layout_of

    if is_arranged(edition):
        return
    from rich.console import Console

    from whistlestop.drawing.layout.arrange import prepare

    console = Console(stderr=True)
    console.print(
        f"Arranging the board of {edition.title}, once; this takes some seconds, the first time "
        "half a minute."
    )
    with bar(console, "preparing", 1):
        prepare()
    with bar(console, "arranging", 100) as advance:
        done = 0

        def progress(share: float) -> None:
            nonlocal done
            advance(round(share * 100) - done)
            done = round(share * 100)

        layout_of(edition, progress)


def keep(
    file: Path,
    edition: Edition,
    layout_file: Path | None,
    move: tuple[str, int, int] | None,
    tidy: bool,
) -> Edition:
    """Write a layout into an edition's file.

    Args:
        file: the edition's file.
        edition: the edition in that file.
        layout_file: the layout to write; the current layout of the board if None.
        move: the name or code of a city to move, and the distances to the right and down, in board
            units. None moves no city.
        tidy: whether to remove overlaps by small moves of all things except the city in `move`.

    Returns:
        The edition, read from the new text of the file.

    Raises:
        Failure: the edition is built in, the layout belongs to another board, the city is unknown
            or cannot be moved there, or the file cannot be changed.
    """
    from whistlestop.drawing.layout.layout import adopt, layout_of
    from whistlestop.drawing.layout.own import moved, with_layout
    from whistlestop.editions.load import EditionError, loads

    if not is_file(str(file)):
        raise Failure(f"{file} is built in: a layout is kept in the file of an edition of your own")
    if layout_file is not None and not adopt(edition, saving.read(layout_file)):
        raise Failure(f"{layout_file} is no layout of {edition.title}: cities or routes differ")
    arrange_once(edition)
    layout = layout_of(edition)
    pinned: frozenset[str] = frozenset()
    if move is not None:
        number = _city(edition, move[0])
        try:
            layout = moved(layout, number, *move[1:])
        except ValueError as error:
            raise Failure(f"{edition.cities[number].name} stays where it is: {error}") from error
        pinned = frozenset({edition.cities[number].code})
    if tidy:
        from whistlestop.drawing.layout.arrange import tidied

        layout = tidied(edition, layout, pinned)
    text = with_layout(saving.read(file), edition, layout)
    if text is None:
        raise Failure(
            f"the layout that is in {file} cannot be replaced by itself: take out what begins "
            "with [layout], and try again"
        )
    try:
        kept = loads(text, str(file))
    except EditionError as error:
        raise Failure(str(error)) from error
    saving.write(file, text)
    print(f"kept the layout in {file}", file=sys.stderr)
    return kept


def _city(edition: Edition, words: str) -> int:
    """Return the number of the city that a user names.

    Args:
        edition: the edition.
        words: the city's name or code, as a player may type it in a game.

    Raises:
        Failure: there is no such place, or the place is a country.
    """
    from whistlestop.editions.finding import NotFound, find_place
    from whistlestop.editions.gazetteer import gazetteer

    try:
        number = gazetteer(edition).place_of.get(find_place(edition, words))
    except NotFound as error:
        raise Failure(str(error)) from error
    if number is None:
        raise Failure(f"{words} is a country: its name and borders are moved in the file")
    return number


def warn(edition: Edition) -> None:
    """Print the overlaps and crossings on the board of an edition to standard error.

    Nothing is printed for built-in editions and for boards without overlaps.
    """
    from whistlestop.drawing.layout.layout import layout_of
    from whistlestop.drawing.layout.overlaps import overlaps
    from whistlestop.editions.load import is_built_in

    if is_built_in(edition):
        return
    found = [one for one in overlaps(edition, layout_of(edition)) if one.depth >= 1]
    if not found:
        return
    # Several overlaps of the spaces of two routes are one problem: name only the worst.
    worst: dict[tuple[str, str], Overlap] = {}
    for one in sorted(found, key=lambda one: (one.crossing, one.depth)):
        worst[_whole(one.what), _whole(one.other)] = one
    told = sorted(worst.values(), key=lambda one: (not one.crossing, -one.depth))
    crossing = sum(one.crossing for one in told)
    words = [
        f"{number} {thing}{'' if number == 1 else 's'}"
        for number, thing in ((crossing, "crossing"), (len(told) - crossing, "overlap"))
        if number
    ]
    print(f"{edition.title} has {' and '.join(words)}; --move and --tidy help:", file=sys.stderr)
    for one in told[:_MOST_TOLD]:
        print(f"  - {one.sentence(edition)}", file=sys.stderr)
    if len(told) > _MOST_TOLD:
        print(f"  and {len(told) - _MOST_TOLD} more", file=sys.stderr)


def _whole(thing: str) -> str:
    """Return the code of the route that a space belongs to, without its track number.

    Args:
        thing: the name of a thing in an overlap. Only a name that begins with `space ` is a space.
            All other names are returned unchanged.
    """
    return thing.rpartition(" ")[2].split("/")[0] if thing.startswith("space ") else thing
