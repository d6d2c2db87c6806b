"""All decisions of a game are evaluated in one call, each from what its seat knew."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from tests.judge.test_continuation import ANYTHING
from tests.properties.playing import decisions, up_to, whole
from whistlestop.actions import Action, EndJourney
from whistlestop.judge.evaluation import evaluate
from whistlestop.judge.search import Settings
from whistlestop.judge.whole_games import Decision, evaluate_game
from whistlestop.seen.view import View

QUICK = Settings(candidates=2)


def untimed(found: list[Decision]) -> list[Decision]:
    return [replace(decision, seconds=0.0) for decision in found]


@pytest.mark.parametrize(("edition", "players"), [("london", 2), ("europe", 3)])
def test_every_decision_is_evaluated_from_its_seat_s_view(edition: str, players: int) -> None:
    seen: list[tuple[int, View, Action]] = []
    for game, seat, legal, action in decisions(edition, players, seed=3):
        if len(legal) > 1:
            seen.append((game.length, game.view(seat), action))
    game = whole(edition, players, seed=3)
    moves = game.moves
    found = list(evaluate_game(game, playouts=3, line=0, plan=0, settings=QUICK))
    assert [(decision.move, decision.view, decision.action) for decision in found] == seen
    assert game.moves == moves
    for decision in found:
        assert decision.taken.action == decision.action
        assert decision.seat == moves[decision.move].seat
        assert decision.seconds > 0


def test_threads_do_not_change_a_game_s_evaluation() -> None:
    game = up_to("usa", 2, 4, 20)
    alone, together = (
        list(evaluate_game(game, playouts=20, settings=replace(QUICK, threads=threads)))
        for threads in (1, 3)
    )
    assert untimed(alone) == untimed(together)
    third = alone[3]
    assert third.evaluation == evaluate(
        third.view, playouts=20, seed=third.move, settings=QUICK, also=[third.action]
    )


def test_a_game_s_evaluation_can_be_left_early() -> None:
    game = up_to("usa", 2, 4, 20)
    found = evaluate_game(game, playouts=20, settings=replace(QUICK, threads=2))
    game.play(game.legal_actions()[0])
    first = list(islice(found, 2))
    assert [decision.move for decision in first] == [0, 1]
    found.close()


def test_wrong_efforts_are_refused_at_once() -> None:
    with pytest.raises(ValueError, match="above 0"):
        evaluate_game(up_to("usa", 2, 4, 4), playouts=0)


@pytest.mark.parametrize("candidates", [1, 2, 5])
def test_a_wanted_action_is_tried_until_the_end(candidates: int) -> None:
    game = up_to("usa", 2, 3, 40)
    view = game.view(game.seat)
    settings = Settings(candidates=candidates)
    without = evaluate(view, playouts=400, settings=settings, **ANYTHING)
    tried = {candidate.action for candidate in without.candidates}
    wanted = next(action for action in game.legal_actions() if action not in tried)
    found = evaluate(view, playouts=400, settings=settings, also=[wanted], **ANYTHING)
    playouts = {candidate.action: candidate.playouts for candidate in found.candidates}
    assert playouts[wanted] == max(playouts.values())
    assert len(playouts) == max(candidates, 2)
    others = sorted(playouts.values(), reverse=True)
    assert others[: min(3, len(others))] == [playouts[wanted]] * min(3, len(others))


def test_only_legal_actions_are_tried() -> None:
    game = up_to("usa", 2, 3, 40)
    with pytest.raises(ValueError, match="'stop' is not legal"):
        evaluate(game.view(game.seat), playouts=10, also=[EndJourney()])


def test_the_loss_is_taken_in_the_same_worlds() -> None:
    game = up_to("usa", 2, 3, 60)
    found = evaluate(game.view(game.seat), playouts=400, settings=Settings(horizon=0))
    choice, *others = found.candidates
    assert (choice.loss, choice.loss_error) == (0, 0)
    for other in others:
        if other.playouts == choice.playouts:
            assert other.loss == pytest.approx(choice.chance - other.chance)
            assert other.loss_error <= choice.chance_error + other.chance_error
    single = evaluate(game.view(game.seat), playouts=1, settings=Settings(candidates=2))
    assert [candidate.loss_error for candidate in single.candidates] == [0, float("inf")]
