"""Editions as people name them on the command line: as forgiving as cities are in a game."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from whistlestop.cli.failures import Failure

if TYPE_CHECKING:
    from whistlestop.editions.model import Edition


def is_file(name: str) -> bool:
    """Whether an edition is named by its file."""
    return name.endswith(".toml") or "/" in name or os.sep in name


def edition_named(name: str) -> Edition:
    """The edition that somebody means.

    Args:
        name: a built-in edition's name or title in any language, or the beginning of one, however
            it is written; or the path of an edition file.

    Raises:
        Failure: there is none, or several begin like this, or the file has faults.
    """
    from whistlestop.editions.load import EditionError, load

    try:
        return load(name if is_file(name) else _meant(name))
    except EditionError as error:
        raise Failure(str(error)) from error


def _meant(words: str) -> str:
    """The name of the edition that is called so; the words themselves if there is none."""
    from whistlestop.editions.finding import ways
    from whistlestop.editions.load import load, names
    from whistlestop.language import LANGUAGES, language

    if words in names():
        return words
    called: dict[str, str] = {}
    for name in names():
        titles = [language(code).say_or(f"edition_title.{name}", name) for code in LANGUAGES]
        for title in (name, load(name).title, *titles):
            for way in ways(title):
                called.setdefault(way, name)
    typed = [way for way in ways(words) if way]
    exact = {called[way] for way in typed if way in called}
    begun = {name for way, name in called.items() for one in typed if way.startswith(one)}
    found = exact or begun
    if len(found) > 1:
        raise Failure(f"{words!r} may be {' or '.join(sorted(found))}; write more of it")
    return found.pop() if found else words


def complete_edition(incomplete: str) -> list[str]:
    """The built-in editions that begin like this, for the completion of shells."""
    from whistlestop.editions.load import names

    return [name for name in names() if name.startswith(incomplete.casefold())]
