"""The numbering of actions: one whole number for each decision, equal in all editions.

| numbers | action |
| --- | --- |
| `PASS` | pass, because nothing else is possible (I-03) |
| `DRAW_BLIND` | draw the top card of the deck |
| `DRAW_DISPLAY + kind` | take a card of this kind from the display |
| `DRAW_TICKETS + n` | draw tickets, n of them from the second stack |
| `KEEP + set` | keep the offered tickets of this set (bit i = i-th offered ticket) |
| `CLAIM + route` | claim this route; the payment is the next decision |
| `PAY + payment` | pay with this colour and these wild cards |
| `PLACE + end` | place a passenger in the route's first (0) or second (1) city, or nowhere (2) |
| `MOVE + city` | start the journey of the passenger in this city |
| `STEP + route` | travel along this route |
| `STOP` | end the journey here |
| `STATION + city` | build a station here; the payment is the next decision |
| `WITHDRAW` | give up a tunnel, and take back the set laid out for it |
| `KEEP_LARGE + set - SMALL_SETS` | keep the offered tickets of this set, also the 6th or 7th |
| `PAY_WILD + payment - PAYMENTS` | pay with nine wild cards |

A payment is the number `colour * PAIRS + pair`. The colour is `ANY_COLOUR` if only wild cards pay.
The pair says how many cards of the set are locomotives and how many are locomotives (+4). All other
cards of the set are of the colour. For a route with substitutes (F-12, F-14), the pair's second
number says how many cards of the set are substituted: other cards are given for them afterwards.
No edition has both substitutes and locomotives (+4).

A set of actions below `CLAIM` fits one word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt
from numba.extending import overload

from whistlestop.editions.limits import (
    COLOURS,
    KINDS,
    LENGTH,
    OFFER,
    PLACES,
    ROUTES,
    SECOND_STACK,
)
from whistlestop.rules.bits import NONE, lowest, size, without_lowest
from whistlestop.rules.compiling import rule

if TYPE_CHECKING:
    from whistlestop.rules.annotations import Number, Numbers, Set

ANY_COLOUR: Final = COLOURS
"""The colour of a payment that consists of wild cards alone."""

_FEWER = LENGTH - 1
_SMALLER = [(wild, long) for long in range(_FEWER + 1) for wild in range(_FEWER + 1 - long)]
PAIRS: Final = len(_SMALLER)
"""The number of pairs with fewer than `LENGTH` wild cards. A pair is the number of locomotives and
the number of locomotives (+4) in a payment. Pairs are numbered from 0. Those with `LENGTH` wild
cards have the numbers from `PAIRS` on. They have the colour `ANY_COLOUR` only, so that all payments
have different numbers."""
_PAIRS: Final = [*_SMALLER, *((LENGTH - long, long) for long in range(LENGTH + 1))]
ALL_PAIRS: Final = len(_PAIRS)
"""The number of all pairs (see `PAIRS`)."""
PAYMENTS: Final = (COLOURS + 1) * PAIRS
"""A payment with a number below this is an action from `PAY` on, any other one, with `LENGTH` wild
cards, one from `PAY_WILD` on. Routes had no more than eight spaces once. What was written then has
the same numbers as today."""

PAIR_LOCOMOTIVES = np.array([wild for wild, _ in _PAIRS], dtype=np.int64)
"""[pair] the number of locomotives in the pair (see `PAIRS`)."""
PAIR_LOCOMOTIVES4 = np.array([long for _, long in _PAIRS], dtype=np.int64)
"""[pair] the number of locomotives (+4) in the pair (see `PAIRS`)."""
PAIR_OF = np.full((LENGTH + 1, LENGTH + 1), -1, dtype=np.int64)
"""[locomotives, locomotives (+4)] the number of the pair with these numbers of cards. -1 if no
payment has that many cards."""
for _index, (_wild, _long) in enumerate(_PAIRS):
    PAIR_OF[_wild, _long] = _index


FEWER_WILDS = np.uint64((1 << PAIRS) - 1)
"""The set of pairs with fewer than `LENGTH` wild cards."""


def _pairs_where(test: Callable[[int, int, int], bool]) -> npt.NDArray[np.uint64]:
    """Return for every n from 0 to `LENGTH` the set of pairs that pass a test.

    A pair is a number of locomotives and a number of locomotives (+4). The test gets both numbers
    and n. Bit i of each set stands for pair i.
    """
    sets = [
        sum(1 << i for i, (wild, long) in enumerate(_PAIRS) if test(wild, long, n))
        for n in range(LENGTH + 1)
    ]
    return np.array(sets, dtype=np.uint64)


LOCOMOTIVES_FROM = _pairs_where(lambda wild, long, n: wild >= n)
"""[n] the set of pairs (see `PAIRS`) with at least n locomotives."""
LOCOMOTIVES_UP_TO = _pairs_where(lambda wild, long, n: wild <= n)
"""[n] the set of pairs (see `PAIRS`) with at most n locomotives."""
LOCOMOTIVES4_UP_TO = _pairs_where(lambda wild, long, n: long <= n)
"""[n] the set of pairs (see `PAIRS`) with at most n locomotives (+4)."""
WILDS_FROM = _pairs_where(lambda wild, long, n: wild + long >= n)
"""[n] the set of pairs (see `PAIRS`) with at least n locomotives and locomotives (+4) in total."""
WILDS_UP_TO = _pairs_where(lambda wild, long, n: wild + long <= n)
"""[n] the set of pairs (see `PAIRS`) with at most n locomotives and locomotives (+4) in total."""


def _words(sets: Iterable[int]) -> list[int]:
    """Return the two words of the wide set with these members, numbers from 0 to 127.

    `wide_sets` describes the words.
    """
    members = sum(1 << member for member in sets)
    return [members & (1 << 64) - 1, members >> 64]


SETS_OF = np.array(
    [
        [
            _words(kept for kept in range(1 << offered) if kept.bit_count() >= fewest)
            for fewest in range(OFFER + 1)
        ]
        for offered in range(OFFER + 1)
    ],
    dtype=np.uint64,
)
"""[tickets offered, fewest to keep, word] the sets of offered tickets that may be kept.

