"""The lower layer by itself: random choice, refusals and the end, as researchers use them."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from whistlestop.actions import BuildStation
from whistlestop.editions.load import load
from whistlestop.game import Game
from whistlestop.rules.actions import MOST_LEGAL, PASS
from whistlestop.rules.book import book_of
from whistlestop.rules.luck import LUCK, begin, seed
from whistlestop.rules.state import STATE, Phase
from whistlestop.rules.turns import any_legal, apply, deal, legal


@pytest.mark.parametrize("name", ["germany", "europe", "switzerland"])
def test_a_random_game_takes_listed_actions_and_ends(name: str) -> None:
    """I-03"""
    book = book_of(load(name))
    state = np.zeros(1, dtype=STATE)[0]
    luck = np.zeros(1, dtype=LUCK)[0]
    out = np.zeros(MOST_LEGAL, dtype=np.int16)
    seed(luck, np.uint64(5))
    deal(book, state, 2, 0, luck)
    while state.phase != Phase.OVER:
        begin(luck)
        listed = list(out[: legal(book, state, out)])
        action = any_legal(book, state, luck)
        assert action in listed
        assert apply(book, state, action, luck)
    assert legal(book, state, out) == 0
    before = state.tobytes()
    assert not apply(book, state, PASS, luck)
    assert state.tobytes() == before


def test_where_locomotives_are_for_tunnels_they_build_no_station(tmp_path: Path) -> None:
    """E-20, S-02"""
    text = files("whistlestop.editions").joinpath("switzerland.toml").read_text(encoding="utf-8")
    file = tmp_path / "switzerland.toml"
    file.write_text(text + "\n[stations]\neach = 1\npoints = 4\n", encoding="utf-8")
    game = Game.new(load(file), seed=1, starter=0)
    game.play("keep all")
    game.play("keep all")
    hand = game.view(0).me.hand or {}
    built = [a for a in game.legal_actions() if isinstance(a, BuildStation)]
    assert {card for action in built for card, _ in action.cards} == set(hand) - {"locomotive"}
