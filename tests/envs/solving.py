"""Two-player zero-sum games of OpenSpiel, solved exactly: by linear programming, and by regret.

The tree is walked once; the two solvers share nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

# They bring no types.
optimize: Any = import_module("scipy.optimize")
sparse: Any = import_module("scipy.sparse")

CHANCE, LEAF = -1, -2


@dataclass
class Node:
    """A history: who moves there, what comes after it, and how."""

    player: int
    children: list[Node] = field(default_factory=list["Node"])
    chances: list[float] = field(default_factory=list[float])
    place: int = -1
    """The number of the information state among its player's."""
    value: float = 0.0
    """What a leaf is worth to player 0."""


@dataclass
class Tree:
    """A game as its histories, and how many actions each information state has."""

    root: Node
    actions: tuple[list[int], list[int]]

    def nodes(self) -> Iterator[Node]:
        """Every history."""
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(node.children)


def tree_of(game: Any) -> Tree:
    """The tree of a game."""
    places: tuple[dict[str, int], dict[str, int]] = ({}, {})
    actions: tuple[list[int], list[int]] = ([], [])

    def walk(state: Any) -> Node:
        if state.is_terminal():
            return Node(LEAF, value=state.returns()[0])
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            return Node(
                CHANCE, [walk(state.child(o)) for o, _ in outcomes], [p for _, p in outcomes]
            )
        player: int = state.current_player()
        legal: list[int] = state.legal_actions()
        place = places[player].setdefault(
            state.information_state_string(player), len(places[player])
        )
        if place == len(actions[player]):
            actions[player].append(len(legal))
        assert actions[player][place] == len(legal), "one information state, two sets of actions"
        return Node(player, [walk(state.child(action)) for action in legal], place=place)

    return Tree(walk(game.new_initial_state()), actions)


def value_by_programming(tree: Tree) -> float:
    """The value for player 0, by the sequence form (D. Koller and others, 1996)."""
    firsts: list[list[int]] = []
    sizes: list[int] = []
    for counts in tree.actions:
        starts = (np.cumsum([1, *counts]))[:-1].tolist()
        firsts.append(starts)
        sizes.append(1 + sum(counts))
    parents: list[dict[int, int]] = [{}, {}]
    payoffs: list[tuple[int, int, float]] = []
    waiting = [(tree.root, 0, 0, 1.0)]
    while waiting:
        node, mine, theirs, chance = waiting.pop()
        if node.player == LEAF:
            payoffs.append((mine, theirs, chance * node.value))
        elif node.player == CHANCE:
            for child, share in zip(node.children, node.chances, strict=True):
                waiting.append((child, mine, theirs, chance * share))
        else:
            sequence = (mine, theirs)[node.player]
            assert parents[node.player].setdefault(node.place, sequence) == sequence
            for i, child in enumerate(node.children):
                after = firsts[node.player][node.place] + i
                pair = (after, theirs) if node.player == 0 else (mine, after)
                waiting.append((child, *pair, chance))
    rows, columns, values = zip(*payoffs, strict=True)
    payoff = sparse.coo_array((values, (rows, columns)), shape=(sizes[0], sizes[1])).tocsr()
    ours, theirs = (
        _flow(tree.actions[player], firsts[player], parents[player], sizes[player])
        for player in (0, 1)
    )
    # Player 0's plan x and, dual to the other's plan, p: most p[0], payoffᵀx - theirsᵀp >= 0.
    many = theirs.shape[0]
    objective = np.zeros(sizes[0] + many)
    objective[sizes[0]] = -1
    found = optimize.linprog(
        objective,
        A_ub=sparse.hstack([-payoff.T, theirs.T]),
        b_ub=np.zeros(sizes[1]),
        A_eq=sparse.hstack([ours, sparse.csr_array((ours.shape[0], many))]),
        b_eq=np.eye(1, ours.shape[0])[0],
        bounds=[(0, None)] * sizes[0] + [(None, None)] * many,
    )
    assert found.status == 0, found.message
    return -float(found.fun)


