"""`whistlestop review` prints verdicts and luck, and goes on after an interrupt."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import msgspec
import pytest

from tests.analysis.test_accounting import played_by
from tests.cli.running import run
from tests.properties.playing import up_to
from whistlestop.analysis.document import ReviewDocument
from whistlestop.play.game import Game
from whistlestop.play.record import write_record

SMALL = ("--playouts", "20", "--worlds", "100", "--luck", "3")


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two records, one of them in a folder inside."""
    folder = tmp_path_factory.mktemp("records")
    for name, seed in (("one", 1), ("inner/two", 2)):
        file = folder / f"{name}.record"
        file.parent.mkdir(exist_ok=True)
        game = played_by("london", ("beginner", "planner"), seed)
        file.write_text(write_record(game, bots=("beginner", "planner")), encoding="utf-8")
    return folder


def test_a_record_is_reviewed(records: Path) -> None:
    done = run("review", str(records / "one.record"), *SMALL, "--moves", "--jobs", "1")
    assert done.returncode == 0, done.stderr
    for words in (
        "London, 2 players",
        "Player 1 (beginner)",
        "Blunders",
        "Luck and skill",
        "Own decisions",
        "Turning points",
        "better: ",
        "Decisions",
        " would win ",
    ):
        assert words in done.stdout


def test_json_is_the_documented_format(records: Path) -> None:
    text = (records / "one.record").read_text(encoding="utf-8")
    one, two = (
        run("review", "-", *SMALL, "--json", "--jobs", jobs, words=text) for jobs in ("1", "2")
    )
    assert one.returncode == 0, one.stderr
    assert one.stdout == two.stdout
    found = msgspec.json.decode(one.stdout, type=ReviewDocument)
    assert (found.edition, found.over, found.seed) == ("london", True, 0)
    assert (found.playouts, found.most_worlds, found.luck_worlds) == (20, 100, 3)
    assert [player.bot for player in found.players] == ["beginner", "planner"]
    assert any(move.decision and move.decision.candidates[0].line for move in found.moves)


def test_a_folder_is_reviewed_and_only_once(records: Path, tmp_path: Path) -> None:
    folder, out = tmp_path / "records", tmp_path / "reviews"
    shutil.copytree(records, folder)
    (folder / "torn.record").write_text("whistlestop record 1\n")
    words = ("review", str(folder), "--out", str(out), *SMALL, "--jobs", "2")
    done = run(*words)
    assert done.returncode == 1, done.stderr
    assert "torn.record" in done.stderr.replace("\n", "")
    assert "beginner" in done.stdout
    files = [out / "one.review.json", out / "inner" / "two.review.json"]
    for file in files:
        assert msgspec.json.decode(file.read_bytes(), type=ReviewDocument).over
    # A damaged review, and one of another effort or version, are made again, and others are not.
    kept = files[0].stat().st_mtime_ns
    whole = files[1].read_bytes()
    files[1].write_bytes(whole[:100])
    (folder / "torn.record").unlink()
    again = run(*words, "--json")
    assert again.returncode == 0, again.stderr
    assert files[0].stat().st_mtime_ns == kept
    assert files[1].read_bytes() == whole
    totals = {total["name"]: total for total in json.loads(again.stdout)}
    assert {name: total["games"] for name, total in totals.items()} == {"beginner": 2, "planner": 2}
    files[1].write_bytes(whole.replace(b'"version":1', b'"version":2'))
    assert run(*words).returncode == 0
    assert files[1].read_bytes() == whole
    other = run(*words, "--seed", "1")
    assert other.returncode == 0, other.stderr
    assert files[1].read_bytes() != whole


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("FILE", "--out", "reviews"), "--out needs a folder of records"),
        (("FILE", "--engine", "ray"), "--engine ray needs a folder of records"),
        (("FOLDER",), "name a folder for the reviews with --out"),
        (("FOLDER", "--out", "x", "--moves"), "--moves prints the decisions of one record"),
        (("EMPTY", "--out", "x"), "there are no *.record files below"),
        (("missing.record",), "cannot read missing.record"),
        (("NOTHING",), "the record has no moves"),
        (("FILE", "--playouts", "0"), "playouts"),
        (("FILE", "--worlds", "2"), "worlds"),
        (("FILE", "--luck", "1"), "--luck is 0 or at least 2"),
        (("FOLDER", "--out", "FILE"), "cannot write to the folder"),
    ],
)
def test_what_cannot_be_done_is_refused(
    records: Path, tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    nothing = tmp_path / "nothing.record"
    nothing.write_text(write_record(Game.new("usa", 2, seed=1)), encoding="utf-8")
    named = {
        "FILE": str(records / "one.record"),
        "FOLDER": str(records),
        "EMPTY": str(empty),
        "NOTHING": str(nothing),
    }
    done = run("review", *(named.get(word, word) for word in words), folder=tmp_path)
    assert done.returncode != 0
    assert told in " ".join(done.stderr.split())
    assert not (tmp_path / "x").exists()


def test_an_unfinished_game_has_no_luck(tmp_path: Path) -> None:
    file = tmp_path / "begun.record"
    file.write_text(write_record(up_to("london", 2, 3, 9)), encoding="utf-8")
    done = run("review", str(file), *SMALL)
    assert done.returncode == 0, done.stderr
    assert "9 moves, not over" in done.stdout
    assert "Luck and skill" not in done.stdout


def test_names_are_printed_as_they_are(tmp_path: Path) -> None:
    """Names from records may look like the marks by which the terminal's colours are chosen."""
    game = Game.new("london", ("[/red]x", "[b]Ann[/b]"), seed=3)
    while game.length < 6:
        seat = game.deciding[0]
        game.play(game.legal_actions(seat)[0], seat)
    file = tmp_path / "marks.record"
    file.write_text(write_record(game, bots=("", "[/i]bot")), encoding="utf-8")
    done = run("review", str(file), *SMALL, "--moves")
    assert done.returncode == 0, done.stderr
    for name in ("[/red]x", "[b]Ann[/b] ([/i]bot)"):
        assert name in done.stdout
    folder = run("review", str(tmp_path), "--out", str(tmp_path / "out"), *SMALL)
    assert folder.returncode == 0, folder.stderr
    for name in ("[/red]x", "[/i]bot"):
        assert name in folder.stdout
