"""The numbering of actions: one whole number per decision, the same for every edition.

| numbers | action |
| --- | --- |
| `PASS` | nothing is possible (I-03) |
| `DRAW_BLIND` | draw the top card of the deck |
| `DRAW_DISPLAY + kind` | take a card of this kind from the display |
| `DRAW_TICKETS + n` | draw tickets, n of them from the second stack |
| `KEEP + set` | keep the offered tickets of this set (bit i = i-th offered) |
| `CLAIM + route` | claim this route; the payment is the next decision |
| `PAY + payment` | pay with this colour and these wild cards |
| `PLACE + end` | place a passenger in the route's first (0) or second (1) city, or nowhere (2) |
| `MOVE + city` | start the journey of one's passenger in this city |
| `STEP + route` | travel along this route |
| `STOP` | end the journey here |
| `STATION + city` | build a station here; the payment is the next decision |
| `WITHDRAW` | take the set for a tunnel back |

A payment is `colour * PAIRS + pair`: the colour (or `ANY_COLOUR` for wild cards alone) and how many
cards of the set are locomotives and how many locomotives (+4); the rest are of the colour.

The actions below `CLAIM` are so few that a set of them fits one word.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from numba.extending import overload

from whistlestop.editions.limits import COLOURS, KINDS, LENGTH, OFFER, PLACES, ROUTES
from whistlestop.rules.bits import NONE, lowest, size, without_lowest
from whistlestop.rules.compiling import rule

ANY_COLOUR: Final = COLOURS
"""The colour of a payment made of wild cards alone."""

_PAIRS = sorted(
    ((wild, long) for wild in range(LENGTH + 1) for long in range(LENGTH + 1 - wild)),
    key=lambda pair: (pair[1], pair[0]),
)
PAIRS: Final = len(_PAIRS)
"""Combinations of locomotives and locomotives (+4) that a set can hold."""

PAIR_LOCOMOTIVES = np.array([wild for wild, _ in _PAIRS], dtype=np.int64)
PAIR_LOCOMOTIVES4 = np.array([long for _, long in _PAIRS], dtype=np.int64)
PAIR_OF = np.full((LENGTH + 1, LENGTH + 1), -1, dtype=np.int64)
"""[locomotives, locomotives (+4)] → pair."""
for _index, (_wild, _long) in enumerate(_PAIRS):
    PAIR_OF[_wild, _long] = _index


def _pairs_where(test: Callable[[int, int, int], bool]) -> npt.NDArray[np.uint64]:
    """The set of pairs (locomotives, locomotives (+4)) that pass the test, for every n."""
    sets = [
        sum(1 << i for i, (wild, long) in enumerate(_PAIRS) if test(wild, long, n))
        for n in range(LENGTH + 1)
    ]
    return np.array(sets, dtype=np.uint64)


LOCOMOTIVES_FROM = _pairs_where(lambda wild, long, n: wild >= n)
LOCOMOTIVES_UP_TO = _pairs_where(lambda wild, long, n: wild <= n)
LOCOMOTIVES4_UP_TO = _pairs_where(lambda wild, long, n: long <= n)
WILDS_FROM = _pairs_where(lambda wild, long, n: wild + long >= n)
WILDS_UP_TO = _pairs_where(lambda wild, long, n: wild + long <= n)
"""[n] → the set of the pairs with at least or at most n of them; wild ones are both together."""

SETS_OF = np.array(
    [
        [
            sum(1 << kept for kept in range(1 << offered) if kept.bit_count() >= fewest)
            for fewest in range(OFFER + 1)
        ]
        for offered in range(OFFER + 1)
    ],
    dtype=np.uint64,
)
"""[tickets offered, fewest to keep] → the sets that may be kept, each a member of this set."""

PASS: Final = 0
DRAW_BLIND: Final = 1
DRAW_DISPLAY: Final = 2
DRAW_TICKETS: Final = DRAW_DISPLAY + KINDS
KEEP: Final = DRAW_TICKETS + OFFER + 1
CLAIM: Final = KEEP + (1 << OFFER)
PAY: Final = CLAIM + ROUTES
PLACE: Final = PAY + (COLOURS + 1) * PAIRS
MOVE: Final = PLACE + 3
STEP: Final = MOVE + PLACES
STOP: Final = STEP + ROUTES
STATION: Final = STOP + 1
WITHDRAW: Final = STATION + PLACES
ACTIONS: Final = WITHDRAW + 1
"""How many actions there are."""

MOST_LEGAL: Final = 512
"""Longer than the longest list of legal actions."""

PLACE_NOWHERE: Final = 2


@rule
def payment_colour(number):
    """The colour of a payment, or `ANY_COLOUR`."""
    return number // PAIRS


@rule
def payment_locomotives(number):
    """The number of locomotives in a payment."""
    return PAIR_LOCOMOTIVES[number % PAIRS]


@rule
def payment_locomotives4(number):
    """The number of locomotives (+4) in a payment."""
    return PAIR_LOCOMOTIVES4[number % PAIRS]


def write_set(members: Any, base: Any, out: Any, number: Any) -> Any:
    """Write `base + member` for every member of the set behind the actions already written."""
    while members != NONE:
        out[number] = base + lowest(members)
        members = without_lowest(members)
        number += 1
    return number


AT_ONCE: Final = 8


@overload(write_set, inline="never")
def _write_set(members, base, out, number):  # type: ignore[no-untyped-def]
    """Compiled, it writes several at once, however many there are.

    Nobody can foresee after how many members a set ends, and to foresee it wrongly costs a
    processor more than to write. What stands behind the last member means nothing: there is room,
    and whatever is written next is written over it.
    """

    def write(members, base, out, number):  # type: ignore[no-untyped-def]
        end = number + size(members)
        while number < end:
            for i in range(AT_ONCE):
                out[np.uint64(number + i)] = base + lowest(members)
                members = without_lowest(members)
            number += AT_ONCE
        return end

    return write
