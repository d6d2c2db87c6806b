"""The device's compiler makes of the unchanged rules what a device is good at.

No device is needed for that. What a thread keeps in registers costs nothing; a stack, or registers
that are spilled to it, are trips to memory, and the more registers a thread has the fewer threads
run at once.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.cuda.compiling import assembled, ptx_of
from whistlestop.cuda import arrays, games
from whistlestop.cuda.compiled import stepping
from whistlestop.cuda.compiled.playing import play_games
from whistlestop.editions.load import load
from whistlestop.envs.compiled import lanes
from whistlestop.rules.book import books_of
from whistlestop.rules.luck import LIGHT_LUCK
from whistlestop.rules.scoring import SHEET
from whistlestop.rules.state import STATE

MOST_REGISTERS = 128
"""With so many, a device runs 512 threads at once on each multiprocessor."""

MOST_STACK = 8
"""One word, by which a function hands back what it found; whole games need none."""

KERNELS = ("act", "settle", "mark_legal", "show", "sample", "find_illegal")
"""Those of a step; the others do a part of what these do, or move a few numbers."""


@pytest.mark.timeout(900)
def test_whole_games_stay_in_registers(tmp_path: Path) -> None:
    arguments = (
        books_of(load("usa")),
        *(np.zeros(1, dtype=kind) for kind in (STATE, STATE, LIGHT_LUCK, SHEET)),
        2,
        np.zeros(1, dtype=np.uint64),
        *(np.zeros((1, 2), dtype=np.int64) for _ in range(2)),
        np.zeros(1, dtype=np.int64),
    )
    code = ptx_of(play_games, arguments)
    for capability in (80, 90):
        needs = assembled(code, capability, tmp_path)
        assert needs.registers <= MOST_REGISTERS
        assert needs.stack == needs.spilled == 0


class Recorder:
    """In the place of `games.Kernels`: keeps what each kernel would be started with."""

    def __init__(self, grid: tuple[int, int]) -> None:
        del grid
        self.started: dict[str, tuple[Any, ...]] = {}

    def __getattr__(self, name: str) -> Callable[..., None]:
        def start(*arguments: Any) -> None:
            self.started[name] = arguments[:-2]

        return start


class GamesOfNoDevice(games.DeviceGames):
    """What would be started on a device to reset and step self-play, and with what."""

    def _first_illegal(self, actions: Any) -> int:
        self._functions.find_illegal(self.lanes, self._allowed, actions, self._found, 0, 0)
        return -1

    @property
    def started(self) -> dict[str, tuple[Any, ...]]:
        return self._functions.started


@pytest.fixture
def without_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "check_device", lambda: None)
    monkeypatch.setattr(games, "Kernels", Recorder)
    monkeypatch.setattr(arrays, "zeros", np.zeros)
    monkeypatch.setattr(arrays, "on_device", np.array)


@pytest.mark.timeout(900)
@pytest.mark.usefixtures("without_device")
def test_steps_stay_in_registers(tmp_path: Path) -> None:
    made = GamesOfNoDevice("usa", 2, 4)
    made.reset(np.zeros(4, dtype=np.uint64))
    made.step(made.sample(), lanes.SAME_STEP)
    for name in KERNELS:
        # One capability: what the assembler takes for both is what this costs.
        needs = assembled(ptx_of(getattr(stepping, name), made.started[name]), 90, tmp_path)
        assert needs.registers <= MOST_REGISTERS, name
        assert needs.stack <= MOST_STACK, name
        assert needs.spilled == 0, name


@pytest.mark.usefixtures("without_device")
def test_policies_of_bots_stay_on_the_processor() -> None:
    with pytest.raises(ValueError, match="on the device opponents play at random"):
        GamesOfNoDevice("usa", 2, 4, opponents=["planner"])