def _flow(counts: list[int], firsts: list[int], parents: dict[int, int], size: int) -> Any:
    """What a plan holds to: the empty sequence weighs 1, and every state shares what reaches it."""
    entries = [(0, 0, 1.0)]
    for place, count in enumerate(counts):
        entries.append((1 + place, parents[place], -1.0))
        entries.extend((1 + place, firsts[place] + i, 1.0) for i in range(count))
    rows, columns, values = zip(*entries, strict=True)
    return sparse.coo_array((values, (rows, columns)), shape=(1 + len(counts), size)).tocsr()


def bounds_by_regret(tree: Tree, rounds: int) -> tuple[float, float]:
    """Bounds of the value for player 0, by CFR+ (O. Tammelin, 2014): what its average plan gets
    against the best answer, and what the other's plan lets through."""
    regrets = tuple([np.zeros(n) for n in counts] for counts in tree.actions)
    averages = tuple([np.zeros(n) for n in counts] for counts in tree.actions)
    for number in range(1, rounds + 1):
        for player in (0, 1):
            plans = tuple([_shares(one) for one in each] for each in regrets)
            gains = [np.zeros(n) for n in tree.actions[player]]
            _descend(tree.root, player, plans, gains, averages[player], 1.0, 1.0, number)
            for place, gain in enumerate(gains):
                np.maximum(regrets[player][place] + gain, 0, out=regrets[player][place])
    plans = tuple([_shares(one) for one in each] for each in averages)
    return -_best_answer(tree, 1, plans), _best_answer(tree, 0, plans)


def _shares(weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    total = weights.sum()
    return weights / total if total > 0 else np.full(len(weights), 1 / len(weights))


def _descend(
    node: Node,
    player: int,
    plans: Any,
    gains: Any,
    averages: Any,
    own: float,
    others: float,
    weight: int,
) -> float:
    """The value of a history for a player, who notes what each action would have gained."""
    if node.player == LEAF:
        return node.value if player == 0 else -node.value
    rest = (plans, gains, averages)
    if node.player == CHANCE:
        return sum(
            share * _descend(child, player, *rest, own, others * share, weight)
            for child, share in zip(node.children, node.chances, strict=True)
        )
    plan = plans[node.player][node.place]
    if node.player != player:
        return sum(
            share * _descend(child, player, *rest, own, others * share, weight)
            for child, share in zip(node.children, plan.tolist(), strict=True)
        )
    worth = np.array(
        [
            _descend(child, player, *rest, own * share, others, weight)
            for child, share in zip(node.children, plan.tolist(), strict=True)
        ]
    )
    value = float(plan @ worth)
    gains[node.place] += others * (worth - value)
    averages[node.place] += own * weight * plan
    return value


def _best_answer(tree: Tree, player: int, plans: Any) -> float:
    """What the best answer to the other's plan gets."""
    reached: dict[int, list[tuple[Node, float]]] = {}
    waiting = [(tree.root, 1.0)]
    while waiting:
        node, reach = waiting.pop()
        if node.player == player:
            reached.setdefault(node.place, []).append((node, reach))
        shares = (
            node.chances
            if node.player == CHANCE
            else plans[node.player][node.place].tolist()
            if node.player == 1 - player
            else [1.0] * len(node.children)
        )
        waiting.extend((child, reach * s) for child, s in zip(node.children, shares, strict=True))
    chosen: dict[int, int] = {}

    def worth(node: Node) -> float:
        if node.player == LEAF:
            return node.value if player == 0 else -node.value
        if node.player == player:
            if node.place not in chosen:
                sums = [
                    sum(reach * worth(each.children[i]) for each, reach in reached[node.place])
                    for i in range(len(node.children))
                ]
                chosen[node.place] = int(np.argmax(sums))
            return worth(node.children[chosen[node.place]])
        shares = node.chances if node.player == CHANCE else plans[node.player][node.place].tolist()
        return sum(s * worth(child) for child, s in zip(node.children, shares, strict=True) if s)

    return worth(tree.root)
