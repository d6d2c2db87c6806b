"""How records lie in memory, and lucks that write nothing down."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.many_tickets import load
from tests.properties.decisions import TABLES
from whistlestop.judge.compiled.neural_network import NEURAL_NETWORK, NEURAL_WORKSPACE
from whistlestop.judge.compiled.playouts import PLAYOUT_WORKSPACE
from whistlestop.judge.compiled.samples import SAMPLING_WORKSPACE
from whistlestop.knowledge.inference import LIKELIHOOD
from whistlestop.policies.mind import MIND
from whistlestop.rules.actions import MOST_LEGAL
from whistlestop.rules.book import BOOK, book_of
from whistlestop.rules.luck import IMPOSSIBLE, LIGHT_LUCK, LUCK, begin, repeat, seed
from whistlestop.rules.scoring import SHEET
from whistlestop.rules.state import STATE, Phase
from whistlestop.rules.turns import BY_LOT, any_legal, deal, legal, perform

RECORDS = {
    "state": STATE,
    "book": BOOK,
    "luck": LUCK,
    "light luck": LIGHT_LUCK,
    "sheet": SHEET,
    "mind": MIND,
    "likelihood": LIKELIHOOD,
    "neural network": NEURAL_NETWORK,
    "neural workspace": NEURAL_WORKSPACE,
    "playout workspace": PLAYOUT_WORKSPACE,
    "sampling workspace": SAMPLING_WORKSPACE,
}


def assert_aligned(record: np.dtype[Any]) -> None:
    """Every field at a multiple of its alignment, and in every record of an array."""
    for place in (record.fields or {}).values():
        field, offset = place[0], place[1]
        assert offset % field.alignment == 0
        assert record.itemsize % field.alignment == 0
        assert_aligned(field.subdtype[0] if field.subdtype else field)


@pytest.mark.parametrize("name", RECORDS)
def test_every_field_is_aligned(name: str) -> None:
    assert RECORDS[name].isalignedstruct
    assert_aligned(RECORDS[name])


def test_states_have_no_gaps() -> None:
    """What lies in a gap is not copied, and equal positions would not be equal bytes."""
    fields = (STATE.fields or {}).values()
    assert sum(place[0].itemsize for place in fields) == STATE.itemsize == 928
    assert LIGHT_LUCK.itemsize == 80


def play(edition: str, seats: int, number: int, kind: np.dtype[Any]) -> tuple[list[Any], Any]:
    """What was decided in a random game, with the legal actions and the state after each."""
    book, store, out = book_of(load(edition)), np.zeros(1, STATE), np.zeros(MOST_LEGAL, np.int16)
    state: Any = store[0]
    luck: Any = np.zeros(1, kind)[0]
    seed(luck, np.uint64(number))
    deal(book, state, seats, BY_LOT, luck)
    told: list[Any] = [store.tobytes()]
    while state.phase != Phase.OVER:
        begin(luck)
        listed = out[: legal(book, state, out)].tobytes()
        action = int(any_legal(book, state, luck))
        perform(book, state, action, luck)
        told.append((action, listed, store.tobytes(), luck.generator.tobytes()))
    return told, luck


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_a_light_luck_brings_the_same(edition: str, seats: int) -> None:
    for number in range(3):
        heavy, _ = play(edition, seats, number, LUCK)
        light, luck = play(edition, seats, number, LIGHT_LUCK)
        assert heavy == light
        assert (luck.used, luck.events, luck.fault) == (0, 0, 0)


def test_a_light_luck_repeats_nothing() -> None:
    lucks = np.zeros(2, LIGHT_LUCK)
    repeat(lucks[0], 9)
    assert lucks[0].given == 0
    deal(book_of(load("usa")), np.zeros(1, STATE)[0], 2, 0, lucks[0])
    assert lucks[0].fault == IMPOSSIBLE
    assert not any(lucks[1].tobytes())
