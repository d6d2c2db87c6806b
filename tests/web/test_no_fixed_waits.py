"""No test of the page waits for a fixed time. Tests wait for conditions, or advance the clock."""

from __future__ import annotations

import re
from pathlib import Path

WAITS = re.compile(r"\b(wait_for_timeout|time\.sleep|asyncio\.sleep)\(")


def test_no_test_waits_for_a_fixed_time() -> None:
    found = [
        f"{file.name}:{number}"
        for file in sorted(Path(__file__).parent.rglob("*.py"))
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if WAITS.search(line)
    ]
    assert found == []
