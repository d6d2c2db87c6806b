"""Whole actions: a route or a city together with its payment, as people think of them.

For the rules those are two decisions. Python asks for all of them in one call, and hands over
arrays of one record: to recognise a record takes Numba ten times as long as to recognise an array.
"""

from __future__ import annotations

import numpy as np

from whistlestop.rules.actions import CLAIM, MOST_LEGAL, PAY, STATION, WITHDRAW
from whistlestop.rules.compiling import rule
from whistlestop.rules.prices import payments
from whistlestop.rules.state import Phase
from whistlestop.rules.turns import apply, legal

PAYMENT = Phase.PAYMENT
STATION_PAYMENT = Phase.STATION_PAYMENT

ALONE = -1
"""In the place of the payment: there is none."""


@rule
def whole_actions(books, states, numbers, pairs):
    """Write the legal actions of the deciding seat, each with a payment; how many there are.

    Args:
        books: the edition, as an array of one.
        states: any position, as an array of one; it is changed on the way, and restored.
        numbers: room for two times `actions.MOST_LEGAL` numbers.
        pairs: [n, 2] room for actions and their payments, `ALONE` where there is none. Those for
            which there is no room are counted, and not written.
    """
    book, state = books[0], states[0]
    first, second = numbers[:MOST_LEGAL], numbers[MOST_LEGAL:]
    phase, route, city = state.phase, state.route, state.city
    count = 0
    for i in range(legal(book, state, first)):
        action = np.int64(first[i])
        claims, builds = CLAIM <= action < PAY, STATION <= action < WITHDRAW
        if not claims and not builds:
            if count < pairs.shape[0]:
                pairs[count, 0], pairs[count, 1] = action, ALONE
            count += 1
            continue
        if claims:
            state.phase = PAYMENT
            state.route = action - CLAIM
        else:
            state.phase = STATION_PAYMENT
            state.city = action - STATION
        for j in range(payments(book, state, second)):
            if count < pairs.shape[0]:
                pairs[count, 0], pairs[count, 1] = action, second[j]
            count += 1
        state.phase, state.route, state.city = phase, route, city
    return count


@rule
def take(books, states, actions, lucks):
    """Take these actions one after the other, as `turns.apply` does.

    Args:
        books: as above.
        states: as above; changed.
        actions: a route or a city and then its payment, or one action.
        lucks: where chance comes from, as an array of one.
    """
    for i in range(actions.shape[0]):
        apply(books[0], states[0], actions[i], lucks[0])
