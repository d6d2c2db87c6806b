"""Displayed names of players: which are allowed, and which look alike.

Names come from strangers: typed into a page, sent by programs, read from records. Every way in asks
`displayed_name`; every table uses `distinct`, so that nobody can pass for somebody else there.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

LONGEST_NAME: Final = 24
"""The most characters of a name that a player chooses."""

LONGEST_AT_TABLE: Final = LONGEST_NAME + 3
"""The most characters of a name at a table, where a number may follow: `Ada 2`."""

LONGEST_BOT: Final = 250
"""The most characters of a bot's name, which may be the path of a file."""

MOST_MARKS: Final = 4
"""The most combining marks on one letter; Hebrew and Vietnamese need up to three."""

_BLANKS: Final = frozenset(("\u2800", "\ufffc", "\U0001d159"))
"""Characters that show nothing, although Unicode does not count them as spaces: braille blank,
object replacement, null notehead."""

_INVISIBLE: Final = frozenset(
    [
        "\u034f",  # combining grapheme joiner
        *map(chr, (0x115F, 0x1160, 0x3164, 0xFFA0)),  # Hangul fillers
        *map(chr, (0x17B4, 0x17B5)),  # Khmer inherent vowels
        *map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10))),  # variation selectors
        *map(chr, range(0xE0100, 0xE01F0)),
        "\U00016fe4",  # Khitan small script filler
    ]
)
"""Characters without a form of their own that are not format characters (category Cf): nearly all
are the default-ignorable ones of Unicode."""

_REFUSED: Final = frozenset(("Cc", "Cn", "Co", "Cs"))
"""Categories without any agreed appearance: control, unassigned, private use, surrogate."""


def displayed_name(text: str, longest: int = LONGEST_NAME) -> str | None:
    """The form in which a name is kept and shown, or None if the text cannot be a name.

    The form is normalized (NFKC), runs of white space become single spaces, and characters that
    are never seen are dropped: format characters, among them those that change the direction of
    writing, variation selectors and fillers. Given a name in this form, the result is the same.

    Args:
        text: what somebody wants to be called.
        longest: the most characters that the displayed form may have.
    """
    # The bound keeps work small; nothing that is far longer becomes short.
    if len(text) > 8 * longest:
        return None
    name = text
    for _ in range(2):
        # What is dropped may have stood between characters that now combine.
        kept = "".join(" " if c in _BLANKS else c for c in name if not _is_invisible(c))
        name = " ".join(unicodedata.normalize("NFKC", kept).split())
    if not 1 <= len(name) <= longest:
        return None
    if any(_is_refused(c) for c in name):
        return None
    return name if _marks_have_letters(name) else None


def is_at_table(name: str) -> bool:
    """Whether a name at a table is in the form in which names are displayed."""
    return displayed_name(name, LONGEST_AT_TABLE) == name


def is_bot(name: str) -> bool:
    """Whether a text can be the name of a bot: one line that can be seen, and not too long."""
    return name.isprintable() and displayed_name(name, LONGEST_BOT) is not None


@lru_cache(maxsize=4096)
def mended(name: str, instead: str, longest: int = LONGEST_AT_TABLE) -> str:
    """A displayed name made of any text: earlier versions kept names that could not be displayed.

    Args:
        name: what was kept; a name in the displayed form stays as it is.
        instead: the result where nothing of it can be displayed.
        longest: the most characters of the result.
    """
    displayed = displayed_name(name, longest)
    if displayed is None:
        sound = (c for c in name[: 8 * longest] if c.isspace() or not _is_refused(c))
        displayed = displayed_name("".join(sound)[:longest], longest)
    return displayed or instead


def _is_refused(character: str) -> bool:
    return unicodedata.category(character) in _REFUSED or _is_invisible(character)


def _is_invisible(character: str) -> bool:
    return character in _INVISIBLE or unicodedata.category(character) == "Cf"


def _marks_have_letters(name: str) -> bool:
    """Whether every combining mark follows a letter, and none carries a tower of them."""
    marks = MOST_MARKS  # none may begin a name
    for character in unicodedata.normalize("NFD", name):
        if character == " ":
            marks = MOST_MARKS
        elif unicodedata.category(character).startswith("M"):
            marks += 1
            if marks > MOST_MARKS:
                return False
        else:
            marks = 0
    return True


# Look-alikes ----------------------------------------------------------------------------------


def skeleton(name: str) -> str:
    """A text that two names share if they look alike, as in UTS #39; nobody is shown it."""
    table = _prototypes()
    return "".join(table.get(c, c) for c in unicodedata.normalize("NFD", name))


def distinct(names: Iterable[str], alike: Callable[[str], str] | None = None) -> tuple[str, ...]:
    """The names with a number after each that looks like an earlier one: `Ada`, `Ada 2`.

    A name that is too long for a number behind it is cut.

    Args:
        names: what people want to be called.
        alike: gives the same text for names that count as one; None = `skeleton`.
    """
    alike = alike or skeleton
    found: list[str] = []
    taken: set[str] = set()
    for name in names:
        number, unique = 1, name
        while (seen := alike(unique)) in taken:
            number += 1
            unique = f"{name[:LONGEST_NAME].rstrip()} {number}"
        found.append(unique)
        taken.add(seen)
    return tuple(found)


@lru_cache(maxsize=1)
def _prototypes() -> Mapping[str, str]:
    """The text that stands in a skeleton for each character that looks like others."""
    # It reads a large file, which only servers need.
    from confusable_homoglyphs.confusables import (  # pyright: ignore[reportMissingTypeStubs]
        confusables_data,  # pyright: ignore[reportUnknownVariableType]
    )

    data: dict[str, list[dict[str, Any]]] = confusables_data
    # The data are pairs, each in both directions: what is connected looks alike. Some texts in
    # them have marks of direction around them, which names have not.
    beside: defaultdict[str, set[str]] = defaultdict(set)
    for text, others in data.items():
        for other in others:
            beside[_bare(text)].add(_bare(other["c"]))
            beside[_bare(other["c"])].add(_bare(text))
    prototypes: dict[str, str] = {}
    for text in sorted(beside):
        if text not in prototypes:
            alike = _connected(beside, text)
            # Where a character looks like several ("m" like "rn"), those stand for it.
            prototype = min(alike, key=lambda text: (-len(text), text))
            prototypes |= dict.fromkeys(alike, prototype)
    return {
        text: "".join(prototypes.get(c, c) for c in prototype) if len(prototype) > 1 else prototype
        for text, prototype in prototypes.items()
        if len(text) == 1
    }


def _bare(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", text) if not _is_invisible(c))


def _connected(beside: Mapping[str, set[str]], start: str) -> set[str]:
    """The texts that can be reached from one."""
    found, new = {start}, [start]
    while new:
        for text in beside[new.pop()] - found:
            found.add(text)
            new.append(text)
    return found
