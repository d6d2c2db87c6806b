"""Check the displayed names of players, and find names that look alike.

Names are untrusted input: people type names, programs send names, and records contain names. Every
name goes through `displayed_name`. Every table uses `distinct`, so that no player can impersonate
another player.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

LONGEST_NAME: Final = 24
"""The maximum length in characters of a name that a player chooses."""

LONGEST_AT_TABLE: Final = LONGEST_NAME + 3
"""The maximum length in characters of a name at a table, where a number may follow: `Ada 2`."""

LONGEST_BOT: Final = 250
"""The maximum length in characters of a bot's name, which may be the path of a file."""

MOST_MARKS: Final = 4
"""The maximum number of combining marks on one letter. Hebrew and Vietnamese need up to three."""

_BLANKS: Final = frozenset(("\u2800", "\ufffc", "\U0001d159"))
"""Characters that look empty but that Unicode does not count as spaces: braille blank, object
replacement, null notehead."""

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
"""Invisible characters that are not format characters (category Cf). Nearly all of them are
default-ignorable characters of Unicode."""

_REFUSED: Final = frozenset(("Cc", "Cn", "Co", "Cs"))
"""Categories of characters that are not allowed in names, because no standard says how they look:
control, unassigned, private use, surrogate."""


def displayed_name(text: str, longest: int = LONGEST_NAME) -> str | None:
    """Return the form in which a name is stored and shown, or None if the text cannot be a name.

    The name is normalized (NFKC). Each run of white space becomes one space. Invisible characters
    are removed: format characters (including those that change the direction of writing), variation
    selectors and fillers. A name that is already in this form is returned unchanged.

    A text cannot be a name if its displayed form would be empty or too long, has a control,
    unassigned, private-use or surrogate character, or has combining marks without a letter or more
    than `MOST_MARKS` on one letter. A text of more than 8 * `longest` characters cannot be a name
    either.

    Args:
        text: the name that a player asks for.
        longest: the maximum length of the displayed form in characters.
    """
    # This bound limits the work for untrusted text.
    if len(text) > 8 * longest:
        return None
    name = text
    for _ in range(2):
        # The second pass is needed because removing a character can leave two that combine.
        kept = "".join(" " if c in _BLANKS else c for c in name if not _is_invisible(c))
        name = " ".join(unicodedata.normalize("NFKC", kept).split())
    if not 1 <= len(name) <= longest:
        return None
    if any(_is_refused(c) for c in name):
        return None
    return name if _marks_have_letters(name) else None


def is_at_table(name: str) -> bool:
    """Return whether a name is in displayed form and has at most `LONGEST_AT_TABLE` characters."""
    return displayed_name(name, LONGEST_AT_TABLE) == name


def is_bot(name: str) -> bool:
    """Return whether a text is one visible line of at most `LONGEST_BOT` characters.

    Only such a text can be the name of a bot.
    """
    return name.isprintable() and displayed_name(name, LONGEST_BOT) is not None


@lru_cache(maxsize=4096)
def mended(name: str, instead: str, longest: int = LONGEST_AT_TABLE) -> str:
    """Return a name that may be displayed (see `displayed_name`), made from any stored text.

    Earlier versions stored names that are not allowed any more.

    Args:
        name: the stored text. If it is a name in displayed form with at most `longest` characters,
            it is returned unchanged.
        instead: the name to return if no displayed name can be made from the text.
        longest: the maximum length, in characters, of a name that is made from the text.
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
    """Return whether each word of a name begins with a letter or sign, not with a combining mark.

    The result is also False if more than `MOST_MARKS` combining marks follow one character.
    """
    marks = MOST_MARKS  # A name must not begin with a combining mark.
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
    """Return the skeleton of a name (UTS #39). Names that look alike have equal skeletons.

    A skeleton is used only for comparisons and is never shown.
    """
    table = _prototypes()
    return "".join(table.get(c, c) for c in unicodedata.normalize("NFD", name))


def distinct(names: Iterable[str], alike: Callable[[str], str] | None = None) -> tuple[str, ...]:
    """Return the names in their order, changed so that no two of them look alike.

    A name that looks like an earlier name gets a number: `Ada`, `Ada 2`. If the name has more than
    `LONGEST_NAME` characters, it is shortened to this length before the number is added.

    Args:
        names: the names that players ask for.
        alike: a function that returns equal texts for names that look alike. None uses `skeleton`.
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
    """Return, by look-alike character, the text that replaces it when names are compared."""
    # Imported late: this reads a large file, which only servers need.
    from confusable_homoglyphs.confusables import (  # pyright: ignore[reportMissingTypeStubs]
        confusables_data,  # pyright: ignore[reportUnknownVariableType]
    )

    data: dict[str, list[dict[str, Any]]] = confusables_data
    # The data list pairs of look-alikes. Texts that pairs connect, even over several steps, count
    # as alike. Some texts in the data contain direction marks, which names cannot contain.
    beside: defaultdict[str, set[str]] = defaultdict(set)
    for text, others in data.items():
        for other in others:
            beside[_bare(text)].add(_bare(other["c"]))
            beside[_bare(other["c"])].add(_bare(text))
    prototypes: dict[str, str] = {}
    for text in sorted(beside):
        if text not in prototypes:
            alike = _connected(beside, text)
            # If a character looks like several characters ("m" like "rn"), they replace it.
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
    """Return the texts that chains of look-alikes connect with `start`, including `start`.

    Args:
        beside: for each text, the texts that look like it.
        start: the first text.
    """
    found, new = {start}, [start]
    while new:
        for text in beside[new.pop()] - found:
            found.add(text)
            new.append(text)
    return found
