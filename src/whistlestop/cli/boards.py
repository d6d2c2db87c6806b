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


def variant_named(board: Edition, variant: str) -> Edition:
    """Return the variant that a user names.

    Args:
        board: the edition on whose board the variant is played.
        variant: the last part of the variant's name, such as `mega`, or the beginning of it.

    Raises:
        Failure: there is no such variant, or the beginning fits several variants.
    """
    from whistlestop.editions.load import is_built_in, load, short_name, variants_of

    full = variants_of(board.name) if is_built_in(board) else ()
    known = {short_name(name): name for name in full}
    wanted = variant.casefold().replace(" ", "-")
    found = [name for name in known if name == wanted] or [
        name for name in known if wanted and name.startswith(wanted)
    ]
    if len(found) == 1:
        return load(known[found[0]])
    if not known:
        raise Failure(f"{board.name} has no variants; leave --variant out")
    raise Failure(f"there is no variant {variant!r} of {board.name}; use {' or '.join(known)}")


def _meant(words: str) -> str:
    """Return the name of the built-in edition or variant that a user's words mean.

    Words can be the beginning of a name, or of a title in any language. Editions that are no
    variants come first: `u` means `usa`, and `usa m` means `usa-mega`. Words that fit nothing are
    returned unchanged.

    Raises:
        Failure: the words fit several editions.
    """
    from whistlestop.editions.finding import ways
    from whistlestop.editions.load import all_names, load, names, variants
    from whistlestop.language import LANGUAGES, language

    if words in all_names():
        return words
    typed = [way for way in ways(words) if way]
    for known in (names(), variants()):
        called: dict[str, str] = {}
        for name in known:
            titles = [language(code).say_or(f"edition_title.{name}", name) for code in LANGUAGES]
            for title in (name, load(name).title, *titles):
                for way in ways(title):
                    called.setdefault(way, name)
        exact = {called[way] for way in typed if way in called}
        begun = {name for way, name in called.items() for one in typed if way.startswith(one)}
        found = exact or begun
        if len(found) > 1:
            raise Failure(f"{words!r} may be {' or '.join(sorted(found))}; write more of it")
        if found:
            return found.pop()
    return words


def complete_edition(incomplete: str) -> list[str]:
    """Return the names of the built-in editions that begin with a text, for shell completion."""
    from whistlestop.editions.load import all_names

    return [name for name in all_names() if name.startswith(incomplete.casefold())]
