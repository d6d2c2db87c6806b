"""The vector environment: seeds, threads, rewards, masks, beginning again, arrays and secrets."""

from __future__ import annotations

import copy
import hashlib
import pickle
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from whistlestop import Game
from whistlestop.envs import VectorEnv, compilation, compile_environments
from whistlestop.envs.opponents import has_policy
from whistlestop.knowledge.worlds import deal_world
from whistlestop.observations.compiled.writing import observe
from whistlestop.rules.actions import CLAIM, PAY
from whistlestop.rules.book import books_of
from whistlestop.rules.luck import LUCK, seed
from whistlestop.rules.state import STATE, Phase
from whistlestop.seen.encoding import decode, legal_numbers

LANES = 24


def played(env: VectorEnv, steps: int, number: int = 7) -> str:
    """A digest of what comes of random actions: observations, masks, seats and rewards."""
    digest = hashlib.sha256()
    observations, info = env.reset(seed=number)
    for _ in range(steps):
        for array in (observations, info["action_mask"], info["seat"], info["rewards"]):
            digest.update(array.tobytes())
        observations, _, _, _, info = env.step(env.sample_actions())
    return digest.hexdigest()[:16]


def test_the_same_seed_brings_the_same_games_on_any_number_of_threads() -> None:
    digests = {played(VectorEnv("tiny", 2, LANES, threads=n), 60) for n in (1, 2, 5)}
    assert len(digests) == 1
    assert played(VectorEnv("tiny", 2, LANES), 60, number=8) not in digests


def test_a_lane_does_not_depend_on_its_neighbours() -> None:
    many, one = VectorEnv("middle", 2, 6), VectorEnv("middle", 2, 1)
    many.reset(seed=20)
    one.reset(seed=24)
    for _ in range(150):
        observations, _, ended, _, info = many.step(many.sample_actions())
        alone, _, over, _, own = one.step(one.sample_actions())
        assert np.array_equal(observations[4], alone[0])
        assert np.array_equal(info["action_mask"][4], own["action_mask"][0])
        assert ended[4] == over[0]
    assert many.games.lanes["games"][4] == one.games.lanes["games"][0] > 1


def test_the_trajectories_of_a_seed_stay_the_same() -> None:
    """They are promised: if they change, so does the version in the environments' names."""
    env = VectorEnv("middle", 3, 4)
    env.reset(seed=1)
    digest = hashlib.sha256()
    for _ in range(200):
        actions = env.sample_actions()
        _, rewards, ended, _, info = env.step(actions)
        for array in (actions, info["seat"], ended):
            digest.update(np.ascontiguousarray(array).tobytes())
        digest.update((rewards * 4).round().astype(np.int64).tobytes())
    assert digest.hexdigest()[:16] == "e7694e964bee5420"


def test_the_first_game_of_a_lane_is_the_game_of_its_seed() -> None:
    env = VectorEnv("usa", 3, 1)
    env.reset(seed=11)
    game = Game.new("usa", 3, seed=11)
    numbers, claim = env.games.numbering.numbers, 0
    for _ in range(120):
        actions = env.sample_actions()
        state, action = env.games.states[0].copy(), int(numbers[actions[0]])
        if CLAIM <= action < PAY:
            claim = action
        else:
            assert state.tobytes() == game.state.tobytes() or state["phase"] == Phase.PAYMENT
            whole = (claim, action) if state["phase"] == Phase.PAYMENT else (action,)
            seat = int(state["seat"])
            game.play(decode(game.edition, state, whole, seat), seat)
        env.step(actions)
    assert env.games.states[0]["turns"] > 10


@pytest.mark.parametrize(("edition", "players"), [("europe", 4), ("germany", 3), ("tiny", 2)])
def test_masks_are_what_is_legal(edition: str, players: int) -> None:
    env = VectorEnv(edition, players, 5)
    env.reset(seed=3)
    numbers = env.games.numbering.numbers
    for _ in range(120):
        for lane in range(5):
            legal = legal_numbers(env.games.edition, env.games.states[lane])
            marked = numbers[env.action_mask[lane].nonzero()].tolist()
            assert marked == (legal if legal else [0])
        env.step(env.sample_actions())


