"""Where the player's lines come from: a prompt with completion, or standard input as it is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Protocol


class LineReader(Protocol):
    """Asks for one line at a time."""

    def read(self, prompt: str, words: Callable[[], Iterable[str]]) -> str:
        """The next line, without its end.

        Args:
            prompt: what to show before it.
            words: what could be typed, for completion.

        Raises:
            EOFError: there are no more lines.
            KeyboardInterrupt: the player interrupted.
        """
        ...


class PlainReader:
    """Reads standard input: pipes, scripts and screen readers."""

    def read(self, prompt: str, words: Callable[[], Iterable[str]]) -> str:
        """See `LineReader`."""
        del words
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print()
            raise EOFError
        if not sys.stdin.isatty():
            print(line, end="")
        return line.rstrip("\n")


class PromptReader:
    """A line editor with history and completion, for people at a terminal."""

    def __init__(self) -> None:
        """Prepare the editor; imported late, because plain play does not need it."""
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import InMemoryHistory

        self._session: PromptSession[str] = PromptSession(history=InMemoryHistory())

    def read(self, prompt: str, words: Callable[[], Iterable[str]]) -> str:
        """See `LineReader`."""
        from prompt_toolkit.completion import WordCompleter

        completer = WordCompleter(
            sorted(set(words())), ignore_case=True, sentence=True, match_middle=False
        )
        return self._session.prompt(prompt, completer=completer, complete_while_typing=False)
