"""Reads the fields of message types, with their docstrings, from the sources.

The OpenAPI description, the page's types and the tables of `docs/api.md` describe fields in the
words of these docstrings.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal, get_args, get_type_hints, is_typeddict

import msgspec
from msgspec import UnsetType

from whistlestop.server.sent import entries

TAG: Final = "The kind of the object. The kind decides which other fields the object has."
"""The description of every field that holds the tag of a struct."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a message."""

    name: str
    kind: Any
    """The type of the field, which is the value of its annotation."""
    written: ast.expr | None
    """The annotation as it is written; None = the field is the tag of a struct, which has no
    annotation."""
    module: str
    """The module in which the annotation is written."""
    optional: bool
    """Whether the field can be missing."""
    doc: str
    """The docstring below the field, as one line. Empty if there is none."""
    default: str = ""
    """The JSON of the value that the field has if it is left out. Empty if there is none."""


def types_in(kinds: Iterable[Any]) -> dict[str, type[Any]]:
    """Return those types that have fields, from `kinds` and from all parts of `kinds`.

    The keys of the result are the names of the types. The parts of a type are the types of its
    fields, items and alternatives, the public type that it extends, and all parts of these types.
    """
    found: dict[str, type[Any]] = {}
    for kind in kinds:
        _collect(kind, found)
    return found


def _collect(kind: Any, found: dict[str, type[Any]]) -> None:
    if isinstance(kind, type) and _has_fields(kind):
        if kind.__name__ in found:
            return
        found[kind.__name__] = kind
        base = base_of(kind)
        if base is not None:
            _collect(base, found)
        for field in fields_of(kind):
            _collect(field.kind, found)
    for part in get_args(kind):
        _collect(part, found)


def _has_fields(kind: type[Any]) -> bool:
    return issubclass(kind, msgspec.Struct) or dataclasses.is_dataclass(kind) or is_typeddict(kind)


def base_of(kind: type[Any]) -> type[Any] | None:
    """Return the first direct base class of a type that has fields and a public name.

    The result is None if there is no such class.
    """
    for base in kind.__bases__:
        public = not base.__name__.startswith("_") and base not in (msgspec.Struct, dict)
        if public and _has_fields(base) and fields_of(base):
            return base
    return None


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
            found.append(Field(str(config.tag_field), tag, None, "", False, TAG))
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


_Written = Mapping[str, tuple[str, ast.expr, str]]
"""The fields of a class by name: the module, the annotation as written, and the docstring."""


def _field(name: str, kind: Any, optional: bool, documented: _Written) -> Field:
    module, written, doc = documented[name]
    return Field(name, kind, written, module, optional, doc)


def _documented(kind: type[Any]) -> _Written:
    """Return the module, annotation and docstring of each field of a type, inherited or not."""
    source = _EVENTS.get(kind, kind)
    found: dict[str, tuple[str, ast.expr, str]] = {}
    for part in reversed(source.__mro__):
        if part.__module__.startswith("whistlestop."):
            found |= _classes(part.__module__).get(part.__qualname__, {})
    return found


_EVENTS: Final = {sent: event for event, sent in entries.GAME_EVENTS.items()}
"""The class of each event, by the struct type in which the event is sent. The class has the
docstrings of the event's fields."""


@cache
def _classes(module: str) -> dict[str, _Written]:
    """Return the annotated fields of all classes of a module, by the name of the class."""
    return {
        statement.name: _fields_in(statement, module)
        for statement in statements_of(module)
        if isinstance(statement, ast.ClassDef)
    }


def _fields_in(written: ast.ClassDef, module: str) -> _Written:
    body = written.body
    return {
        statement.target.id: (module, statement.annotation, docstring(after))
        for statement, after in zip(body, [*body[1:], None], strict=True)
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name)
    }


def statements_of(module: str) -> list[ast.stmt]:
    """Return the parsed statements of a module.

    Args:
        module: the full name of a module that has been imported.

    Raises:
        OSError: the module has no source, as in a frozen application.
    """
    return ast.parse(inspect.getsource(sys.modules[module])).body


def docstring(statement: ast.stmt | None) -> str:
    """Return the text of a docstring as one line; empty if the statement is not a docstring."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        value = statement.value.value
        if isinstance(value, str):
            return " ".join(value.split())
    return ""


def said(text: str) -> str:
    """Return the text of a docstring with `null`, the word of JSON, in place of None."""
    return re.sub(r"\bNone\b", "`null`", text)
