"""`whistlestop replay`, `editions` and `bench`, as commands."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from tests.cli.running import run
from whistlestop import Game, write_record


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a whole game of Germany."""
    random = Random(4)
    game = Game.new("germany", ["Ann", "Bo", "Cy"], seed=4)
    while not game.over:
        game.play(random.choice(game.legal_actions()))
    file = tmp_path_factory.mktemp("records") / "germany.record"
    file.write_text(write_record(game, date="2026-11-21"), encoding="utf-8")
    return file


def test_a_record_is_verified_and_shown(record: Path) -> None:
    shown = run("replay", str(record))
    assert shown.returncode == 0
    assert "The final scores" in shown.stdout
    assert "Ann" in shown.stdout


def test_a_moment_as_one_seat_saw_it(record: Path) -> None:
    everything = run("replay", str(record), "--at", "10")
    assert "Bo holds" in everything.stdout
    seen = run("replay", str(record), "--at", "10", "--as", "1")
    assert "Your hand:" in seen.stdout
    assert "holds" not in seen.stdout
    log = run("replay", str(record), "--at", "10", "--as", "1", "--log")
    assert "Bo draws" in log.stdout
    assert "tickets of 4." in log.stdout


def test_a_position_comes_out_as_json(record: Path) -> None:
    shown = run("replay", str(record), "--at", "12", "--as", "2", "--position")
    position = json.loads(shown.stdout)
    assert position["edition"] == "germany"
    assert position["players"][0]["hand"] is None
    assert position["players"][1]["hand"] is not None


def test_damage_is_named_and_what_precedes_it_shown(record: Path, tmp_path: Path) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()
    place = next(i for i, line in enumerate(lines) if line.startswith("20 "))
    lines[place] = lines[place].replace(":", ": dance;", 1)
    damaged = tmp_path / "damaged.record"
    damaged.write_text("\n".join(lines), encoding="utf-8")
    shown = run("replay", str(damaged))
    assert shown.returncode == 1
    assert f"line {place + 1}, column 8: “dance” is not a move" in shown.stderr
    assert "Germany, turn" in shown.stdout


def test_bots_of_a_record_say_why(tmp_path: Path) -> None:
    game = Game.new("london", ["Ada", "Casual"], seed=1, starter=1)
    for seat in (0, 1):
        game.play("keep all", seat)
    game.play("draw deck", 1)
    file = tmp_path / "game.record"
    for bot, answer in (
        ("casual", "Casual: draw deck. "),
        ("./own.py:Bot", "This move was not made by a bot that says why."),
    ):
        file.write_text(write_record(game, bots=("", bot)), encoding="utf-8")
        assert answer in run("replay", str(file), "--why").stdout
    shown = run("replay", str(file), "--why", "--at", "0", "--language", "nl")
    assert "Deze zet is niet van een bot die zegt waarom." in shown.stdout


def test_many_records_are_checked(record: Path, tmp_path: Path) -> None:
    text = record.read_text(encoding="utf-8")
    (tmp_path / "good.record").write_text(text, encoding="utf-8")
    (tmp_path / "bad.record").write_text(re.sub(r"result: -?", "result: 9", text), encoding="utf-8")
    for jobs in ("1", "2"):
        shown = run("replay", "--check", str(tmp_path), "--jobs", jobs)
        assert shown.returncode == 1
        assert "bad.record, line 5, column 9: The result must be" in shown.stdout
        assert "1 of 2 records are sound." in shown.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "give one record to replay"),
        (("/nowhere/at/all",), "cannot read"),
        (("--check", "/nowhere/at/all"), "is no folder"),
    ],
)
def test_wrong_options_are_explained(arguments: tuple[str, ...], message: str) -> None:
    shown = run("replay", *arguments)
    assert shown.returncode == 2
    assert message in shown.stderr
    assert "Traceback" not in shown.stderr


def test_editions_are_listed_and_printed() -> None:
    listed = run("editions")
    for name in ("usa", "germany", "london"):
        assert name in listed.stdout
        assert run("editions", name).returncode == 0
    shown = run("editions", "atlantis")
    assert shown.returncode == 2
    assert "atlantis" in shown.stderr


@pytest.mark.timeout(900)  # what it measures is compiled first
def test_the_benchmark_prints_its_figures() -> None:
    shown = run("bench", "london", "--seconds", "0.1", "--json", patience=850)
    figures = json.loads(shown.stdout)
    assert [row["players"] for row in figures["games"]] == [2, 3, 4]
    assert figures["state_bytes"] < 1024
    assert figures["copy_ns"] > 0
    assert figures["worlds_per_s"]["london"] > 0
    assert figures["observation_ns"]["london"] > 0
    assert figures["light_luck"] > 0
    (python,) = figures["python"]
    assert python["players"] == 2
    for row in (*figures["games"], python):
        lowest, highest = row["games_per_s_range"]
        assert 0 < lowest <= row["games_per_s"] <= highest
    assert set(python["call_us"]) == {"play", "legal_actions", "view", "copy"}
    assert python["call_us"]["play"] > 0
    assert set(figures["longest_path_us"]) == {"london, random", "london, connected"}
    assert figures["drawing_ms"]["london"] > 0


def test_help_and_version() -> None:
    assert "replay" in run("--help").stdout
    assert run("--version").stdout.startswith("whistlestop ")
    for command in ("play", "replay", "editions", "simulate", "bench", "draw"):
        shown = run(command, "--help")
        assert shown.returncode == 0
        assert "Usage" in shown.stdout


def test_a_record_from_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    run("play", "london", "--bots", "random", "--seed", "1", "--record", str(file),
        words="keep all\nquit\n", data=tmp_path)  # fmt: skip
    shown = run("replay", "-", "--at", "0", words=file.read_text(encoding="utf-8"))
    assert shown.returncode == 0
    assert "London, turn 1" in shown.stdout
    assert run("replay", "-", words="nonsense").returncode == 1
