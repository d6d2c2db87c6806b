from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

SAMPLE = Path(__file__).with_name("sample.toml")

MadeUp = Callable[..., Path]


@pytest.fixture
def made_up(tmp_path: Path) -> MadeUp:
    """Writes the made-up edition to a file, with some of its text replaced."""

    def write(*changes: tuple[str, str]) -> Path:
        text = SAMPLE.read_text(encoding="utf-8")
        for old, new in changes:
            assert text.count(old) == 1, f"{old!r} must stand in the sample exactly once"
            text = text.replace(old, new)
        path = tmp_path / "isles.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write