@pytest.mark.parametrize("reward", ["win", "score"])
def test_rewards_of_all_seats_sum_to_nothing_and_tell_the_result(reward: str) -> None:
    env = VectorEnv("middle", 3, LANES, reward=reward, autoreset_mode=AutoresetMode.DISABLED)
    env.reset(seed=5)
    sums = np.zeros((LANES, 3))
    while not env.games.lanes["over"].all():
        _, _, _, _, info = env.step(env.sample_actions())
        assert np.abs(info["rewards"].sum(1)).max() < 1e-4
        sums += info["rewards"]
    totals, ranks = env.games.lanes["total"][:, :3], env.games.lanes["rank"][:, :3]
    if reward == "score":
        assert np.allclose(sums, totals - (totals.sum(1, keepdims=True) - totals) / 2, atol=1e-2)
    else:
        assert ((sums > 0) == (ranks == 1))[(ranks == 1).sum(1) == 1].all()


def test_the_margin_is_that_to_the_best_of_the_others() -> None:
    env = VectorEnv("tiny", 2, LANES, reward="margin", autoreset_mode="SameStep")
    env.reset(seed=5)
    seen = 0
    for _ in range(30):
        _, rewards, ended, _, info = env.step(env.sample_actions())
        totals = env.games.lanes["total"]
        margins = totals[:, 0] - totals[:, 1]
        assert np.array_equal(info["rewards"][ended, 0], margins[ended])
        assert not rewards[~ended].any()
        seen += int(ended.sum())
    assert seen > LANES


def finished(env: VectorEnv) -> tuple[int, Any]:
    """Play until a game ends in some lane; which, and what that step brought."""
    while True:
        step = env.step(env.sample_actions())
        if step[2].any():
            return int(step[2].argmax()), step


def test_the_next_game_begins_with_the_next_step() -> None:
    env = VectorEnv("tiny", 2, 3)
    env.reset(seed=1)
    lane, (_, _, _, _, info) = finished(env)
    assert info["action_mask"][lane].sum() == 1, "where a game is over, passing alone is left"
    _, _, ended, _, info = env.step(env.sample_actions())
    assert not ended[lane]
    assert not info["rewards"][lane].any()
    assert env.games.lanes["games"][lane] == 2
    assert env.games.lanes["decisions"][lane] == 0


def test_the_next_game_begins_in_the_same_step() -> None:
    env = VectorEnv("tiny", 2, 3, autoreset_mode=AutoresetMode.SAME_STEP)
    env.reset(seed=1)
    lane, (observations, _, _, _, info) = finished(env)
    assert info["_final_obs"][lane]
    over = env.games.layout.part(info["final_obs"][lane], "table.phase")
    begun = env.games.layout.part(observations[lane], "table.phase")
    assert over.argmax() == 10
    assert begun.argmax() < 2
    assert env.games.lanes["games"][lane] == 2


def test_a_game_that_is_over_waits_for_its_reset() -> None:
    env = VectorEnv("tiny", 2, 3, autoreset_mode="Disabled")
    env.reset(seed=1)
    lane, _ = finished(env)
    before = env.games.states[lane].tobytes()
    _, _, ended, _, _ = env.step(env.sample_actions())
    assert env.games.states[lane].tobytes() == before
    assert not ended[lane], "a game ends once"
    others = [other for other in range(3) if other != lane]
    kept = env.games.states[others].tobytes()
    env.reset(options={"reset_mask": np.arange(3) == lane})
    assert env.games.lanes["games"][lane] == 2
    assert env.games.states[others].tobytes() == kept


def test_an_illegal_action_is_named_and_nothing_happens() -> None:
    env = VectorEnv("usa", 2, 4)
    env.reset(seed=1)
    actions = env.sample_actions().copy()
    before = env.games.states.tobytes()
    claim = int(env.games.numbering.compact[env.games.numbering.numbers].max())
    actions[2] = next(a for a in range(claim) if env.games.numbering.words(a).startswith("claim"))
    with pytest.raises(ValueError, match=r"lane 2: the action \d+ \(claim ATL-CHA\) is not legal"):
        env.step(actions)
    actions[2] = 5000
    with pytest.raises(ValueError, match="lane 2: there is no action 5000"):
        env.step(actions)
    assert env.games.states.tobytes() == before


