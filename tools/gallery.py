"""Draw the pictures of `docs/gallery.md`: every board, empty and in the middle of a game.

    make gallery

The games are the golden records, so the pictures change only when the drawing does.
"""

from __future__ import annotations

import re
from pathlib import Path

from whistlestop import drawing
from whistlestop.editions.load import load, names
from whistlestop.play.record import Reader

ROOT = Path(__file__).parent.parent
RECORDS = ROOT / "tests" / "golden"
TARGET = ROOT / "docs" / "gallery"
THEMES = ("light", "dark")
SEATS = {"nordic": 3, "switzerland": 3}
"""The number of players by edition, where it is not 4."""

README = {"europe": "day", "usa": "night"}
"""The editions whose games the README shows, each with its theme."""

HEAD = """# Gallery

Every board, empty and in the middle of a game, by day and by night. `make gallery` draws this page
anew; `whistlestop draw` draws the same of any game ([how](drawing.md)).
"""


def middle(name: str) -> tuple[drawing.Picture, drawing.Picture, drawing.Picture]:
    """Return the middle of a golden game as seat 1 sees it, light and dark, and its score sheet."""
    text = (RECORDS / f"{name}-{SEATS.get(name, 4)}.record").read_text(encoding="utf-8")
    turns = len(re.findall(r"^\d+ p", text, re.MULTILINE))
    game = Reader(text).until(turns * 3 // 5)
    light, dark = (
        drawing.position(game.view(0), names=game.seats, theme=theme) for theme in THEMES
    )
    end = Reader(text).game()
    return light, dark, drawing.score_sheet(end.edition, end.score_sheet(), names=end.seats)


def order() -> list[str]:
    """Return the names of the editions in the order of the gallery."""
    first = ["usa", "germany", "london"]
    return [*first, *(name for name in names() if name not in first)]


def pictures(name: str) -> dict[str, drawing.Picture]:
    """Return the pictures of one edition by their names, such as `board-light` and `game-dark`."""
    edition = load(name)
    light, dark, sheet = middle(name)
    found = {
        "board-light": drawing.board(edition),
        "board-dark": drawing.board(edition, theme="dark"),
        "game-light": light,
        "game-dark": dark,
    }
    return found | ({"sheet": sheet} if name == "germany" else {})


def main() -> None:
    """Draw all pictures, and write the page that shows them."""
    TARGET.mkdir(exist_ok=True)
    # `screenshot.py` makes the picture table.png.
    for old in TARGET.iterdir():
        if old.name != "table.png":
            old.unlink()
    page = [HEAD]
    for name in order():
        title = load(name).title
        drawn = pictures(name)
        page.append(f"## {title}\n")
        for what, picture in drawn.items():
            picture.save(TARGET / f"{name}-{what}.svg")
            place, _, theme = what.partition("-")
            words = {
                "board": "the empty board",
                "game": "in the middle of a game",
                "sheet": "the final scores of a game",
            }[place]
            by = {"light": ", by day", "dark": ", by night"}.get(theme, "")
            page.append(f"![{title}: {words}{by}](gallery/{name}-{what}.svg)\n")
        # The README's pictures are PNG files, because some sites that show it do not load the fonts
        # of an SVG.
        if name in README:
            by = README[name]
            shown = drawn["game-dark" if by == "night" else "game-light"]
            shown.save(TARGET / f"{name}-by-{by}.png", 1200)
    (ROOT / "docs" / "gallery.md").write_text("\n".join(page), encoding="utf-8")
    size = sum(file.stat().st_size for file in TARGET.iterdir())
    print(f"drew {len(list(TARGET.iterdir()))} pictures, {size // 1024:,} kB, into {TARGET}")


if __name__ == "__main__":
    main()
