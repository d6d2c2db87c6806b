"""Reads the types of all messages, with the docstrings of their fields, from the sources."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, NamedTuple, cast, get_args, get_type_hints, is_typeddict

import msgspec
from litestar import Litestar
from litestar.routes import HTTPRoute
from msgspec import UnsetType

from whistlestop.server.http.openapi import message_types
from whistlestop.server.http.responses import RecordBody, TextBody
from whistlestop.server.sent import entries


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a message."""

    name: str
    kind: Any
    """The type of the field, as its annotation evaluates."""
    written: ast.expr | None
    """The annotation as it is written; None = the field has none, as the tag of a struct."""
    module: str
    """The module in which the annotation is written."""
    optional: bool
    """Whether the field can be missing."""
    doc: str
    """The docstring below the field, as one line. Empty if there is none."""
    default: str = ""
    """The JSON of the value that the field has if it is left out. Empty if there is none."""


@dataclass(frozen=True, slots=True)
class Message:
    """A type of messages, or of a part of them, with fields."""

    name: str
    doc: str
    fields: tuple[Field, ...]
    base: str
    """The name of the public type that it extends. Empty if there is none."""


class Endpoint(NamedTuple):
    """A request that a program can make, with the types of its body and of its answer."""

    method: str
    path: str
    body: Any
    """The type of the body; None = there is none, or it is text."""
    media: str
    """The TypeScript of a body that has no type: `string` or `object`."""
    answer: Any


class Alias(NamedTuple):
    """A name for a type."""

    name: str
    module: str
    written: ast.expr | None
    """The type as it is written; None = it is put together while the program runs."""
    doc: str


def endpoints(app: Litestar) -> Iterator[Endpoint]:
    """Yield the requests whose answers are JSON, sorted by path."""
    for route in sorted(app.routes, key=lambda route: route.path):
        for handler in route.route_handlers if isinstance(route, HTTPRoute) else ():
            if not (handler.resolve_include_in_schema() and isinstance(handler.responses, Mapping)):
                continue
            for status, response in handler.responses.items():
                found = cast(Any, response)
                if status < 300 and found.media_type == "application/json":
                    data = handler.parsed_data_field
                    body = None if data is None else data.annotation
                    text = handler.operation_class in (TextBody, RecordBody)
                    media = "string | object" if text else "object"
                    for method in sorted(handler.http_methods - {"OPTIONS", "HEAD"}):
                        yield Endpoint(method, route.path_format, body, media, found.data_container)


def messages(app: Litestar) -> dict[str, Message]:
    """Return all types of messages and of their parts, by name."""
    received: dict[str, Message] = {}
    for endpoint in endpoints(app):
        _collect(endpoint.body, received, received=True)
    found: dict[str, Message] = {}
    for kind in message_types(app):
        _collect(kind, found, received=False)
    return dict(sorted({**found, **received}.items()))


def _collect(kind: Any, found: dict[str, Message], *, received: bool) -> None:
    if isinstance(kind, type) and _has_fields(kind):
        if kind.__name__ in found:
            return
        found[kind.__name__] = message = message_of(kind, received=received)
        base = _base(kind)
        if base is not None:
            _collect(base, found, received=received)
        for field in message.fields:
            _collect(field.kind, found, received=received)
    for part in get_args(kind):
        _collect(part, found, received=received)


def _has_fields(kind: type[Any]) -> bool:
    return issubclass(kind, msgspec.Struct) or dataclasses.is_dataclass(kind) or is_typeddict(kind)


def _base(kind: type[Any]) -> type[Any] | None:
    """Return the public type with fields that a type extends."""
    for base in kind.__bases__:
        public = not base.__name__.startswith("_") and base not in (msgspec.Struct, dict)
        if public and _has_fields(base) and fields_of(base):
            return base
    return None


