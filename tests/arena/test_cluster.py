"""A tournament on a cluster comes out as it does at home, even if a worker is killed meanwhile."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import pytest
from tests.arena.playing import planned, without_time
from tests.cli.running import run

from whistlestop.arena.tournament.cluster import on_ray
from whistlestop.arena.tournament.engines import EngineError, local
from whistlestop.arena.tournament.folder import opened
from whistlestop.arena.tournament.results import DealOutcome
from whistlestop.arena.tournament.running import play
from whistlestop.arena.tournament.stopping import Enough

KILLER = """
import os, signal, time
from pathlib import Path

HERE = Path(__file__).parent

class Killer:
    '''Plays the last legal action, and kills the process that plays with it, once.'''

    def __init__(self, seed):
        with (HERE / "made").open("a") as made:
            made.write("x")

    def choose(self, view, legal, seconds):
        if (HERE / "armed").exists() and len((HERE / "made").read_text()) >= 8:
            try:
                (HERE / "killed").touch(exist_ok=False)
            except FileExistsError:
                pass
            else:
                os.kill(os.getppid(), signal.SIGKILL)
                time.sleep(3600)
        return legal[-1]
"""


def test_one_worker_is_killed_and_nothing_is_lost_or_counted_twice(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    (tmp_path / "killer.py").write_text(KILLER)
    words = [
        "arena",
        "--bots",
        "random,./killer.py:Killer",
        "--editions",
        "london",
        "--games",
        "16",
    ]
    words += ["--think", "600s", "--jobs", "2", "--json"]
    at_home = run(*words, "--out", "home", folder=tmp_path)
    assert at_home.returncode == 0, at_home.stderr
    (tmp_path / "made").unlink()
    (tmp_path / "armed").touch()
    away = run(*words, "--engine", "ray", "--out", "away", folder=tmp_path)
    assert away.returncode == 0, away.stderr
    assert (tmp_path / "killed").exists()
    found = {
        place: [
            msgspec.json.decode(line, type=DealOutcome)
            for line in (tmp_path / place / "deals.jsonl").read_bytes().splitlines()
        ]
        for place in ("home", "away")
    }
    for outcomes in found.values():
        assert sorted(outcome.deal for outcome in outcomes) == list(range(8))
        outcomes.sort(key=lambda outcome: outcome.deal)
    assert without_time(found["home"]) == without_time(found["away"])
    for file in (tmp_path / "home" / "records").rglob("*.record"):
        other = tmp_path / "away" / file.relative_to(tmp_path / "home")
        assert file.read_text(encoding="utf-8") == other.read_text(encoding="utf-8")


def test_bots_with_options_play_away_and_at_home(tmp_path: Path) -> None:
    """They are no files of somebody's own, though there is a colon in their names."""
    pytest.importorskip("ray")
    words = ["arena", "--bots", "planner,planner:locomotive=3.5:turn=2", "--editions", "london"]
    words += ["--games", "4", "--jobs", "2", "--json"]
    for place, more in (("home", []), ("away", ["--engine", "ray"])):
        done = run(*words, *more, "--out", place, folder=tmp_path)
        assert done.returncode == 0, done.stderr
        assert (tmp_path / place / "deals.jsonl").read_bytes().count(b"\n") == 2
    records = sorted((tmp_path / "home" / "records").rglob("*.record"))
    assert records
    for file in records:
        other = tmp_path / "away" / file.relative_to(tmp_path / "home")
        assert file.read_text(encoding="utf-8") == other.read_text(encoding="utf-8")


def test_at_home_a_killed_process_ends_the_run_and_the_next_one_goes_on(tmp_path: Path) -> None:
    (tmp_path / "killer.py").write_text(KILLER)
    (tmp_path / "armed").touch()
    found = planned("random", f"{tmp_path}/killer.py:Killer")
    with opened(tmp_path / "out", found) as folder, pytest.raises(EngineError, match="goes on"):
        play(found, Enough(16), local(2), folder)
    with opened(tmp_path / "out", found) as folder:
        assert len(folder.played) < 8
        whole = play(found, Enough(16), local(1), folder)
    assert [outcome.deal for outcome in whole.outcomes] == list(range(8))
    assert (tmp_path / "out" / "deals.jsonl").read_bytes().count(b"\n") == 8


def test_without_ray_the_engine_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(EngineError, match=r"pip install 'whistlestop\[cluster\]'"):
        on_ray()
