"""`whistlestop calibrate` measures chances as its words say, and tells what is wrong."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.cli.running import run
from tests.properties.playing import up_to

from whistlestop.arena.calibration import positions
from whistlestop.arena.calibration.measures import calibration_error, measured, simple_forecast
from whistlestop.arena.calibration.positions import (
    Judged,
    Study,
    distance,
    judged_game,
)
from whistlestop.arena.tournament.contestants import read_contestants
from whistlestop.editions.load import load
from whistlestop.judge.comparison import Comparison
from whistlestop.judge.evaluation import evaluate

FORGETFUL = """
class Forgetful:
    def __init__(self, seed): ...
    def choose(self, view, legal, seconds):
        print("thinking")
        return legal[0]
"""

BROKEN = """
class Broken:
    def __init__(self, seed): ...
    def choose(self, view, legal, seconds):
        raise RuntimeError("out of steam")
"""


def one(game: int, chance: float, won: float, **more: Any) -> Judged:
    given: dict[str, Any] = {
        "turn": 0,
        "seat": 0,
        "error": 0.01,
        "others": 1 - chance,
        "again": chance,
        "again_error": 0.01,
        "same_choice": True,
        "apart": 0.0,
        "features": (0.0, 0.0, 0.0, 0.0),
        "progress": 0.5,
    }
    return Judged(game=game, chance=chance, won=won, **(given | more))


def made_up(games: int, *, shift: float = 0.0) -> list[Judged]:
    """Positions whose results come as told, or less often by `shift`; the lead decides."""
    random = np.random.default_rng(5)
    found: list[Judged] = []
    for game in range(games):
        lead = float(random.normal())
        chance = 1 / (1 + np.exp(-2 * lead))
        won = float(random.random() < chance - shift)
        found.append(one(game, float(chance), won, features=(lead, 0.0, 0.0, 0.0)))
    return found


def test_true_chances_look_true_and_false_ones_do_not() -> None:
    true, false = measured(made_up(2000), 2), measured(made_up(2000, shift=0.2), 2)
    assert true.judge.calibration_error < 2 * true.perfect_error
    assert false.judge.calibration_error > 4 * false.perfect_error
    assert true.happened.low <= true.said.value <= true.happened.high
    assert false.said.value > false.happened.high
    assert true.judge.brier < true.always_fair.brier == 0.25
    assert true.judge.logarithmic < true.always_fair.logarithmic == pytest.approx(np.log(2))


def test_the_simple_forecast_finds_what_decides() -> None:
    judged = made_up(2000)
    forecast = simple_forecast(judged)
    assert np.abs(forecast - [position.chance for position in judged]).mean() < 0.05


def test_the_simple_forecast_is_measured_on_games_that_it_has_not_seen() -> None:
    random = np.random.default_rng(2)
    noise = [
        one(game, 0.5, float(random.integers(2)), features=tuple(random.normal(size=4)))
        for game in range(40)
    ]
    # Nothing can be learned from noise, so whoever seems to know more was told the results.
    assert measured(noise, 2).simple.brier > 0.25


def test_measures_by_hand() -> None:
    judged = [
        one(0, 0.15, 0.0, others=0.95),
        one(0, 0.95, 0.0, others=0.25, again=0.5),
        one(1, 0.95, 1.0, others=None, same_choice=False, apart=0.01),
        one(2, 1.0, 0.5, others=0.2, same_choice=False, apart=0.03),
    ]
    report = measured(judged, 2)
    assert (report.games, report.positions) == (3, 4)
    assert report.said.value == pytest.approx((0.15 + 0.95 + 0.95 + 1) / 4)
    assert report.happened.value == pytest.approx(1.5 / 4)
    assert report.consistency is not None
    assert report.consistency.value == pytest.approx((1.1 + 1.2 + 1.2) / 3)
    assert report.judge.brier == pytest.approx((0.15**2 + 0.95**2 + 0.05**2 + 0.5**2) / 4)
    assert report.judge.calibration_error == pytest.approx((0.15 + (2.9 - 1.5)) / 4)
    assert (report.covered, report.same_choice, report.good_choice) == (0.75, 0.5, 0.75)
    assert [(bin.low, bin.positions) for bin in report.bins] == [(0.1, 1), (0.9, 3)]


def test_the_error_of_bins_is_bounded_by_the_distance_of_each_chance() -> None:
    random = np.random.default_rng(0)
    for _ in range(50):
        chances, won = random.random(30), random.integers(2, size=30).astype(np.float64)
        error = calibration_error(chances, won)
        assert abs((chances - won).mean()) - 1e-12 <= error <= np.abs(chances - won).mean() + 1e-12


@pytest.mark.parametrize(("edition", "players"), [("london", 2), ("germany", 3)])
def test_what_is_judged_is_what_happens_in_the_game(edition: str, players: int) -> None:
    (planner,) = read_contestants(["planner"], 1.0)
    study = Study(load(edition), players, planner, playouts=12, positions=4, seed=1)
    judged = judged_game(study, 3)
    assert judged == judged_game(study, 3)
    assert len(judged) == 4
    assert len({position.turn for position in judged}) == 4
    assert len({*((position.seat, position.won) for position in judged)}) <= players
    for position in judged:
        assert 0 <= position.apart < 1
        assert not (position.same_choice and position.apart)
        # The third game begins with seat 3 % players, and turns go round the table.
        assert position.seat == (3 + position.turn) % players
        assert 0 <= position.chance <= 1
        assert 0 <= position.again <= 1
        assert position.others is None or 0 <= position.others <= players - 1
        assert 0 <= position.progress <= 1


def test_a_game_with_fewer_turns_than_positions_has_all_of_them_judged() -> None:
    (planner,) = read_contestants(["planner"], 1.0)
    study = Study(load("london"), 2, planner, playouts=2, positions=1000, seed=1)
    judged = judged_game(study, 0)
    assert [position.turn for position in judged] == list(range(len(judged)))
    # Nobody plays after the last turn, so its others have no chance to tell.
    assert [position.others is None for position in judged[-2:]] == [False, True]


SMALL = ("--edition", "london", "--games", "3", "--positions", "2", "--playouts", "8")


def test_any_two_actions_can_be_compared() -> None:
    """With another seed, the judge may try other actions than those that it has chosen."""
    game = up_to("usa", 2, 3, 40)
    view = game.view(game.seat)
    tried = [candidate.action for candidate in evaluate(view, playouts=1).candidates]
    one = next(action for action in game.legal_actions() if action not in tried)
    other = tried[-1]
    assert 0 < distance(view, one, other, seed=1) < 1
    assert distance(view, one, other, seed=1) == distance(view, other, one, seed=1)
    assert distance(view, one, one, seed=1) == 0
    ended = distance(view, one, other, seed=1, horizon=0)
    assert ended != distance(view, one, other, seed=1)


def test_choices_are_compared_as_deep_as_they_were_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    depths: list[int | None] = []

    def noting(*args: Any, horizon: int | None = None, **more: Any) -> Comparison:
        depths.append(horizon)
        return Comparison(*args, horizon=horizon, **more)

    monkeypatch.setattr(positions, "Comparison", noting)
    (bot,) = read_contestants(["planner"], 1.0)
    study = Study(load("london"), 2, bot, playouts=2, positions=12, seed=1, horizon=0)
    judged_game(study, 0)
    assert {*depths} == {0}


def test_the_result_does_not_depend_on_the_processes() -> None:
    one, two = (run("calibrate", *SMALL, "--jobs", jobs, "--json") for jobs in ("1", "2"))
    assert one.returncode == 0, one.stderr
    document = json.loads(one.stdout)
    assert document == json.loads(two.stdout)
    assert (document["edition"], document["games"], document["positions"]) == ("london", 3, 6)


def test_worlds_can_be_played_to_the_end() -> None:
    usual, ended = (
        json.loads(run("calibrate", *SMALL, "--jobs", "1", *words, "--json").stdout)
        for words in ((), ("--horizon", "0"))
    )
    assert (usual["horizon"], ended["horizon"]) == (None, 0)
    assert usual["happened"] == ended["happened"]
    assert usual["said"] != ended["said"]


def test_a_bot_of_a_user_plays_the_games(tmp_path: Path) -> None:
    (tmp_path / "forgetful.py").write_text(FORGETFUL)
    words = [*SMALL, "--bot", "./forgetful.py:Forgetful", "--jobs", "1"]
    done = run("calibrate", *words, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "thinking" in done.stderr
    assert "thinking" not in done.stdout
    for part in ("London, 2 players", "sum of all seats' chances", "Brier", "Predicted"):
        assert part in done.stdout


WAITING = """
import pathlib
from whistlestop.bots.registry import make_bot

