"""The first start compiles the rules, whole, and the first bot the players; later ones do not."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numba
import pytest
from rich.console import Console

from whistlestop.arena import simulate, transcripts
from whistlestop.bots import compilation
from whistlestop.cli import progress
from whistlestop.editions.load import load
from whistlestop.rules import compiling

typeof: Any = vars(numba)["typeof"]

NOTHING_MORE = """
import gc
from numba.core.registry import CPUDispatcher
from rich.console import Console
from whistlestop import Game
from whistlestop.bots import compilation
from whistlestop.bots.registry import make_bot
from whistlestop.cli import progress
from whistlestop.editions.load import names

for _, step in (*progress._steps(), *compilation.steps()):
    step()

def compiled():
    found = (one for one in gc.get_objects() if isinstance(one, CPUDispatcher))
    return {(one.__module__, one.__name__): len(one.overloads) for one in found}

before = compiled()
for edition in names():
    bots = [make_bot(name, 1) for name in ("beginner", "champion")]
    game = Game.new(edition, 2, seed=1)
    while not game.over:
        seat = game.deciding[0]
        game.play(bots[seat].choose(game.view(seat), game.legal_actions(seat), 0.001), seat)
    game.score_sheet()
# Others call these, and so they are compiled along with them.
parts = {"is_legal", "price"}
more = (name for name, number in compiled().items() if number > before.get(name, 0))
print([name for name in more if name[1] not in parts])
"""


@pytest.fixture
def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is compiled; in truth nothing is."""
    done: list[str] = []
    monkeypatch.setattr(compiling, "INTERPRETED", False)
    monkeypatch.setattr(compiling, "rules_cache", lambda: tmp_path / "rules")
    monkeypatch.setattr(progress, "_steps", lambda: [("all", lambda: done.append("all"))])
    return done


def start() -> str:
    said = io.StringIO()
    progress.compile_rules(Console(file=said))
    return said.getvalue()


def test_the_first_start_compiles(steps: list[str]) -> None:
    assert "once" in start()
    assert start() == ""
    assert steps == ["all"]


def test_a_part_that_is_compiled_is_not_all(
    steps: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A first start that was interrupted leaves some of it behind, as other programs do."""
    part = tmp_path / "rules" / "rules_1" / "turns.apply.nbi"
    part.parent.mkdir(parents=True)
    part.touch()

    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(progress, "_steps", lambda: [("all", interrupted)])
    with pytest.raises(KeyboardInterrupt):
        start()
    monkeypatch.setattr(progress, "_steps", lambda: [("all", lambda: steps.append("all"))])
    assert "once" in start()
    assert steps == ["all"]


def test_another_installation_compiles_for_itself(
    steps: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What Numba keeps belongs to the place of the sources, though these are the same."""
    start()
    monkeypatch.setattr(compilation, "__file__", str(tmp_path / "bots" / "compilation.py"))
    assert "once" in start()
    assert start() == ""
    assert steps == ["all", "all"]


@pytest.fixture
def of_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What of the players is compiled; in truth nothing is."""
    done: list[str] = []
    monkeypatch.setattr(compiling, "INTERPRETED", False)
    monkeypatch.setattr(compilation, "players_cache", lambda: tmp_path / "players")
    monkeypatch.setattr(compilation, "steps", lambda: [("all", lambda: done.append("all"))])
    return done


def seat(*bots: str) -> str:
    said = io.StringIO()
    progress.compile_players(Console(file=said), bots)
    return said.getvalue()


def test_the_first_bot_compiles_the_players(of_players: list[str]) -> None:
    assert seat() == seat("random", "./own.py:Bot", "") == ""
    assert not compilation.is_compiled()
    assert "once" in seat("random", "casual")
    assert compilation.is_compiled()
    assert seat("champion") == ""
    assert of_players == ["all"]


def test_players_that_cannot_be_kept_are_compiled_each_time(
    of_players: list[str], tmp_path: Path
) -> None:
    (tmp_path / "players").touch()
    for _ in range(2):
        assert "once" in seat("casual")
    assert of_players == ["all", "all"]


def test_what_plays_whole_games_is_compiled_once_and_says_so(
    steps: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    start()
    planned = [("games", lambda: steps.append("games")), ("rows", lambda: steps.append("rows"))]

    def first(series: simulate.Series) -> list[tuple[str, Callable[[], None]]]:
        return planned[: series.games]

    monkeypatch.setattr(simulate, "steps", first)
    series = simulate.Series(load("usa"), ("random", "random"), 0, 1.0, games=1)

    def say(games: int) -> str:
        said = io.StringIO()
        progress.compile_series(Console(file=said), replace(series, games=games))
        return said.getvalue()

    assert say(0) == ""
    assert "once" in say(1)
    assert say(1) == ""
    assert "once" in say(2), "what was compiled before is not all"
    assert say(2) == ""
    assert steps == ["all", "games", "rows"]


def test_what_a_series_needs_besides_the_rules(tmp_path: Path) -> None:
    def names(bot: str, **options: object) -> list[str]:
        bots = (bot, bot)
        series = simulate.Series(load("usa"), bots, 0, 1.0, **options)  # type: ignore[arg-type]
        return [name for name, _ in simulate.steps(series)]

    assert names("random", games=10) == []
    assert names("random", games=10_000) == ["random games"]
    assert names("random", parts=tmp_path) == ["random games", "what was legal"]
    assert names("planner", parts=tmp_path) == ["what was legal", "what was done"]
    assert names("random", games=10_000, records=tmp_path) == []


@pytest.mark.parametrize("bot", ["random", "beginner"])
def test_a_series_calls_nothing_compiled_that_its_steps_do_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bot: str
) -> None:
    """Several processes would compile it at once."""
    called: set[tuple[str, str]] = set()

    def spy(module: Any, name: str) -> None:
        function = getattr(module, name)

        def told(*arguments: Any) -> Any:
            called.add((name, str([typeof(one) for one in arguments])))
            return function(*arguments)

        monkeypatch.setattr(module, name, told)

    spy(transcripts, "take")
    spy(transcripts.tracing, "play_random")
    spy(transcripts.tracing, "trace")
    bots = (bot, "random")
    found = simulate.simulate(
        "london", [*bots], games=2, seed=1, jobs=1, dataset=tmp_path / "some.parquet"
    )
    assert len(found.results) == 2
    needed = called.copy()
    called.clear()
    series = simulate.Series(load("london"), bots, 0, 1.0, parts=tmp_path)
    for _, step in simulate.steps(series):
        step()
    assert needed
    assert needed <= called


@pytest.mark.skipif(compiling.INTERPRETED, reason="nothing is compiled")
def test_a_game_with_bots_needs_nothing_that_is_not_compiled() -> None:
    """A server would compile it while everybody waits."""
    done = subprocess.run(
        [sys.executable, "-c", NOTHING_MORE],
        capture_output=True,
        text=True,
        env=dict(os.environ),
        timeout=240,
        check=False,
    )
    assert (done.stdout, done.returncode) == ("[]\n", 0), done.stderr


def test_a_bar_leaves_nothing_in_a_file() -> None:
    written, shown = io.StringIO(), io.StringIO()
    consoles = (Console(file=written), Console(file=shown, force_terminal=True))
    for console in consoles:
        with progress.bar(console, "arranging", 2) as advance:
            advance(2)
        progress._do(console, [("all", lambda: None)])  # pyright: ignore[reportPrivateUsage]
    assert written.getvalue() == ""
    assert "arranging" in shown.getvalue()
