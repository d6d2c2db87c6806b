"""Worlds: whatever a seat does not know is dealt anew, and nothing else changes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from itertools import permutations, product
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.chances import assert_fits
from tests.knowledge import dealing
from tests.knowledge.positions import TABLES, luck_of, positions
from tests.many_tickets import load
from tests.properties import mass
from whistlestop.editions.limits import KINDS, STACKS, TICKETS
from whistlestop.knowledge.worlds import deal_worlds
from whistlestop.rules.actions import SETS_OF
from whistlestop.rules.book import OPENING, book_of
from whistlestop.rules.compiling import INTERPRETED
from whistlestop.rules.state import STATE, Phase
from whistlestop.seen import worlds as from_views
from whistlestop.seen.route_graph import members, words
from whistlestop.seen.view import see

HIDDEN = ("hand", "deck", "tickets", "offer", "returned", "stack", "answer")
"""What a world may have otherwise; of these, views show what stays."""


def dealt(edition: str, state: Any, seat: int, number: int, times: int = 1) -> np.ndarray:
    found = np.zeros(times, dtype=STATE)
    deal_worlds(book_of(load(edition)), state, seat, luck_of(number), found)
    return found


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_world_looks_the_same_to_its_seat_and_to_nobody_else(edition: str, players: int) -> None:
    facts = mass.facts_of(edition, players).view((np.record, mass.FACTS))[0]
    chosen = load(edition)
    changed: set[str] = set()
    phases: set[int] = set()
    for number, state in enumerate(positions(edition, players)):
        phases.add(int(state["phase"]))
        before = state.tobytes()
        for seat in range(-1, players):
            world = dealt(edition, state, seat, number)[0]
            assert state.tobytes() == before
            assert see(chosen, world, seat) == see(chosen, state, seat)
            # A display that should have been swept tells something of hands: no world heeds it.
            assert mass.check(facts, world) in (0, 12)
            for name in STATE.names or ():
                if (world[name] != state[name]).any():
                    assert name in HIDDEN
                    changed.add(name)
                elif name in HIDDEN and seat >= 0 and world[name].shape[:1] == (5,):
                    assert (world[name][seat] == state[name][seat]).all()
    assert {Phase.OPENING_KEEP, Phase.TURN, Phase.OVER} <= phases
    assert {"hand", "deck", "tickets", "offer", "stack", "answer"} <= changed


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_nothing_hidden_shows_in_the_world_that_is_dealt(edition: str, players: int) -> None:
    """From the same luck, states that look alike to a seat give the same world."""
    differing = 0
    for number, state in enumerate(positions(edition, players)):
        seat = number % players
        twin = dealt(edition, state, seat, number)[0]
        differing += twin.tobytes() != state.tobytes()
        first, second = (dealt(edition, one, seat, number + 1, 3) for one in (state, twin))
        assert first.tobytes() == second.tobytes()
    assert differing > 10


def places_of(state: Any, seat: int, stack: int, book: Any) -> dict[tuple[str, int, int], int]:
    """The places of a stack's tickets that a seat does not know, and how many lie in each."""
    every = set(members(*book.stack_tickets[stack]))
    known: set[int] = set()
    places: dict[tuple[str, int, int], int] = {}
    for other in range(int(state["seats"])):
        kept = every & set(members(*state["tickets"][other]))
        offer = [(i, int(t) - 1) for i, t in enumerate(state["offer"][other])]
        if other == seat or state["phase"] == Phase.OVER:
            known |= kept | {t for _, t in offer}
        else:
            places["tickets", other, 0] = len(kept)
            places |= {("offer", other, i): 1 for i, t in offer if t in every}
    for i in range(int(state["returned_size"])):
        ticket = int(state["returned"][i]) - 1
        if state["returned_by"][i] == seat + 1 or state["phase"] == Phase.OVER:
            known.add(ticket)
        elif ticket in every:
            places["returned", 0, i] = 1
    places["stack", 0, stack] = len(members(*state["stack"][stack]))
    places["out", 0, 0] = len(every - known) - sum(places.values())
    return {place: number for place, number in places.items() if number}


