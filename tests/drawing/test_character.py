"""What makes each board its own: landmarks, named lakes, lands next door, mountains in relief."""

from __future__ import annotations

import gzip
import re
from itertools import combinations

import pytest

from tests.drawing.boards import BUILT_IN, by_id, tree
from whistlestop import drawing
from whistlestop.drawing import geography
from whistlestop.drawing.art.landmarks import LANDMARKS, landmark
from whistlestop.drawing.art.palette import THEMES, Theme, contrast
from whistlestop.drawing.cutting import lines
from whistlestop.drawing.layout import curves
from whistlestop.drawing.layout.layout import Box, layout_of
from whistlestop.drawing.layout.overlaps import discs, rectangles
from whistlestop.editions.load import load

editions = pytest.mark.parametrize("name", BUILT_IN)
themes = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
MOST = 150_000
"""Bytes a board may have."""


def ornaments(name: str) -> list[tuple[str, Box]]:
    """Everything on a board that is only there to be looked at, and what it covers."""
    edition = load(name)
    names = geography.name_boxes(edition, layout_of(edition))
    return [*geography.landmark_boxes(edition), *names.items()]


@editions
def test_ornaments_are_in_nobodys_way(name: str) -> None:
    """They touch no space, city, name, title or score track, and one another neither."""
    edition = load(name)
    layout = layout_of(edition)
    boxes, places = rectangles(edition, layout), discs(edition, layout)
    found = [
        (what, (box.x, box.y, 1.0, 0.0, box.width / 2, box.height / 2))
        for what, box in ornaments(name)
    ]
    for what, one in found:
        for other, box in boxes.items():
            assert not curves.overlap(one, box, 1.0), f"{what} and {other}"
        for other, place in places.items():
            assert not curves.disc_overlap(place, one, 1.0), f"{what} and {other}"
        x, y, _, _, wide, high = one
        assert layout.frame < x - wide, what
        assert x + wide < layout.width - layout.frame, what
        assert layout.frame < y - high, what
        assert y + high < layout.height - layout.frame, what
    for (what, one), (other, box) in combinations(found, 2):
        assert not curves.overlap(one, box, 1.0), f"{what} and {other}"


def test_london_has_landmarks_and_switzerland_named_lakes() -> None:
    shown = [name for name, _ in geography.landmark_boxes(load("london"))]
    assert 6 <= len(set(shown)) <= 10
    edition = load("switzerland")
    lakes = geography.name_boxes(edition, layout_of(edition))
    assert {"Vierwaldstättersee", "L. de Neuchâtel"} < set(lakes)
    words = {text.text for text in tree(drawing.board(edition)).iter("text")}
    assert set(lakes) <= words


def test_india_has_landmarks_and_named_seas_in_large_letters() -> None:
    edition = load("india")
    shown = [name for name, _ in geography.landmark_boxes(edition)]
    assert len(shown) == len(set(shown)) >= 10
    assert {"mausoleum", "elephant", "locomotive", "palms", "tea"} < set(shown)
    assert not set(shown) & {name for name, _ in geography.landmark_boxes(load("london"))}
    seas = {"Arabian Sea", "Bay of Bengal", "Indian Ocean"}
    sizes = {
        text.text: float(text.get("font-size", "0"))
        for text in tree(drawing.board(edition)).iter("text")
        if text.text in seas
    }
    assert set(sizes) == set(geography.name_boxes(edition, layout_of(edition))) == seas
    assert min(sizes.values()) > layout_of(edition).label_size


def test_a_desert_is_dotted_land_within_the_countries_of_the_time() -> None:
    """No border of a later day crosses India; the dots of the desert are under the routes."""
    base = geography.geography(load("india"))
    assert base is not None
    dots = base.layers["sands"]
    assert dots.count("m") > 60
    assert set(re.findall(r"l([^a-zA-Z]*)", dots)) == {"1 0"}
    picture = drawing.board(load("india"))
    assert picture.index('class="sands"') < picture.index('class="routes"')


def test_the_north_has_landmarks_seas_and_forests_of_its_own() -> None:
    edition = load("nordic")
    shown = [name for name, _ in geography.landmark_boxes(edition)]
    assert len(shown) == len(set(shown)) >= 14
    assert {"fjord", "stave-church", "reindeer", "aurora", "icebreaker", "lighthouse"} < set(shown)
    for other in ("india", "london"):
        assert not set(shown) & {name for name, _ in geography.landmark_boxes(load(other))}
    seas = {"Norwegian Sea", "Barents Sea", "Gulf of Bothnia", "North Sea", "Baltic Sea"}
    assert set(geography.name_boxes(edition, layout_of(edition))) == seas
    base = geography.geography(edition)
    assert base is not None
    assert base.layers["forests"].count("m") > 150
    assert base.layers["lakes"].count("z") > 30
    picture = drawing.board(edition)
    assert picture.index('class="forests"') < picture.index('class="routes"')


