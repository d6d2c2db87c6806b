"""Every space lies free: proved by our own finder of overlaps and by an independent library."""

from __future__ import annotations

import math
import re
from collections import OrderedDict
from dataclasses import replace
from importlib import resources
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from shapely import affinity
from shapely.geometry import LineString, Point, Polygon, box
from shapely.strtree import STRtree

from tests.drawing.boards import BUILT_IN
from whistlestop.drawing import track
from whistlestop.drawing.layout import layout as layouts
from whistlestop.drawing.layout.arrange import Start, arrange, has_geography
from whistlestop.drawing.layout.layout import (
    BORDER_RADIUS,
    SPACE_LENGTH,
    SPACE_WIDTH,
    Box,
    Layout,
    layout_of,
    parse,
    read,
    spaces,
    trace,
    write,
)
from whistlestop.drawing.layout.overlaps import overlaps
from whistlestop.drawing.layout.own import with_layout
from whistlestop.editions.gazetteer import gazetteer
from whistlestop.editions.load import load, loads
from whistlestop.editions.model import Edition

SAMPLE = Path(__file__).parent.parent / "editions" / "sample.toml"
editions = pytest.mark.parametrize("name", BUILT_IN)
FREE = 1.0
"""Board units that stay free between any two things: the halo of a space, at least."""


def layout(name: str) -> tuple[Edition, Layout]:
    edition = load(name)
    found = read(edition)
    assert found is not None, f"{name} has no layout file that fits it"
    return edition, found


def shapes(name: str) -> dict[str, Polygon]:
    """Everything on a board that nothing else may touch, made by shapely alone."""
    edition, found = layout(name)
    index = gazetteer(edition)
    out: dict[str, Polygon] = {}
    for code, row in zip(index.route_codes, spaces(edition, found), strict=True):
        for step, space in enumerate(row, start=1):
            half = (SPACE_LENGTH / 2, SPACE_WIDTH / 2)
            turned = affinity.rotate(
                box(-half[0], -half[1], *half),
                math.atan2(space.sin, space.cos),
                origin=(0, 0),
                use_radians=True,
            )
            out[f"{code} space {step}"] = affinity.translate(turned, space.x, space.y)
    for number, (x, y) in enumerate(found.places):
        radius = found.city_radius if number < len(edition.cities) else BORDER_RADIUS
        out[f"place {index.places[number].name} {number}"] = Point(x, y).buffer(radius)
    for label in (*found.labels, *found.countries):
        out[f"name {' '.join(label.lines)}"] = rectangle(label.box)
    out["title"] = rectangle(found.cartouche)
    return out


def rectangle(one: Box) -> Polygon:
    return box(one.left, one.top, one.left + one.width, one.top + one.height)


@editions
def test_nothing_lies_in_anything_else(name: str) -> None:
    found = shapes(name)
    names, polygons = list(found), list(found.values())
    search = STRtree(polygons)
    for one, polygon in zip(names, polygons, strict=True):
        for other in map(int, search.query(polygon.buffer(FREE))):
            if names[other] != one:
                apart = polygon.distance(polygons[other])
                assert apart >= FREE, f"{one} and {names[other]} are {apart:.2f} units apart"


@editions
def test_everything_lies_inside_the_frame(name: str) -> None:
    _, found = layout(name)
    frame = found.frame
    inside = box(frame, frame, found.width - frame, found.height - frame)
    for what, polygon in shapes(name).items():
        assert inside.contains(polygon), what


@editions
def test_our_own_finder_agrees(name: str) -> None:
    assert [str(one) for one in overlaps(*layout(name), FREE)] == []


@editions
def test_no_two_routes_cross(name: str) -> None:
    """Two curves meet at a city in which both end, and nowhere else."""
    _, found = layout(name)
    lines = [LineString(trace(found, bundle)[:, :2].tolist()) for bundle in found.bundles]
    for (one, a), (other, b) in combinations(zip(found.bundles, lines, strict=True), 2):
        shared = {one.a, one.b} & {other.a, other.b}
        rest = a.intersection(b)
        for place in shared:
            rest = rest.difference(Point(found.places[place]).buffer(found.city_radius))
        assert rest.is_empty, (one, other)


@editions
def test_a_finder_that_finds(name: str) -> None:
    """Moving a city into its neighbour, or a name away, is noticed: the finder is no decoration."""
    edition, found = layout(name)
    bundle = found.bundles[0]
    places = list(found.places)
    places[bundle.a] = found.places[bundle.b]
    said = {one.what for one in overlaps(edition, replace(found, places=tuple(places)))}
    assert any("city" in what for what in said)
    label = found.labels[0]
    x, y = found.places[1]
    moved = replace(label, box=replace(label.box, x=x, y=y))
    labels = (moved, *found.labels[1:])
    assert any(
        one.other == f"the name {edition.cities[0].name}"
        for one in overlaps(edition, replace(found, labels=labels))
    )


