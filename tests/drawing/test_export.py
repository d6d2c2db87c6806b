"""Drawings as files: pixels and PDF with our own fonts, the same every time, whole or not."""

from __future__ import annotations

import re
import struct
import zlib
from pathlib import Path

import pytest

from tests.drawing.boards import BUILT_IN, middle
from whistlestop import drawing
from whistlestop.drawing import export
from whistlestop.drawing.markup import Picture
from whistlestop.drawing.stylesheet import DISPLAY_FONT, TEXT_FONT
from whistlestop.editions.load import load


def pixels(png: bytes) -> tuple[int, int, bytes]:
    """Width, height and the unpacked rows of a PNG, filters and all: enough to compare two."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    data, at = b"", 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + length]
        at += length + 12
    return width, height, zlib.decompress(data)


def words(font: str, more: str = "") -> Picture:
    return Picture(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 60" width="400" height="60">'
        f"<style>text{{font-family:{font}{more}}}</style>"
        '<text x="10" y="40" font-size="30">Saint Louis · Zürich 14</text></svg>'
    )


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_board_in_pixels_is_as_wide_as_wanted(name: str) -> None:
    board = drawing.board(load(name))
    wide, high = board.size
    for width in (1000, 420):
        found = pixels(board.png(width))
        assert found[0] == width
        assert found[1] == pytest.approx(high / wide * width, abs=1)


def test_every_width_is_met_to_the_pixel() -> None:
    card = drawing.card(load("usa"), "red")
    for width in range(50, 400, 7):
        assert pixels(card.png(width))[0] == width


def test_without_a_width_a_unit_is_a_pixel() -> None:
    card = drawing.card(load("usa"), "red")
    assert pixels(card.png())[:2] == (120, 78)


def test_two_renderings_are_the_same_to_the_byte() -> None:
    picture = drawing.position(middle("london", 2).view(0))
    assert picture.png(500) == picture.png(500)


@pytest.mark.parametrize("font", [TEXT_FONT, DISPLAY_FONT])
def test_our_fonts_are_found(font: str) -> None:
    """Words set in them look different from what stands in when a font is not there."""
    ours = pixels(words(f"'{font}'").png())
    missing = pixels(words("'Whistlestop Nowhere'").png())
    assert ours != missing
    assert ours == pixels(words(f"'{font}',sans-serif").png())


def test_the_two_fonts_are_two() -> None:
    assert words(f"'{TEXT_FONT}'").png() != words(f"'{DISPLAY_FONT}'").png()


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_pdf_is_one_page_of_vectors_with_its_fonts(name: str) -> None:
    pdf = drawing.position(middle(name, 2).view()).pdf()
    assert pdf.startswith(b"%PDF-")
    assert pdf.rstrip().endswith(b"%%EOF")
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
    assert b"/Subtype/Image" not in pdf.replace(b" ", b"")


def test_the_name_of_a_file_says_what_is_written(tmp_path: Path) -> None:
    board = drawing.board(load("newyork"))
    for name, begin in (("a.svg", b"<svg"), ("a.PNG", b"\x89PNG"), ("a.pdf", b"%PDF")):
        board.save(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(begin)
    board.save(str(tmp_path / "b.png"), 200)
    assert pixels((tmp_path / "b.png").read_bytes())[0] == 200
    for name in ("a.jpg", "a", ".svg.gz"):
        with pytest.raises(ValueError, match=r"a drawing is written as \.svg, \.png, \.pdf"):
            board.save(tmp_path / name)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.PNG", "a.pdf", "a.svg", "b.png"]


def test_a_failure_leaves_the_old_file_and_no_half_of_a_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.png"
    file.write_bytes(b"old")
    written = Path.write_bytes

    def full(path: Path, data: bytes) -> int:
        written(path, data[:100])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        export.save(drawing.card(load("usa"), "red"), file)
    assert [one.name for one in tmp_path.iterdir()] == ["a.png"]
    assert file.read_bytes() == b"old"
