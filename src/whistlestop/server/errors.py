"""Refusals: a code for programs and a sentence for people."""

from __future__ import annotations

from typing import Any


class Refusal(Exception):
    """A request that is not carried out; nothing has changed."""

    def __init__(self, status: int, code: str, message: str, **details: Any) -> None:
        """Say why.

        Args:
            status: of HTTP.
            code: a word in snake case that pages translate.
            message: an English sentence.
            details: what a program may want to know.
        """
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.details = details

    @property
    def body(self) -> dict[str, Any]:
        """The JSON body that is sent."""
        return {"code": self.code, "message": self.message, "details": self.details}


def no_table() -> Refusal:
    """There is no such table."""
    return Refusal(404, "no_table", "There is no such table.")


def damaged_table(entry: int) -> Refusal:
    """The table cannot be opened before somebody repairs it."""
    message = (
        f"This table is damaged and cannot be opened: entry {entry} is not readable. Whoever runs "
        "the server can take the table back to the last good entry with 'whistlestop repair'."
    )
    return Refusal(503, "damaged_table", message, entry=entry)


def not_your_seat() -> Refusal:
    """Only who sits there may do this."""
    return Refusal(403, "not_your_seat", "You have no seat at this table.")


def colour_taken() -> Refusal:
    """No two play with the same pieces."""
    return Refusal(409, "colour_taken", "Another player has that colour.")


def which_seat(seats: tuple[int, ...]) -> Refusal:
    """Several people play at the device that asks, and it did not say for whom."""
    message = "Several people play at this device: name one of their seats."
    return Refusal(409, "which_seat", message, seats=[*seats])


def not_started() -> Refusal:
    """The game has not begun."""
    return Refusal(409, "not_started", "The game has not begun yet.")


def game_over() -> Refusal:
    """The game has ended."""
    return Refusal(409, "game_over", "The game is over.")


def table_closed() -> Refusal:
    """The host has closed the table."""
    return Refusal(409, "table_closed", "This table has been closed.")


def ended(state: str) -> Refusal:
    """Nothing more happens at a table in this state."""
    return table_closed() if state == "closed" else game_over()
