"""Which edition an environment plays: a built-in one, a file, or a small board for study."""

from __future__ import annotations

import os
from functools import lru_cache
from importlib import resources
from os import PathLike
from typing import Final

from whistlestop.editions.load import EditionError, load, loads, names
from whistlestop.editions.model import Edition
from whistlestop.editions.reading import near_matches

STUDY_BOARDS: Final = ("tiny", "middle")
"""Boards for study, which only environments know: no table offers them."""


def edition_of(edition: str | PathLike[str] | Edition) -> Edition:
    """The edition of a name, a file or a study board; an edition as it is.

    Args:
        edition: an edition; the name of a built-in one or of one of `STUDY_BOARDS`; or the path of
            an edition file.

    Raises:
        EditionError: there is no such edition, or its file has faults.
        TypeError: it is none of these.
    """
    if isinstance(edition, Edition):
        return edition
    if edition in STUDY_BOARDS:
        return _study_board(str(edition))
    if isinstance(edition, str) and not _is_path(edition) and edition not in names():
        known = (*names(), *STUDY_BOARDS)
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
