"""What a set of routes links: the parts of a network, and the goals that it reaches."""

from __future__ import annotations

from whistlestop.bots.board import Board, Goal


def joined_by(board: Board, routes: frozenset[int]) -> list[int]:
    """For each place the number of its part of the network that these routes make."""
    part = list(range(len(board.exits)))

    def root(place: int) -> int:
        while part[place] != place:
            part[place] = part[part[place]]
            place = part[place]
        return place

    for route in sorted(routes):
        a, b = board.ends[route]
        part[root(a)] = root(b)
    return [root(place) for place in range(len(part))]


def reaches(joined: list[int], goal: Goal) -> bool:
    """Whether a network makes all links of a goal.

    Args:
        joined: for each place the number of its part of the network.
        goal: a ticket or a district.
    """
    return all(
        any(joined[place] in {joined[other] for other in a} for place in b) for a, b in goal.links
    )


def value(joined: list[int], goal: Goal) -> int:
    """The points of a goal with a network: negative if it is not reached.

    Args:
        joined: for each place the number of its part of the network.
        goal: a ticket or a district.
    """
    for more in goal.better:
        if reaches(joined, more):
            return more.gain
    return goal.gain if reaches(joined, goal) else -goal.loss
