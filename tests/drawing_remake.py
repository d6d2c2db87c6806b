"""The hashes of a few drawings, which say that a change has changed how something looks."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from tests.golden_remake import path_of
from whistlestop import drawing
from whistlestop.editions.load import load, names
from whistlestop.record import Reader

HASHES = Path(__file__).parent / "drawing" / "golden.json"


def hashes() -> dict[str, str]:
    """The SHA-256 of every golden picture, by what it shows."""
    pictures: dict[str, str] = {}
    for name in names():
        edition = load(name)
        pictures[f"{name}, board, light"] = drawing.board(edition)
        reader = Reader(path_of(name, 2, "record").read_text(encoding="utf-8"))
        game = reader.until(20)
        pictures[f"{name}, turn 20 as seat 1, dark"] = drawing.position(
            game.view(0), names=game.seats, theme="dark"
        )
    game = Reader(path_of("germany", 3, "record").read_text(encoding="utf-8")).game()
    pictures["germany, score sheet"] = drawing.score_sheet(
        game.edition, game.score_sheet(), names=game.seats
    )
    pictures["usa, page"] = drawing.board(load("usa"), standalone=False)
    pictures["stylesheet"] = drawing.stylesheet()
    return {what: hashlib.sha256(text.encode()).hexdigest() for what, text in pictures.items()}


def main() -> None:
    """Write the hashes anew."""
    HASHES.write_text(json.dumps(hashes(), indent=1) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
