"""Lists of actions and of events are made when they are looked at, and hold what they held."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any, cast

import numpy as np
import pytest

from tests.properties.playing import up_to
from tests.tables import SIZES, after_choice
from whistlestop import (
    Action,
    ActionError,
    ClaimRoute,
    DrawDeck,
    Event,
    Game,
    IllegalAction,
    KeepTickets,
    MalformedAction,
)
from whistlestop.bots.registry import make_bot
from whistlestop.editions.load import load
from whistlestop.editions.model import Edition
from whistlestop.rules.actions import ACTIONS, CLAIM, PAY, PLACE, STATION, WITHDRAW
from whistlestop.rules.book import books_of
from whistlestop.rules.entry.whole_actions import ALONE, GAME, MOST_WHOLE, advance, code_of
from whistlestop.seen import encoding as encodings
from whistlestop.seen.encoding import encode, legal_actions, legal_numbers, typed_actions


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


def test_what_takes_a_tuple_takes_a_lazy_list() -> None:
    game = up_to("europe", 3, 4, 40)
    legal, seat = game.legal_actions(), game.seat
    assert seat is not None
    made = tuple(legal)
    assert [*reversed(legal)] == [*reversed(made)]
    assert Random(1).sample(legal, 3) == Random(1).sample(made, 3)
    assert sorted(legal, key=str) == sorted(made, key=str)
    assert legal.count(made[0]) == 1
    assert {legal: 1}[cast(Any, made)] == 1
    assert legal[np.int64(1)] is made[1]
    assert copy.copy(legal) == copy.deepcopy(legal) == made
    assert f"{legal}" == f"{made}"
    match legal:
        case [first, *others]:
            assert (first, *others) == made
        case _:
            pytest.fail("a list is a sequence")
    with pytest.raises(AttributeError):
        cast(Any, legal).append(made[0])
    with pytest.raises(AttributeError):
        cast(Any, legal).more = 1
    with pytest.raises(TypeError):
        del cast(Any, legal)[0]
    for name in ("random", "long-route", "planner"):
        chosen = make_bot(name, 1).choose(game.view(seat), cast(Any, legal), 1.0)
        assert chosen == make_bot(name, 1).choose(game.view(seat), made, 1.0)


@pytest.mark.parametrize(("name", "seats"), [(name, 2) for name, seats in SIZES if seats == 2])
def test_only_codes_of_the_list_can_be_played(name: str, seats: int) -> None:
    """Every number of an action with every payment is tried in positions of a random game."""
    game, random = new(name, seats, 3)
    books, work = books_of(game.edition), encodings.workspace()
    taken = 0
    while not game.over:
        seat = random.choice(game.deciding)
        if game.length % 11 == 0:
            games = np.zeros(1, dtype=GAME)
            games["state"] = game.state
            games["state"]["seat"] = seat
            before = games.tobytes()
            legal = {*encodings.legal_codes(game.edition, games)}
            # Payments are tried with a sample of what needs one, and with what needs none.
            numbers = {code & 1023 for code in legal} | {random.randrange(ACTIONS)}
            pairs = [(action, ALONE) for action in range(ACTIONS)]
            pairs += [(action, payment) for action in numbers for payment in range(PAY, PLACE)]
            for action, payment in pairs:
                code = int(code_of(books, games, seat, action, payment))
                done = advance(books, games, work.records, code, True) >= 0
                assert done == (code in legal), (action, payment)
                taken += done
                if done:
                    games = np.frombuffer(bytearray(before), dtype=GAME)
                assert games.tobytes() == before
        game.play(random.choice(game.legal_actions(seat)), seat)
    assert taken > 20


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


def claims(game: Game) -> list[ClaimRoute]:
    return [action for action in game.legal_actions() if isinstance(action, ClaimRoute)]


def test_an_action_of_a_position_that_was_taken_back_is_proven_again() -> None:
    game = next(one for one in (up_to("usa", 2, 3, n) for n in range(20, 80)) if claims(one))
    claim, seat = claims(game)[0], game.seat
    assert seat is not None
    before = game.legal_actions()
    twin = game.copy(seed=1)
    game.play(claim)
    after = game.legal_actions()
    gone = next(action for action in before if action not in after)
    new_ones = [action for action in after if action not in before]
    with pytest.raises(IllegalAction):
        game.play(gone)
    # In the copy, the other game's move has not happened.
    for action in new_ones:
        with pytest.raises(IllegalAction):
            twin.play(action)
    game.undo()
    assert game.legal_actions() == before
    for action in new_ones:
        with pytest.raises(IllegalAction):
            game.play(action)
    with pytest.raises(IllegalAction, match="not your turn"):
        game.play(claim, 1 - seat)
    with pytest.raises(IllegalAction, match="there is no seat 7"):
        game.play(claim, 7)
    assert game.length == twin.length
    assert game.play(claim) == twin.play(claim)


def test_an_action_made_by_hand_is_played_like_the_one_handed_out() -> None:
    games = [Game.new("germany", 2, seed=6) for _ in range(3)]
    random = Random(1)
    while not games[0].over:
        seat = random.choice(games[0].deciding)
        action = random.choice(games[0].legal_actions(seat))
        by_hand = pickle.loads(pickle.dumps(action))
        assert by_hand is not action
        events = games[0].play(action, seat)
        assert games[1].play(by_hand, seat) == events
        assert games[2].play(str(action), seat) == events
        assert games[0].state.tobytes() == games[1].state.tobytes() == games[2].state.tobytes()
        assert games[1].legal_actions() == games[0].legal_actions() == games[2].legal_actions()
    assert games[1].moves == games[0].moves == games[2].moves


def test_actions_of_another_edition_are_refused() -> None:
    usa = next(one for one in (up_to("usa", 2, 3, n) for n in range(20, 80)) if claims(one))
    europe = next(one for one in (up_to("europe", 2, 3, n) for n in range(20, 80)) if claims(one))
    before = europe.state.tobytes()
    with pytest.raises(MalformedAction):
        europe.play(claims(usa)[0])
    assert europe.state.tobytes() == before
    deck = next(action for action in usa.legal_actions() if action == DrawDeck())
    assert deck in europe.legal_actions()
    europe.play(deck)


def pickled(game: Game) -> Game:
    return pickle.loads(pickle.dumps(game))


@pytest.mark.parametrize(
    "repeated",
    [pickled, copy.deepcopy, copy.copy],
)
def test_a_pickled_game_goes_on_with_the_same_chance(repeated: Callable[[Game], Game]) -> None:
    game, random = new("switzerland", 3, 2)
    game.play(game.legal_actions(2)[0], 2)
    while not game.over:
        if game.length % 20 == 1:
            twin = repeated(game)
            assert twin.moves == game.moves
            assert twin.events == game.events
            assert (twin.dealt, twin.deciding) == (game.dealt, game.deciding)
            assert (twin.view(0), twin.view(2)) == (game.view(0), game.view(2))
            assert twin.legal_actions() == game.legal_actions()
            ahead = game.length
            for _ in range(3):
                if game.over:
                    break
                seat = random.choice(game.deciding)
                action = random.choice(game.legal_actions(seat))
                assert twin.play(action, seat) == game.play(action, seat)
            assert twin.state.tobytes() == game.state.tobytes()
            while game.length > ahead:
                game.undo(same_luck=True)
            assert twin.length >= game.length
            while twin.length:
                twin.undo()
            assert game.length == ahead
        seat = random.choice(game.deciding)
        game.play(random.choice(game.legal_actions(seat)), seat)


def test_a_table_of_actions_is_never_copied() -> None:
    """The ids of its actions mean nothing in another process."""
    table = typed_actions(load("london"))
    assert copy.deepcopy(table) is table
    assert pickle.loads(pickle.dumps(table)) is table


def test_actions_of_a_forgotten_table_are_played() -> None:
    """A program with many editions forgets tables; what was handed out may come from one."""
    old = up_to("london", 2, 3, 10)
    handed_out = old.legal_actions()[-1]
    typed_actions.cache_clear()
    new_one = up_to("london", 2, 3, 10)
    assert new_one.legal_actions() == old.legal_actions()
    assert new_one.legal_actions()[-1] is not handed_out
    assert new_one.play(handed_out) == old.play(handed_out)
    assert new_one.legal_actions() == old.legal_actions()


def test_threads_play_games_of_their_own_and_pass_games_on() -> None:
    def alone(seed: int) -> bytes:
        game, random = Game.new("usa", 2, seed=seed), Random(seed)
        while not game.over:
            events = game.play(random.choice(game.legal_actions()))
            assert len(events) > 0
        return game.state.tobytes() + repr(game.events).encode()

    expected = [alone(seed) for seed in range(8)]
    with ThreadPoolExecutor(4) as pool:
        assert [*pool.map(alone, range(8))] == expected
    game, random = Game.new("usa", 2, seed=1), Random(1)
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(1) as other:
        while not game.over:
            action = random.choice(one.submit(game.legal_actions).result())
            (one if game.length % 3 else other).submit(game.play, action).result()
    assert game.state.tobytes() + repr(game.events).encode() == expected[1]


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
    assert not any(isinstance(one, KeepTickets) for one in typed_actions(game.edition).values())
    encodings.typed_actions.cache_clear()
