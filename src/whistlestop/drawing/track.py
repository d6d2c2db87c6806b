"""Draw the score track: a hundred fields in a board's frame, with 0 in the lower left corner."""

from __future__ import annotations

from whistlestop.drawing.layout.layout import Layout
from whistlestop.drawing.markup import number, text

FIELDS = 100


def field(layout: Layout, points: int) -> tuple[float, float, float, float]:
    """Return left, top, width and height of the field for a score, in board units.

    The fields go up the left side, right along the top, down, and back along the bottom.

    Args:
        layout: the board's layout.
        points: any score. Only the last two digits count.
    """
    frame = layout.frame
    wide, high = layout.width - 2 * frame, layout.height - 2 * frame
    across = round((FIELDS - 4) / 2 * wide / (wide + high))
    up = (FIELDS - 4) // 2 - across
    left, right = 0, layout.width - frame
    top, bottom = 0, layout.height - frame
    at = points % FIELDS
    if at == 0:
        return (left, bottom, frame, frame)
    if at <= up:
        return (left, bottom - at * high / up, frame, high / up)
    at -= up + 1
    if at == 0:
        return (left, top, frame, frame)
    if at <= across:
        return (frame + (at - 1) * wide / across, top, wide / across, frame)
    at -= across + 1
    if at == 0:
        return (right, top, frame, frame)
    if at <= up:
        return (right, frame + (at - 1) * high / up, frame, high / up)
    at -= up + 1
    if at == 0:
        return (right, bottom, frame, frame)
    return (right - at * wide / across, bottom, wide / across, frame)


def draw(layout: Layout) -> str:
    """Return the board's frame with the fields of the score track and their numbers, as SVG."""
    frame, inner = layout.frame, layout.frame - 5
    lines: list[str] = []
    numbers: list[str] = []
    for points in range(FIELDS):
        x, y, wide, high = field(layout, points)
        # Draw only one line between two fields.
        if wide == frame == high or x not in (0, layout.width - frame):
            lines.append(f"M{number(x)} {number(y)}v{frame}")
        if wide == frame == high or x in (0, layout.width - frame):
            lines.append(f"M{number(x)} {number(y)}h{frame}")
        ten = points % 10 == 0
        y += high / 2 + (20 if ten else 17) * 0.35
        numbers.append(text(str(points), x + wide / 2, y, 20 if ten else 0, "ten" if ten else ""))
    right, bottom = layout.width - frame, layout.height - frame
    lines += [f"M{frame} {bottom}v{frame}", f"M{right} {frame}h{frame}"]
    outline = (
        f'<path class="frame" fill-rule="evenodd" d="M0 0H{layout.width}V{layout.height}H0Z'
        f'M{frame} {frame}V{bottom}H{right}V{frame}Z"/>'
    )
    ticks = (
        f'<path class="frame-line" stroke-width=".8" stroke-opacity=".55" d="{"".join(lines)}"/>'
    )
    rims = (
        f'<path class="frame-line" stroke-width="2.5" d="M1.5 1.5H{layout.width - 1.5}'
        f'V{layout.height - 1.5}H1.5ZM{frame} {frame}H{right}V{bottom}H{frame}Z"/>'
        f'<path class="frame-line" stroke-width=".8" d="M{inner} {inner}H{layout.width - inner}'
        f'V{layout.height - inner}H{inner}Z"/>'
    )
    return (
        f'<g class="track">{outline}{ticks}{rims}'
        f'<g class="field" font-size="17">{"".join(numbers)}</g></g>'
    )
