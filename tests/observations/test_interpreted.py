"""The same sources run as plain Python, and tell the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.observations import telling
from whistlestop.rules.compiling import INTERPRETED


@pytest.mark.skipif(INTERPRETED, reason="both runs would be interpreted")
def test_interpreted_and_compiled_tensors_are_equal() -> None:
    interpreted = subprocess.run(
        [sys.executable, "-W", "error", Path(telling.__file__)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        check=True,
        capture_output=True,
        text=True,
    )
    assert interpreted.stdout.strip() == telling.digest()
