"""On which line of a TOML file each key and each entry of an array stands.

The standard library reads TOML but forgets where things stood. This walks once more over a text
that it has accepted, and notes the lines, so that a fault can point at its place.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

Path = tuple[str | int, ...]
"""Keys and, within arrays, indexes: `("map", "routes", 16, "colour")`."""

_TOKEN: Final = re.compile(
    r"""
      (?P<space>[ \t\r]+|\#[^\n]*)
    | (?P<newline>\n)
    | (?P<string>\"{3}(?:[^\\]|\\.)*?\"{3,5}|'{3}.*?'{3,5}|\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*')
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


def lines(text: str) -> dict[Path, int]:
    """The line, counted from 1, of every table, key and array entry of a valid TOML text."""
    walk = _Walk(text)
    walk.document()
    return walk.lines


class _Walk:
    """One pass over the tokens of a text."""

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
        """Walk over the headers and the keys below them."""
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
        """A key, dotted or not."""
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
        """A key and its value."""
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
