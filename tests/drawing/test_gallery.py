"""The gallery's pictures are what the drawings look like, so a change to them is one to look at."""

from __future__ import annotations

import re

import pytest
from tools import gallery

from whistlestop.editions.load import names


@pytest.mark.parametrize("name", names())
def test_the_gallery_shows_what_is_drawn(name: str) -> None:
    for what, picture in gallery.pictures(name).items():
        file = gallery.TARGET / f"{name}-{what}.svg"
        kept, drawn = elements(file.read_text(encoding="utf-8")), elements(picture)
        # The first elements that differ say more than both pictures would.
        differing = [pair for pair in zip(kept, drawn, strict=False) if pair[0] != pair[1]]
        assert not differing, f"{file.name}: look at it after `make gallery`: {differing[:3]}"
        assert len(kept) == len(drawn), file.name


def test_the_gallery_holds_no_other_pictures() -> None:
    drawn = {f"{name}-{what}.svg" for name in names() for what in gallery.pictures(name)}
    assert {file.name for file in gallery.TARGET.glob("*.svg")} == drawn


def elements(svg: str) -> list[str]:
    """A picture's text, cut before every element."""
    return re.split(r"(?=<)", svg)
