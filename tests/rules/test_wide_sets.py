"""Sets of up to 128 members do what Python's sets do, interpreted and compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from whistlestop.rules.compiling import rule
from whistlestop.rules.wide_sets import (
    EMPTY,
    difference,
    first_member,
    holds,
    intersection,
    is_empty,
    member_at,
    number_of,
    read_words,
    set_of,
    union,
    without_first,
    write_words,
)

SETS = st.frozensets(st.integers(0, 127) | st.sampled_from([0, 63, 64, 127]))


@rule
def write_members(row: Any, found: Any) -> Any:
    """Write the members of the set in a row by walking through it, and return their number."""
    members, number = read_words(row), np.int64(0)
    while not is_empty(members):
        found[number] = first_member(members)
        members = without_first(members)
        number += 1
    return number


@rule
def write_by_index(row: Any, found: Any) -> Any:
    """Write the members of the set in a row, each by its index, and return their number."""
    members = read_words(row)
    for index in range(number_of(members)):
        found[index] = member_at(members, index)
    return number_of(members)


@rule
def gather(row: Any, numbers: Any, out: Any) -> None:
    """Write to `out` the set of the given numbers; those that the row already has count once."""
    members = EMPTY
    for number in numbers:
        members = union(members, set_of(number))
    write_words(out, union(members, read_words(row)))


@rule
def compare(row: Any, other: Any, both: Any, left: Any, within: Any) -> None:
    """Write what two sets have in common, what only the first has, and which numbers it holds."""
    one, two = read_words(row), read_words(other)
    write_words(both, intersection(one, two))
    write_words(left, difference(one, two))
    for number in range(128):
        within[number] = holds(one, number)


def row_of(members: Any) -> np.ndarray:
    """A set as it is kept in a record."""
    mask = sum(1 << member for member in members)
    return np.array([mask & (1 << 64) - 1, mask >> 64], dtype=np.uint64)


@given(SETS)
def test_members_come_in_ascending_order(members: frozenset[int]) -> None:
    for listed in (write_members, write_by_index):
        found = np.zeros(128, dtype=np.int64)
        number = listed(row_of(members), found)
        assert found[:number].tolist() == sorted(members)


@given(SETS, SETS)
def test_sets_of_sets(members: frozenset[int], others: frozenset[int]) -> None:
    row, other = row_of(members), row_of(others)
    every, both, left = (np.zeros(2, dtype=np.uint64) for _ in range(3))
    within = np.zeros(128, dtype=np.bool_)
    gather(row, np.array(sorted(others), dtype=np.int64), every)
    compare(row, other, both, left, within)
    assert every.tolist() == row_of(members | others).tolist()
    assert both.tolist() == row_of(members & others).tolist()
    assert left.tolist() == row_of(members - others).tolist()
    assert np.flatnonzero(within).tolist() == sorted(members)
