"""What holds at every decision of every game, whatever is played."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.many_tickets import EXPRESS
from tests.properties import mass
from tests.properties.playing import TABLES
from whistlestop.rules.state import STATE


@pytest.mark.parametrize(("edition", "seats"), [*TABLES, (EXPRESS, 2), (EXPRESS, 5)])
def test_nothing_is_lost_and_every_game_ends(edition: str, seats: int) -> None:
    """C-24, C-25, C-26, C-40, C-41: counted anew after every one of some 100,000 actions."""
    lengths = mass.play(edition, seats, 400, thorough=False)
    assert min(lengths) > 20


@pytest.mark.parametrize(("edition", "seats"), [*TABLES, (EXPRESS, 2), (EXPRESS, 5)])
def test_the_listed_actions_are_the_legal_ones(edition: str, seats: int) -> None:
    """Of all numbers of actions; and what is refused changes no byte."""
    mass.play(edition, seats, 12, thorough=True, start=5_000)


@given(table=st.sampled_from(TABLES), start=st.integers(0, 2**40))
@settings(max_examples=60, deadline=None)
def test_any_seed(table: tuple[str, int], start: int) -> None:
    mass.play(*table, 5, thorough=False, start=start)


def test_the_check_itself_notices() -> None:
    """Every kind of damage to a position is noticed: the checks above are not empty."""
    from whistlestop.play.game import Game

    facts = mass.facts_of("germany", 3).view((np.record, mass.FACTS))[0]
    good = Game.new("germany", 3, seed=1)
    for words in ("tickets 2 short 2 long",) * 3 + ("keep all",) * 3:
        good.play(words)
    assert mass.check(facts, good.state) == 0
    damages = {
        "hand": 1, "deck": 1, "discards": 1, "deck_size": 1, "display": 1, "pieces": 2,
        "score": 9, "tickets": 6, "stack": 6, "returned": 11, "returned_by": 11, "offer": 6,
        "answer": 11, "passengers": 7, "passengers_left": 7, "merchandise": 9, "taken": 8,
        "route": 11, "journey_at": 11, "journey_steps": 11, "journey_used": 11,
        "journey_visited": 11, "payment": 15, "revealed": 1, "due": 15, "city": 11, "stations": 14,
        "owned": 2, "open": 5, "shown": 10,
    }  # fmt: skip
    for field, fault in damages.items():
        state = good.state
        store = np.zeros(1, dtype=STATE)
        store[0] = state
        values = store[field].reshape(-1)
        values[0] = (int(values[0]) ^ 8) if field != "display" else values[0] % 8 + 1
        if field == "shown":
            values[0] = 200
        assert mass.check(facts, store.view((np.record, STATE))[0]) in (fault, 6), field
