"""Find editions by the names that users type on the command line."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from whistlestop.cli.failures import Failure

if TYPE_CHECKING:
    from whistlestop.editions.model import Edition


def is_file(name: str) -> bool:
    """Return whether a name is the path of an edition file, not the name of a built-in edition."""
    return name.endswith(".toml") or "/" in name or os.sep in name


def edition_named(name: str) -> Edition:
    """Return the edition that a user names.

    Args:
        name: the path of an edition file, or the name or title of a built-in edition in any
            language. The beginning of a name or title is enough. Accents and capital letters do not
            matter.

    Raises:
        Failure: there is no such edition, the name fits several editions, or the file has errors.
    """
    from whistlestop.editions.load import EditionError, load

    try:
        return load(name if is_file(name) else _meant(name))
    except EditionError as error:
        raise Failure(str(error)) from error


def _meant(words: str) -> str:
    """Return the name of the built-in edition that a user's words mean.

    Words that fit no built-in edition are returned unchanged.

    Raises:
        Failure: the words fit several editions.
    """
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
    """Return the names of the built-in editions that begin with a text, for shell completion."""
    from whistlestop.editions.load import names

    return [name for name in names() if name.startswith(incomplete.casefold())]
