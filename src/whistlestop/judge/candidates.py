"""Candidates: the actions of a position that the search tries."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from whistlestop.policies.entry import choose_whole
from whistlestop.policies.mind import PLANNING
from whistlestop.policies.planner.choosing import list_options
from whistlestop.rules.actions import (
    CLAIM,
    DRAW_TICKETS,
    KEEP,
    MOST_LEGAL,
    MOVE,
    PAY,
    STATION,
    STEP,
    WITHDRAW,
)
from whistlestop.rules.entry.whole_actions import ALONE
from whistlestop.rules.luck import LUCK, seed
from whistlestop.rules.state import Phase
from whistlestop.rules.turns import legal

Records = npt.NDArray[np.void]
Whole = tuple[int, int]
"""The number of an action and the number of its payment. The payment is `ALONE` if there is
none."""

_SORTS: Final = (
    range(DRAW_TICKETS),
    range(DRAW_TICKETS, KEEP),
    range(CLAIM, PAY),
    range(MOVE, STEP),
    range(STATION, WITHDRAW),
)
"""The numbers of the actions of each sort: draw cards, draw tickets, claim, journey, station."""


def candidates_of(
    books: Records,
    roots: Records,
    minds: Records,
    number: int,
    most: int,
    also: Sequence[Whole] = (),
) -> list[Whole]:
    """Return the candidates of the deciding seat, with the policy's own choice first.

    The actions of `also` come next. If the policy lists options, the best option of each sort (see
    `_SORTS`) comes after them, so that claims, draws and tickets are all tried. The other options
    follow in descending order of worth. If the policy lists no option besides its choice, legal
    actions in random order follow instead. The payment for a claim or a station is the one that the
    policy would choose.

    Args:
        books: the facts of the edition, as an array of one `BOOK`.
        roots: a position that is not over, as an array of one `STATE`.
        minds: [seat] the minds before the decision. They are not changed.
        number: the seed for the policy's random choices and for the random order of legal actions.
        most: the maximum number of candidates, not counting those of `also`.
        also: legal actions that are candidates in any case. Repeated ones count once.

    Returns:
        For each candidate, the number of its action and the number of its payment, or `ALONE`.
    """
    seat = int(roots[0]["seat"])
    own = minds[seat : seat + 1]
    lucks: Records = np.zeros(1, dtype=LUCK)
    seed(lucks[0], np.uint64(number))
    prior = _chosen(books, roots, own, lucks)
    others = [action for action in _listed(books, roots, own) if action != prior[0]]
    others = _spread(others, prior[0])
    if not others:
        others = [action for action in _legal(books, roots) if action != prior[0]]
        Random(number).shuffle(others)
    listed = [(action, _payment(books, roots, own, lucks, action)) for action in others[: most - 1]]
    return list(dict.fromkeys([prior, *also, *listed]))


def _chosen(books: Records, states: Records, own: Records, lucks: Records) -> Whole:
    """Return the action that the policy chooses in a position, with its payment.

    Args:
        books: the facts of the edition, as an array of one `BOOK`.
        states: the position, as an array of one `STATE`.
        own: the mind of the deciding seat, as an array of one `MIND`. It is not changed.
        lucks: the luck for the policy's random choices, as an array of one `LUCK`.
    """
    numbers = np.empty(2, dtype=np.int64)
    choose_whole(books, states.copy(), own.copy(), lucks, numbers)
    return int(numbers[0]), int(numbers[1])


def _payment(books: Records, roots: Records, own: Records, lucks: Records, action: int) -> int:
    """Return the number of the payment that the policy would choose for an action.

    Return `ALONE` if the action is no claim and no station.

    Args:
        books: the facts of the edition, as an array of one `BOOK`.
        roots: the position, as an array of one `STATE`. It is not changed.
        own: the mind of the deciding seat, as an array of one `MIND`. It is not changed.
        lucks: the luck for the policy's random choices, as an array of one `LUCK`.
        action: the number of the action.
    """
    states = roots.copy()
    if CLAIM <= action < PAY:
        states["phase"], states["route"] = Phase.PAYMENT, action - CLAIM
    elif STATION <= action < WITHDRAW:
        states["phase"], states["city"] = Phase.STATION_PAYMENT, action - STATION
    else:
        return ALONE
    return _chosen(books, states, own, lucks)[0]


def _listed(books: Records, roots: Records, own: Records) -> list[int]:
    """Return the numbers of the actions that the policy lists as options, best first.

    Only the planner lists options. For other policies, the list is empty.

    Args:
        books: the facts of the edition, as an array of one `BOOK`.
        roots: the position, as an array of one `STATE`.
        own: the mind of the deciding seat, as an array of one `MIND`. It is not changed.
    """
    if own[0]["policy"] != PLANNING:
        return []
    planner: Any = own.copy()[0]["planner"]
    number = int(list_options(books[0], roots[0], planner))
    worths: list[float] = planner["worth"][:number].tolist()
    actions: list[int] = planner["option"][:number].tolist()
    order = sorted(range(number), key=lambda place: -worths[place])
    return [actions[place] for place in order]


def _spread(actions: list[int], prior: int) -> list[int]:
    """Move the first action of each sort to the front, and return all actions in the new order.

    `_SORTS` has the sorts. Actions of the same sort as `prior`, the policy's own choice, are not
    moved. The order is otherwise unchanged.
    """
    had = {_sort(prior)}
    first: list[int] = []
    for action in actions:
        if _sort(action) not in had:
            had.add(_sort(action))
            first.append(action)
    return first + [action for action in actions if action not in first]


def _sort(action: int) -> int:
    return next((i for i, sort in enumerate(_SORTS) if action in sort), len(_SORTS))


def _legal(books: Records, roots: Records) -> list[int]:
    out = np.zeros(MOST_LEGAL, dtype=np.int16)
    found: list[int] = out[: int(legal(books[0], roots[0], out))].tolist()
    return found