def test_the_learner_alone_is_asked_where_there_are_opponents() -> None:
    env = VectorEnv("middle", 3, 8, opponents=["random"], seat=1, autoreset_mode="SameStep")
    env.reset(seed=2)
    ends = 0
    for _ in range(80):
        _, rewards, ended, _, info = env.step(env.sample_actions())
        assert (info["seat"] == 1).all()
        assert np.array_equal(rewards, info["rewards"][:, 1])
        assert ((rewards != 0) <= ended).all()
        ends += int(ended.sum())
    assert ends > 8


def test_a_compiled_policy_can_be_the_opponent() -> None:
    env = VectorEnv("middle", 2, 8, opponents=["planner"], autoreset_mode="SameStep")
    env.reset(seed=2)
    paid = 0.0
    for _ in range(150):
        paid += float(env.step(env.sample_actions())[1].sum())
    assert paid < -10, "nobody beats the planner at random"


def test_games_are_given_up_after_so_many_decisions() -> None:
    env = VectorEnv("usa", 2, 2, max_decisions=10)
    env.reset(seed=1)
    ends = [env.step(env.sample_actions())[3].copy() for _ in range(10)]
    assert ends[-1].all()
    assert not np.any(ends[:-1])


def test_arrays_are_handed_out_without_copying() -> None:
    env = VectorEnv("tiny", 2, 4)
    observations, info = env.reset(seed=1)
    assert observations.flags["C_CONTIGUOUS"]
    same = np.from_dlpack(observations)
    assert np.shares_memory(same, observations)
    assert np.shares_memory(np.from_dlpack(info["action_mask"]), env.action_mask)
    later = env.step(env.sample_actions())[0]
    assert np.shares_memory(later, same)


def test_information_states_go_on_where_observations_end() -> None:
    now = VectorEnv("middle", 2, 3)
    past = VectorEnv("middle", 2, 3, information=True)
    now.reset(seed=4)
    past.reset(seed=4)
    size = now.games.observation.shape[1]
    assert past.games.observation.shape[1] > size
    space: Any = past.observation_space
    for _ in range(60):
        observations = now.step(now.sample_actions())[0]
        states = past.step(past.sample_actions())[0]
        assert np.array_equal(states[:, :size], observations)
        assert space.contains(states)
    assert past.games.observation[:, size:].any()


def test_spaces_hold_and_samples_are_legal() -> None:
    env = VectorEnv("usa", 2, 3, padded=True)
    observations, info = env.reset(seed=1)
    space: Any = env.observation_space
    legal: Any = env.action_space
    assert space.contains(observations)
    legal.seed(3)
    for _ in range(100):
        actions = legal.sample()
        assert info["action_mask"][np.arange(3), actions].all()
        env.step(actions)


def test_what_is_hidden_does_not_show() -> None:
    """Whatever else is dealt to others: the observation and the mask stay as they are."""
    env = VectorEnv("usa", 3, 6)
    env.reset(seed=9)
    luck: Any = np.zeros(1, dtype=LUCK)[0]
    seed(luck, np.uint64(1))
    changed = 0
    layout, books = env.games.layout.record[0], books_of(env.games.edition)
    for _ in range(60):
        observations, _, _, _, info = env.step(env.sample_actions())
        for lane in range(6):
            states = np.zeros(1, dtype=STATE)
            states[0] = env.games.states[lane]
            other: Any = states[0]
            seat = int(info["seat"][lane])
            deal_world(books[0], other, seat, luck)
            changed += other.tobytes() != env.games.states[lane].tobytes()
            seen = np.zeros_like(observations[lane])
            observe(books[0], layout, other, seat, seen)
            assert seen.tobytes() == observations[lane].tobytes()
            if other["phase"] != 10:
                legal = legal_numbers(env.games.edition, other)
                assert env.games.numbering.numbers[info["action_mask"][lane] > 0].tolist() == legal
    assert changed > 200


def test_lanes_without_a_seed_differ() -> None:
    env = VectorEnv("usa", 2, 4)
    env.reset()
    assert all(a.tobytes() != b.tobytes() for a, b in pairwise(env.games.states))


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="2 to 5 players"):
        VectorEnv("usa", 6, 1)
    with pytest.raises(ValueError, match="there is no reward"):
        VectorEnv("usa", 2, 1, reward="fame")
    with pytest.raises(ValueError, match="there is no bot"):
        VectorEnv("usa", 2, 1, opponents=["nobody"])


