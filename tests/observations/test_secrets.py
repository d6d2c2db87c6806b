"""Nothing hidden is in a tensor: what a seat does not know is exchanged, and no byte changes."""

from __future__ import annotations

from math import prod
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.knowledge.positions import TABLES, luck_of, positions
from tests.many_tickets import load
from whistlestop.editions.gazetteer import cards_in_box
from whistlestop.knowledge.worlds import deal_world
from whistlestop.observations import Layout
from whistlestop.observations.compiled.memory import MEMORY
from whistlestop.observations.compiled.writing import inform_deciding, observe_deciding
from whistlestop.rules.book import book_of, books_of
from whistlestop.seen.route_graph import words

SETS = ("seen", "given_back")
"""The fields of a memory that are sets of tickets."""


def any_memory(tickets: int, random: Random) -> np.ndarray:
    """A memory of anything; tensors do not ask whether it fits the position."""
    memories = np.zeros(1, dtype=MEMORY)
    memory: Any = memories[0]
    for name in MEMORY.names or ():
        if name != "spare":
            shape: tuple[int, ...] = memory[name].shape
            numbers = [random.randrange(100) for _ in range(prod(shape))]
            memory[name] = np.array(numbers).reshape(shape)
    for name in SETS:
        memory[name] = words(*(any_tickets(tickets, random) for _ in memory[name]))
    return memories


def any_tickets(tickets: int, random: Random) -> list[int]:
    """A set of tickets of an edition that has so many."""
    return [ticket for ticket in range(tickets) if random.getrandbits(1)]


def exchanged(
    memories: np.ndarray, kinds: list[int], tickets: int, seat: int, random: Random
) -> np.ndarray:
    """The same past, but for what the seat has not seen of it."""
    twin = memories.copy()
    for other in range(5):
        if other != seat:
            shuffled = random.sample(kinds, len(kinds))
            twin["drawn"][0, other, kinds] = twin["drawn"][0, other, shuffled]
            for name in SETS:
                (twin[name][0, other],) = words(any_tickets(tickets, random))
    return twin


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_worlds_that_look_alike_make_equal_tensors(edition: str, seats: int) -> None:
    chosen = load(edition)
    layouts = [Layout.fitted(chosen, seats), Layout.padded(chosen)]
    kinds = [kind for kind, number in cards_in_box(chosen).items() if number]
    random, tickets = Random(f"{edition} {seats}"), len(chosen.tickets)
    differing = 0
    for number, state in enumerate(positions(edition, seats)):
        past = any_memory(tickets, random)
        for seat in range(-1, seats):
            worlds = np.array([state])
            deal_world(book_of(chosen), worlds[0], seat, luck_of(number))
            differing += worlds.tobytes() != state.tobytes()
            other_past = exchanged(past, kinds, tickets, seat, random)
            for layout in layouts:
                tensor = layout.inform(state, past, seat)
                assert tensor.tobytes() == layout.inform(worlds, other_past, seat).tobytes()
                assert layout.observe(worlds, seat).tobytes() == tensor[: layout.size].tobytes()
    assert differing > 10


def test_batches_are_told_by_their_deciding_seats() -> None:
    edition = load("germany")
    layout = Layout.fitted(edition, 5)
    states = positions("germany", 5)
    memories = np.concatenate(
        [any_memory(len(edition.tickets), Random(i)) for i in range(len(states))]
    )
    seen = np.ones((len(states), layout.size), dtype=np.float32)
    known = np.ones((len(states), layout.whole), dtype=np.float32)
    observe_deciding(books_of(edition), layout.record, states, seen)
    inform_deciding(books_of(edition), layout.record, states, memories, known)
    for i, state in enumerate(states):
        tensor = layout.inform(state, memories[i : i + 1], int(state["seat"]))
        assert (known[i] == tensor).all()
        assert (seen[i] == tensor[: layout.size]).all()
