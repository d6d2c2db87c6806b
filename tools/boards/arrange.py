"""Arrange a board, and write its layout file.

    python tools/boards/arrange.py usa --sweeps 2000 --seeds 1-6     from geography, the best of six
    python tools/boards/arrange.py usa --current --pin NYC,BOS       improve the present layout
    python tools/boards/arrange.py my-map.toml --room 1.2            write my-map.layout.toml

The best layout is the one with the fewest overlaps. Among layouts with equally many, it is the one
with the least sum of three measures: the depth of the overlaps, with a great weight, the distance
of places from their geographic positions, and the bends of routes.

A built-in board starts from its section in `sources/boards.toml`. Any other board starts from its
edition file alone, and `--room` gives it more space. Use `nudge.py EDITION` to correct the layout
by hand.
"""

from __future__ import annotations

import argparse
import math
import sys
import tomllib
from pathlib import Path

from whistlestop.drawing.layout.arrange import Start, arrange, place_by_geography
from whistlestop.drawing.layout.layout import Layout, parse, write
from whistlestop.drawing.layout.overlaps import overlaps
from whistlestop.editions.load import EditionError, load, names
from whistlestop.editions.model import Edition

HERE = Path(__file__).parent
BOARDS = HERE / "sources" / "boards.toml"
LAYOUTS = HERE.parent.parent / "src" / "whistlestop" / "drawing" / "layout" / "boards"
MARGIN = 1.5
"""The smallest gap in board units between two things. Less counts as an overlap."""


def layout_file(named: str) -> Path:
    """Return the path where the layout of an edition is written.

    Args:
        named: the edition's name, or the path of its file.
    """
    if named in names():
        return LAYOUTS / f"{named}.toml"
    return Path(named).with_suffix(".layout.toml")


def start_of(name: str, room: float = 1.0) -> Start:
    """Return the sizes, margins and initial bends from which a board is arranged.

    Args:
        name: the edition's name.
        room: a factor for the area of the board. It has no effect on a board with a section in
            `sources/boards.toml`.
    """
    entry = tomllib.loads(BOARDS.read_text(encoding="utf-8")).get(name)
    if entry is None:
        return Start(room=room)
    borders = {code: tuple(place) for code, place in entry.pop("borders", {}).items()}
    pairs = {
        key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()
    }
    return Start(borders=borders, **pairs)


def strain(edition: Edition, layout: Layout, home: Layout) -> tuple[int, float]:
    """Return the number of overlaps, and how bad the layout is otherwise. Lower is better.

    The second number adds up the depth of the overlaps, times 1000, the distances of places from
    `home`, and the bends of routes.
    """
    found = list(overlaps(edition, layout, MARGIN))
    moved = sum(math.dist(a, b) for a, b in zip(layout.places, home.places, strict=True))
    bent = sum(abs(b.bend_a) + abs(b.bend_b) + abs(b.bend_a - b.bend_b) for b in layout.bundles)
    return len(found), sum(one.depth for one in found) * 1000 + moved + 0.5 * bent


def main() -> None:
    """Arrange a board with every seed, and write the best layout."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("edition", help="an edition's name, or the path of an edition file")
    parser.add_argument("--sweeps", type=int, default=2000)
    parser.add_argument("--seeds", default="1", help="a seed, or a range of seeds such as 1-6")
    parser.add_argument("--current", action="store_true", help="start from the present layout")
    parser.add_argument("--pin", default="", help="cities that must not move, such as NYC,BOS")
    parser.add_argument(
        "--room",
        type=float,
        default=1.0,
        help="a factor for the area of a board that has no section in sources/boards.toml",
    )
    parser.add_argument(
        "--output", type=Path, help="the file to write (default: the file of the layout)"
    )
    args = parser.parse_args()
    try:
        edition = load(args.edition)
    except EditionError as error:
        sys.exit(str(error))
    start = start_of(edition.name, args.room)
    home = place_by_geography(edition, start)
    target = args.output or layout_file(args.edition)
    current = None
    if args.current:
        if target.is_file():
            current = parse(edition, target.read_text(encoding="utf-8"))
        if current is None:
            sys.exit(
                f"{target} holds no layout for the places and routes of {edition.name}: leave out "
                "--current, and one is arranged from geography"
            )
    first, _, last = args.seeds.partition("-")
    best: tuple[tuple[int, float], Layout] | None = None
    for seed in range(int(first), int(last or first) + 1):
        layout = arrange(
            edition,
            start,
            current,
            sweeps=args.sweeps,
            seed=seed,
            pinned=frozenset(filter(None, args.pin.split(","))),
            progress=lambda share: print(f"\r{share:4.0%}", end="", file=sys.stderr, flush=True),
        )
        bad = strain(edition, layout, home)
        print(f"\rseed {seed}: {bad[0]} overlaps, strain {bad[1]:,.0f}", flush=True)
        if best is None or bad < best[0]:
            best = bad, layout
    if best is None:
        sys.exit("no seeds")
    target.write_text(write(edition, best[1]), encoding="utf-8")
    for found in overlaps(edition, best[1], MARGIN):
        print(found)
    print(f"wrote {target}")


if __name__ == "__main__":
    main()
