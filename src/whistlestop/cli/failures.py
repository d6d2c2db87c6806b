"""The exception that ends a command with a message for the user."""

from __future__ import annotations


class Failure(Exception):
    """An error that ends the command. The command prints the message and exits with `status`."""

    def __init__(self, message: str, status: int = 2) -> None:
        super().__init__(message)
        self.status = status
