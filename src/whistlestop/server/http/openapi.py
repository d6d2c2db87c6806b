"""`/docs`: the list of all requests, made from the OpenAPI description that programs read.

The usual viewers load scripts from other sites, which this server's pages never do.
"""

from __future__ import annotations

from html import escape
from typing import Any, Final

import msgspec
from litestar import Request, Router
from litestar.exceptions import NotFoundException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from whistlestop import __version__
from whistlestop.bots.registry import bot_names
from whistlestop.drawing.art.palette import THEMES
from whistlestop.editions.load import LARGEST_FILE, names
from whistlestop.server.hosting.registry import TABLE_ID
from whistlestop.server.table.happenings.talking import PHRASES
from whistlestop.server.table.seats import COLOURS

_BOUNDS: Final[dict[tuple[str, str], dict[str, Any]]] = {
    ("NewTable", "edition"): {"enum": [*names(), None]},
    ("NewTable", "edition_text"): {"maxLength": LARGEST_FILE},
    ("NewTable", "standin_after"): {"minimum": 0},
    ("Pace", "amount"): {"minimum": 0},
    ("Phrase", "phrase"): {"enum": list(PHRASES)},
    ("SeatChoice", "bot"): {"enum": [*bot_names(), None]},
    ("Standins", "seconds"): {"minimum": 0},
    ("Wish", "seat"): {"minimum": 0, "maximum": len(COLOURS) - 1},
    ("Wishes", "name"): {"minLength": 1},
}
"""Bounds by type and field that the types do not express, or that the framework drops."""

_PARAMETERS: Final[dict[str, dict[str, Any]]] = {
    "moves": {"minimum": 0},
    "table_id": {"pattern": f"^{TABLE_ID.pattern}$"},
    "theme": {"enum": list(THEMES)},
}
"""Bounds of parameters by name."""


def bounded(schema: dict[str, Any]) -> dict[str, Any]:
    """Add all bounds to an OpenAPI description, and return it. The argument is changed."""
    kinds = schema["components"]["schemas"]
    for (kind, field), bounds in _BOUNDS.items():
        kinds[kind]["properties"][field] |= bounds
    for operations in schema["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", ()):
                parameter["schema"] |= _PARAMETERS.get(parameter["name"], {})
    return schema


class Description(JsonRenderPlugin):
    """The OpenAPI description at `/docs/openapi.json`."""

    def render(self, request: Any, openapi_schema: dict[str, Any]) -> bytes:
        """Return the description as JSON."""
        del request
        return msgspec.json.encode(bounded(openapi_schema))


class Listing(OpenAPIRenderPlugin):
    """A plain HTML page that lists every address and what it does."""

    def render(self, request: Any, openapi_schema: dict[str, Any]) -> bytes:
        """Return the page."""
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
    """Keep the framework from answering other addresses below `/docs` with its own error page.

    Raises:
        NotFoundException: the address is below `/docs`. It is refused as everywhere else.
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
        render_plugins=[Listing(path="/"), Description(path="/openapi.json")],
        components=Components(
            security_schemes={
                "token": SecurityScheme(type="http", scheme="bearer"),
                "session": SecurityScheme(
                    type="apiKey", name="whistlestop_session", security_scheme_in="cookie"
                ),
            }
        ),
    )
