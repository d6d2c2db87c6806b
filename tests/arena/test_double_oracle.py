"""A pool of best responses: its mixture is an equilibrium, it grows, and its file is checked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from whistlestop.arena.exploit.contest import Contest, local
from whistlestop.arena.exploit.double_oracle import Pool, grow, new_pool, read_pool, write_pool
from whistlestop.arena.exploit.evolution import Effort, best_response
from whistlestop.arena.exploit.genome import genome_for, weights_of
from whistlestop.arena.seeds import derived
from whistlestop.arena.tournament.contestants import read_contestants
from whistlestop.bots.registry import BotError
from whistlestop.editions.load import load
from whistlestop.policies.mind import PLANNING, mind_of
from whistlestop.policies.planner.weights import DEFAULTS

POOLS = Path(__file__).parents[2] / "tools" / "pools"

EFFORT = Effort(seconds=None, generations=2, population=4, deals=4, games=12)
"""A step of a second."""


def pool_of(payoffs: list[list[float]]) -> Pool:
    return Pool([dict(DEFAULTS)] * len(payoffs), np.array(payoffs))


def weights(edition: str, players: int = 2) -> dict[str, float]:
    return weights_of(mind_of(PLANNING, edition, players))


def test_the_mixture_of_a_circle_is_even() -> None:
    circle = pool_of([[0.5, 0.9, 0.1], [0.1, 0.5, 0.9], [0.9, 0.1, 0.5]])
    assert circle.mixture(2) == pytest.approx([1 / 3] * 3)
    assert circle.worst() == pytest.approx([0.1] * 3)


def test_who_loses_to_nobody_is_the_whole_mixture() -> None:
    strong = pool_of([[0.5, 0.3, 0.4], [0.7, 0.5, 0.55], [0.6, 0.45, 0.5]])
    assert strong.mixture(2) == pytest.approx([0, 1, 0])
    assert strong.worst() == pytest.approx([0.3, 0.5, 0.45])


@pytest.mark.parametrize("number", range(20))
def test_no_other_mixture_is_safer(number: int) -> None:
    """Of many random mixtures, none wins more against the member that beats it most often."""
    random = np.random.default_rng(number)
    upper = np.triu(random.random((5, 5)), 1)
    payoffs = upper + np.tril(1 - upper.T, -1) + np.eye(5) / 2
    mixture = pool_of(payoffs.tolist()).mixture(2)
    assert mixture.sum() == pytest.approx(1)
    others = random.dirichlet(np.full(5, 0.5), size=2000)
    # Of five members at most four are left out, each with less than two per cent.
    assert (mixture @ payoffs).min() > (others @ payoffs).min(axis=1).max() - 0.08
    assert (mixture @ payoffs).min() > 0.42


@pytest.mark.parametrize("players", [2, 3])
def test_a_step_adds_a_member_and_can_be_repeated(players: int) -> None:
    board = load("london")
    pools: list[Pool] = []
    for jobs in (1, 2):
        pool = new_pool(weights("london", players), players)
        for seed in range(2):
            step = grow(pool, board, players, EFFORT, local(jobs), seed)
            assert step.generations == 2
            assert not step.interrupted
            assert len(step.mixture) == seed + 1
            against = pool.payoffs[-1, :-1] @ step.mixture
            assert step.share == pytest.approx(against)
        pools.append(pool)
    one, two = pools
    assert one.weights == two.weights
    assert (one.payoffs == two.payoffs).all()
    assert one.payoffs.shape == (3, 3)
    assert one.payoffs.diagonal() == pytest.approx([1 / players] * 3)
    if players == 2:
        assert one.payoffs + one.payoffs.T == pytest.approx(np.ones((3, 3)))


@pytest.mark.parametrize(("share", "target"), [(1.0, "racer"), (0.0, "planner")])
def test_a_step_is_a_response_to_agents_as_far_as_they_count(share: float, target: str) -> None:
    """If only the agents or only the pool count, the response is to them alone."""
    board = load("london")
    pool = new_pool(weights("london"), 2)
    grow(pool, board, 2, EFFORT, local(1), 0, ["racer"], share)
    # The deals are divided between the pool's member and the agent.
    alone = best_response(
        Contest(board, 2, tuple(read_contestants([target], 1))),
        genome_for(board, weights("london")),
        replace(EFFORT, deals=EFFORT.deals // 2),
        local(1),
        derived(0, 0),
        measure=False,
    )
    assert pool.weights[-1] == alone.weights


def test_an_unknown_agent_is_named() -> None:
    pool = new_pool(weights("london"), 2)
    with pytest.raises(BotError, match="nobody"):
        grow(pool, load("london"), 2, EFFORT, local(1), 0, ["nobody"])
    assert len(pool.weights) == 1


def test_targets_count_by_their_shares() -> None:
    """A target without a share changes nothing, and one with another share does."""
    board = load("london")

    def found(names: list[str], shares: tuple[float, ...]) -> dict[str, float]:
        contest = Contest(board, 2, read_contestants(names, 1.0), shares=shares)
        genome = genome_for(board, weights("london"))
        done = best_response(contest, genome, EFFORT, local(1), 1, measure=False)
        assert done.against == ()
        return dict(done.weights)

    alone = found(["racer"], ())
    assert found(["racer", "one-step"], (0.7, 0.0)) == alone
    assert found(["racer", "one-step"], (0.0, 0.7)) == found(["one-step"], ())


def test_a_pool_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "usa.2.json"
    pool = pool_of([[0.5, 0.25], [0.75, 0.5]])
    pool.weights[1] = {**DEFAULTS, "turn": 8.25}
    write_pool(path, pool, "usa", 2)
    again = read_pool(path, "usa", 2)
    assert again.weights == pool.weights
    assert (again.payoffs == pool.payoffs).all()
    assert [one.name for one in path.parent.iterdir()] == ["usa.2.json"]


def test_a_pool_that_cannot_be_written_stays(tmp_path: Path) -> None:
    """Where the new file would be, there is a folder: as if the disk were full."""
    path = tmp_path / "usa.2.json"
    write_pool(path, pool_of([[0.5]]), "usa", 2)
    before = path.read_bytes()
    (tmp_path / "usa.2.part").mkdir()
    with pytest.raises(OSError, match="directory"):
        write_pool(path, pool_of([[0.5, 0.25], [0.75, 0.5]]), "usa", 2)
    assert path.read_bytes() == before


def test_a_weight_that_is_newer_than_a_pool_has_its_default(tmp_path: Path) -> None:
    path = tmp_path / "pool.json"
    path.write_text('{"edition":"usa","players":2,"weights":[{"turn":3}],"payoffs":[[0.5]]}')
    assert read_pool(path, "usa", 2).weights == [{**DEFAULTS, "turn": 3.0}]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Input data was truncated"),
        ("[]", "Expected `object`"),
        ('{"edition":"usa","players":3,"weights":[{}],"payoffs":[[1]]}', "for usa with 3 players"),
        ('{"edition":"london","players":2,"weights":[{}],"payoffs":[[1]]}', "for london"),
        ('{"edition":"usa","players":2,"weights":[],"payoffs":[]}', "0 members"),
        ('{"edition":"usa","players":2,"weights":[{}],"payoffs":[[1, 1]]}', "every two"),
        ('{"edition":"usa","players":2,"weights":[{},{}],"payoffs":[[1],[0, 1]]}', "every two"),
        ('{"edition":"usa","players":2,"weights":[{}],"payoffs":[[1.5]]}', "<= 1"),
        ('{"edition":"usa","players":2,"weights":[{"turn":-1}],"payoffs":[[1]]}', "turn is from 0"),
        ('{"edition":"usa","players":2,"weights":[{"x":1}],"payoffs":[[1]]}', "no weight 'x'"),
    ],
)
def test_a_file_that_is_no_pool_is_refused(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "pool.json"
    path.write_text(text)
    with pytest.raises(ValueError, match="Name another file") as refusal:
        read_pool(path, "usa", 2)
    assert message in str(refusal.value)
    assert str(path) in str(refusal.value)


@pytest.mark.parametrize("path", sorted(POOLS.glob("*.json")), ids=lambda path: path.stem)
def test_the_pools_of_the_project_can_grow_further(path: Path) -> None:
    edition, players = path.stem.split(".")
    pool = read_pool(path, edition, int(players))
    assert pool.mixture(int(players)).sum() == pytest.approx(1)
