"""The exceptions for actions that cannot be taken and positions that are impossible."""

from __future__ import annotations

from whistlestop.reasons import Reason


class ActionError(ValueError):
    """An action cannot be taken. `str(error)` is an English sentence for the player."""

    reason: Reason | None
    """The reason as a code with values (`docs/reasons.md`). None for errors that a player cannot
    cause, such as the number of a seat that does not exist."""

    def __init__(self, message: str | Reason) -> None:
        super().__init__(str(message))
        self.reason = message if isinstance(message, Reason) else None


class MalformedAction(ActionError):
    """The words or the fields of an action have no meaning: something is unknown or missing."""


class AmbiguousAction(ActionError):
    """The words fit several legal actions. `choices` has the words of each of these actions."""

    def __init__(self, message: str | Reason, choices: tuple[str, ...]) -> None:
        super().__init__(message)
        self.choices = choices


class IllegalAction(ActionError):
    """The action is clear, but the rules do not allow it now."""


class PositionError(ValueError):
    """A position is impossible. `faults` has a sentence for each fault."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("not a possible position:\n" + "\n".join(f"  {fault}" for fault in faults))
        self.faults = faults
