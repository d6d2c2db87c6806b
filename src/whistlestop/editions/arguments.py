"""Check the editions and numbers of players that callers hand in."""

from __future__ import annotations

from whistlestop.editions.model import Edition
from whistlestop.whole_numbers import whole_number


def checked_edition(edition: object) -> Edition:
    """Check that an argument is an edition, and return it.

    Args:
        edition: the argument.

    Raises:
        TypeError: the argument is not an edition.
    """
    if not isinstance(edition, Edition):
        raise TypeError(
            f"expected an edition, not {edition!r}; "
            "whistlestop.editions.load.load makes one of a name or of a file's path"
        )
    return edition


def checked_players(edition: Edition, players: object) -> int:
    """Check that an edition is for a number of players, and return the number as an int.

    Args:
        edition: the edition.
        players: the number of players.

    Raises:
        TypeError: the number is not a whole number.
        ValueError: the edition is for more or fewer players.
    """
    number = whole_number(players, "players")
    fewest, most = edition.players
    if not fewest <= number <= most:
        raise ValueError(f"{edition.title} is for {fewest} to {most} players, not {number}")
    return number