@editions
def test_a_route_is_its_exact_number_of_spaces(name: str) -> None:
    edition, found = layout(name)
    for route, row in zip(edition.routes, spaces(edition, found), strict=True):
        assert len(row) == route.length


@editions
def test_spaces_follow_one_another_closely_along_a_gentle_curve(name: str) -> None:
    """Neighbours are hardly further apart than their length, and turn little between them."""
    edition, found = layout(name)
    for row in spaces(edition, found):
        for one, other in pairwise(row):
            assert math.dist((one.x, one.y), (other.x, other.y)) < 1.5 * SPACE_LENGTH
            turn = math.acos(min(1.0, one.cos * other.cos + one.sin * other.sin))
            assert math.degrees(turn) < 50


@editions
def test_parallel_routes_run_side_by_side(name: str) -> None:
    edition, found = layout(name)
    laid = spaces(edition, found)
    index = gazetteer(edition)
    for number, others in enumerate(index.parallel):
        nearest = [
            min(math.dist((mine.x, mine.y), (its.x, its.y)) for its in laid[other])
            for mine in laid[number]
            for other in others[:1]
        ]
        assert all(apart < 3 * SPACE_WIDTH for apart in nearest), index.route_codes[number]


def test_parallel_routes_of_unequal_lengths_each_have_their_own_spaces() -> None:
    """The shorter track keeps its spaces close together, in the middle of the longer one."""
    edition, found = layout("nordic")
    index, laid = gazetteer(edition), spaces(edition, found)
    unequal = {
        tuple(sorted((number, *others)))
        for number, others in enumerate(index.parallel)
        if len({edition.routes[route].length for route in (number, *others)}) > 1
    }
    assert {index.route_codes[pair[0]] for pair in unequal} == {"KRS-STA", "MOR-TRD"}
    for short, long in unequal:
        assert len(laid[short]) < len(laid[long])
        for row in (laid[short], laid[long]):
            for one, other in pairwise(row):
                assert math.dist((one.x, one.y), (other.x, other.y)) < 1.4 * SPACE_LENGTH
        ends = [
            math.dist(
                (laid[short][end].x, laid[short][end].y), (laid[long][end].x, laid[long][end].y)
            )
            for end in (0, -1)
        ]
        assert abs(ends[0] - ends[1]) < 6


def test_a_layout_can_swap_the_sides_of_parallel_routes() -> None:
    """The ferry from Kristiansand is on the side of the sea, although it is the second route."""
    edition, found = layout("nordic")
    index, laid = gazetteer(edition), spaces(edition, found)
    tunnel, ferry = (index.route_of[code] for code in ("KRS-STA", "KRS-STA/2"))
    assert edition.routes[tunnel].tunnel
    assert edition.routes[ferry].ferry
    assert max(one.y for one in laid[tunnel]) < min(one.y for one in laid[ferry])
    (bundle,) = (one for one in found.bundles if tunnel in one.routes)
    assert bundle.routes == (ferry, tunnel)


def test_a_swap_is_kept_in_the_file_of_an_edition() -> None:
    usa, found = layout("usa")
    swapped = tuple(replace(one, routes=one.routes[::-1]) for one in found.bundles)
    file = resources.files("whistlestop.editions").joinpath("usa.toml")
    text = file.read_text(encoding="utf-8")
    kept = with_layout(text, usa, replace(found, bundles=swapped))
    assert kept is not None
    again = read(loads(kept))
    assert again is not None
    assert again.bundles == swapped
    assert with_layout(kept, usa, found) == with_layout(text, usa, found)


@editions
def test_a_name_stands_by_its_own_city(name: str) -> None:
    """No other city is nearer to a name than the one it belongs to."""
    edition, found = layout(name)
    for number, label in enumerate(found.labels):
        shape = rectangle(label.box)
        distances = [shape.distance(Point(place)) for place in found.places]
        assert distances[number] <= found.city_radius + 12, edition.cities[number].name
        assert distances[number] == min(distances), edition.cities[number].name


@editions
def test_names_can_be_read_at_a_thousand_pixels(name: str) -> None:
    """Eleven pixels of type, and symbols of seven, at the least."""
    _, found = layout(name)
    scale = 1000 / found.width
    assert found.label_size * scale >= 11
    assert SPACE_WIDTH * 0.68 * scale >= 6


