"""What a cluster plays comes out as it does at home, even if a worker is killed meanwhile."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import pytest
from tests.arena.playing import planned, without_time
from tests.cli.running import run

from whistlestop.arena.datasets import load
from whistlestop.arena.processes import EngineError
from whistlestop.arena.simulate import simulate
from whistlestop.arena.tournament.cluster import on_ray
from whistlestop.arena.tournament.engines import local
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

IN_ITS_PROCESS = KILLER.replace("getppid", "getpid")
"""The bots of a series have no process of their own."""

pytestmark = pytest.mark.timeout(900)  # a cluster of several processes begins, each time


@pytest.fixture(autouse=True)
def no_last_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray lets its workers wait for everybody else's: beside other tests they would hardly move."""
    monkeypatch.setenv("RAY_worker_niceness", "0")


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


def test_a_series_is_kept_at_home_whoever_plays_it(tmp_path: Path) -> None:
    """Records and the dataset are where the command ran, and one worker's end costs nothing."""
    pytest.importorskip("ray")
    (tmp_path / "killer.py").write_text(IN_ITS_PROCESS)
    words = ["simulate", "london", "--bots", "random,./killer.py:Killer", "--games", "24"]
    words += ["--think", "600s", "--jobs", "2", "--json"]
    for place, more in (("home", []), ("away", ["--engine", "ray"])):
        more += ["--records", place, "--dataset", f"{place}.parquet", "--csv", f"{place}.csv"]
        done = run(*words, *more, folder=tmp_path)
        assert done.returncode == 0, done.stderr
        (tmp_path / "made").write_text("")
        (tmp_path / "armed").touch()
    assert (tmp_path / "killed").exists()
    records = sorted((tmp_path / "home").iterdir())
    assert len(records) == 24
    for file in records:
        assert file.read_bytes() == (tmp_path / "away" / file.name).read_bytes()
    assert (tmp_path / "home.csv").read_bytes() == (tmp_path / "away.csv").read_bytes()
    there, here = (load(tmp_path / f"{place}.parquet") for place in ("away", "home"))
    assert there.bots == here.bots == ("random", "./killer.py:Killer")
    assert there.table().equals(here.table())


def test_at_home_a_killed_process_ends_a_series_and_the_next_one_goes_on(tmp_path: Path) -> None:
    (tmp_path / "killer.py").write_text(IN_ITS_PROCESS)
    (tmp_path / "armed").touch()
    bots, dataset = ["random", f"{tmp_path}/killer.py:Killer"], tmp_path / "all.parquet"

    def whole(jobs: int) -> int:
        found = simulate("london", bots, games=30, seconds=600, jobs=jobs, dataset=dataset)
        return len(found.results)

    with pytest.raises(EngineError, match="--dataset the same command goes on"):
        whole(2)
    assert whole(1) == load(dataset).games == 30


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
    with pytest.raises(EngineError, match=r"pip install 'whistlestop\[cluster\]'"):
        simulate("london", ["random"], games=2, cluster=True)
