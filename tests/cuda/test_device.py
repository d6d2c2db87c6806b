"""What is played on a device is what is played on the processor, decision by decision."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from tests.cuda import device_run
from tests.cuda.device_run import EDITIONS, GAMES, MOST_STEPS, PLAYERS, SEED, SPECIAL
from whistlestop.cuda import NoDevice, RandomGames, VectorEnv, is_available, needs
from whistlestop.editions.load import load
from whistlestop.envs import VectorEnv as VectorEnvOfProcessor
from whistlestop.rules.book import book_of
from whistlestop.rules.entry.playouts import play_games
from whistlestop.rules.luck import LUCK
from whistlestop.rules.scoring import SHEET
from whistlestop.rules.state import STATE


@pytest.fixture(scope="module", params=["simulated", "device"])
def said(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What came of everything that the program plays, in a process of its own."""
    simulated = request.param == "simulated"
    if not simulated and not is_available():
        pytest.skip("there is no device")
    switched = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(
        [sys.executable, "-W", "ignore", device_run.__file__],
        capture_output=True,
        text=True,
        env=os.environ | (switched if simulated else {}),
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def games_on_the_processor(edition: str) -> dict[str, Any]:
    """The whole games that the program plays."""
    seeds = np.arange(SEED, SEED + GAMES, dtype=np.uint64)
    states = np.zeros(GAMES, dtype=STATE)
    totals = np.zeros((GAMES, PLAYERS), dtype=np.int64)
    ranks = np.zeros((GAMES, PLAYERS), dtype=np.int64)
    decisions = np.zeros(GAMES, dtype=np.int64)
    sheet = np.zeros(1, dtype=SHEET)[0]
    for game in range(GAMES):
        # It leaves the last game's position and score sheet.
        play_games(
            book_of(load(edition)),
            np.zeros(1, dtype=STATE),
            states[game : game + 1],
            np.zeros(1, dtype=LUCK)[0],
            sheet,
            PLAYERS,
            seeds[: game + 1],
            totals,
            decisions,
        )
        ranks[game] = sheet["rank"][:PLAYERS]
    return device_run.told(states, totals, ranks, decisions)


def test_whole_games_are_those_on_the_processor(said: dict[str, Any]) -> None:
    assert [*said["games"]] == [*EDITIONS]
    for edition, played in said["games"].items():
        assert played == games_on_the_processor(edition), edition


def test_the_environment_brings_the_same_decision_by_decision(said: dict[str, Any]) -> None:
    for edition, brought in said["steps"].items():
        env = VectorEnvOfProcessor(edition, PLAYERS, 1, autoreset_mode="SameStep")
        expected = device_run.trajectory(env)
        assert len(expected) < MOST_STEPS, "a game was played to its end"
        differing = [i for i, (a, b) in enumerate(zip(brought, expected, strict=True)) if a != b]
        assert not differing, f"{edition}, decision {differing[0]}"


def test_options_mean_the_same(said: dict[str, Any]) -> None:
    assert said["special"] == device_run.trajectory(VectorEnvOfProcessor(**SPECIAL), 40)


def test_an_illegal_action_is_refused_with_the_same_words(said: dict[str, Any]) -> None:
    assert said["refusal"] == device_run.refusal(VectorEnvOfProcessor("newyork", PLAYERS, 2))


def test_the_examples_run(said: dict[str, Any]) -> None:
    assert said["examples"] == 2


def test_speed_is_measured(said: dict[str, Any]) -> None:
    figures = said["bench"]
    assert figures["device"]
    assert figures["decisions_per_s"] > figures["games_per_s"] > 0
    assert figures["steps_per_s"] > 0


@pytest.mark.skipif(is_available(), reason="there is a device")
@pytest.mark.parametrize("made", [RandomGames, VectorEnv])
def test_without_a_device_it_is_said_what_is_missing(made: Any) -> None:
    with pytest.raises(NoDevice, match="no graphics card by NVIDIA here whose driver answers"):
        made("usa", 2)


def test_without_the_extra_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(needs, "MODULES", ("no_such_module",))
    with pytest.raises(ImportError, match=r'pip install "whistlestop\[cuda\]"'):
        needs.check_installed()


def test_nothing_else_loads_it() -> None:
    """Whoever has no graphics card does not wait for what one needs."""
    program = """
import sys, whistlestop.cli.bench
from whistlestop.envs import VectorEnv
sys.exit(any(name.startswith(("numba_cuda", "whistlestop.cuda")) for name in sys.modules))
"""
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0