@editions
def test_a_layout_is_written_as_it_is_read(name: str) -> None:
    edition, found = layout(name)
    again = parse(edition, write(edition, found))
    assert again is not None
    assert again.places == found.places
    assert again.bundles == found.bundles
    for one, other in zip(again.labels, found.labels, strict=True):
        assert one.lines == other.lines
        assert math.dist((one.box.x, one.box.y), (other.box.x, other.box.y)) <= 1


def test_an_edition_that_only_shares_a_name_has_no_layout() -> None:
    edition = load("usa")
    without = tuple(route for route in edition.routes if {route.a, route.b} != {"DEN", "OMA"})
    assert len(without) < len(edition.routes)
    assert read(replace(edition, routes=without, source="without")) is None


@editions
def test_the_score_track_has_a_hundred_fields_that_fill_the_frame(name: str) -> None:
    _, found = layout(name)
    fields = [track.field(found, points) for points in range(track.FIELDS)]
    polygons = [box(x, y, x + wide, y + high) for x, y, wide, high in fields]
    area = found.width * found.height
    hole = (found.width - 2 * found.frame) * (found.height - 2 * found.frame)
    assert sum(polygon.area for polygon in polygons) == pytest.approx(area - hole)
    for one, other in combinations(polygons, 2):
        assert one.intersection(other).area < 1e-6
    for one, other in pairwise([*polygons, polygons[0]]):
        touching = one.buffer(0.1, join_style="mitre").intersection(other).area / 0.1
        assert touching > 0.9 * min(found.frame, one.length / 4), "fields follow one another"
    assert track.field(found, 137) == fields[37]
    assert track.field(found, -5) == fields[95]


DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize(("page", "geography"), [("new-edition", False), ("edition-files", True)])
def test_the_examples_of_the_docs_get_boards(page: str, geography: bool, tmp_path: Path) -> None:
    """One whose cities have coordinates keeps their order; the other's are spread by its routes."""
    text = DOCS.joinpath(f"{page}.md").read_text(encoding="utf-8")
    (example,) = (
        one for one in re.findall(r"```toml\n(.*?)```", text, re.DOTALL) if "[map]" in one
    )
    file = tmp_path / "example.toml"
    file.write_text(example, encoding="utf-8")
    edition = load(file)
    assert has_geography(edition) == geography
    found = arrange(edition, Start())
    assert list(overlaps(edition, found, FREE)) == []
    assert all(math.dist(a, b) > 90 for a, b in combinations(found.places, 2))
    middle = [sum(values) / len(values) for values in zip(*found.places, strict=True)]
    assert math.dist(middle, (found.width / 2, found.height / 2)) < 0.15 * found.width
    if geography:
        ends = sorted(range(len(edition.cities)), key=lambda n: edition.cities[n].longitude)
        assert found.places[ends[0]][0] < found.places[ends[-1]][0]


def test_an_edition_of_ones_own_is_arranged_without_overlaps_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second time it comes from the user's cache folder."""
    edition = load(SAMPLE)
    monkeypatch.setattr(layouts, "_remembered", OrderedDict[Edition, Layout]())
    monkeypatch.setattr(layouts, "cache_folder", lambda: tmp_path)
    shares: list[float] = []
    assert not layouts.is_arranged(edition)
    found = layout_of(edition, shares.append)
    assert list(overlaps(edition, found, FREE)) == []
    assert shares == sorted(shares)
    assert shares[-1] == 1
    monkeypatch.setattr(layouts, "_remembered", OrderedDict[Edition, Layout]())
    assert layouts.is_arranged(edition)
    again = layout_of(edition, shares.append)
    assert again.places == found.places
    assert again.bundles == found.bundles
    (kept,) = (next(tmp_path.glob("layouts-*"))).iterdir()
    kept.write_text("size = 1", encoding="utf-8")
    monkeypatch.setattr(layouts, "_remembered", OrderedDict[Edition, Layout]())
    assert layout_of(edition).places == found.places, "a spoilt file is made anew"


def test_of_many_layouts_those_used_last_stay_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usa = load("usa")
    text = write(usa, layout_of(usa))
    remembered: OrderedDict[Edition, Layout] = OrderedDict()
    monkeypatch.setattr(layouts, "_remembered", remembered)
    monkeypatch.setattr(layouts, "MOST_REMEMBERED", 3)
    monkeypatch.setattr(layouts, "cache_folder", lambda: tmp_path)
    own = [replace(usa, name="own", source=str(number) * 64) for number in range(5)]
    for edition in own[:3]:
        assert layouts.adopt(edition, text)
    first = layout_of(own[0])
    for edition in own[3:]:
        assert layouts.adopt(edition, text)
    assert list(remembered) == [own[0], own[3], own[4]]
    assert layout_of(own[0]) is first
    assert [layouts.is_arranged(edition) for edition in own] == [True, False, False, True, True]
