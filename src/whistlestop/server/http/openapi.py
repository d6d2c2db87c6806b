"""`/docs`: the list of all requests, made from the OpenAPI description that programs read.

The usual viewers load scripts from other sites, which this server's pages never do.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from types import UnionType
from typing import Any, Final, cast, get_args

import msgspec
from litestar import Litestar, Request, Router
from litestar.exceptions import NotFoundException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.routes import HTTPRoute

from whistlestop import __version__
from whistlestop.drawing.art.palette import THEMES
from whistlestop.server.hosting.registry import TABLE_ID
from whistlestop.server.http.fields import fields_of, said, types_in
from whistlestop.server.sent.update import Frame

_PARAMETERS: Final[dict[str, str]] = {
    "against": "The id of the only other player whose results are returned.",
    "before": "The value of `further` in the previous response. Left out for the first page.",
    "city": "The code of the city.",
    "club": "The id of the club.",
    "edition": "The name of the edition.",
    "eyes": "The number of the seat, counted from 0, whose view is returned.",
    "language": "The language of the words in the drawing.",
    "moves": "The number of moves that were made before the moment. 0 is the start of the game.",
    "day": "A day in UTC, such as `2026-11-27`. Without `day`, today.",
    "month": "A month, such as `2026-11`. Without `month`, the present month.",
    "page": "The number of the page, counted from 1.",
    "player": "The id of the player on the ladder.",
    "players": "The number of seats at the tables. 0 = any number.",
    "season": "A quarter of a year by UTC, such as `2026-Q4`. Empty = all time.",
    "span": "The days that the ranking covers: `day`, `week` (Monday to Sunday) or `month`.",
    "name": "The name of the edition, of the lesson or of the file.",
    "route": "The code of the route.",
    "since": "The version after which updates are sent. If left out, a snapshot is sent first.",
    "table_id": "The id of the table.",
    "theme": "The colours of the drawing.",
    "way": "The codes of the routes travelled so far, in order and separated by commas.",
}
"""The meanings of parameters by name."""

_BOUNDS: Final[dict[str, dict[str, Any]]] = {
    "page": {"minimum": 1},
    "moves": {"minimum": 0},
    "players": {"minimum": 0},
    "table_id": {"pattern": f"^{TABLE_ID.pattern}$"},
    "theme": {"enum": list(THEMES)},
}
"""Bounds of parameters by name, which the handlers' signatures do not express."""


def message_types(app: Litestar) -> list[Any]:
    """Return the types of all bodies that an application accepts and of all answers."""
    found: list[Any] = [Frame]
    for route in app.routes:
        for handler in route.route_handlers if isinstance(route, HTTPRoute) else ():
            if handler.resolve_include_in_schema() and isinstance(handler.responses, Mapping):
                if handler.parsed_data_field is not None:
                    found.append(handler.parsed_data_field.annotation)
                for response in handler.responses.values():
                    kind = cast(Any, response).data_container
                    found += get_args(kind) if isinstance(kind, UnionType) else (kind,)
    return found


def described(schema: dict[str, Any], app: Litestar) -> dict[str, Any]:
    """Add bounds and the meanings of fields and parameters to an OpenAPI description.

    The framework's description of types leaves out bounds and tags. So msgspec, which reads and
    writes all bodies, describes the types. The dictionary `schema`, which is the OpenAPI
    description, is changed and returned.
    """
    kinds = message_types(app)
    _, types = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    fields = {name: fields_of(kind) for name, kind in types_in(kinds).items()}
    for name, described_type in types.items():
        for field in fields.get(name, ()):
            described_type["properties"][field.name]["description"] = said(field.doc)
        if "description" in described_type:
            described_type["description"] = said(described_type["description"])
    schema["components"]["schemas"] = types
    for operations in schema["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", ()):
                parameter["description"] = _PARAMETERS[parameter["name"]]
                parameter["schema"] |= _BOUNDS.get(parameter["name"], {})
    return schema


class Description(JsonRenderPlugin):
    """The OpenAPI description of one application, at `/docs/openapi.json`."""

    def __init__(self) -> None:
        """Create the plugin. The description is computed at the first request.

        The computation takes some tenths of a second.
        """
        super().__init__(path="/openapi.json")
        self._made: bytes | None = None

    def render(self, request: Any, openapi_schema: dict[str, Any]) -> bytes:
        """Return the OpenAPI description as JSON. It is computed once and then cached."""
        if self._made is None:
            self._made = msgspec.json.encode(described(openapi_schema, request.app))
        return self._made


class Listing(OpenAPIRenderPlugin):
    """A plain HTML page that lists every address and what it does."""

    def render(self, request: Any, openapi_schema: dict[str, Any]) -> bytes:
        """Return the page as HTML, made from the OpenAPI schema."""
        del request
        rows = "".join(
            f"<dt><code>{method.upper()} {escape(path)}</code></dt>"
            f"<dd><b>{escape(operation.get('summary') or '')}</b><br>"
            f"{escape(operation.get('description') or '')}</dd>"
            for path, item in sorted(openapi_schema["paths"].items())
            for method, operation in item.items()
        )
        return (
            '<!doctype html><html lang="en"><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width">'
            "<title>Whistlestop: the API</title><h1>Whistlestop: the API</h1>"
            '<p>For programs: <a href="/docs/openapi.json">/docs/openapi.json</a>. '
            "Besides these there is the WebSocket "
            "<code>/api/tables/{table_id}/live?since=VERSION</code>.</p>"
            f"<dl>{rows}</dl></html>"
        ).encode()


def _only_what_is_there(request: Request[Any, Any, Any]) -> None:
    """Refuse unknown addresses below `/docs` in the same way as all other unknown addresses.

    Without this check, the framework would answer with its own error page.

    Raises:
        NotFoundException: the address is unknown.
    """
    if request.path_params:
        raise NotFoundException


def openapi() -> OpenAPIConfig:
    """Return the configuration of the OpenAPI description."""
    return OpenAPIConfig(
        title="Whistlestop",
        version=__version__,
        description="Tables where people and bots play. docs/api.md explains the requests.",
        openapi_router=Router(
            "/docs", route_handlers=[], before_request=_only_what_is_there, include_in_schema=False
        ),
        use_handler_docstrings=True,
        render_plugins=[Listing(path="/"), Description()],
        components=Components(
            security_schemes={
                "token": SecurityScheme(type="http", scheme="bearer"),
                "session": SecurityScheme(
                    type="apiKey", name="whistlestop_session", security_scheme_in="cookie"
                ),
            }
        ),
    )
