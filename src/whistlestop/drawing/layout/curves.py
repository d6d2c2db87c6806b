"""Where the spaces of a route lie: evenly along one gentle curve between its two ends.

Plain loops over numbers and arrays, so that the development tool that arranges a board
(`tools/boards/arrange.py`) compiles these same functions and calls them a million times.

All lengths are board units, y grows downwards, and a curve is a cubic Bézier. Its control points
stand over the thirds of the straight line, `bend_a` and `bend_b` to its right seen from the start.
"""

from __future__ import annotations

import math
from typing import Any

STEPS = 32
"""Pieces into which a curve is cut to measure it."""


def trace(points: Any, ends: Any, bend_a: float, bend_b: float) -> float:
    """Write the points of a curve; return its length.

    Args:
        points: room for (STEPS + 1, 3) numbers: x, y and the length from the start.
        ends: x and y of the start, x and y of the end.
        bend_a: where the first control point stands.
        bend_b: where the second one stands.
    """
    ax, ay, bx, by = ends[0], ends[1], ends[2], ends[3]
    dx, dy = bx - ax, by - ay
    chord = math.hypot(dx, dy) + 1e-9
    nx, ny = -dy / chord, dx / chord
    px, py = ax + dx / 3 + nx * bend_a, ay + dy / 3 + ny * bend_a
    qx, qy = ax + dx * 2 / 3 + nx * bend_b, ay + dy * 2 / 3 + ny * bend_b
    length = 0.0
    for step in range(STEPS + 1):
        t = step / STEPS
        u = 1 - t
        c0, c1, c2, c3 = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        x = c0 * ax + c1 * px + c2 * qx + c3 * bx
        y = c0 * ay + c1 * py + c2 * qy + c3 * by
        if step:
            length += math.hypot(x - points[step - 1, 0], y - points[step - 1, 1])
        points[step, 0] = x
        points[step, 1] = y
        points[step, 2] = length
    return length


def place(out: Any, points: Any, pads: Any, tracks: int, apart: float) -> float:
    """Lay the spaces of parallel tracks evenly along a traced curve; return their pitch.

    Args:
        out: room for (spaces * tracks, 4) numbers: x, y, and cosine and sine of the direction;
            the tracks of one step lie beside one another, the first on the left.
        points: the curve, from `trace`.
        pads: what stays free at the start and at the end.
        tracks: how many tracks run side by side.
        apart: from the middle of one track to the middle of the next.
    """
    spaces = out.shape[0] // tracks
    length = points[STEPS, 2]
    pitch = (length - pads[0] - pads[1]) / spaces
    step = 1
    for space in range(spaces):
        at = pads[0] + (space + 0.5) * pitch
        while step < STEPS and points[step, 2] < at:
            step += 1
        dx = points[step, 0] - points[step - 1, 0]
        dy = points[step, 1] - points[step - 1, 1]
        piece = math.hypot(dx, dy) + 1e-9
        cos, sin = dx / piece, dy / piece
        beyond = at - points[step - 1, 2]
        x = points[step - 1, 0] + cos * beyond
        y = points[step - 1, 1] + sin * beyond
        # The direction turns from piece to piece; between their middles it is mixed.
        other = step + 1 if beyond > piece / 2 else step - 1
        if 1 <= other <= STEPS:
            share = abs(beyond / piece - 0.5)
            ex = points[other, 0] - points[other - 1, 0]
            ey = points[other, 1] - points[other - 1, 1]
            cos = dx * (1 - share) + ex * share
            sin = dy * (1 - share) + ey * share
            size = math.hypot(cos, sin) + 1e-9
            cos, sin = cos / size, sin / size
        for track in range(tracks):
            offset = (track - (tracks - 1) / 2) * apart
            row = space * tracks + track
            out[row, 0] = x - sin * offset
            out[row, 1] = y + cos * offset
            out[row, 2] = cos
            out[row, 3] = sin
    return pitch


def overlap(a: Any, b: Any, margin: float) -> float:
    """The depth to which two rotated rectangles overlap; 0 if they are `margin` apart.

    Args:
        a: x, y, cosine and sine of its direction, half its length, half its width.
        b: the same of the other.
        margin: the gap that must remain between them.
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    reach = math.hypot(a[4], a[5]) + math.hypot(b[4], b[5]) + margin
    if dx * dx + dy * dy >= reach * reach:
        return 0.0
    cross = abs(a[2] * b[3] - a[3] * b[2])
    along = abs(a[2] * b[2] + a[3] * b[3])
    # The separating axes of two rectangles are the directions of their sides.
    deep = a[4] + b[4] * along + b[5] * cross - abs(dx * a[2] + dy * a[3])
    deep = min(deep, a[5] + b[4] * cross + b[5] * along - abs(dy * a[2] - dx * a[3]))
    deep = min(deep, b[4] + a[4] * along + a[5] * cross - abs(dx * b[2] + dy * b[3]))
    deep = min(deep, b[5] + a[4] * cross + a[5] * along - abs(dy * b[2] - dx * b[3]))
    return max(0.0, deep + margin)


def disc_overlap(disc: Any, b: Any, margin: float) -> float:
    """The depth to which a disc (x, y, radius) lies in a rotated rectangle; 0 if `margin` apart."""
    dx, dy = disc[0] - b[0], disc[1] - b[1]
    along = max(0.0, abs(dx * b[2] + dy * b[3]) - b[4])
    across = max(0.0, abs(dy * b[2] - dx * b[3]) - b[5])
    return max(0.0, disc[2] + margin - math.hypot(along, across))
