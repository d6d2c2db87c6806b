"""Refusals: answers to requests that are not carried out, each with a code and a sentence."""

from __future__ import annotations

from functools import cache
from typing import Any

from whistlestop.language import ENGLISH, Language


class Refusal(Exception):
    """A request that is not carried out. Nothing has changed."""

    def __init__(
        self,
        status: int,
        code: str,
        *,
        case: str | None = None,
        message: str | None = None,
        **details: Any,
    ) -> None:
        """Describe why the request is refused.

        The sentence for people is `error.CODE.CASE` of the catalogues in `language/`. Without a
        case it is `error.CODE`. Pages say it in the reader's language.

        Args:
            status: the HTTP status.
            code: the refusal's code in snake case.
            case: the case of the code that the sentence is about; programs find it in the details.
            message: the English sentence, if it does not come from these catalogues.
            details: further values for programs, as JSON. They fill the sentence's holes, too.

        Raises:
            KeyError: the catalogues have no such sentence.
        """
        if message is None:
            key = f"error.{code}" if case is None else f"error.{code}.{case}"
            message = _english().say(key, **details)
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.details = details if case is None else {"case": case, **details}

    @property
    def body(self) -> dict[str, Any]:
        """The JSON body of the answer."""
        return {"code": self.code, "message": self.message, "details": self.details}


@cache
def _english() -> Language:
    """Return the English sentences of pages, and those that only programs get to read."""
    return Language(ENGLISH, "api")


def no_table() -> Refusal:
    """Return the refusal of a request for a table that does not exist."""
    return Refusal(404, "no_table")


def damaged_table(entry: int) -> Refusal:
    """Return the refusal of a request for a table that must be repaired before it can be opened.

    Args:
        entry: the number of the first damaged entry.
    """
    return Refusal(503, "damaged_table", entry=entry)


def not_your_seat() -> Refusal:
    """Return the refusal of a request that only the player in a seat may make."""
    return Refusal(403, "not_your_seat")


def colour_taken() -> Refusal:
    """Return the refusal of a colour that another player at the table has."""
    return Refusal(409, "colour_taken")


def which_seat(seats: tuple[int, ...]) -> Refusal:
    """Return the refusal of a request that must name a seat, as several people play at the device.

    Args:
        seats: the seats at that device.
    """
    return Refusal(409, "which_seat", seats=[*seats])


def not_started() -> Refusal:
    """Return the refusal of a request that needs a game, at a table where none has begun."""
    return Refusal(409, "not_started")


def game_over() -> Refusal:
    """Return the refusal of a request to a table whose game has ended."""
    # Explanations of refused moves say the same.
    return Refusal(409, "game_over", message=_english().say("reason.game_over"))


def table_closed() -> Refusal:
    """Return the refusal of a request to a table that the host has closed."""
    return Refusal(409, "table_closed")


def ended(state: str) -> Refusal:
    """Return the refusal of a request to a table that has ended.

    Args:
        state: the table's state, `over` or `closed`.
    """
    return table_closed() if state == "closed" else game_over()
