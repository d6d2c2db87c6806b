"""Pictures in a terminal, where it is sure that it shows them.

Two ways are common: that of Kitty, and that of iTerm2. A terminal says by its environment which of
them it knows; where nothing is said, or something stands between, nothing is sent that would
appear as a screen full of letters.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from enum import Enum
from typing import Final


class Way(Enum):
    """A way in which terminals show pictures."""

    KITTY = "kitty"
    ITERM = "iterm"


_BY_PROGRAM: Final = {
    "ghostty": Way.KITTY,
    "iTerm.app": Way.ITERM,
    "WezTerm": Way.ITERM,
}
"""What `TERM_PROGRAM` says."""

_BY_TERM: Final = {"xterm-kitty": Way.KITTY, "xterm-ghostty": Way.KITTY}
"""What `TERM` says; unlike the others it is known on the far side of SSH, too."""

_CHUNK: Final = 4096
"""Letters in one piece of a picture, as Kitty takes them."""


def way_of(environment: Mapping[str, str]) -> Way | None:
    """The way in which this terminal shows pictures; None if that is not sure.

    Args:
        environment: of this process.
    """
    term = environment.get("TERM", "")
    # What multiplexes terminals swallows pictures, or spills them.
    if "TMUX" in environment or "STY" in environment or term.startswith(("screen", "tmux", "dumb")):
        return None
    if term in _BY_TERM:
        return _BY_TERM[term]
    program = environment.get("TERM_PROGRAM", "")
    if program:
        return _BY_PROGRAM.get(program)
    return Way.KITTY if "KITTY_WINDOW_ID" in environment else None


def sequence(way: Way, png: bytes, columns: int) -> str:
    """What has a terminal show a picture, as wide as so many letters, and go on below it.

    Args:
        way: in which it shows pictures.
        png: the picture.
        columns: how wide it becomes; its height follows.
    """
    data = base64.b64encode(png).decode("ascii")
    if way is Way.ITERM:
        head = f"inline=1;size={len(png)};width={columns};preserveAspectRatio=1"
        return f"\x1b]1337;File={head}:{data}\x07\n"
    pieces = [data[start : start + _CHUNK] for start in range(0, len(data), _CHUNK)]
    out: list[str] = []
    for number, piece in enumerate(pieces, start=1):
        # q=2: the terminal answers nothing, which would be taken for typed letters.
        first = f"a=T,f=100,q=2,c={columns}," if number == 1 else "q=2,"
        out.append(f"\x1b_G{first}m={int(number < len(pieces))};{piece}\x1b\\")
    return "".join(out) + "\n"
