"""The function through which Python code asks a policy for an action together with its payment.

The function takes arrays of one record, because Numba needs ten times as long to recognise a record
as to recognise an array.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.knowledge.compiling import compiled
from whistlestop.policies.deciding import choose
from whistlestop.rules.actions import CLAIM, PAY, STATION, WITHDRAW
from whistlestop.rules.entry.whole_actions import ALONE
from whistlestop.rules.state import Phase

if TYPE_CHECKING:
    from whistlestop.policies.record_types import Mind
    from whistlestop.rules.annotations import Numbers, Records
    from whistlestop.rules.record_types import Book, Luck, State

PAYMENT = Phase.PAYMENT
STATION_PAYMENT = Phase.STATION_PAYMENT


@compiled
def choose_whole(
    books: Records[Book],
    states: Records[State],
    minds: Records[Mind],
    lucks: Records[Luck],
    numbers: Numbers,
):
    """Choose an action of the deciding seat. For a claim or a station, choose the payment, too.

    Args:
        books: the edition, as an array of one record.
        states: a position that is not over, as an array of one record. It is changed during the
            call and then restored.
        minds: the deciding seat's mind, as an array of one record; changed.
        lucks: the luck for the policy's own random choices, as an array of one record.
        numbers: receives the number of the action and the number of the payment. Without a payment,
            the second number is `ALONE`.
    """
    book, state = books[0], states[0]
    phase, route, city = state.phase, state.route, state.city
    numbers[1] = ALONE
    for i in range(2):
        action = choose(book, state, minds[0], lucks[0])
        numbers[i] = action
        if CLAIM <= action < PAY:
            state.phase = PAYMENT
            state.route = action - CLAIM
        elif STATION <= action < WITHDRAW:
            state.phase = STATION_PAYMENT
            state.city = action - STATION
        else:
            break
    state.phase, state.route, state.city = phase, route, city
