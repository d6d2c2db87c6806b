"""The positions of a route's spaces: at even distances along one curve between its two ends.

The functions are plain loops over numbers and arrays, so that `arrange` can compile them and call
them a million times.

All lengths are board units, and y grows downwards. A curve is a cubic Bézier. Its control points
are beside the thirds of the straight line: `bend_a` and `bend_b` units to the right, seen from the
start.
"""

from __future__ import annotations

import math
from typing import Any

STEPS = 32
"""The number of straight pieces with which a curve is measured."""


def trace(points: Any, ends: Any, bend_a: float, bend_b: float) -> float:
    """Write the points of a curve, and return its length.

    Args:
        points: an array for (STEPS + 1, 3) numbers: x, y and the length from the start.
        ends: x and y of the start, x and y of the end.
        bend_a: how far the first control point is to the right of the straight line from start to
            end, in board units.
        bend_b: how far the second control point is to the right of this line.
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


def place(out: Any, points: Any, pads: Any, tracks: int, apart: float, aside: float = 0.0) -> float:
    """Write the spaces of parallel tracks at even distances along a curve, and return their pitch.

    Args:
        out: an array for (spaces * tracks, 4) numbers: x, y, and cosine and sine of the direction.
            Spaces that are side by side are in consecutive rows, from the left track to the right.
        points: the curve, from `trace`.
        pads: the lengths without spaces at the start and at the end.
        tracks: the number of parallel tracks.
        apart: the distance between the middles of neighbouring tracks.
        aside: how far the middle of all tracks is to the right of the curve.
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
        # The direction is interpolated between the middles of two pieces.
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
            offset = aside + (track - (tracks - 1) / 2) * apart
            row = space * tracks + track
            out[row, 0] = x - sin * offset
            out[row, 1] = y + cos * offset
            out[row, 2] = cos
            out[row, 3] = sin
    return pitch


def overlap(a: Any, b: Any, margin: float) -> float:
    """Return by how much two rotated rectangles are too close to each other, or 0 if they are not.

    They are too close if they overlap or the gap between them is less than `margin`. Gaps are
    measured in the directions of the sides. The result is the smallest distance in one of these
    directions by which a rectangle would have to move.

    Args:
        a: x, y, cosine and sine of the direction, half the length, half the width.
        b: these six numbers of the second rectangle.
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
    """Return by how much a disc and a rotated rectangle are too close, or 0 if they are not.

    They are too close if they overlap or the gap between them is less than `margin`. The result is
    then the radius of the disc plus `margin`, minus the distance of the disc's centre from the
    rectangle. This distance is 0 if the centre is inside.

    Args:
        disc: x, y and radius.
        b: x, y, cosine and sine of the direction, half the length, half the width.
        margin: the gap that must remain between them.
    """
    dx, dy = disc[0] - b[0], disc[1] - b[1]
    along = max(0.0, abs(dx * b[2] + dy * b[3]) - b[4])
    across = max(0.0, abs(dy * b[2] - dx * b[3]) - b[5])
    return max(0.0, disc[2] + margin - math.hypot(along, across))
