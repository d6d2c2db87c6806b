"""The art is plain SVG that every renderer and a strict content policy take, and it is compact."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from whistlestop.drawing.art.cards import card_definitions
from whistlestop.drawing.art.palette import CARD_COLOURS, PLAYER_COLOURS, card_colours, mix
from whistlestop.drawing.art.pieces import (
    FIGURE_SCALE,
    LARGER,
    further_pieces,
    piece_definitions,
    token_id,
)
from whistlestop.drawing.art.symbols import (
    glyph,
    glyph_names,
    glyph_path,
    number,
    space_definitions,
)
from whistlestop.drawing.art.wagons import tones, wagon
from whistlestop.drawing.layout.layout import (
    SPACE_LENGTH,
    SPACE_WIDTH,
    TRACKS_APART,
    layout_of,
    spaces,
)
from whistlestop.editions.load import load
from whistlestop.editions.model import Edition, Merchandise

BUILT_IN = ("europe", "germany", "india", "london", "newyork", "nordic", "switzerland", "usa")
SAMPLE = Path(__file__).parent.parent / "editions" / "sample.toml"
DRAWN = {"circle", "g", "path", "rect", "symbol", "use"}
THEMED = {
    *("drawing", "space-halo", "dark-edge", "space-line", "piece-shadow"),
    *("open-line", "open-mark", "open-mortar", "open-veil", "open-grey", "tunnel-wall"),
}
OPEN = ("space-", "tunnel-", "ferry-", "exchange-", "shared-ground", "shared-walls")
editions = pytest.mark.parametrize(
    "name", [*BUILT_IN, str(SAMPLE)], ids=lambda name: Path(name).stem
)


@cache
def definitions(name: str) -> ET.Element:
    """All definitions of a board with its cards, as one tree."""
    edition = load(name)
    parts = space_definitions(edition) + piece_definitions(edition) + card_definitions(edition)
    return ET.fromstring(f"<defs>{parts}</defs>")


def ids(name: str) -> set[str]:
    return {element.get("id", "") for element in definitions(name).iter()} - {""}


def extent(path: str, line: float = 0) -> tuple[float, float]:
    """How far a path reaches from 0, 0 both ways: its points and control points, and half a line.

    For absolute straight lines and quadratic curves only, which is what the pieces are made of.
    """
    xs, ys = [0.0], [0.0]
    for command, rest in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        values = [float(text) for text in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", rest)]
        assert command in "MLHVQZ", command
        if command == "V":
            ys += values
        elif command == "H":
            xs += values
        else:
            xs += values[::2]
            ys += values[1::2]
    return max(map(abs, xs)) + line / 2, max(map(abs, ys)) + line / 2


def shared(name: str, which: str) -> list[ET.Element]:
    return definitions(name).findall(f".//*[@id='shared-{which}']/path")


@editions
def test_only_plain_drawing(name: str) -> None:
    for element in definitions(name).iter():
        assert element.tag in DRAWN | {"defs"}
        assert "style" not in element.attrib
        assert not [key for key in element.attrib if key.startswith("on")]
        assert not [value for value in element.attrib.values() if "var(" in value]
        assert set(element.get("class", "space-line").split()) <= THEMED


@editions
def test_ids_are_unique_and_references_resolve(name: str) -> None:
    given = [element.get("id") for element in definitions(name).iter() if element.get("id")]
    assert len(given) == len(set(given))
    assert all(re.fullmatch(r"[a-z][a-z0-9-]*", str(key)) for key in given)
    for element in definitions(name).iter("use"):
        assert element.get("href", "").removeprefix("#") in given


@editions
def test_whatever_changes_with_the_theme_has_its_daytime_colour(name: str) -> None:
    for element in definitions(name).iter():
        if element.get("class", "drawing") != "drawing":
            assert {"fill", "stroke"} & set(element.attrib)


@pytest.mark.parametrize("name", BUILT_IN)
def test_compact(name: str) -> None:
    edition = load(name)
    board = space_definitions(edition) + piece_definitions(edition)
    assert len(board.encode()) <= 16_000
    assert len(card_definitions(edition).encode()) <= 24_000


@editions
def test_everything_an_edition_needs_is_there(name: str) -> None:
    edition = load(name)
    there = ids(name)
    seats = range(1, edition.players[1] + 1)
    colours = [colour for colour, _ in edition.cards.colours]
    assert {f"card-{kind}" for kind in card_colours(edition) if kind != "grey"} <= there
    assert {f"ticket-back-{stack}" for stack in edition.stacks} | {"card-back"} <= there
    assert {f"space-{colour}" for colour in [*colours, "grey"]} <= there
    assert {f"{kind}-{seat}" for seat in seats for kind in ("mark", "piece", "marker")} <= there
    for kind, has in (
        ("passenger", edition.passengers > 0),
        ("station", edition.stations > 0),
        ("tunnel", any(route.tunnel for route in edition.routes)),
        ("ferry", any(route.ferry for route in edition.routes)),
    ):
        ends = [*colours, "grey"] if kind in ("tunnel", "ferry") else seats
        assert {f"{kind}-{end}" in there for end in ends} == {has}, kind
    assert {token_id(edition, kind.name) for kind in edition.merchandise} <= there
    assert f"piece-{edition.players[1] + 1}" not in there


@pytest.mark.parametrize("name", BUILT_IN)
def test_pieces_are_larger_than_their_space_but_leave_the_next_one_alone(name: str) -> None:
    shadow, rim, line = shared(name, "piece")
    wide, high = extent(line.get("d", ""), float(line.get("stroke-width", "")))
    assert wide == pytest.approx((SPACE_LENGTH + LARGER[0]) / 2, abs=0.02)
    assert high == pytest.approx((SPACE_WIDTH + LARGER[1]) / 2, abs=0.02)
    assert wide * high > 1.15 * SPACE_LENGTH * SPACE_WIDTH / 4
    # The bodies of neighbours never meet, and no rim reaches into another's body by half a line.
    edition = load(name)
    pitch = min(
        math.dist((one.x, one.y), (other.x, other.y))
        for row in spaces(edition, layout_of(edition))
        for one, other in pairwise(row)
    )
    assert 2 * wide < pitch
    assert 2 * high < TRACKS_APART
    reach, broad = extent(rim.get("d", ""), float(rim.get("stroke-width", "")))
    assert reach + wide - pitch < 0.9
    assert broad + high - TRACKS_APART < 0.9
    # What is cast is the piece's own shape, beside it and below it.
    assert shadow.get("d") == line.get("d")
    aside = [float(part) for part in re.findall(r"[\d.]+", shadow.get("transform", ""))]
    assert 1 < aside[1] < 4
    assert 0 < aside[0] < aside[1]


@pytest.mark.parametrize("name", BUILT_IN)
def test_only_pieces_are_raised(name: str) -> None:
    """An open space has no shadow and no rim; a claimed one has both, whatever the vehicle."""
    for element in definitions(name).iter("g"):
        identifier = element.get("id", "")
        inside = {css for part in element.iter() for css in part.get("class", "").split()}
        if identifier.startswith(OPEN):
            assert not inside & {"piece-shadow", "space-halo", "space-line"}, identifier
        if identifier == "shared-piece":
            assert inside == {"drawing", "piece-shadow", "space-halo", "space-line"}


@pytest.mark.parametrize(("name", "which"), [("germany", "passenger"), ("europe", "station")])
def test_figures_can_be_found(name: str, which: str) -> None:
    shadow, _, line = shared(name, which)[:3]
    wide, high = extent(line.get("d", ""), float(line.get("stroke-width", "")))
    assert shadow.get("class") == "piece-shadow"
    assert 9 <= wide * FIGURE_SCALE <= 13
    assert 12 <= high * FIGURE_SCALE <= 14


@pytest.mark.parametrize("name", ["usa", "london", "newyork"])
def test_every_player_has_another_pattern(name: str) -> None:
    edition = load(name)
    patterns = {
        path.get("d")
        for seat in range(1, edition.players[1] + 1)
        for path in definitions(name).findall(f".//*[@id='piece-{seat}']/path")
    }
    assert len(patterns) == edition.players[1]


def test_vehicles_differ_between_the_editions() -> None:
    outlines = {shared(name, "piece")[2].get("d") for name in ("usa", "london", "newyork")}
    assert len(outlines) == 3


@pytest.mark.parametrize("name", ["usa", "london", "newyork"])
def test_only_pieces_as_dark_as_their_outline_have_an_edge(name: str) -> None:
    edged = {
        piece.get("id")
        for piece in definitions(name).findall(".//*[@id]")
        if piece.find("use[@href='#shared-piece-edge']") is not None
    }
    assert edged == {"piece-4"}


def test_pieces_come_in_other_sizes() -> None:
    tree = ET.fromstring(f"<defs>{piece_definitions(load('usa'), 36, 14)}</defs>")
    line = tree.findall(".//*[@id='shared-piece']/path")[2]
    reach = extent(line.get("d", ""), 1.8)
    assert reach == (pytest.approx(18 + LARGER[0] / 2), pytest.approx(7 + LARGER[1] / 2))


def test_every_colour_has_another_wagon() -> None:
    # Painted alike, so that only the drawing can differ.
    drawings = {wagon(replace(entry, fill="#888888")) for entry in CARD_COLOURS}
    assert len(drawings) == len(CARD_COLOURS)
    germany = card_colours(load("germany"))
    assert wagon(germany["locomotive"]) != wagon(germany["locomotive4"])


@pytest.mark.parametrize(("name", "fewest"), [("london", 3), ("newyork", 2)])
def test_a_city_has_vehicles_of_its_own_on_every_card(name: str, fewest: int) -> None:
    """Buses on London's cards and taxis on New York's, no wagon among them."""
    entries = card_colours(load(name))
    kinds = [replace(entries[kind], fill="#888888") for kind, _ in load(name).cards.colours]
    fleet = load(name).cards.locomotive_name
    drawings = [wagon(kind, fleet) for kind in kinds]
    assert len(set(drawings)) == fewest
    assert not set(drawings) & {wagon(kind) for kind in kinds}
    assert not any("shared-underframe" in drawing for drawing in drawings), "no rails, no couplers"
    # None is taken for the wild card.
    assert wagon(replace(entries[fleet], fill="#888888"), fleet) not in drawings


def test_every_symbol_fits_its_box() -> None:
    for name in glyph_names():
        values = re.findall(r"-?(?:\d+\.?\d*|\.\d+)", glyph_path(name))
        assert all(abs(float(value)) <= 10 for value in values), name
    assert glyph("none", 10, "#000000") == ""


def test_merchandise_with_any_name_has_an_id() -> None:
    germany = load("germany")
    kinds = (Merchandise("fine cloth", (2,)), Merchandise("red", (1,)), Merchandise("Öl", (1,)))
    edition: Edition = replace(germany, merchandise=kinds)
    assert [token_id(edition, kind.name) for kind in kinds] == ["token-1", "token-red", "token-3"]
    tree = ET.fromstring(f"<defs>{piece_definitions(edition)}</defs>")
    tokens = [tree.find(f"./*[@id='{token_id(edition, kind.name)}']") for kind in kinds]
    assert len({token.get("fill") for token in tokens if token is not None}) == 3


def test_tokens_differ_in_shape_as_well() -> None:
    tokens = [
        definitions("germany").findall(f"./*[@id='token-{kind.name}']/path")
        for kind in load("germany").merchandise
    ]
    shapes = [outline.get("d", "") for _, _, outline, _ in tokens]
    assert len(set(shapes)) == 4
    assert all(max(extent(shape, 1.6)) <= 11 for shape in shapes)


def test_tones_are_in_order() -> None:
    assert mix("#000000", "#ffffff", 0.5) == "#808080"
    for entry in CARD_COLOURS:
        steps = [tones(entry.fill).base, tones(entry.fill).light, tones(entry.fill).shade]
        assert len(set(steps)) == 3


def test_coordinates_are_brief() -> None:
    values = [0, -0.001, 0.5, -0.25, 12, 1.005, 10.0, 100]
    assert [number(value) for value in values] == [
        *("0", "0", ".5", "-.25", "12", "1", "10", "100")
    ]
    assert all(a.mark != b.mark for a, b in pairwise(PLAYER_COLOURS))


@pytest.mark.parametrize("name", BUILT_IN)
def test_there_are_pieces_of_every_colour_where_players_choose(name: str) -> None:
    """Those beyond the edition's seats are like the others, and nothing is there twice."""
    edition = load(name)
    own, further = piece_definitions(edition), further_pieces(edition)
    there = re.findall(r'id="([a-z]+-[0-9]+)"', own + further)
    assert len(there) == len(set(there))
    for kind in {one.rpartition("-")[0] for one in there}:
        assert {f"{kind}-{seat}" for seat in range(1, 6)} <= set(there), kind
    everybody = replace(edition, players=(2, 5))
    assert further_pieces(everybody) == ""
    whole = piece_definitions(everybody)
    for one in re.findall(r'<g id="[a-z]+-[0-9]+">.*?</g>', further):
        assert one in whole