class Waiting:
    def __init__(self, seed):
        self.bot, self.seed = make_bot("random", seed), seed
        self.games = pathlib.Path("games")
    def choose(self, view, legal, seconds):
        self.games.mkdir(exist_ok=True)
        (self.games / str(self.seed)).touch()
        return self.bot.choose(view, legal, seconds)
"""
"""A bot that leaves a file for each seat that it takes."""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_measures_the_games_that_are_finished(jobs: str, tmp_path: Path) -> None:
    (tmp_path / "waiting.py").write_text(WAITING)
    words = ["--edition", "london", "--games", "100000", "--playouts", "2", "--jobs", jobs]
    process = subprocess.Popen(
        [sys.executable, "-m", "whistlestop", "calibrate", *words, "--bot", "./waiting.py:Waiting"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    games = tmp_path / "games"
    try:
        # Two seats a game. At most four games wait for two processes. When the twelfth begins,
        # others have been counted.
        while not games.exists() or len(list(games.iterdir())) < 2 * 12:
            assert process.poll() is None, process.communicate()
            os.sched_yield()
        process.send_signal(signal.SIGINT)
        printed, complaints = process.communicate(timeout=240)
    finally:
        process.kill()
        process.communicate()
    assert process.returncode == 130, complaints
    assert "Traceback" not in complaints
    assert "sum of all seats' chances" in printed


def test_the_command_of_the_page_runs(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "judge.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"^whistlestop (calibrate .*)$", text, re.MULTILINE)
    done = run(*line.split(), "--games", "2", "--playouts", "4", "--jobs", "1", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "6 positions of 2 games" in done.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--bot", "plonner"], "did you mean planner"),
        (["--bot", "planner,racer"], "one bot"),
        (["--edition", "atlantis"], "atlantis"),
        (["--players", "9"], "2 to 4 players"),
        (["--seed", str(2**64)], "seed"),
        (["--games", "0"], "--games"),
        (["--think", "soon"], "'soon' is no time"),
        (["--bot", "./broken.py:Broken"], "out of steam"),
    ],
)
def test_wishes_that_cannot_be_met(words: list[str], message: str, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(BROKEN)
    done = run("calibrate", *SMALL, "--jobs", "1", *words, folder=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
