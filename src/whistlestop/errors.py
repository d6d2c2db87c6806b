"""The exceptions for actions that cannot be taken and positions that are impossible."""

from __future__ import annotations

from whistlestop.reasons import Reason


class ActionError(ValueError):
    """The error for an action that cannot be taken.

    `str(error)` is an English sentence for the player.
    """

    reason: Reason | None
    """The reason as a code with values (`docs/reasons.md`). None for errors that a player cannot
    cause, such as the number of a seat that does not exist."""

    def __init__(self, message: str | Reason) -> None:
        super().__init__(str(message))
        self.reason = message if isinstance(message, Reason) else None


class MalformedAction(ActionError):
    """The error for an action whose words or fields are incomplete or contain something unknown."""


class AmbiguousAction(ActionError):
    """The error for words that fit several legal actions.

    `choices` has the words of each of these actions.
    """

    def __init__(self, message: str | Reason, choices: tuple[str, ...]) -> None:
        super().__init__(message)
        self.choices = choices


class IllegalAction(ActionError):
    """The error for a clear action that the rules do not allow now."""


class PositionError(ValueError):
    """The error for an impossible position. `faults` has a sentence for each fault."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("not a possible position:\n" + "\n".join(f"  {fault}" for fault in faults))
        self.faults = faults
