"""Check the editions and numbers of players that callers hand in."""

from __future__ import annotations

from whistlestop.editions.model import Edition
from whistlestop.whole_numbers import whole_number


def checked_edition(edition: object) -> Edition:
    """Return an edition as it is.

    Args:
        edition: what was handed in.

    Raises:
        TypeError: it is no edition.
    """
    if not isinstance(edition, Edition):
        raise TypeError(
            f"expected an edition, not {edition!r}; "
            "whistlestop.editions.load.load makes one of a name or of a file's path"
        )
    return edition


def checked_players(edition: Edition, players: object) -> int:
    """Return the number of players as an int if the edition is for so many.

    Args:
        edition: the edition.
        players: the number that was handed in.

    Raises:
        TypeError: it is no whole number.
        ValueError: the edition is for more or fewer.
    """
    number = whole_number(players, "players")
    fewest, most = edition.players
    if not fewest <= number <= most:
        raise ValueError(f"{edition.title} is for {fewest} to {most} players, not {number}")
    return number
