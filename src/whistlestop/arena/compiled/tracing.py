"""Compiled functions that play whole random games, and that replay games as numbers.

With equal seeds, a game played by these functions has exactly the decisions of a game between
`RandomBot`s, but is played about a thousand times as fast. Replaying needs the seed of the deal and
the actions. It gives the position and the legal actions at every decision.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from whistlestop.rules.actions import ACTIONS
from whistlestop.rules.compiling import rule
from whistlestop.rules.entry.whole_actions import ALONE, whole_actions
from whistlestop.rules.luck import begin
from whistlestop.rules.state import Phase
from whistlestop.rules.turns import legal, perform

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number, Numbers, Records
    from whistlestop.rules.record_types import Book, Luck, State

MASK_BYTES: Final = (ACTIONS + 7) // 8
"""The number of bytes of a set of actions. Action a is bit a % 8 of byte a // 8."""

OVER = Phase.OVER

WORDS: Final = 624
"""The number of 32-bit integers in the state of a Mersenne Twister. An array with such a state has
one more element, which counts how many of these integers have been used.
"""

_SHIFT: Final = 397
_LOW = np.uint64(0xFFFFFFFF)
_TOP = np.uint64(0x80000000)
_REST = np.uint64(0x7FFFFFFF)
_TWIST = np.uint64(0x9908B0DF)


@rule
def seed_twister(twister: Numbers, number: Number):
    """Seed a Mersenne Twister as Python's `random.Random(number)` does.

    Args:
        twister: the state to fill, `uint64[WORDS + 1]`.
        number: the seed, 0 to 2**64 - 1.
    """
    word = np.uint64(number)
    key0, key1 = word & _LOW, word >> np.uint64(32)
    length = 2 if key1 else 1
    twister[0] = np.uint64(19650218)
    for i in range(1, WORDS):
        before = twister[i - 1]
        before ^= before >> np.uint64(30)
        twister[i] = (np.uint64(1812433253) * before + np.uint64(i)) & _LOW
    i, j = 1, 0
    for _ in range(WORDS):
        before = twister[i - 1]
        before ^= before >> np.uint64(30)
        mixed = twister[i] ^ (before * np.uint64(1664525) & _LOW)
        twister[i] = (mixed + (key0 if j == 0 else key1) + np.uint64(j)) & _LOW
        i += 1
        j = 0 if j + 1 >= length else j + 1
        if i >= WORDS:
            twister[0] = twister[WORDS - 1]
            i = 1
    for _ in range(WORDS - 1):
        before = twister[i - 1]
        before ^= before >> np.uint64(30)
        mixed = twister[i] ^ (before * np.uint64(1566083941) & _LOW)
        twister[i] = (mixed - np.uint64(i)) & _LOW
        i += 1
        if i >= WORDS:
            twister[0] = twister[WORDS - 1]
            i = 1
    twister[0] = _TOP
    twister[WORDS] = np.uint64(WORDS)


@rule
def twist(twister: Numbers):
    """Return the next 32 random bits of a Mersenne Twister, and advance its state."""
    if twister[WORDS] >= np.uint64(WORDS):
        for i in range(WORDS):
            after = i + 1 if i + 1 < WORDS else 0
            far = i + _SHIFT if i + _SHIFT < WORDS else i + _SHIFT - WORDS
            joined = (twister[i] & _TOP) | (twister[after] & _REST)
            changed = twister[far] ^ (joined >> np.uint64(1))
            if joined & np.uint64(1):
                changed ^= _TWIST
            twister[i] = changed
        twister[WORDS] = np.uint64(0)
    word = twister[np.int64(twister[WORDS])]
    twister[WORDS] += np.uint64(1)
    word ^= word >> np.uint64(11)
    word ^= (word << np.uint64(7)) & np.uint64(0x9D2C5680)
    word ^= (word << np.uint64(15)) & np.uint64(0xEFC60000)
    return (word ^ (word >> np.uint64(18))) & _LOW


@rule
def chosen(twister: Numbers, number: Number):
    """Return the index that `random.Random.choice` would pick in a list of `number` items.

    The state of the Mersenne Twister advances.
    """
    bits = 0
    while number >> bits:
        bits += 1
    shift = np.uint64(32 - bits)
    found = np.int64(twist(twister) >> shift)
    while found >= number:
        found = np.int64(twist(twister) >> shift)
    return found


@rule
def play_random(
    books: Records[Book],
    states: Records[State],
    lucks: Records[Luck],
    twisters: Numbers,
    numbers: Numbers,
    pairs: Numbers,
    bots: Numbers,
    done: Numbers,
):
    """Play a game from the deal to its end. Every seat decides as a `RandomBot` does.

    Args:
        books: the edition's book, as an array with one record.
        states: the position after the deal, as an array with one record. The record is changed to
            the final position.
        lucks: the luck that dealt the game, as an array with one record.
        twisters: a buffer, `uint64[seats, WORDS + 1]`.
        numbers: a buffer for two times `actions.MOST_LEGAL` numbers.
        pairs: [m, 2] a buffer for the legal actions of a position, each with its payment. `m` must
            be at least the number of these pairs.
        bots: `uint64[seats]`, the seeds of the bots.
        done: `int16[n]`, where the actions are written. A payment is an action of its own. Actions
            beyond the n-th are counted but not written.

    Returns:
        The number of actions, and the number of payments among them.
    """
    book, state, luck = books[0], states[0], lucks[0]
    for seat in range(bots.shape[0]):
        seed_twister(twisters[seat], bots[seat])
    count, paid = 0, 0
    while state.phase != OVER:
        number = whole_actions(books, states, numbers, pairs)
        pair = pairs[chosen(twisters[state.seat], number)]
        begin(luck)
        for part in range(2):
            if pair[part] != ALONE:
                if count < done.shape[0]:
                    done[count] = pair[part]
                count += 1
                paid += part
                perform(book, state, np.int64(pair[part]), luck)
    return count, paid


@rule
def trace(
    book: Book, states: Records[State], luck: Luck, out: Numbers, done: Numbers, seen: Numbers
):
    """Replay a game, and write down the position and the legal actions at every decision.

    Args:
        book: the edition's book.
        states: `STATE[n + 1]`, whose first element is the position after the deal. Element i
            becomes the position before action i, and the last one the final position.
        luck: the luck that dealt the game.
        out: a buffer for `actions.MOST_LEGAL` numbers.
        done: `int16[n]`, the actions, all of them legal.
        seen: `uint8[n, MASK_BYTES]` of zeros, in which the legal actions are marked.
    """
    for i in range(done.shape[0]):
        for each in range(legal(book, states[i], out)):
            action = np.int64(out[each])
            seen[i, action >> 3] |= np.uint8(1 << (action & 7))
        states[i + 1] = states[i]
        begin(luck)
        perform(book, states[i + 1], np.int64(done[i]), luck)
