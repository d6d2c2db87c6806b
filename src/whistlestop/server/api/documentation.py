"""`/docs`: what can be asked for, from the same OpenAPI text that programs read.

The usual viewers load scripts from elsewhere, which this server's pages never do.
"""

from __future__ import annotations

from html import escape
from typing import Any

from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from whistlestop import __version__


class Listing(OpenAPIRenderPlugin):
    """Every address with what it does, as plain HTML."""

    def render(self, request: Any, openapi_schema: dict[str, Any]) -> bytes:
        """The page."""
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


def openapi() -> OpenAPIConfig:
    """How the API is described."""
    return OpenAPIConfig(
        title="Whistlestop",
        version=__version__,
        description="Tables where people and bots play; docs/api.md tells how it fits together.",
        path="/docs",
        use_handler_docstrings=True,
        render_plugins=[Listing(path="/"), JsonRenderPlugin(path="/openapi.json")],
        components=Components(
            security_schemes={
                "token": SecurityScheme(type="http", scheme="bearer"),
                "session": SecurityScheme(
                    type="apiKey", name="whistlestop_session", security_scheme_in="cookie"
                ),
            }
        ),
    )
