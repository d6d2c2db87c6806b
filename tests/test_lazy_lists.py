"""Lists of actions and of events are made when they are looked at, and hold what they held."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from random import Random
from typing import Any, cast

import numpy as np
import pytest

from tests.tables import SIZES
from whistlestop import Action, ActionError, DrawDeck, Event, Game, IllegalAction, KeepTickets
from whistlestop import encoding as encodings
from whistlestop.editions.load import load
from whistlestop.editions.model import Edition
from whistlestop.encoding import after_choice, encode, legal_actions, legal_numbers
from whistlestop.rules.actions import CLAIM, PAY, STATION, WITHDRAW
from whistlestop.rules.entry.whole_actions import MOST_WHOLE


def step_by_step(edition: Edition, state: Any) -> list[tuple[int, ...]]:
    """The legal whole actions as numbers: every action, then every payment after it."""
    found: list[tuple[int, ...]] = []
    for first in legal_numbers(edition, state):
        if CLAIM <= first < PAY or STATION <= first < WITHDRAW:
            payments = legal_numbers(edition, after_choice(state, first))
            found += [(first, payment) for payment in payments]
        else:
            found.append((first,))
    return found


def as_numbers(edition: Edition, state: Any, legal: Sequence[Action], seat: int) -> list[Any]:
    return [encode(edition, state, action, seat) for action in legal]


def new(name: str, seats: int, seed: int) -> tuple[Game, Random]:
    return Game.new(name, seats, seed=seed), Random(f"{name} {seats} {seed}")


@pytest.mark.parametrize(("name", "seats"), SIZES)
def test_a_list_of_actions_is_what_the_rules_list(name: str, seats: int) -> None:
    """It stays so when the game has gone on, and reads like the tuple of its actions."""
    game, random = new(name, seats, 5)
    kept: list[tuple[Sequence[Action], tuple[Action, ...]]] = []
    while not game.over:
        seat = random.choice(game.deciding)
        state = game.state
        state.seat = seat
        legal = game.legal_actions(seat)
        expected = step_by_step(game.edition, state)
        assert as_numbers(game.edition, state, legal, seat) == expected
        assert len(legal) == len(expected)
        untouched = game.copy(seed=1).legal_actions(seat)
        kept.append((untouched, tuple(legal)))
        game.play(random.choice(legal), seat)
    assert game.legal_actions() == ()
    for untouched, made in kept:
        assert len(untouched) == len(made)
        assert untouched[-1] is made[-1]
        assert [untouched[i] for i in range(len(made))] == [*made]
        assert untouched == made
        assert made == untouched
        assert hash(untouched) == hash(made)
        assert repr(untouched) == repr(made)
        assert untouched[1:3] == made[1:3]
        assert made[0] in untouched
        assert untouched.index(made[-1]) == len(made) - 1


def test_a_lazy_list_behaves_like_a_tuple() -> None:
    game, _ = new("usa", 2, 1)
    legal = game.legal_actions()
    made = tuple(legal)
    assert legal != [*made]
    both = (*made, *made)
    assert legal.__add__(made) == legal.__radd__(made) == legal.__add__(legal) == both
    assert legal.__add__(cast(Any, [])) is NotImplemented
    assert legal.__radd__(cast(Any, [])) is NotImplemented
    assert pickle.loads(pickle.dumps(legal)) == made
    with pytest.raises(IndexError):
        legal[len(made)]
    with pytest.raises(TypeError):
        cast(Any, legal)["0"]
    with pytest.raises(TypeError):
        cast(Any, legal)[0] = made[0]
    assert DrawDeck() not in legal
    assert game.legal_actions() is legal
    events = game.play(legal[0])
    assert events == tuple(events)
    assert hash(events) == hash(tuple(events))
    assert pickle.loads(pickle.dumps(events)) == tuple(events)


def test_actions_are_always_the_same_objects() -> None:
    game, random = new("europe", 3, 2)
    while not game.over:
        seat = random.choice(game.deciding)
        legal = game.legal_actions(seat)
        twin = game.copy().legal_actions(seat)
        assert all(one is other for one, other in zip(legal, twin, strict=True))
        game.play(random.choice(legal), seat)


@pytest.mark.parametrize(("name", "seats"), [(name, 2) for name, seats in SIZES if seats == 2])
def test_an_action_of_an_earlier_position_is_proven_again(name: str, seats: int) -> None:
    """It is refused, and nothing changes, unless it is legal now, too."""
    game, random = new(name, seats, 8)
    handed_out: dict[Action, Action] = {}
    refused = 0
    while not game.over:
        seat = random.choice(game.deciding)
        legal = game.legal_actions(seat)
        allowed = set(legal)
        others = [action for action in handed_out.values() if action not in allowed]
        for action in random.sample(others, min(3, len(others))):
            before, length = game.state.tobytes(), game.length
            with pytest.raises(ActionError):
                game.play(action, seat)
            assert (game.state.tobytes(), game.length) == (before, length)
            refused += 1
        handed_out |= {action: action for action in legal}
        known = [action for action in handed_out.values() if action in allowed]
        game.play(random.choice(known), seat)
    assert refused > 50
    for action in handed_out.values():
        with pytest.raises(IllegalAction):
            game.play(action)


def test_kept_tickets_of_another_offer_are_refused() -> None:
    """The same places of an offer are other tickets there."""
    game, other = Game.new("usa", seed=1), Game.new("usa", seed=2)
    answer = game.legal_actions(0)[-1]
    assert isinstance(answer, KeepTickets)
    assert answer not in other.legal_actions(0)
    with pytest.raises(ActionError, match="not among the tickets on offer"):
        other.play(answer, 0)
    assert other.length == 0


@pytest.mark.parametrize(("name", "seats"), SIZES)
def test_events_told_later_are_those_told_at_once(name: str, seats: int) -> None:
    """Also when more has been played since, and when it was taken back."""
    at_once, later = Game.new(name, seats, seed=3), Game.new(name, seats, seed=3)
    random = Random(name)
    told: list[tuple[Event, ...]] = []
    untold: list[Sequence[Event]] = []
    while not at_once.over:
        seat = random.choice(at_once.deciding)
        action = random.choice(at_once.legal_actions(seat))
        told.append(tuple(at_once.play(action, seat)))
        untold.append(later.play(action, seat))
        if random.random() < 0.1 and (seat := later.seat) is not None:
            # What is taken back keeps its events, although other moves follow.
            action = random.choice(later.legal_actions(seat))
            told.append(tuple(at_once.play(action, seat)))
            untold.append(later.play(action, seat))
            at_once.undo(same_luck=True)
            later.undo(same_luck=True)
    copy = later.copy()
    while later.length:
        later.undo()
    assert untold == told
    assert copy.events == at_once.events
    assert [move.events for move in copy.moves] == [move.events for move in at_once.moves]
    assert copy.moves == at_once.moves
    assert copy.dealt == at_once.dealt


def test_longer_lists_than_there_is_room_for_are_complete() -> None:
    """Full hands pay for every route and station in every way."""
    edition = load("europe")
    game = Game.new(edition, 2, seed=1)
    for seat in range(2):
        game.play("keep all", seat)
    state = game.state
    state.stations[int(state.seat)] = 0b11  # the third one costs three cards
    state.hand[int(state.seat)] = np.where(state.deck + state.discards > 0, 20, 0)
    legal = legal_actions(edition, state, int(state.seat))
    assert len(legal) > MOST_WHOLE
    expected = step_by_step(edition, state)
    assert as_numbers(edition, state, legal, int(state.seat)) == expected


def test_a_full_table_of_actions_still_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers to offers that are not kept are read again, as words are."""
    monkeypatch.setattr(encodings, "MOST_KEPT", 0)
    encodings.typed_actions.cache_clear()
    game, random = new("germany", 3, 4)
    answers = 0
    while not game.over:
        seat = random.choice(game.deciding)
        action = random.choice(game.legal_actions(seat))
        answers += isinstance(action, KeepTickets)
        game.play(action, seat)
    assert answers > 3
    encodings.typed_actions.cache_clear()