@pytest.mark.parametrize("name", ["thinker", "champion"])
def test_bots_that_search_are_no_opponents_here_but_are_at_one_game(name: str) -> None:
    with pytest.raises(ValueError, match=f"the bot {name} cannot be an opponent in many games"):
        VectorEnv("middle", 3, 1, opponents=["planner", name])
    assert not has_policy(name)
    assert has_policy("planner")


OWN = """
from whistlestop.bots.policy import PolicyBot
from whistlestop.policies.mind import PLANNING

class Twisted(PolicyBot):
    def __init__(self, seed):
        super().__init__(seed, PLANNING)
    def choose(self, view, legal, seconds):
        return legal[-1]
"""


def test_a_policy_that_a_bot_overrules_is_not_played_in_its_place(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN)
    with pytest.raises(ValueError, match="cannot be an opponent in many games"):
        VectorEnv("tiny", 2, 1, opponents=[f"{file}:Twisted"])


@pytest.mark.parametrize("lanes", [1, 3, 24])
def test_arrays_begin_where_jax_takes_them_without_copying(lanes: int) -> None:
    env = VectorEnv("tiny", 2, lanes, autoreset_mode="SameStep")
    observations, info = env.reset(seed=1)
    handed = [observations, *info.values(), *env.step(env.sample_actions())[:4]]
    handed += [env.games.final_observation, env.games.ended, env.sample_actions()]
    assert [array.ctypes.data % 64 for array in handed] == [0] * len(handed)


def test_observations_can_be_left_out_and_nothing_else_changes() -> None:
    with_them = VectorEnv("middle", 2, 5, autoreset_mode="SameStep")
    without = VectorEnv("middle", 2, 5, autoreset_mode="SameStep", observe=False)
    with_them.reset(seed=3)
    observations, _ = without.reset(seed=3)
    space: Any = without.observation_space
    ended = 0
    for _ in range(200):
        assert observations.shape == (5, 0)
        assert space.contains(observations)
        seen, *others, info = with_them.step(with_them.sample_actions())
        observations, *same, own = without.step(without.sample_actions())
        assert seen.any()
        for one, other in zip(others, same, strict=True):
            assert np.array_equal(one, other)
        for name in ("action_mask", "seat", "rewards"):
            assert np.array_equal(info[name], own[name])
        if "final_obs" in own:
            ended += 1
            assert own["final_obs"].shape == (5, 0)
    assert ended
    with pytest.raises(ValueError, match="observe=False for none"):
        VectorEnv("tiny", 2, 1, observe=False, information=True)


def test_compiling_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def mark(part: str) -> Path:
        return tmp_path / "new" / part

    monkeypatch.setattr(compilation, "_mark", mark)
    VectorEnv("tiny", 2, 1)
    told = capsys.readouterr().err
    assert "once for this installation" in told
    assert "1 of 4: dealing" in told
    assert "compiled in" in told
    VectorEnv("usa", 3, 2)
    assert capsys.readouterr().err == ""
    compile_environments()
    told = capsys.readouterr().err
    assert "1 of 2: opponents that decide by a policy" in told
    assert "2 of 2: games that bots in Python see" in told
    VectorEnv("tiny", 2, 1, opponents=["planner"])
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("seed", "said"),
    [
        (2.7, "a seed is a whole number from 0 to 2**64 - 1, not 2.7"),
        ("12", "a seed is a whole number from 0 to 2**64 - 1, not '12'"),
        (-1, "a seed is a whole number from 0 to 2**64 - 1, not -1"),
        (2**64, "a seed is a whole number from 0 to 2**64 - 1, not 18446744073709551616"),
        ([1, -2], "the seed of lane 1 is a whole number from 0 to 2**64 - 1, not -2"),
        ([1.5, 2], "the seed of lane 0 is a whole number"),
        ([], "0 seeds are given for 2 lanes"),
        ([1, 2, 3], "3 seeds are given for 2 lanes; give one for each, or one number for all"),
    ],
)
def test_what_is_no_seed_is_refused(seed: Any, said: str) -> None:
    env = VectorEnv("tiny", 2, 2)
    env.reset(seed=5)
    before = env.games.states.tobytes()
    with pytest.raises((TypeError, ValueError), match=re.escape(said)):
        env.reset(seed=seed)
    assert env.games.states.tobytes() == before


