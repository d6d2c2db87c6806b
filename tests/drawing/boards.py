"""What the tests of the drawings share: trees of pictures, and games some way on."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

from tests.golden_remake import path_of
from whistlestop.editions.load import names
from whistlestop.play.game import Game
from whistlestop.play.record import Reader

BUILT_IN = tuple(names())
SVG = "{http://www.w3.org/2000/svg}"


def tree(picture: str) -> ET.Element:
    """A picture as a tree of elements, their names without the name space."""
    root = ET.fromstring(picture)
    for element in root.iter():
        element.tag = element.tag.removeprefix(SVG)
    return root


def by_id(root: ET.Element) -> dict[str, ET.Element]:
    """Every element with an id; each id is there once."""
    found: dict[str, ET.Element] = {}
    for element in root.iter():
        if identifier := element.get("id"):
            assert identifier not in found, f"the id {identifier} is there twice"
            found[identifier] = element
    return found


def classes(element: ET.Element) -> set[str]:
    """The classes of an element."""
    return set((element.get("class") or "").split())


def words_of(element: ET.Element) -> str:
    """What a reader is told about an element."""
    title = element.find("title")
    assert title is not None
    assert title.text
    return title.text


@cache
def golden(edition: str, seats: int, turn: int | None = None) -> Game:
    """A golden game after so many turns, or at its end."""
    text = path_of(edition, seats, "record").read_text(encoding="utf-8")
    return Reader(text).until(turn)


def middle(edition: str, seats: int) -> Game:
    """A golden game after half of its turns."""
    path: Path = path_of(edition, seats, "record")
    turns = len(re.findall(r"^\d+ p", path.read_text(encoding="utf-8"), re.MULTILINE))
    return golden(edition, seats, turns // 2)
