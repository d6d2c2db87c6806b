"""Luck: the only source of randomness in the rules.

A luck is a record that is passed to `turns.apply`. It either draws from its own generator or
repeats outcomes that were given. In both cases it saves the outcomes, so that the record of a game
can hold them and replay the game at any time. It also holds the journal of the last action.

The generator is sfc32 (C. Doty-Humphrey, 2010, "small fast counting", public domain). It consists
of four words of 32 bits and of additions, so that it gives equal numbers interpreted, compiled and
on a graphics card. It is fast and statistically sound, but not cryptographic: a host seeds it from
the operating system.

| field | meaning |
| --- | --- |
| `generator` | [i] the four words of the generator, each below 2**32 |
| `given` | while repeating: the number of outcomes that are given; -1 = draw |
| `used` | the number of outcomes drawn or repeated since `begin` |
| `fault` | 0, or what went wrong: `IMPOSSIBLE` or `FULL` |
| `events` | the number of entries written into the journal since `begin` |
| `outcomes` | [i] outcomes since `begin`: a card kind, `SEAT` + a seat, or `ticket_outcome` |
| `journal` | [entry, i] a code (i = 0), then up to four arguments (see `journal`) |

A light luck draws the numbers that a full luck draws, but saves neither outcomes nor a journal and
cannot repeat outcomes. It is for callers that play many games and do not need to know what happened
in them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from whistlestop.editions.limits import KINDS
from whistlestop.rules.bits import has, lowest, nth, size
from whistlestop.rules.compiling import rule
from whistlestop.rules.records import record
from whistlestop.rules.wide_sets import first_member, holds, member_at, number_of

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number, Numbers, Set, WideSet
    from whistlestop.rules.record_types import Luck

SEED_VERSION: Final = 1
"""The version of the meaning of seeds. Equal seeds of one version give equal games.

`docs/seeds.md` says what this promise covers.
"""

OUTCOMES: Final = 4096
"""The maximum number of outcomes that a luck can hold. `cards.SWEEPS` keeps every action below this
limit, so that one action always fits (I-15)."""

ENTRIES: Final = 6144
"""The maximum number of entries that a journal can hold. Further entries are dropped, and `fault`
becomes `FULL`."""

IMPOSSIBLE: Final = 1
"""The value of `fault` if a given outcome was impossible, or if too few outcomes were given."""

FULL: Final = 2
"""The value of `fault` if the luck had no room for further outcomes or journal entries, because
`begin` was not called for many actions. The state of the game is right, but outcomes or entries are
missing."""

TICKET: Final = 64
"""The number that is added to a ticket below 64 in `outcomes`, so that it differs from kinds of
cards."""
SEAT: Final = 128
"""The number that is added to a seat in `outcomes`, so that it differs from cards and tickets."""
TICKET64: Final = 192
"""The number that stands for ticket 64 in `outcomes`. The following numbers stand for the tickets
after ticket 64. There is a gap before them, because the numbers from `SEAT` on stand for seats."""


def _luck(outcomes: int, entries: int) -> np.dtype[Any]:
    """Return the type of a luck with room for this many outcomes and journal entries."""
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
"""The type of a luck that records outcomes and a journal.

A light luck (`LIGHT_LUCK`) has another type.
"""

LIGHT_LUCK = _luck(6, 1)
"""The type of a light luck, which draws random numbers but records neither outcomes nor a journal.

