"""The exception by which a command says that it cannot do what was asked."""

from __future__ import annotations


class Failure(Exception):
    """A message for the user, and the exit status that goes with it."""

    def __init__(self, message: str, status: int = 2) -> None:
        super().__init__(message)
        self.status = status
