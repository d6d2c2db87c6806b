"""Refusals: answers to requests that are not carried out, each with a code and a sentence."""

from __future__ import annotations

from typing import Any


class Refusal(Exception):
    """A request that is not carried out. Nothing has changed."""

    def __init__(self, status: int, code: str, message: str, **details: Any) -> None:
        """Describe why the request is refused.

        Args:
            status: the HTTP status.
            code: the refusal's code in snake case, which pages translate.
            message: an English sentence for people.
            details: further values for programs, as JSON.
        """
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.details = details

    @property
    def body(self) -> dict[str, Any]:
        """The JSON body of the answer."""
        return {"code": self.code, "message": self.message, "details": self.details}


def no_table() -> Refusal:
    """Return the refusal of a request for a table that does not exist."""
    return Refusal(404, "no_table", "There is no such table.")


def damaged_table(entry: int) -> Refusal:
    """Return the refusal of a request for a table that must be repaired before it can be opened.

    Args:
        entry: the number of the first damaged entry.
    """
    message = (
        f"This table is damaged and cannot be opened: entry {entry} is not readable. Whoever runs "
        "the server can take the table back to the last good entry with 'whistlestop repair'."
    )
    return Refusal(503, "damaged_table", message, entry=entry)


def not_your_seat() -> Refusal:
    """Return the refusal of a request that only the player in a seat may make."""
    return Refusal(403, "not_your_seat", "You have no seat at this table.")


def colour_taken() -> Refusal:
    """Return the refusal of a colour that another player at the table has."""
    return Refusal(409, "colour_taken", "Another player has that colour.")


def which_seat(seats: tuple[int, ...]) -> Refusal:
    """Return the refusal of a request that must name a seat, as several people play at the device.

    Args:
        seats: the seats at that device.
    """
    message = "Several people play at this device: name one of their seats."
    return Refusal(409, "which_seat", message, seats=[*seats])


def not_started() -> Refusal:
    """Return the refusal of a request that needs a game, at a table where none has begun."""
    return Refusal(409, "not_started", "The game has not begun yet.")


def game_over() -> Refusal:
    """Return the refusal of a request to a table whose game has ended."""
    return Refusal(409, "game_over", "The game is over.")


def table_closed() -> Refusal:
    """Return the refusal of a request to a table that the host has closed."""
    return Refusal(409, "table_closed", "This table has been closed.")


def ended(state: str) -> Refusal:
    """Return the refusal of a request to a table that has ended.

    Args:
        state: the table's state, `over` or `closed`.
    """
    return table_closed() if state == "closed" else game_over()