def test_no_tree_of_a_forest_stands_under_a_landmark() -> None:
    edition = load("nordic")
    base = geography.geography(edition)
    assert base is not None
    for line in lines(base.layers["forests"]):
        for name, box in geography.landmark_boxes(edition):
            for x, y in line:
                inside = abs(x - box.x) < box.width / 2 and abs(y - box.y) < box.height / 2
                assert not inside, f"{name}: a tree at {x}, {y}"


@pytest.mark.parametrize("name", LANDMARKS)
def test_a_landmark_keeps_to_its_size(name: str) -> None:
    """What tests and names believe that it covers, measured by its points."""
    entry = LANDMARKS[name]
    root = tree(f"<svg>{landmark(name, 0, 0, 1)}</svg>")
    for path in root.iter("path"):
        x = y = 0.0
        for command, rest in re.findall(r"([A-Za-z])([^A-Za-z]*)", path.get("d", "")):
            values = [float(one) for one in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", rest)]
            if command in "Zz":
                continue
            if command in "HhVv":
                along = values[-1] + (0 if command.isupper() else x if command == "h" else y)
                x, y = (along, y) if command in "Hh" else (x, along)
            else:
                base = (0.0, 0.0) if command.isupper() else (x, y)
                x, y = base[0] + values[-2], base[1] + values[-1]
            assert abs(x) <= entry.width / 2 + 0.6, (command, x)
            assert -entry.height - 0.6 <= y <= 1.1, (command, y)


@editions
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_board_weighs_little(name: str, theme: str) -> None:
    for standalone in (True, False):
        picture = drawing.board(load(name), theme=theme, standalone=standalone).encode()
        assert len(picture) <= MOST, f"{name}: {len(picture)}"
        assert len(gzip.compress(picture)) <= MOST / 3


@pytest.mark.parametrize(("name", "fewest"), [("switzerland", 4), ("germany", 5)])
def test_countries_are_lands_with_their_border_points(name: str, fewest: int) -> None:
    """A border point has the tint of the land it leads to; every land has its name on it."""
    edition = load(name)
    root = tree(drawing.board(edition))
    lands = {path.get("class") for path in root.iter("path")}
    codes = sorted(country.code for country in edition.countries)
    assert len(codes) == fewest
    assert {f"country-{number}" for number in range(1, fewest + 1)} <= lands
    found = by_id(root)
    for route in edition.routes:
        if route.b in codes:
            point = found.get(f"border-{route.a}-{route.b}")
            if point is not None:
                number = codes.index(route.b) + 1
                assert f"of-country-{number}" in (point.get("class") or "")


@pytest.mark.parametrize("name", ["switzerland", "usa", "germany", "europe", "india", "nordic"])
def test_mountains_have_a_shaded_side(name: str) -> None:
    base = geography.geography(load(name))
    assert base is not None
    assert base.layers["slopes"].count("m") >= 20
    # Under the strokes, and both under everything of the game.
    picture = drawing.board(load(name))
    assert picture.index('class="slopes"') < picture.index('class="relief"')
    assert picture.index('class="relief"') < picture.index('class="routes"')


@themes
def test_terrain_is_quieter_than_routes_and_names(theme: Theme) -> None:
    """Nothing of the ground comes near the outline of an open space, let alone a name."""
    countries = [getattr(theme, f"country_{number}") for number in range(1, 6)]
    for ground in (theme.land, theme.focus_land, theme.neighbour_land):
        quiet = contrast(theme.open_line, ground)
        for tone in (theme.slope, theme.relief, *countries):
            assert contrast(tone, ground) < 1.7
            assert contrast(tone, ground) < 0.5 * quiet
    assert contrast(theme.engraving, theme.focus_land) < 0.9 * contrast(
        theme.open_line, theme.focus_land
    )
    for name in ("land", "focus_land", "slope", "lake", *(f"country_{n}" for n in range(1, 6))):
        ground = getattr(theme, name)
        assert contrast(theme.label, ground) >= 4.5, name
        assert contrast(theme.open_line, ground) >= 3, name
        assert contrast(theme.water_name, ground) >= 3.5, name
