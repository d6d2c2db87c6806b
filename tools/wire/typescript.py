"""Writes the types of all messages as TypeScript."""

from __future__ import annotations

import ast
import re
import sys
from enum import Enum
from textwrap import wrap
from typing import Any, Final, get_args, get_origin

from litestar import Litestar
from tools.wire.types import Message, alias_of, endpoints, messages

from whistlestop.server.http.fields import Field

HEADER: Final = """\
// What the server sends and accepts. Made by `make wire` from the types in src/whistlestop/server:
// change those, and make this file again.

declare namespace Sent {
  /** An address, with or without a query. More exact addresses come first. */
  type At<Path extends string> = `${Path}${string}`;

"""

_PLAIN: Final = {
    "str": "string",
    "int": "number",
    "float": "number",
    "bool": "boolean",
    "Any": "any",
    "object": "unknown",
}

_OF_PAGES: Final = ("/api/", "/drawings/")
"""The beginnings of the addresses that pages ask for."""

WIDTH: Final = 100


class Printer:
    """Writes types as TypeScript, and remembers which aliases it has named."""

    def __init__(self) -> None:
        """Start without aliases."""
        self.aliases: dict[str, tuple[str, str]] = {}
        """The aliases that have been named: each has its type and its description."""

    def written(self, node: ast.expr, module: str) -> str:
        """Return an annotation as TypeScript.

        Args:
            node: the annotation.
            module: the module in which the annotation is written.

        Raises:
            ValueError: there is no TypeScript for the annotation.
        """
        match node:
            case ast.Constant(value=None):
                return "null"
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                both = [self.written(left, module), self.written(right, module)]
                return " | ".join(kind for kind in both if kind)
            case ast.Name(id="UnsetType") | ast.Attribute(attr="UnsetType"):
                # The field is optional then.
                return ""
            case ast.Name(id=name):
                return _PLAIN.get(name) or self._named(name, module)
            case ast.Subscript(value=ast.Name(id=name), slice=inside):
                parts = inside.elts if isinstance(inside, ast.Tuple) else [inside]
                return self._made_of(name, parts, module)
            case _:
                raise ValueError(f"{module}: {ast.unparse(node)}")

    def _made_of(self, name: str, parts: list[ast.expr], module: str) -> str:
        match name:
            case "Annotated":
                return self.written(parts[0], module)
            case "Literal":
                return " | ".join(_literal(ast.literal_eval(part)) for part in parts)
            case "dict":
                return f"Record<string, {self.written(parts[1], module)}>"
            case "tuple" if not (len(parts) == 2 and ast.unparse(parts[1]) == "..."):
                return f"[{', '.join(self.written(part, module) for part in parts)}]"
            case "list" | "tuple":
                item = self.written(parts[0], module)
                return f"({item})[]" if " | " in item else f"{item}[]"
            case _:
                raise ValueError(f"{module}: {name}")

    def _named(self, name: str, module: str) -> str:
        value: Any = vars(sys.modules[module])[name]
        if isinstance(value, type) and issubclass(value, Enum):
            choices = " | ".join(_literal(one.value) for one in value)
            self.aliases[value.__name__] = choices, (value.__doc__ or "").strip()
            return value.__name__
        if isinstance(value, type):
            return value.__name__
        alias = alias_of(module, name)
        if alias is None:
            raise ValueError(f"{module}: there is no type {name}")
        if alias.written is None:
            self.aliases[name] = " | ".join(one.__name__ for one in get_args(value)), alias.doc
            return name
        written = self.written(alias.written, alias.module)
        if (
            isinstance(alias.written, ast.Subscript)
            and ast.unparse(alias.written.value) == "Annotated"
        ):
            return written
        self.aliases[name] = written, alias.doc
        return name

    def evaluated(self, kind: Any) -> str:
        """Return a type that was evaluated as TypeScript: a class, a list of one, or a union."""
        if kind in (None, type(None)):
            return "null"
        parts = get_args(kind)
        if get_origin(kind) is list:
            return f"{self.evaluated(parts[0])}[]"
        if parts:
            return " | ".join(self.evaluated(part) for part in parts)
        name: str = kind.__name__
        return _PLAIN.get(name, name)


def typescript(app: Litestar) -> str:
    """Return the types of all messages of an application, and of its requests, as TypeScript."""
    printer = Printer()
    found = messages(app)
    parts = [_interface(message, printer) for message in found.values()]
    requests = [_requests("Get", app, printer), _requests("Post", app, printer)]
    aliases = [
        f"{_comment(doc, 2)}  type {name} ={_folded(kind)};\n"
        for name, (kind, doc) in sorted(printer.aliases.items())
    ]
    return HEADER + "\n".join([*aliases, *parts, *requests]) + "}\n"


def _interface(message: Message, printer: Printer) -> str:
    extends = f" extends {message.base}" if message.base else ""
    head = f"{_comment(message.doc, 2)}  interface {message.name}{extends} {{\n"
    return head + "".join(_field(field, printer) for field in message.fields) + "  }\n"


def _field(field: Field, printer: Printer) -> str:
    mark = "?" if field.optional else ""
    return f"{_comment(field.doc, 4)}    {field.name}{mark}: {kind_of(field, printer)};\n"


def kind_of(field: Field, printer: Printer) -> str:
    """Return the type of a field as TypeScript."""
    if field.written is None:
        return _literal(get_args(field.kind)[0])
    return printer.written(field.written, field.module)


def _requests(method: str, app: Litestar, printer: Printer) -> str:
    """Return the requests of a method as signatures of a function, the most exact path first."""
    made = [one for one in endpoints(app) if one.method == method.upper()]
    made = [one for one in made if one.path.startswith(_OF_PAGES)]
    lines: list[str] = []
    for one in sorted(made, key=lambda one: (-one.path.count("/"), -len(one.path), one.path)):
        numbered = re.sub(r"\{(\w+)\}", _hole, one.path)
        answer = printer.evaluated(one.answer)
        body = ""
        if method == "Post":
            kinds = [
                kind for kind in get_args(one.body) or (one.body,) if kind not in (None, type(None))
            ]
            name = " | ".join(printer.evaluated(kind) for kind in kinds) or one.media
            body = f", body: {name}"
        lines.append(f"    (path: At<`{numbered}`>{body}): Promise<{answer}>;\n")
    return f"  interface {method} {{\n" + "".join(lines) + "  }\n"


def _hole(found: re.Match[str]) -> str:
    return "${number}" if found[1] == "moves" else "${string}"


def _literal(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case _:
            return f'"{value}"'


def _folded(union: str) -> str:
    """Return a union in several lines if it is long."""
    if len(union) < WIDTH - 20:
        return f" {union}"
    return "".join(f"\n    | {part}" for part in union.split(" | "))


def _comment(text: str, indent: int) -> str:
    """Return a text as a comment, in lines that are not too long."""
    text = re.sub(r"\bNone\b", "null", text)
    if not text:
        return ""
    space = " " * indent
    if len(text) + indent + 8 <= WIDTH and "\n" not in text:
        return f"{space}/** {text} */\n"
    lines = [
        line
        for paragraph in text.split("\n")
        for line in wrap(paragraph, WIDTH - indent - 3) or [""]
    ]
    return (
        f"{space}/**\n"
        + "".join(f"{space} * {line}".rstrip() + "\n" for line in lines)
        + f"{space} */\n"
    )
