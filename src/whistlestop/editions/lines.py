"""Find the lines of a TOML file on which each key and each entry of an array is.

The standard library reads TOML but does not return line numbers. `lines` reads a valid text again
and returns them, so that a fault can name its line. `check_size` checks a text before it is parsed,
because some texts take far more time and memory than their length suggests.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple, NoReturn

Path = tuple[str | int, ...]
"""A path in a file: keys and, within arrays, indexes, such as `("map", "routes", 16, "colour")`."""

DEEPEST: Final = 8
"""The maximum depth of nested brackets and braces. Editions need four."""

MOST_PARTS: Final = 8
"""The maximum number of parts of a dotted key. Editions need three."""

LONGEST_WORD: Final = 100
"""The maximum length of a number, a date or a key without quotes."""


class Excess(ValueError):
    """The error for a text with too deep nesting, or with a key or number that is too long.

    `line` is the line where the excess begins, counted from 1.
    """

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line


# An unclosed string ends at the end of its line or of the text. Searching for its end again at
# every quotation mark would take quadratic time.
_TOKEN: Final = re.compile(
    r"""
      (?P<space>[ \t\r]+|\#[^\n]*)
    | (?P<newline>\n)
    | (?P<string>\"{3}(?:[^\\]|\\.)*?(?:\"{3,5}|\\?\Z)|'{3}.*?(?:'{3,5}|\Z)
                |\"(?:[^\"\\\n]|\\.)*(?:\"|(?=\n)|\\?\Z)|'[^'\n]*(?:'|(?=\n)|\Z))
    | (?P<mark>[\[\]{}=,.])
    | (?P<word>[^\s\[\]{}=,.\#\"']+)
    """,
    re.VERBOSE | re.DOTALL,
)


class _Token(NamedTuple):
    kind: str
    text: str
    line: int


_END: Final = _Token("end", "", 0)


def check_size(text: str) -> None:
    """Refuse deep nesting, long dotted keys and long numbers, which are slow to parse.

    Raises:
        Excess: brackets or braces are nested too deep, or a key or number is too long.
    """

    def refuse(at: int, reason: str) -> NoReturn:
        raise Excess(text.count("\n", 0, at) + 1, reason)

    depth = parts = 0
    after_dot = False
    for match in _TOKEN.finditer(text):
        kind, part = match.lastgroup, match.group()
        if kind == "space":
            continue
        if kind in ("word", "string"):
            if kind == "word" and len(part) > LONGEST_WORD:
                refuse(
                    match.start(),
                    f"expected at most {LONGEST_WORD} characters in a number or key, found "
                    f"{len(part)}; shorten it",
                )
            parts = parts + 1 if after_dot else 1
            if parts > MOST_PARTS:
                refuse(
                    match.start(),
                    f"expected a key of at most {MOST_PARTS} parts, found more; leave some out",
                )
        if part in ("[", "{"):
            depth += 1
            if depth > DEEPEST:
                refuse(
                    match.start(),
                    f"expected at most {DEEPEST} brackets within each other, found arrays or "
                    "tables nested too deeply; leave some out",
                )
        elif part in ("]", "}"):
            depth = max(depth - 1, 0)
        after_dot = part == "."


def lines(text: str) -> dict[Path, int]:
    """Return the line of every table, key and array entry of a valid TOML text, counted from 1."""
    walk = _Walk(text)
    walk.document()
    return walk.lines


class _Walk:
    """One pass over the tokens of a TOML text.

    `document` writes the line of every table, key and array entry, counted from 1, to `lines`.
    """

    def __init__(self, text: str) -> None:
        self.lines: dict[Path, int] = {(): 1}
        self._tokens: list[_Token] = []
        self._next = 0
        self._tables: dict[Path, int] = {}
        """The last index of every array of tables (`[[name]]`) so far."""
        line = 1
        for match in _TOKEN.finditer(text):
            if match.lastgroup != "space":
                self._tokens.append(_Token(match.lastgroup or "", match.group(), line))
            line += match.group().count("\n")

    def document(self) -> None:
        """Read the text, and write the line of every table, key and array entry to `lines`."""
        table: Path = ()
        while (token := self._peek()) is not _END:
            if token.kind == "newline":
                self._take()
            elif token.text == "[":
                table = self._header()
            else:
                self._pair(table)

    def _peek(self) -> _Token:
        return self._tokens[self._next] if self._next < len(self._tokens) else _END

    def _take(self) -> _Token:
        token = self._peek()
        self._next += 1
        return token

    def _accept(self, mark: str) -> bool:
        if self._peek().text != mark:
            return False
        self._next += 1
        return True

    def _skip_newlines(self) -> None:
        while self._peek().kind == "newline":
            self._next += 1

    def _key(self) -> list[str]:
        """Read a plain or dotted key, and return its parts."""
        parts = [self._take().text.strip("\"'")]
        while self._accept("."):
            parts.append(self._take().text.strip("\"'"))
        return parts

    def _header(self) -> Path:
        line = self._take().line
        is_array = self._accept("[")
        parts = self._key()
        path: Path = ()
        for number, part in enumerate(parts):
            path = (*path, part)
            is_last = number == len(parts) - 1
            if is_last and is_array:
                self._tables[path] = self._tables.get(path, -1) + 1
                self.lines.setdefault(path, line)
            if path in self._tables:
                path = (*path, self._tables[path])
        self.lines.setdefault(path, line)
        while self._accept("]"):
            pass
        return path

    def _pair(self, table: Path) -> None:
        """Read one `key = value` of the file, and write the line of the key to `lines`.

        If the key is dotted, every part of the key gets an entry in `lines`. So does everything in
        the value that has a path, such as the entries of an array.

        Args:
            table: the path of the TOML table that contains the key.
        """
        line = self._peek().line
        path = table
        for part in self._key():
            path = (*path, part)
            self.lines.setdefault(path, line)
        self._accept("=")
        self._value(path)

    def _value(self, path: Path) -> None:
        if self._accept("["):
            self._array(path)
        elif self._accept("{"):
            self._inline_table(path)
        else:
            while self._peek().text not in {",", "]", "}", "\n", ""}:
                self._next += 1

    def _array(self, path: Path) -> None:
        index = 0
        self._skip_newlines()
        while not self._accept("]") and self._peek() is not _END:
            self.lines[(*path, index)] = self._peek().line
            self._value((*path, index))
            self._skip_newlines()
            self._accept(",")
            self._skip_newlines()
            index += 1

    def _inline_table(self, path: Path) -> None:
        self._skip_newlines()
        while not self._accept("}") and self._peek() is not _END:
            self._pair(path)
            self._skip_newlines()
            self._accept(",")
            self._skip_newlines()
