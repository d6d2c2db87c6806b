"""Wide sets: sets of numbers from 0 to 127, such as sets of tickets.

A wide set is a tuple of two words of 64 bits: member m is bit m % 64 of word m // 64. The module
`bits` has the functions for a set that fits one word. In a record, a wide set is a row of two
words.

Most editions use word 0 only. So the functions look at word 0 first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from whistlestop.rules.bits import NONE, bit, has, lowest, nth, size, without_lowest
from whistlestop.rules.compiling import rule

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number, Numbers, WideSet

EMPTY: Final = (NONE, NONE)
"""The empty wide set."""


@rule
def read_words(row: Numbers):
    """Return the wide set that is kept in a row of two words."""
    return row[0], row[1]


@rule
def write_words(row: Numbers, members: WideSet):
    """Write a wide set to a row of two words."""
    row[0] = members[0]
    row[1] = members[1]


@rule
def set_of(member: Number):
    """Return the wide set with one member."""
    word = bit(member & 63)
    return (word, NONE) if member < 64 else (NONE, word)


@rule
def is_empty(members: WideSet):
    """Return whether a wide set has no members."""
    return members[0] | members[1] == NONE


@rule
def holds(members: WideSet, member: Number):
    """Return whether a member is in a wide set."""
    return has(members[0] if member < 64 else members[1], member & 63)


@rule
def number_of(members: WideSet):
    """Return the number of members of a wide set."""
    return size(members[0]) + size(members[1])


@rule
def first_member(members: WideSet):
    """Return the smallest member of a wide set. For the empty set, the result has no meaning."""
    return lowest(members[0]) if members[0] != NONE else 64 + lowest(members[1])


@rule
def without_first(members: WideSet):
    """Return a wide set without its smallest member. For the empty set, return the empty set."""
    if members[0] != NONE:
        return without_lowest(members[0]), members[1]
    return NONE, without_lowest(members[1])


@rule
def member_at(members: WideSet, index: Number):
    """Return the member at this index of a wide set in ascending order, counted from 0.

    If the set has no such member, the result has no meaning.
    """
    low = size(members[0])
    return nth(members[0], index) if index < low else 64 + nth(members[1], index - low)


@rule
def union(one: WideSet, other: WideSet):
    """Return the wide set of the members of either set."""
    return one[0] | other[0], one[1] | other[1]


@rule
def intersection(one: WideSet, other: WideSet):
    """Return the wide set of the members that two sets have in common."""
    return one[0] & other[0], one[1] & other[1]


@rule
def difference(one: WideSet, other: WideSet):
    """Return the wide set of the members of the first set that the second set lacks."""
    return one[0] & ~other[0], one[1] & ~other[1]
