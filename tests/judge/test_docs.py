"""The examples of docs/judge.md run."""

from __future__ import annotations

import re
from pathlib import Path

from tests.pages import run_blocks
from whistlestop.bots.registry import make_bot, takes_playouts
from whistlestop.judge.evaluation import Candidate

DOCUMENT = Path(__file__).parents[2] / "docs" / "judge.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")


def test_snippets_run(tmp_path: Path) -> None:
    assert "wins" in run_blocks(DOCUMENT, tmp_path)


def test_every_field_is_told() -> None:
    cells = re.findall(r"^\| (`.*?) \|", TEXT, re.MULTILINE)
    assert re.findall(r"`(\w+)`", " ".join(cells)) == [*Candidate.__dataclass_fields__]


def test_the_bot_is_there_for_tournaments() -> None:
    assert takes_playouts("thinker")
    assert callable(make_bot("thinker", 1).choose)