The two words are a wide set (see `wide_sets`) with member s if the set s may be kept. Bit i of s
stands for the i-th offered ticket.
"""
SETS_WITHIN = np.array(
    [
        [
            _words(kept for kept in range(1 << OFFER) if (kept & there).bit_count() <= most)
            for most in range(OFFER + 1)
        ]
        for there in range(1 << OFFER)
    ],
    dtype=np.uint64,
)
"""[some offered tickets, most to keep of them, word] the sets of offered tickets that may be kept.

The first index is a set of offered tickets. The two words are a wide set as in `SETS_OF`.
"""

FIRST_OFFERED: Final = 5
"""A set that keeps only some of the first `FIRST_OFFERED` tickets of an offer is an action from
`KEEP` on, any other set one from `KEEP_LARGE` on. Offers had no more tickets once. What was written
then has the same numbers as today."""
SMALL_SETS: Final = 1 << FIRST_OFFERED
"""The number of sets of only some of the first `FIRST_OFFERED` tickets. They are the sets below
this number."""

PASS: Final = 0
DRAW_BLIND: Final = 1
DRAW_DISPLAY: Final = 2
DRAW_TICKETS: Final = DRAW_DISPLAY + KINDS
KEEP: Final = DRAW_TICKETS + SECOND_STACK + 1
CLAIM: Final = KEEP + SMALL_SETS
PAY: Final = CLAIM + ROUTES
PLACE: Final = PAY + PAYMENTS
MOVE: Final = PLACE + 3
STEP: Final = MOVE + PLACES
STOP: Final = STEP + ROUTES
STATION: Final = STOP + 1
WITHDRAW: Final = STATION + PLACES
KEEP_LARGE: Final = WITHDRAW + 1
PAY_WILD: Final = KEEP_LARGE + (1 << OFFER) - SMALL_SETS
ACTIONS: Final = PAY_WILD + ALL_PAIRS - PAIRS
"""The number of actions."""

MOST_LEGAL: Final = 512
"""The length of a buffer for the legal actions of any position. It includes some spare room."""

PLACE_NOWHERE: Final = 2
"""The number to add to `PLACE` for the action that places no passenger. The number for any other
placement is the end of the route: 0 or 1."""


@rule
def keep_action(kept: Number):
    """Return the number of the action that keeps some of the offered tickets.

    Bit i of `kept` is 1 if the i-th ticket of the offer is kept, counted from 0.
    """
    return KEEP + kept if kept < SMALL_SETS else KEEP_LARGE + kept - SMALL_SETS


@rule
def is_keeping(action: Number):
    """Return whether the action with this number keeps some or none of the offered tickets."""
    return KEEP <= action < CLAIM or KEEP_LARGE <= action < PAY_WILD


@rule
def kept_by(action: Number):
    """Return which of the offered tickets an action keeps. It is the opposite of `keep_action`.

    Bit i of the result is 1 if the i-th ticket of the offer is kept, counted from 0. For an action
    for which `is_keeping` is false, the result has no meaning.
    """
    return action - KEEP if action < CLAIM else action - KEEP_LARGE + SMALL_SETS


@rule
def pay_action(payment: Number):
    """Return the number of the action that makes the payment with this number."""
    return PAY + payment if payment < PAYMENTS else PAY_WILD - PAYMENTS + payment


@rule
def is_payment(action: Number):
    """Return whether the action with this number is a payment."""
    return PAY <= action < PLACE or action >= PAY_WILD


@rule
def paid_by(action: Number):
    """Return the number of the payment that an action makes. It is the opposite of `pay_action`.

    For an action for which `is_payment` is false, the result has no meaning.
    """
    return action - PAY if action < PLACE else action - PAY_WILD + PAYMENTS


@rule
def payment_colour(number: Number):
    """Return the colour of the payment with this number.

    Return `ANY_COLOUR` if all cards of the payment are wild cards or substituted.
    """
    return min(number // PAIRS, ANY_COLOUR)


@rule
def payment_pair(number: Number):
    """Return the pair of the payment with this number (see `PAIRS`)."""
    return number % PAIRS if number < PAYMENTS else number - (PAYMENTS - PAIRS)


@rule
def payment_locomotives(number: Number):
    """Return the number of locomotives in the payment with this number."""
    return PAIR_LOCOMOTIVES[payment_pair(number)]


@rule
def payment_locomotives4(number: Number):
    """Return the number of locomotives (+4) in the payment with this number."""
    return PAIR_LOCOMOTIVES4[payment_pair(number)]


@rule
def payment_substituted(number: Number):
    """Return how many cards of the payment with this number are substituted (F-12, F-14).

    The payment must be for a route with substitutes. In any other payment, the result has no
    meaning.
    """
    return PAIR_LOCOMOTIVES4[payment_pair(number)]


def write_set(members: Any, base: Any, out: Any, number: Any) -> Any:
    """Write `base + member` for every member of a set, after the `number` actions already written.

    Return the new number of actions. The buffer must have room for `AT_ONCE` more numbers, because
    compiled code writes several numbers at once.

    Args:
        members: the set.
        base: the action for member 0.
        out: the buffer for the actions.
        number: the number of actions already written.
    """
    while members != NONE:
        out[number] = base + lowest(members)
        members = without_lowest(members)
        number += 1
    return number


AT_ONCE: Final = 8
"""How many numbers the compiled `write_set` writes at once. A buffer for actions needs
room for this many more numbers."""


@overload(write_set, inline="never")
def _write_set(members: Set, base: Number, out: Numbers, number: Number):  # type: ignore[no-untyped-def]
    """Return the function that Numba compiles in place of `write_set`, for the types given.

    The returned function writes `AT_ONCE` numbers at once. Processors cannot predict after how many
    members a set ends, and a wrong prediction costs more than the extra writes. What is written
    behind the last member has no meaning and is overwritten by the next call.
    """

    def write(members: Set, base: Number, out: Numbers, number: Number):  # type: ignore[no-untyped-def]
        end = number + size(members)
        while number < end:
            for i in range(AT_ONCE):
                out[np.uint64(number + i)] = base + lowest(members)
                members = without_lowest(members)
            number += AT_ONCE
        return end

    return write


@rule
def write_payments(pairs: Set, colour: Number, out: Numbers, number: Number):
    """Write the actions that pay with a colour and one of some pairs.

    Args:
        pairs: the set of the pairs.
        colour: the colour, or `ANY_COLOUR`. Only with the latter, pairs from `PAIRS` on may be in
            the set.
        out: the buffer for the actions.
        number: the number of actions already written. See `write_set`.

    Returns:
        The new number of actions.
    """
    number = write_set(pairs & FEWER_WILDS, PAY + colour * PAIRS, out, number)
    return write_set(pairs >> np.uint64(PAIRS), PAY_WILD, out, number)