def message_of(kind: type[Any], *, received: bool = False) -> Message:
    """Return a type with its fields. See `fields_of` for `received`."""
    base = _base(kind)
    inherited = {field.name: field for field in fields_of(base)} if base is not None else {}
    every = fields_of(kind, received=received)
    own = [field for field in every if inherited.get(field.name) != field]
    doc = inspect.getdoc(kind) or ""
    return Message(kind.__name__, doc, tuple(own), base.__name__ if base is not None else "")


@cache
def fields_of(kind: type[Any], *, received: bool = False) -> tuple[Field, ...]:
    """Return all fields of a type, with those that it inherits. The tag comes first.

    Args:
        kind: the type.
        received: whether the server receives the type. Then fields with a default can be left out.
    """
    documented = _documented(kind)
    found: list[Field] = []
    if issubclass(kind, msgspec.Struct):
        config = kind.__struct_config__
        if config.tag is not None:
            tag = Literal[config.tag]  # pyright: ignore[reportInvalidTypeForm]
            found.append(Field(str(config.tag_field), tag, None, "", False, ""))
        for field in msgspec.structs.fields(kind):
            unset = UnsetType in get_args(field.type)
            left_out = config.omit_defaults and not field.required
            missing = unset or left_out or (received and not field.required)
            made = _field(field.name, field.type, missing, documented)
            if received and field.default not in (msgspec.NODEFAULT, msgspec.UNSET):
                default = msgspec.json.encode(field.default).decode()
                made = dataclasses.replace(made, default=default)
            found.append(made)
        return tuple(found)
    hints = get_type_hints(kind, include_extras=True)
    optional: frozenset[str] = getattr(kind, "__optional_keys__", frozenset())
    return tuple(_field(name, hints[name], name in optional, documented) for name in hints)


Written = dict[str, tuple[str, ast.expr, str]]
"""Fields by name: the module, the annotation as written, and the docstring."""


def _field(name: str, kind: Any, optional: bool, documented: Written) -> Field:
    module, written, doc = documented[name]
    return Field(name, kind, written, module, optional, doc)


def _documented(kind: type[Any]) -> Written:
    """Return the annotations and docstrings of a type's fields, with those of its bases."""
    source = _EVENTS.get(kind, kind)
    found: Written = {}
    for part in reversed(source.__mro__):
        if not part.__module__.startswith("whistlestop."):
            continue
        body = _class(part.__module__, part.__qualname__)
        for statement, after in zip(body, [*body[1:], None], strict=True):
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                doc = _text(after)
                found[statement.target.id] = part.__module__, statement.annotation, doc
    return found


_EVENTS = {sent: event for event, sent in entries.GAME_EVENTS.items()}
"""The types as which events are sent, each with the type that its fields are written in."""


def _text(statement: ast.stmt | None) -> str:
    """Return the text of a docstring as one line, or an empty text if the statement is none."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        value = statement.value.value
        if isinstance(value, str):
            return " ".join(value.split())
    return ""


@cache
def _module(name: str) -> list[ast.stmt]:
    return ast.parse(inspect.getsource(sys.modules[name])).body


def _class(module: str, name: str) -> list[ast.stmt]:
    for statement in _module(module):
        if isinstance(statement, ast.ClassDef) and statement.name == name:
            return statement.body
    return []


def alias_of(module: str, name: str) -> Alias | None:
    """Return the alias of a type that a module defines or imports under a name."""
    value = vars(sys.modules[module]).get(name)
    if isinstance(value, type):
        return None
    for statement, after in zip(_module(module), [*_module(module)[1:], None], strict=True):
        match statement:
            case ast.Assign(targets=[ast.Name(id=found)], value=written) if found == name:
                return Alias(name, module, written, _text(after))
            case ast.If(orelse=[ast.Assign(targets=[ast.Name(id=found)])]) if found == name:
                return Alias(name, module, None, _text(after))
            case ast.ImportFrom(module=str(origin), names=names):
                for imported in names:
                    if (imported.asname or imported.name) == name:
                        return alias_of(origin, imported.name)
            case _:
                pass
    return None
