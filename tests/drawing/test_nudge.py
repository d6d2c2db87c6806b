"""The tool with which boards are set by hand: what it accepts, says and writes."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from tools.boards import nudge

from whistlestop.drawing.layout.layout import Layout, parse, read, write
from whistlestop.drawing.layout.overlaps import discs, rectangles
from whistlestop.editions.load import load

EDITIONS = ("europe", "germany", "india", "london", "newyork", "nordic", "switzerland", "usa")
editions = pytest.mark.parametrize("name", EDITIONS)

ROOT = Path(__file__).parents[2]

GERMANY = load("germany")
USA = load("usa")


def layout(name: str) -> Layout:
    found = read(load(name))
    assert found is not None
    return found


def opened(tmp_path: Path) -> nudge.BoardEditor:
    return nudge.BoardEditor(USA, nudge.LAYOUTS / "usa.toml", tmp_path / "usa.toml")


@editions
def test_all_values_together_are_the_layout(name: str) -> None:
    edition, now = load(name), layout(name)
    assert nudge.changed(edition, now, nudge.values(edition, now)) == now


@editions
def test_every_collision_is_between_things_that_the_page_knows(name: str) -> None:
    edition, now = load(name), layout(name)
    fixed = nudge.fixed(edition, now)
    spaces = [
        space
        for bundle in fixed["bundles"]
        for track in bundle["tracks"]
        for space in track["spaces"]
    ]
    names = [entry["label"] for kind in ("cities", "countries") for entry in fixed[kind]]
    assert sorted([*spaces, *names, "the title"]) == sorted(rectangles(edition, now))
    places = [entry["disc"] for kind in ("cities", "borders") for entry in fixed[kind]]
    assert places == list(discs(edition, now))


@editions
def test_the_page_gets_a_shape_for_everything(name: str) -> None:
    edition, now = load(name), layout(name)
    fixed, shapes = nudge.fixed(edition, now), nudge.geometry(edition, now)
    for bundle, tracks, curve in zip(
        fixed["bundles"], shapes["spaces"], shapes["curves"], strict=True
    ):
        wanted = [len(track["spaces"]) for track in bundle["tracks"]]
        assert [len(track) for track in tracks] == wanted
        assert len(curve) > 2
    assert len(shapes["labels"]) == len(edition.cities)
    assert len(shapes["countries"]) == len(edition.countries)
    json.dumps([fixed, shapes], allow_nan=False)


def test_a_moved_city_takes_its_name_along() -> None:
    before = layout("usa")
    after = nudge.changed(USA, before, {"cities": {"DEN": {"at": [640, 500]}}})
    city = next(number for number, city in enumerate(USA.cities) if city.code == "DEN")
    assert after.places[city] == (640, 500)
    for axis in (0, 1):
        old, new = ((one.labels[city].box.x, one.labels[city].box.y) for one in (before, after))
        moved = after.places[city][axis] - before.places[city][axis]
        assert new[axis] - old[axis] == moved
    same = [number for number in range(len(USA.cities)) if number != city]
    assert all(after.labels[number] == before.labels[number] for number in same)
    assert after.bundles == before.bundles


def test_every_kind_of_value_can_be_changed_and_written() -> None:
    before = layout("germany")
    changes: dict[str, Any] = {
        "cities": {"BER": {"at": [1000, 501], "label": [-40, 22]}},
        "borders": {"FRE-FR": [101, 1330]},
        "countries": {"FR": [150, 1220]},
        "routes": {"BER-LEI": [12, -8, 20.4, 21]},
        "cartouche": [800, 95, 290, 118],
    }
    after = nudge.changed(GERMANY, before, changes)
    now = nudge.values(GERMANY, after)
    assert now["cities"]["BER"] == {**changes["cities"]["BER"], "lines": 1}
    assert now["borders"]["FRE-FR"] == [101, 1330]
    assert now["countries"]["FR"] == [150, 1220]
    assert now["routes"]["BER-LEI"] == [12, -8, 20, 21]
    assert now["cartouche"] == [800, 95, 290, 118]
    # What is seen is what is saved: nothing is rounded only on its way to the file.
    assert parse(GERMANY, write(GERMANY, after)) == after
    # And back again: that is how the page undoes.
    assert nudge.changed(GERMANY, after, nudge.values(GERMANY, before)) == before


def test_a_name_breaks_and_joins() -> None:
    city = next(number for number, city in enumerate(USA.cities) if city.code == "SLC")
    two = nudge.changed(USA, layout("usa"), {"cities": {"SLC": {"lines": 2}}})
    assert len(two.labels[city].lines) == 2
    one = nudge.changed(USA, two, {"cities": {"SLC": {"lines": 1}}})
    assert one.labels[city].lines == ("Salt Lake City",)
    assert one.labels[city].box.height < two.labels[city].box.height


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (None, "the changes: an object is wanted, not null"),
        ([1], r"the changes: an object is wanted, not \[1\]"),
        ({"towns": {}}, 'the changes: "towns" is not one of cities'),
        ({"cities": {"XXX": {}}}, '"XXX" is none of this board\'s cities'),
        ({"cities": {"DEN": [1, 2]}}, "DEN: an object is wanted"),
        ({"cities": {"DEN": {"colour": 1}}}, 'DEN: "colour" is not one of at, label, lines'),
        ({"cities": {"DEN": {"at": [1]}}}, "the place of DEN: 2 numbers are wanted"),
        ({"cities": {"DEN": {"at": [1, "2"]}}}, 'the place of DEN: "2" is not a number'),
        ({"cities": {"DEN": {"at": [1, True]}}}, "the place of DEN: true is not a number"),
        ({"cities": {"DEN": {"at": [1, float("nan")]}}}, "NaN is not a number"),
        ({"cities": {"DEN": {"at": [float("inf"), 1]}}}, "Infinity is not a number"),
        ({"cities": {"DEN": {"at": [10**400, 1]}}}, "is not a number"),
        ({"cities": {"DEN": {"at": [-1, 1]}}}, "the place of DEN: -1 is not between 0 and"),
        ({"cities": {"DEN": {"at": [5, 5000]}}}, "the place of DEN: 5000 is not between 0 and"),
        ({"cities": {"DEN": {"lines": 3}}}, "the lines of DEN are 1 or 2, not 3"),
        ({"cities": {"DEN": {"lines": True}}}, "the lines of DEN are 1 or 2, not true"),
        ({"cities": {"DEN": {"lines": 2}}}, "Denver is one word"),
        ({"borders": {"FRE-FR": [1, 1]}}, '"FRE-FR" is none of this board\'s borders'),
        ({"routes": {"OMA-DEN": [0, 0, 1, 1]}}, '"OMA-DEN" is none of this board\'s routes'),
        ({"routes": {"DEN-OMA": [0, 0, 1]}}, "the route DEN-OMA: 4 numbers are wanted"),
        ({"routes": {"DEN-OMA": [0, 0, -1, 1]}}, "what stays free on DEN-OMA: -1 is not between"),
        ({"cartouche": [0, 0, 5, 100]}, "the width of the title: 5 is not between"),
    ],
)
def test_senseless_changes_are_refused_with_a_reason(changes: object, message: str) -> None:
    before = layout("usa")
    with pytest.raises(nudge.ChangeError, match=message):
        nudge.changed(USA, before, changes)


def test_of_several_changes_all_are_made_or_none(tmp_path: Path) -> None:
    table = opened(tmp_path)
    with pytest.raises(nudge.ChangeError):
        table.change({"cities": {"DEN": {"at": [1, 1]}, "OMA": {"at": ["x", 1]}}})
    assert not table.unsaved
    assert table.change({"cities": {"DEN": {"at": [640, 500]}}})["unsaved"]


def test_collisions_come_deepest_first() -> None:
    crowded = nudge.changed(USA, layout("usa"), {"cities": {"DEN": {"at": [800, 440]}}})
    found = nudge.collisions(USA, crowded, 1.5)
    depths = [one["depth"] for one in found]
    assert found
    assert depths == sorted(depths, reverse=True)
    assert {"what", "other", "depth", "x", "y", "crossing"} == found[0].keys()


def test_saving_writes_a_layout_file_and_nothing_else(tmp_path: Path) -> None:
    table = opened(tmp_path)
    assert not table.unsaved
    table.change({"cities": {"DEN": {"at": [640, 500]}}})
    assert table.unsaved
    assert table.save(anyway=False) == {"conflict": False, "unsaved": False}
    assert not table.unsaved
    assert parse(USA, (tmp_path / "usa.toml").read_text(encoding="utf-8")) == table.layout
    assert [file.name for file in tmp_path.iterdir()] == ["usa.toml"]


def test_a_file_that_somebody_else_has_changed_is_not_written_over_unasked(tmp_path: Path) -> None:
    table = opened(tmp_path)
    file = tmp_path / "usa.toml"
    file.write_text("# mine\n", encoding="utf-8")
    table.change({"cities": {"DEN": {"at": [640, 500]}}})
    assert table.save(anyway=False) == {"conflict": True, "unsaved": True}
    assert file.read_text(encoding="utf-8") == "# mine\n"
    assert not table.save(anyway=True)["conflict"]
    assert parse(USA, file.read_text(encoding="utf-8")) == table.layout


def test_a_failed_save_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "usa.toml"
    file.write_text("old\n", encoding="utf-8")

    def fail(_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="No space"):
        nudge.save(file, "new\n")
    assert file.read_text(encoding="utf-8") == "old\n"
    assert [one.name for one in tmp_path.iterdir()] == ["usa.toml"]


def test_a_file_for_another_board_is_refused(tmp_path: Path) -> None:
    source = nudge.LAYOUTS / "london.toml"
    with pytest.raises(nudge.ChangeError, match="is for other places or routes than usa has"):
        nudge.BoardEditor(USA, source, tmp_path / "usa.toml")
    broken = tmp_path / "broken.toml"
    broken.write_text("size = [1", encoding="utf-8")
    with pytest.raises(nudge.ChangeError, match="is no layout file"):
        nudge.BoardEditor(USA, broken, broken)


def test_what_polishing_finds_is_left_to_the_page() -> None:
    better = nudge.changed(USA, layout("usa"), {"cities": {"DEN": {"at": [640, 500]}}})

    def search(tell: Callable[[float], None]) -> Layout:
        tell(0.5)
        return better

    polish = nudge.Polish(search, USA)
    polish.wait(10)
    expected = {"running": False, "share": 0.5, "found": nudge.values(USA, better), "error": ""}
    assert polish.state() == expected


def test_polishing_can_be_given_up() -> None:
    asked = threading.Event()

    def search(tell: Callable[[float], None]) -> Layout:
        asked.wait(10)
        tell(0.1)
        raise AssertionError("it went on")

    polish = nudge.Polish(search, USA)
    assert polish.state()["running"]
    polish.give_up()
    asked.set()
    polish.wait(10)
    assert polish.state() == {"running": False, "share": 0.1, "found": None, "error": ""}


def test_a_failed_polishing_says_why() -> None:
    def search(tell: Callable[[float], None]) -> Layout:
        raise ValueError("too hot")

    polish = nudge.Polish(search, USA)
    polish.wait(10)
    assert polish.state()["error"] == "ValueError: too hot"


def test_polishing_pins_cities_that_there_are(tmp_path: Path) -> None:
    table = opened(tmp_path)
    with pytest.raises(nudge.ChangeError, match='"XXX" is none of'):
        table.polish(["XXX"])
    with pytest.raises(nudge.ChangeError, match="a list is wanted"):
        table.polish("DEN")
    assert not table.polishing()["running"]


def test_where_an_arrangement_starts_is_known_of_every_board() -> None:
    assert nudge.start_of("usa").size == (layout("usa").width, layout("usa").height)
    assert nudge.start_of("atlantis").size is None


def run(tool: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a tool as its head says."""
    command = [sys.executable, f"tools/boards/{tool}", *arguments]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )


