"""A review judges every decision from what its seat knew, and sums the verdicts up."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

import msgspec
import pytest

from tests.analysis.test_accounting import played_by
from tests.properties.playing import up_to, whole
from whistlestop.analysis.document import ReviewDocument, document
from whistlestop.analysis.review import Effort, Review, review, reviewed_moves, summed_up
from whistlestop.analysis.verdicts import LOSSES, MISTAKES, Verdict
from whistlestop.play.game import Game

SMALL = Effort(playouts=30, least_worlds=50, most_worlds=100, luck_worlds=5)


@pytest.fixture(scope="module")
def reviewed() -> Review:
    return review(played_by("london", ("beginner", "planner", "skilled"), seed=4), SMALL)


def test_each_move_is_reviewed(reviewed: Review) -> None:
    game = reviewed.game
    assert [move.move for move in reviewed.moves] == list(range(game.length))
    for move, played in zip(reviewed.moves, game.moves, strict=True):
        assert (move.seat, move.action) == (played.seat, played.action)
    turns = [move.turn for move in reviewed.moves]
    assert turns == sorted(turns)


def test_verdicts_agree_with_what_was_measured(reviewed: Review) -> None:
    seen: set[Verdict] = set()
    for move in reviewed.moves:
        decision = move.decision
        if decision is None:
            assert move.verdict is None
            continue
        seen.add(decision.verdict)
        assert move.action in [one.action for one in decision.evaluation.candidates]
        best = decision.evaluation.choice
        assert decision.best.action == best
        assert 0 <= decision.outlook.chance <= 1
        assert (decision.verdict == Verdict.BEST) == (best == move.action)
        assert (decision.loss.worlds == 0) == (best == move.action)
        if decision.verdict in MISTAKES:
            assert decision.loss.at_least > 0
            assert decision.loss.chance >= LOSSES[decision.verdict]
        if decision.verdict == Verdict.GOOD:
            assert decision.loss.chance < LOSSES[Verdict.INACCURACY]
    assert {Verdict.BEST, Verdict.GOOD, Verdict.BLUNDER} <= seen


def test_players_are_summed_up(reviewed: Review) -> None:
    for player in reviewed.players:
        own = [move for move in reviewed.moves if move.seat == player.seat and move.decision]
        assert player.decisions == len(own) == sum(player.verdicts.values())
        wrong = [move.decision for move in own if move.verdict in MISTAKES]
        assert player.accuracy == pytest.approx(1 - len(wrong) / len(own))
        assert player.lost == pytest.approx(sum(one.loss.chance for one in wrong if one))
        assert player.account is not None
        assert player.account.seat == player.seat


def test_the_worst_mistakes_are_the_turning_points(reviewed: Review) -> None:
    losses = {
        move.move: move.decision.loss.chance
        for move in reviewed.moves
        if move.decision and move.verdict in MISTAKES
    }
    points = [move.move for move in reviewed.turning_points]
    assert len(points) == 3
    assert points == sorted(points)
    assert sorted(losses[point] for point in points) == sorted(losses.values())[-3:]


def test_a_review_is_the_same_with_any_number_of_threads(reviewed: Review) -> None:
    game = reviewed.game
    threads = list(islice(reviewed_moves(game, replace(SMALL, threads=3)), 12))
    assert written(game, threads) == written(game, reviewed.moves[:12])
    others = list(islice(reviewed_moves(game, SMALL, seed=1), 12))
    assert written(game, others) != written(game, threads)


def written(game: Game, moves: Any) -> bytes:
    return msgspec.json.encode(document(summed_up(game, moves), SMALL, 0))


def test_a_weaker_player_loses_more_by_its_decisions() -> None:
    effort = Effort(playouts=60, least_worlds=100, most_worlds=100, luck_worlds=0)
    lost = [0.0, 0.0]
    for seed in range(3):
        for player in review(played_by("london", ("beginner", "planner"), seed), effort).players:
            lost[player.seat] += player.lost
    assert lost[0] > 2 * lost[1] + 0.5


def test_an_unfinished_game_has_no_account() -> None:
    game = up_to("usa", 2, 4, 12)
    found = review(game, replace(SMALL, playouts=4, least_worlds=2, most_worlds=4))
    assert [player.account for player in found.players] == [None, None]
    assert all(move.values for move in found.moves)
    short = review(
        whole("london", 2, 4), Effort(playouts=1, least_worlds=2, most_worlds=2, luck_worlds=0)
    )
    assert [player.account for player in short.players] == [None, None]
    assert not any(move.values for move in short.moves)
    nothing = review(Game.new("usa", 2, seed=1), SMALL)
    assert (nothing.moves, nothing.turning_points) == ((), ())
    assert [player.accuracy for player in nothing.players] == [None, None]


def test_a_document_holds_the_whole_review(reviewed: Review) -> None:
    text = msgspec.json.encode(document(reviewed, SMALL, 7, ("beginner", None, "skilled")))
    found = msgspec.json.decode(text, type=ReviewDocument)
    assert msgspec.json.encode(found) == text
    assert (found.seed, found.playouts, found.luck_worlds) == (7, 30, 5)
    assert [player.bot for player in found.players] == ["beginner", None, "skilled"]
    assert list(found.turning_points) == [move.move for move in reviewed.turning_points]
    for told, move in zip(found.moves, reviewed.moves, strict=True):
        assert told.action == str(move.action)
        assert (told.decision is None) == (move.decision is None)
        if told.decision is not None:
            actions = [candidate.action for candidate in told.decision.candidates]
            assert told.action in actions
            assert actions[0] == told.decision.best
    for told, player in zip(found.players, reviewed.players, strict=True):
        account = told.account
        assert account is not None
        parts = [getattr(account, name) for name in account.__struct_fields__]
        assert sum(part.points for part in parts[:-1]) == pytest.approx(account.result.points)
        assert told.verdicts == player.verdicts


def test_a_document_of_one_world_has_no_infinite_errors() -> None:
    game = up_to("usa", 2, 4, 4)
    text = written(game, list(reviewed_moves(game, Effort(1, 2, 2, 2))))
    assert b"inf" not in text.lower().replace(b'"inf', b"")
    assert b'"chance_error":null' in text


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"playouts": 0}, ValueError, "playouts"),
        ({"least_worlds": 1}, ValueError, "least_worlds"),
        ({"most_worlds": 1}, ValueError, "most_worlds"),
        ({"most_worlds": 300}, ValueError, "most_worlds is at least least_worlds, 400, not 300"),
        ({"luck_worlds": -1}, ValueError, "luck_worlds"),
        ({"luck_worlds": 1}, ValueError, "luck_worlds is 0 or at least 2"),
        ({"threads": 0}, ValueError, "threads"),
        ({"playouts": 2.5}, TypeError, "playouts: expected a whole number"),
    ],
)
def test_wrong_efforts_are_refused(given: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        Effort(**given)


def test_a_wrong_seed_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="seed"):
        reviewed_moves(up_to("usa", 2, 4, 4), seed=-1)
