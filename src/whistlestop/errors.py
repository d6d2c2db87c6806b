"""The faults of an action, a record or a position: one exception each."""

from __future__ import annotations

from whistlestop.reasons import Reason


class ActionError(ValueError):
    """An action that cannot be taken; `str()` is a sentence for the player."""

    reason: Reason | None
    """The same as a code with values (`docs/reasons.md`); None where no player can be meant."""

    def __init__(self, message: str | Reason) -> None:
        super().__init__(str(message))
        self.reason = message if isinstance(message, Reason) else None


class MalformedAction(ActionError):
    """The words make no action: something is unknown or missing."""


class AmbiguousAction(ActionError):
    """The words fit several actions; `choices` names them."""

    def __init__(self, message: str | Reason, choices: tuple[str, ...]) -> None:
        super().__init__(message)
        self.choices = choices


class IllegalAction(ActionError):
    """A clear action that the rules do not allow now."""


class PositionError(ValueError):
    """A position that cannot be; `faults` names everything that is wrong with it."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("not a possible position:\n" + "\n".join(f"  {fault}" for fault in faults))
        self.faults = faults