def test_the_author_of_a_board_is_not_sent_from_tool_to_tool(tmp_path: Path) -> None:
    """What `nudge.py` asks for is what `arrange.py` makes, of an edition file, too."""
    page = (ROOT / "docs" / "new-edition.md").read_text(encoding="utf-8")
    own = tmp_path / "the lakes.toml"
    own.write_text(page.partition("```toml\n")[2].partition("```")[0], encoding="utf-8")
    refused = run("nudge.py", str(own), "--no-open")
    assert refused.returncode == 1
    said = re.fullmatch(
        r"(.+) is missing: python tools/boards/(\S+) (.+) makes it\n", refused.stderr
    )
    assert said is not None, refused.stderr
    made, tool, argument = said.groups()
    arranged = run(tool, *shlex.split(argument), "--sweeps", "20")
    assert arranged.returncode == 0, arranged.stderr
    assert arranged.stdout.endswith(f"wrote {made}\n")
    assert made == str(tmp_path / "the lakes.layout.toml")
    again = run(tool, *shlex.split(argument), "--sweeps", "20", "--current")
    assert again.returncode == 0, again.stderr

    edition = load(own)
    editor = nudge.BoardEditor(edition, Path(made), Path(made))
    assert editor.polish(["ALB"])["running"]
    while (state := editor.polishing())["running"]:
        time.sleep(0.01)
    assert state["error"] == ""
    assert state["found"] is not None


