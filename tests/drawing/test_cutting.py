"""Pieces cut out of boards: whole where they are looked at, and nothing of the rest."""

from __future__ import annotations

import gzip
import re

import pytest

from tests.drawing.boards import BUILT_IN, by_id, tree
from whistlestop import drawing
from whistlestop.drawing.board import board_of
from whistlestop.drawing.cutting import Window, cropped, lines, window
from whistlestop.drawing.layout.layout import SPACE_LENGTH
from whistlestop.editions.load import load

editions = pytest.mark.parametrize("name", BUILT_IN)
PIECE = Window(100, 100, 200, 100)


@editions
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_piece_is_small_and_whole(name: str, theme: str) -> None:
    picture = drawing.vignette(load(name), theme=theme)
    assert len(gzip.compress(picture.encode())) < 16_000
    root = tree(picture)
    found = by_id(root)
    for element in root.iter():
        if (href := element.get("href")) is not None:
            assert href[1:] in found, href
    assert root.findall(".//*[@class='track']") == []


@editions
def test_a_piece_shows_every_route_that_lies_in_it_and_no_other(name: str) -> None:
    edition = load(name)
    board, piece = board_of(edition), window(edition)
    shown = set(re.findall(r'id="route-(\d+)"', drawing.vignette(edition)))
    for number, row in enumerate(board.spaces):
        inside = any(piece.holds(one.x, one.y) for one in row)
        beside = any(piece.holds(one.x, one.y, SPACE_LENGTH) for one in row)
        if inside:
            assert str(number) in shown
        if not beside:
            assert str(number) not in shown
    # Open routes and trains of several players, which is what the game looks like.
    picture = drawing.vignette(edition)
    assert len(set(re.findall(r'href="#piece-(\d)"', picture))) >= 2
    assert 'href="#space-' in picture
    # Never a part of the score track.
    frame = board.layout.frame
    assert frame <= piece.left <= board.layout.width - frame - piece.width
    assert frame <= piece.top <= board.layout.height - frame - piece.height


def test_lines_are_read_as_browsers_do() -> None:
    # After the end of an area one is at its beginning again.
    assert lines("M10 20l5 0-1-2zm3 4l1 1") == [
        [(10, 20), (15, 20), (14, 18)],
        [(13, 24), (14, 25)],
    ]
    assert lines("M1 1 2 3l-.5 1") == [[(1, 1), (3, 4), (2.5, 5)]]


def test_areas_are_cut_and_lines_end_outside() -> None:
    # A square round all of the piece fills it; one elsewhere leaves nothing.
    assert cropped("M0 0l900 0 0 900-900 0z", PIECE, closed=True).count("z") == 1
    assert cropped("M0 0l20 0 0 20-20 0z", PIECE, closed=True) == ""
    assert cropped("M0 0l20 0 0 20-20 0", PIECE, closed=False) == ""
    ((first, *_, last),) = lines(cropped("M0 150l50 0 100 0 100 0 100 0 50 0", PIECE, closed=False))
    assert first == (50, 150)
    assert last == (350, 150)
