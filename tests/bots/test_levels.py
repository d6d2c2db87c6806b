"""The levels: each beats the one below it, on every board, and all of them play like people."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from whistlestop.actions import ClaimRoute
from whistlestop.arena.simulate import simulate
from whistlestop.bots.levels import LEVELS, level_mind
from whistlestop.bots.registry import bot_factory, takes_playouts
from whistlestop.editions.load import load, names
from whistlestop.play.game import Game
from whistlestop.policies.series import final_totals, win_shares
from whistlestop.rules.compiling import INTERPRETED

DEALS = 100


@pytest.mark.skipif(INTERPRETED, reason="thousands of games")
@pytest.mark.parametrize("edition", names())
def test_each_level_beats_the_one_below_it(edition: str) -> None:
    """The fourth and the fifth differ in their search, which tournaments measure."""
    minds = [level_mind(level, edition, 2) for level in LEVELS[:4]]
    seeds = np.arange(DEALS, dtype=np.uint64)
    for lower, higher in pairwise(minds):
        shares = win_shares(final_totals(load(edition), [higher, lower], seeds))
        assert shares[..., 0].mean() > 0.6


@pytest.mark.parametrize("edition", names())
def test_a_beginner_links_tickets_and_finishes(edition: str) -> None:
    """Weak by what it does not see, not by doing anything."""
    summary = simulate(edition, ["beginner", "random"], games=40, seed=1, jobs=1).summary
    assert summary is not None
    beginner = summary.entrants[0]
    assert beginner.wins.value > 0.9
    assert beginner.score.mean > 0
    assert beginner.completed > 0.5


@pytest.mark.parametrize("level", [level.name for level in LEVELS])
@pytest.mark.parametrize("edition", names())
def test_no_level_waits_for_long(edition: str, level: str) -> None:
    """A seat has less than 16 turns before its first claim, in the mean of some games."""
    waits = [wait for seed in range(3) for wait in turns_before_a_claim(edition, level, seed)]
    assert sum(waits) / len(waits) < 16


def turns_before_a_claim(edition: str, level: str, seed: int) -> list[int]:
    """Return for each of two seats the number of its turns before its first claim."""
    game = Game.new(edition, 2, seed=seed)
    make = bot_factory(level, 20 if takes_playouts(level) else None)
    bots = [make(seed) for _ in range(2)]
    turns, claimed = [0, 0], [False, False]
    while not game.over and not all(claimed):
        seat = game.deciding[0]
        view, legal = game.view(seat), tuple(game.legal_actions(seat))
        action = bots[seat].choose(view, legal, 1.0)
        claimed[seat] |= isinstance(action, ClaimRoute)
        turns[seat] += view.phase == "turn" and not claimed[seat]
        game.play(action, seat)
    return turns