def test_small_steps_need_a_layout(tmp_path: Path) -> None:
    output = str(tmp_path / "none.toml")
    refused = run("arrange.py", "usa", "--current", "--output", output)
    assert refused.returncode == 1
    assert f"{output} holds no layout for the places and routes of usa" in refused.stderr
    assert "leave out --current" in refused.stderr


def test_an_edition_that_is_not_there_is_refused_by_both_tools() -> None:
    for tool in ("arrange.py", "nudge.py"):
        refused = run(tool, "atlantis")
        assert refused.returncode == 1
        assert "atlantis" in refused.stderr
        assert "Traceback" not in refused.stderr


def test_the_server_answers_its_own_page_alone(tmp_path: Path) -> None:
    server = nudge.Server(opened(tmp_path), 0)
    port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()

    def ask(method: str, path: str, body: str | None = None, **headers: str) -> tuple[int, Any]:
        connection = HTTPConnection("127.0.0.1", port, timeout=10)
        try:
            connection.request(method, path, body, headers)
            reply = connection.getresponse()
            content = reply.read()
        finally:
            connection.close()
        is_json = reply.headers.get_content_type() == "application/json"
        return reply.status, json.loads(content) if is_json else content

    kind = {"Content-Type": "application/json"}
    try:
        for path in ("/", "/nudge.js", "/nudge.css", "/board.css", "/fonts/text.woff2"):
            assert ask("GET", path)[0] == 200, path
        assert ask("GET", "/../nudge.py")[0] == 404
        assert ask("GET", "/", Host="elsewhere.example")[0] == 403
        assert ask("GET", "/api/collisions?margin=x")[0] == 400
        assert ask("GET", "/api/board")[1]["values"]["cities"]["DEN"]["lines"] == 1
        assert ask("POST", "/api/change", "{}", **{"Content-Type": "text/plain"})[0] == 415
        assert ask("POST", "/api/change", "{", **kind)[0] == 400
        status, found = ask("POST", "/api/change", '{"changes": {"cities": {"XXX": {}}}}', **kind)
        assert (status, found) == (400, {"error": '"XXX" is none of this board\'s cities'})
        change = '{"changes": {"cities": {"DEN": {"at": [640, 500]}}}}'
        status, found = ask("POST", "/api/change", change, **kind)
        assert (status, found["unsaved"]) == (200, True)
        assert ask("POST", "/api/save", "{}", **kind) == (
            200,
            {"conflict": False, "unsaved": False},
        )
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)
    assert (tmp_path / "usa.toml").is_file()
