"""What is no position, no seat or no room is refused with a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from whistlestop import Game
from whistlestop.arena.match import play_match
from whistlestop.bots.random import RandomBot
from whistlestop.editions.load import load
from whistlestop.observations import Layout, Numbering
from whistlestop.observations.compiled.memory import MEMORY
from whistlestop.rules.state import STATE
from whistlestop.seen.worlds import sample

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


def test_a_layout_reads_its_own_tensors_alone() -> None:
    other = Layout.fitted(load("usa"), 3).observe(Game.new("usa", 3, seed=1), 0)

    def phase(tensor: Any) -> Any:
        return LAYOUT.part(tensor, "table.phase")

    readers: list[Callable[[Any], Any]] = [LAYOUT.split, LAYOUT.describe, phase]
    for read in readers:
        with pytest.raises(ValueError, match=rf"room for 2 players.*of shape \[{len(other)}\]"):
            read(other)
        strange: Any = [0.0] * LAYOUT.size
        with pytest.raises(TypeError, match="a tensor is an array of numbers, not list"):
            read(strange)
    mine = LAYOUT.observe(GAME, 0)
    assert LAYOUT.split(np.stack([mine, mine]))["table"].shape[0] == 2
    with pytest.raises(ValueError, match="expected one flat tensor, not one of shape"):
        LAYOUT.describe(np.stack([mine, mine]))
    with pytest.raises(ValueError, match=r"past_tickets\.seen is told by information states"):
        LAYOUT.part(mine, "past_tickets.seen")
    with pytest.raises(ValueError, match=r"no feature 'routes\.owners'; did you mean"):
        LAYOUT.part(mine, "routes.owners")
    with pytest.raises(ValueError, match="no block 'route'"):
        LAYOUT.columns("route")


def test_a_layout_is_told_the_past_of_its_game() -> None:
    with pytest.raises(ValueError, match="those of a game of europe, not of usa"):
        LAYOUT.inform(GAME, Game.new("europe", 2, seed=1).events, 0)
    with pytest.raises(ValueError, match=r"events are those of another game: event \d+ is"):
        LAYOUT.inform(GAME, Game.new("usa", 2, seed=2, starter=GAME.starter).events, 0)
    with pytest.raises(ValueError, match=r"and 0 are given; pass game\.events"):
        LAYOUT.inform(GAME, (), 0)
    strange: Any = ["claim"]
    with pytest.raises(TypeError, match=r"an event of whistlestop\.events is expected"):
        LAYOUT.inform(GAME, strange, 0)
    strange = 3
    with pytest.raises(TypeError, match=r"the past is `game\.events`, or a memory, not 3"):
        LAYOUT.inform(GAME, strange, 0)
    seen = tuple(event.seen_by(0) for event in GAME.events)
    assert (LAYOUT.inform(GAME, seen, 0) == LAYOUT.inform(GAME, GAME.events, 0)).all()


def test_a_state_shows_whose_routes_the_past_claims() -> None:
    games = [Game.new("usa", 2, seed=seed) for seed in (1, 2)]
    for game in games:
        play_match(game, [RandomBot(1), RandomBot(2)])
    one, other = games
    assert LAYOUT.inform(one.state, one.events, 0).any()
    with pytest.raises(ValueError, match="those of another game, or of later moves"):
        LAYOUT.inform(one.state, other.events, 0)


def test_an_edition_is_no_name() -> None:
    name: Any = "usa"
    for make in (
        lambda: Layout.fitted(name, 2),
        lambda: Layout.padded(name),
        lambda: Numbering.of(name),
    ):
        with pytest.raises(TypeError, match=r"expected an edition, not 'usa'; .*load\.load"):
            make()
    with pytest.raises(TypeError, match=r"players: expected a whole number, not 2\.5"):
        Layout.fitted(load("usa"), 2.5)  # pyright: ignore[reportArgumentType]
