"""The last turn: what each claim brings at once, tickets and bonuses included."""

from __future__ import annotations

from whistlestop.bots.filling import longest_path
from whistlestop.bots.joining import joined_by, value
from whistlestop.bots.situation import Situation


def immediate_gain(situation: Situation, route: int) -> float:
    """The points that a claim makes certain: its own, and those of the goals it completes."""
    board = situation.board
    gain = float(board.points[route])
    joined = joined_by(board, situation.mine | {route})
    for goal in (*situation.tickets, *board.districts):
        if not situation.reached(goal) and reaches(joined, goal):
            gain += goal.stake
    if board.edition.longest_path_bonus:
        longer = longest_path(situation, (route,)) - longest_path(situation, ())
        gain += board.edition.longest_path_bonus * min(1.0, 0.15 * longer)
    return gain
