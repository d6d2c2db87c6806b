"""Fit how likely tickets are: see `knowledge/inference.py` and `judge/compiled/ticket_sets.py`.

    .venv/bin/python tools/fit_inference.py tickets usa --games 200
    .venv/bin/python tools/fit_inference.py sets

Planners play each other. At some of their decisions, what a seat holds is compared with what its
opponents consider possible, too. The coefficients maximise the likelihood of what is held.
`tickets` compares single tickets on one board and prints three coefficients. `sets` compares whole
sets on all boards, at two players and at the largest table, and writes
`src/whistlestop/judge/ticket_sets.toml`. It takes some minutes.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.optimize import minimize

from whistlestop.editions.load import load, names
from whistlestop.judge.compiled.ticket_sets import SET_FEATURES, exchanged, write_set_features
from whistlestop.judge.ticket_sets import ANY, NAMES
from whistlestop.knowledge.inference import (
    LIKELIHOOD,
    features,
    proposed_exchange,
    proposed_tickets,
    weigh_tickets,
)
from whistlestop.knowledge.worlds import deal_cards
from whistlestop.policies.deciding import choose
from whistlestop.policies.games import start, take
from whistlestop.policies.mind import PLANNING, mind_of
from whistlestop.rules.book import books_of
from whistlestop.rules.luck import LUCK, seed
from whistlestop.rules.networks import components
from whistlestop.rules.state import STATE, Phase
from whistlestop.seen.route_graph import members

if TYPE_CHECKING:
    from whistlestop.rules.annotations import WideSet

EVERY = 10
"""The number of turns between two positions that are examined."""


SETS = Path(__file__).parents[1] / "src" / "whistlestop" / "judge" / "ticket_sets.toml"

COMPARED = 16
"""The number of proposed sets with which the tickets of a seat are compared, and the number of
neighbouring sets."""

EXAMPLES = 3000
"""The number of comparisons on each board at each size of the table."""

RIDGE = 1e-3
"""The weight of the squared coefficients in the loss of a set, in nats."""

HELD_OUT = 4
"""One in this many compared hands is not used to fit. These hands measure the result."""


def positions(edition: str, players: int, games: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Play games, and return the features of each ticket held with a table to compare them with.

    The first row of the table has the features of the ticket held. Each other row has those of a
    ticket of the same stack that the seat could hold instead, as far as its opponents know.
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
    """Return the part of the result of `positions` that comes from one position."""
    found: list[tuple[np.ndarray, np.ndarray]] = []
    for owner in range(players):
        parts = components(book, state.owned[owner, 0], state.owned[owner, 1], room.parts)
        held = members(*state.tickets[owner])
        for stack in range(2):
            own = [t for t in members(*book.stack_tickets[stack]) if t in held]
            others = members(*state.stack[stack])
            rows = {
                ticket: features(book, state, owner, ticket, parts, room)
                for ticket in (*own, *others)
            }
            for ticket in own:
                table = np.array([rows[ticket], *(rows[other] for other in others)], dtype=float)
                found.append((table[0], table))
    return found


def sets_of(edition: str, players: int) -> np.ndarray:
    """Return the features of sets of tickets, [example, set, feature].

    The first set of each example is the one that the seat holds. The other sets of every second
    example are proposed sets. In all other examples, they are the seat's set with one ticket
    exchanged.
    """
    book: Any = books_of(load(edition))[0]
    room: Any = np.zeros(1, LIKELIHOOD)[0]
    luck: Any = np.zeros(1, LUCK)[0]
    dealing: Any = np.zeros(1, LUCK)[0]
    found: list[np.ndarray] = []
    number = 0
    while len(found) < EXAMPLES:
        states = np.zeros(1, STATE)
        state: Any = states[0]
        planner = mind_of(PLANNING, edition, players)
        minds = np.repeat(planner, players)
        seed(luck, np.uint64(number))
        start(book, state, players, number % players, luck)
        looked = 0
        while state.phase != Phase.OVER:
            if state.phase == Phase.TURN and int(state.turns) >= looked + EVERY:
                looked = int(state.turns)
                seat = int(state.seat)
                world: Any = states.copy()[0]
                weigh_tickets(book, world, seat, room)
                seed(dealing, np.uint64(1000 * number + looked))
                deal_cards(world, seat, dealing)
                for other in range(players):
                    if other != seat:
                        found += compared(book, world, other, planner, room, dealing)
            take(book, state, choose(book, state, minds[state.seat], luck), luck)
        number += 1
    return np.array(found)


def compared(
    book: Any, world: Any, other: int, planner: np.ndarray, room: Any, luck: Any
) -> Iterator[np.ndarray]:
    """Yield two tables of features: one with proposed sets, and one with neighbouring sets.

    The first row of each table has the features of the set that the seat holds. A neighbouring set
    differs from that set in at most one ticket.
    """
    held = wide(world.tickets[other])
    pool = wide(np.bitwise_or.reduce(world.stack) | world.tickets[other])
    proposed = [
        wide(proposed_tickets(book, world, other, pool, room, luck)) for _ in range(COMPARED)
    ]
    neighbouring: list[Any] = []
    for _ in range(COMPARED):
        removed, added = proposed_exchange(book, held, other, pool, room, luck)
        neighbouring.append(wide(exchanged(held, removed, added)))
    for others in (proposed, neighbouring):
        mind: Any = planner.copy()[0]
        rows = np.zeros((1 + COMPARED, SET_FEATURES))
        for tickets, row in zip([held, *others], rows, strict=True):
            write_set_features(book, world, other, mind["planner"], tickets, room, row)
        yield rows


def loss_of_sets(coefficients: np.ndarray, rows: np.ndarray) -> float:
    """Return the mean loss of examples, in nats.

    The loss of an example is minus the logarithm of the weight of its true set, divided by the mean
    weight of its other sets.
    """
    values = rows @ coefficients
    lead = values[:, 1:] - values[:, :1]
    most = lead.max(axis=1)
    return float(np.mean(most + np.log(np.exp(lead - most[:, None]).mean(axis=1))))


def slope_of_sets(coefficients: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Return the gradient of `loss_of_sets`."""
    values = rows[:, 1:] @ coefficients
    weights = np.exp(values - values.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return ((weights[:, :, None] * rows[:, 1:]).sum(axis=1) - rows[:, 0]).mean(axis=0)


def fit_sets(rows: np.ndarray) -> np.ndarray:
    """Return the coefficients with the lowest `loss_of_sets` plus a small penalty (`RIDGE`)."""
    return minimize(
        lambda c: loss_of_sets(c, rows) + RIDGE * float(c @ c),
        np.zeros(SET_FEATURES),
        jac=lambda c: slope_of_sets(c, rows) + 2 * RIDGE * c,
        method="BFGS",
    ).x


def write_sets(editions: Sequence[str]) -> None:
    """Fit the coefficients of sets on some boards, and write them into `ticket_sets.toml`.

    The coefficients of other boards stay. Those for any other board are fitted only if all built-in
    boards are.
    """
    parts: dict[str, np.ndarray] = {}
    for edition in editions:
        tables = {2, load(edition).players[1]}
        parts[edition] = np.concatenate([sets_of(edition, players) for players in tables])
    if {*editions} == {*names()}:
        parts[ANY] = np.concatenate(list(parts.values()))
    there = tomllib.loads(SETS.read_text(encoding="utf-8"))
    for edition, rows in parts.items():
        # Each hand gives two examples, one after the other, which stay together.
        out = np.arange(len(rows)) // 2 % HELD_OUT == 0
        coefficients = fit_sets(rows[~out])
        gain = -loss_of_sets(coefficients, rows[out])
        print(f"{edition}: {len(rows)} sets; the true one gains {gain:.3f} nats in the mean")
        there[edition] = dict(zip(NAMES, coefficients.tolist(), strict=True))
    lines: list[str] = []
    for edition, named in there.items():
        lines += [f"[{edition}]", *(f"{name} = {value:.3f}" for name, value in named.items()), ""]
    SETS.write_text("\n".join(lines), encoding="utf-8")


def wide(words: Iterable[Any]) -> WideSet:
    """Return a set of tickets as compiled functions take it: as a tuple of two unsigned words.

    Compiled functions return such a set as two integers of Python, which they do not take.
    """
    low, high = map(np.uint64, words)
    return low, high


def print_tickets(edition: str, players: int, games: int) -> None:
    """Fit the coefficients of single tickets on one board, and print them."""
    found = positions(edition, players, games)

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


def main() -> None:
    """Fit the coefficients of single tickets or of sets."""
    parser = argparse.ArgumentParser(description=__doc__)
    what = parser.add_subparsers(dest="what", required=True)
    tickets = what.add_parser("tickets", help="single tickets on one board")
    tickets.add_argument("edition")
    tickets.add_argument("--players", type=int, default=2)
    tickets.add_argument("--games", type=int, default=200)
    sets = what.add_parser("sets", help="sets of tickets")
    sets.add_argument("editions", nargs="*", default=names(), help="the boards (default: all)")
    given = parser.parse_args()
    if given.what == "sets":
        write_sets(given.editions)
    else:
        print_tickets(given.edition, given.players, given.games)


if __name__ == "__main__":
    main()
