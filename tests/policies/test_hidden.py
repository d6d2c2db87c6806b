"""What a policy decides does not depend on anything that its seat may not know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.knowledge.positions import TABLES, luck_of
from tests.many_tickets import load
from whistlestop.knowledge.worlds import deal_world
from whistlestop.policies import mind
from whistlestop.policies.deciding import choose
from whistlestop.policies.games import start, take
from whistlestop.policies.mind import mind_of
from whistlestop.rules.actions import MOST_LEGAL
from whistlestop.rules.book import book_of
from whistlestop.rules.state import STATE, Phase
from whistlestop.rules.turns import legal

POLICIES = {
    number: name
    for name in mind.__annotations__
    if type(number := getattr(mind, name)) is int and not name.endswith(("_FIRST", "_LAST"))
}
"""The names of all policies by their numbers; the ends of a range of numbers are none."""

WORLDS = 3
"""Worlds in which each decision is made again."""

Choose = Callable[[Any, Any, Any, Any], int | np.integer[Any]]


def first_difference(decide: Choose, policy: int, edition: str, players: int, game: int) -> str:
    """What tells of a secret in a game in which all seats decide like this; empty if nothing does.

    Every decision is made again in other worlds that look the same to the seat, with the same mind
    and the same luck. Action, mind and luck must come out the same.
    """
    book, luck, dealing = book_of(load(edition)), luck_of(game), luck_of(game + 1)
    minds = np.repeat(mind_of(policy), players)
    state: Any = np.zeros(1, dtype=STATE)[0]
    start(book, state, players, game % players, luck)
    while state["phase"] != Phase.OVER:
        seat = int(state["seat"])
        before, chance = minds.copy(), luck["generator"].copy()
        action = int(decide(book, state, minds[seat], luck))
        outcome = (action, minds[seat].tobytes(), luck["generator"].tobytes())
        for _ in range(WORLDS):
            world: Any = np.array([state])[0]
            deal_world(book, world, seat, dealing)
            luck["generator"] = chance
            twin = before[seat : seat + 1].copy()
            again = int(decide(book, world, twin[0], luck))
            if again != action:
                return f"phase {state['phase']}: {action} here and {again} there"
            if (again, twin[0].tobytes(), luck["generator"].tobytes()) != outcome:
                return f"phase {state['phase']}: mind or luck"
        take(book, state, action, luck)
    return ""


@pytest.mark.parametrize("policy", POLICIES, ids=POLICIES.get)
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_hidden_things_do_not_change_a_decision(edition: str, players: int, policy: int) -> None:
    for game in range(2):
        found = first_difference(choose, policy, edition, players, game)
        assert not found, f"game {game}, {found}"


def reading(look: Callable[[Any, int], int]) -> Choose:
    """A policy that takes the legal action that a secret points at."""

    def decide(book: Any, state: Any, mind: Any, luck: Any) -> int | np.integer[Any]:
        out = np.zeros(MOST_LEGAL, dtype=np.int16)
        number = legal(book, state, out)
        return int(out[look(state, int(state["seat"])) % number])

    return decide


def others(state: Any, field: str, seat: int) -> int:
    """A number made of what stands in a field of the other seats."""
    values = [int(n) for other in range(5) if other != seat for n in np.ravel(state[field][other])]
    return sum(place * value for place, value in enumerate(values, start=1))


SECRETS: dict[str, Callable[[Any, int], int]] = {
    "other hands": lambda state, seat: others(state, "hand", seat),
    "other tickets": lambda state, seat: others(state, "tickets", seat),
    "other offers": lambda state, seat: others(state, "offer", seat),
    "other answers": lambda state, seat: others(state, "answer", seat),
    "the deck": lambda state, seat: int(state["deck"] @ np.arange(1, 12)),
    "the stacks": lambda state, seat: int(state["stack"][0, 0]) + 3 * int(state["stack"][1, 0]),
    "put-back tickets": lambda state, seat: sum(map(int, state["returned"][:3])),
}


@pytest.mark.parametrize("secret", SECRETS)
def test_a_policy_that_looks_is_found_out(secret: str) -> None:
    cheat = reading(SECRETS[secret])
    assert any(first_difference(cheat, 0, "usa", 3, game) for game in range(4))


def test_a_policy_that_remembers_a_secret_is_found_out() -> None:
    def decide(book: Any, state: Any, mind: Any, luck: Any) -> int | np.integer[Any]:
        mind["published"]["spare"] = state["deck"][0]
        return choose(book, state, mind, luck)

    assert "mind or luck" in first_difference(decide, 0, "usa", 2, 1)


def test_a_policy_that_counts_at_the_table_is_not_accused() -> None:
    def look(state: Any, seat: int) -> int:
        hands = int(state["hand"].sum()) + int(state["shown"].sum())
        return hands + int(state["deck_size"]) + int(state["tickets"][seat, 0]) % 97

    for game in range(2):
        assert not first_difference(reading(look), 0, "usa", 3, game)
