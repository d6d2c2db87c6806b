"""An edition with 101 tickets, in everything that keeps or shows tickets.

The tests that know only the rules, worlds and policies play it in their own places, among the
built-in editions.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.many_tickets import EXPRESS, load, many_tickets, many_tickets_text
from tests.properties.playing import choose
from whistlestop.actions import KeepTickets
from whistlestop.arena.match import play_match
from whistlestop.bots.registry import make_bot
from whistlestop.editions.load import EditionError, loads
from whistlestop.envs.vector import VectorEnv
from whistlestop.events import TicketsOffered
from whistlestop.judge.evaluation import evaluate
from whistlestop.observations import Layout
from whistlestop.play.game import Game
from whistlestop.play.position import read_position, read_view, write_position
from whistlestop.play.record import read_record, write_record
from whistlestop.seen.view import REFEREE

EDITION = many_tickets()
LATE = frozenset(Game.new(EDITION, 2, seed=0).index.ticket_codes[64:])
"""The codes of the tickets that do not fit the first word of a set."""


def played(seats: int, seed: int, length: int = 10_000) -> Game:
    """A game in which tickets are often drawn."""
    game, random = Game.new(EDITION, seats, seed=seed), Random(seed)
    while not game.over and game.length < length:
        seat = random.choice(game.deciding)
        game.play(choose(random, game.legal_actions(seat), "tickets"), seat)
    return game


def test_it_has_more_tickets_than_a_word_has_bits() -> None:
    assert len(EDITION.tickets) == 101
    assert len(LATE) == 37
    assert {ticket.stack for ticket in EDITION.tickets[64:]} == {"regular", "long"}


def test_more_than_128_tickets_are_refused() -> None:
    line = '    {from = "ANG", to = "ATH", points = 5},\n'
    assert len(loads(many_tickets_text().replace(line, 28 * line)).tickets) == 128
    with pytest.raises(EditionError, match="at most 128 tickets"):
        loads(many_tickets_text().replace(line, 29 * line))


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_records_replay(seats: int) -> None:
    game = played(seats, seats)
    assert game.over
    kept = {code for player in game.view(REFEREE).players for code in player.tickets or ()}
    assert len(kept & LATE) > 10
    text = write_record(game)
    again = read_record(text, edition=EDITION)
    assert again.state.tobytes() == game.state.tobytes()
    assert write_record(again) == text
    lines = [line for player in game.score_sheet().players for line in player.tickets]
    assert {line.ticket for line in lines} == kept


def test_positions_and_views_go_there_and_back() -> None:
    for length in range(2, 200, 11):
        game = played(3, 7, length)
        text = write_position(game)
        again = read_position(text, edition=EDITION)
        assert again.state.tobytes() == game.state.tobytes()
        assert write_position(again) == text
        for viewer in (None, 0, 1, 2):
            shown = write_position(game, viewer)
            assert read_view(shown, edition=EDITION) == game.view(viewer)
            assert read_position(shown, edition=EDITION, seed=1).view(viewer) == game.view(viewer)


def test_kept_tickets_are_those_that_were_chosen() -> None:
    """From the words of an action, by way of its code, to the event."""
    random, late = Random(3), 0
    for seed in range(8):
        game = Game.new(EDITION, 2, seed=seed)
        while game.length < 60 and not game.over:
            seat = game.deciding[0]
            offer = game.view(seat).me.offer or ()
            if not offer:
                game.play(choose(random, game.legal_actions(seat), "tickets"), seat)
                continue
            actions: Any = game.legal_actions(seat)
            assert all(isinstance(action, KeepTickets) for action in actions)
            assert all({*action.tickets} <= {*offer} for action in actions)
            action = random.choice(actions)
            before = {*(game.view(seat).me.tickets or ())}
            game.play(f"keep {' '.join(action.tickets)}", seat)
            if game.view().phase != "opening_keep" and before:
                assert {*(game.view(seat).me.tickets or ())} == before | {*action.tickets}
                late += len({*action.tickets} & LATE)
    assert late > 10


def test_undoing_with_the_same_luck_draws_the_same_tickets() -> None:
    game = played(2, 5, 40)
    drawn = [event for event in game.events if isinstance(event, TicketsOffered)]
    while game.length:
        game.undo(same_luck=True)
    again = Game.new(EDITION, 2, seed=5)
    assert game.state.tobytes() == again.state.tobytes()
    assert any(LATE & {*(event.tickets or ())} for event in drawn)


@pytest.mark.parametrize("bot", ["planner", "one-step", "destination-hungry", "route-focused"])
def test_bots_play_it(bot: str) -> None:
    for seed in range(4):
        game = Game.new(EDITION, 2, seed=seed)
        play_match(game, [make_bot(bot, seed), make_bot("planner", seed + 1)])
        assert game.over


def test_the_judge_evaluates_it() -> None:
    game = played(3, 9, 60)
    while game.view().phase != "turn":
        game.play(game.legal_actions(game.deciding[0])[0], game.deciding[0])
    view = game.view(game.seat)
    judged = evaluate(view, playouts=64, seed=1)
    twin = Game.sampled(view, seed=4)
    assert evaluate(twin.view(game.seat), playouts=64, seed=1) == judged
    assert judged.candidates


def test_observations_show_every_ticket() -> None:
    layout = Layout.fitted(EDITION, 3)
    game = played(3, 7)
    assert game.over
    tensor = layout.inform(game, game.events, 1)
    told: Any = layout.describe(tensor)
    for number, player in enumerate(told["players"]):
        held = game.view(REFEREE).players[(1 + number) % 3].tickets
        assert player["tickets"] == list(held or ())
    offered = {
        code
        for event in game.events
        if isinstance(event, TicketsOffered) and event.seat == 1
        for code in event.tickets or ()
    }
    numbers = np.flatnonzero(layout.part(tensor, "past_tickets.seen"))
    assert {game.index.ticket_codes[number] for number in numbers} == offered
    assert offered & LATE


def test_padded_layouts_have_room_for_64_tickets_or_for_all() -> None:
    small, large = Layout.padded(load("usa")), Layout.padded(EDITION)
    assert small.size == Layout.padded(load("newyork")).size < large.size
    fewer = replace(EDITION, tickets=EDITION.tickets[-64:])
    assert Layout.padded(fewer).size == small.size
    game = played(2, 3, 100)
    assert layout_tickets(small) == 64
    assert layout_tickets(large) == 128
    assert large.observe(game, 0).sum() > 0


def layout_tickets(layout: Layout) -> int:
    """How many tickets a layout has room for."""
    return layout.split(np.zeros(layout.whole, dtype=np.float32))["tickets"].shape[0]


@pytest.mark.parametrize("padded", [False, True])
def test_environments_play_it(padded: bool) -> None:
    env = VectorEnv(EDITION, 2, 8, information=True, padded=padded)
    observations, info = env.reset(seed=1)
    space: Any = env.observation_space
    random = np.random.default_rng(1)
    for _ in range(150):
        assert space.contains(observations)
        legal = [np.flatnonzero(mask) for mask in info["action_mask"]]
        observations, *_, info = env.step(np.array([random.choice(one) for one in legal]))


def test_openspiel_draws_every_ticket(tmp_path: Any) -> None:
    pytest.importorskip("pyspiel")
    import whistlestop.envs.openspiel as ours

    file = tmp_path / f"{EXPRESS}.toml"
    file.write_text(many_tickets_text(), encoding="utf-8")
    built_in = ours.pyspiel.load_game(ours.SHORT_NAME, {"edition": "europe", "players": 2})
    assert built_in.max_chance_outcomes() == 133
    game = ours.pyspiel.load_game(ours.SHORT_NAME, {"edition": str(file), "players": 2})
    state = game.new_initial_state()
    random, drawn = Random(1), set[str]()
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert all(0 <= outcome < game.max_chance_outcomes() for outcome, _ in outcomes)
        assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        words = {state.action_to_string(outcome) for outcome, _ in outcomes}
        assert len(words) == len(outcomes)
        if len(words) > 64:
            assert words == {*Game.new(EDITION, 2, seed=0).index.ticket_codes[:95]} - drawn
            outcome = max(outcomes)[0]
        else:
            outcome = random.choice(outcomes)[0]
        drawn.add(state.action_to_string(outcome))
        state.apply_action(outcome)
    assert len(drawn & LATE) >= 6
