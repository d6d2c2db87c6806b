"""Writes the tables of `docs/api.md` and `docs/reviews.md` between comments that name types."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from tools.wire.types import Message, message_of
from tools.wire.typescript import Printer, kind_of

from whistlestop.server.http.fields import said
from whistlestop.server.sent.entries import NOTICES

_PART: Final = re.compile(r"(<!-- fields: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def filled(text: str, found: Mapping[str, Message]) -> str:
    """Return a document with the tables between its comments.

    `<!-- fields: NAME -->` begins the table of a type's fields, and `<!-- fields: notices -->` the
    table of all notices. `<!-- end -->` ends it.

    Args:
        text: the document.
        found: the types, by name.

    Raises:
        KeyError: there is no such type.
    """

    def table(part: re.Match[str]) -> str:
        lines = _notices() if part[2] == "notices" else _fields(found[part[2]])
        return "\n".join([part[1], *lines, "", part[3]])

    return _PART.sub(table, text)


def _fields(message: Message) -> list[str]:
    printer = Printer()
    lines = ["| field | type | meaning |", "| --- | --- | --- |"]
    for field in message.fields:
        kind = kind_of(field, printer).replace("|", "\\|")
        left_out = f" If left out: `{field.default}`." if field.default else " It may be left out."
        optional = left_out if field.optional else ""
        lines.append(f"| `{field.name}` | `{kind}` | {said(field.doc)}{optional} |")
    return lines


def _notices() -> list[str]:
    lines = ["| event | fields | meaning |", "| --- | --- | --- |"]
    for notice in NOTICES:
        message = message_of(notice)
        names = [f"`{field.name}`" for field in message.fields if field.name != "type"]
        doc = " ".join(message.doc.split())
        lines.append(f"| `{notice.__struct_config__.tag}` | {', '.join(names)} | {said(doc)} |")
    return lines
