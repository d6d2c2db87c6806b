"""Numbers and other texts on terminals whose encoding lacks typographic marks."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

PRINTING = """
import sys
from whistlestop.cli.main import main
from whistlestop.language import language

numbers = [language(code).number(-12345.5) for code in ("en", "fr")]
sys.modules["whistlestop.cli.main"].app = lambda: print(*numbers, "“x…” ±", file=sys.{})
main()
"""


def printed(stream: str, encoding: str, what: str = "") -> subprocess.CompletedProcess[bytes]:
    """Return a process that printed numbers as the command line does."""
    program = PRINTING.format(stream).replace("x…", what or "x…")
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    return subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        capture_output=True,
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize("encoding", ["ascii", "cp437", "cp1252", "latin-1"])
def test_marks_that_the_encoding_lacks_are_plain(encoding: str) -> None:
    said = printed("stdout", encoding)
    assert said.returncode == 0, said.stderr.decode()
    words = said.stdout.decode(encoding)
    for mark, plain in (("“", '"'), ("”", '"'), ("…", "..."), ("±", "+-"), ("\u00a0", " ")):
        words = words.replace(mark, plain)
    assert words.strip() == '-12,345.5 -12 345,5 "x..." +-'


def test_marks_that_the_encoding_has_stay() -> None:
    said = printed("stdout", "utf-8")
    assert said.stdout.decode().strip() == "−12,345.5 −12\u202f345,5 “x…” ±"


def test_errors_are_plain_too() -> None:
    assert printed("stderr", "ascii").stderr.decode().strip() == '-12,345.5 -12 345,5 "x..." +-'


def test_letters_do_not_change_silently() -> None:
    said = printed("stdout", "ascii", "ü")
    assert said.returncode != 0
    assert b"UnicodeEncodeError" in said.stderr


def test_the_choice_of_the_user_counts() -> None:
    assert printed("stdout", "ascii:backslashreplace").stdout.startswith(rb"\u2212")
