"""What is no position, no seat or no room is refused with a sentence."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from whistlestop import Game
from whistlestop.editions.load import load
from whistlestop.observations import Layout, Numbering
from whistlestop.observations.compiled.memory import MEMORY
from whistlestop.rules.state import STATE
from whistlestop.worlds import sample

GAME = Game.new("usa", 2, seed=1)
LAYOUT = Layout.fitted(load("usa"), 2)


def test_several_worlds_are_not_one_position() -> None:
    worlds = sample(GAME.view(0), 5, 0)
    with pytest.raises(ValueError, match=r"expected one position, not 5: .*states\[0\]"):
        LAYOUT.observe(worlds, 0)
    with pytest.raises(ValueError, match="expected one position, not 5"):
        Numbering.of(GAME.edition).mask(worlds)
    assert (LAYOUT.observe(worlds[3], 0) == LAYOUT.observe(GAME, 0)).all()
    assert (LAYOUT.observe(worlds[3:4], 0) == LAYOUT.observe(GAME, 0)).all()


def test_a_layout_takes_no_other_game() -> None:
    with pytest.raises(ValueError, match="room for 2 to 2 players, and this position has 3"):
        LAYOUT.observe(Game.new("usa", 3, seed=1), 0)
    with pytest.raises(ValueError, match="for the edition usa, not for europe"):
        LAYOUT.observe(Game.new("europe", 2, seed=1), 0)
    with pytest.raises(ValueError, match="for the edition usa, not for europe"):
        Numbering.of(load("usa")).mask(Game.new("europe", 2, seed=1))
    with pytest.raises(ValueError, match="has not been dealt yet"):
        LAYOUT.observe(np.zeros(1, dtype=STATE), 0)
    three = Layout.fitted(load("usa"), 3)
    assert three.part(three.observe(GAME, 0), "players.there").tolist() == [1, 1, 0]


@pytest.mark.parametrize("seat", [-2, 2, 5])
def test_there_is_no_such_seat(seat: int) -> None:
    for look in (lambda: LAYOUT.observe(GAME, seat), lambda: LAYOUT.inform(GAME, (), seat)):
        with pytest.raises(ValueError, match=f"there is no seat {seat}: seats are 0 to 1"):
            look()


@pytest.mark.parametrize("seat", ["0", 0.5])
def test_a_seat_is_a_whole_number(seat: Any) -> None:
    with pytest.raises(TypeError, match="a seat is a whole number"):
        LAYOUT.observe(GAME, seat)
    assert (LAYOUT.observe(GAME, None) == LAYOUT.observe(GAME, np.int64(-1))).all()  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("position", ["usa", None, np.zeros(3), GAME.view(0)])
def test_this_is_no_position(position: Any) -> None:
    for look in (
        lambda: LAYOUT.observe(position, 0),
        lambda: LAYOUT.memory(position),
        lambda: Numbering.of(GAME.edition).mask(position),
    ):
        with pytest.raises(TypeError, match="a position is a Game or a state"):
            look()


def test_room_and_memory_have_to_fit() -> None:
    with pytest.raises(ValueError, match=rf"`out` must be float32\[{LAYOUT.size}\], not float64"):
        LAYOUT.observe(GAME, 0, np.zeros(LAYOUT.size))  # pyright: ignore[reportArgumentType]
    with pytest.raises(ValueError, match=r"not float32\[7\]"):
        LAYOUT.observe(GAME, 0, np.zeros(7, dtype=np.float32))
    with pytest.raises(ValueError, match="one memory as an array of one"):
        LAYOUT.inform(GAME, np.zeros(2, dtype=MEMORY), 0)
    with pytest.raises(ValueError, match="must have 173 places"):
        Numbering.of(GAME.edition).mask(GAME, np.zeros(9, dtype=np.bool_))
