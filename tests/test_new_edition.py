"""The page on new boards is true: its small edition loads, and people and bots can play it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.pages import run_doctest
from whistlestop.arena.match import play_match
from whistlestop.bots.registry import make_bot
from whistlestop.editions.load import load
from whistlestop.play.game import Game

PAGE = Path(__file__).parent.parent / "docs" / "new-edition.md"


@pytest.fixture
def lakes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The page's edition in a file, in the folder that the test works in."""
    (toml,) = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "lakes.toml"
    file.write_text(toml, encoding="utf-8")
    return file


def test_its_snippets_run(lakes: Path) -> None:
    assert run_doctest(PAGE, lakes.parent) > 3


def test_bots_play_it_without_knowing_it(lakes: Path) -> None:
    edition = load(lakes)
    for seed in range(20):
        bots = [make_bot("planner", seed), make_bot("random", seed)]
        game = Game.new(edition, seed=seed)
        play_match(game, bots)
        assert game.over
