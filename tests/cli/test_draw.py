"""`whistlestop draw`, as a command: every kind of picture, every option, every refusal."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path

import pytest

from tests.cli.running import run
from tests.drawing.boards import by_id, classes, tree, words_of
from tests.golden_remake import path_of
from tests.server.test_own_editions import TINY
from whistlestop import drawing, load_edition, write_position
from whistlestop.play.record import Reader
from whistlestop.rules.compiling import rules_cache

RECORD = path_of("london", 2, "record")
FERRIES = path_of("europe", 3, "record")


def turns(record: Path) -> int:
    return len(re.findall(r"^\d+ p", record.read_text(encoding="utf-8"), re.MULTILINE))


def size(png: Path) -> tuple[int, int]:
    data = png.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", data[16:24])


# ---------------------------------------------------------------------------------------- pictures


def test_a_board_goes_into_a_file_of_its_name(tmp_path: Path) -> None:
    done = run("draw", "usa", folder=tmp_path)
    assert (done.returncode, done.stdout) == (0, "wrote usa.svg\n")
    assert (tmp_path / "usa.svg").read_text(encoding="utf-8") == drawing.board(load_edition("usa"))


def test_a_board_by_night_is_printed() -> None:
    done = run("draw", "newyork", "--theme", "dark", "-o", "-")
    assert done.stdout == drawing.board(load_edition("newyork"), theme="dark")


def test_png_and_pdf(tmp_path: Path) -> None:
    board = drawing.board(load_edition("london"))
    for arguments, width in (((), round(board.size[0])), (("--width", "321"), 321)):
        file = tmp_path / "new" / "london.png"
        done = run("draw", "london", "-o", str(file), *arguments)
        assert done.returncode == 0, done.stderr
        assert size(file)[0] == width
    file = tmp_path / "london.PDF"
    assert run("draw", "london", "-o", str(file)).returncode == 0
    assert file.read_bytes().startswith(b"%PDF-")
    assert sorted(one.name for one in tmp_path.rglob("*")) == ["london.PDF", "london.png", "new"]


def test_an_edition_of_ones_own_is_arranged_once(tmp_path: Path) -> None:
    """In a cache that has what is compiled, and no boards."""
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / rules_cache().name).symlink_to(rules_cache())
    own = tmp_path / "own.toml"
    own.write_text(TINY, encoding="utf-8")
    first = run("draw", str(own), "-o", "-", cache=cache)
    assert first.returncode == 0, first.stderr
    assert "Arranging the board of The ferry line" in first.stderr
    again = run("draw", str(own), "-o", "-", cache=cache)
    assert again.stderr == ""
    assert again.stdout == first.stdout
    assert words_of(tree(first.stdout)) == "The ferry line: the board"


def test_a_record_at_its_end_and_on_the_way(tmp_path: Path) -> None:
    text = RECORD.read_text(encoding="utf-8")
    end, then = Reader(text).game(), Reader(text).until(9)
    done = run("draw", str(RECORD), folder=tmp_path)
    assert done.stdout == "wrote london-2.svg\n"
    written = (tmp_path / "london-2.svg").read_text(encoding="utf-8")
    assert written == drawing.position(end.view(), names=end.seats)
    done = run("draw", str(RECORD), "--at", "9", "--as", "2", folder=tmp_path)
    assert done.stdout == "wrote london-2-9.svg\n"
    written = (tmp_path / "london-2-9.svg").read_text(encoding="utf-8")
    assert written == drawing.position(then.view(1), names=then.seats)
    assert "What Ben holds" in written


def test_the_deal_and_the_board_alone() -> None:
    deal = run("draw", str(RECORD), "--at", "0", "-o", "-")
    assert words_of(tree(deal.stdout)) == "London: turn 1"
    alone = run("draw", str(RECORD), "--board-only", "-o", "-")
    board = drawing.board(load_edition("london"))
    assert tree(alone.stdout).get("viewBox") == tree(board).get("viewBox")
    assert "Display" not in alone.stdout


def test_the_score_sheet_of_a_record(tmp_path: Path) -> None:
    done = run("draw", str(RECORD), "--sheet", "--theme", "dark", folder=tmp_path)
    assert done.stdout == "wrote london-2-sheet.svg\n"
    game = Reader(RECORD.read_text(encoding="utf-8")).game()
    written = (tmp_path / "london-2-sheet.svg").read_text(encoding="utf-8")
    wanted = drawing.score_sheet(game.edition, game.score_sheet(), names=game.seats, theme="dark")
    assert written == wanted


def test_a_position_file_as_a_seat_sees_it(tmp_path: Path) -> None:
    game = Reader(RECORD.read_text(encoding="utf-8")).until(9)
    whole, seen = tmp_path / "whole.json", tmp_path / "seen.json"
    whole.write_text(write_position(game), encoding="utf-8")
    seen.write_text(write_position(game, viewer=1), encoding="utf-8")
    assert run("draw", str(whole), "-o", "-").stdout == drawing.position(game.view())
    for file in (whole, seen):
        shown = run("draw", str(file), "--as", "2", "-o", "-")
        assert shown.stdout == drawing.position(game.view(1)), shown.stderr
    refused = run("draw", str(seen), "--as", "1")
    assert refused.returncode == 2
    assert "does not hold what seat 1 sees" in refused.stderr
    refused = run("draw", str(whole), "--as", "4")
    assert "there is no seat 4: 2 play" in refused.stderr


# ------------------------------------------------------------------------------------------ frames


def test_frames_show_every_turn(tmp_path: Path) -> None:
    folder = tmp_path / "frames"
    done = run("draw", str(RECORD), "--frames", str(folder), "--as", "1")
    assert done.returncode == 0, done.stderr
    many = turns(RECORD) + 1
    assert done.stdout == f"wrote {many} pictures and index.html to {folder}\n"
    names = [f"{turn:02}.svg" for turn in range(many)]
    assert sorted(one.name for one in folder.iterdir()) == [*names, "index.html"]
    page = (folder / "index.html").read_text(encoding="utf-8")
    listed = re.search(r"const frames = (\[[^\]]*\])", page)
    assert listed is not None
    assert json.loads(listed[1].replace("'", '"')) == names
    assert "<title>London</title>" in page
    boxes = {tree((folder / name).read_text(encoding="utf-8")).get("viewBox") for name in names}
    assert len(boxes) == 1, "a film does not jump"
    claimed = 0
    for turn, name in enumerate(names):
        root = tree((folder / name).read_text(encoding="utf-8"))
        new = [one for one in by_id(root).values() if "highlighted" in classes(one)]
        owned = [one for one in by_id(root).values() if "owned-by-1" in " ".join(classes(one))]
        assert len(new) <= 1
        assert turn > 0 or (not new and not owned)
        claimed += len(new)
    game = Reader(RECORD.read_text(encoding="utf-8")).game()
    assert claimed == len(game.view().owners), "every claim is pointed out once"


def test_frames_in_pixels_of_a_game_with_tunnels(tmp_path: Path) -> None:
    """A game that is not over, with ferries, tunnels and stations."""
    cut = tmp_path / "europe.record"
    lines = FERRIES.read_text(encoding="utf-8").splitlines(keepends=True)
    end = next(at for at, line in enumerate(lines) if line.startswith("13 p"))
    kept = (line for line in lines[:end] if not line.startswith("result"))
    cut.write_text("".join(kept), encoding="utf-8")
    folder = tmp_path / "frames"
    folder.mkdir()
    done = run("draw", str(cut), "--frames", str(folder), "--format", "png", "--width", "300")
    assert done.returncode == 0, done.stderr
    frames = sorted(folder.glob("*.png"))
    assert [frame.name for frame in frames] == [f"{turn:02}.png" for turn in range(13)]
    assert {size(frame)[0] for frame in frames} == {300}


# ---------------------------------------------------------------------------------------- refusals


REFUSALS = {
    "atlantis": 'There is no edition "atlantis"',
    "missing.record": "there is no file missing.record",
    "usa --at 3": "--at needs a record",
    "usa --sheet": "--sheet needs a record",
    "usa --frames frames": "--frames needs a record",
    "usa --as 1": "--as needs a record or a position",
    "usa -o usa.gif": "usa.gif: a drawing is written as .svg, .png, .pdf",
    "usa -o usa": "usa: a drawing is written as .svg, .png, .pdf",
    "usa --width 300": "--width is for PNG files",
    "usa --width 300 -o usa.pdf": "--width is for PNG files",
    "usa --width 300 -o -": "--width is for PNG files",
    "usa --width 20 -o usa.png": "--width",
    "usa --format png": "--format is for --frames",
    "usa --theme blue": "--theme",
    "RECORD --as 3": "there is no seat 3: 2 play",
    "RECORD --as 0": "--as",
    "RECORD --at 9999": "not 9,999",
    f"RECORD --at {10**29}": "not 100,000,000,000,000,000,000,000,000,000",
    "RECORD --at 9 --sheet": "the game is not over",
    "RECORD --frames frames -o a.svg": "leave out -o, --at and --sheet",
    "RECORD --frames frames --at 1": "leave out -o, --at and --sheet",
    "RECORD --frames frames --sheet": "leave out -o, --at and --sheet",
    "RECORD --frames frames --width 300": "--width is for PNG files",
}


@pytest.mark.parametrize("line", REFUSALS)
def test_what_cannot_be_drawn_is_refused(line: str, tmp_path: Path) -> None:
    arguments = line.replace("RECORD", str(RECORD)).split(" ")
    refused = run("draw", *arguments, folder=tmp_path)
    assert refused.returncode in (1, 2)
    assert REFUSALS[line] in refused.stderr
    assert refused.stdout == ""
    assert "Traceback" not in refused.stderr
    assert list(tmp_path.iterdir()) == [], "and nothing is written"


def test_an_existing_file_is_replaced_only_if_it_is_named(tmp_path: Path) -> None:
    file = tmp_path / "london.svg"
    file.write_text("mine", encoding="utf-8")
    refused = run("draw", "london", folder=tmp_path)
    assert refused.returncode == 2
    assert "london.svg is there already; to replace it, name it with -o" in refused.stderr
    assert file.read_text(encoding="utf-8") == "mine"
    assert run("draw", "london", "-o", "london.svg", folder=tmp_path).returncode == 0
    assert file.read_text(encoding="utf-8").startswith("<svg")
    assert [one.name for one in tmp_path.iterdir()] == ["london.svg"]


def test_frames_go_into_no_folder_that_has_something_in_it(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    for folder in (tmp_path, tmp_path / "mine.txt"):
        refused = run("draw", str(RECORD), "--frames", str(folder))
        assert refused.returncode == 2
        assert "is there already and is no empty folder" in refused.stderr
    assert [one.name for one in tmp_path.iterdir()] == ["mine.txt"]


def test_damage_is_named_by_its_line_and_nothing_is_drawn(tmp_path: Path) -> None:
    lines = RECORD.read_text(encoding="utf-8").splitlines()
    place = next(at for at, line in enumerate(lines) if line.startswith("20 "))
    lines[place] = lines[place].replace(":", ": dance;", 1)
    damaged = tmp_path / "damaged.record"
    damaged.write_text("\n".join(lines), encoding="utf-8")
    for arguments in ([], ["--frames", "frames"], ["--sheet"]):
        refused = run("draw", str(damaged), *arguments, folder=tmp_path)
        assert refused.returncode == 1
        assert f"damaged.record, line {place + 1}, column 8" in refused.stderr
    before = run("draw", str(damaged), "--at", "10", "-o", "-")
    assert before.returncode == 0, "what precedes the damage can be seen"
    damaged.write_text('{"format": "whistlestop position 9"}', encoding="utf-8")
    refused = run("draw", str(damaged), folder=tmp_path)
    assert refused.returncode == 1
    assert "format: expected" in refused.stderr
    assert [one.name for one in tmp_path.iterdir()] == ["damaged.record"]


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    refused = run("draw", "london", "-o", str(tmp_path / "file" / "london.svg"))
    assert refused.returncode == 2
    assert "cannot write" in refused.stderr
