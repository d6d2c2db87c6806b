"""Read the lines that a player types, from a line editor or from plain standard input."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Protocol


class LineReader(Protocol):
    """A reader that asks for one line at a time."""

    def read(self, prompt: str, words: Callable[[], Iterable[str]]) -> str:
        """Return the next line without its line end.

        Args:
            prompt: the text to show before the line.
            words: a function that returns the texts that can be typed, for completion.

        Raises:
            EOFError: there are no more lines.
            KeyboardInterrupt: the player pressed Ctrl-C.
        """
        ...


class PlainReader:
    """A reader of standard input, for pipes, scripts and screen readers."""

    def read(self, prompt: str, words: Callable[[], Iterable[str]]) -> str:
        """Print the prompt, and return the next line without its line end.

        Args:
            prompt: the text to show before the line.
            words: ignored, because there is no completion.

        Raises:
            EOFError: there are no more lines.
            KeyboardInterrupt: the player pressed Ctrl-C.
        """
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
    """A line editor with history and completion, for terminals."""

    def __init__(self) -> None:
        """Create the line editor.

        This imports `prompt_toolkit`, which `PlainReader` does not need.
        """
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import InMemoryHistory

        self._session: PromptSession[str] = PromptSession(history=InMemoryHistory())

    def read(self, prompt: str, words: Callable[[], Iterable[str]]) -> str:
        """Let the player edit a line, and return it without its line end.

        Args:
            prompt: the text to show before the line.
            words: a function that returns the texts that can be typed, for completion.

        Raises:
            EOFError: there are no more lines.
            KeyboardInterrupt: the player pressed Ctrl-C.
        """
        from prompt_toolkit.completion import WordCompleter

        completer = WordCompleter(
            sorted(set(words())), ignore_case=True, sentence=True, match_middle=False
        )
        return self._session.prompt(prompt, completer=completer, complete_while_typing=False)
