"""The files that are made from the types of messages."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from litestar import Litestar
from msgspec import Struct
from tools.wire.tables import filled
from tools.wire.types import message_of, messages
from tools.wire.typescript import typescript

from whistlestop.analysis import document
from whistlestop.server.app import HANDLERS

ROOT: Final = Path(__file__).parents[2]
TYPES: Final = ROOT / "tools" / "web" / "generated" / "sent.d.ts"
API: Final = ROOT / "docs" / "api.md"
REVIEWS: Final = ROOT / "docs" / "reviews.md"


def generated() -> dict[Path, str]:
    """Return the texts of all files that are made from the types of messages, by path."""
    app = Litestar(route_handlers=HANDLERS, openapi_config=None, logging_config=None)
    reviews = {
        kind.__name__: message_of(kind)
        for kind in vars(document).values()
        if isinstance(kind, type) and issubclass(kind, Struct)
    }
    return {
        TYPES: typescript(app),
        API: filled(API.read_text(encoding="utf-8"), messages(app)),
        REVIEWS: filled(REVIEWS.read_text(encoding="utf-8"), reviews),
    }
