"""Arrange a board that comes with Whistlestop, and write its layout file.

    python tools/boards/arrange.py usa --sweeps 2000 --seeds 1-6     from geography, the best of six
    python tools/boards/arrange.py usa --current --pin NYC,BOS       small steps from what there is

The best arrangement is the one with the fewest and shallowest overlaps, and among those without
any, the one whose places have moved least and whose routes bend least. What geography it starts
from is in `sources/boards.toml`. Afterwards, `nudge.py` is for the hand.
"""

from __future__ import annotations

import argparse
import math
import sys
import tomllib
from pathlib import Path

from whistlestop.drawing.arrange import Start, arrange, place_by_geography
from whistlestop.drawing.layout import Layout, read, write
from whistlestop.drawing.overlaps import overlaps
from whistlestop.editions.load import load
from whistlestop.editions.model import Edition

HERE = Path(__file__).parent
BOARDS = HERE / "sources" / "boards.toml"
LAYOUTS = HERE.parent.parent / "src" / "whistlestop" / "drawing" / "layouts"
MARGIN = 1.5
"""Board units that must stay free between any two things."""


def start_of(name: str) -> Start:
    """What the arrangement of a board starts from."""
    table = tomllib.loads(BOARDS.read_text(encoding="utf-8"))
    if name not in table:
        sys.exit(f"{BOARDS} has no section [{name}]; it has: {', '.join(table)}")
    entry = table[name]
    borders = {code: tuple(place) for code, place in entry.pop("borders", {}).items()}
    pairs = {
        key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()
    }
    return Start(borders=borders, **pairs)


def strain(edition: Edition, layout: Layout, home: Layout) -> tuple[int, float]:
    """How bad a layout is: its overlaps, then how far it is from geography and how it bends."""
    found = list(overlaps(edition, layout, MARGIN))
    moved = sum(math.dist(a, b) for a, b in zip(layout.places, home.places, strict=True))
    bent = sum(abs(b.bend_a) + abs(b.bend_b) + abs(b.bend_a - b.bend_b) for b in layout.bundles)
    return len(found), sum(one.depth for one in found) * 1000 + moved + 0.5 * bent


def main() -> None:
    """Arrange, keep the best, write it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("edition")
    parser.add_argument("--sweeps", type=int, default=2000)
    parser.add_argument("--seeds", default="1", help="one number, or a first and a last: 1-6")
    parser.add_argument("--current", action="store_true", help="improve upon the present layout")
    parser.add_argument("--pin", default="", help="cities that stay where they are: NYC,BOS")
    parser.add_argument("--output", type=Path, help="elsewhere than in the package")
    args = parser.parse_args()
    edition = load(args.edition)
    start = start_of(args.edition)
    home = place_by_geography(edition, start)
    current = read(edition) if args.current else None
    if args.current and current is None:
        sys.exit(f"there is no layout of {args.edition} for its present places and routes")
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
    target = args.output or LAYOUTS / f"{args.edition}.toml"
    target.write_text(write(edition, best[1]), encoding="utf-8")
    for found in overlaps(edition, best[1], MARGIN):
        print(found)
    print(f"wrote {target}")


if __name__ == "__main__":
    main()
