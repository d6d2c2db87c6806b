"""Show pictures in terminals that are known to support them.

There are two common protocols: Kitty's and iTerm2's. Environment variables show which protocol the
terminal supports. If the variables leave this open, no picture is sent, because an unsupported
picture would fill the screen with characters.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from enum import Enum
from typing import Final


class Way(Enum):
    """A terminal's graphics protocol."""

    KITTY = "kitty"
    ITERM = "iterm"


_BY_PROGRAM: Final = {
    "ghostty": Way.KITTY,
    "iTerm.app": Way.ITERM,
    "WezTerm": Way.ITERM,
}
"""The protocols by the value of `TERM_PROGRAM`."""

_BY_TERM: Final = {"xterm-kitty": Way.KITTY, "xterm-ghostty": Way.KITTY}
"""The protocols by the value of `TERM`, which is the only variable that SSH passes on."""

_CHUNK: Final = 4096
"""The maximum number of characters in one piece of a picture in Kitty's protocol."""


def way_of(environment: Mapping[str, str]) -> Way | None:
    """Return the protocol that the terminal supports, or None if no protocol is known.

    Inside tmux or screen the result is None, because they do not pass pictures on.

    Args:
        environment: the environment variables of this process.
    """
    term = environment.get("TERM", "")
    # Terminal multiplexers drop pictures or print them as characters.
    if "TMUX" in environment or "STY" in environment or term.startswith(("screen", "tmux", "dumb")):
        return None
    if term in _BY_TERM:
        return _BY_TERM[term]
    program = environment.get("TERM_PROGRAM", "")
    if program:
        return _BY_PROGRAM.get(program)
    return Way.KITTY if "KITTY_WINDOW_ID" in environment else None


def sequence(way: Way, png: bytes, columns: int) -> str:
    """Return the text that makes a terminal show a picture and continue below it.

    Args:
        way: the protocol that the terminal supports.
        png: the picture.
        columns: the width of the picture in characters. The picture keeps its proportions.
    """
    data = base64.b64encode(png).decode("ascii")
    if way is Way.ITERM:
        head = f"inline=1;size={len(png)};width={columns};preserveAspectRatio=1"
        return f"\x1b]1337;File={head}:{data}\x07\n"
    pieces = [data[start : start + _CHUNK] for start in range(0, len(data), _CHUNK)]
    out: list[str] = []
    for number, piece in enumerate(pieces, start=1):
        # q=2 suppresses the terminal's answer, which would be read as typed characters.
        first = f"a=T,f=100,q=2,c={columns}," if number == 1 else "q=2,"
        out.append(f"\x1b_G{first}m={int(number < len(pieces))};{piece}\x1b\\")
    return "".join(out) + "\n"
