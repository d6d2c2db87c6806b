"""Random games through the game object: replay, undo, state and events, running scores."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.properties.playing import STYLES, TABLES, decisions, whole
from tests.properties.telling import Listener
from whistlestop.play.game import Game
from whistlestop.play.position import read_position, write_position
from whistlestop.play.record import read_record, write_record


@pytest.mark.parametrize(("edition", "seats"), TABLES)
@pytest.mark.parametrize("style", STYLES)
def test_state_and_events_tell_the_same_story(edition: str, seats: int, style: str) -> None:
    """For a spectator and every seat: the events they hear make the table they see."""
    viewers = (None, *range(seats))
    listeners: dict[int | None, Listener] = {}
    heard = 0
    for game, *_ in decisions(edition, seats, 7, style):
        if not listeners:
            listeners = {viewer: Listener(game.edition, seats, viewer) for viewer in viewers}
        happened = game.events
        for viewer in viewers:
            for event in happened[heard:]:
                listeners[viewer].hear(event.seen_by(viewer))
        heard = len(happened)
        for viewer in viewers if len(game.moves) % 5 == 0 or game.over else (None,):
            listeners[viewer].compare(game.view(viewer))


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_a_replayed_record_gives_the_same_game(edition: str, seats: int) -> None:
    for seed, style in enumerate(("any", "tickets", "travels")):
        game = whole(edition, seats, seed, style)
        text = write_record(game)
        again = read_record(text)
        assert again.state.tobytes() == game.state.tobytes()
        assert again.events == game.events
        assert again.moves == game.moves
        assert write_record(again) == text


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_the_running_score_is_the_recount(edition: str, seats: int) -> None:
    """C-41."""
    for seed in range(3):
        game = whole(edition, seats, seed, "claims")
        for player, column in zip(game.view().players, game.score_sheet().players, strict=True):
            assert player.score == column.route_points + column.merchandise
            rest = column.ticket_points + column.district_points
            rest += column.station_points + column.attraction_points
            rest += column.longest_path_bonus + column.most_tickets_bonus
            assert column.total == player.score + rest


@given(
    table=st.sampled_from(TABLES),
    seed=st.integers(0, 2**64 - 1),
    choices=st.lists(st.integers(0, 999), max_size=90),
)
@settings(max_examples=40, deadline=None)
def test_whatever_is_chosen(table: tuple[str, int], seed: int, choices: list[int]) -> None:
    """Anybody may answer first; every action is read back; all can be taken back to the deal."""
    game = Game.new(*table, seed=seed)
    start = game.state.tobytes()
    states: list[bytes] = []
    for choice in choices:
        if game.over:
            break
        seat = game.deciding[choice % len(game.deciding)]
        legal = game.legal_actions(seat)
        assert len(set(legal)) == len(legal)
        action = legal[choice % len(legal)]
        assert game.parse(str(action), seat) == action
        states.append(game.state.tobytes())
        game.play(str(action), seat)
    text = write_record(game)
    assert write_record(read_record(text)) == text
    if not game.over or game.moves:
        position = write_position(game)
        assert write_position(read_position(position)) == position
    while states:
        game.undo()
        assert game.state.tobytes() == states.pop()
    assert game.state.tobytes() == start
    assert game.moves == ()
