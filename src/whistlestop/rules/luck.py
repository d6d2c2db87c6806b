"""Luck: the one place where anything random comes from.

A luck is one record passed to `apply`. It either draws from its own generator or repeats given
outcomes; both ways it writes down what came, so that a record of a game can hold outcomes and
replay for ever. It also carries the journal of what the last action did.

The generator is sfc32 (C. Doty-Humphrey, 2010, "small fast counting", public domain): four words of
32 bits and additions, so that it runs the same interpreted, compiled and in a kernel. It is fast
and statistically sound, not cryptographic: a host seeds it from the operating system.

    outcomes  what chance brought since `begin`: a card kind, `TICKET` + a ticket, `SEAT` + a seat
    given     while repeating: how many outcomes are given; -1 = draw
    used      outcomes drawn or repeated since `begin`
    fault     0, or what went wrong: `IMPOSSIBLE` or `FULL`
    events    entries in the journal since `begin`
    journal   [entry]: code, then up to four arguments (see `journal`)

A light luck draws the same and writes nothing down: for those who play many games at once and ask
nobody what happened in them. It cannot repeat anything either.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from whistlestop.editions.limits import KINDS
from whistlestop.rules.bits import has, lowest, nth, size
from whistlestop.rules.compiling import rule
from whistlestop.rules.records import record

SEED_VERSION: Final = 1
"""The version of what seeds mean: while it stays the same, the same seed brings the same game. What
that covers is in `docs/seeds.md`."""

OUTCOMES: Final = 4096
"""Room for the outcomes of one action; `cards.SWEEPS` keeps every action below it (I-15)."""

ENTRIES: Final = 6144
"""Room for the journal of one action."""

IMPOSSIBLE: Final = 1
"""The fault when a given outcome was impossible, or there were too few."""

FULL: Final = 2
"""The fault when outcomes or journal had no more room, because `begin` was never called between
many actions; the game is right, what chance brought and what happened is not all written down."""

TICKET: Final = 64
SEAT: Final = 128
"""Where the outcomes begin that are tickets and seats, so that none passes for a card."""


def _luck(outcomes: int, entries: int) -> np.dtype[Any]:
    """The type of lucks with so much room."""
    return record(
        [
            ("generator", np.uint64, (4,)),
            ("given", np.int64),
            ("used", np.int64),
            ("fault", np.int64),
            ("events", np.int64),
            ("outcomes", np.uint8, (outcomes,)),
            ("journal", np.int16, (entries, 5)),
        ]
    )


LUCK = _luck(OUTCOMES, ENTRIES)

LIGHT_LUCK = _luck(6, 1)
"""A luck without room, of 80 bytes, which writes nothing down. Whatever takes a luck takes it, and
is compiled once more for it."""

MASK32 = np.uint64(0xFFFFFFFF)


@rule
def seed(luck, number):
    """Start the generator from a 64-bit seed and draw from it from now on."""
    word = np.uint64(number)
    luck.generator[0] = np.uint64(0)
    luck.generator[1] = word & MASK32
    luck.generator[2] = word >> np.uint64(32)
    luck.generator[3] = np.uint64(1)
    for _ in range(15):
        _next(luck)
    begin(luck)


@rule
def is_light(luck):
    """Whether a luck writes nothing down; known when code is compiled for it."""
    return luck.outcomes.shape[0] < OUTCOMES


@rule
def begin(luck):
    """Empty the journal and the outcomes, and draw from the generator."""
    luck.given = -1
    luck.used = 0
    luck.fault = 0
    luck.events = 0


@rule
def repeat(luck, number):
    """Empty the journal, and repeat the first `number` outcomes instead of drawing.

    There are `OUTCOMES` at most; if there are more, only those are repeated. A light luck has none.
    """
    begin(luck)
    luck.given = 0 if is_light(luck) else max(0, min(number, OUTCOMES))


@rule
def _next(luck):
    """32 more random bits."""
    g = luck.generator
    a, b, c, counter = g[0], g[1], g[2], g[3]
    total = (a + b + counter) & MASK32
    g[3] = (counter + np.uint64(1)) & MASK32
    g[0] = b ^ (b >> np.uint64(9))
    g[1] = (c + (c << np.uint64(3))) & MASK32
    rotated = ((c << np.uint64(21)) | (c >> np.uint64(11))) & MASK32
    g[2] = (rotated + total) & MASK32
    return total


@rule
def below(luck, limit):
    """A random number from 0 to limit - 1, each equally likely (D. Lemire, 2019)."""
    bound = np.uint64(limit)
    product = _next(luck) * bound
    if product & MASK32 < bound:
        threshold = (np.uint64(1 << 32) - bound) % bound
        while product & MASK32 < threshold:
            product = _next(luck) * bound
    return np.int64(product >> np.uint64(32))


@rule
def any_of(luck, mask):
    """A member at random of a set that is not empty: a player's choice, so it is not recorded."""
    return nth(mask, below(luck, size(mask)))


@rule
def _note_full(luck):
    """Note that something found no room, unless what was given is at fault already."""
    if luck.fault == 0:
        luck.fault = FULL


@rule
def _record(luck, outcome):
    if is_light(luck):
        return outcome
    if luck.used < OUTCOMES:
        luck.outcomes[luck.used] = outcome
        luck.used += 1
    else:
        _note_full(luck)
    return outcome


@rule
def _repeated(luck):
    """The next given outcome, or -1 after noting a fault."""
    if luck.used >= luck.given or luck.fault != 0:
        luck.fault = IMPOSSIBLE
        return np.int64(-1)
    return np.int64(luck.outcomes[luck.used])


@rule
def card_from(luck, counts, total):
    """A kind of card drawn at random from these counts, whose sum `total` is not 0."""
    if luck.given >= 0:
        kind = _repeated(luck)
        if kind < 0 or kind >= counts.shape[0] or counts[kind] == 0:
            luck.fault = IMPOSSIBLE
            kind = 0
            while counts[kind] == 0:
                kind += 1
            return np.int64(kind)
        luck.used += 1
        return np.int64(kind)
    index = below(luck, total)
    kind = np.int64(0)
    passed = np.int64(0)
    for earlier in range(KINDS):  # no early exit: a branch that nobody can foresee costs more
        passed += np.int64(counts[earlier])
        kind += np.int64(passed <= index)
    return _record(luck, kind)


@rule
def member_of(luck, mask, base):
    """A member drawn at random from a set that is not empty; the outcome is `base` + it."""
    if luck.given >= 0:
        member = _repeated(luck) - base
        if member < 0 or member > 63 or not has(mask, member):
            luck.fault = IMPOSSIBLE
            return lowest(mask)
        luck.used += 1
        return np.int64(member)
    member = any_of(luck, mask)
    _record(luck, base + member)
    return member


@rule
def certain(luck, outcome):
    """Write down an outcome that was certain like a draw, so that a record tells it.

    Repeating, it must be what is given: a record that says otherwise is at fault.
    """
    if luck.given < 0:
        _record(luck, outcome)
    elif _repeated(luck) == outcome:
        luck.used += 1
    else:
        luck.fault = IMPOSSIBLE
    return outcome


@rule
def note(luck, code, a, b, c, d):
    """Write one entry into the journal, if it has room."""
    if is_light(luck):
        return
    if luck.events >= ENTRIES:
        _note_full(luck)
        return
    entry = luck.journal[luck.events]
    entry[0] = code
    entry[1] = a
    entry[2] = b
    entry[3] = c
    entry[4] = d
    luck.events += 1