def lying_in(states: np.ndarray, place: tuple[str, int, int]) -> np.ndarray:
    """[state, ticket] whether each ticket lies there."""
    what, row, column = place
    tickets = np.arange(TICKETS)
    if what in ("tickets", "stack"):
        sets = states[what][:, row if what == "tickets" else column]
        there = sets[:, tickets // 64] >> (tickets % 64).astype(np.uint64)
        return there & np.uint64(1) > 0
    cards = states["offer"][:, row, column] if what == "offer" else states["returned"][:, column]
    return cards[:, None] == tickets + 1


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_cards_and_tickets_are_where_chance_puts_them(edition: str, players: int) -> None:
    """A ticket lies in each place as often as there is room; cards are hypergeometric."""
    book = book_of(load(edition))
    checked: Counter[str] = Counter()
    states = positions(edition, players)
    for number in range(0, len(states), 3):
        state, seat = states[number], number % players
        found = dealt(edition, state, seat, number, 4000)
        for stack in range(STACKS):
            places = places_of(state, seat, stack, book)
            pool = sum(places.values())
            if pool < 2 or len(places) < 2:
                continue
            for place, room in places.items():
                if place[0] == "out" or room * 4000 < 5 * pool:
                    continue
                there = lying_in(found, place)
                of_stack = members(*book.stack_tickets[stack])
                there[:, [t for t in range(TICKETS) if t not in of_stack]] = False
                assert (there.sum(axis=1) == room).all()
                unknown = np.flatnonzero(there.any(axis=0))
                assert len(unknown) == pool
                # Each ticket as often as any other; not independent, as their sum is fixed.
                assert_fits(there.sum(axis=0)[unknown], np.full(pool, 1 / pool))
                checked[place[0]] += 1
        if state["phase"] != Phase.OVER:
            checked["hands"] += check_hands(state, seat, found)
    assert min(checked[what] for what in ("tickets", "offer", "stack", "hands")) > 5, checked


def check_hands(state: Any, seat: int, found: np.ndarray) -> int:
    """Compare how many cards of each kind every hand holds with exact chances."""
    others = [other for other in range(int(state["seats"])) if other != seat]
    hidden = (state["hand"].astype(int) - state["shown"])[others]
    pool = state["deck"].astype(int) + hidden.sum(axis=0)
    total = int(pool.sum())
    checked = 0
    for row, other in enumerate(others):
        drawn = int(hidden[row].sum())
        for kind in range(KINDS):
            here = int(pool[kind])
            counts = found["hand"][:, other, kind].astype(int) - int(state["shown"][other, kind])
            chances = [
                comb(here, n) * comb(total - here, drawn - n) / comb(total, drawn)
                for n in range(min(here, drawn) + 1)
            ]
            tally = np.bincount(counts, minlength=len(chances))
            rare = [n for n, chance in enumerate(chances) if chance * len(found) < 5]
            common = [n for n in range(len(chances)) if n not in rare]
            assert len(tally) == len(chances)
            if len(common) > 1:
                some = sum(chances[n] for n in common)
                assert_fits(tally[common], [chances[n] / some for n in common])
                checked += 1
    return checked


def small(edition: str, state: Any, seat: int, random: Random) -> Any:
    """A position like this one in which few things are hidden, so that all worlds can be listed.

    The seat holds most of the tickets that it did not know, and most cards are among the discards.
    """
    small: Any = np.array([state])[0]
    book = book_of(load(edition))
    for stack in range(STACKS):
        while unknown := unknown_tickets(small, seat, stack, book):
            if len(unknown) <= (4 if not book.stack_tickets[1].any() else 3):
                break
            take_ticket(small, seat, random.choice(sorted(unknown)))
    few = [2, 1, 0, 0]
    for other in range(int(state["seats"])):
        if other == seat:
            continue
        hidden = small["hand"][other].astype(int) - small["shown"][other]
        known = few.pop(0)
        for kind in random.sample(np.repeat(np.arange(KINDS), hidden).tolist(), hidden.sum())[
            known:
        ]:
            small["hand"][other, kind] -= 1
            small["discards"][kind] += 1
    deck = np.repeat(np.arange(KINDS), small["deck"].astype(int)).tolist()
    for kind in random.sample(deck, len(deck))[2:]:
        small["deck"][kind] -= 1
        small["deck_size"] -= 1
        small["discards"][kind] += 1
    return small


def take_ticket(state: Any, seat: int, ticket: int) -> None:
    """Put a ticket where the seat knows it."""
    if ticket + 1 in state["returned"]:
        state["returned_by"][list(state["returned"]).index(ticket + 1)] = seat + 1
        return
    (taken,) = words([ticket])
    state["stack"] &= ~taken
    state["tickets"] &= ~taken
    for offer in state["offer"]:
        left = [number for number in offer if number != ticket + 1]
        offer[:] = [*left, *[0] * (len(offer) - len(left))]
    state["tickets"][seat] |= taken


def unknown_tickets(state: Any, seat: int, stack: int, book: Any) -> set[int]:
    """The tickets of a stack of which the seat does not know where they are."""
    known = set(members(*state["tickets"][seat])) | {int(t) - 1 for t in state["offer"][seat]}
    known |= {
        int(ticket) - 1
        for ticket, by in zip(state["returned"], state["returned_by"], strict=True)
        if by == seat + 1
    }
    return set(members(*book.stack_tickets[stack])) - known


def every_world(edition: str, state: Any, seat: int) -> dict[bytes, float]:
    """All worlds that agree with what a seat knows, by their bytes, with their chances."""
    book = book_of(load(edition))
    others = [other for other in range(int(state["seats"])) if other != seat]
    ways: Counter[bytes] = Counter()
    for hands, tickets, answers in product(
        card_ways(state, others),
        list(product(*(ticket_ways(state, seat, stack, book) for stack in range(STACKS)))),
        list(product(*(answer_ways(state, other, book) for other in others))),
    ):
        world: Any = np.array([state])[0]
        for other, hand, answer in zip(others, hands, answers, strict=True):
            cards = np.bincount(np.array(hand, dtype=int), minlength=KINDS)
            world["deck"] += (world["hand"][other] - state["shown"][other]).astype(np.uint8)
            world["deck"] -= cards.astype(np.uint8)
            world["hand"][other] = state["shown"][other] + cards
            world["answer"][other] = answer
        for stack, way in enumerate(tickets):
            every = book.stack_tickets[stack]
            for (what, row, column), lying in way:
                (mask,) = words(lying)
                if what == "tickets":
                    world["tickets"][row] = (world["tickets"][row] & ~every) | mask
                elif what == "stack":
                    world["stack"][column] = mask
                elif what == "offer":
                    world["offer"][row, column] = lying[0] + 1
                elif what == "returned":
                    world["returned"][column] = lying[0] + 1
        ways[world.tobytes()] += 1
    return {world: number / ways.total() for world, number in ways.items()}


def card_ways(state: Any, others: list[int]) -> list[tuple[tuple[int, ...], ...]]:
    """The hidden cards of each hand in every order of all that are hidden, each alike."""
    hidden = [state["hand"][other].astype(int) - state["shown"][other] for other in others]
    pool = np.repeat(np.arange(KINDS), state["deck"].astype(int) + sum(hidden)).tolist()
    sizes = [int(hand.sum()) for hand in hidden]
    return [
        tuple(tuple(order[sum(sizes[:i]) : sum(sizes[: i + 1])]) for i in range(len(sizes)))
        for order in permutations(pool, sum(sizes))
    ]


def ticket_ways(state: Any, seat: int, stack: int, book: Any) -> list[tuple[Any, ...]]:
    """The tickets of a stack in each place, in every way."""
    places = places_of(state, seat, stack, book)
    found: set[tuple[Any, ...]] = set()
    for order in permutations(sorted(unknown_tickets(state, seat, stack, book))):
        left = list(order)
        found.add(
            tuple(
                (place, tuple(sorted(left.pop() for _ in range(room))))
                for place, room in places.items()
            )
        )
    return sorted(found)


def answer_ways(state: Any, other: int, book: Any) -> list[int]:
    if state["phase"] != Phase.OPENING_KEEP or other >= state["seat"]:
        return [0]
    offered = int((state["offer"][other] > 0).sum())
    return members(*SETS_OF[offered, min(int(book.offer_keep[OPENING]), offered)])


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_every_way_is_equally_likely(edition: str, players: int) -> None:
    """All worlds of small positions; those from the view are the same, and as likely."""
    random = Random(f"{edition} {players}")
    states = positions(edition, players)
    found: Counter[str] = Counter()
    for number in random.sample(range(len(states)), len(states)):
        if found["listed"] == 4 and found["from views"]:
            break
        if states[number]["phase"] == Phase.OVER:
            continue
        seat = random.randrange(players)
        state = small(edition, states[number], seat, random)
        ways = every_world(edition, state, seat)
        times = int(10 / min(ways.values()))
        if len(ways) < 2 or times > 30_000:
            continue
        counts = Counter(world.tobytes() for world in dealt(edition, state, seat, number, times))
        assert counts.keys() <= ways.keys()
        assert_fits([counts[world] for world in ways], list(ways.values()))
        found["listed"] += 1
        # A view does not show the city between the two decisions of building a station.
        shown = state["phase"] != Phase.STATION_PAYMENT
        if shown and times <= 800 and not found["from views"]:
            view = see(load(edition), state, seat)
            counts = Counter(from_views.world(view, random).tobytes() for _ in range(times))
            assert counts.keys() <= ways.keys()
            assert_fits([counts[world] for world in ways], list(ways.values()))
            found["from views"] += 1
    assert found["listed"] >= 4, found
    assert found["from views"] == 1, found


@pytest.mark.skipif(INTERPRETED, reason="this run is interpreted itself: nothing to compare with")
def test_interpreted_and_compiled_agree(tmp_path: Path) -> None:
    for edition, players in TABLES:
        np.save(tmp_path / f"{edition} {players} positions.npy", positions(edition, players)[::4])
    run = subprocess.run(
        [sys.executable, "-W", "error", "-m", dealing.__name__, str(tmp_path)],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        stderr=subprocess.PIPE,
        text=True,
        timeout=200,
    )
    assert run.returncode == 0, run.stderr
    for edition, players in TABLES:
        interpreted = np.load(tmp_path / f"{edition} {players} worlds.npy")
        compiled = dealing.worlds(edition, positions(edition, players)[::4])
        assert compiled.tobytes() == interpreted.tobytes()
