"""The examples of docs/environments.md run, and so does the search of examples/."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.pages import run_blocks
from whistlestop import Game
from whistlestop.arena.match import play_match
from whistlestop.bots.registry import make_bot
from whistlestop.editions.load import names
from whistlestop.envs.editions import STUDY_BOARDS, edition_of
from whistlestop.extras import needed

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "environments.md"
SEARCH = ROOT / "examples" / "determinised_search.py"


def test_the_examples_run(tmp_path: Path) -> None:
    pytest.importorskip("pyspiel")
    run_blocks(PAGE, tmp_path)


def test_the_search_is_short_and_beats_chance() -> None:
    assert len(SEARCH.read_text(encoding="utf-8").splitlines()) <= 60
    margins: list[int] = []
    for number in range(4):
        game = Game.new(edition_of("middle"), 2, seed=number)
        bots = [make_bot(f"{SEARCH}:Determinised", number), make_bot("random", number)]
        totals = play_match(game, bots).sheet.totals
        margins.append(totals[0] - totals[1])
    assert sum(margins) > 0


def test_boards_for_study_are_on_no_list() -> None:
    for board in STUDY_BOARDS:
        assert edition_of(board).name == board
        assert board not in names()


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(ImportError, match=r'pip install "whistlestop\[envs\]"'):
        needed("gymnasium")
