"""A longest path to show at the end: the score sheet knows how long it is, not where it runs."""

from __future__ import annotations

from typing import Final

from whistlestop.view import View

MOST_STEPS: Final = 300_000
"""Steps after which the search gives up: a path is for show only."""


def longest_trail(view: View, seat: int, length: int) -> tuple[str, ...]:
    """Routes of a seat, in order, that make a path of so many spaces; none if it is not found.

    Args:
        view: what is on the board.
        seat: whose routes.
        length: of the longest path, as the score sheet says.
    """
    index = view.index
    numbers = [index.route_of[code] for code in view.players[seat].routes]
    lengths = [view.edition.routes[number].length for number in numbers]
    ends = [index.route_ends[number] for number in numbers]
    at: dict[int, list[int]] = {}
    for route, places in enumerate(ends):
        for place in places:
            at.setdefault(place, []).append(route)
    steps = MOST_STEPS
    used = [False] * len(numbers)
    way: list[int] = []

    def go_on(place: int, left: int) -> bool:
        """Whether a path of so many spaces goes on from here."""
        nonlocal steps
        if left == 0:
            return True
        steps -= 1
        if steps < 0:
            return False
        for route in at[place]:
            if used[route] or lengths[route] > left:
                continue
            a, b = ends[route]
            used[route] = True
            way.append(route)
            if go_on(b if place == a else a, left - lengths[route]):
                return True
            way.pop()
            used[route] = False
        return False

    # Where an odd number of routes meet, a path that uses much of the network must end.
    starts = sorted(at, key=lambda place: len(at[place]) % 2 == 0)
    for start in starts:
        if length and go_on(start, length):
            return tuple(index.route_codes[numbers[route]] for route in way)
    return ()
