"""Make the two fonts of the boards from two open ones, their widths, and the outlines of titles.

    npm pack @fontsource/barlow-semi-condensed @fontsource/playfair-display-sc
    (unpack each, and move its `package` folder to SOURCES/NAME)
    python tools/boards/fonts.py --sources SOURCES

Both fonts are under the SIL Open Font Licence. Only the characters of western European names are
kept. The families get new names for two reasons. One licence reserves the font's name for the
unchanged font. And a picture must not use another version of the font that is installed.

Pages and PNGs use the whole fonts. A standalone picture contains `text-small.woff2`, which has only
the characters that boards and panels usually need. Titles are drawn as outlines (`outlines.json`),
so that a board needs no second font.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

HERE = Path(__file__).parent
TARGET = HERE.parent.parent / "src" / "whistlestop" / "drawing" / "fonts"

FONTS = {
    "text": ("barlow-semi-condensed", "barlow-semi-condensed-latin-600-normal.woff2"),
    "display": ("playfair-display-sc", "playfair-display-sc-latin-700-normal.woff2"),
}

CHARACTERS = "".join(
    [
        *(chr(code) for code in range(0x20, 0x7F)),
        *(chr(code) for code in range(0xA1, 0x100)),
        "ŒœŠšŸŽž–—‘’“”…×−•\u00a0",  # noqa: RUF001
    ]
)

MORE = {"text": "„", "display": ""}
"""Additional characters that the page's sentences need. Headings take them from the text font."""

SMALL = "".join(
    [
        *(chr(code) for code in range(0x20, 0x7F) if chr(code) not in '@[\\]^_`{|}~$#<>=*%"!?;'),
        "·ÄÖÜßàâäåæçèéêëíîïñóôöøùúûü–−’…",
    ]
)


def subset(font: TTFont, characters: str) -> None:
    """Remove all characters from a font except these, and all information that is not needed."""
    options = Options()
    options.layout_features = [] if characters == SMALL else ["kern", "mark", "ccmp"]
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.notdef_outline = True
    options.hinting = False
    subsetter = Subsetter(options)
    subsetter.populate(text=characters)
    subsetter.subset(font)


def make(sources: Path, use: str) -> dict[str, int]:
    """Write a font as TrueType and as WOFF2. Return the width of each character.

    A width is in thousandths of the font's size.

    Args:
        sources: the folder of the unpacked packages.
        use: `text` or `display`.
    """
    package, file = FONTS[use]
    font = TTFont(sources / package / "files" / file)
    characters = CHARACTERS + MORE[use]
    subset(font, characters)
    family = f"Whistlestop {use.title()}"
    for identifier, text in {1: family, 3: family, 4: family, 6: family.replace(" ", "")}.items():
        font["name"].setName(text, identifier, 3, 1, 0x409)
    for identifier in (16, 17):
        font["name"].removeNames(nameID=identifier)
    font["name"].setName("Regular", 2, 3, 1, 0x409)
    # The font counts as the regular weight, so that the name of the family alone selects it.
    font["OS/2"].usWeightClass = 400
    font["OS/2"].fsSelection = (font["OS/2"].fsSelection & ~0b100001) | 0b1000000
    font["head"].macStyle = 0
    font.flavor = None
    font.save(TARGET / f"{use}.ttf")
    font.flavor = "woff2"
    font.save(TARGET / f"{use}.woff2")
    (TARGET / f"{use}-OFL.txt").write_text((sources / package / "LICENSE").read_text())
    scale = 1000 / font["head"].unitsPerEm
    widths = font["hmtx"]
    names = font.getBestCmap()
    return {
        character: round(widths[names[ord(character)]][0] * scale)
        for character in sorted(characters)
        if ord(character) in names
    }


def make_small() -> None:
    """Write the font that pictures contain: few characters, and few names in its tables."""
    font = TTFont(TARGET / "text.ttf")
    subset(font, SMALL)
    font["name"].names = [name for name in font["name"].names if name.nameID in (1, 2, 4, 6, 13)]
    font["post"].formatType = 3.0
    font.flavor = "woff2"
    font.save(TARGET / "text-small.woff2")


def outlines() -> dict[str, str]:
    """Return the outlines of the letters and digits of the title font, by character.

    An outline is an SVG path in thousandths of the font's size. y grows downwards.
    """
    font = TTFont(TARGET / "display.ttf")
    names, glyphs = font.getBestCmap(), font.getGlyphSet()
    scale = 1000 / font["head"].unitsPerEm
    found: dict[str, str] = {}
    for character in sorted(set(CHARACTERS)):
        if not character.isalnum() or ord(character) not in names:
            continue
        pen = SVGPathPen(glyphs, ntos=lambda value: str(round(value)))
        glyphs[names[ord(character)]].draw(TransformPen(pen, (scale, 0, 0, -scale, 0, 0)))
        found[character] = pen.getCommands()
    return found


def main() -> None:
    """Write the fonts, the widths and the outlines."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sources", type=Path, required=True, help="the folder of the packages")
    sources = parser.parse_args().sources
    missing = [name for name, _ in FONTS.values() if not (sources / name).is_dir()]
    if missing:
        sys.exit(f"not in {sources}: {', '.join(missing)}; see the top of {Path(__file__).name}")
    widths = {use: make(sources, use) for use in FONTS}
    make_small()
    drawn = json.dumps(outlines(), ensure_ascii=False, indent=0, sort_keys=True)
    (TARGET / "outlines.json").write_text(drawn + "\n", encoding="utf-8")
    text = json.dumps(widths, ensure_ascii=False, indent=0, sort_keys=True)
    (TARGET / "widths.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