A light luck takes 80 bytes. Functions that take a luck accept a light luck, too. Numba compiles
them once more for this type.
"""

MASK32 = np.uint64(0xFFFFFFFF)


@rule
def seed(luck: Luck, number: Number):
    """Prepare a luck to draw random outcomes. Equal seeds give equal outcomes.

    The function also calls `begin`: the journal and the list of outcomes become empty.

    Args:
        luck: the luck; its earlier contents have no effect.
        number: the seed, of which the lowest 64 bits count.
    """
    word = np.uint64(number)
    luck.generator[0] = np.uint64(0)
    luck.generator[1] = word & MASK32
    luck.generator[2] = word >> np.uint64(32)
    luck.generator[3] = np.uint64(1)
    for _ in range(15):
        _next(luck)
    begin(luck)


@rule
def is_light(luck: Luck):
    """Return whether a luck is of the type `LIGHT_LUCK`. The result is known at compile time."""
    return luck.outcomes.shape[0] < OUTCOMES


@rule
def begin(luck: Luck):
    """Empty the journal and the outcomes, and draw from the generator from now on."""
    luck.given = -1
    luck.used = 0
    luck.fault = 0
    luck.events = 0


@rule
def repeat(luck: Luck, number: Number):
    """Empty the journal, and repeat the first `number` of the stored outcomes instead of drawing.

    At most `OUTCOMES` outcomes are repeated, even if `number` is larger. A light luck stores no
    outcomes. So its first draw sets the fault `IMPOSSIBLE`.
    """
    begin(luck)
    luck.given = 0 if is_light(luck) else max(0, min(number, OUTCOMES))


@rule
def _next(luck: Luck):
    """Return the next 32 random bits."""
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
def below(luck: Luck, limit: Number):
    """Return a random number from 0 to `limit` - 1, all equally likely (D. Lemire, 2019)."""
    bound = np.uint64(limit)
    product = _next(luck) * bound
    if product & MASK32 < bound:
        threshold = (np.uint64(1 << 32) - bound) % bound
        while product & MASK32 < threshold:
            product = _next(luck) * bound
    return np.int64(product >> np.uint64(32))


@rule
def any_of(luck: Luck, mask: Set):
    """Return a random member of a set that is not empty, without recording it as an outcome.

    Use this function for a player's choices, which are not chance.
    """
    return nth(mask, below(luck, size(mask)))


@rule
def _note_full(luck: Luck):
    """Set the fault `FULL`, unless there is a fault already."""
    if luck.fault == 0:
        luck.fault = FULL


@rule
def _record(luck: Luck, outcome: Number):
    if is_light(luck):
        return outcome
    if luck.used < OUTCOMES:
        luck.outcomes[luck.used] = outcome
        luck.used += 1
    else:
        _note_full(luck)
    return outcome


@rule
def _repeated(luck: Luck):
    """Return the next given outcome, or -1 with the fault `IMPOSSIBLE` if there is none.

    After a fault, no more outcomes are repeated.
    """
    if luck.used >= luck.given or luck.fault != 0:
        luck.fault = IMPOSSIBLE
        return np.int64(-1)
    return np.int64(luck.outcomes[luck.used])


@rule
def card_from(luck: Luck, counts: Numbers, total: Number):
    """Draw a card from these counts, or repeat the next given outcome, and return its kind.

    An impossible outcome sets `luck.fault`. The result is then the first kind that has a card. The
    function does not change the counts.

    Args:
        luck: the luck.
        counts: [kind] how many cards there are.
        total: the sum of the counts; not 0.
    """
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
    for earlier in range(KINDS):  # no early exit: a branch that cannot be predicted costs more
        passed += np.int64(counts[earlier])
        kind += np.int64(passed <= index)
    return _record(luck, kind)


@rule
def member_of(luck: Luck, mask: Set, base: Number):
    """Return a member of a set, 0 to 63, that chance decides.

    A luck with given outcomes repeats the next one. Any other luck draws a member, all equally
    likely. The outcome is recorded.

    Args:
        luck: the luck. If the given outcome is no member of the set, or there is none left, the
            fault `IMPOSSIBLE` is set, and the result is the lowest member.
        mask: the set, not empty.
        base: the number that stands for member 0 in the list of outcomes. Member `m` is recorded as
            `base + m`.
    """
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
def ticket_outcome(ticket: Number):
    """Return the number that stands for a ticket in the list of outcomes."""
    return TICKET + ticket if ticket < 64 else TICKET64 - 64 + ticket


@rule
def outcome_ticket(outcome: Number):
    """Return the ticket that an outcome stands for, or -1 if the outcome is no ticket."""
    if TICKET <= outcome < TICKET + 64:
        return outcome - TICKET
    if TICKET64 <= outcome < TICKET64 + 64:
        return outcome - TICKET64 + 64
    return np.int64(-1)


@rule
def ticket_from(luck: Luck, tickets: WideSet):
    """Draw a ticket from a set, or repeat the next given outcome, and return the ticket.

    All tickets of the set are equally likely. The outcome is recorded.

    Args:
        luck: the luck. If the given outcome is no ticket of the set, or there is none left, the
            fault `IMPOSSIBLE` is set, and the result is the lowest ticket of the set.
        tickets: the set, not empty.
    """
    if luck.given >= 0:
        ticket = outcome_ticket(_repeated(luck))
        if ticket < 0 or not holds(tickets, ticket):
            luck.fault = IMPOSSIBLE
            return first_member(tickets)
        luck.used += 1
        return ticket
    ticket = member_at(tickets, below(luck, number_of(tickets)))
    _record(luck, ticket_outcome(ticket))
    return ticket


@rule
def certain(luck: Luck, outcome: Number):
    """Record an outcome that was certain, as if it had been drawn, and return the outcome.

    `outcome` is a kind of card, the `ticket_outcome` of a ticket, or `SEAT` + a seat.

    So the records of games hold every ticket that was drawn. If the luck repeats outcomes, and the
    next given outcome differs, `luck.fault` becomes `IMPOSSIBLE`.
    """
    if luck.given < 0:
        _record(luck, outcome)
    elif _repeated(luck) == outcome:
        luck.used += 1
    else:
        luck.fault = IMPOSSIBLE
    return outcome


@rule
def note(luck: Luck, code: Number, a: Number, b: Number, c: Number, d: Number):
    """Write an entry into the journal: a code and four arguments.

    A light luck writes nothing. If the journal is full, the entry is dropped, and `luck.fault`
    becomes `FULL` unless there is a fault already.
    """
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
