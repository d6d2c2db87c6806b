"""Print plain marks in place of typographic marks that the encoding of the output lacks.

Numbers are written with a true minus sign, and with a narrow space between thousands. These marks
are missing from the encodings of older terminals and of redirected output on Windows.
"""

from __future__ import annotations

import codecs
import io
import sys
from typing import Final

_PLAIN: Final = {
    "−": "-",
    "–": "-",
    "—": "-",
    "\u00a0": " ",
    "\u2009": " ",
    "\u202f": " ",
    "“": '"',
    "”": '"',
    "„": '"',
    "«": '"',
    "»": '"',
    "\u2018": "'",
    "\u2019": "'",
    "…": "...",
    "×": "x",
    "±": "+-",
    "·": "-",
    "•": "*",
    "→": "->",
}
"""The plain text that replaces each typographic mark. Letters are never replaced, because a name
must not change silently."""

_HANDLER: Final = "whistlestop.plain_marks"


def write_plain_marks() -> None:
    """Set standard output and standard error to replace marks that they cannot encode.

    A stream does not change if the user chose its error handling with `PYTHONIOENCODING`.
    """
    codecs.register_error(_HANDLER, _plain)
    for stream, usual in ((sys.stdout, "strict"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper) and stream.errors == usual:
            stream.reconfigure(errors=_HANDLER)


def _plain(error: UnicodeError) -> tuple[str, int]:
    """Handle an encoding error: return the plain text for a mark that cannot be encoded.

    Returns:
        The text to write, and the position in the text where encoding continues.

    Raises:
        UnicodeError: the character has no plain text in `_PLAIN`.
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    mark = _PLAIN.get(error.object[error.start])
    if mark is None:
        raise error
    return mark, error.start + 1
