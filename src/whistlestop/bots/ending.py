"""The last turn: what each claim brings at once, tickets and bonuses included."""

from __future__ import annotations

from whistlestop.bots.filling import longest_path
from whistlestop.bots.joining import joined_by, value
from whistlestop.bots.situation import Situation


def immediate_gain(situation: Situation, route: int) -> float:
    """The points that a claim makes certain: its own, and those of the goals it completes."""
    board = situation.board
    gain = float(board.points[route] + situation.attractions(route))
    joined = joined_by(board, situation.mine | {route})
    linked = joined_by(board, situation.mine | situation.opened | {route})
    for goal in (*situation.tickets, *board.districts):
        before, after = (situation.linked, linked) if goal.borrows else (situation.joined, joined)
        gain += value(after, goal) - value(before, goal)
    if board.edition.longest_path_bonus:
        longer = longest_path(situation, (route,)) - longest_path(situation, ())
        gain += board.edition.longest_path_bonus * min(1.0, 0.15 * longer)
    return gain
