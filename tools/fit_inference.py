"""Fit how likely tickets are, given the routes of a seat: see `knowledge/inference.py`.

    .venv/bin/python tools/fit_inference.py usa --games 200

Planners play each other. At some of their decisions, each ticket that a seat holds is compared with
the tickets that its opponents consider possible, too. The coefficients maximise the likelihood of
the tickets held.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from scipy.optimize import minimize

from whistlestop.editions.load import load
from whistlestop.knowledge.inference import LIKELIHOOD, features
from whistlestop.policies.deciding import choose
from whistlestop.policies.games import start, take
from whistlestop.policies.mind import PLANNING, mind_of
from whistlestop.rules.book import books_of
from whistlestop.rules.luck import LUCK, seed
from whistlestop.rules.networks import components
from whistlestop.rules.state import STATE, Phase

EVERY = 10
"""The number of turns between two positions that are examined."""


def positions(edition: str, players: int, games: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return the features of each ticket held, and those of the tickets that it might be.

    The ticket itself is in the first row of the second array.
    """
    book: Any = books_of(load(edition))[0]
    luck: Any = np.zeros(1, LUCK)[0]
    room: Any = np.zeros(1, LIKELIHOOD)[0]
    found: list[tuple[np.ndarray, np.ndarray]] = []
    for number in range(games):
        states = np.zeros(1, STATE)
        state: Any = states[0]
        minds = np.repeat(mind_of(PLANNING, edition, players), players)
        seed(luck, np.uint64(number))
        start(book, state, players, 0, luck)
        looked = 0
        while state.phase != Phase.OVER:
            if state.phase == Phase.TURN and int(state.turns) >= looked + EVERY:
                looked = int(state.turns)
                found += looked_at(book, state, room, players)
            take(book, state, choose(book, state, minds[state.seat], luck), luck)
    return found


def looked_at(
    book: Any, state: Any, room: Any, players: int
) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return the features of the tickets held in one position, and of what they might be."""
    found: list[tuple[np.ndarray, np.ndarray]] = []
    for owner in range(players):
        parts = components(book, state.owned[owner, 0], state.owned[owner, 1], room.parts)
        held = members(state.tickets[owner])
        for stack in range(2):
            own = [ticket for ticket in held if int(book.stack_tickets[stack]) >> ticket & 1]
            others = members(state.stack[stack])
            rows = {
                ticket: features(book, state, owner, ticket, parts, room)
                for ticket in (*own, *others)
            }
            for ticket in own:
                table = np.array([rows[ticket], *(rows[other] for other in others)], dtype=float)
                found.append((table[0], table))
    return found


def members(mask: Any) -> list[int]:
    """Return the members of a set of 64 bits."""
    return [number for number in range(64) if int(mask) >> number & 1]


def main() -> None:
    """Fit the coefficients and print them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("edition")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=200)
    given = parser.parse_args()
    found = positions(given.edition, given.players, given.games)

    def loss(coefficients: np.ndarray) -> float:
        total = 0.0
        for _, table in found:
            values = table @ coefficients
            total += float(np.log(np.exp(values).sum()) - values[0])
        return total / len(found)

    best = minimize(loss, np.array([1.0, 1.0, 0.5]), method="Nelder-Mead")
    print(
        f"{len(found)} tickets; loss of each: {loss(np.zeros(3)):.3f} nats before, "
        f"{best.fun:.3f} after"
    )
    print("DONE, WHOLE, ENDS =", [round(float(value), 2) for value in best.x])


if __name__ == "__main__":
    main()
