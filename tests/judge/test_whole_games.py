"""All decisions of a game are evaluated in one call, each from what its seat knew."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from tests.judge.test_continuation import ANYTHING
from tests.properties.playing import decisions, up_to, whole
from whistlestop.actions import Action, ClaimRoute, EndJourney
from whistlestop.bots.registry import policy_bot
from whistlestop.errors import IllegalAction, MalformedAction
from whistlestop.judge.evaluation import chosen_action, evaluate, search_from
from whistlestop.judge.search import PRIOR, Settings
from whistlestop.judge.whole_games import JudgedDecision, evaluate_game
from whistlestop.play.game import Game
from whistlestop.policies.mind import PLANNING, mind_of
from whistlestop.seen.view import View

QUICK = Settings(candidates=2)


def untimed(found: list[JudgedDecision]) -> list[JudgedDecision]:
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
        assert str(decision).startswith(f"{decision.seat + 1}: {decision.taken}")


def test_threads_do_not_change_a_game_s_evaluation() -> None:
    game = up_to("usa", 2, 4, 20)
    alone, together = (
        list(evaluate_game(game, playouts=20, settings=replace(QUICK, threads=threads)))
        for threads in (1, 3)
    )
    assert untimed(alone) == untimed(together)
    first = alone[0]
    assert first.evaluation == evaluate(
        first.view, playouts=20, settings=QUICK, also=[first.action]
    )


@pytest.mark.parametrize(("edition", "players"), [("europe", 2), ("germany", 3)])
def test_the_prior_is_what_the_planner_played(edition: str, players: int) -> None:
    """Its plan at earlier decisions is remembered; a planner that begins now often differs."""
    game = Game.new(edition, players, seed=3)
    bots = [policy_bot("planner", seat) for seat in range(players)]
    while not game.over:
        seat = game.deciding[0]
        game.play(bots[seat].decide(game.view(seat)), seat)
    found = list(evaluate_game(game, playouts=1, line=0, plan=0, settings=Settings(candidates=1)))
    assert all(decision.taken.prior for decision in found)
    anew = [search_from(decision.view, seed=1) for decision in found]
    chosen = [
        chosen_action(game.edition, search, PRIOR) == decision.action
        for search, decision in zip(anew, found, strict=True)
    ]
    assert not all(chosen)


def test_a_game_s_evaluation_can_be_left_early() -> None:
    game = up_to("usa", 2, 4, 20)
    found = evaluate_game(game, playouts=20, settings=replace(QUICK, threads=2))
    game.play(game.legal_actions()[0])
    first = list(islice(found, 2))
    assert [decision.move for decision in first] == [0, 1]
    found.close()


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"playouts": 0}, ValueError, "above 0"),
        ({"playouts": 2.5}, TypeError, "playouts: expected a whole number, not 2.5"),
        ({"playouts": 2, "seed": 1.5}, TypeError, "a seed: expected a whole number"),
    ],
)
def test_wrong_numbers_are_refused_at_once(given: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        evaluate_game(up_to("usa", 2, 4, 4), **given)


@pytest.mark.parametrize("candidates", [1, 2, 5])
def test_wanted_actions_are_tried_until_the_end(candidates: int) -> None:
    game = up_to("usa", 2, 3, 40)
    view = game.view(game.seat)
    given: Any = {"playouts": 400, "settings": Settings(candidates=candidates), **ANYTHING}
    usual = [candidate.action for candidate in evaluate(view, **given).candidates]
    wanted = next(action for action in game.legal_actions() if action not in usual)
    found = evaluate(view, **given, also=[wanted, str(wanted)])
    playouts = {candidate.action: candidate.playouts for candidate in found.candidates}
    assert {*playouts} == {*usual, wanted}
    assert playouts[wanted] == max(playouts.values())
    # The prior and one more are tried as long.
    assert [*playouts.values()].count(playouts[wanted]) == min(candidates + 1, 3)
    assert evaluate(view, **given, also=usual) == evaluate(view, **given, also=usual[::-1])


def test_cards_of_a_wanted_action_may_be_in_any_order() -> None:
    game, claim = next(
        (game, action)
        for game in (up_to("europe", 2, seed, 60) for seed in range(20))
        for action in game.legal_actions()
        if isinstance(action, ClaimRoute) and len(action.cards) == 2
    )
    reordered = replace(claim, cards=claim.cards[::-1])
    found = evaluate(game.view(game.seat), playouts=10, also=[reordered])
    assert claim in [candidate.action for candidate in found.candidates]


@pytest.mark.parametrize(
    ("also", "error", "words"),
    [
        ([EndJourney()], IllegalAction, "No passenger of yours"),
        (["take 3 trains"], MalformedAction, "3"),
        ("draw deck", TypeError, r"expected a list of actions, such as \['draw deck'\]"),
        ([7], TypeError, "an action is a value"),
    ],
)
def test_only_legal_actions_are_tried(also: Any, error: type[Exception], words: str) -> None:
    game = up_to("usa", 2, 3, 40)
    with pytest.raises(error, match=words):
        evaluate(game.view(game.seat), playouts=10, also=also)


def test_minds_with_the_planner_s_weights_are_planners() -> None:
    game = up_to("usa", 2, 3, 40)
    view = game.view(game.seat)
    own = mind_of(PLANNING, "usa", 2)
    assert evaluate(view, playouts=40, own=own, others=own) == evaluate(view, playouts=40)
    own["planner"]["weights"]["danger"] *= 2
    ended = evaluate(view, playouts=40, own=own, settings=Settings(horizon=0))
    assert evaluate(view, playouts=40, own=own) == ended


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
