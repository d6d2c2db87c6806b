"""Read a drawing in pixels back as an array."""

from __future__ import annotations

import struct
import zlib
from typing import Any, Final

import numpy as np
import numpy.typing as npt

PAPER: Final = 255
"""What shows through where a picture is not opaque: white."""

_CHANNELS: Final = {2: 3, 6: 4}
"""Channels by the kind of colour that a PNG file names."""

Bytes = npt.NDArray[np.uint8]


def rgb(png: bytes) -> Bytes:
    """Return the pixels of a PNG file as `uint8[height, width, 3]`.

    Args:
        png: the file, with eight bits a channel and not interlaced, as `Picture.png` makes it.

    Raises:
        ValueError: the file is of another kind.
    """
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", png[16:29])
    if depth != 8 or interlaced or colour not in _CHANNELS:
        raise ValueError("only PNG files with eight bits a channel, not interlaced, can be read")
    channels = _CHANNELS[colour]
    stored = np.frombuffer(zlib.decompress(_content(png)), dtype=np.uint8)
    lines = stored.reshape(height, 1 + width * channels)
    pixels = np.zeros((height, width, channels), dtype=np.uint8)
    above: Any = np.zeros((width, channels), dtype=np.uint8)
    for row in range(height):
        above = _line(int(lines[row, 0]), lines[row, 1:].reshape(width, channels), above)
        pixels[row] = above
    if channels == 3:
        return pixels
    share = pixels[..., 3:].astype(np.uint16)
    mixed = pixels[..., :3] * share + PAPER * (255 - share)
    return ((mixed + 127) // 255).astype(np.uint8)


def _content(png: bytes) -> bytes:
    """Return the compressed content of a PNG file."""
    content, at = b"", 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            content += png[at + 8 : at + 8 + length]
        at += length + 12
    return content


def _line(kind: int, line: Bytes, above: Bytes) -> Any:
    """Undo the filter of a line of pixels (PNG specification, chapter 9)."""
    if kind == 0:
        return line
    if kind == 1:
        return np.cumsum(line, axis=0, dtype=np.uint8)
    if kind == 2:
        return line + above
    done = np.zeros_like(line)
    for channel in range(line.shape[1]):
        left = corner = 0
        upper: list[int] = above[:, channel].tolist()
        for place, (value, up) in enumerate(zip(line[:, channel].tolist(), upper, strict=True)):
            guess = (left + up) // 2 if kind == 3 else _nearest(left, up, corner)
            left, corner = (value + guess) & 255, up
            done[place, channel] = left
    return done


def _nearest(left: int, up: int, corner: int) -> int:
    """Return whichever of three neighbours is nearest to left + up - corner (A. W. Paeth, 1991)."""
    aim = left + up - corner
    return min((left, up, corner), key=lambda value: abs(aim - value))
