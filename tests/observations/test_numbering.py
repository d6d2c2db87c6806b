"""The compact numbering of actions, and masks."""

from __future__ import annotations

import numpy as np
import pytest

from tests.properties.playing import TABLES
from whistlestop.editions.load import load, names
from whistlestop.observations import Numbering
from whistlestop.observations.compiled.masks import write_masks
from whistlestop.rules.actions import ACTIONS, MOST_LEGAL, PASS
from whistlestop.rules.book import book_of, books_of
from whistlestop.rules.luck import LIGHT_LUCK, begin, seed
from whistlestop.rules.state import STATE, Phase
from whistlestop.rules.turns import BY_LOT, any_legal, deal, legal, perform


@pytest.mark.parametrize("edition", names())
def test_there_and_back(edition: str) -> None:
    numbering = Numbering.of(load(edition))
    assert numbering.size < ACTIONS * 0.6
    assert (numbering.compact[numbering.numbers] == np.arange(numbering.size)).all()
    assert (np.diff(numbering.numbers) > 0).all()
    assert (numbering.compact >= 0).sum() == numbering.size
    words = [numbering.words(action) for action in range(numbering.size)]
    assert len(set(words)) == numbering.size


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_every_legal_action_has_a_place(edition: str, seats: int) -> None:
    chosen = load(edition)
    compact, every = Numbering.of(chosen), Numbering.every(chosen)
    book, room = book_of(chosen), np.zeros(MOST_LEGAL, dtype=np.int16)
    states, lucks = np.zeros(1, dtype=STATE), np.zeros(1, dtype=LIGHT_LUCK)
    masks = np.zeros((1, compact.size), dtype=np.bool_)
    for number in range(3):
        states[:] = np.zeros(1, dtype=STATE)
        state, luck = states[0], lucks[0]
        seed(luck, np.uint64(number))
        deal(book, state, seats, BY_LOT, luck)
        while state.phase != Phase.OVER:
            listed = room[: legal(book, state, room)].tolist()
            write_masks(books_of(chosen), compact.compact, states, room, masks)
            assert compact.numbers[np.flatnonzero(masks[0])].tolist() == listed
            assert np.flatnonzero(every.mask(state)).tolist() == listed
            begin(luck)
            perform(book, state, any_legal(book, state, luck), luck)
        # A game that is over: no mask is empty.
        assert np.flatnonzero(compact.mask(state)).tolist() == [compact.compact[PASS]]


def test_sets_with_too_many_tickets_of_a_stack_have_no_number() -> None:
    """V-22: the sixth and the seventh ticket of a whole offer are long."""
    numbering = Numbering.of(load("europe-mega"))
    words = {numbering.words(action) for action in range(numbering.size)}
    assert {"keep 1 2 6", "keep 1 2 3 4 5 7"} <= words
    assert not {"keep 1 6 7", "keep 1 2 3 4 5 6 7"} & words