def test_numbers_of_numpy_are_seeds() -> None:
    env = VectorEnv("tiny", 2, 2)
    env.reset(seed=2**64 - 1)
    expected = env.games.states.tobytes()
    pair = [2**64 - 1, 0]
    kinds: list[Any] = [np.uint64(pair[0]), np.array(pair, dtype=np.uint64), pair]
    for given in kinds:
        env.reset(seed=1)
        env.reset(seed=given)
        assert env.games.states.tobytes() == expected
    one: Any = np.int64(2)
    assert VectorEnv("tiny", one, one, threads=one, max_decisions=one).num_envs == 2


@pytest.mark.parametrize("mask", [[0, 1], np.array([1]), np.array([1, 0, 1]), [True, False], []])
def test_lanes_are_chosen_by_truth_values(mask: Any) -> None:
    env = VectorEnv("tiny", 2, 3)
    env.reset(seed=1)
    before = env.games.states.tobytes()
    with pytest.raises((TypeError, ValueError), match=r"a truth value for each lane \(bool\[3\]\)"):
        env.reset(options={"reset_mask": mask})
    assert env.games.states.tobytes() == before


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"players": 2.0}, "players: expected a whole number, not 2.0"),
        ({"num_envs": 1.5}, "num_envs: expected a whole number, at least 1, not 1.5"),
        ({"num_envs": 0}, "num_envs: expected a whole number, at least 1, not 0"),
        ({"threads": "2"}, "threads: expected a whole number, at least 1, not '2'"),
        ({"max_decisions": 1.5}, "max_decisions: expected a whole number from 0 to 2147483647"),
        ({"max_decisions": -1}, "max_decisions: expected a whole number from 0 to 2147483647"),
        ({"opponents": [None]}, "an opponent is the name of a bot, not None"),
        ({"opponents": 3}, "opponents is a list of names of bots, not 3"),
        ({"opponents": []}, "give one opponent for all seats, or 1 of them, not 0"),
        ({"seat": 5}, "seat: expected a whole number from 0 to 1, not 5"),
        ({"seat": 1}, "seat=1 is a learner's seat among opponents, and here are none"),
        ({"seat": 1.0, "opponents": ["random"]}, "seat: expected a whole number from 0 to 1"),
        ({"edition": None}, "an edition is a name, the path of a .toml file"),
        ({"reward": []}, "there is no reward []"),
    ],
)
def test_every_option_that_cannot_be_is_named(options: dict[str, Any], said: str) -> None:
    given: dict[str, Any] = {"edition": "tiny", **options}
    with pytest.raises((TypeError, ValueError), match=re.escape(said)):
        VectorEnv(**given)


def pickled(env: Any) -> Any:
    return pickle.loads(pickle.dumps(env))


AGAIN: list[Callable[[Any], Any]] = [copy.deepcopy, pickled]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("again", AGAIN)
def test_a_copy_goes_on_alone_and_shares_as_the_first_one_does(again: Any, threads: int) -> None:
    env = VectorEnv("tiny", 2, 3, threads=threads, autoreset_mode="SameStep")
    env.reset(seed=1)
    env.step(env.sample_actions())
    twin = again(env)
    for _ in range(40):
        actions = env.sample_actions()
        assert np.array_equal(actions, twin.sample_actions())
        one, other = env.step(actions), twin.step(actions)
        assert np.array_equal(one[0], other[0])
        assert not np.shares_memory(one[0], other[0])
        handed = [*other[:4], other[4]["action_mask"], other[4]["rewards"], other[4]["seat"]]
        assert [array.ctypes.data % 64 for array in handed] == [0] * len(handed)
        chosen = twin.action_space.sample()
        assert other[4]["action_mask"][np.arange(3), chosen].all()
        assert other[4]["action_mask"][0, twin.single_action_space.sample()]
    env.close()
    twin.close()
