"""A board of one's own: arranged, kept in its file, set by hand, and looked over."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.running import run
from whistlestop.drawing.layout.layout import Layout, layout_of, read, write
from whistlestop.drawing.layout.overlaps import Overlap, overlaps
from whistlestop.drawing.layout.own import moved, with_layout
from whistlestop.editions.load import EditionError, load, loads
from whistlestop.editions.model import Edition

SAMPLE = (Path(__file__).parents[1] / "editions" / "sample.toml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def arranged() -> tuple[Edition, Layout]:
    edition = loads(SAMPLE)
    return edition, layout_of(edition)


@pytest.fixture
def kept(arranged: tuple[Edition, Layout]) -> str:
    """The sample with its layout."""
    text = with_layout(SAMPLE, *arranged)
    assert text is not None
    return text


def test_a_layout_goes_with_the_text(arranged: tuple[Edition, Layout], kept: str) -> None:
    edition = loads(kept)
    assert read(edition) == arranged[1]
    assert replace(edition, layout="", source=arranged[0].source) == arranged[0]


def test_a_layout_replaces_the_one_before(arranged: tuple[Edition, Layout], kept: str) -> None:
    edition, layout = arranged
    assert with_layout(kept, loads(kept), layout) == kept
    # Wherever it stands, and what follows it stays, with its remarks.
    section = write(edition, layout, section=True)
    head, mark, tail = SAMPLE.partition("[tickets.opening]")
    assert mark
    amid = f"{head}{section}\n# What is dealt.\n{mark}{tail}"
    again = with_layout(amid, loads(amid), moved(layout, 0, 5, 3))
    assert again is not None
    assert again.count("[layout]") == 1
    assert "# What is dealt.\n[tickets.opening]" in again
    assert read(loads(again)) == moved(layout, 0, 5, 3)


def test_a_layout_that_is_written_otherwise_stays(kept: str) -> None:
    start = kept.index("[layout]")
    edition = loads(kept)
    inline = kept[:start] + "[ layout . cities ]\n" + kept[start:].partition("cities]\n")[2]
    with pytest.raises(EditionError):
        loads(inline)
    assert with_layout("layout.frame = 46\n" + SAMPLE, edition, layout_of(edition)) is None


def test_a_moved_city_takes_its_name_along(arranged: tuple[Edition, Layout]) -> None:
    edition, layout = arranged
    then = moved(layout, 0, 12, -7)
    assert then.places[0] == (layout.places[0][0] + 12, layout.places[0][1] - 7)
    assert then.labels[0].box.x == layout.labels[0].box.x + 12
    assert then.places[1:] == layout.places[1:]
    assert read(loads(str(with_layout(SAMPLE, edition, then)))) == then
    with pytest.raises(ValueError, match="outside the map"):
        moved(layout, 0, 5000, 0)


def test_what_does_not_fit_the_file_is_named(kept: str) -> None:
    edition = loads(kept)
    code = edition.cities[0].code
    lines = kept.splitlines()
    place = next(at for at, line in enumerate(lines) if line.startswith(f"{code} = {{at"))
    lines[place] = lines[place].replace(code, "QQQ")
    lines.append("AAA-BBB = [0, 0, 16, nan]")
    with pytest.raises(EditionError) as caught:
        loads("\n".join(lines))
    told = str(caught.value)
    assert f"layout.cities.{code}: expected a table" in told
    assert f"line {place + 1}, layout.cities.QQQ: expected only known keys" in told
    assert "layout.routes.AAA-BBB: expected only known keys" in told
    lines[place] = f"{code} = {{at = [1e3, -1], label = [0], lines = 3}}"
    with pytest.raises(EditionError) as caught:
        loads("\n".join(lines[:-1]))
    told = str(caught.value)
    for part in ("at entry 1", "at entry 2", "label", "lines"):
        assert f"layout.cities.{code}.{part}: expected" in told


def test_routes_that_cross_are_named(arranged: tuple[Edition, Layout], tmp_path: Path) -> None:
    """Two cities change places: their routes lie across each other."""
    edition, layout = arranged
    places = [*layout.places]
    a, b = (
        0,
        max(
            range(1, len(edition.cities)),
            key=lambda n: abs(places[n][0] - places[0][0]) + abs(places[n][1] - places[0][1]),
        ),
    )
    places[a], places[b] = places[b], places[a]
    spoilt = replace(layout, places=tuple(places))
    crossing = [one for one in overlaps(edition, spoilt) if one.crossing]
    assert crossing
    sentence = crossing[0].sentence(edition)
    assert " crosses the route " in sentence
    assert "–" in sentence
    touching = Overlap("the city Dale", "the title", 1.2, 3, 4).sentence(edition)
    assert touching == "the city Dale lies in the title by 1 unit, at 3, 4"
    file = tmp_path / "isles.toml"
    file.write_text(str(with_layout(SAMPLE, edition, spoilt)), encoding="utf-8")
    drawn = run("draw", str(file), "-o", "-")
    assert drawn.stdout.startswith("<svg")
    assert "crosses the route" in drawn.stderr
    assert "Arranging" not in drawn.stderr


def test_keeping_moving_and_tidying(tmp_path: Path, arranged: tuple[Edition, Layout]) -> None:
    file = tmp_path / "isles.toml"
    file.write_text(SAMPLE, encoding="utf-8")
    done = run("draw", "isles.toml", "--keep-layout", folder=tmp_path)
    assert (done.returncode, done.stdout) == (0, "wrote isles.svg\n"), done.stderr
    assert read(load(file)) == arranged[1]
    city = arranged[0].cities[0].name
    refused = run("draw", "isles.toml", "--move", city, "9", "-4", folder=tmp_path)
    assert "isles.svg is there already" in refused.stderr
    assert read(load(file)) == arranged[1], "nothing is half done"
    done = run("draw", "isles.toml", "--move", city, "9", "-4", "-o", "-", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert read(load(file)) == moved(arranged[1], 0, 9, -4)
    done = run(
        "draw", "isles.toml", "--move", city, "60", "0", "--tidy", "-o", "-", folder=tmp_path
    )
    assert done.returncode == 0, done.stderr
    tidy = layout_of(load(file))
    assert tidy.places[0] == moved(arranged[1], 0, 69, -4).places[0]
    deep = [
        sum(one.depth for one in overlaps(arranged[0], each))
        for each in (moved(arranged[1], 0, 69, -4), tidy)
    ]
    assert deep[1] <= deep[0]
    for words, says in (
        (("--move", "Nowhere", "1", "1"), "no place “Nowhere”"),
        (("--move", city, "9000", "0"), "outside the map"),
        (("--layout", "isles.toml"), "no layout of"),
    ):
        refused = run("draw", "isles.toml", *words, "-o", "-", folder=tmp_path)
        assert refused.returncode == 2
        assert says in refused.stderr
    assert "built in" in run("draw", "usa", "--keep-layout", "-o", "-").stderr
