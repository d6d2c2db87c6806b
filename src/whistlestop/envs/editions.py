"""Find the edition that an environment plays: a built-in one, a file, or a small study board."""

from __future__ import annotations

import os
from functools import lru_cache
from importlib import resources
from os import PathLike
from typing import Final

from whistlestop.editions.load import EditionError, all_names, load, loads
from whistlestop.editions.model import Edition
from whistlestop.editions.reading import near_matches

STUDY_BOARDS: Final = ("tiny", "middle")
"""The names of small boards for research. Only environments offer these boards."""


def edition_of(edition: str | PathLike[str] | Edition) -> Edition:
    """Return the edition that a name, a path or an edition stands for.

    Args:
        edition: the name of a built-in edition or of one of `STUDY_BOARDS`, the path of an edition
            file, or an edition, which is returned unchanged.

    Raises:
        EditionError: there is no such edition, or its file has faults.
        TypeError: `edition` is neither a name nor a path nor an edition.
    """
    if isinstance(edition, Edition):
        return edition
    if edition in STUDY_BOARDS:
        return _study_board(str(edition))
    if isinstance(edition, str) and not _is_path(edition) and edition not in all_names():
        known = (*all_names(), *STUDY_BOARDS)
        raise EditionError(
            f'There is no edition "{edition}".',
            (
                f"expected one of {', '.join(known)}, or the path of a .toml file, "
                f'found "{edition}"; {near_matches(edition, known)}',
            ),
        )
    return load(edition)


def _is_path(text: str) -> bool:
    return text.endswith(".toml") or "/" in text or os.sep in text


@lru_cache
def _study_board(name: str) -> Edition:
    file = f"{name}.toml"
    folder = resources.files("whistlestop.envs").joinpath("boards")
    return loads(folder.joinpath(file).read_text(encoding="utf-8"), file)
