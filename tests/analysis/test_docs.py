"""The examples of docs/reviews.md run, and its tables are complete."""

from __future__ import annotations

import re
from pathlib import Path

from tests.pages import run_blocks
from whistlestop.analysis.puzzles.finding import LEVEL_PLAYOUTS, USUAL
from whistlestop.analysis.verdicts import LOSSES, Verdict
from whistlestop.cli.review_report import SIGNS

DOCUMENT = Path(__file__).parents[2] / "docs" / "reviews.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")


def test_snippets_run(tmp_path: Path) -> None:
    assert "better:" in run_blocks(DOCUMENT, tmp_path)


def test_the_page_on_puzzles_runs_and_says_how_clear_they_are(tmp_path: Path) -> None:
    page = DOCUMENT.with_name("puzzles.md")
    assert run_blocks(page, tmp_path)
    text = " ".join(page.read_text(encoding="utf-8").split())
    for said in (
        f"{USUAL.quick_playouts} playouts",
        f"wins at least {USUAL.quick_gap:.0%}",
        f"{USUAL.deep_playouts:,} playouts",
        f"in {USUAL.worlds:,} new worlds",
        f"lose at least {USUAL.loss:.0%}",
        f"more than {USUAL.sure_loss:.0%}",
        f"{LEVEL_PLAYOUTS} playouts",
    ):
        assert said.replace("%", " %") in text


def test_every_verdict_is_told_with_its_sign_and_its_loss() -> None:
    (table,) = re.findall(r"^\| verdict \| sign \|.*\n\| -.*\n((?:\|.*\n)+)", TEXT, re.MULTILINE)
    rows = re.findall(r"^\| `(\w+)` \| (\S*) ?\| (.*) \|$", table, re.MULTILINE)
    told = {word: (sign, meaning) for word, sign, meaning in rows}
    assert list(told) == [str(verdict) for verdict in Verdict]
    for verdict, (sign, meaning) in told.items():
        assert sign == SIGNS.get(Verdict(verdict), "")
        if verdict in LOSSES:
            assert meaning == f"it lost at least {LOSSES[Verdict(verdict)]:.0%} of a win".replace(
                "%", " %"
            )
