"""The game in OpenSpiel: its own tests, searches, exact solutions, chance, information states."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import (  # pyright: ignore[reportMissingTypeStubs]
    external_sampling_mccfr,
    ismcts,
    mcts,
)

import whistlestop.envs.openspiel as ours
from tests.envs.solving import bounds_by_regret, tree_of, value_by_programming
from whistlestop.rules.luck import TICKET


def load(**parameters: Any) -> Any:
    return ours.pyspiel.load_game(ours.SHORT_NAME, parameters)


def played(game: Any, number: int, decisions: int = 10_000) -> Any:
    """A state after so many random decisions."""
    random = np.random.default_rng(number)
    state = game.new_initial_state()
    while not state.is_terminal() and decisions:
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choice(outcomes, p=chances))
        else:
            state.apply_action(random.choice(state.legal_actions()))
            decisions -= 1
    return state


@pytest.mark.parametrize(
    ("edition", "players", "reward"), [("tiny", 2, "score"), ("middle", 3, "win")]
)
def test_it_passes_the_generic_tests(edition: str, players: int, reward: str) -> None:
    game = load(edition=edition, players=players, reward=reward)
    ours.pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_games_of_every_edition_are_played_to_their_end() -> None:
    for edition, players in (("germany", 3), ("europe", 4), ("switzerland", 2), ("nordic", 2)):
        state = played(load(edition=edition, players=players, reward="score"), 1)
        returns: list[float] = state.returns()
        assert sum(returns) == pytest.approx(0)
        assert max(map(abs, returns)) <= state.get_game().max_utility()


def test_searches_run() -> None:
    game = load(edition="middle")
    random = np.random.RandomState(1)
    state = played(game, 2, 6)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bots: list[Any] = [
        mcts.MCTSBot(game, 2, 8, evaluator, random_state=random),
        ismcts.ISMCTSBot(game, evaluator, 2, 8, random_state=random),
    ]
    for bot in bots:
        assert bot.step(state) in state.legal_actions()


def test_the_tiny_board_has_the_published_value() -> None:
    tree = tree_of(load(edition="tiny", starter=0, reward="score"))
    assert sum(1 for _ in tree.nodes()) == 4132
    value = value_by_programming(tree)
    assert value == pytest.approx(10 / 3)
    low, high = bounds_by_regret(tree, 20)
    assert low - 1e-9 <= value <= high + 1e-9
    assert high - low < 0.2


def test_regret_is_minimised_on_the_tiny_board() -> None:
    solver = external_sampling_mccfr.ExternalSamplingSolver(load(edition="tiny", starter=0))
    for _ in range(2):
        solver.iteration()
    state = played(load(edition="tiny", starter=0), 1, 1)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    policy: Any = solver.average_policy()
    chances: dict[int, float] = policy.action_probabilities(state)
    assert sum(chances.values()) == pytest.approx(1)


def test_chance_is_as_likely_as_the_cards_and_tickets_are_many() -> None:
    state = load(edition="middle", starter=0).new_initial_state()
    left = Counter({0: 8, 1: 8, 2: 8, 8: 4})
    for _ in range(2 * 3 + 5):
        total = sum(left.values())
        expected = {kind: number / total for kind, number in left.items() if number}
        assert dict(state.chance_outcomes()) == pytest.approx(expected)
        outcome = state.chance_outcomes()[0][0]
        left[outcome] -= 1
        state.apply_action(outcome)
    tickets = dict(state.chance_outcomes())
    assert tickets == pytest.approx({TICKET + ticket: 1 / 10 for ticket in range(10)})


def test_drawing_from_a_reshuffled_deck_is_as_likely_as_its_discards() -> None:
    """All through random games: the chances of cards are those of the deck that is really there."""
    game = load(edition="middle")
    reshuffled = 0
    for number in range(6):
        state = played(game, number, 30)
        while not state.is_terminal():
            if not state.is_chance_node():
                state.apply_action(state.legal_actions()[number % len(state.legal_actions())])
                continue
            outcomes = dict(state.chance_outcomes())
            assert sum(outcomes.values()) == pytest.approx(1)
            reshuffled += int(state.position["deck_size"][0]) == 0
            state.apply_action(max(outcomes, key=lambda one: outcomes[one]))
    assert reshuffled > 0


def test_a_resampled_state_looks_the_same_to_its_seat() -> None:
    game = load(edition="middle", players=3)
    random = np.random.default_rng(1)
    differ = 0
    for number in range(8):
        state = played(game, number, 12)
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        seat = state.current_player()
        other = state.resample_from_infostate(seat, random.random)
        assert other.information_state_string(seat) == state.information_state_string(seat)
        assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
        assert other.observation_string(seat) == state.observation_string(seat)
        assert other.legal_actions() == state.legal_actions()
        differ += other.position.tobytes() != state.position.tobytes()
        for hidden in {0, 1, 2} - {seat}:
            assert other.information_state_string(hidden) != state.information_state_string(hidden)
    assert differ > 4


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="reward is 'win' or 'score'"):
        load(reward="fame")
    with pytest.raises(ValueError, match="2 to 2 players"):
        load(edition="tiny", players=3)


def test_what_is_not_possible_is_refused_and_nothing_happens() -> None:
    state = load(edition="tiny").new_initial_state()
    assert state.is_chance_node()
    for outcome in (-3, 77):
        with pytest.raises(ValueError, match=f"the outcome {outcome} is not possible now"):
            state.apply_action(outcome)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    before = str(state), state.information_state_string(0)
    for action, words in ((0, r"0 \(pass\)"), (999, "999")):
        with pytest.raises(ValueError, match=rf"the action {words} is not possible now; legal_"):
            state.apply_action(action)
    assert (str(state), state.information_state_string(0)) == before
    over = played(load(edition="tiny"), 1)
    with pytest.raises(ValueError, match="not possible now because the game is over"):
        over.apply_action(0)
