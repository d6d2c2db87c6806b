"""Reads the types of all messages, and the requests that they belong to, from an application."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, cast

from litestar import Litestar
from litestar.routes import HTTPRoute

from whistlestop.server.http.fields import (
    Field,
    base_of,
    docstring,
    fields_of,
    statements_of,
    types_in,
)
from whistlestop.server.http.openapi import message_types
from whistlestop.server.http.responses import RecordBody, TextBody


@dataclass(frozen=True, slots=True)
class Message:
    """A type of messages, or of a part of them, with fields."""

    name: str
    doc: str
    fields: tuple[Field, ...]
    base: str
    """The name of the public type whose fields this type inherits. Empty if there is none."""


class Endpoint(NamedTuple):
    """A request that a program can make, with the types of its body and of its answer."""

    method: str
    path: str
    body: Any
    """The type of the body. None = the request has no body, or the body is not of a type."""
    media: str
    """The TypeScript type of a body without a type: `string | object` or `object`."""
    answer: Any


class Alias(NamedTuple):
    """A name for a type."""

    name: str
    module: str
    written: ast.expr | None
    """The type as written in the source. None = the type is computed at run time."""
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
    received = types_in(endpoint.body for endpoint in endpoints(app))
    found = {**types_in(message_types(app)), **received}
    return {name: message_of(found[name], received=name in received) for name in sorted(found)}


def message_of(kind: type[Any], *, received: bool = False) -> Message:
    """Return a type with its fields. See `fields_of` for `received`."""
    base = base_of(kind)
    inherited = {field.name: field for field in fields_of(base)} if base is not None else {}
    every = fields_of(kind, received=received)
    own = [field for field in every if inherited.get(field.name) != field]
    doc = inspect.getdoc(kind) or ""
    return Message(kind.__name__, doc, tuple(own), base.__name__ if base is not None else "")


_statements = cache(statements_of)


def alias_of(module: str, name: str) -> Alias | None:
    """Return the alias of a type that a module defines or imports under a name."""
    value = vars(sys.modules[module]).get(name)
    if isinstance(value, type):
        return None
    found = _statements(module)
    for statement, after in zip(found, [*found[1:], None], strict=True):
        match statement:
            case ast.Assign(targets=[ast.Name(id=target)], value=written) if target == name:
                return Alias(name, module, written, docstring(after))
            case ast.If(orelse=[ast.Assign(targets=[ast.Name(id=target)])]) if target == name:
                return Alias(name, module, None, docstring(after))
            case ast.ImportFrom(module=str(origin), names=names):
                for imported in names:
                    if (imported.asname or imported.name) == name:
                        return alias_of(origin, imported.name)
            case _:
                pass
    return None
