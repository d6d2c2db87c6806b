"""Random games on the device are those on the processor, and its compiler is content with them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.cuda import device_run
from tests.cuda.compiling import CAPABILITIES, assembled, ptx_of
from whistlestop.cuda import is_available
from whistlestop.cuda.compiled.playing import play_games
from whistlestop.editions.load import load
from whistlestop.rules.book import book_of, books_of
from whistlestop.rules.entry import playouts
from whistlestop.rules.luck import LIGHT_LUCK, LUCK
from whistlestop.rules.scoring import SHEET
from whistlestop.rules.state import STATE


def on_the_processor(edition: str, players: int) -> dict[str, Any]:
    """The games that the program plays, played here."""
    seeds = np.array([device_run.SEED, device_run.SEED + 1], dtype=np.uint64)
    states = np.zeros(2, dtype=STATE)
    totals = np.zeros((2, players), dtype=np.int64)
    ranks = np.zeros((2, players), dtype=np.int64)
    decisions = np.zeros(2, dtype=np.int64)
    sheet = np.zeros(1, dtype=SHEET)[0]
    for game in range(2):
        playouts.play_games(
            book_of(load(edition)),
            np.zeros(1, dtype=STATE),
            states[game : game + 1],
            np.zeros(1, dtype=LUCK)[0],
            sheet,
            players,
            seeds[: game + 1],
            totals,
            decisions,
        )
        ranks[game] = sheet["rank"][:players]
    return device_run.told(states, totals, ranks, decisions)


@pytest.mark.parametrize("simulated", [True, False], ids=["simulated", "device"])
def test_games_are_those_on_the_processor(simulated: bool) -> None:
    if not simulated and not is_available():
        pytest.skip("there is no device")
    switched = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"} if simulated else {}
    run = subprocess.run(
        [sys.executable, Path(device_run.__file__)],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, **switched},
    )
    said = json.loads(run.stdout)
    assert len(said) == len(device_run.TABLES)
    for edition, players in device_run.TABLES:
        assert said[f"{edition} {players}"] == on_the_processor(edition, players), edition


def test_the_kernel_needs_no_memory_of_its_own(tmp_path: Path) -> None:
    """Neither stack nor spilled registers: each is a trip to the device's memory."""
    arguments = (
        books_of(load("usa")),
        *(np.zeros(1, dtype=kind) for kind in (STATE, STATE, LIGHT_LUCK, SHEET)),
        2,
        np.zeros(1, dtype=np.uint64),
        *(np.zeros((1, 2), dtype=np.int64) for _ in range(2)),
        np.zeros(1, dtype=np.int64),
    )
    code = ptx_of(play_games, arguments)
    for capability in CAPABILITIES:
        needs = assembled(code, capability, tmp_path)
        assert needs.registers <= 128
        assert (needs.stack, needs.spilled) == (0, 0)
