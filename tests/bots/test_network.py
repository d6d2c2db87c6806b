"""Shortest joint networks against other people's algorithms, on the real boards."""

from __future__ import annotations

from itertools import permutations
from math import inf
from random import Random
from typing import Any

import pytest

from whistlestop.bots.board import Board, Link, board_of
from whistlestop.bots.joining import joined_by
from whistlestop.bots.network import joint_network, shortest_path
from whistlestop.editions.load import load, names

networkx: Any = pytest.importorskip("networkx")


@pytest.fixture(params=names())
def board(request: pytest.FixtureRequest) -> Board:
    return board_of(load(request.param))


def _costs(board: Board, random: Random) -> list[float]:
    """Some routes own, some closed, the others at their length."""
    return [random.choice([0.0, inf, *[float(length)] * 6]) for length in board.lengths]


def _graph(board: Board, costs: list[float]) -> Any:
    graph: Any = networkx.MultiGraph()
    graph.add_nodes_from(range(len(board.exits)))
    for (a, b), cost in zip(board.ends, costs, strict=True):
        if cost < inf:
            graph.add_edge(a, b, cost=cost)
    return graph


def test_shortest_paths_are_shortest(board: Board) -> None:
    random = Random(1)
    for _ in range(30):
        costs = _costs(board, random)
        a, b = random.sample(range(len(board.edition.cities)), 2)
        found = shortest_path(board, costs, (a,), frozenset((b,)))
        graph = _graph(board, costs)
        if not networkx.has_path(graph, a, b):
            assert found is None
            continue
        assert found is not None
        assert found[0] == networkx.shortest_path_length(graph, a, b, "cost")
        assert found[0] == sum(costs[route] for route in found[1])


def test_joint_networks_link_and_cost_no_more_than_greed(board: Board) -> None:
    random = Random(2)
    for _ in range(20):
        costs = _costs(board, random)
        cities = [frozenset((c,)) for c in random.sample(range(len(board.edition.cities)), 6)]
        links: list[Link] = list(zip(cities[:3], cities[3:], strict=True))
        network = joint_network(board, costs, links)
        assert network.cost == sum(costs[route] for route in network.routes)
        own = {route for route, cost in enumerate(costs) if not cost}
        joined = joined_by(board, network.routes | own)
        for (a, b), path in zip(links, network.paths, strict=True):
            if path is not None:
                assert joined[min(a)] == joined[min(b)]
        separately = sum(found[0] for a, b in links if (found := shortest_path(board, costs, a, b)))
        assert network.cost <= separately
        assert network.cost <= 1.5 * _cheapest_greedy(board, costs, links)


def _cheapest_greedy(board: Board, costs: list[float], links: list[Link]) -> float:
    """The best of making the links one after the other, in every order."""
    best = inf
    for order in permutations(links):
        now = list(costs)
        total = 0.0
        for a, b in order:
            found = shortest_path(board, now, a, b)
            if found:
                total += found[0]
                for route in found[1]:
                    now[route] = 0.0
        best = min(best, total)
    return best
