"""Write plain marks where the encoding of the output lacks typographic ones.

Numbers have a true minus sign, and a narrow space between thousands. The encodings of older
terminals, and of files that Windows makes of redirected output, lack them.
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
"""What is written instead of a mark. Letters are not listed: a name must not change silently."""

_HANDLER: Final = "whistlestop.plain_marks"


def write_plain_marks() -> None:
    """Have standard output and standard error write plain marks for those that they cannot encode.

    Streams for which the user chose how errors are handled (`PYTHONIOENCODING`) stay as they are.
    """
    codecs.register_error(_HANDLER, _plain)
    for stream, usual in ((sys.stdout, "strict"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper) and stream.errors == usual:
            stream.reconfigure(errors=_HANDLER)


def _plain(error: UnicodeError) -> tuple[str, int]:
    """Return the plain mark for a character that cannot be encoded, and where to go on.

    Raises:
        UnicodeError: the character has no plain mark.
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    mark = _PLAIN.get(error.object[error.start])
    if mark is None:
        raise error
    return mark, error.start + 1
