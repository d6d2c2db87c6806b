"""Candidates: the actions of a position that are worth trying."""

from __future__ import annotations

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
"""The number of an action, and of what pays for it or `ALONE`."""

_SORTS: Final = (
    range(DRAW_TICKETS),
    range(DRAW_TICKETS, KEEP),
    range(CLAIM, PAY),
    range(MOVE, STEP),
    range(STATION, WITHDRAW),
)
"""Sorts of actions on a turn: cards, tickets, claims, journeys, stations."""


def candidates_of(
    books: Records, roots: Records, minds: Records, number: int, most: int
) -> list[Whole]:
    """The candidates of the deciding seat, its policy's own choice first.

    After it come the options that the policy lists, if it does: the best of each sort first, so
    that claims, draws and tickets all have a chance, then by worth. A policy that lists no more
    than its choice is given legal actions at random. What pays for a claim or a station is what
    the policy would pay with.

    Args:
        books: the edition, as an array of one.
        roots: a position that is not over, as an array of one.
        minds: [seat] as they are before the decision; they stay as they are.
        number: the seed of the policy's own chance, and of the choice among too many.
        most: how many there may be.
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
    return [
        prior,
        *((action, _payment(books, roots, own, lucks, action)) for action in others[: most - 1]),
    ]


def _chosen(books: Records, states: Records, own: Records, lucks: Records) -> Whole:
    """What the policy chooses in a position; its mind stays as it is."""
    numbers = np.empty(2, dtype=np.int64)
    choose_whole(books, states.copy(), own.copy(), lucks, numbers)
    return int(numbers[0]), int(numbers[1])


def _payment(books: Records, roots: Records, own: Records, lucks: Records, action: int) -> int:
    """What the policy would pay with for an action, or `ALONE`."""
    states = roots.copy()
    if CLAIM <= action < PAY:
        states["phase"], states["route"] = Phase.PAYMENT, action - CLAIM
    elif STATION <= action < WITHDRAW:
        states["phase"], states["city"] = Phase.STATION_PAYMENT, action - STATION
    else:
        return ALONE
    return _chosen(books, states, own, lucks)[0]


def _listed(books: Records, roots: Records, own: Records) -> list[int]:
    """The options that the policy lists, the best first; none if it lists none."""
    if own[0]["policy"] != PLANNING:
        return []
    planner: Any = own.copy()[0]["planner"]
    number = int(list_options(books[0], roots[0], planner))
    worths: list[float] = planner["worth"][:number].tolist()
    actions: list[int] = planner["option"][:number].tolist()
    order = sorted(range(number), key=lambda place: -worths[place])
    return [actions[place] for place in order]


def _spread(actions: list[int], prior: int) -> list[int]:
    """These actions with the first of each sort in front, but for the sort of the prior."""
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
