"""The files that are made from the types of messages."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from litestar import Litestar
from tools.wire.tables import filled
from tools.wire.typescript import typescript

from whistlestop.server.app import HANDLERS

ROOT: Final = Path(__file__).parents[2]
TYPES: Final = ROOT / "tools" / "web" / "generated" / "sent.d.ts"
API: Final = ROOT / "docs" / "api.md"


def generated() -> dict[Path, str]:
    """Return the texts of all files that are made from the types of messages, by path."""
    app = Litestar(route_handlers=HANDLERS, openapi_config=None, logging_config=None)
    return {TYPES: typescript(app), API: filled(API.read_text(encoding="utf-8"), app)}
