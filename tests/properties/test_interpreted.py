"""The rules do the same interpreted and compiled, decision by decision, and without a warning."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.properties import decisions
from whistlestop.rules.compiling import INTERPRETED

GAMES = 2
"""Games of every table in each of two processes: 88 games, some 15,000 decisions."""


@pytest.mark.timeout(900)
@pytest.mark.skipif(INTERPRETED, reason="this run is interpreted itself: nothing to compare with")
def test_interpreted_and_compiled_agree() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    runs = [
        subprocess.Popen(
            [sys.executable, "-W", "error", "-m", decisions.__name__, str(first), str(GAMES)],
            cwd=Path(__file__).parents[2],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for first in (0, GAMES)
    ]
    games = 0
    for first, run in zip((0, GAMES), runs, strict=True):
        output, errors = run.communicate(timeout=840)
        assert run.returncode == 0, errors
        said: dict[str, Any] = json.loads(output)
        assert said["interpreted"]
        for table, played in said["played"].items():
            name, _, seats = table.partition(" ")
            assert len(played) == GAMES
            for number, sums in enumerate(played, start=first):
                compiled = decisions.play(name, int(seats), number)
                pairs = enumerate(zip(sums, compiled, strict=False))
                differing = [decision for decision, (a, b) in pairs if a != b]
                assert not differing, f"{table}, game {number}, decision {differing[0]}"
                assert len(sums) == len(compiled)
                games += 1
    assert games == 2 * GAMES * len(decisions.TABLES)
